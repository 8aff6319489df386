"""What the commands of PowerShell do. Programs that are none of its own stand in the other tables."""

from __future__ import annotations

import msgspec

from sealskill.scan.act import Data, Source, Verb
from sealskill.scan.document import Kind
from sealskill.scan.facts import guards, places
from sealskill.scan.language._commands.call import Call, Handler
from sealskill.scan.language._commands.files import ran, written
from sealskill.scan.language._commands.runs import environment, evaluated
from sealskill.scan.language._commands.stuff import NOTHING, UNKNOWN, Stuff, leads, passed, together
from sealskill.scan.pattern import pattern

_SAID = 300
_SWITCHES = frozenset(
    "-force -recurse -usebasicparsing -passthru -wait -nonewwindow -confirm -verbose -asplaintext -append -raw "
    "-noprofile -quiet "
    "-usedefaultcredentials -skipcertificatecheck -allowclobber -runasadministrator -nonewline "
    "-hidden -file -directory".split()
)


class Given(msgspec.Struct):
    """The parameters of a call, by their names in lower case, and what has no name."""

    named: dict[str, Stuff]
    rest: list[Stuff]

    def get(self, *names: str) -> Stuff:
        """The value of the first of some parameters that is given, by its name or the beginning of it."""
        for name in names:
            for given, value in self.named.items():
                if given == name or (len(given) > 2 and name.startswith(given)):
                    return value
        return NOTHING


def parameters(call: Call) -> Given:
    """The arguments of a call, told apart."""
    named: dict[str, Stuff] = {}
    rest: list[Stuff] = []
    waiting = ""
    for arg in call.args:
        text = arg.text.lower()
        if text.startswith("-") and len(text) > 1 and text[1].isalpha():
            waiting = "" if text in _SWITCHES else text
            named[text] = NOTHING
        elif waiting:
            named[waiting] = arg
            waiting = ""
        else:
            rest.append(arg)
    return Given(named, rest)


def _web(call: Call) -> Stuff:
    given = parameters(call)
    url = given.get("-uri")
    url = url if url is not NOTHING else given.rest[0] if given.rest else UNKNOWN
    path = given.get("-outfile").text
    file = given.get("-infile")
    body = together([given.get("-body"), given.get("-form"), call.reads([file]) if file is not NOTHING else NOTHING])
    if file is not NOTHING and not body.data:
        body = Stuff("$_", known=False, data=frozenset({Data.FILES}), flow=body.flow)
    heads = together([given.get("-headers"), given.get("-credential"), given.get("-websession")])
    sends = given.get("-method").text.lower() in ("post", "put", "patch") or body is not NOTHING
    carried = together([body, heads, Stuff("", True, url.source, "", "", url.data, url.names, url.flow)])
    if sends or carried.data - {Data.CHOSEN}:
        call.act(
            Verb.SEND, url=url.text, data=carried.data, names=carried.names, flow=carried.flow,
            what=carried.text[:_SAID]
        )  # fmt: skip
    if not sends or path:
        call.act(Verb.FETCH, url=url.text, path=path or call.output, names=heads.names, data=heads.data)
    return fetched(call, url.text, path or call.output)


def fetched(call: Call, url: str, path: str = "") -> Stuff:
    """What a server answered, kept in a file where one is named."""
    made = Stuff("$_", known=False, source=Source.FETCHED, url=url, flow=(call.span,))
    if path:
        call.machine.files[path.replace("\\", "/").rpartition("/")[2]] = made
    return made


def _bits(call: Call) -> Stuff:
    given = parameters(call)
    rest = [*given.rest, UNKNOWN, NOTHING]
    url, path = given.get("-source"), given.get("-destination")
    url = url if url is not NOTHING else rest[0]
    path = path if path is not NOTHING else rest[1]
    call.act(Verb.FETCH, url=url.text, path=path.text if path is not UNKNOWN else "")
    return fetched(call, url.text, path.text)


def _expression(call: Call) -> Stuff:
    given = parameters(call)
    code = together([given.get("-command"), *given.rest], " ") if call.args else call.stdin
    if "$tcp" in call.machine.files and not code.known:
        call.act(Verb.SHELL, url=call.machine.files["$tcp"].url)
        return UNKNOWN
    if not code.known and not code.telling:
        call.act(Verb.RUN, source=Source.INPUT, what=code.text[:_SAID])
        return UNKNOWN
    return evaluated(call, code, Kind.POWERSHELL)


def _start(call: Call) -> Stuff:
    given = parameters(call)
    program = given.get("-filepath")
    rest = given.rest
    if program is NOTHING and rest:
        program, rest = rest[0], rest[1:]
    args = given.get("-argumentlist", "-args")
    argv = (
        [Stuff(part) for part in args.text.split()]
        if args.known and args is not NOTHING
        else [args]
        if args is not NOTHING
        else []
    )
    if "://" in program.text or program is NOTHING:
        return UNKNOWN
    return call.machine.call([program, *argv, *rest], call.stdin, call.span)


def _item(call: Call) -> Stuff:
    paths = parameters(call)
    found = [*paths.rest, *paths.named.values()]
    return ran(call, next((one for one in found if one.text), NOTHING)) if any(one.text for one in found) else UNKNOWN


def _read(call: Call) -> Stuff:
    given = parameters(call)
    paths = [one for one in (given.get("-path", "-literalpath"), *given.rest) if one is not NOTHING]
    return call.reads(paths) if paths else call.stdin


def _write(call: Call) -> Stuff:
    given = parameters(call)
    path = given.get("-path", "-filepath", "-literalpath")
    rest = given.rest
    if path is NOTHING and rest:
        path, rest = rest[0], rest[1:]
    value = given.get("-value", "-inputobject")
    content = value if value is not NOTHING else rest[0] if rest else call.stdin
    written(
        call.machine, path, content, call.span, added=call.name in ("add-content", "ac") or "-append" in given.named
    )
    return NOTHING


def _copy(call: Call) -> Stuff:
    given = parameters(call)
    paths = [
        one
        for one in (given.get("-path", "-literalpath"), given.get("-destination", "-destinationpath"), *given.rest)
        if one.text
    ]
    if len(paths) > 1:
        written(call.machine, paths[1], passed(call.reads(paths[:1])), call.span)
    return NOTHING


def _remove(call: Call) -> Stuff:
    given = parameters(call)
    for path in (given.get("-path", "-literalpath"), *given.rest):
        if path is not NOTHING:
            call.act(Verb.DELETE, path=path.text, what=call.said[:_SAID])
    if call.stdin.text and not call.args:
        call.act(Verb.DELETE, path=call.stdin.text, what=call.said[:_SAID])
    return NOTHING


def _destroy(call: Call) -> Stuff:
    call.act(Verb.DELETE, path=call.words[-1] if call.words else "", what=call.said[:_SAID])
    return NOTHING


def _stops(call: Call) -> Stuff:
    call.act(Verb.STOP, what=call.said[:_SAID])
    return NOTHING


def _policy(call: Call) -> Stuff:
    low = call.said.lower()
    if "bypass" in low or "unrestricted" in low:
        call.act(Verb.STOP, what=call.said[:_SAID])
    return NOTHING


def _watched(call: Call) -> Stuff:
    if guards.WATCHED.search(call.said.encode("utf-8", "replace")):
        call.act(Verb.STOP, what=call.said[:_SAID])
    return NOTHING


def _firewall(call: Call) -> Stuff:
    if "false" in call.said.lower() or call.name.startswith(("disable", "remove")):
        call.act(Verb.STOP, what=call.said[:_SAID])
    return NOTHING


def _property(call: Call) -> Stuff:
    """The registry: what starts by itself, and what guards."""
    given = parameters(call)
    path = given.get("-path", "-literalpath")
    path = path if path is not NOTHING else given.rest[0] if given.rest else UNKNOWN
    said = call.said.encode("utf-8", "replace")
    value = given.get("-value", "-propertyvalue")
    if _OFF.search(said) and guards.GUARDS.search(said):
        call.act(Verb.STOP, what=call.said[:_SAID])
    else:
        call.act(Verb.WRITE, path=path.text, what=value.text[:_SAID] or call.said[:_SAID])
    if places.AUTOSTART.search(path.text.encode("utf-8", "replace")) and value.text:
        call.machine.nested(value, call.span, Kind.SHELL, unasked=True)
    return NOTHING


_OFF = pattern(r"disable|enablelua|\bdeny\b|exclusion|tamper")


def _scheduled(call: Call) -> Stuff:
    given = parameters(call)
    does = together([given.get("-execute"), given.get("-argument")], " ")
    if call.name == "new-scheduledtaskaction":
        if does.text:
            call.machine.nested(does, call.span, Kind.SHELL, unasked=True)
        return NOTHING
    named = given.get("-taskname", "-name", "-displayname")
    call.act(Verb.WRITE, path=f"{call.name} {named.text}", what=call.said[:_SAID])
    return NOTHING


def _list(call: Call) -> Stuff:
    given = parameters(call)
    where = together([given.get("-path", "-literalpath"), *given.rest], " ")
    if where.text.lower().startswith("env:"):
        return environment(call)
    found = leads(f"{where.text} {given.get('-filter', '-include').text}")
    return Stuff(where.text or ".", known=False, data=found, flow=(call.span,) if found else ())


def _shows(*data: Data) -> Handler:
    def shown(call: Call) -> Stuff:
        call.act(Verb.READ, what=call.said[:_SAID], data=frozenset(data))
        return Stuff("$_", known=False, data=frozenset(data), flow=(call.span,))

    return shown


def _put_up(call: Call) -> Stuff:
    """Something takes the place of what the person copied."""
    call.act(Verb.WRITE, what=call.said[:_SAID], data=frozenset({Data.CLIPBOARD}))
    return NOTHING


def _archive(call: Call) -> Stuff:
    given = parameters(call)
    paths = [
        one for one in (given.get("-path", "-literalpath"), given.get("-destinationpath"), *given.rest) if one.text
    ]
    if call.name == "expand-archive":
        kept = call.content(paths[0]) if paths else NOTHING
        if kept.url:
            call.machine.files["*"] = passed(kept)
        return NOTHING
    content = call.reads(paths[:1]) if paths else call.stdin
    if len(paths) > 1:
        written(call.machine, paths[1], passed(content), call.span)
    return passed(content)


def _mail(call: Call) -> Stuff:
    given = parameters(call)
    files = given.get("-attachments")
    sent = together(
        [given.get("-body"), given.get("-subject"), call.reads([files]) if files is not NOTHING else NOTHING]
    )
    call.act(Verb.SEND, url=f"mailto:{given.get('-to').text}", data=sent.data, names=sent.names, flow=sent.flow)
    return NOTHING


def _dns(call: Call) -> Stuff:
    carried = together(call.args)
    if carried.data - {Data.CHOSEN}:
        call.act(Verb.SEND, url=carried.text, data=carried.data, names=carried.names, flow=carried.flow)
    return UNKNOWN


def _object(call: Call) -> Stuff:
    """`New-Object`: a client that fetches, a connection, a program to be talked to."""
    given = parameters(call)
    rest = [one for one in (given.get("-typename", "-comobject"), *given.rest) if one is not NOTHING]
    kind = rest[0].text if rest else ""
    low = kind.lower()
    if low.endswith("sockets.tcpclient"):
        return connection(call, [*rest[1:], given.get("-argumentlist")])
    return Stuff(kind, source=rest[1].source if len(rest) > 1 else None, url=rest[1].url if len(rest) > 1 else "")


def connection(call: Call, args: list[Stuff]) -> Stuff:
    """A connection that stays open; a shell stands at its end where a script goes on to run what arrives."""
    told = [one for one in args if one is not NOTHING and one.text]
    url = ":".join(part for one in told for part in one.text.split()[:2])
    made = Stuff("$_", known=False, source=Source.FETCHED, url=f"tcp://{url}", flow=(call.span,))
    call.machine.files["$tcp"] = made
    return made


def _install(call: Call) -> Stuff:
    given = parameters(call)
    names = [one for one in (given.get("-name"), *given.rest) if one.text]
    for name in names:
        call.act(Verb.INSTALL, what=name.text, path=call.name, url=given.get("-source", "-repository").text)
    return NOTHING


def _job(call: Call) -> Stuff:
    return UNKNOWN


def _typed(call: Call) -> Stuff:
    call.act(Verb.RUN, source=Source.TEXT, what=call.said[:_SAID])
    return NOTHING


def _filter(call: Call) -> Stuff:
    return passed(together([call.stdin, *(one for one in call.args if one.telling)]))


def _same(call: Call) -> Stuff:
    return together(call.args, " ") if call.args else call.stdin


_ALIASES = {
    "iwr": "invoke-webrequest", "irm": "invoke-restmethod", "iex": "invoke-expression", "saps": "start-process",
    "start": "start-process", "gc": "get-content", "cat": "get-content", "type": "get-content", "sc": "set-content",
    "ac": "add-content",
    "ii": "invoke-item", "ri": "remove-item", "rm": "remove-item", "del": "remove-item", "erase": "remove-item",
    "rd": "remove-item", "rmdir": "remove-item", "cp": "copy-item", "copy": "copy-item", "cpi": "copy-item",
    "mv": "move-item",
    "move": "move-item", "mi": "move-item", "gci": "get-childitem", "ls": "get-childitem", "dir": "get-childitem",
    "gcb": "get-clipboard", "ghy": "get-history", "h": "get-history", "history": "get-history", "echo": "write-output",
    "write": "write-output",
    "sp": "set-itemproperty", "ni": "new-item", "spps": "stop-process", "kill": "stop-process", "spsv": "stop-service",
    "sajb": "start-job", "icm": "invoke-command", "gi": "get-item", "gp": "get-itemproperty", "tee": "tee-object",
}  # fmt: skip


def canonical(name: str) -> str:
    """The full name of a command of PowerShell, in lower case."""
    low = name.lower().rpartition("\\")[2]
    return _ALIASES.get(low, low)


TABLE: dict[str, Handler] = {
    "invoke-webrequest": _web, "invoke-restmethod": _web, "start-bitstransfer": _bits, "invoke-expression": _expression,
    "start-process": _start, "invoke-item": _item, "get-content": _read, "get-item": _read, "get-itemproperty": _read,
    "import-clixml": _read, "import-csv": _read, "select-string": _read,
    **dict.fromkeys("set-content add-content out-file tee-object export-clixml export-csv".split(), _write),
    "copy-item": _copy, "move-item": _copy, "remove-item": _remove, "clear-content": _remove,
    "clear-recyclebin": _destroy,
    **dict.fromkeys("format-volume clear-disk remove-partition initialize-disk".split(), _destroy),
    **dict.fromkeys("set-mppreference add-mppreference remove-mppreference clear-eventlog remove-eventlog "
    "unblock-file".split(), _stops),
    "set-executionpolicy": _policy, "stop-service": _watched, "stop-process": _watched, "set-service": _watched,
    "remove-service": _watched, "uninstall-windowsfeature": _watched, "disable-windowsoptionalfeature": _watched,
    **dict.fromkeys("set-netfirewallprofile disable-netfirewallrule remove-netfirewallrule "
    "disable-scheduledtask".split(), _firewall),
    **dict.fromkeys("new-itemproperty set-itemproperty new-item set-item".split(), _property),
    **dict.fromkeys("register-scheduledtask new-scheduledtaskaction new-service register-wmievent set-wmiinstance "
    "register-scheduledjob".split(), _scheduled),
    "get-childitem": _list, "get-clipboard": _shows(Data.CLIPBOARD),
    "set-clipboard": _put_up, "get-history": _shows(Data.HISTORY),
    "get-credential": _shows(Data.PASSWORD), "get-storedcredential": _shows(Data.CREDENTIALS),
    **dict.fromkeys("get-computerinfo get-netipaddress get-process get-wmiobject get-ciminstance "
    "get-localuser".split(), _shows(Data.SYSTEM)),
    "compress-archive": _archive, "expand-archive": _archive, "send-mailmessage": _mail, "resolve-dnsname": _dns,
    "test-connection": _dns, "new-object": _object, "install-module": _install, "install-package": _install,
    "install-script": _install, "start-job": _job, "invoke-command": _job, "add-type": _typed,
    **dict.fromkeys("convertto-json convertfrom-json out-string select-object foreach-object where-object sort-object "
    "convertto-csv format-list format-table measure-object group-object % ? select where foreach sort".split(),
    _filter),
    "write-output": _same, "write-host": lambda call: NOTHING, "out-null": lambda call: NOTHING,
    "start-sleep": lambda call: NOTHING,
}  # fmt: skip
