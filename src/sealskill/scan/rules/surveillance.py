"""The person is watched: keys, screen, clipboard, microphone, place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sealskill.model.report import Axis, Confidence, Finding, Severity
from sealskill.scan.act import Act, Data, Doer, Verb
from sealskill.scan.document import Document
from sealskill.scan.facts.hosts import GEOGRAPHERS, host_of
from sealskill.scan.facts.purpose import Topic
from sealskill.scan.facts.standing import FOREIGN, STRANGE
from sealskill.scan.rule import Hits, Rule
from sealskill.scan.rules import _acts

if TYPE_CHECKING:
    from sealskill.scan.package import Package

_WATCHED = (Data.KEYS, Data.CLIPBOARD, Data.SCREEN, Data.LOCATION, Data.HISTORY)
_ABOUT = {
    Data.KEYS: (Topic.RECORDING,),
    Data.SCREEN: (Topic.RECORDING,),
    Data.CLIPBOARD: (Topic.CLIPBOARD,),
    Data.LOCATION: (Topic.PLACES,),
    Data.HISTORY: (Topic.HISTORY,),
}


_PAGE = "script"
"""The layer of a page's own scripts: they see the keys pressed in that page, which is how a page is steered."""


def look(package: Package, hits: Hits) -> Iterator[Finding]:
    """Every way of watching that is hidden, or whose result leaves."""
    for document in hits:
        for act in document.acts:
            kind = _watched(act)
            if kind and act.doer is not Doer.NOBODY:
                yield from _judged(package, document, act, kind)


def _watched(act: Act) -> Data | None:
    """What of the person an act takes in; a service that tells where an address is tells where the person is."""
    if act.verb is Verb.FETCH and host_of(act.url).owner in GEOGRAPHERS:
        return Data.LOCATION
    return next((one for one in _WATCHED if one in act.data), None) if act.verb is Verb.READ else None


def _judged(package: Package, document: Document, act: Act, kind: Data) -> Iterator[Finding]:
    about = package.purpose.covers(*_ABOUT[kind])
    sent = next((one for one in document.acts if _leaves(package, one)), None) or _sent_on(package, document)
    severity = _severity(kind, act, sent, about=about)
    if severity is not None and (sent or kind is not Data.KEYS or _PAGE not in document.layers):
        chain = (*_acts.trail(package, act), *((act.span, sent.span) if sent else ()))
        yield RULE.at(
            act.span, severity=severity, axis=Axis.POWER if about else Axis.MALICE,
            confidence=_acts.sure(package, act), message=f"{kind} of the person are watched", chain=chain,
        )  # fmt: skip


def _leaves(package: Package, act: Act) -> bool:
    """Whether something leaves for somebody the skill does not explain."""
    return act.verb is Verb.SEND and act.doer is not Doer.NOBODY and _acts.stands(package, act) in FOREIGN


def _sent_on(package: Package, document: Document) -> Act | None:
    """What the text that leads to this file sends to a place where nobody has a name."""
    texts = {one.document.path: one.document for one in package.way_to(document.path)}.values()
    sends = (act for text in texts for act in text.acts if act.verb is Verb.SEND and act.doer is not Doer.NOBODY)
    return next((act for act in sends if _acts.stands(package, act) in STRANGE), None)


def _severity(kind: Data, act: Act, sent: Act | None, *, about: bool) -> Severity | None:
    if kind is Data.KEYS:
        # A page hears only what is typed into it, and so does a program that a text has written: a game, an editor.
        within = sent is None and (act.what == "addEventListener" or (act.doer is Doer.AGENT and not act.coded))
        return Severity.MEDIUM if about or within else Severity.HIGH
    if about:
        return None
    if sent is not None:
        return Severity.HIGH
    return Severity.MEDIUM if act.hidden and kind is not Data.LOCATION else None


RULE = Rule(
    id="surveillance",
    title="the person is watched",
    axis=Axis.MALICE,
    severity=Severity.HIGH,
    confidence=Confidence.MEDIUM,
    why="What a person types, copies and looks at holds every password sooner or later.",
    remedy="Read such things once, when asked, and keep them on the machine.",
    look=look,
    anchors=(
        r"\bpynput\b|keylog|\bkey(?:down|press|up)\b|\bkeyboard\b|GetAsyncKeyState|SetWindowsHookEx|CGEventTap",
        r"IOHIDManager|/dev/input|\bxinput\b|\bevdev\b|\bscript -q",
        r"pbpaste|pyperclip|xclip|xsel|wl-paste|clipboard|Get-Clipboard",
        r"screencapture|ImageGrab|pyautogui|\bmss\b|screenshot|\bscrot\b|desktopCapturer",
        r"CoreLocation|geolocation|ipapi|ipinfo|ip-api|geoip|where ?am ?i", r"GeoCoordinateWatcher|latitude",
        r"_history\b|/History\b|places\.sqlite|browser history",
    ),
)  # fmt: skip
