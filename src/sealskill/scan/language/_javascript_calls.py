"""What happens when a JavaScript program calls something."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealskill.scan.act import Data, Source
from sealskill.scan.language import _javascript_files as files
from sealskill.scan.language import _javascript_fold as fold
from sealskill.scan.language import _javascript_machine as machine
from sealskill.scan.language import _javascript_network as network
from sealskill.scan.language import _javascript_program as program
from sealskill.scan.language import _javascript_running as running
from sealskill.scan.language._javascript_call import Call, Handler
from sealskill.scan.language._javascript_modules import canonical, module
from sealskill.scan.language._javascript_value import NOTHING, SOME, Value, but, carried, joined, of

if TYPE_CHECKING:
    from tree_sitter import Node

    from sealskill.scan.language._javascript_reading import Reading

MAX_FRAMES = 8
"""Functions of the program that are worked out inside each other."""
MAX_LOOP = 20_000
"""Elements for each of which a function is worked out."""
_KEEPS = frozenset(
    "trim toString toLowerCase toUpperCase replace replaceAll slice substring valueOf normalize concat".split()
)
_EACH = frozenset("map forEach filter flatMap".split())
_FORGET = frozenset(
    "console.log console.error console.warn fs.existsSync fs.statSync fs.mkdirSync fs.mkdir fs.accessSync Math.random "
    "Date.now Number isNaN parseFloat Boolean setTimeout clearTimeout crypto.createHash crypto.randomBytes "
    "process.exit Object.keys Array.isArray path.basename path.extname".split()
)
"""Nothing of what they are given is in what they give."""


def called(reading: Reading, node: Node) -> Value:
    """What a call gives, after noting what it does."""
    call = _call(reading, node)
    if call is None:
        return NOTHING
    if call.name in ("require", "import"):
        return _module(call)
    for handler in (*CALLS.get(call.name, ()), *METHODS.get(call.method, ())):
        found = handler(call)
        if found is not None:
            return found
    return _otherwise(call)


def _call(reading: Reading, node: Node) -> Call | None:
    callee = node.child_by_field_name("function") or node.child_by_field_name("constructor")
    passed = node.child_by_field_name("arguments")
    if callee is None:
        return None
    value = reading.value(callee)
    if passed is not None and passed.type == "template_string":
        args = [reading.value(passed)]  # exec`command`
    else:
        args = [reading.value(one) for one in passed.named_children if one.type != "comment"] if passed else []
    holder = callee.child_by_field_name("object")
    base = reading.value(holder) if holder is not None else NOTHING
    last = callee.child_by_field_name("property")
    method = reading.program.text(last).decode("utf-8", "replace") if last is not None else ""
    if not method and callee.type == "subscript_expression":
        method = reading.value(callee.child_by_field_name("index")).known
    if method in ("call", "apply", "bind") and (base.name or base.function >= 0):
        value, args, method = base, _rest(reading, method, args, passed), base.name.rpartition(".")[2]
    if value.function >= 0:
        return Call(reading=reading, node=node, name="", base=value, holder=holder, method=method, args=args)
    return Call(
        reading=reading, node=node, name=canonical(value.name), base=base, holder=holder, method=method, args=args
    )


def _rest(reading: Reading, method: str, args: list[Value], passed: Node | None) -> list[Value]:
    """The arguments behind the `this` of `call` and `apply`."""
    if method != "apply" or passed is None or passed.named_child_count < 2:
        return args[1:]
    given = passed.named_children[1]
    return [reading.value(one) for one in given.named_children] if given.type == "array" else args[1:]


def _module(call: Call) -> Value:
    """A module is loaded: by name, from a file, or from wherever a text says."""
    asked = call.arg(0)
    if asked.source is Source.FETCHED or asked.text.startswith(("http://", "https://", "data:")):
        running.code(call, but(asked, source=asked.source or Source.FETCHED, url=asked.url or asked.text))
        return Value(source=Source.FETCHED, url=asked.url or asked.text)
    if asked.text.startswith((".", "/", "~")):
        if not asked.exact or asked.text in call.reading.written:
            running.ran_file(call, asked)
        return NOTHING
    return Value(name=module(asked.text)) if asked.exact else carried(asked)


def _otherwise(call: Call) -> Value:
    """A call that nobody knows: worked out where it is constant, else whatever goes in may come out."""
    base, reading = call.base, call.reading
    if not call.name and base.function >= 0 and not (call.holder is not None and call.method in _EACH):
        return _local(reading, base.function, call.args)
    if call.name in _FORGET:
        return NOTHING
    made = _worked_out(call)
    if made is not None:
        return made
    if call.name in ("util.promisify", "promisify", "Object.freeze", "Promise.resolve", "Object"):
        return call.arg(0)
    return _through(call)


def _worked_out(call: Call) -> Value | None:
    args = [one.constant for one in call.args]
    made: object = fold.UNKNOWN
    if fold.foldable(call.name) and args and None not in args:
        made = fold.function(call.name, args)
    elif call.method in _EACH and isinstance(call.base.constant, list) and call.arg(0).function >= 0:
        made = _each(call, call.base.constant)
    elif call.base.constant is not None and None not in args:
        made = fold.method(call.base.constant, call.method, args)
    if isinstance(made, fold.Unknown):
        return None
    value, whole = of(made), joined((carried(call.base), call.carried()))
    decoded = call.name in fold.DECODERS or whole.source is Source.DECODED
    return but(value, source=Source.DECODED if decoded else whole.source, data=whole.data, flow=whole.flow)


def _each(call: Call, items: list[object]) -> object:
    """`list.map(one => …)` over constants."""
    function, made = call.arg(0).function, []
    if len(items) > MAX_LOOP or call.method != "map" or call.reading.steps > MAX_LOOP:
        return fold.UNKNOWN
    for place, one in enumerate(items):
        value = _local(call.reading, function, [of(one), of(place), Value(const=items)])
        if value.constant is None:
            return fold.UNKNOWN
        made.append(value.constant)
    return made


def _local(reading: Reading, at: int, args: list[Value]) -> Value:
    """What a function of the program gives."""
    function = reading.program.functions[at]
    constant = [one.constant is not None for one in args]
    if not args or not all(constant) or len(reading.frames) >= MAX_FRAMES:
        return joined([reading.value(one) for one in function.results[:4]])
    reading.frames.append({(at, place): one for place, one in enumerate(args)})
    found = [reading.value(one) for one in function.results[:4]]
    reading.frames.pop()
    return found[0] if len(found) == 1 else but(joined(found), exact=False, const=None)


def _through(call: Call) -> Value:
    base, passed = carried(call.base), call.carried()
    whole = joined((base, passed))
    decodes = call.name in fold.DECODERS
    known = call.name and not decodes and call.name not in network.NAMES_KEPT
    data = whole.data - {Data.KEY, Data.CHOSEN} if known and not call.method.startswith("to") else whole.data
    source = whole.source
    if decodes and source is not Source.FETCHED:
        source = Source.DECODED
    name = canonical(f"{call.name}()") if call.name else ""
    text = call.base.text if call.method in _KEEPS else _encoded(call)
    if not (name or text or data or source or whole.url or whole.path or whole.names):
        return NOTHING
    return but(whole, text=text, exact=False, const=None, name=name, data=data, source=source, node=None, function=-1)


def _encoded(call: Call) -> str:
    """The text of what only changes its spelling: parts of addresses."""
    return call.arg(0).text or SOME if call.name in ("encodeURIComponent", "encodeURI", "String") else ""


def handed(reading: Reading, call_node: Node, place: int, start: int) -> Value:
    """What a function gets that is handed to a call: what the call gives, or what it is called on."""
    callee = call_node.child_by_field_name("function") or call_node.child_by_field_name("constructor")
    if callee is None:
        return NOTHING
    word = program.tail(reading.program.data, callee)
    holder = callee.child_by_field_name("object")
    base = reading.value(holder) if holder is not None else NOTHING
    if word in (b"then", b"map", b"forEach", b"filter", b"flatMap", b"done", b"some", b"find", b"reduce"):
        if place == 0 and base.node is not None and base.node.type == "array":
            return joined([reading.value(one) for one in base.node.named_children[:12]])
        if base.name in ("process.env", "localStorage"):
            return machine.whole(reading, base)
        return but(base, text="", exact=False, const=None)
    if word == b"catch":
        return NOTHING
    given = reading.value(call_node)
    return joined((given, carried(base)))


def _tables(*tables: dict[str, Handler]) -> dict[str, tuple[Handler, ...]]:
    """Everybody who may know a name, in order: the first who has something to say has it."""
    names = dict.fromkeys(name for table in tables for name in table)
    return {name: tuple(table[name] for table in tables if name in table) for name in names}


CALLS = _tables(machine.CALLS, files.CALLS, network.CALLS, running.CALLS)
METHODS = _tables(machine.METHODS, files.METHODS, network.METHODS, running.METHODS, network.METHODS_LATE)
