"""The table of other scanners counts what it says it counts."""

from __future__ import annotations

from bench import behaviours


def sums(**scanners: dict[str, str]) -> list[str]:
    """The cells of the last row."""
    last = behaviours.table(scanners).splitlines()[-1]
    return [cell.strip() for cell in last.strip("|").split("|")][1:]


def every(kind: str, verdict: str) -> dict[str, str]:
    """One verdict on all our samples of a kind."""
    found = behaviours.SAMPLES.glob(f"*/{kind}/*")
    return {case.relative_to(behaviours.SAMPLES).as_posix(): verdict for case in found}


def test_a_scanner_that_never_speaks_misses_all_and_flags_nothing() -> None:
    samples, missed, _, flagged = sums(mute={})
    assert (missed, flagged) == (samples, "0")


def test_a_scanner_that_always_blocks_misses_nothing_and_flags_all() -> None:
    _, missed, alike, flagged = sums(shouter=every("bad", "block") | every("good", "block"))
    assert (missed, flagged) == ("0", alike)


def test_a_warning_is_neither_a_miss_nor_a_flag() -> None:
    _, missed, _, flagged = sums(careful=every("bad", "warn") | every("good", "warn"))
    assert (missed, flagged) == ("0", "0")


def test_scanners_stand_side_by_side() -> None:
    samples, first, second, _, *flagged = sums(mute={}, shouter=every("bad", "block"))
    assert (first, second, flagged) == (samples, "0", ["0", "0"])
    assert int(samples) > 0
