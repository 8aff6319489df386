"""Flaws of Python programs that anybody can use: queries and paths glued together from arguments, loops without an end.

Only what is flawed for certain: an argument of a function nobody looked at, in the place of a value of a query, or
behind a folder that was meant to be the border; a loop in which nothing can ever leave, wait or fail.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import pairwise

from sealskill.scan.document import Document, Span
from sealskill.scan.language._python_syntax import Lines, tree_of
from sealskill.scan.pattern import pattern

_VERB = r"(?:SELECT\s|INSERT\s+INTO\s|UPDATE\s|DELETE\s+FROM\s)"
_SHAPES = pattern(
    rf"[fF][\"']{{1,3}}\s*{_VERB}[^;]{{0,400}}?\{{|{_VERB}[^\n]{{0,300}}[\"']{{1,3}}\s*(?:\+|%|\.format)|"
    r"os\.path\.join\(\s*[\w\"'/]+\s*,\s*\w+\s*\)|[fF][\"']/[\w/.-]+/\{\w+\}[\"']|"
    r"while\s+(?:True|1)\s*:[ \t]*(?:#[^\n]*)?\n\s*\w+\("
)
"""Without one of these there is no such flaw, and the program need not be parsed."""
_QUERY = pattern(rf"^\s*{_VERB}")
_VALUE_BEFORE = pattern(r"(?:[=<>]|\bLIKE|\bVALUES\s*\(|\bIN\s*\(|\bBETWEEN|\bAND)\s*[\"']?%?$")
_VALUE_MARK = pattern(r"(?:[=<>]|\bLIKE|\bVALUES\s*\()\s*[\"']?%?(?:%s|\{\w*\})")
_CHECKS = pattern(
    r"realpath|abspath|\.resolve\(|commonpath|commonprefix|startswith|basename|secure_filename|relative_to|[\"']\.\.|"
    r"isalnum|isdigit|isidentifier|fullmatch|re\.(?:match|search|sub)|\bint\(|\bquote|escape|slugify|sanit|valid|safe_|"
    r"ALLOWED|allowed|WHITELIST|whitelist|not\s+in\s"
)
_OPENS = frozenset(("open", "read_text", "read_bytes", "io.open", "codecs.open"))
_SCRAPS = ("/tmp", "/var/tmp", "/proc", "/sys", "/dev")  # noqa: S108  what stands there is nobody's document
_TRUSTED = frozenset("int float bool Path Literal Enum UUID datetime date".split())
_IDLE = frozenset("print len range min max sum abs append extend sorted list dict set tuple str int float".split())


class Flaw:
    """What is flawed, and where."""

    def __init__(self, said: str, span: Span) -> None:
        self.said = said
        self.span = span


def flaws(document: Document) -> Iterator[Flaw]:
    """Every flaw of a program; nothing for one that cannot be parsed."""
    if not _SHAPES.search(document.data) or (tree := tree_of(document.data)) is None:
        return
    lines = Lines(document)
    functions = [one for one in ast.walk(tree) if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)]
    borders = _constants(tree.body)
    for function in functions:
        checked = _CHECKS.search(lines.span(function).data)
        if not checked:
            yield from _Function(function, borders, lines).flaws()
    yield from _endless(tree, {one.name: one for one in functions}, lines)


def _constants(body: list[ast.stmt]) -> dict[str, str]:
    """The texts that names are given."""
    return {
        target.id: one.value.value
        for one in body
        if isinstance(one, ast.Assign) and isinstance(one.value, ast.Constant) and isinstance(one.value.value, str)
        for target in one.targets
        if isinstance(target, ast.Name)
    }


class _Function:
    """One function, read once from its first line to its last."""

    def __init__(self, node: ast.FunctionDef | ast.AsyncFunctionDef, borders: dict[str, str], lines: Lines) -> None:
        given = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
        self.node = node
        self.lines = lines
        self.given = {one.arg for one in given if one.arg not in ("self", "cls") and not _trusted(one)}
        self.borders = borders | _constants(node.body)
        self.made: dict[str, str] = {}
        """What is wrong with the value of a name."""

    def flaws(self) -> Iterator[Flaw]:
        """Every use of what was put together here."""
        for node in ast.walk(self.node):
            if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
                self.made[node.targets[0].id] = self._wrong(node.value)
        for node in ast.walk(self.node):
            if isinstance(node, ast.Call) and (said := self._used(node)):
                yield Flaw(said, self.lines.span(node))

    def _used(self, call: ast.Call) -> str:
        name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        if not call.args:
            return ""
        wrong = self._wrong(call.args[0])
        wanted = SQL if name in ("execute", "executemany", "executescript") else _PATH if name in _OPENS else None
        return wrong if wrong and wrong == wanted else ""

    def _wrong(self, node: ast.expr) -> str:
        if isinstance(node, ast.Name):
            return self.made.get(node.id, "")
        if self._is_query(node):
            return SQL
        return _PATH if self._is_path(node) else ""

    def _is_query(self, node: ast.expr) -> bool:
        if isinstance(node, ast.JoinedStr):
            return _starts_query(node.values[:1]) and any(
                self._free(value.value) and _VALUE_BEFORE.search(_text(before))
                for before, value in pairwise(node.values)
                if isinstance(value, ast.FormattedValue)
            )
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod):
            right = node.right.elts if isinstance(node.right, ast.Tuple) else [node.right]
            return (
                _starts_query([node.left])
                and bool(_VALUE_MARK.search(_text(node.left)))
                and any(map(self._free, right))
            )
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            parts = _added(node)
            return _starts_query(parts[:1]) and any(
                self._free(part) and _VALUE_BEFORE.search(_text(before)) for before, part in pairwise(parts)
            )
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "format":
            values = [*node.args, *(one.value for one in node.keywords)]
            said = _text(node.func.value)
            return bool(_QUERY.search(said) and _VALUE_MARK.search(said)) and any(map(self._free, values))
        return False

    def _is_path(self, node: ast.expr) -> bool:
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("os.path.join", "path.join", "join"):
            return len(node.args) > 1 and self._border(node.args[0]) and self._free(node.args[-1])
        if isinstance(node, ast.JoinedStr) and len(node.values) > 1:
            last = node.values[-1]
            return (
                _is_border(_text(node.values[0]).decode())
                and isinstance(last, ast.FormattedValue)
                and self._free(last.value)
            )
        return False

    def _border(self, node: ast.expr) -> bool:
        if isinstance(node, ast.Name):
            return _is_border(self.borders.get(node.id, ""))
        return _is_border(_text(node).decode())

    def _free(self, node: ast.expr) -> bool:
        """Whether a value is an argument as it came in."""
        return isinstance(node, ast.Name) and node.id in self.given and node.id not in self.made


SQL = "a query is put together from what a caller passes in"
_PATH = "a file below a folder is opened by a name that a caller passes in and nobody checks"
_LOOP = "a loop in which nothing can leave, wait or fail"


def _trusted(one: ast.arg) -> bool:
    """Whether the type of an argument leaves no room for harm."""
    return one.annotation is not None and any(
        isinstance(part, ast.Name) and part.id in _TRUSTED for part in ast.walk(one.annotation)
    )


def _is_border(said: str) -> bool:
    return said.startswith("/") and len(said) > 1 and not said.startswith(_SCRAPS)


def _text(node: ast.expr) -> bytes:
    said = node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""
    return said.encode("utf-8", "replace")


def _starts_query(parts: list[ast.expr]) -> bool:
    return bool(parts) and bool(_QUERY.search(_text(parts[0])))


def _added(node: ast.expr) -> list[ast.expr]:
    """The parts of a sum, from left to right."""
    parts: list[ast.expr] = []
    while isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        parts.insert(0, node.right)
        node = node.left
    return [node, *parts]


def _endless(
    tree: ast.Module, functions: dict[str, ast.FunctionDef | ast.AsyncFunctionDef], lines: Lines
) -> Iterator[Flaw]:
    for node in ast.walk(tree):
        if isinstance(node, ast.While) and isinstance(node.test, ast.Constant) and node.test.value:
            calls = _calls(node)
            if calls and all(_idle(one, functions) for one in calls) and not _leaves(node):
                yield Flaw(_LOOP, lines.span(node))


def _calls(node: ast.AST) -> list[ast.Call]:
    return [one for one in ast.walk(node) if isinstance(one, ast.Call)]


def _leaves(node: ast.AST) -> bool:
    ways = ast.Break | ast.Return | ast.Raise | ast.Yield | ast.YieldFrom | ast.Await | ast.Assert | ast.Subscript
    return any(isinstance(one, ways) for one in ast.walk(node))


def _idle(call: ast.Call, functions: dict[str, ast.FunctionDef | ast.AsyncFunctionDef]) -> bool:
    """Whether a call can do nothing but work: a function of the same file that calls only what works as well."""
    name = call.func.id if isinstance(call.func, ast.Name) else ""
    body = functions.get(name)
    if body is None:
        return name in _IDLE
    inner = [one for part in body.body for one in _calls(part)]
    ends = any(isinstance(one, ast.Raise | ast.Yield | ast.Await) for one in ast.walk(body))
    return not ends and all(isinstance(one.func, ast.Name) and one.func.id in _IDLE for one in inner)
