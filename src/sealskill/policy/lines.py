"""A second reading of a command line, without a grammar: the first word of each command, or nothing.

The grammar and a shell differ here and there: it takes a line that begins with a backslash for a part of the line
before, for one. Two readings that know nothing of each other have to agree, or nobody knows what would run.
"""

from __future__ import annotations

_BREAKS = frozenset(";&|\n")
_ODD = frozenset("\\$`<>(){}")
"""What expands, redirects, groups or escapes. Outside of quotes none of it is read at all."""
_ODD_IN_QUOTES = frozenset("\\$`")


def first_words(text: str) -> tuple[str, ...] | None:
    """The first word of every command, in order; None for a line that is not plain."""
    commands: list[list[str]] = [[]]
    at = 0
    while at < len(text):
        sign = text[at]
        if sign in _BREAKS:
            commands.append([])
        elif sign == "#":  # between words: a comment
            at = _until(text, at, "\n") - 1
        elif sign not in " \t":
            end = _word(text, at)
            if end is None:
                return None
            commands[-1].append(text[at:end])
            at = end - 1
        at += 1
    return tuple(words[0] for words in map(_plain, commands) if words)


def _plain(words: list[str]) -> list[str]:
    """The words of a command without the `!` before it."""
    return words[1:] if words[:1] == ["!"] else words


def _word(text: str, at: int) -> int | None:
    """Where a word ends; None where it holds what is not plain, or a quote that is never closed."""
    while at < len(text) and text[at] not in _BREAKS and text[at] not in " \t":
        sign = text[at]
        if sign in _ODD:
            return None
        if sign in "'\"":
            end = _until(text, at + 1, sign)
            inner = text[at + 1 : end]
            if end == len(text) or (sign == '"' and _ODD_IN_QUOTES & set(inner)):
                return None
            at = end
        at += 1
    return at


def _until(text: str, at: int, sign: str) -> int:
    found = text.find(sign, at)
    return len(text) if found < 0 else found
