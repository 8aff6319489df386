"""One call in a Python program, as those who know what it does see it."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from sealskill.scan.language._python_value import NOTHING, Value, joined

if TYPE_CHECKING:
    from sealskill.scan.language._python_flow import Reading


class Call(msgspec.Struct, kw_only=True):
    """A call with everything that is known of it."""

    reading: Reading
    node: ast.Call
    name: str
    """What is called, by the name of its library: `requests.post`."""
    base: Value
    """What a method is called on."""
    method: str = ""
    args: list[Value]
    named: dict[str, Value]

    def arg(self, at: int, *names: str) -> Value:
        """An argument by place or by any of its names."""
        for name in names:
            if name in self.named:
                return self.named[name]
        return self.args[at] if 0 <= at < len(self.args) else NOTHING

    def carried(self) -> Value:
        """Everything that is passed in."""
        return joined([*self.args, *self.named.values()])

    def rest(self, *names: str) -> Value:
        """Everything that is passed under some names."""
        return joined([self.named[name] for name in names if name in self.named])

    def flag(self, name: str) -> bool:
        """Whether an argument is set to something that counts as true."""
        said = self.named.get(name)
        return said is not None and said.const not in (None, 0, False)


Handler = Callable[[Call], Value | None]
"""Notes the acts of a call and gives its result; None where it has nothing to say of the result."""
