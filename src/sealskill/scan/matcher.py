"""Which of many anchors stand in some bytes, found in one pass. Why hyperscan: docs/adr/0006-one-matcher.md."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import cached_property

import hyperscan

_MODE = hyperscan.HS_MODE_BLOCK
# Once is enough: the rule that asked looks for the places in the structured document.
_FLAGS = hyperscan.HS_FLAG_CASELESS | hyperscan.HS_FLAG_SINGLEMATCH
_CANARY = b"\n\x00sealskill-canary\n"
_MARK = 32
"""Bytes of the digest that says which anchors a compiled matcher is for."""


class BadAnchor(ValueError):
    """An anchor is no pattern that can be matched in one pass. It is ours, so this is a defect of ours."""


class Matcher:
    """All anchors, compiled. Each text ends in a canary, so that a pass that did not reach the end shows."""

    def __init__(self, anchors: Iterable[str], packed: bytes = b"") -> None:
        """`packed` is what another process made of the same anchors; anything else is not used."""
        self._anchors = tuple(dict.fromkeys(anchors))
        self._database = (loaded(packed) if packed[:_MARK] == self._mark() else None) or self._compiled()
        self._database.scratch = hyperscan.Scratch(self._database)

    @cached_property
    def packed(self) -> bytes:
        """The compiled anchors for another process of ours: to compile them takes a second, to load them none."""
        return self._mark() + hyperscan.dumpb(self._database)

    def hits(self, data: bytes) -> frozenset[str]:
        """The anchors that stand in the bytes. Raises MemoryError where not all of them were looked at."""
        found: list[int] = []
        self._database.scan(data + _CANARY, match_event_handler=lambda number, *_: found.append(number))
        if len(self._anchors) not in found:
            raise MemoryError("the matcher did not reach the end of the text")
        return frozenset(self._anchors[one] for one in found if one < len(self._anchors))

    def _mark(self) -> bytes:
        return hashlib.sha256("\0".join(self._anchors).encode()).digest()

    def _compiled(self) -> hyperscan.Database:
        sources = [*(anchor.encode() for anchor in self._anchors), _literal(_CANARY)]
        database = hyperscan.Database(mode=_MODE)
        try:
            database.compile(
                expressions=sources, ids=list(range(len(sources))), elements=len(sources), flags=[_FLAGS] * len(sources)
            )
        except hyperscan.error as exc:
            raise BadAnchor(str(exc)) from exc
        return database


def loaded(packed: bytes) -> hyperscan.Database | None:
    """What a matcher packed; None where it is torn, or of another version or machine."""
    try:
        return hyperscan.loadb(packed[_MARK:], _MODE)
    except hyperscan.error:
        return None


def _literal(data: bytes) -> bytes:
    """The pattern that matches exactly these bytes."""
    return b"".join(b"\\x%02x" % byte for byte in data)
