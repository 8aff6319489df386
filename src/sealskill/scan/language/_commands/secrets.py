"""Commands that show what is the person's own: keychains, the clipboard, the screen, the machine."""

from __future__ import annotations

from sealskill.scan.act import Data, Verb
from sealskill.scan.language._commands.call import Call, Handler
from sealskill.scan.language._commands.runs import environment
from sealskill.scan.language._commands.stuff import NOTHING, UNKNOWN, Stuff, passed
from sealskill.scan.pattern import pattern


def _shows(call: Call, *data: Data, names: tuple[str, ...] = (), act: bool = True) -> Stuff:
    found = frozenset(data)
    if act:
        call.act(Verb.READ, what=call.said[:200], data=found, names=names)
    return Stuff("$_", known=False, data=found, names=names, flow=(call.span,))


def _security(call: Call) -> Stuff:
    """The keychain of macOS: one item of a service, or all of them."""
    words = set(call.words)
    if words & {"find-generic-password", "find-internet-password"}:
        options = call.options(frozenset({"-s", "-a", "-l", "-D", "-c"}))
        named = options.value("-s", "-l", "-a").text
        if any(_BROWSERS.search(one.encode("utf-8", "replace")) for one in call.words):
            return _shows(call, Data.CREDENTIALS)
        if options.has("-w", "-g") or "w" in "".join(words):
            return _shows(call, *((Data.KEY,) if named else (Data.CREDENTIALS,)), names=(named,) if named else ())
        return UNKNOWN
    if words & {"dump-keychain", "export", "find-certificate"} and "dump-keychain" in words | {call.words[0]}:
        return _shows(call, Data.CREDENTIALS)
    return UNKNOWN


_BROWSERS = pattern(r"\bSafe Storage\b|^(?:Chrome|Chromium|Brave|Brave Browser|Microsoft Edge|Opera|Vivaldi|Arc)$")
"""What browsers lock their logins and cookies with."""


def _printenv(call: Call) -> Stuff:
    names = [one for one in call.words if not one.startswith("-")]
    if not names:
        return environment(call)
    from sealskill.scan.language._commands.stuff import of_variable, together

    return together(of_variable(name) for name in names)


def _declared(call: Call) -> Stuff:
    """`export -p` and `declare -p` show every variable."""
    return environment(call) if call.words in (["-p"], ["-x"], ["-px"], ["-xp"]) else NOTHING


def _dumped(call: Call) -> Stuff:
    """A whole database, or all of a repository, as one file."""
    return _shows(call, Data.FILES, act=False)


def _clipboard(call: Call) -> Stuff:
    if call.name in ("xclip", "xsel") and not {"-o", "-out", "--output", "-ob", "-bo"} & set(call.words):
        return _put_up(call)
    return _shows(call, Data.CLIPBOARD)


def _put_up(call: Call) -> Stuff:
    """Something takes the place of what the person copied."""
    call.act(Verb.WRITE, what=call.stdin.text[:200], data=frozenset({Data.CLIPBOARD}))
    return NOTHING


def _screen(call: Call) -> Stuff:
    made = _shows(call, Data.SCREEN)
    paths = call.options(frozenset({"-t", "-T", "-D", "-l", "-R", "-window", "-w"})).rest
    if paths:
        from sealskill.scan.language._commands.files import written

        written(call.machine, paths[-1], made, call.span)
    return made


def _recorded(call: Call) -> Stuff:
    said = call.said
    if "x11grab" in said or "avfoundation" in said or "gdigrab" in said:
        return _shows(call, Data.SCREEN)
    return passed(call.stdin)


def _system(call: Call) -> Stuff:
    """What tells one machine from another. Which kind of machine it is, every installer asks."""
    flags = "".join(word.lstrip("-") for word in call.words)
    if call.name in ("sw_vers", "lsb_release") or (call.name == "uname" and flags and not set(flags) & set("anv")):
        return UNKNOWN
    return Stuff("$_", known=False, data=frozenset({Data.SYSTEM}))


def _vault(call: Call) -> Stuff:
    """Managers of secrets, when they show one."""
    said = " ".join(call.words[:3])
    if any(said.startswith(one) for one in _SHOWING.get(call.name, ())):
        named = call.words[-1] if len(call.words) > 1 else ""
        return _shows(call, Data.KEY, names=(named,) if named else (), act=True)
    if call.name == "op" and call.words[:1] == ["run"]:
        from sealskill.scan.language._commands.runs import TABLE as runs

        return runs["sudo"](call)
    return UNKNOWN


_SHOWING = {
    "pass": ("show", "ls"), "op": ("read", "item get", "get"), "bw": ("get", "list items", "export"),
    "secret-tool": ("lookup", "search"), "keyring": ("get",), "vault": ("read", "kv get"), "lpass": ("show", "export"),
    "gopass": ("show",), "kwallet-query": ("-r",), "cmdkey": ("/list",), "keytool": ("-list",),
}  # fmt: skip


def _keys(call: Call) -> Stuff:
    return _shows(call, Data.KEYS)


def _passwords(call: Call) -> Stuff:
    return _shows(call, Data.CREDENTIALS)


def _asked(call: Call) -> Stuff:
    """A window that asks: for a password more often than not."""
    if any("password" in word.lower() for word in call.words):
        return _shows(call, Data.PASSWORD)
    return UNKNOWN


TABLE: dict[str, Handler] = {
    "security": _security, "printenv": _printenv, "export": _declared, "declare": _declared, "typeset": _declared,
    **dict.fromkeys("pbpaste xclip xsel wl-paste clip-get termux-clipboard-get".split(), _clipboard),
    **dict.fromkeys("pbcopy wl-copy clip termux-clipboard-set".split(), _put_up),
    **dict.fromkeys("screencapture scrot gnome-screenshot grim maim spectacle flameshot import-screen".split(),
    _screen),
    "ffmpeg": _recorded,
    **dict.fromkeys("pg_dump pg_dumpall mysqldump mariadb-dump mongodump mongoexport redis-dump".split(), _dumped),
    **dict.fromkeys(
        "uname hostname whoami id ifconfig ip sw_vers system_profiler lscpu lsb_release dmidecode ioreg arp netstat ps "
        "w who last uptime hostnamectl scutil systeminfo lsof groups df".split(), _system
    ),
    **dict.fromkeys(_SHOWING, _vault),
    **dict.fromkeys("xinput logkeys keylogger xspy evtest showkey".split(), _keys),
    **dict.fromkeys("mimikatz lazagne chainbreaker hashdump secretsdump.py gsecdump pypykatz".split(), _passwords),
    **dict.fromkeys("zenity kdialog ssh-askpass systemd-ask-password".split(), _asked),
}  # fmt: skip
