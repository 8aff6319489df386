"""Commands that run code: shells, interpreters, and whatever makes code out of data first."""

from __future__ import annotations

from sealskill.scan.act import Data, Source, Verb
from sealskill.scan.document import Kind
from sealskill.scan.language._commands.call import Call, Handler, Options, told_apart
from sealskill.scan.language._commands.files import ran
from sealskill.scan.language._commands.stuff import NOTHING, UNKNOWN, Stuff, but, passed, together

_SAID = 400


def evaluated(call: Call, code: Stuff, kind: Kind, *, shown: bool = True) -> Stuff:
    """Text is run as code; `shown` where it stands there in plain sight."""
    if code.source is Source.FETCHED:
        call.act(Verb.RUN, source=Source.FETCHED, url=code.url, flow=code.flow, what=call.name)
    elif code.source is Source.DECODED:
        call.act(Verb.RUN, source=Source.DECODED, what=code.text[:_SAID], flow=code.flow)
    elif not code.known and (code.source is Source.INPUT or not shown):
        call.act(Verb.RUN, source=Source.INPUT, what=code.text[:_SAID], data=code.data, flow=code.flow)
    elif kind is not Kind.SHELL:
        call.act(Verb.RUN, source=Source.TEXT, what=code.text[:_SAID])
    return call.machine.nested(code, call.span, kind) if code.text not in ("$_", "") else passed(code)


def from_input(call: Call, kind: Kind) -> Stuff:
    """Whatever arrives at its input is run."""
    code = call.stdin
    if code is NOTHING:
        return UNKNOWN
    if code.path and code.source is None:
        return ran(call, but(code, code.path), kind)
    if code.text == "$fifo":
        return code
    return evaluated(call, code, kind, shown=False)


_SHELL_VALUED = frozenset({"-c", "-o", "-O", "--rcfile", "--init-file"})


def _shell(call: Call) -> Stuff:
    options = _shell_options(call)
    if options.has("-c"):
        return evaluated(call, options.value("-c"), Kind.SHELL)
    if options.rest and not options.has("-s"):
        return _file(call, options.rest[0], Kind.SHELL)
    return from_input(call, Kind.SHELL)


def _shell_options(call: Call) -> Options:
    """`-lc text` is `-l -c text`: the value of `-c` follows, however the letters are written together."""
    options = call.options(_SHELL_VALUED - {"-c"})
    if options.has("-c") and options.rest:
        options.given["-c"] = [options.rest[0]]
        options.rest = options.rest[1:]
    return options


def _file(call: Call, path: Stuff, kind: Kind) -> Stuff:
    if path.source is Source.FETCHED and path.flow:  # `bash <(curl …)`
        return evaluated(call, path, kind)
    if path.text in ("/dev/stdin", "-"):
        return from_input(call, kind)
    if path.text.startswith("/dev/fd/") or (path.source is Source.DECODED and path.known and "\n" in path.text):
        return evaluated(call, path, kind)
    if "://" in path.text:
        call.act(Verb.RUN, source=Source.FETCHED, url=path.text)
        return UNKNOWN
    return ran(call, path, kind)


def _eval(call: Call) -> Stuff:
    code = together(call.args, " ")
    if not code.known and not code.telling:
        call.act(Verb.RUN, source=Source.INPUT, what=code.text[:_SAID])
        return UNKNOWN
    return evaluated(call, code, Kind.SHELL)


def _source(call: Call) -> Stuff:
    return _file(call, call.args[0], Kind.SHELL) if call.args else NOTHING


# Interpreter → what it runs, the options that take code, the options that take something else.
_INTERPRETERS: dict[str, tuple[Kind, str, str]] = {
    "python": (Kind.PYTHON, "-c", "-m -W -X -Q --check-hash-based-pycs"),
    "pypy": (Kind.PYTHON, "-c", "-m -W -X"),
    "node": (Kind.JAVASCRIPT, "-e --eval -p --print -pe", "-r --require --import --loader -C --input-type"),
    "bun": (Kind.TYPESCRIPT, "-e --eval -p --print", "-r --preload --cwd"),
    "deno": (Kind.TYPESCRIPT, "", "--config -c --import-map --lock --cert"),
    "tsx": (Kind.TYPESCRIPT, "-e --eval", ""),
    "ts-node": (Kind.TYPESCRIPT, "-e --eval", "-r -P -O"),
    "perl": (Kind.CODE, "-e -E -ne -pe -le -lne -Mstrict", "-M -I -i"),
    "ruby": (Kind.CODE, "-e", "-r -I"),
    "php": (Kind.CODE, "-r", "-d -S -t -c"),
    "lua": (Kind.CODE, "-e", "-l"),
    "osascript": (Kind.CODE, "-e", "-l -s"),
    "rscript": (Kind.CODE, "-e", ""),
    "jshell": (Kind.CODE, "", ""),
}

_ALIASES = {
    "python3": "python", "python2": "python", "py": "python", "pypy3": "pypy", "nodejs": "node", "luajit": "lua",
}  # fmt: skip


def _interpreter(call: Call) -> Stuff:
    bare = (
        call.name.rstrip("0123456789.")
        if call.name.startswith(("python", "pypy", "ruby", "lua", "perl", "php"))
        else call.name
    )
    kind, codes, valued = _INTERPRETERS[_ALIASES.get(bare, bare)]
    takes = frozenset(codes.split())
    options = call.options(takes | frozenset(valued.split()), single=kind in (Kind.CODE, Kind.JAVASCRIPT))
    code = options.values(*takes)
    if code:
        return _code(call, together(code, "\n"), kind)
    if bare in ("python", "py", "pypy") and options.has("-m"):
        return _module(call, options)
    rest = options.rest
    if bare in ("deno", "bun") and rest and rest[0].text in ("run", "eval", "x", "install", "add", "test"):
        rest = rest[1:]
    if options.has("-S") and bare == "php":
        call.act(Verb.LISTEN, what=call.said[:_SAID])
        return UNKNOWN
    return _file(call, rest[0], kind) if rest else from_input(call, kind)


def _code(call: Call, code: Stuff, kind: Kind) -> Stuff:
    """Code on the command line; what it reads and prints is of its input."""
    printed = evaluated(call, code, kind)
    if call.stdin.telling:
        return together([passed(call.stdin), printed])
    return together([_of_code(code), printed]) if printed.telling else _of_code(code)


def _of_code(code: Stuff) -> Stuff:
    fetches = any(
        word in code.text
        for word in ("urlopen", "requests.get", "urlretrieve", "fetch(", "LWP::", "http.get", "https.get")
    )
    decodes = any(
        word in code.text
        for word in ("b64decode", "fromhex", "base64_decode", "atob(", "'base64'", "pack(", "unhexlify")
    )
    return Stuff("$_", known=False, source=Source.FETCHED if fetches else Source.DECODED if decodes else None)


def _module(call: Call, options: Options) -> Stuff:
    module = options.value("-m").text
    if module in ("http.server", "SimpleHTTPServer", "pyftpdlib", "uploadserver"):
        call.act(Verb.LISTEN, what=call.said[:_SAID])
        return UNKNOWN
    at = call.words.index("-m") + 2 if "-m" in call.words else len(call.args)
    if module in ("pip", "pipx", "uv", "base64", "ensurepip", "easy_install"):
        return call.machine.call([Stuff(module), *call.args[at:]], call.stdin, call.span)
    return passed(call.stdin)


def _xargs(call: Call) -> Stuff:
    """What arrives becomes arguments of another command."""
    at = _behind(call.words, frozenset({"-I", "-n", "-P", "-L", "-d", "-E", "-s", "-a"}))
    argv = call.args[at:] or [Stuff("echo")]
    mark = next((word for before, word in zip(call.words, call.words[1:], strict=False) if before == "-I"), "")
    if mark and any(mark in one.text for one in argv):
        argv = [
            together([but(one, one.text.replace(mark, "")), call.stdin]) if mark in one.text else one for one in argv
        ]
        return call.machine.call(argv, NOTHING, call.span)
    if (len(argv) >= 2 and argv[-1].text == "-c") or (argv[0].text in ("bash", "sh", "eval") and len(argv) == 1):
        argv = [*argv, Stuff("-c"), call.stdin] if argv[-1].text != "-c" else [*argv, call.stdin]
        return call.machine.call(argv, NOTHING, call.span)
    added = [but(call.stdin, part) for part in call.stdin.text.split()[:200]] if call.stdin.known else [call.stdin]
    return call.machine.call([*argv, *added], NOTHING, call.span)


def _behind(words: list[str], valued: frozenset[str]) -> int:
    at = 0
    while at < len(words) and words[at].startswith("-") and len(words[at]) > 1:
        at += 2 if words[at] in valued else 1
    return at


# Commands that run another command: the options of theirs that take a value, and how many words come first.
_WRAPPERS: dict[str, tuple[str, int]] = {
    "sudo": ("-u -g -h -p -C -r -t -U --user --group", 0), "doas": ("-u -C", 0), "nohup": ("", 0), "setsid": ("", 0),
    "time": ("-f -o", 0), "timeout": ("-s -k --signal --kill-after", 1), "gtimeout": ("-s -k", 1), "nice": ("-n", 0),
    "ionice": ("-c -n -p", 0), "stdbuf": ("-i -o -e", 0), "command": ("", 0), "builtin": ("", 0), "exec": ("-a", 0),
    "unbuffer": ("", 0), "caffeinate": ("-t -w", 0), "chroot": ("", 1), "busybox": ("", 0), "toybox": ("", 0),
    "proxychains": ("-f", 0), "proxychains4": ("-f", 0), "torsocks": ("", 0), "torify": ("", 0), "firejail": ("", 0),
    "strace": ("-e -o -p -s", 0), "run": ("", 0), "entrypoint": ("", 0), "then": ("", 0),
    "arch": ("", 0), "noglob": ("", 0), "pkexec": ("-u", 0), "@": ("", 0), "flock": ("-w -E", 1), "retry": ("", 0),
    "coproc": ("", 0), "onbuild": ("", 0), "faketime": ("", 1), "unshare": ("", 0), "nsenter": ("-t", 0),
    "systemd-run": ("-p --unit -u", 0), "taskset": ("-c -p", 1), "rlwrap": ("", 0), "winpty": ("", 0), "call": ("", 0),
    "%": ("", 0), "$": ("", 0), ">": ("", 0), "❯": ("", 0), "➜": ("", 0), "doppler": ("", 1),
    "dotenv": ("-f -e", 0), "op": ("", 1), "git-bash": ("", 0), "poetry": ("", 1), "pipenv": ("", 1), "pdm": ("", 1),
    "launchctl-asuser": ("", 1), "-": ("", 0),
}  # fmt: skip


def _wrapped(call: Call) -> Stuff:
    valued, first = _WRAPPERS[call.name]
    at = _behind(call.words, frozenset(valued.split())) + first
    argv = call.args[at:]
    while argv and "=" in argv[0].text and argv[0].text.partition("=")[0].isidentifier():
        argv = argv[1:]
    return call.machine.call(argv, call.stdin, call.span) if argv else call.stdin


def _env(call: Call) -> Stuff:
    """`env` shows the environment, or runs a command in another one."""
    at = _behind(call.words, frozenset({"-u", "-C", "-S", "--unset"}))
    argv = call.args[at:]
    while argv and "=" in argv[0].text:
        argv = argv[1:]
    if argv:
        return call.machine.call(argv, call.stdin, call.span)
    return environment(call)


def environment(call: Call) -> Stuff:
    """The whole environment is read."""
    data = frozenset({Data.ENVIRONMENT})
    call.act(Verb.READ, what=call.name, data=data)
    return Stuff("$_", known=False, data=data, flow=(call.span,))


def _text_of(call: Call, at: int) -> Stuff:
    rest = [arg for arg in call.args if not arg.text.startswith("-")]
    code = together(rest[at:], " ")
    return evaluated(call, code, Kind.SHELL) if code is not NOTHING else UNKNOWN


def _in_container(call: Call) -> Stuff:
    """`docker run image sh -c …`: the image, and the command behind it."""
    _image(call)
    for at, word in enumerate(call.words):
        if word in ("sh", "bash", "/bin/sh", "/bin/bash", "ash", "python", "python3", "node") and at > 1:
            return call.machine.call(call.args[at:], call.stdin, call.span)
    return UNKNOWN


_RUN_VALUES = frozenset(
    "-v --volume -e --env --env-file -p --publish --name --network --net --mount -w --workdir -u --user -h "
    "--hostname --restart --entrypoint --pid --ipc --cap-add --cap-drop --security-opt --device --gpus -m "
    "--memory --cpus --label -l --add-host --dns --log-driver --log-opt --pull --platform --shm-size --tmpfs "
    "--ulimit --group-add --link".split()
)


def _image(call: Call) -> None:
    """An image is fetched and run; one with a host in its name comes from that host."""
    words = call.words
    at = next((at for at, word in enumerate(words[:4]) if word in ("run", "create")), -1)
    named = told_apart(call.args[at + 1 :], _RUN_VALUES).rest[:1] if at >= 0 else []
    for name in named:
        host, slash, _ = name.text.partition("/")
        url = f"https://{name.text}" if slash and ("." in host or ":" in host) else ""
        call.act(Verb.INSTALL, what=name.text, path=call.name, url=url)


def _trap(call: Call) -> Stuff:
    return evaluated(call, call.args[0], Kind.SHELL) if len(call.args) > 1 else NOTHING


def _alias(call: Call) -> Stuff:
    for arg in call.args:
        name, equals, text = arg.text.partition("=")
        if equals and name:
            call.machine.nested(but(arg, text), call.span, Kind.SHELL)
    return NOTHING


def _su(call: Call) -> Stuff:
    options = call.options(frozenset({"-c", "-s"}))
    return evaluated(call, options.value("-c"), Kind.SHELL) if options.has("-c") else UNKNOWN


def _read(call: Call) -> Stuff:
    """`read x` takes from its input what it keeps in a variable."""
    for name in call.options(frozenset({"-p", "-d", "-n", "-t", "-u", "-a", "-N"})).rest:
        asked = call.stdin if call.stdin is not NOTHING else Stuff(f"${name.text}", known=False, source=Source.INPUT)
        call.machine.variables[name.text] = passed(asked, f"${name.text}") if not asked.known else asked
    return NOTHING


def _opened(call: Call) -> Stuff:
    """`open`, `xdg-open`: a file that was fetched is run, an address goes to the browser."""
    for path in call.options(frozenset({"-a", "-b"})).rest:
        if "://" not in path.text and path.text.rpartition(".")[2].lower() in _RUNNABLE:
            ran(call, path)
    return NOTHING


_RUNNABLE = frozenset("app dmg pkg sh command exe msi jar appimage scpt workflow run deb rpm terminal".split())

TABLE: dict[str, Handler] = {
    **dict.fromkeys("sh bash zsh dash ksh ash fish rbash mksh git-bash".split(), _shell),
    **dict.fromkeys([*_INTERPRETERS, *_ALIASES], _interpreter),
    **dict.fromkeys(_WRAPPERS, _wrapped),
    "eval": _eval, "source": _source, ".": _source, "xargs": _xargs, "parallel": _xargs, "env": _env,
    "su": _su, "runuser": _su, "script": _su, "watch": lambda call: _text_of(call, 0),
    **dict.fromkeys("docker podman nerdctl kubectl docker-compose".split(), _in_container),
    "trap": _trap, "alias": _alias, "read": _read, "open": _opened, "xdg-open": _opened,
}  # fmt: skip
