"""Where a command reads and writes beside its arguments, and what that says about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealskill.scan.act import Data, Source, Verb
from sealskill.scan.document import Span
from sealskill.scan.language import _shell_expand as expand
from sealskill.scan.language._commands.call import key_of
from sealskill.scan.language._commands.files import written
from sealskill.scan.language._commands.stuff import Stuff, leads
from sealskill.scan.language._shell_tree import Command, Inner, Pipeline, Redirect

if TYPE_CHECKING:
    from sealskill.scan.language._shell_run import Run

_WRITES = (b">", b">>", b">|", b"&>", b"&>>", b"<>")
_NOWHERE = b"/dev/null"
_DETACH = frozenset({b"nohup", b"disown", b"setsid"})
_DESCRIPTOR = "&"
"""What stands before the number under which a connection is remembered."""
_SOCKETS = ("/dev/tcp/", "/dev/udp/")


def silent(pipeline: Pipeline) -> bool:
    """Whether nobody is meant to notice: output and errors go nowhere, or it is detached without output."""
    quiet = False
    for command in pipeline.commands:
        out, errors = _muted(command.redirects)
        quiet = quiet or (out and (errors or pipeline.background))
        if command.words and command.words[0].plain in _DETACH:
            return True
    return quiet


def _muted(redirects: list[Redirect]) -> tuple[bool, bool]:
    out = errors = False
    for one in redirects:
        target = one.target.plain
        if one.operator in (b"&>", b"&>>") and target == _NOWHERE:
            return True, True
        if target == _NOWHERE and one.operator in (b">", b">>", b">&"):
            out, errors = out or one.descriptor in (b"", b"1"), errors or one.descriptor == b"2"
        if one.operator == b">&" and one.descriptor == b"2" and target == b"1":
            errors = out
    return out, errors


def arriving(run: Run, command: Command, stdin: Stuff) -> Stuff:
    """What a command reads, with its input redirected; a socket is an act."""
    for one in command.redirects:
        if one.operator in (b"<<<", b"<<"):
            stdin = expand.value(run, one.target)
        elif one.operator in (b"<", b"<>", b">&", b"<&"):
            target = expand.value(run, one.target)
            if one.operator == b"<":
                stdin = _read(run, command, target)
            if target.text.startswith(_SOCKETS):
                _socket(run, command, target, stdin)
                run.files[_DESCRIPTOR + one.descriptor.decode("latin-1")] = run.files[key_of(target.text)]
    return stdin


def _read(run: Run, command: Command, target: Stuff) -> Stuff:
    if target.telling and target.flow and not target.path:  # `< <(…)`
        return target
    kept = run.files.get(key_of(target.text))
    if kept is not None:
        return kept
    found = leads(target.text)
    span = run.span(command.start, command.end)
    secret = found - {Data.FILES, Data.SYSTEM, Data.CONVERSATION}
    if secret:
        run.act(Verb.READ, span, {"path": target.text, "data": found})
    return Stuff("$_", known=False, path=target.text, data=found, flow=(span,) if secret else ())


def _socket(run: Run, command: Command, target: Stuff, stdin: Stuff) -> None:
    """`/dev/tcp/host/port`: a shell at the other end, or a plain connection."""
    scheme, _, rest = target.text.removeprefix("/dev/").partition("/")
    url = f"{scheme}://{rest.replace('/', ':', 1)}"
    span = run.span(command.start, command.end)
    name = command.words[0].plain.rpartition(b"/")[2] if command.words else b""
    if name in _SHELLS or (name == b"exec" and _shell_follows(run)):
        run.act(Verb.SHELL, span, {"url": url})
    else:
        run.act(Verb.SEND, span, {"url": url, "data": stdin.data, "names": stdin.names, "flow": stdin.flow})
    run.files[key_of(target.text)] = Stuff("$_", known=False, source=Source.FETCHED, url=url, flow=(span,))


_SHELLS = frozenset({b"bash", b"sh", b"zsh", b"dash", b"ksh", b"ash"})


def _shell_follows(run: Run) -> bool:
    """Whether a script that opens a connection feeds it to a shell further down."""
    text = run.document.data
    return b"<&" in text and (b"| while" in text or b"|while" in text or b"read " in text or b"bash" in text) and (
        b">&" in text
    )  # fmt: skip


def _spoken(run: Run, descriptor: str, printed: Stuff, span: Span) -> None:
    """`>&9`: what is printed leaves, if a connection was opened under that number."""
    kept = run.files.get(_DESCRIPTOR + descriptor)
    if kept is not None and kept.url:
        fields = {"url": kept.url, "data": printed.data, "names": printed.names, "flow": printed.flow}
        run.act(Verb.SEND, span, fields)


def leaving(run: Run, command: Command, printed: Stuff) -> Stuff:
    """What a command still prints, with its output redirected into files."""
    for one in command.redirects:
        if one.operator not in (*_WRITES, b">&") or (one.descriptor and one.descriptor not in (b"1", b"")):
            continue
        target = expand.value(run, one.target)
        span = run.span(command.start, command.end)
        if one.operator == b">&" and (target.text.isdigit() or target.text == "-"):
            _spoken(run, target.text, printed, span)
            continue
        if target.text.startswith(_SOCKETS):
            if one.operator not in (b">&", b"<>"):
                _socket(run, command, target, printed)
        elif any(isinstance(piece, Inner) for piece in one.target.pieces):
            continue
        else:
            written(run, target, printed, span, added=one.operator in (b">>", b"&>>"))
        printed = Stuff()
    return printed


def file_of(run: Run, command: Command) -> str:
    """The file that the output of a command goes to; empty where it goes on."""
    for one in command.redirects:
        if one.operator in (b">", b">>", b">|") and one.descriptor in (b"", b"1"):
            text = expand.value(run, one.target).text if one.target.pieces else ""
            return "" if text.startswith("/dev/") else text
    return ""


def forever(command: Command) -> bool:
    """Whether a loop never ends by itself."""
    if command.loop not in ("while", "until") or command.body is None or not command.body.pipelines:
        return False
    head = command.body.pipelines[0].commands[0]
    said = b" ".join(word.plain for word in head.words)
    if any(one.words and one.words[0].plain in _WAITS for line in command.body.pipelines for one in line.commands):
        return False
    return said in ((b"true", b":", b"[ 1 ]", b"1", b"[ true ]") if command.loop == "while" else (b"false",))


_WAITS = frozenset({b"sleep", b"read", b"wait", b"inotifywait", b"break", b"select"})


def bomb(run: Run, command: Command) -> None:
    """A function that does nothing but start itself twice over fills the machine."""
    name = command.function.encode()
    for pipeline in command.body.pipelines if command.body else ():
        called = [one for one in pipeline.commands if one.words and one.words[0].plain == name]
        if len(called) >= 2 and (pipeline.background or len(called) == len(pipeline.commands)):
            run.act(Verb.REPEAT, run.span(command.start, command.end), {"what": "a fork bomb"})
