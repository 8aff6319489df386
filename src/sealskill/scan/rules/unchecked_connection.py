"""A key or a password on its way to a host that nobody makes sure of: the check of certificates is switched off."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sealskill.model.report import Axis, Confidence, Finding, Severity
from sealskill.scan.act import Data, Verb
from sealskill.scan.document import Document, Kind, Span
from sealskill.scan.facts.hosts import urls_in
from sealskill.scan.facts.standing import Standing, standing
from sealskill.scan.pattern import pattern
from sealskill.scan.rule import Hits, Rule
from sealskill.scan.rules import _acts

if TYPE_CHECKING:
    from sealskill.scan.package import Package

_OFF = (
    r"\bverify\s*=\s*False\b|\bverify_ssl\s*=\s*False\b|\bCERT_NONE\b|_create_unverified_context|\bcheck_hostname\s*=\s*False|"
    r"\brejectUnauthorized[\"']?\s*:\s*false|NODE_TLS_REJECT_UNAUTHORIZED[\"'\]]{0,2}\s*=\s*[\"']?0|\bInsecureSkipVerify\s*:\s*true|"
    r"\bVERIFY_NONE\b|CURLOPT_SSL_VERIFYPEER\s*,\s*(?:0|false)|-SkipCertificateCheck\b|--no-check-certificate\b|"
    r"\bcurl\b[^\n|;&]{0,200}?\s(?:-\w{0,6}k\w{0,6}|--insecure)\s|\bhttp\.sslVerify[=\s]\s*false|PYTHONHTTPSVERIFY[\"'\]]{0,2}\s*=\s*[\"']?0"
)
_UNCHECKED = pattern(_OFF, case=True)
_OPENS = frozenset({Data.KEY, Data.PASSWORD, Data.CREDENTIALS, Data.ENV_FILE, Data.CARD})
# The person's own machine, or an address that is a setting: certificates of one's own are usual there.
_OWN = frozenset({Standing.HERE, Standing.EXAMPLE, Standing.UNSAID})
_NEAR, _MANY = 1_500, 12
"""Bytes between a request and the setting that it is made with: one function, one session; addresses among them."""
_TEXTS = frozenset({Kind.MARKDOWN, Kind.TEXT})
_KEYED = pattern(
    r"\b(?:environ|getenv|ENV|process\.env)\b[^\n]{0,24}?(?:KEY|TOKEN|SECRET|PASS)|\bAuthorization\b|\bauth\s*=\s*\(|\bBearer\b|"
    r"\bx-api-key\b|\$\{?\w*(?:KEY|TOKEN|SECRET|PASS)"
)


def look(package: Package, hits: Hits) -> Iterator[Finding]:
    """The first key of each document that leaves over such a connection."""
    for document in hits:
        off = next(document.places(_UNCHECKED), None)
        if off is None or _acts.is_sample(package, document):
            continue
        found = _ordered(package, document) if document.kind in _TEXTS else _written(package, off)
        if found is not None:
            yield RULE.at(found, chain=(*package.way_to(document.path), found))


def _ordered(package: Package, document: Document) -> Span | None:
    """The command of a text that carries a key and makes sure of nobody."""
    calls = (one for one in document.acts if one.verb in (Verb.SEND, Verb.FETCH) and _acts.is_meant(one))
    keyed = (one for one in calls if (one.names or one.data & _OPENS) and _acts.stands(package, one) not in _OWN)
    return next((one.span for one in keyed if _UNCHECKED.search(_around(one.span))), None)


def _written(package: Package, off: Span) -> Span | None:
    """Where a program switches the check off, with a key and the address of somebody else close by."""
    near = _around(off)
    if not _KEYED.search(near):
        return None
    urls = [url for _, _, url in urls_in(near)][:_MANY]
    return off if any(standing(url, package.vendor) not in _OWN for url in urls) else None


def _around(span: Span) -> bytes:
    return span.document.data[max(span.start - _NEAR, 0) : span.end + _NEAR]


RULE = Rule(
    id="unchecked-connection",
    title="a key leaves over a connection whose other end is not made sure of",
    axis=Axis.POWER,
    severity=Severity.MEDIUM,
    confidence=Confidence.MEDIUM,
    why="Without the check of certificates, whoever stands between reads the key, and answers in the service's name.",
    remedy="Leave the check on; name a certificate of your own where a server has one.",
    look=look,
    anchors=(_OFF,),
)
