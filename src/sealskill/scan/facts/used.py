"""What the content of a package uses, in the seven words in which skills declare it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sealskill.model.capability import CapabilityName
from sealskill.scan.document import Document, Kind, Span
from sealskill.scan.pattern import pattern

if TYPE_CHECKING:
    from sealskill.scan.package import Package

# How each shows in plain bytes: a tool's name, a library's call, a command. Each is an anchor of the rule that asks, so
# a package without any is never looked at.
SIGNS = {
    CapabilityName.SHELL: r"(?m:^[ \t]*(?:```|~~~)[ \t]*(?:(?:ba|z)?sh|shell|console)\b)|"
    r"`exec`|\bexec\s+tool\b|\b(?:shell|bash|terminal)\s+(?:tool|commands?)\b|\bsubprocess\.|\bos\.system\(|"
    r"child_process|(?m:^[ \t]*!`)",
    CapabilityName.FILESYSTEM: r"`(?:write|edit|apply_patch)`\s+tool|\b(?:write|edit|apply_patch)\s+tool\b|"
    r"\bfs\.(?:write|append|unlink|rm|mkdir|rename)|\bwrite_(?:text|bytes)\(|"
    r"\bopen\([^)\n]{1,80}['\"](?:w|a|wb|ab|x)\+?['\"]|\bshutil\.|\bos\.(?:remove|rename|unlink|makedirs)\(|"
    r"\b(?:save|write)\s+(?:it|them|the\s+\w+)\s+(?:to|into)\s+`?[\w~./-]+\.\w+",
    CapabilityName.NETWORK: r"\bcurl\s+-|\bcurl\s+['\"]?https?:|\bwget\s|`web_(?:fetch|search)`|"
    r"\bweb_(?:fetch|search)\b|\brequests\.(?:get|post|put|delete|request)\(|\bhttpx\.|\burllib\.request|"
    r"\bfetch\(['\"`]http|\baxios[.(]|\baiohttp\.",
    CapabilityName.BROWSER: r"\bplaywright\b|\bpuppeteer\b|\bselenium\b|\bbrowser\s+tool\b|`browser`|\bagent-browser\b|"
    r"\bbrowser-use\b",
    CapabilityName.SESSIONS: r"\bsessions_(?:spawn|send)\b|`subagents?`|\bspawn\s+(?:a\s+)?sub-?agents?\b",
    CapabilityName.MESSAGING: r"`message`\s+tool|\bmessage\s+tool\b|\bmessage\s+action=send|chat\.postMessage|"
    r"\bsendMessage\b",
    CapabilityName.SCHEDULING: r"`cron`|\bcron\s+(?:tool|jobs?)\b|\bcrontab\b|\bcron\s+(?:add|create)\b",
}
_SIGNS = {name: pattern(source) for name, source in SIGNS.items()}
_PROGRAMS = frozenset({
    Kind.SHELL, Kind.POWERSHELL, Kind.BATCH, Kind.PYTHON, Kind.JAVASCRIPT, Kind.TYPESCRIPT, Kind.TSX,
})  # fmt: skip


def used(package: Package) -> dict[CapabilityName, Span]:
    """Each capability the content uses, and the first place that shows it."""
    found: dict[CapabilityName, Span] = {}
    for document in package.texts + _programs(package):
        for name, span in _shown(document):
            found.setdefault(name, span)
    return found


def _programs(package: Package) -> tuple[Document, ...]:
    return tuple(one for one in package.documents if one.kind in _PROGRAMS and not one.layers)


def _shown(document: Document) -> Iterator[tuple[CapabilityName, Span]]:
    for name, sign in _SIGNS.items():
        # A package without an anchor of this capability was not even told to be looked at.
        if SIGNS[name] in document.hits:
            place = sign.search(document.data)
            if place is not None:
                yield name, document.span(place.start(), place.end())
    if document.kind in _PROGRAMS:
        yield CapabilityName.SHELL, document.span(0, 0)
