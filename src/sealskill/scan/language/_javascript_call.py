"""One call in a JavaScript program, as those who know what it does see it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from sealskill.scan.language._javascript_value import NOTHING, Value, carried, joined

if TYPE_CHECKING:
    from tree_sitter import Node

    from sealskill.scan.language._javascript_reading import Reading


class Call(msgspec.Struct, kw_only=True):
    """A call with everything that is known of it."""

    reading: Reading
    node: Node
    name: str
    """What is called, by the name of its module: `child_process.exec`."""
    base: Value
    """What a method is called on."""
    holder: Node | None = None
    """The expression that it is called on."""
    method: str = ""
    args: list[Value]

    def arg(self, at: int) -> Value:
        """An argument by place."""
        return self.args[at] if 0 <= at < len(self.args) else NOTHING

    def option(self, at: int, *names: str) -> Value:
        """A property of an object that is passed."""
        from sealskill.scan.language import _javascript_expressions as expressions  # expressions are made of calls

        return expressions.option(self.reading, self.arg(at), *names)

    def carried(self, start: int = 0) -> Value:
        """Everything that is passed in, from some argument on."""
        return joined([carried(one) for one in self.args[start:]])

    def flag(self, at: int, name: str) -> bool:
        """Whether an option is set to true."""
        return self.option(at, name).const is True


Handler = Callable[[Call], Value | None]
"""Notes the acts of a call and gives its result; None where it has nothing to say of the result."""
