"""One walk through a program in a language without a grammar: what its names hold, and what its calls do with it.

Coarse on purpose: a name holds whatever was put into it, a function gives whatever it returns anywhere, and what a
closure is given is what it was called for. Who reads a secret here and sends something else there stays apart.
"""

from __future__ import annotations

import msgspec

from sealskill.scan.act import Act, Data, Verb
from sealskill.scan.document import Document, Span
from sealskill.scan.language import _code_chain as chains
from sealskill.scan.language import _code_network as network
from sealskill.scan.language import _code_running as running
from sealskill.scan.language import _code_shapes as shapes
from sealskill.scan.language import _code_texts as texts
from sealskill.scan.language._code_lexer import Group, Node, Token, group_at, statements, style_of, tree, word_at
from sealskill.scan.language._code_value import NOTHING, Value, but, glued, joined

MAX_DEPTH = 60
"""Expressions and blocks inside each other that are followed."""
PASSES = 3
"""Times that a program is gone through: what a function gives is known in the pass after it was read."""
MAX_STEPS = 400_000
"""Words looked at in one program, all passes together."""
MAX_PARTS = 64
"""Values side by side that are told apart."""
_FILLERS = frozenset("quoted form of text returned result posix path the".split())
_MARKS = frozenset(("mark", "line", "number"))
_LOOPS = frozenset(("for", "foreach"))
_ADDS = frozenset(("+=", ".=", "<<", "||="))
_GLUES = frozenset(("+=", ".="))
_BETWEEN = frozenset((":", "in", "as", "range", "pairs", "ipairs", "each", "of"))
_SELF = frozenset(("self", "this", "me", "Me"))


class Function(msgspec.Struct):
    """A function of the program."""

    number: int
    params: list[str]
    given: Value = NOTHING
    """What it gives."""


class Reading:
    """The walk through one program."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.style = style_of(document)
        self.names: dict[tuple[int, str], Value] = {}
        self.functions: dict[str, Function] = {}
        self.acts: dict[tuple[object, ...], Act] = {}
        self.asked: dict[int, Value] = {}
        """What the texts of a function lead to, where it walks through folders and asks for names."""
        self.scope = 0
        self.outer: list[tuple[int, int, Function]] = []
        """Functions that end with a line of their own, each with the column it began at."""
        self.function: Function | None = None
        self.given = NOTHING
        """What a closure is called with."""
        self.at: Span | None = None
        self.hidden = False
        self.depth = 0
        self.steps = 0

    def read(self) -> tuple[Act, ...]:
        """Every act of the program."""
        nodes = tree(self.document.data, self.style)
        for done in range(PASSES):
            if done == PASSES - 1 and not self.functions:
                break
            self.scope, self.function = 0, None
            self.outer.clear()
            self.block(nodes)
        running.handed_over(self)
        return tuple(sorted(self.acts.values(), key=lambda act: (act.span.start, act.span.end)))

    def span(self, start: int, end: int) -> Span:
        """A run of the program, or the one place where all of this is said to stand."""
        return self.at or Span(self.document, start, end)

    def act(self, verb: Verb, span: Span, **fields: object) -> None:
        """Note an act; the same act of a later pass, which knows more, takes its place."""
        self.note(Act(verb=verb, span=span, hidden=bool(fields.pop("hidden", False)) or self.hidden, **fields))  # type: ignore[arg-type]

    def note(self, act: Act) -> None:
        """Note an act made by somebody else."""
        self.acts[(act.verb, act.span.start, act.source, act.what if act.verb is Verb.RUN else "", act.path)] = act

    def block(self, nodes: list[Node]) -> Value:
        """Follow the statements of a block; what it gives is what its parts hold, if it is a list or table."""
        if self.depth > MAX_DEPTH:
            return NOTHING
        self.depth += 1
        found = [self.statement(one) for one in statements(nodes, self.style)]
        self.depth -= 1
        return joined(found[:MAX_PARTS])

    def statement(self, nodes: list[Node]) -> Value:
        """Follow one statement."""
        self.steps += len(nodes)
        if self.steps > MAX_STEPS:
            return NOTHING
        first = nodes[0]
        if self.outer and isinstance(first, Token):
            self._ended(first)
        if self._defined(nodes):
            return NOTHING
        if isinstance(first, Token) and first.said in _LOOPS:
            return self._loop(nodes)
        if isinstance(first, Token) and first.said == "try" and shapes.swallowed(nodes):
            return self._silent(nodes)
        at = shapes.assignment(nodes)
        if at > 0:
            return self._assigned(nodes, at)
        value = self._line(nodes)
        if self.function is not None and (self.style.quiet or (isinstance(first, Token) and first.said == "return")):
            self.function.given = joined((self.function.given, value))
        return value

    def _silent(self, nodes: list[Node]) -> Value:
        kept, self.hidden = self.hidden, True
        value = self.whole(nodes)
        self.hidden = kept
        return value

    def _ended(self, first: Token) -> None:
        """A function without brackets ends at `end` in the column it began at."""
        column = first.start - first.begins
        if first.said.lower() == "end" and column == self.outer[-1][1]:
            self.scope, _, _ = self.outer.pop()
            self.function = self.outer[-1][2] if self.outer else None

    def _defined(self, nodes: list[Node]) -> bool:
        """Whether a statement is a function; its body is read in a scope of its own."""
        at = shapes.definition(nodes, self.style.name)
        if at < 0:
            return False
        name, params = shapes.signature(nodes, at, typed_after=self.style.name == "go")
        function = self.functions.setdefault(name, Function(len(self.functions) + 1, params))
        body = next((one for one in nodes[at:] if isinstance(one, Group) and one.mark == "{"), None)
        if body is None:
            first = nodes[0]
            column = first.start - first.begins if isinstance(first, Token) else 0
            self.outer.append((self.scope, column, function))
            self.scope, self.function = function.number, function
            return True
        kept = self.scope, self.function
        self.scope, self.function = function.number, function
        self.block(body.nodes)
        self.scope, self.function = kept
        return True

    def _loop(self, nodes: list[Node]) -> Value:
        """`for x in xs`: each name before the word between holds what stands after it."""
        inner = group_at(nodes, 1)
        head = inner.nodes if inner is not None else nodes[1:]
        at = next((i for i in range(len(head)) if word_at(head, i) in _BETWEEN), -1)
        if at > 0:
            stop = next((i for i in range(at + 1, len(head)) if group_at(head, i, "{")), len(head))
            value = self.whole(head[at + 1 : stop])
            if word_at(head, at) == "as":  # `foreach ($all as $one)`
                value = self.whole(head[:at])
                self.bind_all(head[at + 1 :], value)
            else:
                self.bind_all(head[:at], value)
        return self.whole(nodes[1:])

    def bind_all(self, nodes: list[Node], value: Value) -> None:
        """Let every word hold a value."""
        for node in nodes:
            if isinstance(node, Group):
                self.bind_all(node.nodes, value)
            elif node.kind == "word" and node.said not in shapes.CONTROL:
                self.bind(shapes.bare(node.said), value, add=False)

    def bind(self, name: str, value: Value, *, add: bool) -> None:
        """Let a name hold a value, or carry it as well."""
        scope = self.scope if (self.scope, name) in self.names or not self._outside(name) else 0
        old = self.names.get((scope, name), NOTHING)
        self.names[(scope, name)] = joined((value, but(old, text=""))) if add and old.carries else value

    def _outside(self, name: str) -> bool:
        return (0, name) in self.names

    def find(self, name: str) -> Value | None:
        """What a name holds here."""
        return self.names.get((self.scope, name)) or self.names.get((0, name))

    def _assigned(self, nodes: list[Node], at: int) -> Value:
        """`x = …`: a thing of which a part is set carries what the part carries."""
        value, mark = self._line(nodes[at + 1 :]), word_at(nodes, at)
        span = self.span(nodes[0].start, nodes[-1].end)
        for name, part in shapes.targets(nodes[:at], self.style.name):
            if part and name in _SELF:
                old = self.names.get((0, part), NOTHING)
                self.names[(0, part)] = joined((value, but(old, text=""))) if self.depth > 1 else value
            elif part:
                self.bind(name, network.part_set(self, self.find(name) or NOTHING, part, value, span), add=True)
            else:
                self._put(name, value, mark)
        return value

    def _put(self, name: str, value: Value, mark: str) -> None:
        """Let a name hold a value; inside a block it may still hold what it held before."""
        old = self.find(name) or NOTHING
        if mark in _GLUES and old.text:
            value = glued(old, value)
        self.bind(name, value, add=mark in _ADDS or self.depth > 2)

    def _line(self, nodes: list[Node]) -> Value:
        """What a statement gives; where calls need no brackets, what stands between commas may be of one call."""
        return self.expression(nodes) if self.style.bare else self.whole(nodes)

    def whole(self, nodes: list[Node]) -> Value:
        """What a run of words carries, all of it together."""
        found = self.parts(nodes)
        return but(joined(found), parts=tuple(found)) if len(found) > 1 else joined(found)

    def parts(self, nodes: list[Node]) -> list[Value]:
        """The values between commas."""
        found: list[Value] = []
        begin = 0
        for at, node in enumerate(nodes):
            if isinstance(node, Token) and node.said in (",", ";"):
                found.append(self.expression(nodes[begin:at]))
                begin = at + 1
        if begin < len(nodes):
            found.append(self.expression(nodes[begin:]))
        return (
            found[:MAX_PARTS] if len(found) <= MAX_PARTS else [*found[: MAX_PARTS - 1], joined(found[MAX_PARTS - 1 :])]
        )

    def expression(self, nodes: list[Node]) -> Value:
        """What one expression gives."""
        if self.depth > MAX_DEPTH:
            return NOTHING
        self.depth += 1
        found = self._pieces(nodes)
        self.depth -= 1
        return found

    def _pieces(self, nodes: list[Node]) -> Value:
        pieces: list[Value] = []
        at, glue = 0, False
        asks = not any(isinstance(one, Group) and one.mark == "{" and shapes.turns_back(one) for one in nodes)
        while at < len(nodes):
            node = nodes[at]
            if isinstance(node, Token) and (node.kind in _MARKS or self._filler(node)):
                glue = self._marked(nodes, at, pieces, glued=glue)
                at += 1
                continue
            value, at = chains.read(self, nodes, at)
            if asks:
                self._ask(value, node)
            if glue and pieces:
                pieces[-1] = glued(pieces[-1], value)
            elif value is not NOTHING:
                pieces.append(value)
            glue = False
        return joined(pieces[:MAX_PARTS])

    def _filler(self, node: Token) -> bool:
        return node.said in _FILLERS and self.style.name == "applescript"

    def _marked(self, nodes: list[Node], at: int, pieces: list[Value], *, glued: bool) -> bool:
        """Pass over a mark or number; whether it puts what follows behind what stands before."""
        said, kind = word_at(nodes, at), getattr(nodes[at], "kind", "")
        if said in ("->", "=>") and at:
            self.bind_all(nodes[at - 1 : at], self.given)
        if kind == "number":
            pieces.append(Value(text=said))
            return False
        return said in self.style.glue or (glued and kind in ("line", "word"))

    def _ask(self, value: Value, node: Node) -> None:
        """Remember the names that a function asks for: it may read whatever is called so."""
        if isinstance(node, Token) and node.kind == "text" and (value.leads or texts.names_secret(value.text)):
            told = but(
                value,
                data=value.leads or frozenset((Data.CREDENTIALS,)),
                leads=frozenset(),
                text="",
                flow=(self.span(node.start, node.end),),
            )
            self.asked[self.scope] = joined((self.asked.get(self.scope, NOTHING), told))

    def closure(self, group: Group, given: Value) -> Value:
        """Follow a block that is called with something."""
        kept, self.given = self.given, given
        nodes = group.nodes
        if nodes and isinstance(nodes[0], Token) and nodes[0].said == "|":
            end = next((i for i, one in enumerate(nodes[1:], 1) if isinstance(one, Token) and one.said == "|"), 0)
            self.bind_all(nodes[1:end], given)
            nodes = nodes[end + 1 :]
        for name in ("it", "_", "$0"):
            self.names[(self.scope, name)] = given
        value = self.block(nodes)
        self.given = kept
        return value
