"""A package made to be slow to put before a judge, or an answer made to be slow to check, is not."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.endpoint.server import answer
from tests.scan.language.pace import cost

from sealskill.model.content import Content
from sealskill.scan.judge.answer import read
from sealskill.scan.judge.question import Prepared, prepare

MUCH = 3.0
"""Twice the input may cost twice as much, and what a shared machine adds."""


def growth(act: Callable[[bytes], object], unit: bytes, count: int) -> float:
    return cost(act, unit * 2 * count) / max(cost(act, unit * count), 1e-3)


def asked(data: bytes) -> Prepared:
    return prepare([Content(path="SKILL.md", data=data)], "mark", 1 << 30)


@pytest.mark.parametrize(
    "unit",
    [
        b"a\n",
        b"word ",
        b"<|",
        b"<",
        "\u200b".encode(),
        "\u27e6".encode(),
        b"SKILL.md ",
        "\u6f22".encode(),
        b"\r",
        b"[INST]",
    ],
    ids=repr,
)
def test_any_text_is_shown_in_linear_time(unit: bytes) -> None:
    assert growth(asked, unit, 400_000 // len(unit)) < MUCH


def test_many_files_are_put_in_order_in_linear_time() -> None:
    def many(paths: bytes) -> Prepared:
        names = paths.decode().split()
        files = [Content(path=f"{at}{name}", data=b"x") for at, name in enumerate(names)]
        return prepare([Content(path="SKILL.md", data=paths), *files], "mark", 1 << 30)

    assert growth(many, b"a.md ", 4_000) < MUCH


def test_a_text_that_cannot_fit_costs_next_to_nothing() -> None:
    def tight(data: bytes) -> Prepared:
        return prepare([Content(path="SKILL.md", data=data)], "mark", 1_000)

    data = "\u200bab".encode() * 400_000
    assert cost(tight, data) < cost(asked, data) / 4


@pytest.mark.parametrize("quote", ["x" * 100_000, "word " * 20_000, "\n" * 100_000, "1|" * 50_000])
def test_an_answer_is_checked_in_linear_time_whatever_it_quotes(quote: str) -> None:
    shown = asked(b"word " * 5_000 + b"\n" + b"x\n" * 20_000).shown

    def check(quotes: bytes) -> object:
        points = [(True, "SKILL.md", quote) for _ in quotes]
        return read(answer("none", *points), shown)

    assert growth(check, b".", 20) < MUCH
