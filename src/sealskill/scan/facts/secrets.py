"""Secrets that stand in a text: what an issuer's form, a private key, or a name and a random value give away."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from math import log2
from typing import Any

import msgspec

from sealskill.scan.pattern import pattern

# The form of keys of well-known issuers, as their own documentation gives it. Publishable keys are none: `pk_…`,
# the anonymous key of a database, the web key of an app.
ISSUED = (
    r"\b(?:AKIA|ASIA)[0-9A-Z]{16}\b",
    r"\bgh[opsru]_[0-9A-Za-z]{36,}",
    r"\bgithub_pat_[0-9A-Za-z_]{40,}",
    r"\bglpat-[0-9A-Za-z_-]{20,}",
    r"\bxox[abprs]-[0-9A-Za-z-]{20,}",
    r"\bsk-(?:ant-|proj-|or-)?[0-9A-Za-z_-]{20,}",
    r"\b[sr]k_(?:live_|prod_)?[0-9A-Za-z]{20,}",
    r"\bAIza[0-9A-Za-z_-]{35}",
    r"\bya29\.[0-9A-Za-z_-]{30,}",
    r"\bnpm_[0-9A-Za-z]{36}",
    r"\bpypi-[0-9A-Za-z_-]{40,}",
    r"\bhf_[0-9A-Za-z]{30,}",
    r"\bSG\.[0-9A-Za-z_-]{20,}\.[0-9A-Za-z_-]{20,}",
    r"\beyJ[0-9A-Za-z_-]{15,}\.eyJ[0-9A-Za-z_-]{15,}\.[0-9A-Za-z_-]{10,}",
    r"\b[0-9]{8,10}:AA[0-9A-Za-z_-]{32,}",
    r"https://hooks\.slack\.com/services/T[0-9A-Z]{6,}/B[0-9A-Z]{6,}/[0-9A-Za-z]{20,}",
    r"https://(?:\w+\.)?discord(?:app)?\.com/api/webhooks/[0-9]{15,}/[0-9A-Za-z_-]{50,}",
)
_PRIVATE = r"-----BEGIN [A-Z ]{0,24}PRIVATE KEY(?: BLOCK)?-----(?:[0-9A-Za-z+/=\s]|\\[nr]){40,}"
_NAME = (
    r"(?:\b|_)(?:api[_-]?key|apikey|secret(?:[_-]?key)?|access[_-]?key|auth[_-]?token|access[_-]?token|bot[_-]?token|"
    r"client[_-]?secret|private[_-]?key|password|passwd)[\"']?\s{0,3}(?:=|:|=>)\s{0,3}[\"'`]?"
)
_VALUE = r"[0-9A-Za-z_+/=.~-]"
ANCHORS = (*ISSUED, r"-----BEGIN [A-Z ]{0,24}PRIVATE KEY", _NAME + _VALUE + "{20}")
_FORMS = pattern("|".join((*ISSUED, _PRIVATE)), case=True)
_GIVEN = pattern(rf"{_NAME}({_VALUE}{{20,}})")
_MADE_UP = pattern(
    r"x{4}|\*{3}|\.\.\.|0{5}|your|example|sample|dummy|fake|mock|place.?holder|changeme|redacted|insert|replace|todo|"
    r"test|demo|foo.?bar|secret|passw|token|1234|2345|4567|6789|abcd|bcde|cdef|defg|efgh|wxyz|qwer|asdf|abc123|"
    r"123abc|deadbeef|cafebabe|lorem|-?key-|[-_]here|process\.env|environ|config\.|self\.|this\."
)
_JOINED = pattern(
    r"^[a-z]+(?:[-_./][a-z0-9]{1,14}){2,}$|^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+\.?$|^[A-Za-z_]+$|^[A-Z]+(?:_[A-Z0-9]+)+$",
    case=True,
)
_PUBLISHABLE = pattern(r"^(?:AIza|eyJ|pk[_.]|phc_)", case=True)
_SERVICE = pattern(r"InNlcnZpY2Vfcm9sZSI|c2VydmljZV9yb2xl|NlcnZpY2Vfcm9sZ", case=True)
"""`service_role`, as it stands in the middle of a token at each of the three places of base64."""
# Keys that everybody has: the first accounts of a chain for developers, and a database's demonstration on one machine.
_PUBLISHED = pattern(
    r"ac0974bec39a17e36ba4a6b4d238ff94|59c6995e998f97a5a0044966f0945389|5de4111afa1a4b94908f83103eb1f170|"
    r"eyJpc3MiOiJzdXBhYmFzZS1kZW1v"
)
_LEAST_BITS = 3.0
"""Bits for each character of a value from which on it looks like chance; a hash has 3.6 to 4, a phrase under 3."""
_LEAST_SIGNS = 10
_MAX = 500
"""Secrets of one text that are looked for: a list of hashes under the name of a key must not cost more."""


class Secret(msgspec.Struct, frozen=True, gc=False):
    """Where a secret stands, without the name in front of it."""

    start: int
    end: int
    issued: bool
    """Whether its form is that of an issuer, or of a private key."""
    live: bool
    """Whether it looks like one that somebody uses, and not like a placeholder or one that is meant to be public."""


def secrets_of(data: bytes) -> tuple[Secret, ...]:
    """Every secret of a text, by its place; what only may be one is there, and is not `live`."""
    found = [_secret(one, 0, live=_live(one.group())) for one in islice(_FORMS.finditer(data), _MAX)]
    named = islice(_GIVEN.finditer(data), _MAX)
    found += [_secret(one, 1, live=True) for one in named if _by_chance(one.group(1))]
    return tuple(sorted(found, key=lambda one: one.start))


def _secret(match: Any, group: int, *, live: bool) -> Secret:
    return Secret(start=match.start(group), end=match.end(group), issued=group == 0, live=live)


def _live(value: bytes) -> bool:
    if value.startswith(b"-----"):
        body = value.partition(b"KEY")[2].rpartition(b"-----")[2]
        return (
            len(body) > 150 and _bits(body) > 4.5
        )  # the shortest private key in use has 48 bytes of base64 and a frame
    if _PUBLISHABLE.search(value):
        return value.startswith(b"eyJ") and bool(_SERVICE.search(value)) and not _PUBLISHED.search(value)
    return _chance(value)


def _by_chance(value: bytes) -> bool:
    """Whether a value that only its name calls a secret was made by chance: digits among letters, no words."""
    return (
        any(one not in b"0123456789" for one in value)
        and not _JOINED.search(value)
        and not _PUBLISHABLE.search(value)
        and _chance(value)
    )


def _chance(value: bytes) -> bool:
    return (
        any(one in b"0123456789" for one in value)
        and not _MADE_UP.search(value)
        and not _PUBLISHED.search(value)
        and len(set(value)) >= _LEAST_SIGNS
        and _bits(value) >= _LEAST_BITS
    )


def _bits(value: bytes) -> float:
    size = len(value)
    return -sum(count / size * log2(count / size) for count in Counter(value).values())
