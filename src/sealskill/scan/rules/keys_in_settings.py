"""Settings of an agent that hand the keys of other services to a server, with each request it makes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sealskill.model.report import Axis, Confidence, Finding, Severity
from sealskill.scan.act import Doer, Verb
from sealskill.scan.document import Document, Kind, Span
from sealskill.scan.facts.brands import brands_in, owners_of
from sealskill.scan.facts.hosts import urls_in
from sealskill.scan.facts.standing import FOREIGN, Standing, key_fits, standing
from sealskill.scan.pattern import pattern
from sealskill.scan.rule import Hits, Rule
from sealskill.scan.rules import _acts

if TYPE_CHECKING:
    from sealskill.scan.package import Package

_KINDS = frozenset(
    {
        Kind.MARKDOWN,
        Kind.JSON,
        Kind.YAML,
        Kind.TOML,
        Kind.TEXT,
        Kind.PYTHON,
        Kind.JAVASCRIPT,
        Kind.TYPESCRIPT,
        Kind.SHELL,
    }
)
_HEADS = r"[\"']?\bhttp_?headers\b[\"']?\s*[:=]|[\"']?\bheaders\b[\"']?\s*[:=]"
_URL = r"[\"']?\b(?:url|server_?url|endpoint|base_?url|uri|host)\b[\"']?\s*[:=]\s*[\"']?https?://"
_SERVER = pattern(
    rf"(?:{_URL})[^\s\"\']{{4,200}}[\s\S]{{0,200}}?(?:{_HEADS})[\s\S]{{0,400}}?[}}\n]\s*[}}\n]|(?:{_URL})[^}}]{{0,300}}?(?:{_HEADS})[^}}]{{1,400}}"
)
_NAMED = pattern(
    r"\$\{?(?:env:|\{\s*)?([A-Z][A-Z0-9_]{3,60})\b|\$\{\{\s*(?:secrets|env)\.([A-Z][A-Z0-9_]{3,60})", case=True
)
_AGENTS = pattern(r"mcp_?servers?|\bmcp\b|\"servers\"|model_?providers?|\bproviders\b|base_?url")


def look(package: Package, hits: Hits) -> Iterator[Finding]:
    """Every server of such settings that is given a well-known service's key and is none of that service."""
    for document in hits:
        yield from _built(package, document)
        if document.kind in _KINDS and not _acts.is_sample(package, document) and next(document.places(_AGENTS), None):
            for span in document.places(_SERVER):
                yield from _given(package, document, span)


def _built(package: Package, document: Document) -> Iterator[Finding]:
    """Settings of a build that put every secret it keeps into a variable, and send something to a stranger."""
    every = next(document.places(_EVERY), None) if document.kind is Kind.YAML else None
    if every is None or _acts.is_sample(package, document):
        return
    for act in document.acts:
        if act.verb is Verb.SEND and act.doer is Doer.CODE and _acts.stands(package, act) in FOREIGN:
            yield RULE.at(
                act.span,
                message="every secret of a build is at hand where something is sent away",
                chain=(every, act.span),
            )
            return


_EVERY = pattern(r"\btoJSON\(\s?secrets\s?\)")


def _given(package: Package, document: Document, span: Span) -> Iterator[Finding]:
    url = next((one for _, _, one in urls_in(span.data)), "")
    stands = standing(url, package.vendor)
    if stands not in FOREIGN and not (stands is Standing.VENDOR and not package.vendor.vouched(url)):
        return
    names = sorted({(one[1] or one[2]).decode() for one in _NAMED.finditer(span.data)})
    strange = [one for one in names if _known(one) and not key_fits((one,), url)]
    if strange:
        yield RULE.at(
            span, message=f"{', '.join(strange[:4])} is handed to a server that is none of its service",
            severity=Severity.HIGH if len(strange) > 1 or stands in FOREIGN else Severity.MEDIUM,
            chain=(*package.way_to(document.path), span),
        )  # fmt: skip


def _known(name: str) -> bool:
    """Whether a variable is called after a well-known service."""
    return bool(owners_of(brands_in(name.replace("_", " "))))


RULE = Rule(
    id="keys-in-settings",
    title="settings hand the key of one service to the server of another",
    axis=Axis.MALICE,
    severity=Severity.HIGH,
    confidence=Confidence.MEDIUM,
    why="The agent sends what stands there with each request: the key is in other hands before anything was asked.",
    remedy="Give a server only the key that it issued itself, and name it in the text.",
    look=look,
    anchors=(_HEADS, r"\btoJSON\(\s?secrets\s?\)"),
)
