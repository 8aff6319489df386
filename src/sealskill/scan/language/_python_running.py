"""What a Python program runs: commands, and code made of text."""

from __future__ import annotations

import ast
import re
import shlex
from typing import TYPE_CHECKING

import msgspec

from sealskill.scan.act import Data, Source, Verb
from sealskill.scan.language._python_call import Call, Handler
from sealskill.scan.language._python_value import NOTHING, Value, but, holding

if TYPE_CHECKING:
    from sealskill.scan.act import Act
    from sealskill.scan.language._python_flow import Reading

MAX_WHAT = 2_000
"""Characters of a command that an act shows to rules."""
MAX_WRITTEN = 64
"""Files written last that a command is compared with."""
MAX_SOURCE = 64 << 10
"""Characters of a program in a string that are read as a program."""
_UNKNOWN = re.compile(r"\{(\w{0,40})[^{}]{0,60}\}")
_NAME = re.compile(r"[A-Z][A-Z0-9_]{1,39}")
_SHELLS = frozenset("sh bash zsh dash ksh fish cmd cmd.exe powershell powershell.exe pwsh".split())
_RUNNERS = _SHELLS | frozenset(
    "python python3 python2 node perl ruby php deno bun osascript pythonw py wscript".split()
)


def line_of(value: Value) -> str:
    """A command as one line; what is not known of it is `$_`."""
    if value.parts:
        return " ".join(_word(one) for one in value.parts)
    return _unbraced(value.text)


def _word(value: Value) -> str:
    if value.exact:
        return shlex.quote(value.text)
    said = _unbraced(value.text) or "$_"
    return said if " " not in said else f'"{said}"'


def _unbraced(said: str) -> str:
    def known(found: re.Match[str]) -> str:
        return f"${found[1]}" if _NAME.fullmatch(found[1]) else "$_"

    return _UNKNOWN.sub(known, said)


def command(call: Call, asked: Value) -> Value:
    """A command runs."""
    whole = asked
    line = line_of(asked)
    quiet = _unheard(call)
    told = _told(call, asked, whole, line)
    call.reading.act(Verb.RUN, call.node, what=line[:MAX_WHAT], hidden=quiet, names=whole.names, **told)
    _inner(call, line, quiet=quiet, whole=whole)
    given = Value(data=whole.data - {Data.CHOSEN}, flow=whole.flow, name="subprocess.Popen()")
    return _output(call, given, line)


def _told(call: Call, asked: Value, whole: Value, line: str) -> dict[str, object]:
    """Where what runs comes from."""
    said = line.split()
    if any(one in _SHELLS for one in said[:1]) and whole.source is Source.FETCHED:
        return {"source": Source.FETCHED, "url": whole.url}
    for path, content in list(call.reading.written.items())[-MAX_WRITTEN:]:
        if path and content.source in (Source.FETCHED, Source.DECODED) and _mentions(asked, whole, line, path):
            # The file is what runs, wherever it came from; who wrote it is an act of its own.
            source = Source.LOCAL if content.source is Source.FETCHED else content.source
            return {"source": source, "url": content.url, "path": path}
    if whole.source in (Source.FETCHED, Source.DECODED):
        return {"source": whole.source, "url": whole.url}
    if whole.source is Source.INPUT:
        return {"source": Source.INPUT}
    script = next((one for one in said[1:3] if said[0].rpartition("/")[2] in _RUNNERS and one[:1] != "-"), "")
    if script:
        return {"source": Source.LOCAL, "path": script.strip("'\"")}
    return {"source": Source.TEXT}


def _mentions(asked: Value, whole: Value, line: str, path: str) -> bool:
    return path in line or whole.path == path or any(one.text == path for one in asked.parts) or asked.text == path


def _inner(call: Call, line: str, *, quiet: bool, whole: Value) -> None:
    """What the command line itself does."""
    if not line.strip("$_ "):
        return
    from sealskill.scan.language import _commands  # a command may start Python again: the two know each other

    reading = call.reading
    for act in _commands.acts_of_text(line[: 2 * MAX_WHAT], reading.span(call.node)):
        reading.note(_fitted(reading, act, quiet=quiet, whole=whole))


def _fitted(reading: Reading, act: Act, *, quiet: bool, whole: Value) -> Act:
    sent = whole.data - {Data.CHOSEN} if act.verb is Verb.SEND else frozenset[Data]()
    return msgspec.structs.replace(
        act,
        data=act.data | sent,
        flow=(*whole.flow, *act.flow) if sent else act.flow,
        hidden=act.hidden or quiet or reading.hidden,
        unasked=act.unasked or reading.unasked,
    )


def _output(call: Call, given: Value, line: str) -> Value:
    """What a command prints, as far as its line says."""
    from sealskill.scan.language import _commands  # a command may start Python again: the two know each other

    if not line.strip("$_ "):
        return given
    span = call.reading.span(call.node)
    acts = _commands.acts_of_text(line[: 2 * MAX_WHAT], span)
    read = frozenset[Data]().union(*(act.data for act in acts if act.verb is Verb.READ))
    fetched = next((act.url for act in acts if act.verb is Verb.FETCH), "")
    if fetched:
        return but(given, source=Source.FETCHED, url=fetched)
    if not read and line.partition(" ")[0].rpartition("/")[2] in _TELLS:
        read = frozenset({Data.SYSTEM})
    return but(given, data=given.data | read, flow=(*given.flow, span) if read else given.flow)


_TELLS = frozenset("whoami hostname uname id ifconfig ipconfig ip systeminfo sw_vers env printenv ps netstat".split())


def _unheard(call: Call) -> bool:
    """Whether nobody is meant to notice: no output, or a life of its own."""
    streams = [call.named.get(name, NOTHING).name for name in ("stdout", "stderr")]
    return (
        all(one == "subprocess.DEVNULL" for one in streams)
        or call.flag("start_new_session")
        or call.named.get("preexec_fn", NOTHING).name == "os.setsid"
        or (call.name.startswith("subprocess.") and "creationflags" in call.named)
    )


def _command(call: Call) -> Value:
    asked = call.arg(0, "args", "command", "cmd", "file")
    fed = call.named.get("input", NOTHING)
    if fed is not NOTHING and line_of(asked).split()[:1] and line_of(asked).split()[0].rpartition("/")[2] in _RUNNERS:
        _code(call, fed, "shell")
    heard = asked.url if asked.source is Source.FETCHED else ""
    if heard.startswith(_LINES) or (heard and any(isinstance(one, ast.While) for one in call.reading.loops)):
        call.reading.act(Verb.SHELL, call.node, url=heard)
    if _wired(call):
        call.reading.act(Verb.SHELL, call.node, url=_wired(call), what=line_of(asked)[:MAX_WHAT])
    return command(call, asked)


_LINES = ("tcp:", "ws:", "wss:", "incoming", "connection", "udp:", "ssl:")
"""Connections that stay: who sends a command over one waits for its answer."""


def _wired(call: Call) -> str:
    """The connection that standard input and output of a command are tied to."""
    for name in ("stdin", "stdout"):
        value = call.named.get(name, NOTHING)
        if value.url and (value.name.startswith(("socket.", "connection", "ssl.")) or "fileno" in value.name):
            return value.url
    return ""


def _argv(call: Call) -> Value:
    """`create_subprocess_exec(program, *args)`, `os.execl(path, arg0, …)`."""
    if call.args and call.args[-1].parts and call.name.startswith("os.exec"):
        return command(call, call.args[-1])
    at = 2 if call.name.startswith("os.spawn") else 1 if call.name.startswith("os.exec") else 0
    parts = tuple(one for one in call.args[at:] if one.name != "os.environ")
    return command(call, holding(parts))


def _eval(call: Call) -> None:
    """Text is run as Python."""
    _code(call, call.arg(0, "source", "code", "object"), "python")


def _code(call: Call, asked: Value, language: str) -> None:
    whole = asked
    source = whole.source
    if source is None and (asked.exact or asked.const is not None):
        source = Source.TEXT
    call.reading.act(
        Verb.RUN, call.node, source=source, url=whole.url, what=asked.text[:MAX_WHAT], path=whole.path,
        names=whole.names,
        flow=whole.flow, data=frozenset({Data.CONVERSATION}) & whole.data,
    )  # fmt: skip
    if asked.exact and language == "python":
        _inner_code(call, asked.text)
    elif asked.exact:
        _inner(call, asked.text, quiet=False, whole=asked)


def _inner_code(call: Call, said: str) -> None:
    """A program in a string is a program."""
    from sealskill.scan.language import _commands  # a program in a string may be a shell's

    if 0 < len(said) < MAX_SOURCE:
        from sealskill.scan.document import Kind

        for act in _commands.acts_of_text(said, call.reading.span(call.node), kind=Kind.PYTHON):
            call.reading.note(act)


def _loaded(call: Call) -> Value | None:
    """Objects come to life: a pickle runs what it likes."""
    whole = call.carried()
    if call.name.startswith("marshal."):
        return but(
            whole, source=whole.source if whole.source is Source.FETCHED else Source.DECODED, text="", exact=False
        )
    if whole.source in (Source.FETCHED, Source.DECODED, Source.INPUT):
        call.reading.act(Verb.RUN, call.node, source=whole.source, url=whole.url, what=call.name, flow=whole.flow)
    return but(whole, text="", exact=False)


def _compiled(call: Call) -> Value:
    return call.arg(0, "source")


def _module(call: Call) -> Value | None:
    """A file is run as a module."""
    path = (
        call.arg(0, "path_name", "mod_name") if call.name.startswith("runpy") else call.arg(1, "location", "pathname")
    )
    content = call.reading.written.get(path.text)
    source = content.source if content is not None and content.source else Source.LOCAL
    if call.name.startswith("importlib"):
        return but(path, name="importlib.spec", source=source, url=content.url if content else "", path=path.text)
    url = content.url if content is not None else ""
    call.reading.act(Verb.RUN, call.node, source=source, url=url, path=path.text, what=call.name)
    return NOTHING


def _executed_module(call: Call) -> Value | None:
    if not call.base.path and not call.base.source:
        return None
    source = call.base.source or Source.LOCAL
    call.reading.act(Verb.RUN, call.node, source=source, url=call.base.url, path=call.base.path, what="module")
    return NOTHING


def _library(call: Call) -> Value | None:
    """Machine code is loaded."""
    path = call.arg(0, "name")
    content = call.reading.written.get(path.text) if path.text else None
    if content is not None or path.source is Source.FETCHED:
        call.reading.act(Verb.RUN, call.node, source=Source.FETCHED, url=(content or path).url, path=path.text)
    return None


def _spawned(call: Call) -> Value:
    """A shell with a terminal; after a connection was put in place of standard input it is somebody else's."""
    asked = call.arg(0, "argv")
    if call.reading.wired:
        call.reading.act(Verb.SHELL, call.node, url=call.reading.wired, what=line_of(asked)[:MAX_WHAT])
    return command(call, asked)


def _wiring(call: Call) -> Value | None:
    """`os.dup2(connection.fileno(), 0)`."""
    end = call.arg(0)
    if end.url or ("fileno" in end.name and end.name.startswith(("socket", "connection", "ssl"))):
        call.reading.wired = end.url or "connection"
        call.reading.act(Verb.SHELL, call.node, url=end.url)
    return NOTHING


def _communicated(call: Call) -> Value | None:
    """A running command is fed."""
    if call.base.name != "subprocess.Popen()":
        return None
    fed = call.arg(0, "input")
    if fed.source is Source.FETCHED:
        call.reading.act(Verb.RUN, call.node, source=Source.FETCHED, url=fed.url, what="standard input")
    return but(call.base, name="")


def _output_of(call: Call) -> Value | None:
    return but(call.base, name="") if call.base.name.startswith("subprocess.Popen()") else None


def _installed(call: Call) -> Value:
    """`pip.main(["install", …])`."""
    words = [one.text for one in call.arg(0).parts]
    if "install" in words:
        call.reading.act(Verb.INSTALL, call.node, what=" ".join(one for one in words if not one.startswith("-"))[8:])
    return NOTHING


def _cron(call: Call) -> Value | None:
    call.reading.act(Verb.WRITE, call.node, path="crontab", what=line_of(call.arg(0, "command")))
    return None


def _registry(call: Call) -> Value:
    """A value of the Windows registry."""
    key = call.arg(0)
    call.reading.act(Verb.WRITE, call.node, path=f"{key.text}\\{call.arg(1).text}", what=call.arg(4).text[:MAX_WHAT])
    return NOTHING


def _registry_key(call: Call) -> Value:
    path = call.arg(1)
    return Value(text=path.text, name="winreg.key")


def _unverified(call: Call) -> Value | None:
    call.reading.act(Verb.STOP, call.node, what="tls")
    return NOTHING


def setting(reading: Reading, target: ast.Attribute, base: Value, value: Value) -> None:
    """An attribute of something outside the program is set."""
    if (base.name == "ssl" and target.attr == "_create_default_https_context") or (
        base.name.startswith("ssl.") and target.attr == "verify_mode" and value.name == "ssl.CERT_NONE"
    ):
        reading.act(Verb.STOP, target, what="tls")


_COMMANDS = ("os.system os.popen os.popen2 os.popen3 subprocess.run subprocess.call subprocess.check_call "
             "subprocess.check_output subprocess.Popen subprocess.getoutput subprocess.getstatusoutput "
             "asyncio.create_subprocess_shell popen2.popen2 os.startfile pexpect.spawn pexpect.run "
             "invoke.run fabric.api.local plumbum.local sarge.run delegator.run "
             "asyncio.subprocess.create_subprocess_shell "
             "win32api.WinExec ctypes.windll.shell32.ShellExecuteW").split()  # fmt: skip
_ARGVS = ("asyncio.create_subprocess_exec os.execl os.execle os.execlp os.execlpe os.execv os.execve os.execvp "
          "os.execvpe "
          "os.spawnl os.spawnlp os.spawnv os.spawnvp os.posix_spawn os.posix_spawnp os.spawnve").split()  # fmt: skip
CALLS: dict[str, Handler] = {
    **dict.fromkeys(_COMMANDS, _command),
    **dict.fromkeys(_ARGVS, _argv),
    **dict.fromkeys(("eval", "exec", "execfile", "code.interact", "builtins.exec", "types.FunctionType",
    "timeit.timeit"),
                    _eval),
    "compile": _compiled, "runpy.run_path": _module, "runpy.run_module": _module, "imp.load_source": _module,
    "importlib.util.spec_from_file_location": _module, "importlib.machinery.SourceFileLoader": _module,
    **dict.fromkeys(("pickle.loads", "pickle.load", "marshal.loads", "marshal.load", "joblib.load", "torch.load",
                     "yaml.load", "yaml.unsafe_load", "jsonpickle.decode", "shelve.open", "numpy.load"), _loaded),
    "ctypes.CDLL": _library, "ctypes.cdll.LoadLibrary": _library, "ctypes.WinDLL": _library,
    "pty.spawn": _spawned, "os.dup2": _wiring, "pip.main": _installed, "pip._internal.main": _installed,
    "pip._internal.cli.main.main": _installed, "winreg.SetValueEx": _registry, "winreg.SetValue": _registry,
    "winreg.OpenKey": _registry_key, "winreg.CreateKey": _registry_key, "winreg.CreateKeyEx": _registry_key,
    "ssl._create_unverified_context": _unverified, "crontab.CronTab().new": _cron,
}  # fmt: skip
METHODS: dict[str, Handler] = {
    "exec_module": _executed_module, "load_module": _executed_module, "communicate": _communicated,
    **dict.fromkeys(("read", "readline", "readlines", "stdout", "decode"), _output_of),
}  # fmt: skip
