"""A Python program of constants: its statements are followed with a budget, as far as they only shuffle text."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from sealskill.scan.language import _python_fold as operations
from sealskill.scan.language import _python_growing as growing
from sealskill.scan.language._python_calls import canonical
from sealskill.scan.language._python_fold import UNKNOWN, Unknown
from sealskill.scan.language._python_folder import MAX_STEPS, Folder, Function, bind, iterable

MAX_CALLS = 6
"""Functions of the program inside each other."""
MAX_BLOCKS = 40
"""Blocks inside each other."""


class Returned(Exception):
    """A value on its way out of a function."""

    def __init__(self, value: object) -> None:
        self.value = value


class Left(Exception):
    """A loop is left, or its next turn begins."""

    def __init__(self, *, ends: bool) -> None:
        self.ends = ends


class Steps(Folder):
    """A folder that also follows statements: names, loops over constants, small functions."""

    def __init__(self, meet: Callable[[ast.expr], None]) -> None:
        super().__init__(self._find, self._qualified)
        self.names: dict[str, object] = {}
        self.aliases: dict[str, str] = {}
        self.meet = meet
        """Told of each expression outside functions that are being worked out."""
        self.grown: set[str] = set()
        """Names whose texts were put together bit by bit."""
        self.turning = 0
        """Loops over constants that are being turned."""
        self.calls = 0
        self.blocks = 0
        self.yielded: list[list[object]] = []
        """What the generators that are being worked out gave so far."""

    @property
    def again(self) -> bool:
        """Inside loops and functions names change between one look and the next."""
        return bool(self.calls or self.turning or self.bound)

    def _find(self, name: str) -> object:
        return self.names.get(name, UNKNOWN)

    def _qualified(self, node: ast.expr) -> str:
        """The name of what is called, through aliases, `__import__` and `getattr`."""
        trail: list[str] = []
        while isinstance(node, ast.Attribute):
            trail.append(node.attr)
            node = node.value
        first = self._start(node)
        name = canonical(first) if first else ""
        for one in reversed(trail):
            name = canonical(f"{name}.{one}") if name else ""
        return name

    def _start(self, node: ast.expr) -> str:
        if isinstance(node, ast.Name):
            return self.aliases.get(node.id, node.id if node.id not in self.names else "")
        if isinstance(node, ast.Call) and node.args:
            called = self._qualified(node.func)
            said = self.fold(node.args[-1])
            if called == "__import__" and isinstance(first := self.fold(node.args[0]), str):
                return first
            if called == "getattr" and isinstance(said, str):
                return f"{self._qualified(node.args[0])}.{said}"
        return ""

    def function(self, node: ast.expr) -> Function | None:
        """The function of the program that an expression names."""
        if isinstance(node, ast.Lambda):
            return node
        found = self.named(node.id) if isinstance(node, ast.Name) else UNKNOWN
        return found if isinstance(found, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) else None

    def apply(self, node: Function, args: list[object], named: dict[str, object]) -> object:
        """What a function of the program gives for constants."""
        wanted = [one.arg for one in node.args.args]
        if self.calls >= MAX_CALLS or len(args) > len(wanted):
            return UNKNOWN
        defaults = zip(reversed(wanted), reversed(node.args.defaults), strict=False)
        scope = {name: self.fold(one) for name, one in defaults} | named | dict(zip(wanted, args, strict=False))
        if any(isinstance(scope.get(name, UNKNOWN), Unknown) for name in wanted):
            return UNKNOWN
        self.calls += 1
        self.bound.append(scope)
        try:
            given = self.fold(node.body) if isinstance(node, ast.Lambda) else self._body(node.body)
        finally:
            self.bound.pop()
            self.calls -= 1
        return given

    def _body(self, body: list[ast.stmt]) -> object:
        self.yielded.append([])
        try:
            self.run(body)
            given: object = UNKNOWN
        except Returned as left:
            given = left.value
        except Left:
            given = UNKNOWN
        several = self.yielded.pop()
        return several if several and not any(isinstance(one, Unknown) for one in several) else given

    @contextmanager
    def in_turn(self) -> Iterator[None]:
        """Inside a loop over constants: its turns are not shown one by one."""
        seen, self.meet = self.meet, _nobody
        self.turning += 1
        try:
            yield
        finally:
            self.meet = seen
            self.turning -= 1

    def turn(self, body: list[ast.stmt]) -> bool:
        """Follow one turn of a loop; whether there may be another."""
        try:
            self.run(body)
        except Left as left:
            return not left.ends
        return self.steps <= MAX_STEPS

    def run(self, body: list[ast.stmt]) -> None:
        """Follow some statements. Raises Returned where one of them leaves the function."""
        if self.blocks > MAX_BLOCKS:
            return
        self.blocks += 1
        try:
            for one in body:
                self.steps += 1
                if self.steps > MAX_STEPS:
                    break
                follow = _STATEMENTS.get(type(one))
                if follow is not None:
                    follow(self, one)
        finally:
            self.blocks -= 1

    def told(self, node: ast.expr | None) -> None:
        """Show an expression of the program itself to whoever looks for what is hidden."""
        if node is not None and not self.calls:
            self.meet(node)

    def bind(self, target: ast.expr, value: object) -> None:
        """Let a name hold a constant, or nothing known."""
        scope = self.bound[-1] if self.bound else self.names
        if isinstance(target, ast.Tuple | ast.List):
            if not isinstance(value, list | tuple | str) or not bind(scope, target, value):
                for one in target.elts:
                    self.bind(one, UNKNOWN)
        elif isinstance(target, ast.Name):
            scope[target.id] = value
            self.aliases.pop(target.id, None)
        elif isinstance(target, ast.Subscript):
            self._store(target, value)

    def _store(self, target: ast.Subscript, value: object) -> None:
        """`table[key] = value`; what is not known spoils the table."""
        index = UNKNOWN if isinstance(target.slice, ast.Slice) else self.fold(target.slice)
        if not isinstance(value, Unknown) and _stored(self.fold(target.value), index, value):
            return
        if isinstance(target.value, ast.Name):
            self.bind(target.value, UNKNOWN)


def _stored(holder: object, index: object, value: object) -> bool:
    """Whether a table or list could take a value."""
    if isinstance(holder, dict) and isinstance(index, str | int | bytes) and len(holder) < operations.MAX_SIZE:
        holder[index] = value
        return True
    if isinstance(holder, list) and isinstance(index, int) and -len(holder) <= index < len(holder):
        holder[index] = value
        return True
    return False


def _assign(steps: Steps, node: ast.Assign) -> None:
    steps.told(node.value)
    called = node.value if isinstance(node.value, ast.Lambda) else None
    value = called or steps.fold(node.value)
    renamed = steps._qualified(node.value) if isinstance(value, Unknown) and _names(node.value) else ""
    for target in node.targets:
        steps.bind(target, value)
        if renamed and isinstance(target, ast.Name):
            steps.aliases[target.id] = renamed
            steps.names.pop(target.id, None)


def _names(node: ast.expr) -> bool:
    """Whether an expression may be another name for a function or module."""
    return isinstance(node, ast.Attribute | ast.Name) or (
        isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("__import__", "getattr")
    )


def _annotated(steps: Steps, node: ast.AnnAssign) -> None:
    if node.value is not None:
        steps.told(node.value)
        steps.bind(node.target, steps.fold(node.value))


def _augmented(steps: Steps, node: ast.AugAssign) -> None:
    steps.told(node.value)
    old = steps.fold(node.target)
    if isinstance(node.target, ast.Name) and steps.turning:
        steps.grown.add(node.target.id)
    steps.bind(node.target, operations.binary(node.op, old, steps.fold(node.value)))


def _expression(steps: Steps, node: ast.Expr) -> None:
    if isinstance(node.value, ast.Yield | ast.YieldFrom):
        _yield(steps, node.value)
    elif not (isinstance(node.value, ast.Call) and _added(steps, node.value)):
        steps.told(node.value)


def _added(steps: Steps, call: ast.Call) -> bool:
    """`list.append(constant)` and all that changes a holder in place: whether it is one, and was done."""
    if not isinstance(call.func, ast.Attribute) or call.func.attr not in growing.CHANGES or call.keywords:
        return False
    holder = steps.fold(call.func.value)
    if not isinstance(holder, list | bytes):
        return False
    args = [steps.fold(one) for one in call.args]
    made = growing.changed(holder, call.func.attr, args)
    steps.made += sum(map(operations.size, args))
    if made is not holder:
        steps.bind(call.func.value, made)
    return not isinstance(made, Unknown)


def _for(steps: Steps, node: ast.For | ast.AsyncFor) -> None:
    steps.told(node.iter)
    several = iterable(steps.fold(node.iter))
    if several is None:
        steps.bind(node.target, UNKNOWN)
        _branch(steps, node)
        return
    with steps.in_turn():
        for one in several:
            steps.bind(node.target, one)
            if not steps.turn(node.body):
                break
    if not steps.calls:
        _show(steps, node.body)


def _nobody(_: ast.expr) -> None:
    """Turns of a loop are not shown one by one."""


def _show(steps: Steps, body: list[ast.stmt]) -> None:
    """Show the calls of a loop once, with what its names hold in the end."""
    for one in body:
        if isinstance(one, ast.Expr):
            steps.told(one.value)


def _while(steps: Steps, node: ast.While) -> None:
    if isinstance(steps.fold(node.test), Unknown) or not (steps.calls or _counts(node)):
        _branch(steps, node)
        return
    with steps.in_turn():
        while (test := steps.fold(node.test)) and not isinstance(test, Unknown):
            if not steps.turn(node.body):
                break
    if not steps.calls:
        _show(steps, node.body)


def _counts(node: ast.While) -> bool:
    """Whether a loop of the program itself compares something: `while True` waits for the world."""
    return isinstance(node.test, ast.Compare)


def _yield(steps: Steps, node: ast.Yield | ast.YieldFrom) -> None:
    if not steps.yielded:
        return
    value = steps.fold(node.value)
    if isinstance(node, ast.YieldFrom):
        steps.yielded[-1] += iterable(value) or [UNKNOWN]
    else:
        steps.yielded[-1].append(value)


def _break(steps: Steps, node: ast.stmt) -> None:
    if steps.turning or steps.calls:
        raise Left(ends=isinstance(node, ast.Break))


def _if(steps: Steps, node: ast.If) -> None:
    steps.told(node.test)
    test = steps.fold(node.test) if steps.calls or steps.turning else UNKNOWN
    if isinstance(test, Unknown):
        _branch(steps, node)
    else:
        steps.run(node.body if test else node.orelse)


def _branch(steps: Steps, node: Any) -> None:
    """Something that may happen; inside a function that is being worked out it is no answer."""
    if steps.calls:
        raise Returned(UNKNOWN)
    for field in ("body", "orelse", "finalbody"):
        steps.run(getattr(node, field, []))
    for handler in getattr(node, "handlers", ()):
        steps.run(handler.body)


def _with(steps: Steps, node: ast.With | ast.AsyncWith) -> None:
    for item in node.items:
        steps.told(item.context_expr)
        if item.optional_vars is not None:
            steps.bind(item.optional_vars, UNKNOWN)
    steps.run(node.body)


def _try(steps: Steps, node: ast.Try) -> None:
    steps.run(node.body)
    if not steps.calls:
        for handler in node.handlers:
            steps.run(handler.body)
        steps.run(node.orelse)
    steps.run(node.finalbody)


def _return(steps: Steps, node: ast.Return) -> None:
    steps.told(node.value)
    if steps.calls:
        raise Returned(steps.fold(node.value))


def _define(steps: Steps, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
    """A function: remembered for calls, and shown as it stands."""
    if steps.bound:
        steps.bound[-1][node.name] = node
        return
    steps.names[node.name] = node
    steps.bound.append({one.arg: UNKNOWN for one in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)})
    steps.run(node.body)
    steps.bound.pop()


def _class(steps: Steps, node: ast.ClassDef) -> None:
    steps.run(node.body)


def _import(steps: Steps, node: ast.Import) -> None:
    for alias in node.names:
        top = alias.name.partition(".")[0]
        steps.aliases[alias.asname or top] = alias.name if alias.asname else top


def _import_from(steps: Steps, node: ast.ImportFrom) -> None:
    for alias in node.names:
        steps.aliases[alias.asname or alias.name] = f"{node.module}.{alias.name}"


_STATEMENTS: dict[type[ast.stmt], Callable[..., None]] = {
    ast.Assign: _assign, ast.AnnAssign: _annotated, ast.AugAssign: _augmented, ast.Expr: _expression, ast.For: _for,
    ast.AsyncFor: _for, ast.While: _while, ast.If: _if, ast.With: _with, ast.AsyncWith: _with, ast.Try: _try,
    ast.Return: _return, ast.FunctionDef: _define, ast.AsyncFunctionDef: _define, ast.ClassDef: _class,
    ast.Import: _import, ast.ImportFrom: _import_from, ast.Break: _break, ast.Continue: _break,
}  # fmt: skip
