"""One chain of names, parts and calls: `a.b(c).d[e]`, read from its first word to its last."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealskill.scan.act import Data
from sealskill.scan.document import Span
from sealskill.scan.language import _code_calls as calls
from sealskill.scan.language import _code_machine as machine
from sealskill.scan.language import _code_running as running
from sealskill.scan.language import _code_shapes as shapes
from sealskill.scan.language import _code_texts as texts
from sealskill.scan.language._code_call import Call
from sealskill.scan.language._code_lexer import Group, Node, Token, group_at, word_at
from sealskill.scan.language._code_value import NOTHING, Value, but, joined

if TYPE_CHECKING:
    from sealskill.scan.language._code_flow import Reading

_CLOSURES = frozenset("func function fn sub lambda fun proc".split())
_EMPTY = frozenset((
    "my our local let var val const mut static final auto async await new try return if elsif unless while case when "
    "do end then begin else in is not and or public private int string bool void defer go throw throws guard as import "
    "use using require require_relative package func use_ssl"
).split())  # fmt: skip
_STOPS = frozenset("do if unless and or || && rescue then |>".split())
"""What ends a call without brackets."""
_STARTS = frozenset(("~", ":", "<", "*", "\\"))
"""Marks with which the first thing that such a call is given may begin."""
MAX_PATH = 120
"""Characters of a chain of names that are kept: its last words tell what is called."""
_GIVEN = 8
"""Values before a closure that it may be called with."""


def read(reading: Reading, nodes: list[Node], at: int) -> tuple[Value, int]:
    """What a chain gives, and where it ends."""
    node = nodes[at]
    if isinstance(node, Group):
        return Chain(reading, nodes, at + 1, node.start, value=_group(reading, node)).read()
    if node.kind == "text":
        return Chain(reading, nodes, at + 1, node.start, value=texts.value(reading, node)).read()
    if node.kind == "command":
        span = reading.span(node.start, node.end)
        return running.command_text(reading, texts.value(reading, node), span), at + 1
    if node.said in _CLOSURES and (group := group_at(nodes, at + 1)) is not None:
        for name in shapes.params(group, typed_after=reading.style.name == "go"):
            reading.bind(name, reading.given, add=False)
        return NOTHING, at + 2
    return _named(reading, nodes, at, node)


def _group(reading: Reading, group: Group) -> Value:
    if group.mark == "{":
        return reading.closure(group, reading.given)
    return reading.whole(group.nodes)


def _named(reading: Reading, nodes: list[Node], at: int, node: Token) -> tuple[Value, int]:
    name = node.said.lstrip("$@%&")
    if node.said in _EMPTY:
        return NOTHING, at + 1
    known = reading.find(name)
    called = group_at(nodes, at + 1, "(") is not None
    if known is not None and not called:
        return Chain(reading, nodes, at + 1, node.start, value=known, path=name, held=name).read()
    return Chain(reading, nodes, at + 1, node.start, path=node.said, pending=True).read()


class Chain:
    """Where the reading of a chain is: what it gives so far, and what it is called."""

    def __init__(
        self, reading: Reading, nodes: list[Node], at: int, start: int, *, value: Value = NOTHING, path: str = "",
        held: str = "", pending: bool = False,
    ) -> None:  # fmt: skip
        self.reading = reading
        self.nodes = nodes
        self.at = at
        self.start = start
        self.value = value
        self.path = path
        self.held = held
        """The name of a thing of the program that it begins with."""
        self.pending = pending
        """It begins with a name that holds nothing: it may be called, or be one of the machine's own."""
        self.done = False

    def read(self) -> tuple[Value, int]:
        """Everything up to its end."""
        while self.at < len(self.nodes) and not self.done and self._step():
            pass
        if self.pending and not self.done and not self._bare():
            self.value = self._thing() or self._given()
        if self.reading.style.bare and word_at(self.nodes, self.at) == "do":
            self._do(self.at)
        return self.value, self.at

    def _given(self) -> Value:
        """What a function without arguments gives, where it is named and that calls it."""
        function = self.reading.functions.get(self.path) if self.reading.style.bare else None
        return function.given if function is not None and self.value is NOTHING else self.value

    def _step(self) -> bool:
        """Take the next part, call or index; whether there was one."""
        node = self.nodes[self.at]
        if isinstance(node, Token):
            return self._dotted(node)
        if node.mark == "(":
            self._called(node)
        elif node.mark == "[" or self._keyed(node):
            self._indexed(node)
        elif self.reading.style.name != "go" and not self.pending:
            self.value = joined((self.value, self.reading.closure(node, self.value)))
            self.at += 1
        else:
            return False
        return True

    def _keyed(self, group: Group) -> bool:
        """Whether `{…}` is an index: `$ENV{HOME}`."""
        return self.reading.style.name == "perl" and group.start <= self.nodes[self.at - 1].end + len("->")

    def _dotted(self, node: Token) -> bool:
        after = self.nodes[self.at + 1] if self.at + 1 < len(self.nodes) else None
        if node.said == "!" and isinstance(after, Group):
            self.at += 1
            return True
        if node.said not in self.reading.style.dots or not isinstance(after, Token) or after.kind != "word":
            return False
        if self.pending:
            self.value, self.pending = self._thing() or self._given(), False
        self.path, self.at = (f"{self.path[-MAX_PATH:]}.{after.said}" if self.path else after.said), self.at + 2
        if group_at(self.nodes, self.at, "(") is None and not self._bare():
            self.value = self._part(after)
        return True

    def _span(self, end: int) -> Span:
        return self.reading.span(self.start, end)

    def _thing(self) -> Value | None:
        return machine.thing(self.reading, self.path, self._span(self.nodes[self.at - 1].end))

    def _part(self, word: Token) -> Value:
        """A part of a thing that is not called."""
        own = self.held in ("self", "this") or self.path.startswith(("self.", "this."))
        whole = self.reading.names.get((0, word.said)) if own else None
        told = machine.thing(self.reading, self.path, self.reading.span(word.start, word.end))
        return whole or told or self.value

    def _indexed(self, group: Group) -> None:
        """`a[b]`: one variable of the environment, or one of many things."""
        inner = joined(self.reading.parts(group.nodes))
        if group.mark == "{" and inner is NOTHING:
            inner = Value(text=word_at(group.nodes, 0))
        one = None
        if self.pending or Data.ENVIRONMENT in self.value.data:
            one = machine.variable_of(self.reading, self.path, inner, self._span(group.end))
        if one is not None:
            self.value = one
        elif inner.carries:
            self.value = joined((self.value, but(inner, text="", leads=frozenset())))
        self.at, self.pending = self.at + 1, False

    def _called(self, group: Group) -> None:
        """`name(…)` and the block behind it, if one stands there."""
        kept, self.reading.given = self.reading.given, machine.walked(self.path, self.value)
        args = self._args(group)
        self.reading.given = kept
        self.value = calls.perform(self._call(args, group.end, _first_name(group)))
        self.at += 1
        block = group_at(self.nodes, self.at, "{")
        if block is not None and self.path:
            self.value = joined((self.value, self.reading.closure(block, self.value)))
            self.at += 1
        self.path, self.pending = "", False

    def _call(self, args: list[Value], end: int, first: str) -> Call:
        return Call(self.reading, self.path, self.value, args, self._span(end), self.held, first)

    def _args(self, group: Group) -> list[Value]:
        """The values that a call is given; a closure among them is called with those before it."""
        reading, found, begin = self.reading, [], 0
        outer = reading.given
        for place, node in enumerate([*group.nodes, Token("mark", group.end, group.end, ",")]):
            if isinstance(node, Token) and node.said in (",", ";"):
                if place > begin:
                    found.append(reading.expression(group.nodes[begin:place]))
                    reading.given = joined((outer, *found)) if len(found) < _GIVEN else reading.given
                begin = place + 1
        reading.given = outer
        return found

    def _bare(self) -> bool:
        """`system "…"`: a call without brackets takes the rest of the statement."""
        last = self.path.rpartition(".")[2].lstrip("$@%&").lower()
        if not self.reading.style.bare or last not in calls.TABLE:
            return False
        rest = self._rest()
        first = self.nodes[self.at] if rest > self.at else None
        if first is None and not (self.value.carries or "." in self.path):
            return False
        if isinstance(first, Token) and first.kind == "mark" and first.said not in _STARTS:
            return False
        args = self.reading.parts(self.nodes[self.at : rest])
        named = first.said.lstrip("$@") if isinstance(first, Token) else ""
        self.value = calls.perform(self._call(args, self.nodes[rest - 1].end, named))
        self.at, self.done = rest, True
        return True

    def _rest(self) -> int:
        """Where the statement ends, or a block begins."""
        for place in range(self.at, len(self.nodes)):
            if word_at(self.nodes, place) in _STOPS or group_at(self.nodes, place, "{") is not None:
                return place
        return len(self.nodes)

    def _do(self, at: int) -> None:
        """`do |x|`: the names between the bars hold what the call gives."""
        self.at = at + 1
        if word_at(self.nodes, self.at) == "|":
            end = next((i for i in range(self.at + 1, len(self.nodes)) if word_at(self.nodes, i) == "|"), self.at)
            self.reading.bind_all(self.nodes[self.at + 1 : end], self.value)
            self.at = end + 1


def _first_name(group: Group) -> str:
    """The name of the thing that a call is given first: some calls change it."""
    words = (one.said for one in group.nodes if isinstance(one, Token) and one.kind == "word")
    return next((one for one in words if one not in _EMPTY), "").lstrip("$@%&")
