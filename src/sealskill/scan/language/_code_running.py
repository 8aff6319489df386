"""What programs run: commands, other programs, and text as code."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from sealskill.scan.act import Act, Data, Source, Verb
from sealskill.scan.document import Kind, Span
from sealskill.scan.language import _code_texts as texts
from sealskill.scan.language._code_call import Call, Handler
from sealskill.scan.language._code_value import MAX_TEXT, NOTHING, SOME, Value, but, joined
from sealskill.scan.pattern import pattern

if TYPE_CHECKING:
    from sealskill.scan.language._code_flow import Reading

_SHELLS = frozenset("sh bash zsh dash ksh cmd cmd.exe powershell powershell.exe pwsh".split())
_RUNNERS = pattern(r"exec|command|process|runtime|shell|system|popen|spawn|kernel|open3|os\.|wscript|sh\.|io\.")
_DATA = frozenset({Data.CHOSEN})


def _command(call: Call) -> Value | None:
    """A command with its arguments, or a line for a shell."""
    if call.last.lower() in _VAGUE and not _RUNNERS.search(call.low.encode("utf-8", "replace")):
        return None
    if call.low.endswith(("db.exec", "tx.exec", "stmt.exec", "conn.exec", "pdo.exec")):
        return None
    spread = [part for one in call.args for part in (one.parts or (one,))]
    args = [one for one in spread if one.text or one.carries]
    line = _line([one.text or SOME for one in args])
    if not line.strip("$_ "):
        return None if call.last.lower() in _VAGUE else _ran(call.reading, joined(args), SOME, call.span)
    return _ran(call.reading, joined(args), line, call.span)


def _line(words: list[str]) -> str:
    """The line a shell gets, or the words of a program side by side."""
    if (
        len(words) > 2
        and words[0].rpartition("/")[2].lower() in _SHELLS
        and words[1].startswith(("-c", "/c", "/C", "-lc"))
    ):
        return " ".join(words[2:])[:MAX_TEXT]
    if len(words) == 2 and words[0].lower() in _SHELLS and words[1][:3] in ("-c ", "/c ", "/C "):
        return words[1][3:]
    if not words:
        return ""
    if len(words) == 1 or (" " in words[0] and all(one.isdigit() or one == SOME for one in words[1:])):
        return words[0]
    return " ".join(
        one if one.replace("$_", "").isalnum() or not one.strip("\"'").count(" ") else f'"{one}"' for one in words
    )[:MAX_TEXT]


def command_text(reading: Reading, line: Value, span: Span) -> Value:
    """A line between backticks."""
    return _ran(reading, line, line.text, span)


def _ran(reading: Reading, whole: Value, line: str, span: Span) -> Value:
    program = line.split(" ", 1)[0]
    kept = reading.names.get((-1, program)) or reading.names.get((-1, whole.path))
    source: Source = whole.source if whole.source in (Source.FETCHED, Source.DECODED, Source.INPUT) else Source.TEXT
    url = whole.url
    if kept is not None and kept.source is Source.FETCHED:
        source, url = Source.LOCAL, kept.url
    path = program if "/" in program or "." in program else ""
    reading.act(
        Verb.RUN, span, what=line[:MAX_TEXT], source=source, url=url, path=path, flow=whole.flow, names=whole.names
    )
    inner = _inner(reading, whole, line, span)
    data = frozenset[Data]().union(*(act.data for act in inner if act.verb is Verb.READ))
    fetched = next((act for act in inner if act.verb is Verb.FETCH), None)
    shell = program.rpartition("/")[2].lower() in _SHELLS
    return Value(
        name="shell" if shell else "process", data=data | whole.data - _DATA, flow=(span,) if data else whole.flow,
        source=Source.FETCHED if fetched else None, url=fetched.url if fetched else "", names=whole.names,
    )  # fmt: skip


def _inner(reading: Reading, whole: Value, line: str, span: Span) -> tuple[Act, ...]:
    """What the command line itself does; what was put into it goes where it goes."""
    if not line.strip("$_ ") or reading.depth > 40:
        return ()
    from sealskill.scan.language import _commands  # a command may start Perl again: the two know each other

    acts = _commands.acts_of_text(line, span)
    for act in acts:
        more = whole.data - _DATA if act.verb is Verb.SEND else frozenset[Data]()
        reading.note(msgspec.structs.replace(
            act, data=act.data | more, names=tuple(dict.fromkeys((*act.names, *whole.names))) if more else act.names,
            flow=tuple(dict.fromkeys((*whole.flow, *act.flow))) if more else act.flow,
            hidden=act.hidden or reading.hidden,
        ))  # fmt: skip
    return acts


def _evaluated(call: Call) -> Value | None:
    """Text is run as code."""
    whole = call.whole
    low = call.low
    if call.last.lower() in ("load", "include", "require", "instance_eval", "invoke") and whole.source not in (
        Source.FETCHED,
        Source.DECODED,
    ):
        return None
    if call.last.lower() == "load" and "assembly" not in low and call.reading.style.name not in ("lua", "ruby", "php"):
        return None
    if whole.source in (Source.FETCHED, Source.DECODED, Source.INPUT):
        call.act(
            Verb.RUN,
            source=whole.source,
            url=whole.url,
            what=call.span.data[:400].decode("utf-8", "replace"),
            flow=whole.flow,
        )
    code = whole.text
    if code and SOME not in code and call.reading.depth < 20 and len(code) < MAX_TEXT:
        from sealskill.scan.language import _commands

        for act in _commands.acts_of_text(code, call.span, kind=Kind.CODE):
            call.reading.note(act)
    return NOTHING


def _decoded(call: Call) -> Value | None:
    """Text that was put into other signs is put back."""
    whole = call.all
    if call.last.lower() in ("decodestring", "decode", "unpack", "pack", "unpack1") and not _CODES.search(
        (call.low + " " + whole.text[:20]).encode("utf-8", "replace")
    ):
        return None
    return but(whole, source=whole.source if whole.source is Source.FETCHED else Source.DECODED, text="")


_CODES = pattern(r"base64|base32|hex|zlib|gzip|b64|\bm0?\b|\bh\*|rot13|marshal")


def _format(call: Call) -> Value | None:
    """A text into which others are put."""
    if not call.args:
        return None
    parts = (
        call.args[1:]
        if call.last.lower() in ("fprintf", "snprintf", "sprintf_s") and call.reading.style.name == "cpp"
        else call.args
    )
    if (
        call.last.lower() in ("snprintf", "sprintf")
        and call.reading.style.name == "cpp"
        and call.first
        and not call.arg(0).text
    ):
        made = texts.filled(parts[1:] if len(parts) > 1 and parts[0].text.isdigit() else parts[0:] or call.args)
        call.reading.bind(call.first, made, add=False)
        return made
    return texts.filled(parts) if parts else None


def _tied(call: Call) -> Value | None:
    """One end of a program becomes a connection."""
    whole = call.all
    connected = next((one for one in (*call.args, call.base) if one.name == "connection"), None)
    if connected is not None:
        call.reading.names[(-2, "tied")] = but(connected, flow=(call.span,))
    return whole


def handed_over(reading: Reading) -> None:
    """A shell whose ends were tied to a connection is somebody else's."""
    tied = reading.names.get((-2, "tied"))
    shell = next((act for act in reading.acts.values() if act.verb is Verb.RUN and _bare_shell(act.what)), None)
    if tied is not None and shell is not None:
        reading.act(Verb.SHELL, shell.span, url=tied.url, what=shell.what)


def _bare_shell(line: str) -> bool:
    words = line.strip().split()
    return (
        bool(words)
        and words[0].strip("\"'").rpartition("/")[2].lower() in _SHELLS
        and (len(words) == 1 or set(words[1:]) <= _ENDS)
    )


_ENDS = frozenset(("-i", "-li", "-il", "<&3", ">&3", "2>&3", "sh", "bash", "null", "NULL", "nil"))
_VAGUE = frozenset((
        "exec run start command new output call launch process shellexecute arguments capture2 capture3 "
        "popen3 cmd arg create"
    ).split())  # fmt: skip
TABLE: dict[str, Handler] = {
    **dict.fromkeys((
        "system exec shell_exec passthru popen proc_open spawn execute do_shell_script command "
        "processbuilder run start shellexecute execl execlp execv execve execvp execsync output capture2 "
        "capture2e capture3 popen2 popen3 pcntl_exec backtick winexec createprocess createprocessa "
        "createprocessw posix_spawn cmd system2 shell launch"
    ).split(), _command),
    **dict.fromkeys((
        "eval instance_eval class_eval load loadstring loadfile create_function include require "
        "code_string runscript executeglobal execute_string dostring defineclass evalfile eval_string "
        "invoke"
    ).split(), _evaluated),
    **dict.fromkeys((
        "base64_decode decode64 strict_decode64 urlsafe_decode64 decodestring decode_base64 "
        "frombase64string gzinflate gzuncompress inflate unpack unpack1 decode hex2bin str_rot13 "
        "decode_hex unhexlify pack gzdecode"
    ).split(), _decoded),
    **dict.fromkeys("sprintf format printf_s snprintf".split(), _format),
    **dict.fromkeys("dup2 from_raw_fd reopen redirectstandardinput".split(), _tied),
}  # fmt: skip
