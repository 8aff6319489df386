"""`sealskill egress watch`: who reaches what, from another process."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.cli.house import House
from tests.cli.test_audit import recorded

Make = Callable[..., House]
REFUSED = {
    "action": "egress.refused", "skill": "pages", "reasons": ("other.example:443 was not granted",),
    "detail": {"place": "other.example:443", "way": "connect", "address": "", "grant": "other.example:443"},
}  # fmt: skip


def test_what_was_refused_is_shown_with_the_grant_that_would_allow_it(make_house: Make) -> None:
    house = make_house()
    recorded(house, 3)
    recorded(house, 2, **REFUSED)
    recorded(house, 2)
    done = house.run("egress", "watch", "--since", "1h", "--count", "2")
    assert (done.code, done.err) == (0, "")
    lines = [line[21:] for line in done.out.splitlines()]
    said = "pages  other.example:443  refused  other.example:443 was not granted  "
    assert lines == [f"{said}sealskill grants add pages --egress other.example:443"] * 2


def test_each_connection_is_a_document_too(make_house: Make) -> None:
    house = make_house()
    recorded(house, 1, **REFUSED)
    done = house.run("egress", "watch", "--since", "1h", "--count", "1", "--json")
    assert done.json["entries"][0]["detail"]["grant"] == "other.example:443"


@pytest.mark.parametrize("words", [["listen"], ["watch", "watch"]])
def test_another_word_is_refused(make_house: Make, words: list[str]) -> None:
    assert make_house().run("egress", *words).code == 2
