"""A way in that stays open: a port that takes orders, a key that is let in, an account nobody asked for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sealskill.model.report import Axis, Confidence, Finding, Severity
from sealskill.scan.act import Act, Doer, Source, Verb
from sealskill.scan.document import Document
from sealskill.scan.facts.hosts import HostKind, kind_of
from sealskill.scan.pattern import pattern
from sealskill.scan.rule import Hits, Rule
from sealskill.scan.rules import _acts

if TYPE_CHECKING:
    from sealskill.scan.package import Package

_KEYS = pattern(r"authorized_keys\b")
_DEPLOY = "deploy key "
_ACCOUNTS = pattern(
    r"\b(?:useradd|adduser|net\s+user\b[^\n]*/add|dscl\b[^\n]*-create|New-LocalUser|usermod\b[^\n]*\b(?:sudo|"
    r"wheel|admin)|"
    r"net\s+localgroup\s+administrators)|NOPASSWD\s*:\s*ALL|/etc/(?:passwd|shadow)\b"
)
_ADMIN = pattern(
    r"\b(?:ssh|server|vps|host\w*|devops|deploy\w*|admin\w*|provision\w*|harden\w*|linux|user\s+management|"
    r"ansible|cloud|remote)\b"
)


def look(package: Package, hits: Hits) -> Iterator[Finding]:
    """Every way in."""
    for document in hits:
        yield from _let_in(package, document)
        yield from _web_shells(package, document)
        yield from _granted(package, document)
        yield from _commanded(package, document)


def _let_in(package: Package, document: Document) -> Iterator[Finding]:
    about = bool(_ADMIN.search(package.purpose.said.encode()))
    for act in document.acts:
        if act.verb not in (Verb.WRITE, Verb.RUN) or act.doer is Doer.NOBODY or _acts.own_key(package, act):
            continue
        said = f"{act.path}\n{act.what}".encode("utf-8", "replace")
        written = act.verb is Verb.WRITE and (_KEYS.search(said) or _shipped(package, act))
        if written or _ACCOUNTS.search(said):
            severity = Severity.HIGH if act.hidden or act.unasked or not about else Severity.MEDIUM
            yield _found(package, act, severity, "somebody is let in for good")


def _shipped(package: Package, act: Act) -> bool:
    """Whether a key that comes with the skill is let into a code host."""
    name = act.path.removeprefix(_DEPLOY).rpartition("/")[2]
    return act.path.startswith(_DEPLOY) and any(one.rpartition("/")[2] == name for one in package.files)


# An identity that stands there and is given the whole of a cluster or an account.
_GRANTS = pattern(
    r"\b(?:clusterrolebinding|rolebinding)\b[^\n`]{0,160}?--user[=\s][\"']?[\w.+-]{1,64}@((?:[\w-]{1,63}\.){1,4}[a-z]{2,24})|"
    r"\badd-iam-policy-binding\b[^\n`]{0,240}?--member[=\s][\"']?(?:user|serviceAccount|group):[\w.+-]{1,64}@((?:[\w-]{1,63}\.){1,4}[a-z]{2,24})|"
    r"\brole\s+assignment\s+create\b[^\n`]{0,160}?--assignee[=\s][\"']?[\w.+-]{1,64}@((?:[\w-]{1,63}\.){1,4}[a-z]{2,24})"
)


def _granted(package: Package, document: Document) -> Iterator[Finding]:
    """An order or a program that gives rights to somebody whose address is written there."""
    for span in document.places(_GRANTS):
        found = _GRANTS.search(span.data)
        host = next((one.decode().lower() for one in found.groups() if one), "") if found else ""
        if kind_of(host) in (HostKind.EXAMPLE, HostKind.LOCAL) or host.endswith(".iam.gserviceaccount.com"):
            continue
        if not package.vendor.vouched(f"https://{host}/") and not _acts.is_sample(package, document):
            about = bool(_ADMIN.search(package.purpose.said.encode()))
            yield RULE.at(
                span,
                severity=Severity.MEDIUM if about else Severity.HIGH,
                message="somebody is given the rights of an owner",
            )


# What a page was sent, run as it came: the shape of every web shell, under whatever name it lies.
_SENT = (
    r"\b(?:eval|assert|system|passthru|shell_exec|exec|popen|proc_open|create_function)\s*\(\s*@?(?:\w{1,30}\s*\(\s*){0,4}"
    r"(?:\$_(?:POST|GET|REQUEST|COOKIE|SERVER|FILES)\b|\$HTTP_RAW_POST_DATA|file_get_contents\s*\(\s*[\"']php://input)"
)
_WEB_SHELL = pattern(_SENT)


def _web_shells(package: Package, document: Document) -> Iterator[Finding]:
    """A page that runs whatever it is sent, in a program or in a block of code that is to be put somewhere."""
    for act in document.acts:
        if act.verb is Verb.RUN and act.doer is not Doer.NOBODY and _WEB_SHELL.search(_line(act)):
            yield _found(package, act, Severity.HIGH, "a page runs whatever it is sent")


def _line(act: Act) -> bytes:
    data = act.span.document.data
    end = data.find(b"\n", act.span.end)
    return data[data.rfind(b"\n", 0, act.span.start) + 1 : end if end >= 0 else len(data)]


def _commanded(package: Package, document: Document) -> Iterator[Finding]:
    """A port, and code that runs whatever arrives there."""
    port = next((one for one in document.acts if one.verb is Verb.LISTEN and one.doer is Doer.CODE), None)
    if port is None:
        return
    for act in document.acts:
        if act.source not in (Source.INPUT, Source.FETCHED) or act.doer is not Doer.CODE:
            continue
        if act.verb is Verb.RUN and _acts.evaluates(act):
            severity = Severity.HIGH if port.hidden or act.hidden else Severity.MEDIUM
            yield _found(package, act, severity, "whatever arrives at a port is run", port)


def _found(package: Package, act: Act, severity: Severity, said: str, port: Act | None = None) -> Finding:
    chain = (*_acts.trail(package, act), *((port.span, act.span) if port else ()))
    return RULE.at(act.span, severity=severity, confidence=_acts.sure(package, act), message=said, chain=chain)


RULE = Rule(
    id="backdoor",
    title="a way in stays open",
    axis=Axis.MALICE,
    severity=Severity.HIGH,
    confidence=Confidence.MEDIUM,
    why="Whoever knows of it comes back whenever they like.",
    remedy="Remove it. Where a service is the point, bind it to this machine and run nothing that arrives.",
    look=look,
    anchors=(
        r"authorized_keys", r"useradd|adduser|net user|dscl|New-LocalUser|usermod|localgroup|NOPASSWD",
        r"/etc/(?:passwd|shadow|sudoers)", r"\b(?:deploy|ssh|gpg)-key add\b",
        r"rolebinding|add-iam-policy-binding|role\s+assignment\s+create", r"\$_(?:POST|GET|REQUEST|COOKIE|SERVER)\b|php://input",
        r"\.listen\(|\.bind\(|createServer|HTTPServer|socketserver|app\.run|\bnc -l|uvicorn",
    ),
)  # fmt: skip
