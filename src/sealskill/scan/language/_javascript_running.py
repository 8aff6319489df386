"""What a JavaScript program runs: commands, other programs, and code made of text."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from sealskill.scan.act import Data, Source, Verb
from sealskill.scan.document import Kind
from sealskill.scan.language._javascript_call import Call, Handler
from sealskill.scan.language._javascript_files import MAX_WHAT
from sealskill.scan.language._javascript_value import NOTHING, SOME, Value, but, carried, joined

if TYPE_CHECKING:
    from sealskill.scan.act import Act

MAX_SOURCE = 64 << 10
"""Characters of a program in a string that are read as a program."""
_SHELLS = frozenset("sh bash zsh dash ksh fish cmd cmd.exe powershell powershell.exe pwsh".split())
_RUNNERS = _SHELLS | frozenset("python python3 python2 node perl ruby php deno bun osascript wscript tsx".split())
_TELLS = frozenset("whoami hostname uname id ifconfig ipconfig ip systeminfo sw_vers env printenv ps netstat".split())


def command(call: Call, line: str, asked: Value, options: int = 1) -> Value:
    """A command line runs."""
    whole = joined((carried(asked),))
    quiet = _unheard(call, options)
    _note(call, line, whole, quiet=quiet)
    inner = _inner(call, line, quiet=quiet, whole=whole)
    _wired(call, line, options)
    return _output(call, whole, line, inner)


def _note(call: Call, line: str, whole: Value, *, quiet: bool) -> None:
    call.reading.act(
        Verb.RUN, call.node, what=line[:MAX_WHAT], hidden=quiet, names=whole.names, flow=whole.flow,
        **_told(call, line, whole),
    )  # fmt: skip
    if whole.source is Source.FETCHED and whole.url.startswith(("tcp://", "ws")):
        call.reading.act(Verb.SHELL, call.node, url=whole.url, what=line[:MAX_WHAT])


def _told(call: Call, line: str, whole: Value) -> dict[str, object]:
    """Where what runs comes from."""
    said = line.split()
    for path, content in call.reading.written.items():
        if path and content.source in (Source.FETCHED, Source.DECODED) and (path in line or whole.path == path):
            source = Source.LOCAL if content.source is Source.FETCHED else content.source
            return {"source": source, "url": content.url, "path": path}
    if whole.source in (Source.FETCHED, Source.DECODED):
        return {"source": whole.source, "url": whole.url}
    script = _script(said)
    if script:
        return {"source": Source.LOCAL, "path": script}
    return {"source": Source.INPUT if whole.source is Source.INPUT else Source.TEXT}


def _script(said: list[str]) -> str:
    """The file that an interpreter is given, if it is given one."""
    if len(said) < 2 or said[0].rpartition("/")[2] not in _RUNNERS:
        return ""
    at = 2 if said[1][:1] == "-" and said[1] not in _INLINE else 1
    given = said[at].strip("'\"") if at < len(said) else SOME
    return "" if given.startswith(("-", SOME)) else given


_INLINE = frozenset("-c -e -lc -ec -m -p -Command -EncodedCommand -enc -r --eval /c /C".split())


def _inner(call: Call, line: str, *, quiet: bool, whole: Value) -> tuple[Act, ...]:
    """What the command line itself does."""
    if not line.strip("$_ "):
        return ()
    from sealskill.scan.language import _commands  # a command may start Node again: the two know each other

    acts = _commands.acts_of_text(line[: 2 * MAX_WHAT], call.reading.span(call.node))
    for act in acts:
        sent = whole.data - {Data.CHOSEN} if act.verb is Verb.SEND else frozenset[Data]()
        call.reading.note(
            msgspec.structs.replace(
                act, data=act.data | sent, flow=(*whole.flow, *act.flow) if sent else act.flow,
                hidden=act.hidden or quiet or call.reading.quiet(call.node),
                unasked=act.unasked or call.reading.unasked,
            )
        )  # fmt: skip
    return acts


def _output(call: Call, whole: Value, line: str, acts: tuple[Act, ...]) -> Value:
    """What a command prints, as far as its line says."""
    span = call.reading.span(call.node)
    name = "child_process.spawn()"
    fetched = next((act.url for act in acts if act.verb is Verb.FETCH), "")
    if fetched:
        return Value(name=name, source=Source.FETCHED, url=fetched)
    read = frozenset[Data]().union(*(act.data for act in acts if act.verb is Verb.READ))
    first = line.split(maxsplit=1)[0].rpartition("/")[2] if line.split() else ""
    if not read and first in _TELLS:
        read = frozenset({Data.SYSTEM})
    data = (whole.data - {Data.CHOSEN, Data.KEY}) | read
    return Value(name=name, data=data, flow=(*whole.flow, span) if data else (), path=first if first in _SHELLS else "")


def _unheard(call: Call, options: int) -> bool:
    """Whether nobody is meant to notice: no output and a life of its own."""
    stdio = call.option(options, "stdio").text == "ignore" or call.option(options, "windowsHide").const is True
    detached = call.flag(options, "detached")
    return (detached and (stdio or _let_go(call))) or (stdio and call.reading.quiet(call.node))


def _let_go(call: Call) -> bool:
    return b".unref(" in call.reading.program.data


def _wired(call: Call, line: str, options: int) -> None:
    """A shell whose streams are a connection."""
    stdio = call.option(options, "stdio")
    if stdio.node is None or stdio.node.type != "array":
        return
    ends = [call.reading.value(one) for one in stdio.node.named_children[:3]]
    wired = next((one for one in ends if one.name.startswith(("net.", "WebSocket"))), None)
    if wired is not None:
        call.reading.act(Verb.SHELL, call.node, url=wired.url, what=line[:MAX_WHAT])


def _line(call: Call) -> Value:
    """`exec(command, options)`."""
    return command(call, call.arg(0).text or SOME, call.arg(0))


def _argv(call: Call) -> Value:
    """`spawn(program, [arguments], options)`."""
    program, listed = call.arg(0), call.arg(1)
    words = [program.text or SOME, *_words(call, listed)]
    asked = joined((carried(program), carried(listed)))
    shell = call.option(2, "shell").const is True
    line = " ".join(words if shell else [_quoted(one) for one in words])
    return command(call, line, asked, 2 if listed.node is None or listed.node.type == "array" else 1)


def _words(call: Call, listed: Value) -> list[str]:
    if isinstance(listed.const, list):
        return [str(one) for one in listed.const[:100]]
    if listed.node is None or listed.node.type != "array":
        return []
    return [call.reading.value(one).text or SOME for one in listed.node.named_children[:100]]


def _quoted(word: str) -> str:
    if word and not set(word) & set(" \t\n\"'`;|&<>()*?#"):
        return word
    return "'" + word.replace("'", "'\\''") + "'"


def _forked(call: Call) -> Value:
    call.reading.act(
        Verb.RUN, call.node, source=Source.LOCAL, path=call.arg(0).text, what=call.arg(0).text, hidden=_unheard(call, 2)
    )
    return NOTHING


def _deno(call: Call) -> Value:
    """`new Deno.Command(program, {args})`, `Bun.spawn([…])`, `Deno.run({cmd})`."""
    listed = call.option(0, "cmd") if call.option(0, "cmd") is not NOTHING else call.arg(0)
    words = _words(call, listed)
    if not words:
        words = [listed.text or SOME, *_words(call, call.option(1, "args"))]
    asked = joined((carried(listed), carried(call.option(1, "args"))))
    return command(call, " ".join(_quoted(one) for one in words), asked)


def code(call: Call, asked: Value) -> None:
    """Text is run as JavaScript."""
    source = asked.source or (Source.TEXT if asked.exact or asked.text.strip(SOME) else Source.INPUT)
    call.reading.act(
        Verb.RUN, call.node, source=source, url=asked.url, what=asked.text[:MAX_WHAT], path=asked.path,
        names=asked.names, flow=asked.flow, data=frozenset({Data.CONVERSATION}) & asked.data,
    )  # fmt: skip
    if asked.exact and 0 < len(asked.text) < MAX_SOURCE and not call.reading.document.layers[3:]:
        from sealskill.scan.language import _commands  # a program in a string may be a shell's

        for act in _commands.acts_of_text(asked.text, call.reading.span(call.node), kind=Kind.JAVASCRIPT):
            call.reading.note(act)


def ran_file(call: Call, asked: Value) -> None:
    """A file is loaded whose name was worked out, or which was just written."""
    content = call.reading.written.get(asked.text)
    if content is not None:
        source = Source.LOCAL if content.source is Source.FETCHED else content.source or Source.LOCAL
        call.reading.act(Verb.RUN, call.node, source=source, url=content.url, path=asked.text, what=call.name)


def _eval(call: Call) -> Value:
    code(call, call.args[-1] if call.args and call.name == "Function" else call.arg(0))
    return but(carried(call.arg(0)), source=None)


def _timer(call: Call) -> Value | None:
    """`setTimeout("code")`."""
    asked = call.arg(0)
    if asked.text and asked.function < 0 and asked.name == "" and (asked.exact or asked.source is Source.FETCHED):
        code(call, asked)
    return None


def _worker(call: Call) -> Value | None:
    if call.flag(1, "eval"):
        code(call, call.arg(0))
    elif call.arg(0).source is Source.FETCHED or call.arg(0).text.startswith("http"):
        code(call, but(call.arg(0), source=Source.FETCHED, url=call.arg(0).url or call.arg(0).text))
    return NOTHING


def _library(call: Call) -> Value:
    path = call.arg(1) if call.name == "process.dlopen" else call.arg(0)
    content = call.reading.written.get(path.text)
    if content is not None or path.source is Source.FETCHED:
        call.reading.act(Verb.RUN, call.node, source=Source.FETCHED, url=(content or path).url, path=path.text)
    return NOTHING


def _piped(call: Call) -> Value | None:
    """A shell's streams are tied to a connection."""
    ends = (call.base, call.arg(0))
    line = next((one for one in ends if one.name.startswith("child_process.spawn()")), None)
    wire = next((one for one in ends if one.name.startswith(("net.", "WebSocket"))), None)
    if line is None or wire is None:
        return None
    call.reading.act(Verb.SHELL, call.node, url=wire.url or "incoming", what=line.path)
    return call.arg(0)


def _fed(call: Call) -> Value | None:
    """A running command is fed."""
    if not call.base.name.startswith("child_process.spawn()") or call.method != "write":
        return None
    fed = call.carried()
    if fed.source is Source.FETCHED:
        call.reading.act(Verb.RUN, call.node, source=Source.FETCHED, url=fed.url, what="standard input", flow=fed.flow)
        if call.base.path in _SHELLS and not fed.url.startswith("http"):
            call.reading.act(Verb.SHELL, call.node, url=fed.url, what=call.base.path)
    return NOTHING


_LINES = ("child_process.exec child_process.execSync execa.execaCommand execa.execaCommandSync execa.command "
          "shelljs.exec Bun.$ zx.$ execa.$ child_process.spawn.exec sudo-prompt.exec node-cmd.run node-cmd.runSync "
          "node-pty.spawn.exec $ execSync").split()  # fmt: skip
_ARGVS = ("child_process.spawn child_process.spawnSync child_process.execFile child_process.execFileSync execa "
          "execa.execaSync execa.sync pty.spawn execa.execaNode").split()  # fmt: skip
CALLS: dict[str, Handler] = {
    **dict.fromkeys(_LINES, _line), **dict.fromkeys(_ARGVS, _argv), "child_process.fork": _forked,
    **dict.fromkeys(("Deno.Command", "Deno.run", "Bun.spawn", "Bun.spawnSync"), _deno),
    **dict.fromkeys(("eval", "Function", "vm.runInThisContext", "vm.runInNewContext", "vm.runInContext", "vm.Script",
                     "vm.compileFunction", "GeneratorFunction", "AsyncFunction", "importScripts", "execScript",
                     "vm.SourceTextModule", "require-from-string", "vm.VM().run", "vm.NodeVM().run", "globalEval",
                     "module()._compile", "eval.call"), _eval),
    "setTimeout": _timer, "setInterval": _timer, "setImmediate": _timer, "Worker": _worker,
    "worker_threads.Worker": _worker, "process.dlopen": _library, "ffi-napi.Library": _library,
    "WebAssembly.instantiate": _library,
}  # fmt: skip
METHODS: dict[str, Handler] = {
    "pipe": _piped,
    "write": _fed,
    "_compile": lambda call: _eval(call) if call.args else None,
}
