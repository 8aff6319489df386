"""What a person's secret has to be. Pure."""

from __future__ import annotations

import unicodedata

SHORTEST = 12
"""Characters: whoever copies the database may try many a second, however dear each is made."""
_LONGEST = 1024
_LEAST_DIFFERENT = 5


def plain(secret: str) -> str:
    """The secret as it is hashed: keyboards write one letter in more than one way."""
    return unicodedata.normalize("NFC", secret)


def fault(secret: str, name: str) -> str:
    """Why this will not do as the secret of that person; "" if it will."""
    if len(secret) < SHORTEST:
        return f"it has fewer than {SHORTEST} characters"
    if len(secret) > _LONGEST:
        return f"it has more than {_LONGEST} characters"
    if not all(unicodedata.category(char)[0] != "C" for char in secret):
        return "it holds a character that cannot be seen"
    if len(set(secret)) < _LEAST_DIFFERENT:
        return "it repeats too few characters"
    if name in secret.lower() and len(secret) - len(name) < SHORTEST:
        return "it is little more than the name"
    return ""
