"""Flow mappings as people write them in frontmatter: unindented, with comments, over many lines.

YAML allows the trailing commas of JSON5 but neither its comments nor a flow block that starts in the first column,
and both stand in the founding documents. Folding a block into one comment-free line lets the one YAML parser read it,
with its rule against duplicate keys intact.

The text is untrusted, so each character is looked at once: a quote or a bracket that never closes ends the folding.
"""

from __future__ import annotations

import re

_KEY = re.compile(r"^[A-Za-z_][\w-]*:[ \t]*(?=[\[{]|$)", re.MULTILINE)
_COMMENT = re.compile(r"//|/\*")
# Quotes and comments begin where a token may begin: `don't` and `https://` hold neither.
_BEFORE_TOKEN = frozenset(" \t\n,{}[]:\"'")
_BEFORE_COMMENT = _BEFORE_TOKEN - {":"}
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
            break  # no YAML any more, whatever follows
        out += [text[at : key.end()].rstrip(), " ", block]
        at = end
    return "".join([*out, text[at:]]) if out else text


def has_comment(text: str) -> bool:
    """Whether a `//` or `/*` comment may stand in a flow block, so that folding could change the reading."""
    if "//" not in text and "/*" not in text:
        return False
    return any(_may_begin(text, found.start(), _BEFORE_COMMENT) for found in _COMMENT.finditer(text))


def _may_begin(text: str, at: int, before: frozenset[str]) -> bool:
    return at == 0 or text[at - 1] in before


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
        end = _token_end(text, at)
        if end is None:
            return "", None
        token = text[at:end]
        out.append(_on_one_line(token))
        if token in _PAIRS:
            expected.append(_PAIRS[token])
        elif token in ("}", "]"):
            if expected.pop() != token:
                return "", None
            if not expected:
                return "".join(out), end
        at = end
    return "", None


def _on_one_line(token: str) -> str:
    """A token without its line ends, a comment as a space."""
    if token[:2] in ("//", "/*") or (token[0] == "#" and len(token) > 1):
        return " "
    return token.replace("\n", " ")


def _token_end(text: str, at: int) -> int | None:
    """Where the string, comment or single character at `at` ends; None when it never does."""
    char = text[at]
    if char in "\"'" and _may_begin(text, at, _BEFORE_TOKEN):
        return _string_end(text, at, char)
    if char == "#" and text[at - 1 : at] in (" ", "\t", "\n"):
        return _past(text.find("\n", at), 0, len(text))
    if char == "/" and _may_begin(text, at, _BEFORE_COMMENT):
        if text.startswith("//", at):
            return _past(text.find("\n", at), 0, len(text))
        if text.startswith("/*", at):
            return _past(text.find("*/", at + 2), 2, None)
    return at + 1


def _past(found: int, length: int, otherwise: int | None) -> int | None:
    return otherwise if found < 0 else found + length


def _string_end(text: str, at: int, quote: str) -> int | None:
    """Just past the closing quote; None when it never closes."""
    scan = at + 1
    while scan < len(text):
        if text[scan] == "\\" and quote == '"':
            scan += 2
            continue
        if text[scan] == quote:
            return scan + 1
        scan += 1
    return None
