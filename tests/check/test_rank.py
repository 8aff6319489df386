"""Who exists, who stands behind whom, and who claims what is another's."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.check.house import House, skill_md
from tests.check.made import BUILTIN, COMMUNITY, LOCAL, SIGNED, candidate, tool

from sealskill.check import rank
from sealskill.check.rank import Candidate
from sealskill.model.manifest import Dialect
from sealskill.model.skill import Trust
from sealskill.model.tools import MATRIX


def winners(*candidates: Candidate) -> list[str]:
    return [one.skill.folder for one in rank.settle(candidates).winners]


def blocked(*candidates: Candidate) -> set[str]:
    return set(rank.settle(candidates).collisions)


TIERS = [(COMMUNITY, LOCAL), (COMMUNITY, BUILTIN), (COMMUNITY, SIGNED), (SIGNED, LOCAL), (SIGNED, BUILTIN)]


@pytest.mark.parametrize(("less", "more"), TIERS)
def test_a_less_trusted_skill_never_stands_in_front_wherever_it_stands(less: Trust, more: Trust) -> None:
    stranger, mine = candidate(trust=less, label="workspace", rank=0), candidate(trust=more, rank=9)
    for order in itertools.permutations((stranger, mine)):
        ranking = rank.settle(order)
        assert [one.skill.folder for one in ranking.winners] == [mine.skill.folder]
        assert [(one.skill.folder, one.by) for one in ranking.shadowed] == [(stranger.skill.folder, mine.skill.folder)]


@pytest.mark.parametrize(("one", "other"), [(LOCAL, BUILTIN), (LOCAL, LOCAL), (COMMUNITY, COMMUNITY)])
def test_of_equal_trust_the_higher_root_wins(one: Trust, other: Trust) -> None:
    high, low = candidate(trust=one, label="workspace", rank=0), candidate(trust=other, rank=3)
    assert winners(low, high) == winners(high, low) == [high.skill.folder]


@pytest.mark.parametrize(
    "twin",
    ["PDF", "Pdf", "ｐｄｆ", "pd\u200bf", "p\u00addf", "pdf\ufe0f", "\u202epdf", "pdf\U000e0041", "p\u034fdf", "pdf\x07",
     " pdf ", "\u2060pdf", "pd\u3164f"],
)  # fmt: skip
def test_a_name_that_only_looks_like_another_is_the_same_name(twin: str) -> None:
    assert winners(candidate("pdf"), candidate(twin, trust=COMMUNITY)) == [candidate("pdf").skill.folder]


@pytest.mark.parametrize(
    ("one", "other"), [("stra\u00dfe", "STRASSE"), ("caf\u00e9", "CAFE\u0301"), ("a b", "a\u2003 b")]
)
def test_case_accents_and_spaces_spell_one_name(one: str, other: str) -> None:
    assert rank.folded(one) == rank.folded(other)


@pytest.mark.parametrize("other", ["pdfs", "pd-f", "pd_f", "pdé", "p d f"])
def test_names_that_differ_to_the_eye_are_two(other: str) -> None:
    assert len(winners(candidate("pdf"), candidate(other))) == 2


# Keys.


def test_who_claims_the_name_of_another_yields() -> None:
    owner, claimer = candidate("github"), candidate("helper", "github")
    assert blocked(owner, claimer) == blocked(claimer, owner) == {claimer.skill.folder}


def test_a_stranger_with_the_name_that_a_trusted_skill_has_for_key_yields() -> None:
    mine, stranger = candidate("helper", "github"), candidate("github", trust=COMMUNITY)
    assert blocked(stranger, mine) == {stranger.skill.folder}


def test_of_two_claimers_the_later_and_less_trusted_yields() -> None:
    mine, stranger = candidate("a", "shared"), candidate("b", "shared", trust=COMMUNITY, label="workspace")
    assert blocked(stranger, mine) == {stranger.skill.folder}


def test_two_claimers_of_a_strangers_name_do_not_share_the_key() -> None:
    owner = candidate("github", trust=COMMUNITY)
    first, second = candidate("a", "github"), candidate("b", "github", rank=1)
    assert blocked(owner, first, second) == {owner.skill.folder, second.skill.folder}


@pytest.mark.parametrize("claimed", ["GitHub", "ｇithub", "git\u200bhub"])
def test_a_key_that_only_looks_like_another_is_the_same_key(claimed: str) -> None:
    claimer = candidate("helper", claimed)
    assert blocked(candidate("github"), claimer) == {claimer.skill.folder}


def test_a_key_like_the_own_name_is_no_claim() -> None:
    assert blocked(candidate("pdf", "PDF"), candidate("other")) == set()


def test_a_clash_names_the_other_folder_and_the_way_out() -> None:
    owner, claimer = candidate("github"), candidate("helper", "github")
    [clash] = rank.settle([owner, claimer]).collisions.values()
    assert (clash.gate, clash.ok) == ("identity", False)
    assert owner.skill.folder in clash.message
    assert claimer.skill.folder in clash.advice


# Tools and slugs.


@pytest.mark.parametrize("name", MATRIX)
def test_a_tool_called_like_a_built_in_one_is_blocked(name: str) -> None:
    one = candidate(name, dialect=Dialect.SKILL_JSON, tools=tool(name))
    assert blocked(one) == {one.skill.folder}


def test_of_two_tools_of_one_name_in_packages_of_two_names_the_less_trusted_yields() -> None:
    mine = candidate("cleaner", tools=tool("disk"), rank=5)
    stranger = candidate("helper", tools=tool("disk"), trust=COMMUNITY)
    assert blocked(stranger, mine) == {stranger.skill.folder}


def test_a_text_skill_called_like_a_built_in_tool_gets_another_slug() -> None:
    [one] = rank.settle([candidate("exec")]).winners
    assert one.skill.slug == "exec-2"


def test_two_roots_with_one_name_keep_the_first_and_report_the_second() -> None:
    first = candidate("disk", dialect=Dialect.SKILL_JSON, tools=tool("disk"), label="external", rank=1)
    second = candidate("disk", dialect=Dialect.SKILL_JSON, tools=tool("disk"), label="external", rank=2)
    ranking = rank.settle([second, first])
    assert [one.skill.folder for one in ranking.winners] == [first.skill.folder]
    assert [(one.skill.folder, one.by) for one in ranking.shadowed] == [(second.skill.folder, first.skill.folder)]
    assert ranking.collisions == {}


NAMES = st.text(min_size=1, max_size=90) | st.sampled_from(
    ["exec", "read", "a" * 64, "A" * 64, "技能", "-", "a.b", "a b"]
)
TRUSTS = st.sampled_from([LOCAL, BUILTIN, SIGNED, COMMUNITY])
CANDIDATES = st.lists(st.builds(candidate, NAMES, NAMES, TRUSTS, rank=st.integers(0, 3)), max_size=12)
FEW = st.sampled_from(["a", "A", "b", "c", "a\u200b"])
CROWD = st.lists(st.builds(candidate, FEW, FEW, TRUSTS, rank=st.integers(0, 3)), max_size=8)


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(CANDIDATES)
def test_whatever_the_names_each_ends_once_with_a_slug_of_its_own(candidates: list[Candidate]) -> None:
    ranking = rank.settle(candidates)
    assert len(ranking.winners) + len(ranking.shadowed) == len(candidates)
    slugs = [one.skill.slug for one in ranking.winners]
    assert len(set(slugs)) == len(slugs)
    assert all(0 < len(slug) <= 64 and set(slug) <= set("abcdefghijklmnopqrstuvwxyz0123456789_-") for slug in slugs)
    assert not set(slugs) & set(MATRIX)


@given(CANDIDATES | CROWD)
def test_whatever_is_claimed_no_two_usable_skills_share_a_key(candidates: list[Candidate]) -> None:
    ranking = rank.settle(candidates)
    usable = [one for one in ranking.winners if one.skill.folder not in ranking.collisions]
    keys = [rank.folded(one.skill.key) for one in usable]
    assert len(set(keys)) == len(keys)


@given(CANDIDATES | CROWD)
def test_whatever_is_claimed_nobody_yields_to_a_less_trusted_one(candidates: list[Candidate]) -> None:
    ranking = rank.settle(candidates)
    tier = {one.skill.folder: one.trust.level.tier for one in candidates}
    assert all(tier[one.by] <= one.trust.level.tier for one in ranking.shadowed)


def test_a_root_with_too_many_skills_gives_no_more_than_it_may(tmp_path: Path) -> None:
    house = House(tmp_path, {f"work/skills/s{n}/SKILL.md": skill_md(f"s{n}") for n in range(4)})
    asked = {"skills.limits.max_skills_loaded_per_source": 3, "skills.allow_bundled": []}
    found = house.load(overrides=asked).inventory
    assert [one.skill.name for one in found.ready] == ["s0", "s1", "s2"]
    refused = next(one for one in found.blocked if one.cause == "limit")
    assert refused.skill.name == "s3"
    assert "holds more than 3 skills" in refused.reasons[0].message
