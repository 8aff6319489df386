"""Flow mappings as people write them in frontmatter: unindented, with comments, over many lines.

YAML allows the trailing commas of JSON5 but neither its comments nor a flow block that starts in the first column,
and both stand in the founding documents. Folding a block into one comment-free line lets the one YAML parser read it,
with its rule against duplicate keys intact.
"""

from __future__ import annotations

import re

_KEY = re.compile(r"^[A-Za-z_][\w-]*:[ \t]*(?=[\[{]|$)", re.MULTILINE)
_BEFORE_COMMENT = frozenset(" \t\n,{}[]\"'")
_PAIRS = {"{": "}", "[": "]"}


def fold(text: str) -> str:
    """The text with each top-level flow block on one line, without comments. Text without such a block is unchanged."""
    out: list[str] = []
    at = 0
    for key in _KEY.finditer(text):
        start = _block_start(text, key.end())
        if key.start() < at or start is None:
            continue
        block, end = _flat(text, start)
        if end is None:
            continue
        out += [text[at : key.end()].rstrip(), " ", block]
        at = end
    return "".join([*out, text[at:]]) if out else text


def has_comment(text: str) -> bool:
    """Whether a `//` or `/*` comment may stand in a flow block, so that folding could change the reading."""
    return any(text[i - 1 : i] in _BEFORE_COMMENT or i == 0 for marker in ("//", "/*") for i in _all(text, marker))


def _all(text: str, marker: str) -> list[int]:
    return [found.start() for found in re.finditer(re.escape(marker), text)]


def _block_start(text: str, at: int) -> int | None:
    """Where the bracket stands that belongs to a key ending at `at`, or None when another kind of value follows."""
    while at < len(text) and text[at] in " \t\n":
        at += 1
    return at if at < len(text) and text[at] in _PAIRS else None


def _flat(text: str, start: int) -> tuple[str, int | None]:
    """The balanced block from `start` on one line, and where it ends; None when it never does."""
    out: list[str] = []
    expected: list[str] = []
    at = start
    while at < len(text):
        step = _token_end(text, at)
        token = text[at:step]
        if token[:2] in ("//", "/*"):
            out.append(" ")
        else:
            out.append(" " if token == "\n" else token.replace("\n", " "))
            if token in _PAIRS:
                expected.append(_PAIRS[token])
            elif token in ("}", "]"):
                if not expected or expected.pop() != token:
                    return "", None
                if not expected:
                    return "".join(out), step
        at = step
    return "", None


def _token_end(text: str, at: int) -> int:
    """Where the string, comment or single character at `at` ends."""
    char = text[at]
    if char in "\"'":
        return _string_end(text, at, char)
    if char == "/" and text[at - 1 : at] in _BEFORE_COMMENT:
        if text.startswith("//", at):
            end = text.find("\n", at)
            return len(text) if end < 0 else end
        if text.startswith("/*", at):
            end = text.find("*/", at + 2)
            return len(text) if end < 0 else end + 2
    return at + 1


def _string_end(text: str, at: int, quote: str) -> int:
    """Just past the closing quote; just past the opening one when it never closes (an apostrophe, then)."""
    scan = at + 1
    while scan < len(text):
        if text[scan] == "\\" and quote == '"':
            scan += 2
            continue
        if text[scan] == quote:
            return scan + 1
        scan += 1
    return at + 1
