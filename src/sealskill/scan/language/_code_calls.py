"""What calls do in languages without a grammar of their own: one table of last words, and what stands before them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealskill.scan.language import _code_files as files
from sealskill.scan.language import _code_machine as machine
from sealskill.scan.language import _code_network as network
from sealskill.scan.language import _code_running as running
from sealskill.scan.language._code_call import Call, Handler
from sealskill.scan.language._code_value import NOTHING, Value, but, joined

if TYPE_CHECKING:
    from sealskill.scan.language._code_flow import Function


def _either(first: Handler, second: Handler) -> Handler:
    """A word that means two things: the second where it is not the first."""

    def handler(call: Call) -> Value | None:
        found = first(call)
        return found if found is not None else second(call)

    return handler


def _merged(*tables: dict[str, Handler]) -> dict[str, Handler]:
    found: dict[str, Handler] = {}
    for table in tables:
        for name, handler in table.items():
            found[name] = _either(found[name], handler) if name in found else handler
    return found


TABLE = _merged(network.TABLE, machine.TABLE, running.TABLE, files.TABLE)


def perform(call: Call) -> Value:
    """A call is made: its acts are noted, and what it gives comes back."""
    handler = TABLE.get(call.last.lower())
    value = handler(call) if handler is not None else None
    if value is not None:
        return value
    function = call.reading.functions.get(call.last)
    return _own(call, function) if function is not None else _passed_on(call)


def _own(call: Call, function: Function) -> Value:
    """A function of the program: its parameters hold what it is given, and it gives what it returns."""
    names = call.reading.names
    for name, value in zip(function.params, call.args, strict=False):
        key = (function.number, name)
        names[key] = joined((value, but(names.get(key, NOTHING), text="")))
    return function.given


def _passed_on(call: Call) -> Value:
    """A call nobody here knows gives what it is given, and what it belongs to may keep that."""
    if call.held and any(one.carries for one in call.args):
        call.reading.bind(call.held, joined((call.base, *(but(one, name="") for one in call.args))), add=True)
    return joined((call.base, *call.args))
