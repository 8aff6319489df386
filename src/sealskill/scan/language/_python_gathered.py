"""Lists, tables and whatever is made by going through them."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING

from sealskill.scan.language import _python_calls as calls
from sealskill.scan.language import _python_machine as machine
from sealskill.scan.language._python_value import MAX_PARTS, NOTHING, Value, but, holding, joined, of_constant

if TYPE_CHECKING:
    from sealskill.scan.language._python_flow import Reading


def _table(reading: Reading, node: ast.Dict) -> Value:
    items: dict[str, Value] = {}
    rest: list[Value] = []
    for key, one in zip(node.keys, node.values, strict=True):
        value = reading.value(one)
        name = reading.value(key).known if key is not None else ""
        if name and len(items) < MAX_PARTS:
            items[name] = machine.named(name, value)
        elif key is None:
            items |= value.items
            rest.append(value if value.name != "os.environ" else machine.environment(reading, one))
        else:
            rest.append(value)
    return holding(items=items, rest=rest)


def _several(reading: Reading, node: ast.List | ast.Tuple | ast.Set) -> Value:
    if len(node.elts) > MAX_PARTS and all(isinstance(one, ast.Constant) for one in node.elts):
        return of_constant([one.value for one in node.elts if isinstance(one, ast.Constant)])
    parts = tuple(reading.value(one) for one in node.elts)
    if len(parts) > MAX_PARTS:
        return but(holding(parts), parts=())
    return holding(parts)


def _comprehension(reading: Reading, node: ast.ListComp | ast.SetComp | ast.GeneratorExp) -> Value:
    made = calls.folded(reading, node)
    if made is not None:
        return made
    with reading.within():
        carrying = [_generator(reading, one) for one in node.generators]
        value = reading.value(node.elt)
    del carrying
    return holding((value,)) if value is not NOTHING else NOTHING


def _table_made(reading: Reading, node: ast.DictComp) -> Value:
    with reading.within():
        carrying = [_generator(reading, one) for one in node.generators]
        both = joined((reading.value(node.key), reading.value(node.value)))
    del carrying
    return but(both, text="", exact=False, const=None)


def _generator(reading: Reading, node: ast.comprehension) -> Value:
    value = reading.value(node.iter)
    reading.bind(node.target, elements(reading, value, node.iter))
    for test in node.ifs:
        reading.value(test)
    return value


def elements(reading: Reading, value: Value, node: ast.AST) -> Value:
    """Whatever a loop over a value goes through, as one value."""
    if value.name == "os.environ":
        return machine.environment(reading, node)
    if value.parts:
        if (
            all(one.parts and len(one.parts) == len(value.parts[0].parts) for one in value.parts)
            and value.parts[0].parts
        ):
            return holding(tuple(joined(one) for one in zip(*(part.parts for part in value.parts), strict=True)))
        return joined(value.parts)
    if value.items:
        return joined([calls.key(name) for name in value.items])
    return but(value, exact=False, const=None) if value is not NOTHING else NOTHING


def store(reading: Reading, target: ast.Subscript, value: Value) -> None:
    """`holder[index] = value`."""
    base, index = reading.value(target.value), reading.value(target.slice)
    if base.name == "os.environ":
        machine.switched(reading, target, index, value)
    elif index.known and isinstance(target.value, ast.Name) and len(base.items) < MAX_PARTS:
        items = base.items | {index.known: machine.named(index.known, value)}
        reading.bind(target.value, but(holding(base.parts, items, (base,)), name=base.name, of=base.of, text=base.text))
    else:
        reading.add_to(target.value, value)


def looped(reading: Reading, node: ast.For | ast.AsyncFor | ast.While) -> None:
    """What a loop itself amounts to."""
    calls.looped(reading, node)


EXPRESSIONS: dict[type[ast.AST], Callable[..., Value]] = {
    ast.Dict: _table, ast.List: _several, ast.Tuple: _several, ast.Set: _several, ast.DictComp: _table_made,
    ast.ListComp: _comprehension, ast.SetComp: _comprehension, ast.GeneratorExp: _comprehension,
}  # fmt: skip
