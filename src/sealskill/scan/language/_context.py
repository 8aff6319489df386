"""What the text around a command makes of it: whether it is a standing order, and what was read just before."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator

import msgspec

from sealskill.scan.act import Act, Data, Doer, Verb
from sealskill.scan.document import Span
from sealskill.scan.facts.triggers import standing
from sealskill.scan.prose import Prose

NEAR = 4
"""Blocks after which `it` means something else."""
NO_DATA: frozenset[Data] = frozenset()
_VAGUE = frozenset((Data.FILES, Data.CHOSEN))
"""Data of which a command does not say what they are."""


class Recent:
    """What the sentences just before spoke of, for those that say `it`."""

    def __init__(self) -> None:
        self.block = -NEAR - 1
        self.data = NO_DATA
        self.flow: tuple[Span, ...] = ()
        self.url = ""
        self.page = False
        """Whether the address is one to be looked at rather than a file."""
        self._read: list[tuple[int, frozenset[Data], tuple[Span, ...]]] = []

    def at(self, block: int) -> None:
        """Forget what stands too far away."""
        if block - self.block > NEAR:
            self.data, self.flow, self.url = NO_DATA, (), ""
        self.block = block

    def keep(self, data: frozenset[Data], flow: tuple[Span, ...]) -> None:
        """Remember what was read."""
        self.data, self.flow = data, flow
        self._read.append((self.block, data, flow))

    def before(self, block: int) -> tuple[frozenset[Data], tuple[Span, ...]]:
        """What was read last in a block or in the few before it: for the command that sends it."""
        at = bisect_right(self._read, block, key=_block_of)
        if at and block - self._read[at - 1][0] <= NEAR:
            return self._read[at - 1][1:]
        return NO_DATA, ()


def _block_of(read: tuple[int, frozenset[Data], tuple[Span, ...]]) -> int:
    return read[0]


def commanded(acts: Iterable[Act], prose: Prose, block: int, heading: str, recent: Recent) -> Iterator[Act]:
    """The acts of a command that stands in a text, with what the text around it says of them."""
    unasked = standing(prose.leads(block), heading)
    read, flow = recent.before(block)
    for act in acts:
        if act.doer is Doer.NOBODY:
            yield act
        elif act.verb is Verb.SEND and act.data <= _VAGUE and read:
            yield msgspec.structs.replace(act, unasked=unasked, data=act.data | read, flow=act.flow or flow)
        else:
            yield msgspec.structs.replace(act, unasked=True) if unasked else act
