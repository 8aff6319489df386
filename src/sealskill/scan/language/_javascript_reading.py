"""What the expressions of a JavaScript program are: worked out where a call asks for them, and no further."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from sealskill.scan.act import Act, Verb
from sealskill.scan.document import Document, Span
from sealskill.scan.language import _javascript_expressions as expressions
from sealskill.scan.language._javascript_value import MAX_SHOWN, NOTHING, Value, but

if TYPE_CHECKING:
    from tree_sitter import Node

    from sealskill.scan.language._javascript_program import Program

MAX_STEPS = 400_000
"""Expressions of one program that are worked out, repeats included: a few seconds."""
MAX_PER_CALL = 5_000
"""Expressions that are worked out for one call: one that is tangled must not use up what others need."""
MAX_MADE = 8 << 20
"""Characters of all texts of one program that are worked out; those after it are only looked at."""
MAX_DEPTH = 60
"""Expressions inside each other: each takes four frames of a stack that has a thousand."""


class Reading:
    """The reading of one program."""

    def __init__(self, document: Document, program: Program) -> None:
        self.document = document
        self.program = program
        self.acts: dict[tuple[object, ...], Act] = {}
        self.known: dict[int, Value] = {}
        """Values by node."""
        self.passing: dict[int, Value] = {}
        """Values by node that were worked out within a circle: good for the call that is looked at."""
        self.asked: dict[int, int] = {}
        """What is being worked out, and how deep: whoever asks for it again goes in a circle."""
        self.circle = MAX_DEPTH + 1
        """The least depth at which a circle began that has not been closed."""
        self.frames: list[dict[tuple[int, int], Value]] = []
        """What was passed to the functions that are being worked out with constants."""
        self.written: dict[str, Value] = {}
        """What was written to which file."""
        self.steps = 0
        self.made = 0
        self.most = MAX_PER_CALL
        """The step after which nothing more is worked out for now."""
        self.depth = 0
        self.unasked = _installs(document.path)
        self.moved = False
        """Whether a name turned out to hold a connection after it was looked at."""

    def value(self, node: Node | None) -> Value:
        """What an expression is."""
        if node is None or self.depth > MAX_DEPTH or self.steps > self.most:
            return NOTHING
        if not self.frames:
            found = self.known.get(node.id) or self.passing.get(node.id)
            if found is not None:
                return found
        if node.id in self.asked:
            self.circle = min(self.circle, self.asked[node.id])
            return NOTHING
        work = expressions.KINDS.get(node.type)
        return NOTHING if work is None else self._worked(node, work)

    def _worked(self, node: Node, work: Callable[[Reading, Node], Value]) -> Value:
        """What an expression is. What was worked out within a circle is kept only where the circle began."""
        self.steps += 1
        self.depth += 1
        self.asked[node.id] = self.depth
        made = self._afforded(work(self, node))
        del self.asked[node.id]
        whole = self.circle >= self.depth
        if whole:
            self.circle = MAX_DEPTH + 1
        if not self.frames:
            (self.known if whole else self.passing)[node.id] = made
        self.depth -= 1
        return made

    def _afforded(self, made: Value) -> Value:
        self.made += len(made.text)
        if self.made <= MAX_MADE or len(made.text) <= MAX_SHOWN:
            return made
        return but(made, text=made.text[:MAX_SHOWN], exact=False)

    def begin(self) -> None:
        """Something new is looked at, with steps of its own."""
        self.passing.clear()
        self.most = min(self.steps + MAX_PER_CALL, MAX_STEPS)

    def span(self, node: Node) -> Span:
        """The place of a node."""
        return Span(self.document, node.start_byte, node.end_byte)

    def quiet(self, node: Node) -> bool:
        """Whether nobody hears of it when a node fails."""
        return any(start <= node.start_byte and node.end_byte <= end for start, end in self.program.quiet)

    def act(self, verb: Verb, node: Node, *, hidden: bool = False, **told: object) -> None:
        """Note an act."""
        self.note(Act(verb=verb, span=self.span(node), hidden=hidden or self.quiet(node), unasked=self.unasked, **told))  # type: ignore[arg-type]

    def note(self, act: Act) -> None:
        """Note an act; the same act with other data is one act with all of it."""
        key = (act.verb, act.span.start, act.span.end, act.url, act.path, act.what)
        old = self.acts.get(key)
        self.acts[key] = act if old is None else _merged(old, act)


def _merged(old: Act, new: Act) -> Act:
    return msgspec.structs.replace(
        old,
        data=old.data | new.data,
        source=old.source or new.source,
        names=tuple(dict.fromkeys((*old.names, *new.names))),
        flow=old.flow or new.flow,
        hidden=old.hidden or new.hidden,
    )


def _installs(path: str) -> bool:
    """Whether a program runs while a package is being installed."""
    name = path.rpartition("/")[2].lower().replace("-", "").replace("_", "")
    return name.startswith(("postinstall.", "preinstall.", "install."))


Work = Callable[[Reading, "Node"], Value]
