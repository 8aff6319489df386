"""One walk through a Python program: what its names hold, and what its calls do with it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from contextlib import contextmanager

from sealskill.scan.act import Act, Verb
from sealskill.scan.document import Document, Span
from sealskill.scan.language import _python_gathered as gathered
from sealskill.scan.language import _python_modules as modules
from sealskill.scan.language import _python_statements as followed
from sealskill.scan.language import _python_values as values
from sealskill.scan.language._python_fold import UNKNOWN
from sealskill.scan.language._python_folder import Folder
from sealskill.scan.language._python_syntax import Lines, tree_of
from sealskill.scan.language._python_value import NOTHING, Local, Scope, Value, any_place, but, constant, either, joined

LEAST_STEPS = 100_000

STEPS_A_BYTE = 4
"""Nodes looked at in one program, repeats included. A node takes a byte or more, and is looked at four times at most,
so that nothing is left out however much stands before it."""

MAX_DEPTH = 120
"""Expressions and blocks inside each other that are followed."""

MAX_CALLS = 12
"""Local functions called inside each other that are followed."""

MAX_READINGS = 4
"""Times that one function is read with other arguments; after that the answers so far stand for all."""

Function = ast.FunctionDef | ast.AsyncFunctionDef


class Reading:
    """The walk through one program."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.lines = Lines(document)
        self.module = Scope()
        self.scope = self.module
        self.acts: dict[tuple[object, ...], Act] = {}
        self.written: dict[str, Value] = {}
        """What was written to which file."""
        self.locals: list[Local] = []
        self.returned: list[Value] = []
        self.this: Local | None = None
        """The class whose method is being read."""
        self.wired = ""
        """The connection that took the place of standard input."""
        self.hidden = False
        self.unasked = False
        self.loops: list[ast.For | ast.While | ast.AsyncFor] = []
        self.branch = 0
        self.depth = 0
        self.calls = 0
        self.places = any_place(document.data)
        """Whether a text in it names a place where secrets lie."""
        self.steps = 0
        self.most = LEAST_STEPS + STEPS_A_BYTE * len(document.data)
        self.folder = Folder(self.constant)
        self.modules: dict[str, Scope] = {}
        """What the other files of the program define, by their paths."""

    def read(self, tree: ast.Module) -> tuple[Act, ...]:
        """Every act of the program, in the order in which they would happen."""
        self.unasked = _on_import(self.document, tree)
        self.block(tree.body)
        self.unasked = self.document.path.rpartition("/")[2] == "setup.py"
        at = 0
        while at < len(self.locals):
            self._alone(self.locals[at])
            at += 1
        return tuple(self.acts.values())

    def module_of(self, name: str, level: int = 0) -> Scope | None:
        """What another file of the program defines; None where an import means a library."""
        other = modules.local(self.lines.document, name, level)
        tree = tree_of(other.data) if other is not None and len(self.modules) <= modules.MAX_MODULES else None
        if other is None or tree is None:
            return None
        if other.path not in self.modules:
            self.modules[other.path] = self._borrowed(other, tree)
        return self.modules[other.path]

    def _borrowed(self, other: Document, tree: ast.Module) -> Scope:
        """Read another file up to its end; its functions are read when they are called."""
        kept = self.lines, self.module, self.scope, self.branch, len(self.locals)
        self.lines, self.branch = Lines(other), 0
        self.module = self.scope = self.modules[other.path] = found = Scope()
        self.places = self.places or any_place(other.data)
        self.most += STEPS_A_BYTE * len(other.data)
        self.block(tree.body)
        self.lines, self.module, self.scope, self.branch, known = kept
        del self.locals[known:]
        return found

    def _alone(self, local: Local) -> None:
        """Read a function that nobody in the file calls: whoever imports it does."""
        if not local.results and not isinstance(local.node, ast.ClassDef):
            self.invoke(local, [], {}, alone=True)

    def block(self, statements: list[ast.stmt]) -> None:
        """Follow some statements in order."""
        if self.depth > MAX_DEPTH:
            return
        self.depth += 1
        for statement in statements:
            self.steps += 1
            if self.steps > self.most:
                break
            follow = followed.STATEMENTS.get(type(statement))
            if follow is not None:
                follow(self, statement)
        self.depth -= 1

    def value(self, node: ast.AST | None) -> Value:
        """What an expression gives."""
        self.steps += 1
        if node is None or self.depth > MAX_DEPTH or self.steps > self.most:
            return NOTHING
        find = values.EXPRESSIONS.get(type(node))
        if find is None:
            return NOTHING
        self.depth += 1
        found = find(self, node)
        self.depth -= 1
        return found

    def bind(self, target: ast.AST, value: Value) -> None:
        """Let a name, an attribute or an element hold a value."""
        if isinstance(target, ast.Name):
            self._name(self.scope, target.id, value)
        elif isinstance(target, ast.Tuple | ast.List):
            parts = value.parts if len(value.parts) == len(target.elts) else ()
            for at, one in enumerate(target.elts):
                self.bind(one, parts[at] if parts else element(value))
        elif isinstance(target, ast.Starred):
            self.bind(target.value, value)
        elif isinstance(target, ast.Attribute):
            self._attribute(target, value)
        elif isinstance(target, ast.Subscript):
            gathered.store(self, target, value)

    def _name(self, scope: Scope, name: str, value: Value) -> None:
        scope.names[name] = either(scope.names.get(name), value) if self.branch else value

    def _attribute(self, target: ast.Attribute, value: Value) -> None:
        base = self.value(target.value)
        holder = base.of or base.code
        if holder is not None:
            holder.attributes[target.attr] = either(holder.attributes.get(target.attr), value)
        else:
            self.add_to(target.value, value)
            values.setting(self, target, base, value)

    def add_to(self, target: ast.AST, value: Value) -> None:
        """Let whatever a name holds carry a value as well."""
        if isinstance(target, ast.Name):
            old = self.scope.find(target.id) or NOTHING
            new = value
            if new.data or new.source or new.leads or new.names:
                both = joined((old, new), old.text)
                kept = but(old, data=both.data, source=both.source, url=old.url or both.url, flow=both.flow,
                           names=both.names, leads=both.leads)  # fmt: skip
                holder = self.scope if target.id in self.scope.names or self.scope is self.module else self.module
                holder.names[target.id] = kept
        elif isinstance(target, ast.Attribute):
            holder_of = self.value(target.value).of
            if holder_of is not None:
                old = holder_of.attributes.get(target.attr, NOTHING)
                holder_of.attributes[target.attr] = either(old, value)
            else:
                self.add_to(target.value, value)
        elif isinstance(target, ast.Subscript):
            self.add_to(target.value, value)

    def constant(self, name: str) -> object:
        """The constant that a name holds."""
        found = self.scope.find(name)
        return UNKNOWN if found is None else constant(found)

    def define(self, node: Function | ast.Lambda | ast.ClassDef, owner: Local | None = None) -> Local:
        """A function or class of the program."""
        local = Local(node, self.scope, owner, attributes={}, results={}, lines=self.lines)
        self.locals.append(local)
        return local

    def invoke(
        self, local: Local, args: list[Value], named: dict[str, Value], *, of: Local | None = None, alone: bool = False
    ) -> Value:
        """What a function of the program gives for some arguments, and what it does with them."""
        passed = tuple(_facts(one) for one in (*args, *named.values()))
        key = (passed, tuple(named), self.hidden, self.unasked)
        if key in local.results:
            return local.results[key]
        if local.running or self.calls >= MAX_CALLS or len(local.results) >= MAX_READINGS:
            return joined(local.results.values()) if local.results else NOTHING
        local.running = True
        local.results[key] = given = self._body(local, args, named, of or local.owner, alone=alone)
        local.running = False
        local.results[key] = given
        return given

    def _body(
        self, local: Local, args: list[Value], named: dict[str, Value], of: Local | None, *, alone: bool
    ) -> Value:
        node = local.node
        if isinstance(node, ast.ClassDef):
            return NOTHING
        kept = self.scope, self.returned, self.this, self.branch, self.loops, self.lines
        self.lines = local.lines or self.lines
        self.scope, self.returned, self.this, self.branch, self.loops = Scope(local.scope), [], of, 0, []
        self.calls += 1
        values.parameters(self, node.args, args, named, of, alone=alone)
        if isinstance(node, ast.Lambda):
            self.returned.append(self.value(node.body))
        else:
            self.block(node.body)
        given = self.returned[0] if len(self.returned) == 1 else _several(self.returned)
        self.calls -= 1
        self.scope, self.returned, self.this, self.branch, self.loops, self.lines = kept
        return given

    def act(self, verb: Verb, node: ast.AST, **told: object) -> None:
        """Note an act. The same act with other data is one act with all of it."""
        span = self.lines.span(node)
        act = Act(verb=verb, span=span, hidden=bool(told.pop("hidden", False)) or self.hidden,
                  unasked=self.unasked, **told)  # type: ignore[arg-type]  # fmt: skip
        self.note(act)

    def note(self, act: Act) -> None:
        """Note an act made by somebody else."""
        key = (act.verb, act.span.document.path, act.span.start, act.span.end, act.url, act.path, act.what)
        old = self.acts.get(key)
        self.acts[key] = act if old is None else _merged(old, act)

    def span(self, node: ast.AST) -> Span:
        """The place of a node."""
        return self.lines.span(node)

    @contextmanager
    def within(self, *, branch: bool = True, hidden: bool = False) -> Iterator[None]:
        """Inside something that may not happen, or that nobody hears of."""
        kept = self.hidden
        self.branch += branch
        self.hidden = self.hidden or hidden
        yield
        self.branch -= branch
        self.hidden = kept


def element(value: Value) -> Value:
    """Whatever one element of a value is."""
    if value.parts:
        return joined(value.parts) if len(value.parts) > 1 else value.parts[0]
    return but(value, exact=False, const=None, items={}, name="") if value is not NOTHING else NOTHING


def _several(returned: list[Value]) -> Value:
    found = NOTHING
    for one in returned:
        found = either(found, one)
    return found


def _facts(value: Value) -> tuple[object, ...]:
    whole = value
    return (whole.data, whole.source, whole.text, whole.leads, value.name, id(value.code), whole.url, whole.path)


def _merged(one: Act, other: Act) -> Act:
    return Act(
        verb=one.verb, span=one.span, doer=one.doer, url=one.url, path=one.path, what=one.what,
        data=one.data | other.data, source=one.source or other.source,
        names=tuple(dict.fromkeys((*one.names, *other.names))), flow=tuple(dict.fromkeys((*one.flow, *other.flow))),
        hidden=one.hidden or other.hidden, unasked=one.unasked or other.unasked,
    )  # fmt: skip


_ALWAYS = ("__init__.py", "setup.py", "sitecustomize.py", "usercustomize.py", "conftest.py")


def _on_import(document: Document, tree: ast.Module) -> bool:
    """Whether what stands at the top happens although nobody called the program: on import, on installation."""
    if document.path.rpartition("/")[2] in _ALWAYS:
        return True
    return any(isinstance(one, ast.If) and followed.is_main(one.test) for one in tree.body)
