"""A setting that sends a skill's traffic somewhere else than the skill says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sealskill.model.report import Axis, Confidence, Finding, Severity
from sealskill.scan.document import Document, Kind
from sealskill.scan.facts.hosts import HostKind, host_of, kind_of_url, urls_of
from sealskill.scan.facts.standing import Standing, standing
from sealskill.scan.pattern import pattern
from sealskill.scan.rule import Hits, Rule

if TYPE_CHECKING:
    from sealskill.scan.package import Package

_DATA = frozenset({Kind.JSON, Kind.YAML, Kind.TOML, Kind.INI, Kind.XML})
_ENDPOINT = pattern(
    r"(?:base_?url|end_?point|call_?back|redirect|web_?hook|upload|proxy|api_?(?:url|base|host)|server|host|url|auth\w*|token\w*|sink|report\w*)"
    r"[\"'\]]?\s*[:=>]\s*[\"']?$"
)
_ABOUT = pattern(r"\b(?:tunnel|ngrok|localtunnel|webhook\w*|port[- ]?forward\w*|paste\w*|short(?:en\w*|\s+links?))\b")
_KEY = 80
"""Bytes before an address in which the name of its setting stands."""


def look(package: Package, hits: Hits) -> Iterator[Finding]:
    """Every setting that points to a place where nobody has a name."""
    about = bool(_ABOUT.search(package.purpose.said.encode()))
    for document in hits:
        for start, end, url in urls_of(document) if document.kind in _DATA else ():
            if standing(url, package.vendor) is Standing.NAMELESS and kind_of_url(url) is not HostKind.SHORT:
                severity = Severity.MEDIUM if about or not _set(document, start) else Severity.HIGH
                yield RULE.at(
                    document.span(start, end), severity=severity, message=f"a setting points to {host_of(url)}"
                )


def _set(document: Document, start: int) -> bool:
    """Whether an address is the value of a setting that says where to connect."""
    return bool(_ENDPOINT.search(document.span(max(start - _KEY, 0), start).data))


RULE = Rule(
    id="nameless-endpoint",
    title="a setting points to a nameless place",
    axis=Axis.MALICE,
    severity=Severity.HIGH,
    confidence=Confidence.MEDIUM,
    why="Whatever the program sends, logins among it, goes to whoever holds that tunnel, bin or address today.",
    remedy="Point the setting to the service that the skill names.",
    look=look,
    anchors=(
        r"://[^\s/\"']*(?:ngrok|trycloudflare|loca\.lt|localtunnel|serveo|localhost\.run|lhr\.life|bore\.pub|pinggy|playit|zrok)",
        r"://[^\s/\"']*(?:webhook\.site|requestbin|pipedream|beeceptor|hookbin|interact\.?sh|oast\.|burpcollab|canarytokens|dnslog|ceye)",
        r"://[^\s/\"']*(?:duckdns|no-ip|ddns|hopto|zapto|dynu|devtunnels|\.onion)",
        r"://\[?[0-9a-f]*[:.0-9][0-9a-f:.]{5,}\]?[:/\"'\s]",
        r"://(?:0x[0-9a-f]{8}|[0-9]{8,10})\b",
        r"://[^\s/\"']*(?:pastebin|rentry|glot\.io|hastebin|transfer\.sh|file\.io|gofile|catbox)",
    ),
)  # fmt: skip
