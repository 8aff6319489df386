"""Accounts that money goes to: how one looks when it is written out, and how programs tell one from other text."""

from __future__ import annotations

from sealskill.scan.pattern import pattern

_FORMS = (
    r"A-HJ-NP-Za-km-z|a-km-zA-HJ-NP-Z|a-zA-HJ-NP-Z0-9|1-9A-HJ-NP-Za-km-z|0x\\?\[\(?a-f|0x\[[0-9a-fA-F-]{6,12}\]\\?\{40|"
    r"\bbc1[\[\\(a-z|?]|\(bc1\||\^bc1|\[13\]\[|\[LM3\]|\b4\[0-9AB\]|\[48\]\[0-9AB\]|T\[A-Za-z1-9\]|"
    r"startswith\(\(?[\"'](?:bc1|0x)|HasPrefix\([^)]{1,40}\"(?:bc1|0x)|start_with\?\([\"'](?:bc1|0x)|"
    r"startsWith\([\"'`](?:bc1|0x)|StartsWith\(\"(?:bc1|0x)|\\d\{1[3-9]\}|\[0-9\]\{16\}|[A-Z]\{2\}\\d\{2\}"
)
_PURSES = (
    r"bc1[a-z0-9]{25,60}|0x[0-9a-fA-F]{40}|[13][a-km-zA-HJ-NP-Z1-9]{25,34}|T[1-9A-HJ-NP-Za-km-z]{33}|"
    r"[LM][a-km-zA-HJ-NP-Z1-9]{26,33}|[48][0-9AB][1-9A-HJ-NP-Za-km-z]{93}|[1-9A-HJ-NP-Za-km-z]{43,44}"
)
_BANKS = r"[A-Z]{2}\d{2} ?[A-Z0-9]{4}(?: ?\d{4}){2,6}(?: ?[A-Z0-9]{1,4})?"
SHAPES = pattern(_FORMS, case=True)
"""How programs tell an address or a card number from other text: the alphabets and lengths of their forms."""
PURSE = pattern(rf"[\"'`](?:{_PURSES})[\"'`]", case=True)
"""A purse of one's own, written out."""
BANK_SHAPES = pattern(r"\[A-Z\]\{2\}(?:\\d|\[0-9\])\{2\}", case=True)
"""How programs find the number of a bank account."""
ACCOUNT = pattern(rf"[\"'`](?:{_PURSES}|{_BANKS})[\"'`]", case=True)
"""The same, or a bank account."""
WRITTEN = rf"(?:0x[0-9a-fA-F]{{40}}|\bbc1[a-z0-9]{{25,60}}|\bT[1-9A-HJ-NP-Za-km-z]{{33}}|\b{_BANKS}\b)"
"""One in a sentence, as a source."""
