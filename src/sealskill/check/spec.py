"""Draft → Skill, or every problem at once."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from enum import StrEnum

import msgspec

from sealskill.model.constraint import KNOWN, constraints
from sealskill.model.draft import Draft
from sealskill.model.manifest import Dialect, Manifest
from sealskill.model.problem import Level, Problem, error, warning
from sealskill.model.skill import Invalid, Skill

# The limits of the AgentSkills specification.
_PLAIN_NAME = re.compile("[a-z0-9]+(-[a-z0-9]+)*")  # what nearly all are called: nothing else need be looked at
MAX_NAME, MAX_DESCRIPTION, MAX_COMPATIBILITY = 64, 1024, 500


class Profile(StrEnum):
    """How strict a check is."""

    LOAD = "load"
    """What a client should load: cosmetic faults are warnings."""
    SPEC = "spec"
    """The words of the specification: its rules are errors, what it does not mention is not."""
    STRICT = "strict"
    """What the reference validator accepts: nothing unusual at all."""


def check(draft: Draft, profile: Profile = Profile.LOAD) -> Skill | Invalid:
    """The skill a draft makes under a profile, or all its problems."""
    found = problems(draft, profile)
    if draft.manifest is None or any(one.level is Level.ERROR for one in found):
        return Invalid(draft=draft, problems=found)
    manifest = draft.manifest
    return Skill(
        key=manifest.claimed_key or draft.name,
        slug="",
        name=draft.name,
        description=manifest.description,
        manifest=manifest,
        tree=draft.tree,
        folder=draft.folder,
        root=draft.root,
        problems=found,
        manifest_digests=draft.manifest_digests,
        members=draft.members,
    )


def problems(draft: Draft, profile: Profile) -> tuple[Problem, ...]:
    """Every problem of a draft, at the level the profile gives it.

    The caller of `STRICT` still owes what only the bytes of a SKILL.md show: `read.formats.strictness`.
    """
    found = [*draft.problems]
    if draft.manifest is not None:
        found += _manifest(draft, draft.manifest)
    if profile is Profile.LOAD:
        return tuple(found)
    return tuple(levelled(one, profile) for one in found)


def levelled(one: Problem, profile: Profile) -> Problem:
    """A problem at the level a profile gives it."""
    stricter = profile is Profile.STRICT or (profile is Profile.SPEC and one.code in SPEC_CODES)
    if one.level is Level.WARNING and stricter:
        return msgspec.structs.replace(one, level=Level.ERROR)
    return one


def _manifest(draft: Draft, manifest: Manifest) -> Iterator[Problem]:
    said = manifest.description or any(one.code == "description" for one in draft.problems)
    if not said and draft.dialect is not Dialect.SKILL_YAML:
        advice = "say in one sentence what the skill does and when to use it"
        yield error("description", "description is required", path=draft.dialect.value, advice=advice)
    if draft.dialect is Dialect.SKILL_MD:
        yield from _name(draft, manifest)
        yield from _lengths(manifest)
    if manifest.grants is not None:
        yield from _assets(draft, manifest)
    yield from _constraints(draft, manifest)


def _name(draft: Draft, manifest: Manifest) -> Iterator[Problem]:
    name, folder = manifest.name, draft.folder_name
    if name == folder and _PLAIN_NAME.fullmatch(name) and len(name) <= MAX_NAME:
        return
    if not name:
        yield warning("name", f"name is missing; the folder's name {folder!r} is used", path="SKILL.md")
        return
    said = list(_name_faults(unicodedata.normalize("NFKC", name)))
    if unicodedata.normalize("NFKC", folder) != unicodedata.normalize("NFKC", name):
        said.append(
            f"name {name!r} differs from its folder: the directory name {folder!r} must match skill name {name!r}"
        )
    for fault in said:
        yield warning("name", fault, path="SKILL.md")


def _name_faults(name: str) -> Iterator[str]:
    if len(name) > MAX_NAME:
        yield f"name {name!r} exceeds the {MAX_NAME} character limit ({len(name)} characters)"
    if name != name.lower():
        yield f"name {name!r} must be lowercase"
    if name.startswith("-") or name.endswith("-"):
        yield f"name {name!r} cannot start or end with a hyphen"
    if "--" in name:
        yield f"name {name!r} cannot contain consecutive hyphens"
    if not all(char.isalnum() or char == "-" for char in name):
        yield f"name {name!r} contains invalid characters; only letters, digits and hyphens are allowed"


def _lengths(manifest: Manifest) -> Iterator[Problem]:
    for code, text, limit in (
        ("description-length", manifest.description, MAX_DESCRIPTION),
        ("compatibility", manifest.compatibility, MAX_COMPATIBILITY),
    ):
        if len(text) > limit:
            what = code.removesuffix("-length")
            yield warning(code, f"{what} exceeds the {limit} character limit ({len(text)} characters)", path="SKILL.md")


def _assets(draft: Draft, manifest: Manifest) -> Iterator[Problem]:
    """A bundle's assets must be there: what is mounted is what was listed."""
    there = {entry.path for entry in draft.tree}
    asked = manifest.grants.assets if manifest.grants and not any(one.code == "asset" for one in draft.problems) else ()
    for asset in asked:
        if asset not in there and not draft.tree.under(asset):
            yield error("asset", f'asset "{asset}" does not exist in the package', path="skill.yaml")


def _constraints(draft: Draft, manifest: Manifest) -> Iterator[Problem]:
    """A constraint nobody can read limits nothing for sure: calls under it are asked about, and it is not published."""
    for capability in manifest.capabilities:
        for key in constraints(capability).unread:
            advice = f"known are {', '.join(KNOWN[capability.name]) or 'none'}; until then such calls are asked about"
            yield warning(
                "unknown-constraint", f"nobody can read the constraint {key}", path=draft.dialect.value, advice=advice
            )


SPEC_CODES = frozenset({"name", "description", "description-length", "compatibility", "allowed-tools", "yaml-colon"})
"""Warnings of the load profile that the specification itself calls rules."""
