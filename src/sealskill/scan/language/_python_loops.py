"""What a loop of a Python program amounts to: a flood, a bomb, a lock of everything."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from sealskill.scan.act import Verb
from sealskill.scan.language._python_value import NOTHING

if TYPE_CHECKING:
    from sealskill.scan.language._python_flow import Reading

MANY = 1_000
"""Turns from which on a loop without a pause is a flood."""
MAX_NODES = 2_000
"""Nodes of a loop that are looked at: a flood is short."""
_PAUSES = frozenset(
    "sleep wait input recv accept get read readline join select poll acquire result recvfrom next".split()
)
_STARTS = frozenset("fork Thread Process Popen start_new_thread start".split())
_SENDS = frozenset("get post put request urlopen send sendto sendall connect head".split())


def looped(reading: Reading, node: ast.For | ast.AsyncFor | ast.While) -> None:
    """Note a loop that does something without end and without a pause."""
    if not _endless(reading, node):
        return
    seen = _Seen()
    for one in _nodes(node.body):
        seen.look(one)
    if seen.pauses or (seen.leaves and isinstance(node, ast.While)):
        return
    kind = seen.kind(bare=isinstance(node, ast.While))
    if kind:
        reading.act(Verb.REPEAT, node, what=kind)


def _endless(reading: Reading, node: ast.For | ast.AsyncFor | ast.While) -> bool:
    if isinstance(node, ast.While):
        return isinstance(node.test, ast.Constant) and bool(node.test.value)
    turns = node.iter
    if not isinstance(turns, ast.Call):
        return False
    called = reading.value(turns.func).name
    if called in ("itertools.count", "itertools.cycle", "itertools.repeat"):
        return True
    last = reading.value(turns.args[-1]).const if called == "range" and turns.args else NOTHING
    return isinstance(last, int) and last >= MANY


class _Seen:
    """What stands in the body of a loop."""

    def __init__(self) -> None:
        self.pauses = False
        self.leaves = False
        self.calls: set[str] = set()
        self.grows = False

    def look(self, node: ast.AST) -> None:
        if isinstance(node, ast.Break | ast.Return | ast.Raise | ast.Yield | ast.YieldFrom):
            self.leaves = True
        elif isinstance(node, ast.Await):
            self.pauses = self.pauses or not isinstance(node.value, ast.Call) or _called(node.value) not in _SENDS
        elif isinstance(node, ast.Call):
            name = _called(node)
            self.calls.add(name)
            self.grows = self.grows or (name in ("append", "extend") and _large(node))
            blocking = name in _PAUSES and not (name == "get" and node.args and _SENDS & {name})
            self.pauses = self.pauses or blocking

    def kind(self, *, bare: bool) -> str:
        if "fork" in self.calls:
            return "processes"
        if self.calls & _STARTS:
            return "threads"
        if self.calls & _SENDS:
            return "requests"
        if self.grows:
            return "memory"
        return "processor" if bare and not self.calls - {"print", "append", "sqrt", "pow", "sum"} else ""


def _called(node: ast.Call) -> str:
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def _large(node: ast.Call) -> bool:
    return any(isinstance(one, ast.BinOp) and isinstance(one.op, ast.Mult) for one in node.args)


def _nodes(body: list[ast.stmt]) -> list[ast.AST]:
    found: list[ast.AST] = list(body)
    at = 0
    while at < len(found) < MAX_NODES:
        found += [one for one in ast.iter_child_nodes(found[at]) if not isinstance(one, ast.FunctionDef | ast.Lambda)]
        at += 1
    return found
