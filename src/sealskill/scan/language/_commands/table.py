"""Which command does what: the one place in which all tables meet."""

from __future__ import annotations

from functools import cache

from sealskill.scan.act import Data, Source, Verb
from sealskill.scan.document import Kind
from sealskill.scan.language._commands import (
    decoders,
    files,
    guards,
    installs,
    losses,
    net,
    runs,
    secrets,
    texts,
    web,
    windows,
)  # fmt: skip
from sealskill.scan.language._commands.call import Call, Handler, key_of
from sealskill.scan.language._commands.stuff import NOTHING, UNKNOWN, Stuff, leads, passed, together

_SUFFIXES = (".exe", ".cmd", ".bat", ".com")
_SECRETS = frozenset(Data) - {Data.FILES, Data.CHOSEN, Data.SYSTEM, Data.CONVERSATION}


@cache
def table() -> dict[str, Handler]:
    """Every command that is known, by name. Where two tables know one, the later of these wins."""
    known = {
        **files.TABLE,
        **texts.TABLE,
        **decoders.TABLE,
        **runs.TABLE,
        **secrets.TABLE,
        **guards.TABLE,
        **installs.TABLE,
        **web.TABLE,
        **net.TABLE,
        **windows.TABLE,
        **_MIXED,
    }
    return {**known, **{name: _mixed(known.get(name, _unknown), losses.lost) for name in losses.NAMES}}


def _mixed(first: Handler, second: Handler) -> Handler:
    """A command that two tables know something of."""

    def both(call: Call) -> Stuff:
        second(call)
        return first(call)

    return both


_MIXED: dict[str, Handler] = {
    "op": secrets.TABLE["op"],
    "defaults": guards.TABLE["defaults"],
    "sqlite3": _mixed(files.TABLE["sqlite3"], installs.TABLE["sqlite3"]),
    "docker": runs.TABLE["docker"],
    "az": net.TABLE["az"],
}


def perform(call: Call) -> Stuff:
    """A command is run: its acts are noted, its output comes back."""
    program = call.name
    call.name = _bare(program)
    handler = table().get(call.name)
    if handler is not None and (handler is not _path_like or "/" not in program):
        if call.program.source is Source.DECODED:
            call.act(Verb.RUN, source=Source.DECODED, what=call.said[:400])
        return handler(call)
    if call.program.telling and call.program.source is Source.FETCHED:
        return runs.evaluated(call, call.program, Kind.SHELL)
    if _is_path(call, program):
        return files.ran(call, _path_of(call, program))
    if program.startswith("$"):
        return _through_variable(call)
    return _unknown(call)


def _path_like(call: Call) -> Stuff:
    return passed(call.stdin)


def _bare(program: str) -> str:
    """The name of a program without folder, suffix and case."""
    name = program.rpartition("/")[2] if "/" in program else program
    name = name.lower().lstrip("@\\") or name
    return next((name.removesuffix(one) for one in _SUFFIXES if name.endswith(one)), name)


def _is_path(call: Call, program: str) -> bool:
    return (
        program.startswith(("./", "/", "~/", "../"))
        or ("/" in program and "=" not in program and "://" not in program)
        or (program.startswith("$") and key_of(program) in call.machine.files)
        or bool(call.program.path)
    )


def _path_of(call: Call, program: str) -> Stuff:
    return Stuff(call.program.path or program, known=call.program.known, url=call.program.url, flow=call.program.flow)


def _through_variable(call: Call) -> Stuff:
    """`$SUDO apt install`, `"$PYTHON" -c …`: the name of the variable, or the next word, tells."""
    hint = call.name.strip("${}").lower()
    for name in ("python", "node", "bash", "curl", "pip", "npm"):
        if name in hint and len(hint) < 20:
            call.name = name
            return table()[name](call)
    if call.args and _bare(call.args[0].text) in table() and call.args[0].known:
        return call.machine.call(call.args, call.stdin, call.span)
    return _unknown(call)


def _unknown(call: Call) -> Stuff:
    """A command nobody here knows: it may read what it is given, and prints something of it."""
    telling = [arg for arg in call.args if arg.telling]
    paths = [arg for arg in call.args if ("/" in arg.text or "." in arg.text) and leads(arg.text)]
    if not telling and not paths and not call.stdin.telling:
        return _mining(call)
    read = call.reads(paths)
    return passed(together([call.stdin, read, *telling]))


def _mining(call: Call) -> Stuff:
    if any(word.startswith("stratum+") for word in call.words):
        return installs.TABLE["xmrig"](call)
    return UNKNOWN if call.args else NOTHING
