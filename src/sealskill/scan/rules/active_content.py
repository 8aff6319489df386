"""Something runs in a file that is taken for data: a picture, a document, a notebook, a model."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import msgspec

from sealskill.model.report import Axis, Confidence, Finding, Severity
from sealskill.scan.document import Document, Kind, Span
from sealskill.scan.pattern import Pattern, pattern
from sealskill.scan.rule import Hits, Rule

if TYPE_CHECKING:
    from sealskill.scan.package import Package

_ANY = pattern(r"\S[^\n]*")
_TAKES = pattern(r"document\.cookie|(?:local|session)Storage|indexedDB|\bcaches\.|navigator\.(?:clipboard|credentials)")
_SENDS = pattern(
    r"\b(?:fetch|importScripts|open)\s*\(|XMLHttpRequest|sendBeacon|WebSocket|EventSource|\.src\s*=|postMessage|"
    r"\.location\s*=|\.submit\s*\("
)
_REACHES = pattern(
    rf"\b(?:eval|Function|import|unescape|atob)\s*\(|{_TAKES.pattern.decode()}|{_SENDS.pattern.decode()}"
)
_MACRO_STARTS = pattern(r"\b(?:Auto_?(?:Open|Exec|Close|New)|Document_(?:Open|Close)|Workbook_(?:Open|Activate))\b")
_MACRO_REACHES = pattern(
    r"\b(?:Shell|CreateObject|GetObject|URLDownloadToFile|ShellExecute\w*|WScript|powershell|cmd(?:\.exe)?\s*/c|XMLHTTP|"
    r"WinHttp\w*|Environ|Declare\s+(?:PtrSafe\s+)?(?:Function|Sub))\b"
)
_FIELD = pattern(r"\bDDE(?:AUTO)?\s+[\"'\\\w]|[=@+-]\s*(?:cmd|powershell|mshta|rundll32)\s*\||<ddeLink\b[^>]*>")
_FETCHED = pattern(
    r"<Relationship\b[^>]*(?:attachedTemplate|oleObject|subDocument|/frame|externalLinkPath|webSettings)\b[^>]*>"
)
_EXTERNAL = pattern(r"TargetMode\s*=\s*[\"']External")
_REMOTE = pattern(r"Target\s*=\s*[\"'](?:https?:|ftp:|file:|mhtml:|\\\\|//)")
_DOCUMENT_REACHES = pattern(
    r"\b(?:app|this)\.(?:launchURL|exportDataObject|submitForm|getURL|mailMsg|openDoc|alert\s*\([^)]*password)|"
    r"SOAP\.|Net\.HTTP|\beval\s*\(|\bunescape\s*\("
)
_STARTS = pattern(r"^Launch\b|\nLaunch\b")
_ACTS = pattern(r"(?m)^(?:SubmitForm|ImportData|GoToE|RichMedia|Rendition|Movie)$")
_LOADED = pattern(
    r"(?m)^import (?:os|subprocess|sys|socket|shutil|pty|ctypes|importlib|runpy|webbrowser|builtins|code|timeit|pdb|"
    r"asyncio|urllib[.\w]*|requests|http[.\w]*|pickle|marshal|types|functools|operator|platform|multiprocessing[.\w]*|distutils"
    r"[.\w]*|pip[.\w]*|numpy\.testing[.\w]*|torch\.hub)$|^(?:exec|eval|compile|__import__|getattr|open|apply|execfile)\("
)
_SHELLS = pattern(
    r"(?m)^Exec\s*=\s*[\"']?(?:\S*/)?(?:env\s+)?(?:(?:ba|z|da|k|fi)?sh|python[\d.]*|perl|ruby|node|powershell|pwsh)[\"']?"
    r"\s+-\w*[ce]"
)


class Spot(msgspec.Struct, frozen=True, gc=False):
    """A place where nothing should run, what is looked for there, and how bad it is."""

    of: Callable[[Document], bool]
    said: Pattern
    severity: Severity
    message: str


def look(package: Package, hits: Hits) -> Iterator[Finding]:
    """The worst that each document of such a kind does."""
    for document in package.documents:
        found = next(_found(document), None)
        if found is not None:
            spot, span = found
            yield RULE.at(span, severity=spot.severity, message=spot.message)


def _found(document: Document) -> Iterator[tuple[Spot, Span]]:
    for spot in _SPOTS:
        if spot.of(document):
            for span in document.places(spot.said):
                yield spot, span


def _layer(name: str) -> Callable[[Document], bool]:
    """Whether a document was taken out of a file in this way."""
    return lambda document: any(one == name for one in document.layers[-1:])


def _of_picture(document: Document) -> bool:
    where = document.embedding
    return document.layers[-1:] == ("script",) and where is not None and where.outer.kind in (Kind.SVG, Kind.XML)


def _takes_from_page(document: Document) -> bool:
    return _of_picture(document) and any(True for _ in document.places(_TAKES))


def _of_output(document: Document) -> bool:
    return document.layers[-2:] == ("cell", "script")


def _of_office(document: Document) -> bool:
    return any(one.startswith("zip:") for one in document.layers) or document.path.endswith(".csv")


def _of_relations(document: Document) -> bool:
    return document.path.endswith(".rels")


def _fetches(document: Document) -> bool:
    """Whether a part of a document comes from elsewhere: a link that is clicked does not."""
    return _of_relations(document) and any(True for _ in _remote(document))


def _remote(document: Document) -> Iterator[Span]:
    for one in document.places(_FETCHED):
        if _EXTERNAL.search(one.data) and _REMOTE.search(one.data):
            yield one


def _of_macros(document: Document) -> bool:
    return document.layers[-1:] == ("office:macros.vbs",)


def _starts_macros(document: Document) -> bool:
    return _of_macros(document) and any(True for _ in document.places(_MACRO_STARTS))


def _of_project(document: Document) -> bool:
    return "vbaProject.bin" in document.path or "/macrosheets/" in document.path


def _of_desktop(document: Document) -> bool:
    return document.kind is Kind.DESKTOP


_HIGH, _MEDIUM = Severity.HIGH, Severity.MEDIUM
# The worst first: of each document one thing is told.
_SPOTS = (
    Spot(_takes_from_page, _SENDS, _HIGH, "a script in a picture sends what it takes from the page"),
    Spot(_of_picture, _ANY, _MEDIUM, "a picture holds a script"),
    Spot(_of_output, _REACHES, _MEDIUM, "what a notebook shows runs when it is opened"),
    Spot(_starts_macros, _MACRO_REACHES, _HIGH, "a macro that starts by itself reaches out of the document"),
    Spot(_of_macros, _ANY, _MEDIUM, "a document holds macros"),
    Spot(_of_project, _ANY, _MEDIUM, "a document holds macros"),
    Spot(_of_office, _FIELD, _HIGH, "a field of a document starts a program"),
    Spot(_fetches, _FETCHED, _HIGH, "a document fetches a part of itself when it is opened"),
    Spot(_layer("pdf:script.js"), _DOCUMENT_REACHES, _HIGH, "a script in a PDF reaches out"),
    Spot(_layer("pdf:script.js"), _ANY, _MEDIUM, "a PDF holds a script"),
    Spot(_layer("pdf:actions"), _STARTS, _HIGH, "a PDF starts a program when it is opened"),
    Spot(_layer("pdf:actions"), _ACTS, _MEDIUM, "a PDF does more than show pages"),
    Spot(_layer("pickle:calls.py"), _LOADED, _HIGH, "loading a pickle runs code"),
    Spot(_of_desktop, _SHELLS, _MEDIUM, "a shortcut starts a shell"),
)

RULE = Rule(
    id="active-content",
    title="something runs in a file that is taken for data",
    axis=Axis.MALICE,
    severity=Severity.HIGH,
    confidence=Confidence.MEDIUM,
    why="Nobody reads a picture, a document or a model as a program, and opening it is enough.",
    remedy="Ship data without scripts and macros, and programs as programs.",
    look=look,
)
