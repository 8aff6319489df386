"""The list of indicators is tiny, dated, sourced, and stops counting."""

from datetime import UTC, date, datetime, timedelta

import pytest

from sealskill.scan.facts.hosts import host_of
from sealskill.scan.rules.indicator import indicators

ONE = """
[[indicator]]
host = "a.example"
seen = 2026-01-01
until = 2026-06-01
source = "https://b.example/report"
"""


def test_an_expired_entry_is_ignored():
    assert "a.example" in indicators(date(2026, 5, 31), text=ONE)
    assert indicators(date(2026, 6, 2), text=ONE) == {}


def test_an_entry_does_not_count_before_it_was_seen():
    assert indicators(date(2025, 12, 31), text=ONE) == {}


@pytest.mark.parametrize("line", ["host", "seen", "until", "source"])
def test_an_entry_without_a_part_is_refused(line):
    torn = "\n".join(one for one in ONE.splitlines() if not one.startswith(line))
    with pytest.raises(KeyError):
        indicators(date(2026, 3, 1), text=torn)


def test_the_shipped_list_is_well_formed_small_and_not_for_ever():
    today = datetime.now(tz=UTC).date()
    for one in indicators(date(2026, 7, 1)).values():
        assert host_of(f"http://{one.host}/") == one.host
        assert one.source.startswith("https://")
        assert one.seen <= today
        assert one.until - one.seen <= timedelta(days=730)
    assert len(indicators(date(2026, 7, 1))) <= 20
