"""What the expressions of a Python program give."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING

from sealskill.scan.act import Data, Source
from sealskill.scan.language import _python_calls as calls
from sealskill.scan.language import _python_fold as fold
from sealskill.scan.language import _python_gathered as gathered
from sealskill.scan.language import _python_machine as machine
from sealskill.scan.language._python_value import (
    MAX_PARTS,
    MAX_PLACE,
    MAX_TEXT,
    NOTHING,
    Local,
    Value,
    but,
    constant,
    holding,
    joined,
    of_constant,
    places_in,
)

if TYPE_CHECKING:
    from sealskill.scan.language._python_flow import Reading

_PATHS = ("pathlib.Path()", "pathlib.Path")


def canonical(name: str) -> str:
    """The name under which calls are known, whatever library of the same manners it came from."""
    return calls.canonical(name)


def leading(value: Value) -> Value:
    """The value with what lies at the place it names."""
    if not value.text or len(value.text) > MAX_PLACE or value.leads:
        return value
    leads = places_in(value.text)
    return but(value, leads=leads) if leads else value


def _constant(reading: Reading, node: ast.Constant) -> Value:
    said = node.value
    if isinstance(said, str):
        if len(said) > MAX_TEXT:
            return Value(text=said[:MAX_TEXT], const=said)
        made = Value(text=said, exact=True)
        return leading(made) if reading.places else made
    return of_constant(said) if isinstance(said, bytes | int | float) else NOTHING


def _name(reading: Reading, node: ast.Name) -> Value:
    found = reading.scope.find(node.id)
    if found is not None:
        return found
    if node.id in _MODULES:
        return Value(name=canonical(node.id))
    return Value(name=node.id) if node.id in calls.BUILTINS else Value(text=f"{{{node.id}}}")


# Modules that fragments use without saying where from: whoever runs one adds the import, or runs it where there is one.
_MODULES = frozenset("os sys subprocess requests httpx base64 json socket shutil urllib platform".split())


def _attribute(reading: Reading, node: ast.Attribute) -> Value:
    return attribute(reading, reading.value(node.value), node.attr, node)


def attribute(reading: Reading, base: Value, name: str, node: ast.AST) -> Value:
    """What an attribute of a value is."""
    holder = base.of or base.code
    if holder is not None and name in holder.attributes:
        return holder.attributes[name]
    if holder is not None and "__base__" in holder.attributes and not base.name:
        return attribute(reading, but(holder.attributes["__base__"], of=None), name, node)
    if base.name in _PATHS:
        return _of_path(base, name)
    if base.name and not base.data and base.source is None:
        known = canonical(f"{base.name}.{name}")
        found = machine.attribute(reading, known, node)
        return found if found is not None else but(base, name=known, parts=(), items={})
    if name in base.items:
        return base.items[name]
    return but(base, name=f"{base.name}.{name}" if base.name else "", const=None, exact=False, parts=(), items={})


def _of_path(base: Value, name: str) -> Value:
    if name in ("parent", "parents"):
        return leading(but(base, text=base.text.rpartition("/")[0], leads=frozenset(), exact=False))
    if name in ("name", "stem", "suffix"):
        return but(base, text=base.text.rpartition("/")[2], name="")
    return but(base, name=f"{base.name}.{name}")


def _subscript(reading: Reading, node: ast.Subscript) -> Value:
    base = reading.value(node.value)
    if isinstance(node.slice, ast.Slice):
        return _sliced(reading, base, node.slice)
    index = reading.value(node.slice)
    if base.name == "os.environ" or (Data.ENVIRONMENT in base.data and index.known and index.known not in base.items):
        return machine.variable(reading, node, index, NOTHING)
    if base.name in calls.MODULES:
        return Value(name=canonical(calls.MODULES[base.name] + index.known)) if index.known else NOTHING
    if index.known and index.known in base.items:
        return base.items[index.known]
    at = index.const
    if isinstance(at, int) and base.parts and -len(base.parts) <= at < len(base.parts):
        return base.parts[at]
    made = fold.item(constant(base), constant(index))
    if not isinstance(made, fold.Unknown):
        return of_constant(made)
    whole = base
    return but(whole, exact=False, const=None, items={}, parts=(), name="") if whole is not NOTHING else NOTHING


def _sliced(reading: Reading, base: Value, node: ast.Slice) -> Value:
    bounds = [None if one is None else constant(reading.value(one)) for one in (node.lower, node.upper, node.step)]
    if not any(isinstance(one, fold.Unknown) for one in bounds):
        made = fold.item(constant(base), slice(*bounds))
        if not isinstance(made, fold.Unknown):
            return leading(of_constant(made))
    return but(base, exact=False, const=None)


def _call(reading: Reading, node: ast.Call) -> Value:
    return calls.called(reading, node)


def _binary(reading: Reading, node: ast.BinOp) -> Value:
    # A sum of a thousand texts is a ladder a thousand steps deep: climb down it without recursion.
    rights: list[tuple[ast.operator, ast.expr]] = []
    left: ast.expr = node
    while isinstance(left, ast.BinOp):
        rights.append((left.op, left.right))
        left = left.left
    value = reading.value(left)
    pieces: list[Value] = [value]
    while rights:
        operation, right = rights.pop()
        if isinstance(operation, ast.Add) and _texts(pieces[-1]):
            pieces.append(reading.value(right))
            if not rights or not isinstance(rights[-1][0], ast.Add):
                pieces = [_sum(pieces)]
        else:
            pieces = [operated(operation, _sum(pieces), reading.value(right))]
    return leading(_sum(pieces))


def _texts(value: Value) -> bool:
    return isinstance(value.const, bytes) or value.const is None


def _sum(pieces: list[Value]) -> Value:
    if len(pieces) == 1:
        return pieces[0]
    if all(one.exact and one.const is None for one in pieces):
        said = "".join(one.text for one in pieces)
        return joined(pieces, said, exact=True)
    value = pieces[0]
    if any(one.parts for one in pieces) and not any(one.text for one in pieces):
        parts = tuple(part for one in pieces for part in one.parts)[:MAX_PARTS]
        return but(joined(pieces, ""), parts=parts, weight=sum(one.weight for one in pieces))
    if any(one.text for one in pieces) and not any(isinstance(one.const, bytes) for one in pieces):
        return joined(pieces, "".join(one.text or "{}" for one in pieces))
    for one in pieces[1:]:
        value = operated(ast.Add(), value, one)
    return value


def operated(operation: ast.operator, left: Value, right: Value) -> Value:
    """What an operator gives."""
    if isinstance(operation, ast.Div) and (left.name in _PATHS or right.name in _PATHS):
        return path_of(left, right)
    made = fold.binary(operation, constant(left), constant(right))
    both = joined((left, right), left.text)
    if not isinstance(made, fold.Unknown):
        found = of_constant(made)
        return leading(but(both, text=found.text, exact=found.exact, const=found.const, parts=found.parts))
    if isinstance(operation, ast.Add):
        return but(
            both, text=((left.text or "{}") + (right.text or "{}"))[:MAX_TEXT] if left.text or right.text else ""
        )
    if isinstance(operation, ast.Mod) and left.text:
        pieces = right.parts or (right,)
        return leading(but(both, text=_filled(left.text, pieces)))
    return both


def _filled(form: str, pieces: tuple[Value, ...]) -> str:
    said = form.split("%s")
    filled = said[0]
    for at, one in enumerate(said[1:]):
        filled += ((pieces[at].text or "{}") if at < len(pieces) else "{}") + one
        if len(filled) > MAX_TEXT:
            break
    return filled[:MAX_TEXT]


def path_of(*parts: Value) -> Value:
    """Several parts of a path as one."""
    said = ""
    for one in parts:
        piece = one.text or "{}"
        rooted = piece.startswith(("/", "~")) or not said
        said = piece if rooted else f"{said.rstrip('/')}/{piece}"
    exact = all(one.exact for one in parts)
    both = joined(parts, said, exact=exact)
    return leading(but(both, name="pathlib.Path()", leads=frozenset()))


def _formatted(reading: Reading, node: ast.JoinedStr) -> Value:
    pieces, said = [], []
    exact = True
    for one in node.values:
        value = reading.value(one.value if isinstance(one, ast.FormattedValue) else one)
        pieces.append(value)
        shown = value.text
        plain = not isinstance(one, ast.FormattedValue) or one.format_spec is None
        if not shown and isinstance(one, ast.FormattedValue):
            shown = f"{{{calls.spelled(one.value)}}}"
        said.append(shown)
        exact = exact and plain and (value.exact and not isinstance(value.const, bytes))
    made = joined(pieces, "".join(said), exact=exact)
    return leading(but(made, source=None if made.source is Source.TEXT else made.source))


def _choice(reading: Reading, node: ast.IfExp) -> Value:
    reading.value(node.test)
    return joined((reading.value(node.body), reading.value(node.orelse)))


def _either(reading: Reading, node: ast.BoolOp) -> Value:
    found = [reading.value(one) for one in node.values]
    if isinstance(node.op, ast.And):
        return found[-1]
    said = next((one.text for one in found if one.exact), "")
    first = next((one for one in found if one.name or one.items or one.parts or one.of), NOTHING)
    return but(joined(found, said or None), name=first.name, items=first.items, parts=first.parts, of=first.of)


def _unary(reading: Reading, node: ast.UnaryOp) -> Value:
    made = fold.negated(node.op, constant(reading.value(node.operand)))
    return NOTHING if isinstance(made, fold.Unknown) else of_constant(made)


def _compared(reading: Reading, node: ast.Compare) -> Value:
    reading.value(node.left)
    for one in node.comparators:
        reading.value(one)
    return NOTHING


def _inner(reading: Reading, node: ast.Await | ast.Starred | ast.FormattedValue) -> Value:
    return reading.value(node.value)


def _yielded(reading: Reading, node: ast.Yield | ast.YieldFrom) -> Value:
    value = reading.value(node.value)
    reading.returned.append(value)
    return NOTHING


def _walrus(reading: Reading, node: ast.NamedExpr) -> Value:
    value = reading.value(node.value)
    reading.bind(node.target, value)
    return value


def _lambda(reading: Reading, node: ast.Lambda) -> Value:
    return Value(code=reading.define(node))


EXPRESSIONS: dict[type[ast.AST], Callable[..., Value]] = {
    **gathered.EXPRESSIONS,
    ast.Constant: _constant, ast.Name: _name, ast.Attribute: _attribute, ast.Subscript: _subscript, ast.Call: _call,
    ast.BinOp: _binary, ast.JoinedStr: _formatted,
    ast.IfExp: _choice, ast.BoolOp: _either, ast.UnaryOp: _unary, ast.Compare: _compared,
    ast.Await: _inner, ast.Starred: _inner, ast.FormattedValue: _inner, ast.Yield: _yielded,
    ast.YieldFrom: _yielded, ast.NamedExpr: _walrus, ast.Lambda: _lambda,
}  # fmt: skip


def setting(reading: Reading, target: ast.Attribute, base: Value, value: Value) -> None:
    """`base.name = value` on something that is not of this program."""
    calls.setting(reading, target, base, value)


def parameters(
    reading: Reading,
    wanted: ast.arguments,
    args: list[Value],
    named: dict[str, Value],
    of: Local | None,
    *,
    alone: bool,
) -> None:
    """Bind what was passed to a function; whoever imports a function that nobody here calls passes what they like."""
    names = [one.arg for one in (*wanted.posonlyargs, *wanted.args)]
    passed = list(args)
    if of is not None and names and names[0] in ("self", "cls"):
        passed.insert(0, Value(of=of))
    defaults = dict(zip(reversed(names), reversed(wanted.defaults), strict=False))
    defaults |= {one.arg: at for one, at in zip(wanted.kwonlyargs, wanted.kw_defaults, strict=True) if at is not None}
    for at, name in enumerate([*names, *(one.arg for one in wanted.kwonlyargs)]):
        if name in named:
            value = named[name]
        elif at < len(passed) and at < len(names):
            value = passed[at]
        elif name in defaults:
            value = reading.value(defaults[name])
            value = joined((value, machine.parameter(name)), value.text or None, exact=False) if alone else value
        else:
            value = machine.parameter(name) if alone else NOTHING
        reading.bind(ast.Name(name), machine.named(name, value) if alone else value)
    if wanted.vararg is not None:
        reading.bind(ast.Name(wanted.vararg.arg), holding(tuple(passed[len(names) :][:MAX_PARTS])))
    if wanted.kwarg is not None:
        rest = {key: one for key, one in named.items() if key not in names}
        reading.bind(ast.Name(wanted.kwarg.arg), holding(items=rest))


def decorated(reading: Reading, node: ast.FunctionDef | ast.AsyncFunctionDef, local: Local) -> None:
    """A function handed to whatever stands above it."""
    for one in node.decorator_list:
        calls.decorated(reading, one, local)


CHOSEN = frozenset({Data.CHOSEN})
