"""One call of a program without a grammar: what is called, on what, with what."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from sealskill.scan.act import Verb
from sealskill.scan.document import Span
from sealskill.scan.language._code_value import NOTHING, Value, joined

if TYPE_CHECKING:
    from sealskill.scan.language._code_flow import Reading


class Call(msgspec.Struct):
    """One call."""

    reading: Reading
    path: str
    """Everything that is written before the brackets: `http.DefaultClient.Post`."""
    base: Value
    """What it is called on."""
    args: list[Value]
    span: Span
    held: str = ""
    """The name of what it is called on."""
    first: str = ""
    """The name of what it is given first."""

    @property
    def last(self) -> str:
        """The word that is called."""
        return self.path.rpartition(".")[2].rpartition("::")[2].lstrip("$@%&")

    @property
    def low(self) -> str:
        """The whole of it in small letters, with what it is called on was made by."""
        return f"{self.base.name}.{self.path}".lower()

    @property
    def whole(self) -> Value:
        """All it is given."""
        return joined(self.args)

    @property
    def all(self) -> Value:
        """All it is given, and what it is called on."""
        return joined((*self.args, self.base))

    def arg(self, at: int) -> Value:
        """One of the values it is given."""
        return self.args[at] if at < len(self.args) else NOTHING

    def act(self, verb: Verb, **fields: object) -> None:
        """It does something."""
        self.reading.act(verb, self.span, **fields)


Handler = Callable[[Call], Value | None]
"""What a call does; None where it is not the one that is meant."""
