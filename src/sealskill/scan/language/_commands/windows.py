"""Programs of Windows that fetch, run, hide, keep and destroy."""

from __future__ import annotations

import base64
import binascii

from sealskill.scan.act import Data, Source, Verb
from sealskill.scan.document import Kind
from sealskill.scan.facts import guards
from sealskill.scan.language._commands.call import Call, Handler
from sealskill.scan.language._commands.files import ran, written
from sealskill.scan.language._commands.runs import evaluated, from_input
from sealskill.scan.language._commands.stuff import NOTHING, UNKNOWN, Stuff, but, passed, together

_SAID = 300


def _urls(call: Call) -> list[Stuff]:
    return [one for one in call.args if "://" in one.text or (one.url and one.source is Source.FETCHED)]


def _fetched(call: Call, url: Stuff, path: str) -> Stuff:
    call.act(Verb.FETCH, url=url.text, path=path, names=url.names, data=url.data)
    if url.data - {Data.CHOSEN}:
        call.act(Verb.SEND, url=url.text, data=url.data, names=url.names, flow=url.flow)
    made = Stuff("$_", known=False, source=Source.FETCHED, url=url.text, flow=(call.span,))
    if path:
        call.machine.files[path.replace("\\", "/").rstrip("/").rpartition("/")[2]] = made
    return made


def _certutil(call: Call) -> Stuff:
    low = [word.lower().lstrip("-/") for word in call.words]
    urls = _urls(call)
    paths = [one for one in call.args if not one.text.startswith(("-", "/")) and one not in urls]
    if urls:
        return _fetched(call, urls[0], paths[-1].text if paths else "")
    if "decode" in low or "decodehex" in low:
        content = call.reads(paths[:1])
        made = Stuff("$_", known=False, source=content.source or Source.DECODED, url=content.url, flow=content.flow)
        if len(paths) > 1:
            written(call.machine, paths[1], made, call.span)
    elif "addstore" in low:
        call.act(Verb.STOP, what="the check of certificates: " + call.said[:_SAID])
    return UNKNOWN


def _bits(call: Call) -> Stuff:
    urls = _urls(call)
    paths = [one for one in call.args if "\\" in one.text and one not in urls] or call.args[-1:]
    if urls:
        return _fetched(call, urls[0], paths[-1].text if paths[-1] is not urls[0] else "")
    if "setnotifycmdline" in call.said.lower():
        call.act(Verb.WRITE, path="bitsadmin job", what=call.said[:_SAID])
    return UNKNOWN


def _living(call: Call) -> Stuff:
    """`mshta`, `regsvr32`, `rundll32`: they run whatever an address or a line of script says."""
    urls = _urls(call)
    said = call.said
    found = said.lower().find("http")
    if urls or found >= 0:
        url = urls[0].text if urls else said[found:].split()[0].strip("\"',)")
        url = url[url.find("http") :].strip("\"',)")
        call.act(Verb.RUN, source=Source.FETCHED, url=url, what=call.name)
    elif "javascript:" in said.lower() or "vbscript:" in said.lower():
        call.act(Verb.RUN, source=Source.TEXT, what=said[:_SAID])
    elif call.args and call.name not in ("rundll32",):
        paths = [one for one in call.args if not one.text.startswith(("/", "-"))]
        return ran(call, paths[0]) if paths else UNKNOWN
    elif call.args:
        return ran(call, but(call.args[0], call.args[0].text.partition(",")[0]))
    return UNKNOWN


def _reg(call: Call) -> Stuff:
    said = call.said
    low = said.lower()
    if not call.words or call.words[0].lower() not in ("add", "import", "delete", "save", "query"):
        return UNKNOWN
    verb = call.words[0].lower()
    if verb == "save" and any(hive in low for hive in ("hklm\\sam", "hklm\\security", "hklm\\system")):
        data = frozenset({Data.CREDENTIALS})
        call.act(Verb.READ, what=said[:_SAID], data=data)
    elif verb == "add" and ("disable" in low or "enablelua" in low) and guards.GUARDS.search(said.encode()):
        call.act(Verb.STOP, what=said[:_SAID])
    elif verb in ("add", "import"):
        value = _after(call, "/d")
        call.act(Verb.WRITE, path=call.words[1] if len(call.words) > 1 else "", what=value or said[:_SAID])
        if value and ("\\run" in low or "winlogon" in low):
            call.machine.nested(Stuff(value.replace("\\", "\\\\")), call.span, Kind.SHELL, unasked=True)
    return UNKNOWN


def _after(call: Call, *names: str) -> str:
    return next(
        (value for name, value in zip(call.words, call.words[1:], strict=False) if name.lower() in names), ""
    )  # fmt: skip


def _tasks(call: Call) -> Stuff:
    if any(word.lower() in ("/create", "-create", "/change") for word in call.words):
        does = _after(call, "/tr", "-tr")
        name = _after(call, "/tn", "-tn")
        call.act(Verb.WRITE, path=f"schtasks {name}", what=does or call.said[:_SAID])
        if does:
            call.machine.nested(Stuff(does.replace("\\", "\\\\")), call.span, Kind.SHELL, unasked=True)
    return UNKNOWN


def _service(call: Call) -> Stuff:
    words = [word.lower() for word in call.words]
    said = call.said
    if {"stop", "delete", "config", "disable"} & set(words[:2]) and guards.WATCHED.search(
        said.encode("utf-8", "replace")
    ):
        call.act(Verb.STOP, what=said[:_SAID])
    elif words[:1] == ["create"]:
        call.act(Verb.WRITE, path=f"New-Service {words[1] if len(words) > 1 else ''}", what=said[:_SAID])
    elif call.name == "net" and words[:1] == ["user"] and "/add" in words:
        call.act(Verb.WRITE, path="/etc/passwd", what=said[:_SAID])
    return UNKNOWN


def _guard(call: Call) -> Stuff:
    low = call.said.lower()
    if any(
        word in low
        for word in (" off", "disable", "delete", " cl ", "clear-log", "no", "reset", "stop", "recoveryenabled")
    ):
        call.act(Verb.STOP, what=call.said[:_SAID])
    return UNKNOWN


def _copies(call: Call) -> Stuff:
    """`vssadmin`, `wbadmin`: copies from which files could be brought back."""
    if "delete" in call.said.lower() or "resize" in call.said.lower():
        call.act(Verb.DELETE, path="shadow copies", what=call.said[:_SAID])
    return UNKNOWN


def _wmic(call: Call) -> Stuff:
    low = call.said.lower()
    if "shadowcopy" in low:
        return _copies(call)
    if "process call create" in low:
        code = call.args[-1]
        return evaluated(call, code, Kind.SHELL)
    return Stuff("$_", known=False, data=frozenset({Data.SYSTEM}))


def _delete(call: Call) -> Stuff:
    for one in call.args:
        if not one.text.startswith("/") or len(one.text) > 3:
            call.act(Verb.DELETE, path=one.text, what=call.said[:_SAID])
    return NOTHING


def _cipher(call: Call) -> Stuff:
    low = call.said.lower()
    if "/e" in low:
        call.act(Verb.ENCRYPT, path=call.words[-1], what=call.said[:_SAID])
    elif "/w" in low:
        call.act(Verb.DELETE, path=call.words[-1], what=call.said[:_SAID])
    return UNKNOWN


def _command(call: Call) -> Stuff:
    """`cmd /c text`."""
    for at, word in enumerate(call.words):
        if word.lower() in ("/c", "/k", "/r", "-c"):
            return evaluated(call, together(call.args[at + 1 :], " "), Kind.SHELL)
    argv = [one for one in call.args if one.text]
    # In a Dockerfile or a cast of words, CMD is what is run.
    return call.machine.call(argv, call.stdin, call.span) if argv and not argv[0].text.startswith("/") else UNKNOWN


def _started(call: Call) -> Stuff:
    argv = [one for one in call.args if one.text and not (one.text.startswith("/") and len(one.text) < 8)]
    if not argv:
        return UNKNOWN
    if "://" in argv[0].text or len(argv) > 1:
        return call.machine.call(argv, call.stdin, call.span) if "://" not in argv[0].text else UNKNOWN
    return ran(call, argv[0]) if "." in argv[0].text else call.machine.call(argv, call.stdin, call.span)


# PowerShell takes the beginning of a parameter's name for the name.
_ENCODED = (*("-encodedcommand"[:at] for at in range(3, 16)), "-e", "-ec", "/e", "/enc", "/encodedcommand")
_COMMAND = (*("-command"[:at] for at in range(2, 9)), "/c", "/command")
_FILE = ("-file", "-f", "/file")
_VALUED = frozenset(
    "-executionpolicy -ep -ex -exec -execution -version "
    "-windowstyle -w -win -wind -outputformat -inputformat -psconsolefile".split()
)


def powershell(call: Call) -> Stuff:
    """`powershell -enc …`, `-Command …`, `-File …`, or text on its input."""
    words = [word.lower() for word in call.words]
    at = 0
    while at < len(words):
        word = words[at]
        rest = call.args[at + 1 :]
        if word in _ENCODED:
            return evaluated(call, decoded_command(rest[0] if rest else NOTHING), Kind.POWERSHELL)
        if word in _COMMAND:
            code = together(rest, " ")
            return from_input(call, Kind.POWERSHELL) if code.text == "-" else evaluated(call, code, Kind.POWERSHELL)
        if word in _FILE and rest:
            return ran(call, rest[0], Kind.POWERSHELL)
        if word in _VALUED:
            at += 2
        elif word.startswith("-"):
            at += 1
        elif word.endswith(".ps1"):
            return ran(call, call.args[at], Kind.POWERSHELL)
        else:
            return evaluated(call, together(call.args[at:], " "), Kind.POWERSHELL)
    return from_input(call, Kind.POWERSHELL)


def decoded_command(code: Stuff) -> Stuff:
    """The text of `-EncodedCommand`: UTF-16 in base64."""
    text = ""
    if code.known:
        raw = "".join(code.text.split())
        try:
            text = base64.b64decode(raw + "=" * (-len(raw) % 4)).decode("utf-16-le", "replace")
        except (ValueError, binascii.Error):
            text = ""
    source = code.source if code.source is Source.FETCHED else Source.DECODED
    return Stuff(text or "$_", bool(text), source, code.url, "", code.data, code.names, code.flow)


def _setx(call: Call) -> Stuff:
    if len(call.args) > 1:
        call.act(Verb.WRITE, path=f"HKCU\\Environment\\{call.words[0]}", what=call.words[1][:_SAID])
    return NOTHING


def _copy(call: Call) -> Stuff:
    paths = [one for one in call.args if not (one.text.startswith("/") and len(one.text) < 4)]
    if len(paths) > 1:
        written(call.machine, paths[-1], passed(call.reads(paths[:-1])), call.span)
    return NOTHING


def _killed(call: Call) -> Stuff:
    if guards.WATCHED.search(call.said.encode("utf-8", "replace")) or "msmpeng" in call.said.lower():
        call.act(Verb.STOP, what=call.said[:_SAID])
    return NOTHING


TABLE: dict[str, Handler] = {
    "certutil": _certutil, "bitsadmin": _bits,
    **dict.fromkeys("mshta regsvr32 rundll32 cscript wscript installutil msbuild regasm hh forfiles".split(), _living),
    "reg": _reg, "schtasks": _tasks, "sc": _service, "net": _service, "net1": _service, "netsh": _guard,
    "wevtutil": _guard, "bcdedit": _guard, "auditpol": _guard, "fltmc": _guard, "mpcmdrun": _guard,
    "vssadmin": _copies, "wbadmin": _copies, "wmic": _wmic, "cipher": _cipher, "cmd": _command, "start": _started,
    **dict.fromkeys("del erase rd format".split(), _delete), "setx": _setx,
    **dict.fromkeys("copy xcopy robocopy move".split(), _copy),
    **dict.fromkeys(["powershell", "pwsh", "powershell_ise"], powershell),
    "taskkill": _killed,
}  # fmt: skip
