"""One walk over the syntax tree of a JavaScript program: its calls, its functions, and what its names are bound to."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from typing import TYPE_CHECKING

import msgspec

from sealskill.scan.document import Kind
from sealskill.scan.language._javascript_types import TYPED, untyped

if TYPE_CHECKING:
    from tree_sitter import Node, Parser, Tree

MAX_PARSED = 4 << 20
"""Bytes: a longer program is data in the form of one, and its tree would take a hundred times its size."""
MAX_PATTERN = 200
"""Names that one destructuring binds."""
ADDS = frozenset((b"push", b"unshift", b"append", b"set", b"add", b"write", b"concat"))
"""Methods after which an object carries what it was given."""
GLOBAL = -1


class Function(msgspec.Struct, eq=False):
    """A function of the program."""

    start: int
    end: int
    outer: int
    node: Node
    name: bytes = b""
    callback: Node | None = None
    """The call that it is handed to."""
    results: list[Node] = []


class Binding(msgspec.Struct, frozen=True):
    """One way in which a name gets a value."""

    node: Node
    way: str = "value"
    """`value`, `item` (each element), `adds` (it is put into it), `import`, `parameter`, `function`."""
    path: tuple[str, ...] = ()
    """The properties on the way from the node's value to the name's."""
    at: int = -1
    """The function, and for a parameter whose it is."""
    place: int = 0
    """Which parameter."""


class Program:
    """A parsed program."""

    def __init__(self, data: bytes, tree: Tree) -> None:
        self.data = data
        self.tree = tree
        self.calls: list[Node] = []
        self.called: dict[bytes, list[Node]] = defaultdict(list)
        """Calls by the last word of what is called; empty for one that is computed."""
        self.functions: list[Function] = []
        self.names: dict[tuple[int, bytes], list[Binding]] = defaultdict(list)
        """By the function a name is declared in, and the name."""
        self.methods: dict[bytes, list[int]] = defaultdict(list)
        self.fields: dict[bytes, list[Node]] = defaultdict(list)
        """What is put into `this.name`, or is a field of a class."""
        self.settings: list[tuple[Node, Node]] = []
        """`object.property = value`: both sides."""
        self.quiet: list[tuple[int, int]] = []
        """Stretches whose errors nobody hears of."""
        _Walk(self).go()

    def text(self, node: Node) -> bytes:
        """The bytes of a node, as they stand in the document."""
        return self.data[node.start_byte : node.end_byte]

    def scope(self, offset: int, within: int | None = None) -> int:
        """The innermost function around an offset."""
        low, high = 0, len(self.functions)
        while low < high:
            middle = (low + high) // 2
            if self.functions[middle].start <= offset:
                low = middle + 1
            else:
                high = middle
        at = low - 1
        while at >= 0 and self.functions[at].end <= offset:
            at = self.functions[at].outer
        return at

    def bindings(self, name: bytes, offset: int) -> list[Binding]:
        """What a name that stands at an offset is bound to; nothing for one that is not of this program."""
        at = self.scope(offset)
        while True:
            found = self.names.get((at, name))
            if found is not None:
                return found
            if at == GLOBAL:
                return []
            at = self.functions[at].outer


class _Walk:
    """The walk. It goes by cursor: trees are as deep as their authors like."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.open: list[int] = []
        self.assigned: list[tuple[int, bytes, Binding]] = []
        self.deep: dict[int, Node] = {}
        """The last call seen at each depth."""
        self.depth = 0

    def go(self) -> None:
        cursor = self.program.tree.walk()
        down, along, up = cursor.goto_first_child, cursor.goto_next_sibling, cursor.goto_parent
        kinds, depth = _kinds(), 0
        while True:
            node = cursor.node
            handle = kinds.get(node.kind_id) if node is not None else None
            if node is not None and handle is not None:
                self.depth = depth
                handle(self, node)
            if down():
                depth += 1
                continue
            while not along():
                if not up():
                    self._settle()
                    return
                depth -= 1

    def _settle(self) -> None:
        """A name that is set without being declared there belongs to whoever declared it."""
        for scope, name, binding in self.assigned:
            at = scope
            while at != GLOBAL and (at, name) not in self.program.names:
                at = self.program.functions[at].outer
            self.program.names[at, name].append(binding)

    def _scope(self, node: Node) -> int:
        functions, opened, start = self.program.functions, self.open, node.start_byte
        while opened and functions[opened[-1]].end <= start:
            opened.pop()
        return opened[-1] if opened else GLOBAL

    def _bind(self, scope: int, target: Node, binding: Binding) -> None:
        for name, path in targets(self.program.data, target):
            self.program.names[scope, name].append(msgspec.structs.replace(binding, path=(*binding.path, *path)))

    def call(self, node: Node) -> None:
        program = self.program
        program.calls.append(node)
        self.deep[self.depth] = node
        callee = node.child_by_field_name("function") or node.child_by_field_name("constructor")
        if callee is None:
            return
        word = tail(program.data, callee)
        program.called[word].append(node)
        if word in ADDS and callee.type == "member_expression":
            base = callee.child_by_field_name("object")
            passed = node.child_by_field_name("arguments")
            if base is not None and base.type == "identifier" and passed is not None:
                self.assigned.append((self._scope(node), program.text(base), Binding(passed, "adds")))
        elif word in (b"catch", b"on", b"once"):
            self._caught(node, callee)

    def _caught(self, node: Node, callee: Node) -> None:
        passed = node.child_by_field_name("arguments")
        if passed is None or not passed.named_child_count:
            return
        body = passed.named_children[-1].child_by_field_name("body")
        if body is None or body.type != "statement_block" or _says_something(body):
            return
        first = self.program.text(passed.named_children[0])
        if first.strip(b"\"'`") == b"error" or tail(self.program.data, callee) == b"catch":
            self.program.quiet.append((callee.start_byte, callee.end_byte))

    def attempt(self, node: Node) -> None:
        handler, body = node.child_by_field_name("handler"), node.child_by_field_name("body")
        caught = handler.child_by_field_name("body") if handler is not None else None
        if body is not None and caught is not None and not _says_something(caught):
            self.program.quiet.append((body.start_byte, body.end_byte))

    def function(self, node: Node) -> None:
        program, outer = self.program, self._scope(node)
        at = len(program.functions)
        made = Function(node.start_byte, node.end_byte, outer, node, results=[])
        program.functions.append(made)
        self.open.append(at)
        name = node.child_by_field_name("name")
        if name is not None:
            made.name = program.text(name)
            if node.type == "method_definition":
                program.methods[made.name].append(at)
            else:
                program.names[outer, made.name].append(Binding(node, "function", at=at))
        around = self.deep.get(self.depth - 2)
        if around is not None and around.end_byte >= node.end_byte and around.start_byte <= node.start_byte:
            made.callback = around
        for place, one in enumerate(_parameters(node)):
            self._bind(at, one, Binding(one, "parameter", at=at, place=place))
        body = node.child_by_field_name("body")
        if body is not None and body.type != "statement_block":
            made.results.append(body)

    def result(self, node: Node) -> None:
        at = self._scope(node)
        if at != GLOBAL and node.named_child_count:
            self.program.functions[at].results.append(node.named_children[0])

    def declare(self, node: Node) -> None:
        target, value = node.child_by_field_name("name"), node.child_by_field_name("value")
        if target is None:
            return
        scope = self._scope(node)
        if value is not None:
            self._bind(scope, target, Binding(value))
        elif target.type == "identifier":
            self.program.names[scope, self.program.text(target)]  # declared here, set elsewhere

    def assign(self, node: Node) -> None:
        target, value = node.child_by_field_name("left"), node.child_by_field_name("right")
        if target is None or value is None:
            return
        way = "adds" if node.type == "augmented_assignment_expression" else "value"
        if target.type in ("member_expression", "subscript_expression"):
            self._set(target, value)
            return
        scope = self._scope(node)
        for name, path in targets(self.program.data, target):
            self.assigned.append((scope, name, Binding(value, way, path)))

    def _set(self, target: Node, value: Node) -> None:
        base, last = target.child_by_field_name("object"), target.child_by_field_name("property")
        if base is None:
            return
        self.program.settings.append((target, value))
        key = self.program.text(last) if last is not None else b""
        if base.type == "this":
            self.program.fields[key].append(value)
        elif base.type == "identifier":
            path = (key.decode("utf-8", "replace"),) if key else ()
            self.assigned.append((self._scope(target), self.program.text(base), Binding(value, "adds", path)))

    def field(self, node: Node) -> None:
        key, value = node.child_by_field_name("property"), node.child_by_field_name("value")
        if key is not None and value is not None:
            self.program.fields[self.program.text(key)].append(value)

    def loop(self, node: Node) -> None:
        target, value = node.child_by_field_name("left"), node.child_by_field_name("right")
        if target is not None and value is not None:
            self._bind(self._scope(node), target, Binding(value, "item"))

    def imported(self, node: Node) -> None:
        source = node.child_by_field_name("source")
        clause = next((one for one in node.named_children if one.type == "import_clause"), None)
        if source is None or clause is None:
            return
        for one in clause.named_children:
            if one.type == "identifier":
                self._import(one, source, "default")
            elif one.type == "namespace_import":
                self._import(one.named_children[-1], source, "")
            elif one.type == "named_imports":
                for each in one.named_children:
                    name, alias = each.child_by_field_name("name"), each.child_by_field_name("alias")
                    if name is not None:
                        self._import(alias or name, source, self.program.text(name).decode("utf-8", "replace"))

    def _import(self, target: Node, source: Node, member: str) -> None:
        path = (member,) if member else ()
        self.program.names[GLOBAL, self.program.text(target)].append(Binding(source, "import", path))


def _says_something(body: Node) -> bool:
    """Whether a block does more than nothing."""
    return any(one.type not in ("comment", "empty_statement") for one in body.named_children)


def _parameters(node: Node) -> list[Node]:
    single = node.child_by_field_name("parameter")
    several = node.child_by_field_name("parameters")
    if single is not None:
        return [single]
    return [one for one in several.named_children if one.type != "comment"] if several is not None else []


def tail(data: bytes, callee: Node) -> bytes:
    """The last word of what is called; empty where it has to be worked out."""
    kind = callee.type
    if kind == "identifier":
        return data[callee.start_byte : callee.end_byte]
    if kind == "member_expression":
        last = callee.child_by_field_name("property")
        return data[last.start_byte : last.end_byte] if last is not None else b""
    return b"import" if kind == "import" else b""


def targets(data: bytes, pattern: Node) -> Iterator[tuple[bytes, tuple[str, ...]]]:
    """Every name that a pattern binds, and the properties on the way to it."""
    left: list[tuple[Node, tuple[str, ...]]] = [(pattern, ())]
    for _ in range(MAX_PATTERN):
        if not left:
            return
        node, path = left.pop()
        kind = node.type
        if kind in ("identifier", "shorthand_property_identifier_pattern"):
            name = data[node.start_byte : node.end_byte]
            yield name, (*path, name.decode("utf-8", "replace")) if kind[0] == "s" else path
        elif kind in ("object_pattern", "array_pattern"):
            for place, one in enumerate(reversed(node.named_children)):
                inner = (*path, str(node.named_child_count - 1 - place)) if kind[0] == "a" else path
                left.append((one, inner))
        elif kind == "pair_pattern":
            key, value = node.child_by_field_name("key"), node.child_by_field_name("value")
            if key is not None and value is not None:
                said = data[key.start_byte : key.end_byte].strip(b"[]\"'`").decode("utf-8", "replace")
                left.append((value, (*path, said)))
        elif kind in ("object_assignment_pattern", "assignment_pattern"):
            inner_node = node.child_by_field_name("left")
            if inner_node is not None:
                left.append((inner_node, path))
        elif kind in ("lexical_declaration", "variable_declaration", "rest_pattern", "variable_declarator"):
            left.extend((one, path) for one in node.named_children)


_Handler = Callable[[_Walk, "Node"], None]
_BY_KIND: dict[_Handler, tuple[str, ...]] = {
    _Walk.call: ("call_expression", "new_expression"),
    _Walk.function: (
        "function_declaration", "function_expression", "arrow_function", "method_definition",
        "generator_function", "generator_function_declaration",
    ),
    _Walk.result: ("return_statement",),
    _Walk.declare: ("variable_declarator",),
    _Walk.assign: ("assignment_expression", "augmented_assignment_expression"),
    _Walk.field: ("field_definition",),
    _Walk.loop: ("for_in_statement",),
    _Walk.imported: ("import_statement",),
    _Walk.attempt: ("try_statement",),
}  # fmt: skip


@cache
def parser() -> Parser:
    """The parser; loading a grammar is late because most packages hold no JavaScript."""
    import tree_sitter
    import tree_sitter_javascript

    return tree_sitter.Parser(tree_sitter.Language(tree_sitter_javascript.language()))


@cache
def _kinds() -> dict[int, _Handler]:
    language = parser().language
    assert language is not None  # noqa: S101  it was just set
    return {language.id_for_node_kind(kind, True): one for one, kinds in _BY_KIND.items() for kind in kinds}  # type: ignore[misc]


@lru_cache(2)
def _parsed(data: bytes, *, typed: bool) -> Program:
    return Program(data, parser().parse(untyped(data, Kind.TYPESCRIPT if typed else Kind.JAVASCRIPT)))


def program_of(data: bytes, kind: Kind) -> Program | None:
    """The program, or None where it is too long to be one. The last two are kept: decoder and reader want the same."""
    return _parsed(data, typed=kind in TYPED) if len(data) <= MAX_PARSED else None
