"""Programs that do not parse: Python 2, a stray line, a notebook's magic. The grammar reads on after a mistake."""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import cache
from typing import Any

Node = Any
"""A node of tree-sitter; its types say nothing more."""
MAX_DEPTH = 150
"""Nodes inside each other that are followed."""


@cache
def _parser() -> Any:
    # Loaded late: one package in a dozen holds a program that `ast` cannot read.
    import tree_sitter
    import tree_sitter_python

    return tree_sitter.Parser(tree_sitter.Language(tree_sitter_python.language()))


def lenient(data: bytes) -> ast.Module:
    """What can be read of a program, as the tree that `ast` would have made."""
    root = _parser().parse(data).root_node
    return ast.Module(body=_Maker().block(root), type_ignores=[])


class _Maker:
    """Turns nodes of one kind into nodes of the other."""

    def __init__(self) -> None:
        self.depth = 0

    def block(self, node: Node | None) -> list[ast.stmt]:
        """The statements in a node; whatever is none is an expression by itself."""
        if node is None or self.depth > MAX_DEPTH:
            return []
        self.depth += 1
        made: list[ast.stmt] = []
        for one in node.named_children:
            act = _STATEMENTS.get(one.type)
            if one.type in ("ERROR", "block", "module") or one.type == "decorated_definition":
                made += self.block(one)
            elif act is not None:
                made.append(_placed(act(self, one), one))
            elif one.type not in ("comment", "decorator"):
                made.append(_placed(ast.Expr(self.expression(one)), one))
        self.depth -= 1
        return made

    def expression(self, node: Node | None) -> ast.expr:
        """An expression; what has no counterpart is a tuple of what stands in it."""
        if node is None or self.depth > MAX_DEPTH:
            return ast.Constant(None)
        self.depth += 1
        act = _EXPRESSIONS.get(node.type)
        made = act(self, node) if act is not None else self.several(node)
        self.depth -= 1
        _placed(made, node)
        return made

    def several(self, node: Node) -> ast.expr:
        """All that stands in a node."""
        return ast.Tuple([self.expression(one) for one in node.named_children if one.type != "comment"], ast.Load())

    def field(self, node: Node, name: str) -> ast.expr:
        """A named part of a node."""
        return self.expression(node.child_by_field_name(name))


def _placed(made: Any, node: Node) -> Any:
    made.lineno, made.col_offset = node.start_point[0] + 1, node.start_point[1]
    made.end_lineno, made.end_col_offset = node.end_point[0] + 1, node.end_point[1]
    return made


def _text(node: Node | None) -> str:
    return node.text.decode("utf-8", "replace") if node is not None else ""


def _name(_: _Maker, node: Node) -> ast.expr:
    return ast.Name(_text(node), ast.Load())


def _attribute(make: _Maker, node: Node) -> ast.expr:
    return ast.Attribute(make.field(node, "object"), _text(node.child_by_field_name("attribute")), ast.Load())


def _call(make: _Maker, node: Node) -> ast.expr:
    made = ast.Call(make.field(node, "function"), [], [])
    arguments = node.child_by_field_name("arguments")
    if arguments is not None and arguments.type == "generator_expression":
        made.args.append(make.expression(arguments))
        return made
    for one in arguments.named_children if arguments is not None else ():
        if one.type == "keyword_argument":
            name = _text(one.child_by_field_name("name"))
            made.keywords.append(_placed(ast.keyword(name, make.field(one, "value")), one))
        elif one.type == "dictionary_splat":
            made.keywords.append(_placed(ast.keyword(None, make.expression(_first(one))), one))
        elif one.type != "comment":
            made.args.append(make.expression(one))
    return made


def _first(node: Node) -> Node | None:
    return node.named_children[0] if node.named_children else None


def _string(make: _Maker, node: Node) -> ast.expr:
    start = _text(_first(node))
    pieces: list[ast.expr] = []
    for one in node.named_children:
        if one.type == "string_content":
            pieces.append(_placed(ast.Constant(_unescaped(_text(one), raw="r" in start.lower())), one))
        elif one.type == "interpolation":
            inner = make.expression(_first(one))
            pieces.append(_placed(ast.FormattedValue(inner, -1, None), one))
    if any(isinstance(one, ast.FormattedValue) for one in pieces):
        return ast.JoinedStr(pieces)
    said = "".join(str(one.value) for one in pieces if isinstance(one, ast.Constant))
    if "b" in start.lower().rstrip("'\""):
        return ast.Constant(said.encode("latin-1", "replace"))
    return ast.Constant(said)


def _unescaped(said: str, *, raw: bool) -> str:
    if raw or "\\" not in said:
        return said
    try:
        return said.encode("latin-1", "backslashreplace").decode("unicode_escape")
    except UnicodeDecodeError:
        return said


def _concatenated(make: _Maker, node: Node) -> ast.expr:
    pieces = [make.expression(one) for one in node.named_children if one.type == "string"]
    if all(isinstance(one, ast.Constant) and isinstance(one.value, str) for one in pieces):
        return ast.Constant("".join(str(one.value) for one in pieces if isinstance(one, ast.Constant)))
    values: list[ast.expr] = []
    for one in pieces:
        values += one.values if isinstance(one, ast.JoinedStr) else [one]
    return ast.JoinedStr(values)


_OPERATORS: dict[str, ast.operator] = {
    "+": ast.Add(), "-": ast.Sub(), "*": ast.Mult(), "/": ast.Div(), "//": ast.FloorDiv(), "%": ast.Mod(),
    "**": ast.Pow(), "^": ast.BitXor(), "&": ast.BitAnd(), "|": ast.BitOr(), "<<": ast.LShift(), ">>": ast.RShift(),
    "@": ast.MatMult(),
}  # fmt: skip


def _binary(make: _Maker, node: Node) -> ast.expr:
    # A long sum is a ladder: climb down it without recursion.
    spine = []
    while node is not None and node.type == "binary_operator":
        spine.append(node)
        node = node.child_by_field_name("left")
    made = make.expression(node)
    for one in reversed(spine):
        operation = _OPERATORS.get(_text(one.child_by_field_name("operator")), ast.Add())
        made = _placed(ast.BinOp(made, operation, make.field(one, "right")), one)
    return made


def _number(_: _Maker, node: Node) -> ast.expr:
    said = _text(node).replace("_", "").rstrip("lLjJ")
    try:
        return ast.Constant(int(said[:80], 0) if node.type == "integer" else float(said))
    except ValueError:
        return ast.Constant(0)  # an octal number of Python 2


def _dictionary(make: _Maker, node: Node) -> ast.expr:
    made = ast.Dict([], [])
    for one in node.named_children:
        if one.type == "pair":
            made.keys.append(make.field(one, "key"))
            made.values.append(make.field(one, "value"))
        elif one.type == "dictionary_splat":
            made.keys.append(None)
            made.values.append(make.expression(_first(one)))
    return made


def _list(make: _Maker, node: Node) -> ast.expr:
    return ast.List([make.expression(one) for one in node.named_children if one.type != "comment"], ast.Load())


def _subscript(make: _Maker, node: Node) -> ast.expr:
    index = node.child_by_field_name("subscript")
    if index is not None and index.type == "slice":
        return ast.Subscript(make.field(node, "value"), _slice(make, index), ast.Load())
    return ast.Subscript(make.field(node, "value"), make.expression(index), ast.Load())


def _slice(make: _Maker, node: Node) -> ast.expr:
    bounds: list[ast.expr | None] = [None]
    for one in node.children:
        if one.type == ":":
            bounds.append(None)
        elif one.is_named:
            bounds[-1] = make.expression(one)
    lower, upper, step = (*bounds, None, None)[:3]
    return _placed(ast.Slice(lower, upper, step), node)  # type: ignore[no-any-return]


def _inner(make: _Maker, node: Node) -> ast.expr:
    return make.expression(_first(node))


def _comprehension(make: _Maker, node: Node) -> ast.expr:
    generators = []
    for one in node.named_children:
        if one.type == "for_in_clause":
            target = _stored(make.field(one, "left"))
            generators.append(ast.comprehension(target, make.field(one, "right"), [], 0))
        elif one.type == "if_clause" and generators:
            generators[-1].ifs.append(make.expression(_first(one)))
    body = node.child_by_field_name("body")
    if not generators:
        return make.several(node)
    if body is not None and body.type == "pair":
        return ast.DictComp(make.field(body, "key"), make.field(body, "value"), generators)
    return ast.ListComp(make.expression(body), generators)


def _choice(make: _Maker, node: Node) -> ast.expr:
    parts = [make.expression(one) for one in node.named_children]
    return ast.IfExp(parts[1], parts[0], parts[2]) if len(parts) == 3 else make.several(node)


def _lambda(make: _Maker, node: Node) -> ast.expr:
    return ast.Lambda(_arguments(make, node.child_by_field_name("parameters")), make.field(node, "body"))


def _either(make: _Maker, node: Node) -> ast.expr:
    return ast.BoolOp(ast.Or(), [make.field(node, "left"), make.field(node, "right")])


def _arguments(make: _Maker, node: Node | None) -> ast.arguments:
    made = ast.arguments(posonlyargs=[], args=[], kwonlyargs=[], kw_defaults=[], defaults=[])
    for one in node.named_children if node is not None else ():
        name = one.child_by_field_name("name") or (one if one.type == "identifier" else _first(one))
        if one.type == "list_splat_pattern":
            made.vararg = ast.arg(_text(name))
        elif one.type == "dictionary_splat_pattern":
            made.kwarg = ast.arg(_text(name))
        elif name is not None and one.type != "comment":
            made.args.append(ast.arg(_text(name)))
            value = one.child_by_field_name("value")
            if value is not None:
                made.defaults.append(make.expression(value))
    return made


def _stored(target: ast.expr) -> ast.expr:
    return target


def _assignment(make: _Maker, node: Node) -> ast.stmt:
    one = _first(node)
    if one is None or one.type not in ("assignment", "augmented_assignment"):
        return ast.Expr(make.several(node) if len(node.named_children) > 1 else make.expression(one))
    if one.type == "augmented_assignment":
        operation = _OPERATORS.get(_text(one.child_by_field_name("operator"))[:-1], ast.Add())
        target: Any = _stored(make.field(one, "left"))
        return ast.AugAssign(target, operation, make.field(one, "right"))
    targets = [_stored(make.field(one, "left"))]
    right = one.child_by_field_name("right")
    while right is not None and right.type == "assignment":
        targets.append(_stored(make.field(right, "left")))
        right = right.child_by_field_name("right")
    return ast.Assign(targets, make.expression(right), lineno=1)


def _import(_: _Maker, node: Node) -> ast.stmt:
    return ast.Import([_alias(one) for one in node.named_children])


def _alias(node: Node) -> ast.alias:
    if node.type == "aliased_import":
        return ast.alias(_text(node.child_by_field_name("name")), _text(node.child_by_field_name("alias")))
    return ast.alias(_text(node), None)


def _import_from(_: _Maker, node: Node) -> ast.stmt:
    module = _text(node.child_by_field_name("module_name"))
    names = [_alias(one) for one in node.named_children[1:]]
    return ast.ImportFrom(module.lstrip("."), names, int(module.startswith(".")))


def _function(make: _Maker, node: Node) -> ast.stmt:
    arguments = _arguments(make, node.child_by_field_name("parameters"))
    body = make.block(node.child_by_field_name("body"))
    return ast.FunctionDef(_text(node.child_by_field_name("name")), arguments, body, [], lineno=1)


def _class(make: _Maker, node: Node) -> ast.stmt:
    over = node.child_by_field_name("superclasses")
    bases = [make.expression(one) for one in over.named_children if one.type != "keyword_argument"] if over else []
    body = make.block(node.child_by_field_name("body"))
    return ast.ClassDef(_text(node.child_by_field_name("name")), bases, [], body, [])


def _if(make: _Maker, node: Node) -> ast.stmt:
    made = ast.If(make.field(node, "condition"), make.block(node.child_by_field_name("consequence")), [])
    last = made
    for one in node.named_children:
        if one.type == "elif_clause":
            inner = ast.If(make.field(one, "condition"), make.block(one.child_by_field_name("consequence")), [])
            last.orelse = [_placed(inner, one)]
            last = inner
        elif one.type == "else_clause":
            last.orelse = make.block(one.child_by_field_name("body"))
    return made


def _for(make: _Maker, node: Node) -> ast.stmt:
    target: Any = _stored(make.field(node, "left"))
    return ast.For(target, make.field(node, "right"), make.block(node.child_by_field_name("body")), [], lineno=1)


def _while(make: _Maker, node: Node) -> ast.stmt:
    return ast.While(make.field(node, "condition"), make.block(node.child_by_field_name("body")), [])


def _try(make: _Maker, node: Node) -> ast.stmt:
    made = ast.Try(make.block(node.child_by_field_name("body")), [], [], [])
    for one in node.named_children:
        if one.type in ("except_clause", "except_group_clause"):
            kinds = [inner for inner in one.named_children if inner.type not in ("block", "comment")]
            body = make.block(next((inner for inner in one.named_children if inner.type == "block"), None))
            kind = make.expression(kinds[0]) if kinds else None
            made.handlers.append(_placed(ast.ExceptHandler(kind, None, body), one))
        elif one.type == "else_clause":
            made.orelse = make.block(one.child_by_field_name("body"))
        elif one.type == "finally_clause":
            made.finalbody = make.block(one)
    return made


def _with(make: _Maker, node: Node) -> ast.stmt:
    items = []
    clause = next((one for one in node.named_children if one.type == "with_clause"), None)
    for one in clause.named_children if clause is not None else ():
        value = one.child_by_field_name("value") or one
        if value.type == "as_pattern":
            target = value.child_by_field_name("alias")
            bound = _stored(make.expression(_first(target) if target is not None else None))
            items.append(ast.withitem(make.expression(_first(value)), bound))
        else:
            items.append(ast.withitem(make.expression(value), None))
    return ast.With(items, make.block(node.child_by_field_name("body")), lineno=1)


def _return(make: _Maker, node: Node) -> ast.stmt:
    return ast.Return(make.expression(_first(node)))


def _exec(make: _Maker, node: Node) -> ast.stmt:
    """`exec code`, as Python 2 wrote it."""
    name = _placed(ast.Name("exec", ast.Load()), node)
    return ast.Expr(_placed(ast.Call(name, [make.expression(_first(node))], []), node))


def _pass(_: _Maker, node: Node) -> ast.stmt:
    return {"break_statement": ast.Break, "continue_statement": ast.Continue}.get(node.type, ast.Pass)()


_STATEMENTS: dict[str, Callable[[_Maker, Node], ast.stmt]] = {
    "expression_statement": _assignment, "import_statement": _import, "import_from_statement": _import_from,
    "function_definition": _function, "class_definition": _class, "if_statement": _if, "for_statement": _for,
    "while_statement": _while, "try_statement": _try, "with_statement": _with, "return_statement": _return,
    "exec_statement": _exec, "pass_statement": _pass, "break_statement": _pass, "continue_statement": _pass,
}  # fmt: skip
_EXPRESSIONS: dict[str, Callable[[_Maker, Node], ast.expr]] = {
    "identifier": _name, "attribute": _attribute, "call": _call, "string": _string,
    "concatenated_string": _concatenated,
    "binary_operator": _binary, "integer": _number, "float": _number, "dictionary": _dictionary, "list": _list,
    "set": _list, "subscript": _subscript, "parenthesized_expression": _inner, "await": _inner, "list_splat": _inner,
    "list_comprehension": _comprehension, "generator_expression": _comprehension, "set_comprehension": _comprehension,
    "dictionary_comprehension": _comprehension, "conditional_expression": _choice, "lambda": _lambda,
    "boolean_operator": _either, "true": lambda _, __: ast.Constant(True), "false": lambda _, __: ast.Constant(False),
    "none": lambda _, __: ast.Constant(None),
}  # fmt: skip
