"""Which of several skills with one name exists, whose key is whose, and the unique slug of each.

Precedence orders only skills of equal trust, so that a folder higher up never lets a stranger stand in front of
something the user trusts.
"""

from __future__ import annotations

import hashlib
import re
import sys
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache

import msgspec

from sealskill.model.skill import Check, Shadowed, Skill, Trust
from sealskill.model.tools import MATRIX
from sealskill.model.value import Value

_MAX_SLUG = 64
_UNPRINTED = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
# Letters and marks by their category, and nothing to the eye: fillers, joiners and variation selectors.
_FILLERS = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")


class Candidate(Value):
    """A well-formed skill and how far it is believed."""

    skill: Skill
    trust: Trust


class Ranking(Value):
    """Who exists, who is shadowed, and who claims what is not theirs (by folder)."""

    winners: tuple[Candidate, ...]
    shadowed: tuple[Shadowed, ...]
    collisions: dict[str, Check]
    """Why a winner may not be used all the same, by its folder."""


def settle(candidates: Iterable[Candidate], most_per_root: int = sys.maxsize) -> Ranking:
    """Rank all candidates, given in the order they were found. Past `most_per_root` of one root, skills are refused."""
    ordered = sorted(candidates, key=lambda one: (one.trust.level.tier, one.skill.root.rank))
    winners: dict[str, Candidate] = {}
    shadowed = []
    for one in ordered:
        first = winners.setdefault(folded(one.skill.name), one)
        if first is not one:
            shadowed.append(_shadow(one, first))
    chosen = list(winners.values())
    collisions = _crowd(chosen, most_per_root) | _collisions(chosen)
    return Ranking(winners=tuple(_with_slugs(chosen)), shadowed=tuple(shadowed), collisions=collisions)


def _crowd(ordered: list[Candidate], most: int) -> dict[str, Check]:
    """The skills of a root past the cap, refused."""
    taken: Counter[int] = Counter()
    found = {}
    for one in ordered:
        taken[one.skill.root.rank] += 1
        if taken[one.skill.root.rank] > most:
            said = f"{one.skill.root.path} holds more than {most} skills"
            advice = "raise skills.limits.max_skills_loaded_per_source if it is meant to"
            found[one.skill.folder] = Check(gate="limit", ok=False, message=said, advice=advice)
    return found


@lru_cache(maxsize=65_536)
def folded(name: str) -> str:
    """Two names that look alike are one name. Case, width, runs of spaces and what prints nothing do not count."""
    if name.isascii() and name.isprintable() and " " not in name:
        return name.casefold()
    plain = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return " ".join("".join(char for char in plain if char.isspace() or _prints(char)).split())


def _prints(char: str) -> bool:
    return unicodedata.category(char) not in _UNPRINTED and not _FILLERS.match(char)


def _shadow(loser: Candidate, winner: Candidate) -> Shadowed:
    if loser.trust.level.tier != winner.trust.level.tier:
        why = f"it is {loser.trust}, and the {winner.trust} skill of that name comes first"
    elif loser.skill.root.rank != winner.skill.root.rank:
        why = f"the {winner.skill.root.label} root comes before the {loser.skill.root.label} root"
    else:
        why = "a skill of that name was found first in the same root"
    return Shadowed(skill=loser.skill, trust=loser.trust, by=winner.skill.folder, why=why)


def _collisions(ordered: list[Candidate]) -> dict[str, Check]:
    """Claimed keys and tool names that belong to somebody else. Of two, the less trusted yields, then the claimer."""
    found: dict[str, Check] = {}
    by_name = {folded(one.skill.name): one for one in ordered}
    claims: dict[str, Candidate] = {}
    for one in ordered:
        if one.skill.key == one.skill.name:
            continue
        key = folded(one.skill.key)
        for holder in (by_name.get(key), claims.setdefault(key, one)):
            if holder is not None and holder is not one:
                yields = one.trust.level.tier >= holder.trust.level.tier
                loser, winner = (one, holder) if yields else (holder, one)
                found.setdefault(loser.skill.folder, _clash(loser, winner, one.skill.key))
    for one, clash in _tools(ordered):
        found.setdefault(one.skill.folder, clash)
    return found


def _tools(ordered: list[Candidate]) -> Iterator[tuple[Candidate, Check]]:
    """Who brings a tool called like a built-in one, or like that of somebody more trusted or found before."""
    first: dict[str, Candidate] = {}
    for one in ordered:
        name = tool_of(one.skill)
        if name in MATRIX:
            said = f"the tool name {name!r} is reserved for a built-in tool"
            yield one, Check(gate="identity", ok=False, name=name, message=said, advice="rename the tool")
        elif name and first.setdefault(name, one) is not one:
            said = f"the tool name {name!r} is also that of {first[name].skill.folder}"
            yield one, Check(gate="identity", ok=False, name=name, message=said, advice="rename one of the tools")


def _clash(loser: Candidate, winner: Candidate, key: str) -> Check:
    said = f"the key {key!r} is also that of {winner.skill.folder}"
    advice = f"remove or rename the skillKey of {loser.skill.folder}"
    return Check(gate="identity", ok=False, name=key, message=said, advice=advice)


def _with_slugs(ordered: list[Candidate]) -> Iterable[Candidate]:
    """Each candidate with a slug of its own; the more trusted choose first."""
    taken: set[str] = set()
    for one in ordered:
        slug = _free(slug_of(one.skill), taken)
        taken.add(slug)
        yield msgspec.structs.replace(one, skill=msgspec.structs.replace(one.skill, slug=slug))


def slug_of(skill: Skill) -> str:
    """The slug a skill would like: its name in `[a-z0-9_-]`, or a digest where nothing of the name is left."""
    plain = unicodedata.normalize("NFKD", skill.name).encode("ascii", "ignore").decode().lower()
    slug = re.sub(r"[^a-z0-9_-]+", "-", plain).strip("-_")[:_MAX_SLUG]
    return slug or "skill-" + hashlib.sha256(skill.name.encode("utf-8", "replace")).hexdigest()[:8]


def _free(wanted: str, taken: set[str]) -> str:
    """The wanted slug, or the first numbered one that neither a skill nor a built-in tool has."""
    slug, number = wanted, 1
    while slug in taken or (slug in MATRIX):
        number += 1
        slug = f"{wanted[: _MAX_SLUG - len(str(number)) - 1]}-{number}"
    return slug


def tool_of(skill: Skill) -> str:
    """The name of the subprocess tool a package brings, or ""."""
    return next((tool.name for tool in skill.manifest.tools if tool.entry), "")
