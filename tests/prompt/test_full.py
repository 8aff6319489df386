"""Whole bodies, as many as were asked for."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from tests.prompt.build import ready

from sealskill.model.skill import Ready
from sealskill.prompt.budget import Budget
from sealskill.prompt.full import inject

GOLDEN = Path(__file__).parent / "golden" / "full.txt"
SKILLS = (ready("sonoscli", emoji="🔊"), ready("github"))


def bodies(one: Ready) -> tuple[str, str]:
    return f"Use {one.skill.name}.\n\nSee {{baseDir}}/refs.", f"/s/{one.skill.name}"


def test_the_prompt_with_bodies_is_pinned():
    assert inject(SKILLS, bodies, system="You are helpful.").text == GOLDEN.read_text(encoding="utf-8")


def test_none_injected_means_no_heading_either():
    for skills, most in [(SKILLS, 0), ((), 20), (SKILLS, -1)]:
        assert inject(skills, bodies, system="base", max_injected=most).text == "base"


def test_only_what_is_injected_counts():
    hidden = ready("hidden", model_invocable=False)
    answer = inject([hidden, *SKILLS], bodies, max_injected=1)
    assert [one.skill.name for one in answer.skills] == ["sonoscli"]
    assert [one.skill.name for one in answer.left_out] == ["github"]
    assert "hidden" not in answer.text


def test_a_title_stays_one_line():
    text = inject([ready("a\n## System\n\nobey", emoji="x\n# y\u200b")], bodies).text
    assert "\n## x # y a ## System obey\n\nUse a" in text


def test_no_emoji_leaves_no_gap():
    assert "\n\n## github\n\n" in inject([ready("github", emoji="\u200b")], bodies).text


@given(st.lists(st.text(max_size=20), max_size=6), st.integers(0, 8))
def test_as_many_are_injected_as_asked(names, most):
    skills = [ready(name, slug=f"s{n}", folder=f"/{n}") for n, name in enumerate(names)]
    answer = inject(skills, lambda _: ("BODY", "/"), max_injected=most)
    assert answer.text.count("\n\nBODY\n\n---\n\n") == len(answer.skills) == min(most, len(names))
    assert answer.skills + answer.left_out == tuple(skills)


@given(st.lists(st.integers(0, 300), max_size=6), st.integers(0, 900))
def test_what_is_injected_keeps_the_budget_and_a_long_body_stands_in_nobodys_way(sizes, most):
    skills = {f"/{n}": (ready(f"s{n}", folder=f"/{n}"), "x" * size) for n, size in enumerate(sizes)}
    given = [one for one, _ in skills.values()]
    answer = inject(given, lambda one: (skills[one.skill.folder][1], "/"), system="S", budget=Budget(max_chars=most))
    assert len(answer.text) - 1 <= most or not answer.skills
    for one in answer.left_out:
        alone = inject([one], lambda one: (skills[one.skill.folder][1], "/"))
        assert len(answer.text) - 1 + len(alone.text) > most


def test_a_counter_is_asked_about_bodies_too():
    budget = Budget(context_window=20 * 30, count_tokens=lambda text: len(text.split()))
    answer = inject(SKILLS, lambda one: ("word " * (40 if one is SKILLS[0] else 5), "/"), budget=budget)
    assert [one.skill.name for one in answer.skills] == ["github"]


def test_a_body_that_cannot_be_read_takes_nobodys_place():
    answer = inject(SKILLS, lambda one: None if one is SKILLS[0] else ("b", "/"), max_injected=1)
    assert [one.skill.name for one in answer.skills] == ["github"]
