"""Expressions over constants: a tree is climbed with a budget, and the operations come from one short table."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator
from typing import Any, cast

from sealskill.scan.language import _python_fold as operations
from sealskill.scan.language._python_fold import UNKNOWN, Unknown

MAX_STEPS = 400_000
"""Expressions worked out for one tree, turns of comprehensions included."""
MAX_MADE = 32 << 20
"""Characters, bytes and elements of all constants of one tree together."""
MAX_DEPTH = 60
"""Expressions inside each other; a sum is one, however long."""
Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


class Folder:
    """Works out what expressions give if everything in them is constant."""

    def __init__(self, find: Callable[[str], object], qualified: Callable[[ast.expr], str] | None = None) -> None:
        self.find = find
        self.qualified = qualified or _dotted
        self.steps = 0
        self.depth = 0
        self.made = 0
        self.failed: set[int] = set()
        """Expressions that gave nothing and are not asked again."""
        self.bound: list[dict[str, object]] = []

    def fold(self, node: ast.AST | None) -> object:
        """The constant an expression gives; UNKNOWN where it is none, or costs too much."""
        self.steps += 1
        if node is None or self.depth > MAX_DEPTH or self.spent or (id(node) in self.failed and not self.again):
            return UNKNOWN
        act = _NODES.get(type(node))
        if act is None:
            return UNKNOWN
        self.depth += 1
        found = act(self, node)
        self.depth -= 1
        if isinstance(found, Unknown):
            self.failed.update(() if self.again else (id(node),))
            return UNKNOWN
        self.made += operations.size(found)
        return found if self.made <= MAX_MADE else UNKNOWN

    @property
    def again(self) -> bool:
        """Whether the expression at hand may be asked again with other names around it."""
        return True

    @property
    def spent(self) -> bool:
        """Whether so much was worked out that nothing more is."""
        return self.steps > MAX_STEPS or self.made > MAX_MADE

    def named(self, name: str) -> object:
        """What a name holds."""
        for scope in reversed(self.bound):
            if name in scope:
                return scope[name]
        return self.find(name)

    def function(self, node: ast.expr) -> Function | None:
        """The function of the program that an expression names."""
        return node if isinstance(node, ast.Lambda) else None

    def apply(self, node: Function, args: list[object], named: dict[str, object]) -> object:
        """What a function of the program gives for constants."""
        names = [one.arg for one in node.args.args]
        if len(names) != len(args) or named or not isinstance(node, ast.Lambda):
            return UNKNOWN
        self.bound.append(dict(zip(names, args, strict=True)))
        made = self.fold(node.body)
        self.bound.pop()
        return made

    def loop(self, generators: list[ast.comprehension], make: Callable[[], object], at: int = 0) -> Iterator[object]:
        """The result of `make` for every turn of a comprehension."""
        one = generators[at]
        several = iterable(self.fold(one.iter))
        if several is None:
            yield UNKNOWN
            return
        for element in several:
            self.steps += 1
            if self.steps > MAX_STEPS or not bind(self.bound[-1], one.target, element):
                yield UNKNOWN
                return
            tests = [self.fold(test) for test in one.ifs]
            if any(isinstance(test, Unknown) for test in tests):
                yield UNKNOWN
                return
            if all(tests):
                yield from self.loop(generators, make, at + 1) if at + 1 < len(generators) else iter((make(),))


def iterable(value: object) -> Iterable[object] | None:
    """What a loop over a constant goes through."""
    if isinstance(value, str | bytes | bytearray | list | tuple | range | dict):
        return cast("Iterable[object]", value)
    return None


def bind(scope: dict[str, object], target: ast.expr, value: object) -> bool:
    """Let names hold a constant; whether it fits."""
    if isinstance(target, ast.Name):
        scope[target.id] = value
        return True
    if isinstance(target, ast.Tuple | ast.List) and isinstance(value, list | tuple | str):
        if len(target.elts) != len(value):
            return False
        return all(bind(scope, one, part) for one, part in zip(target.elts, value, strict=True))
    return False


def _dotted(node: ast.expr) -> str:
    names = []
    while isinstance(node, ast.Attribute):
        names.append(node.attr)
        node = node.value
    return ".".join([node.id, *reversed(names)]) if isinstance(node, ast.Name) else ""


def _all(folder: Folder, nodes: Iterable[ast.expr]) -> list[object] | None:
    made = []
    for node in nodes:
        value = folder.fold(node)
        if isinstance(value, Unknown):
            return None
        made.append(value)
    return made


def _constant(_: Folder, node: ast.Constant) -> object:
    return node.value if isinstance(node.value, str | bytes | int | float) else UNKNOWN


def _name(folder: Folder, node: ast.Name) -> object:
    return folder.named(node.id)


def _binary(folder: Folder, node: ast.BinOp) -> object:
    # A sum of a thousand texts is a ladder a thousand steps deep: climb down it without recursion.
    rights: list[tuple[ast.operator, ast.expr]] = []
    left: ast.expr = node
    while isinstance(left, ast.BinOp):
        rights.append((left.op, left.right))
        left = left.left
    value = folder.fold(left)
    pieces: list[str] = []
    while rights and not isinstance(value, Unknown):
        operation, right = rights.pop()
        other = folder.fold(right)
        if isinstance(operation, ast.Add) and isinstance(value, str) and isinstance(other, str):
            pieces.append(other)
            if rights and isinstance(rights[-1][0], ast.Add):
                continue
            value = operations.joined("", [value, *pieces])
            pieces = []
        else:
            value = operations.joined("", [value, *pieces]) if pieces else value
            pieces = []
            value = operations.binary(operation, value, other)
    return value


def _unary(folder: Folder, node: ast.UnaryOp) -> object:
    return operations.negated(node.op, folder.fold(node.operand))


def _several(folder: Folder, node: ast.List | ast.Tuple | ast.Set) -> object:
    made = _all(folder, node.elts)
    if made is None:
        return UNKNOWN
    return tuple(made) if isinstance(node, ast.Tuple) else made


def _table(folder: Folder, node: ast.Dict) -> object:
    keys, several = _all(folder, [key for key in node.keys if key is not None]), _all(folder, node.values)
    if keys is None or several is None or len(keys) != len(several):
        return UNKNOWN
    try:
        return dict(zip(keys, several, strict=True))
    except TypeError:
        return UNKNOWN  # a key that is a list


def _subscript(folder: Folder, node: ast.Subscript) -> object:
    holder = folder.fold(node.value)
    if isinstance(holder, Unknown):
        return UNKNOWN
    if not isinstance(node.slice, ast.Slice):
        return operations.item(holder, folder.fold(node.slice))
    bounds = [
        None if one is None else folder.fold(one) for one in (node.slice.lower, node.slice.upper, node.slice.step)
    ]
    return UNKNOWN if any(isinstance(one, Unknown) for one in bounds) else operations.item(holder, slice(*bounds))


def _call(folder: Folder, node: ast.Call) -> object:
    named = {one.arg: folder.fold(one.value) for one in node.keywords if one.arg and one.arg != "key"}
    if any(isinstance(one, Unknown) for one in named.values()):
        return UNKNOWN
    local = folder.function(node.func)
    name = folder.qualified(node.func) if local is None else ""
    if name == "sorted" and "key" in {one.arg for one in node.keywords}:
        return _sorted(folder, node)
    if name in ("map", "filter") and len(node.args) == 2:
        return _mapped(folder, name, node.args[0], node.args[1])
    args = _all(folder, node.args)
    if args is None or len(named) != len(node.keywords):
        return UNKNOWN
    if local is not None:
        return folder.apply(local, args, named)
    if operations.foldable(name):
        return operations.function(name, args, named)
    if isinstance(node.func, ast.Attribute):
        return operations.method(folder.fold(node.func.value), node.func.attr, args, named)
    return UNKNOWN


def _sorted(folder: Folder, node: ast.Call) -> object:
    """`sorted(pieces, key=lambda piece: piece[0])`."""
    key = next(one.value for one in node.keywords if one.arg == "key")
    over = iterable(folder.fold(node.args[0])) if len(node.args) == 1 else None
    several, local = None if over is None else list(over), folder.function(key)
    if several is None or (local is None and not operations.foldable(folder.qualified(key))):
        return UNKNOWN
    called = folder.qualified(key)
    keys = [folder.apply(local, [one], {}) if local else operations.function(called, [one], {}) for one in several]
    back = any(one.arg == "reverse" and folder.fold(one.value) is True for one in node.keywords)
    return operations.arranged(keys, several, back=back)


def _mapped(folder: Folder, name: str, act: ast.expr, over: ast.expr) -> object:
    several, local = iterable(folder.fold(over)), folder.function(act)
    if several is None:
        return UNKNOWN
    made: list[object] = []
    for one in several:
        called = folder.qualified(act)
        given = folder.apply(local, [one], {}) if local is not None else operations.function(called, [one], {})
        if isinstance(given, Unknown):
            return UNKNOWN
        if name == "map" or given:
            made.append(given if name == "map" else one)
    return made


def _comprehension(folder: Folder, node: ast.ListComp | ast.SetComp | ast.GeneratorExp) -> object:
    return _turns(folder, node.generators, lambda: folder.fold(node.elt))


def _turns(folder: Folder, generators: list[ast.comprehension], make: Callable[[], object]) -> object:
    folder.bound.append({})
    made: list[object] = []
    size = 0
    for one in folder.loop(generators, make):
        size += len(one) if isinstance(one, str | bytes | list | tuple) else 1
        if isinstance(one, Unknown) or size > operations.MAX_SIZE:
            made = [UNKNOWN]
            break
        made.append(one)
    folder.bound.pop()
    return UNKNOWN if made and isinstance(made[-1], Unknown) else made


def _table_made(folder: Folder, node: ast.DictComp) -> object:
    made = _turns(folder, node.generators, lambda: _pair(folder, node))
    try:
        return dict(cast("Any", made)) if isinstance(made, list) else UNKNOWN
    except TypeError:
        return UNKNOWN  # a key that is a list


def _pair(folder: Folder, node: ast.DictComp) -> object:
    both = _all(folder, (node.key, node.value))
    return UNKNOWN if both is None else tuple(both)


def _formatted(folder: Folder, node: ast.JoinedStr) -> object:
    pieces: list[object] = []
    for one in node.values:
        if isinstance(one, ast.FormattedValue):
            value = folder.fold(one.value)
            if one.format_spec is not None or one.conversion != -1 or not isinstance(value, str | int):
                return UNKNOWN
            pieces.append(str(value))
        else:
            pieces.append(folder.fold(one))
    return operations.joined("", pieces) if not any(isinstance(one, Unknown) for one in pieces) else UNKNOWN


def _choice(folder: Folder, node: ast.IfExp) -> object:
    test = folder.fold(node.test)
    return UNKNOWN if isinstance(test, Unknown) else folder.fold(node.body if test else node.orelse)


_COMPARED: dict[type[ast.cmpop], Callable[[Any, Any], bool]] = {
    ast.In: lambda a, b: a in b, ast.NotIn: lambda a, b: a not in b,
    ast.Eq: lambda a, b: a == b, ast.NotEq: lambda a, b: a != b, ast.Lt: lambda a, b: a < b,
    ast.LtE: lambda a, b: a <= b, ast.Gt: lambda a, b: a > b, ast.GtE: lambda a, b: a >= b,
}  # fmt: skip


def _compared(folder: Folder, node: ast.Compare) -> object:
    act = _COMPARED.get(type(node.ops[0])) if len(node.ops) == 1 else None
    left, right = folder.fold(node.left), folder.fold(node.comparators[0])
    plain = str | int | float
    if isinstance(node.ops[0], ast.In | ast.NotIn) and act is not None:
        return _within(folder, act, left, right)
    if act is None or not isinstance(left, plain) or not isinstance(right, plain):
        return UNKNOWN
    return act(left, right) if isinstance(left, str) == isinstance(right, str) else UNKNOWN


def _within(folder: Folder, act: Callable[[Any, Any], bool], left: object, right: object) -> object:
    """`a in b`; looking through a list costs its length."""
    if isinstance(left, Unknown) or not isinstance(right, str | bytes | list | tuple | dict | range):
        return UNKNOWN
    folder.steps += len(right) // 16
    try:
        return act(left, right)
    except TypeError:
        return UNKNOWN


def _either(folder: Folder, node: ast.BoolOp) -> object:
    """`and`, `or`."""
    found: object = UNKNOWN
    for one in node.values:
        found = folder.fold(one)
        if isinstance(found, Unknown) or bool(found) is isinstance(node.op, ast.Or):
            return found
    return found


_NODES: dict[type[ast.AST], Callable[..., object]] = {
    ast.Constant: _constant, ast.Name: _name, ast.BinOp: _binary, ast.UnaryOp: _unary, ast.List: _several,
    ast.Tuple: _several, ast.Set: _several, ast.Dict: _table, ast.Subscript: _subscript, ast.Call: _call,
    ast.ListComp: _comprehension, ast.SetComp: _comprehension, ast.GeneratorExp: _comprehension,
    ast.DictComp: _table_made, ast.JoinedStr: _formatted, ast.IfExp: _choice, ast.Compare: _compared,
    ast.BoolOp: _either,
}  # fmt: skip
