"""What each kind of expression of JavaScript is."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from sealskill.scan.act import Data, Source
from sealskill.scan.language import _javascript_calls as calls
from sealskill.scan.language import _javascript_fold as fold
from sealskill.scan.language import _javascript_machine as machine
from sealskill.scan.language._javascript_modules import canonical, module
from sealskill.scan.language._javascript_value import NOTHING, SOME, Value, but, carried, joined, of, shown

if TYPE_CHECKING:
    from tree_sitter import Node

    from sealskill.scan.language._javascript_program import Binding
    from sealskill.scan.language._javascript_reading import Reading

MAX_WAYS = 12
"""Bindings of one name, and calls of one function, that are looked at."""
MAX_PAIRS = 400
"""Properties of one object that are looked at."""


def _identifier(reading: Reading, node: Node) -> Value:
    name = reading.program.text(node)
    bindings = reading.program.bindings(name, node.start_byte)
    said = name.decode("utf-8", "replace")
    if not bindings:
        return machine.ambient(said) or Value(name=canonical(said))
    found = [_bound(reading, one) for one in bindings[:MAX_WAYS]]
    if len(found) == 1:
        return machine.named(said, found[0])
    text = next(
        (one.text for one in found if one.exact and one.text), next((one.text for one in found if one.text), "")
    )
    both = joined(found)
    constant = [one for one in found if one.constant is not None]
    whole = constant[0] if len(constant) == 1 and all(one is NOTHING or one in constant for one in found) else None
    return machine.named(said, whole or but(both, text=text, exact=False, const=None))


def _bound(reading: Reading, binding: Binding) -> Value:
    if binding.way == "import":
        value = Value(name=module(fold.unescaped(reading.program.text(binding.node)[1:-1])))
    elif binding.way == "parameter":
        value = parameter(reading, binding)
    elif binding.way == "function":
        return Value(function=binding.at)
    else:
        value = reading.value(binding.node)
    if binding.way == "item":
        value = element(reading, value)
    elif binding.way == "adds":
        return carried(value)
    for name in binding.path:
        value = property_of(reading, value, name, binding.node)
    return value


def element(reading: Reading, value: Value) -> Value:
    """Whatever a loop over a value goes through, as one value."""
    if value.node is not None and value.node.type == "array":
        return joined([reading.value(one) for one in value.node.named_children[:MAX_WAYS]])
    return machine.whole(reading, value)


def parameter(reading: Reading, binding: Binding) -> Value:
    """What is passed to a function of the program, by all who call it."""
    for frame in reversed(reading.frames):
        if (binding.at, binding.place) in frame:
            return frame[binding.at, binding.place]
    function = reading.program.functions[binding.at]
    callers = reading.program.called.get(function.name, []) if function.name else _callers(reading, binding.at)
    found = []
    for call in callers[:MAX_WAYS]:
        given = call.child_by_field_name("arguments")
        if given is not None and given.type == "arguments" and binding.place < given.named_child_count:
            found.append(reading.value(given.named_children[binding.place]))
    if function.callback is not None:
        found.append(calls.handed(reading, function.callback, binding.place, function.start))
    if not found:
        said = reading.program.text(binding.node).decode("utf-8", "replace")[:40]
        return machine.named(said, Value(data=frozenset({Data.CHOSEN}), source=Source.INPUT, text=SOME))
    return found[0] if len(found) == 1 else but(joined(found), exact=False, const=None)


def _callers(reading: Reading, at: int) -> list[Node]:
    """Calls of a function that has a name only because it was given to a variable."""
    function = reading.program.functions[at]
    before = reading.program.data[max(function.start - 80, 0) : function.start].rstrip().removesuffix(b"async").rstrip()
    if not before.endswith((b"=", b":")):
        return []
    words = before[:-1].split()
    return reading.program.called.get(words[-1], []) if words else []


def _member(reading: Reading, node: Node) -> Value:
    last = node.child_by_field_name("property")
    if last is None:
        return NOTHING
    name = reading.program.text(last).decode("utf-8", "replace")
    base = node.child_by_field_name("object")
    if base is not None and base.type == "this":
        return _own(reading, name)
    return property_of(reading, reading.value(base), name, node)


def _own(reading: Reading, name: str) -> Value:
    """A property of `this`: whatever the program puts into one of that name."""
    key = name.encode("utf-8", "replace")
    methods = reading.program.methods.get(key, ())
    if methods:
        return Value(function=methods[0])
    found = [reading.value(one) for one in reading.program.fields.get(key, ())[:MAX_WAYS]]
    return machine.named(name, found[0] if len(found) == 1 else joined(found))


def property_of(reading: Reading, base: Value, name: str, node: Node) -> Value:
    """What a property of a value is."""
    if base.node is not None:
        found = option(reading, base, name)
        if found is not NOTHING:
            return found
    if base.name == "process.env":
        return machine.variable(reading, node, name)
    if name == "constructor":
        return Value(name="Function" if base.function >= 0 or base.name in _MADE else "constructor")
    if base.name and base.function < 0 and base.node is None:
        known = canonical(f"{base.name}.{name}")
        taken = machine.attribute(reading, known, node)
        return taken if taken is not None else but(base, name=known, text="", exact=False, const=None)
    made = fold.item(base.constant, name) if base.constant is not None else fold.UNKNOWN
    if not isinstance(made, fold.Unknown):
        return but(carried(base), **_constant(made))
    methods = reading.program.methods.get(name.encode("utf-8", "replace"), ())
    if methods and not base.data and base.source is None:
        return Value(function=methods[0])
    return but(carried(base), name="", text="") if base is not NOTHING else NOTHING


_MADE = frozenset(("constructor", "Object.getPrototypeOf()", "Reflect.getPrototypeOf()"))
"""Whose `constructor` makes functions out of text."""


def _constant(made: object) -> dict[str, object]:
    value = of(made)
    return {"text": value.text, "exact": value.exact, "const": value.const}


MAX_SPREAD = 8
"""Objects spread into each other that are followed: one may be spread into itself."""


def option(reading: Reading, base: Value, *names: str, depth: int = 0) -> Value:
    """A property of an object literal, by any of its names."""
    if base.node is None or base.node.type != "object" or depth > MAX_SPREAD:
        return NOTHING
    for one in base.node.named_children[:MAX_PAIRS]:
        if one.type == "spread_element":
            found = option(reading, reading.value(one), *names, depth=depth + 1)
            if found is not NOTHING:
                return found
        elif one.type == "shorthand_property_identifier":
            if reading.program.text(one).decode("utf-8", "replace") in names:
                return reading.value(one)
        elif one.type == "pair" and key_of(reading, one) in names:
            return reading.value(one.child_by_field_name("value"))
        elif one.type == "method_definition" and key_of(reading, one) in names:
            return Value(function=reading.program.scope(one.start_byte))
    return NOTHING


def key_of(reading: Reading, pair: Node) -> str:
    """The name of a property in an object literal."""
    key = pair.child_by_field_name("key") or pair.child_by_field_name("name")
    if key is None:
        return ""
    if key.type == "computed_property_name":
        return reading.value(key.named_children[0]).known if key.named_child_count else ""
    said = reading.program.text(key)
    return fold.unescaped(said[1:-1] if said[:1] in (b"'", b'"') else said)


def _object(reading: Reading, node: Node) -> Value:
    found = []
    for one in node.named_children[:MAX_PAIRS]:
        if one.type == "pair":
            value = reading.value(one.child_by_field_name("value"))
            found.append(carried(machine.named(key_of(reading, one), value)))
        elif one.type == "spread_element":
            value = machine.whole(reading, reading.value(one))
            found.append(but(carried(value), flow=value.flow or (reading.span(one),)) if value.data else carried(value))
        elif one.type == "shorthand_property_identifier":
            found.append(carried(reading.value(one)))
    return but(joined(found, ""), node=node)


def _array(reading: Reading, node: Node) -> Value:
    children = node.named_children
    raw = [_literal(reading, one) for one in children[: fold.MAX_ITEMS]]
    if fold.UNKNOWN not in raw:
        return Value(const=raw, node=node)
    found = [reading.value(one) for one in children[:MAX_PAIRS]]
    constants = [one.constant for one in found]
    known = constants if len(found) == len(children) and None not in constants else None
    return but(joined([carried(one) for one in found], ""), node=node, const=known)


def _literal(reading: Reading, node: Node) -> object:
    """A plain literal, without the way round of a value: tables of strings have a hundred thousand of them."""
    if node.type == "string":
        return fold.unescaped(reading.program.text(node)[1:-1])
    return fold.number(reading.program.text(node)) if node.type == "number" else fold.UNKNOWN


def _string(reading: Reading, node: Node) -> Value:
    return of(fold.unescaped(reading.program.text(node)[1:-1]))


def _template(reading: Reading, node: Node) -> Value:
    said, found, exact = [], [], True
    program, at, last = reading.program, node.start_byte + 1, node.end_byte - 1
    for one in node.named_children:
        if one.type != "template_substitution":
            continue
        value = reading.value(one.named_children[0]) if one.named_child_count else NOTHING
        found.append(carried(value))
        said += [fold.unescaped(program.data[at : one.start_byte]), _spelled(value)]
        exact = exact and (value.exact or isinstance(value.const, int | float))
        at = one.end_byte
    said.append(fold.unescaped(program.data[at:last]))
    return joined(found, "".join(said), exact=exact)


def _spelled(value: Value) -> str:
    if value.text:
        return value.text
    return SOME if value.const is None else shown(value.const)


def _number(reading: Reading, node: Node) -> Value:
    made = fold.number(reading.program.text(node))
    return NOTHING if isinstance(made, fold.Unknown) else of(made)


def _truth(reading: Reading, node: Node) -> Value:
    return of(node.type == "true")


def _binary(reading: Reading, node: Node) -> Value:
    # A sum of a thousand texts is a ladder a thousand steps deep: climb down it without recursion.
    rights: list[tuple[str, Node]] = []
    left: Node | None = node
    while left is not None and left.type == "binary_expression":
        sign, right = left.child_by_field_name("operator"), left.child_by_field_name("right")
        if sign is None or right is None:
            return NOTHING
        rights.append((reading.program.text(sign).decode(), right))
        reading.steps += 1
        left = left.child_by_field_name("left")
    pieces = [reading.value(left)]
    for said, right_node in reversed(rights):
        other = reading.value(right_node)
        if said == "+" and (_worded(pieces[-1]) or _worded(other)):
            pieces.append(other)
        else:
            pieces = [_operated(said, _sum(pieces), other)]
    return _sum(pieces)


def _worded(value: Value) -> bool:
    """Whether what it is added to becomes a text, or nobody knows."""
    return value.exact or not isinstance(value.const, int | float)


def _sum(pieces: list[Value]) -> Value:
    if len(pieces) == 1:
        return pieces[0]
    exact = all(one.constant is not None for one in pieces)
    return joined([carried(one) for one in pieces], "".join(_spelled(one) for one in pieces), exact=exact)


def _operated(sign: str, left: Value, right: Value) -> Value:
    if sign in ("||", "??"):
        return _either(left, right)
    if sign == "&&":
        return right
    both = joined((carried(left), carried(right)), "")
    if left.constant is not None and right.constant is not None:
        made = fold.binary(sign, left.constant, right.constant)
        if not isinstance(made, fold.Unknown):
            return but(both, **_constant(made))
    return NOTHING


def _either(left: Value, right: Value) -> Value:
    both = joined((left, right))
    text = left.text if left.exact or not right.text else right.text
    return but(both, text=text, exact=False, const=None, name=left.name or right.name)


def _inner(reading: Reading, node: Node) -> Value:
    return reading.value(node.named_children[0]) if node.named_child_count else NOTHING


def _last(reading: Reading, node: Node) -> Value:
    return reading.value(node.named_children[-1]) if node.named_child_count else NOTHING


def _choice(reading: Reading, node: Node) -> Value:
    first, second = node.child_by_field_name("consequence"), node.child_by_field_name("alternative")
    return but(joined((reading.value(first), reading.value(second))), exact=False, const=None)


def _unary(reading: Reading, node: Node) -> Value:
    sign, operand = node.child_by_field_name("operator"), reading.value(node.child_by_field_name("argument"))
    said, constant = reading.program.text(sign) if sign is not None else b"", operand.constant
    if said == b"!" and (constant is not None or operand.node is not None):
        return of(not constant and operand.node is None)
    if said in (b"-", b"+", b"~") and isinstance(constant, int | float | str):
        made = fold.binary("*" if said != b"~" else "^", constant, 1 if said == b"+" else -1)
        return NOTHING if isinstance(made, fold.Unknown) else of(made)
    return NOTHING


def _assigned(reading: Reading, node: Node) -> Value:
    return reading.value(node.child_by_field_name("right"))


def _function(reading: Reading, node: Node) -> Value:
    return Value(function=reading.program.scope(node.start_byte))


def _subscript(reading: Reading, node: Node) -> Value:
    base, index = reading.value(node.child_by_field_name("object")), reading.value(node.child_by_field_name("index"))
    if base.constant is not None and index.constant is not None:
        made = fold.item(base.constant, index.constant)
        if not isinstance(made, fold.Unknown):
            return but(joined((carried(base), carried(index)), ""), **_constant(made))
    if index.exact:
        return property_of(reading, base, index.text, node)
    if base.name == "process.env":
        return machine.variable(reading, node, "")
    return but(carried(base), text="")


def _this(_: Reading, __: Node) -> Value:
    return Value(name="this")


def _meta(reading: Reading, node: Node) -> Value:
    return Value(name=reading.program.text(node).decode("utf-8", "replace"))


def _arguments(reading: Reading, node: Node) -> Value:
    return joined([carried(reading.value(one)) for one in node.named_children[:MAX_PAIRS]])


def _call(reading: Reading, node: Node) -> Value:
    return calls.called(reading, node)


KINDS: dict[str, Callable[[Reading, Node], Value]] = {
    "identifier": _identifier, "shorthand_property_identifier": _identifier, "member_expression": _member,
    "subscript_expression": _subscript, "string": _string, "template_string": _template, "number": _number,
    "true": _truth, "false": _truth, "binary_expression": _binary, "parenthesized_expression": _inner,
    "await_expression": _inner, "yield_expression": _inner, "spread_element": _inner, "sequence_expression": _last,
    "ternary_expression": _choice, "unary_expression": _unary, "assignment_expression": _assigned,
    "augmented_assignment_expression": _assigned, "object": _object, "array": _array, "call_expression": _call,
    "new_expression": _call, "arrow_function": _function, "function_expression": _function, "this": _this,
    "meta_property": _meta, "arguments": _arguments, "import": _meta, "computed_property_name": _inner,
    "function_declaration": _function, "generator_function": _function, "jsx_expression": _inner,
}  # fmt: skip
"""How each kind of node is worked out; of any other nothing is known."""
