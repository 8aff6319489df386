"""Secrets are masked before anything is shown: a report is pasted into tickets."""

from __future__ import annotations

from sealskill.scan.pattern import pattern

# The form of keys of well-known issuers, as their own documentation gives it, and of private keys in PEM.
ISSUED = (
    r"\b(?:AKIA|ASIA)[0-9A-Z]{16}\b",
    r"\bgh[opsru]_[0-9A-Za-z]{36,}",
    r"\bgithub_pat_[0-9A-Za-z_]{40,}",
    r"\bglpat-[0-9A-Za-z_-]{20,}",
    r"\bxox[abprs]-[0-9A-Za-z-]{10,}",
    r"\bsk-(?:ant-|proj-|or-)?[0-9A-Za-z_-]{20,}",
    r"\bsk_live_[0-9A-Za-z]{20,}",
    r"\brk_live_[0-9A-Za-z]{20,}",
    r"\bAIza[0-9A-Za-z_-]{35}",
    r"\bya29\.[0-9A-Za-z_-]{30,}",
    r"\bnpm_[0-9A-Za-z]{36}",
    r"\bpypi-[0-9A-Za-z_-]{40,}",
    r"\bhf_[0-9A-Za-z]{30,}",
    r"\bSG\.[0-9A-Za-z_-]{20,}\.[0-9A-Za-z_-]{20,}",
    r"\beyJ[0-9A-Za-z_-]{15,}\.eyJ[0-9A-Za-z_-]{15,}\.[0-9A-Za-z_-]{10,}",
    r"\b[0-9]{8,10}:AA[0-9A-Za-z_-]{32,}",
)
_SECRET = pattern("|".join(ISSUED), case=True)
_KEPT = 4
"""Characters that stay, so that the owner can tell which key it is."""


def masked(text: str) -> str:
    """The text with every secret cut down to its first characters."""
    data = text.encode("utf-8", "replace")
    if not _SECRET.search(data):
        return text
    kept: bytes = _SECRET.sub(lambda found: found.group()[:_KEPT] + b"***", data)
    return kept.decode("utf-8", "replace")
