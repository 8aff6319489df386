"""What each kind of statement does to the names of a program."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING

from sealskill.scan.language import _python_gathered as gathered
from sealskill.scan.language import _python_values as values
from sealskill.scan.language._python_value import NOTHING, Local, Scope, Value

if TYPE_CHECKING:
    from sealskill.scan.language._python_flow import Function, Reading


def is_main(test: ast.AST) -> bool:
    """Whether a condition asks if the program itself was called: `__name__ == "__main__"`."""
    return isinstance(test, ast.Compare) and isinstance(test.left, ast.Name) and test.left.id == "__name__"


def _expression(reading: Reading, node: ast.Expr) -> None:
    reading.value(node.value)


def _assign(reading: Reading, node: ast.Assign) -> None:
    value = reading.value(node.value)
    for target in node.targets:
        reading.bind(target, value)


def _annotated(reading: Reading, node: ast.AnnAssign) -> None:
    if node.value is not None:
        reading.bind(node.target, reading.value(node.value))


def _augmented(reading: Reading, node: ast.AugAssign) -> None:
    value = reading.value(node.value)
    if isinstance(node.target, ast.Name):
        old = reading.scope.find(node.target.id) or NOTHING
        reading.scope.names[node.target.id] = values.operated(node.op, old, value)
    else:
        reading.add_to(node.target, value)


def _function(reading: Reading, node: Function) -> None:
    local = reading.define(node)
    reading.scope.names[node.name] = Value(code=local)
    values.decorated(reading, node, local)


def _class(reading: Reading, node: ast.ClassDef) -> None:
    local = reading.define(node)
    reading.scope.names[node.name] = Value(code=local)
    for base in node.bases:
        known = reading.value(base)
        if known.code is not None:
            local.attributes |= known.code.attributes
        elif known.name:
            local.attributes.setdefault("__base__", known)
    for one in node.body:
        if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef):
            method = reading.define(one, local)
            local.attributes[one.name] = Value(code=method)
        elif isinstance(one, ast.Assign):
            value = reading.value(one.value)
            for target in one.targets:
                if isinstance(target, ast.Name):
                    local.attributes[target.id] = value
        elif isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name):
            local.attributes[one.target.id] = reading.value(one.value)
        elif not isinstance(one, ast.Pass):
            reading.block([one])


def _if(reading: Reading, node: ast.If) -> None:
    while True:
        reading.value(node.test)
        asked = reading.unasked
        if is_main(node.test):
            reading.unasked = False
            reading.block(node.body)
        else:
            with reading.within():
                reading.block(node.body)
        reading.unasked = asked
        if len(node.orelse) != 1 or not isinstance(node.orelse[0], ast.If):
            break
        node = node.orelse[0]
    with reading.within():
        reading.block(node.orelse)


def _for(reading: Reading, node: ast.For | ast.AsyncFor) -> None:
    reading.bind(node.target, gathered.elements(reading, reading.value(node.iter), node.iter))
    _loop(reading, node)


def _while(reading: Reading, node: ast.While) -> None:
    reading.value(node.test)
    _loop(reading, node)


def _loop(reading: Reading, node: ast.For | ast.AsyncFor | ast.While) -> None:
    reading.loops.append(node)
    with reading.within():
        reading.block(node.body)
        reading.block(node.orelse)
    gathered.looped(reading, node)
    reading.loops.pop()


def _try(reading: Reading, node: ast.Try) -> None:
    with reading.within(branch=False, hidden=any(_silent(one) for one in node.handlers)):
        reading.block(node.body)
    with reading.within():
        for handler in node.handlers:
            reading.block(handler.body)
        reading.block(node.orelse)
    reading.block(node.finalbody)


def _silent(handler: ast.ExceptHandler) -> bool:
    """Whether an error of any kind goes by without a word."""
    broad = handler.type is None or (
        isinstance(handler.type, ast.Name) and handler.type.id in ("Exception", "BaseException")
    )
    return broad and all(isinstance(one, ast.Pass | ast.Continue) or _is_blank(one) for one in handler.body)


def _is_blank(node: ast.stmt) -> bool:
    return (isinstance(node, ast.Return) and (node.value is None or isinstance(node.value, ast.Constant))) or (
        isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    )


def _with(reading: Reading, node: ast.With | ast.AsyncWith) -> None:
    quiet = False
    for item in node.items:
        value = reading.value(item.context_expr)
        quiet = quiet or value.name == "contextlib.suppress()"
        if item.optional_vars is not None:
            reading.bind(item.optional_vars, value)
    with reading.within(branch=False, hidden=quiet):
        reading.block(node.body)


def _return(reading: Reading, node: ast.Return) -> None:
    reading.returned.append(reading.value(node.value))


def _import(reading: Reading, node: ast.Import) -> None:
    for alias in node.names:
        scope = reading.module_of(alias.name)
        known = alias.name if alias.asname else alias.name.partition(".")[0]
        value = Value(name=values.canonical(known)) if scope is None else _file(scope)
        reading.bind(ast.Name(alias.asname or alias.name.partition(".")[0]), value)


def _file(scope: Scope) -> Value:
    """A file of the program as a value: its attributes are what it defines."""
    node = ast.ClassDef(name="", bases=[], keywords=[], body=[], decorator_list=[])
    return Value(of=Local(node, scope, attributes=scope.names, results={}))


def _import_from(reading: Reading, node: ast.ImportFrom) -> None:
    module = node.module or ""
    scope = reading.module_of(module, node.level)
    for alias in node.names:
        name = values.canonical(f"{module}.{alias.name}") if not node.level else ""
        found = scope.names.get(alias.name) if scope is not None else None
        inner = reading.module_of(f"{module}.{alias.name}".lstrip("."), node.level) if found is None else None
        value = _file(inner) if inner is not None else found or Value(name=name)
        reading.bind(ast.Name(alias.asname or alias.name), value)


def _match(reading: Reading, node: ast.Match) -> None:
    reading.value(node.subject)
    for case in node.cases:
        with reading.within():
            reading.block(case.body)


def _delete(reading: Reading, node: ast.Delete) -> None:
    for target in node.targets:
        reading.value(target)


def _raise(reading: Reading, node: ast.Raise) -> None:
    reading.value(node.exc)


def _assert(reading: Reading, node: ast.Assert) -> None:
    reading.value(node.test)


STATEMENTS: dict[type[ast.stmt], Callable[..., None]] = {
    ast.Expr: _expression, ast.Assign: _assign, ast.AnnAssign: _annotated, ast.AugAssign: _augmented,
    ast.FunctionDef: _function, ast.AsyncFunctionDef: _function, ast.ClassDef: _class, ast.If: _if,
    ast.For: _for, ast.AsyncFor: _for, ast.While: _while, ast.Try: _try, ast.TryStar: _try,
    ast.With: _with, ast.AsyncWith: _with, ast.Return: _return, ast.Import: _import,
    ast.ImportFrom: _import_from, ast.Match: _match, ast.Delete: _delete, ast.Raise: _raise, ast.Assert: _assert,
}  # fmt: skip
