"""Commands that switch guards off, and commands that make something start by itself."""

from __future__ import annotations

from sealskill.scan.act import Data, Verb
from sealskill.scan.document import Kind
from sealskill.scan.facts import guards, places
from sealskill.scan.language._commands.call import Call, Handler
from sealskill.scan.language._commands.files import _CRON
from sealskill.scan.language._commands.stuff import NOTHING, UNKNOWN, Stuff, but, passed
from sealskill.scan.pattern import pattern

_SAID = 300
_OFF = pattern(
    r"\b(?:0|off|disable[d]?|stop|permissive|mask|remove|false|unload|bootout|kill|delete|-F|-X|flush|purge|no)\b|--(?:master|global)-disable|-F\b"
)


def _stops(call: Call, what: str = "") -> None:
    call.act(Verb.STOP, what=what or call.said[:_SAID])


def _guard(call: Call) -> Stuff:
    """A program whose business is a guard, told to switch it off."""
    if _OFF.search(" ".join(call.words).encode("utf-8", "replace")):
        _stops(call)
    return passed(call.stdin)


def _firewall(call: Call) -> Stuff:
    words = call.words
    if "-F" in words or "--flush" in words or "-X" in words or ("-P" in words and "ACCEPT" in words):
        _stops(call)
    return UNKNOWN


def _xattr(call: Call) -> Stuff:
    """The mark of a download is what makes a system ask before it runs one."""
    said = " ".join(call.words)
    if (
        ("quarantine" in said and any(word.startswith("-") and "d" in word for word in call.words))
        or "-c" in call.words
        or "-cr" in call.words
    ):
        _stops(call, f"the quarantine of downloads: {call.said[:200]}")
    return UNKNOWN


def _history(call: Call) -> Stuff:
    if {"-c", "-w", "-cw"} & set(call.words):
        _stops(call, "the history of the shell")
        return NOTHING
    data = frozenset({Data.HISTORY})
    call.act(Verb.READ, what="history", data=data)
    return Stuff("$_", known=False, data=data, flow=(call.span,))


def _unset(call: Call) -> Stuff:
    for name in call.words:
        call.machine.variables.pop(name, None)
        if name.startswith("HISTFILE"):
            _stops(call, "the history of the shell")
    return NOTHING


def _set(call: Call) -> Stuff:
    if "history" in call.words and "+o" in call.words:
        _stops(call, "the history of the shell")
    if not call.args:
        from sealskill.scan.language._commands.runs import environment

        return environment(call)
    return NOTHING


def _kill(call: Call) -> Stuff:
    said = call.said.encode("utf-8", "replace")
    if guards.WATCHED.search(said):
        _stops(call)
    return NOTHING


def _service(call: Call) -> Stuff:
    """`systemctl`, `service`, `launchctl`: a guard is stopped, or something starts by itself from now on."""
    words = set(call.words)
    said = call.said.encode("utf-8", "replace")
    if words & _ENDS and guards.WATCHED.search(said):
        _stops(call)
    elif words & _BEGINS:
        named = next(
            (one.text for one in reversed(call.args) if one.text not in _BEGINS and not one.text.startswith("-")), ""
        )
        call.act(Verb.WRITE, path=_unit(call.name, named), what=call.said[:_SAID])
    return UNKNOWN


_ENDS = frozenset("stop disable mask kill unload bootout remove off".split())
_BEGINS = frozenset("enable load bootstrap enable-linger submit add defaults".split())


def _unit(name: str, named: str) -> str:
    if name == "launchctl":
        return named if "/" in named else f"~/Library/LaunchAgents/{named}"
    return f"/etc/systemd/system/{named}" if name == "systemctl" else f"/etc/init.d/{named}"


def _crontab(call: Call) -> Stuff:
    options = call.options(frozenset({"-u"}))
    if options.has("-r"):
        call.act(Verb.DELETE, path="crontab", what=call.said[:_SAID])
        return NOTHING
    if options.has("-l"):
        return Stuff("", known=True)
    if options.has("-e"):
        return NOTHING
    content = call.reads(options.rest) if options.rest and options.rest[0].text != "-" else call.stdin
    if content is NOTHING and not options.rest:
        return NOTHING
    call.act(
        Verb.WRITE, path="crontab", what=content.text[:_SAID] if content.known else "", data=content.data,
        url=content.url,
        flow=content.flow,
    )  # fmt: skip
    if content.text.strip():
        call.machine.nested(but(content, _CRON.sub("", content.text)), call.span, Kind.SHELL, unasked=True)
    return NOTHING


def _later(call: Call) -> Stuff:
    if call.stdin is not NOTHING and call.stdin.text.strip():
        call.act(Verb.WRITE, path="/etc/cron.d/at", what=call.stdin.text[:_SAID])
        call.machine.nested(call.stdin, call.span, Kind.SHELL, unasked=True)
    return NOTHING


def _setting(call: Call) -> Stuff:
    """`defaults write`: settings of macOS, guards and login items among them."""
    said = call.said.encode("utf-8", "replace")
    if "write" in call.words and (_MAC_GUARDS.search(said) or guards.WATCHED.search(said)):
        _stops(call)
    elif "write" in call.words and b"loginwindow" in said and (b"Hook" in said or b"AutoLaunch" in said):
        call.act(Verb.WRITE, path="~/Library/LaunchAgents/loginwindow", what=call.said[:_SAID])
    elif "read" in call.words and places.data_at(call.said):
        return call.reads([Stuff(call.said)])
    return UNKNOWN


_MAC_GUARDS = pattern(r"LSQuarantine|alf\s+globalstate|GKAutoRearm|XProtect|SecurityAgent")


def _sysctl(call: Call) -> Stuff:
    if any("randomize_va_space=0" in word or "nmi_watchdog=0" in word for word in call.words):
        _stops(call)
    return UNKNOWN


TABLE: dict[str, Handler] = {
    **dict.fromkeys("setenforce ufw spctl csrutil auditctl apparmor_parser aa-disable aa-teardown firewall-cmd esxcli "
    "nvram fdesetup tmutil mdutil pfctl".split(), _guard),
    "iptables": _firewall, "ip6tables": _firewall, "nft": _guard,
    "xattr": _xattr, "history": _history, "unset": _unset, "set": _set, "shopt": _set,
    **dict.fromkeys("kill pkill killall skill xkill".split(), _kill),
    **dict.fromkeys("systemctl service launchctl loginctl chkconfig rc-update update-rc.d initctl".split(), _service),
    "crontab": _crontab, "at": _later, "batch": _later, "defaults": _setting, "sysctl": _sysctl,
}  # fmt: skip
