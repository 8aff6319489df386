"""A query is words. It is never a formula, and it never finds what was hidden."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.prompt.build import ready
from tests.prompt.pace import seconds

from sealskill.model.manifest import Activation
from sealskill.prompt.find import Index

SKILLS = (
    ready("pdf", "Extract text and tables from documents."),
    ready("tables", "Formats tabular data. Works with pdf files, pdf forms, pdf scans."),
    ready("deploy", "Ships a release.", when_to_use="When a rollout is due."),
    ready("mail", "Sends messages.", tags=("smtp",), activation=Activation(mode="keyword", keywords=("newsletter",))),
    ready("翻译工具", "把网页翻译成中文。"),
    ready("अनुवाद", "तेज़ अनुवाद करता है।"),
    ready("secret", "Hidden pdf tool.", model_invocable=False),
)
INDEX = Index(SKILLS)


def names(query: str, **how: Any) -> list[str]:
    return [one.skill.skill.name for one in INDEX.find(query, **how)]


def test_the_exact_name_comes_first():
    assert names("tables")[0] == "tables"
    assert names("PDF")[0] == "pdf"


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("extracting table", "pdf"),
        ("rollouts", "deploy"),
        ("smtp", "mail"),
        ("newsletter", "mail"),
        ("extr", "pdf"),
        ("ploy", "deploy"),
        ("翻译", "翻译工具"),
        ("网", "翻译工具"),
        ("请把网页翻译一下", "翻译工具"),
        ("अनुवाद", "अनुवाद"),
    ],
)
def test_words_their_forms_and_their_parts_are_found(query, name):
    assert name in names(query)


@pytest.mark.parametrize("query", ["", "   ", "\x00\u200b", "!?", '"'])
def test_an_empty_query_finds_nothing(query):
    assert INDEX.find(query) == ()


@pytest.mark.parametrize(
    "query", ['"pdf', "pdf AND NOT", "name:pdf", "pdf*", "NEAR(pdf)", "^pdf", "pdf -tables", "(pdf"]
)
def test_operators_in_a_query_are_only_words(query):
    assert "pdf" in names(query)


def test_what_is_hidden_from_the_model_is_found_only_on_request():
    assert "secret" not in names("secret") + names("hidden tool") + names("idde")
    assert names("secret", include_hidden=True)[0] == "secret"


def test_scores_fall_and_the_limit_holds():
    found = INDEX.find("pdf tables", limit=2)
    assert len(found) == 2
    assert found[0].score >= found[1].score
    assert INDEX.find("pdf", limit=0) == ()


def test_an_index_of_nothing_finds_nothing():
    assert Index(()).find("pdf") == ()


@given(st.text(max_size=80), st.integers(-1, 8))
def test_no_query_breaks_the_search(query, limit):
    found = INDEX.find(query, limit)
    assert len(found) <= max(limit, 0)
    assert [one.score for one in found] == sorted((one.score for one in found), reverse=True)
    assert all(one.skill.skill.manifest.model_invocable for one in found)


def test_many_threads_may_ask():
    with ThreadPoolExecutor(8) as pool:
        answers = set(pool.map(lambda _: tuple(names("pdf tables")), range(200)))
    assert len(answers) == 1


def test_four_times_as_many_skills_are_indexed_in_about_four_times_the_time():
    chance = random.Random(1)
    vocabulary = [f"word{n}" for n in range(3000)]
    skills = [ready(f"skill-{n}", " ".join(chance.choices(vocabulary, k=30))) for n in range(10_000)]
    assert seconds(lambda: Index(skills)) < 12 * seconds(lambda: Index(skills[:2_500]))
    assert Index(skills).find("skill-77")[0].skill.skill.name == "skill-77"
