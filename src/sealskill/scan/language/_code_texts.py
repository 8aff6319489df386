"""What a text of a program reads as: without its quotes, with what is filled into it."""

from __future__ import annotations

import codecs
from typing import TYPE_CHECKING

from sealskill.scan.language._code_lexer import Token, tree
from sealskill.scan.language._code_value import MAX_TEXT, NOTHING, SOME, Value, joined, said
from sealskill.scan.pattern import Pattern, pattern

if TYPE_CHECKING:
    from sealskill.scan.language._code_flow import Reading

MAX_FILLED = 12
"""Parts of one text that are filled in."""
MAX_INNER = 400
"""Bytes of an expression inside a text."""
_ESCAPED = pattern(r"\\(?:x[0-9A-Fa-f]{2}|[0-7]{3}|u\{?[0-9A-Fa-f]{4}\}?)")
_SIMPLE = (("\\n", "\n"), ("\\t", "\t"), ('\\"', '"'), ("\\'", "'"), ("\\$", "$"), ("\\\\", "\\"), ('""', '"'))
_SECRET = pattern(
    r"\.pem$|\.p12$|\.pfx$|\.kdbx?x?$|^id_[a-z0-9]+$|\bseed\b|mnemonic|wallet|keystore|\.key$|Login Data|"
    r"cookies\.sqlite|key4\.db|\.asc$|\.ovpn$|private[_-]?key|tdata$|leveldb$|credentials$"
)
# What is filled in, by what begins it.
_HOLES = {
    "#{": pattern(r"#\{([^{}]*(?:\{[^{}]*\}[^{}]*)*)\}"),
    "${": pattern(r"\$\{([^{}]*(?:\{[^{}]*\}[^{}]*)*)\}|\{(\$[^{}]+)\}|"
                  r"\$([A-Za-z_]\w*(?:->\w+|\[['\"]?\w+['\"]?\]|\{\w+\})?)|@\{?\[?([A-Za-z_$][^\]\s]*)\]?\}?"),
    "\\(": pattern(r"\\\(([^()]*(?:\([^()]*\)[^()]*)*)\)"),
    "{": pattern(r"\{([A-Za-z_]\w*)(?::[^{}]*)?\}"),
}  # fmt: skip
_SHARP = pattern(r"\{([^{}]+)\}")
_FORM = pattern(r"%[-+0-9.]*[svdqxXtlf]|\{\d*(?::[^{}]*)?\}|%@")


def names_secret(text: str) -> bool:
    """Whether a part of a name is what files with keys are called by."""
    return len(text) < 60 and bool(_SECRET.search(text.encode("utf-8", "replace")))


def value(reading: Reading, token: Token) -> Value:
    """The text as a value, with whatever is filled into it."""
    raw = token.said
    span = reading.span(token.start, token.end)
    bare, expands = _bare(raw, reading.style.name)
    holes = _holes(reading, raw) if expands else None
    if holes is None or not holes.search(bare.encode("utf-8", "replace")[:MAX_TEXT]):
        return said(bare if raw.startswith("@") else _plain(bare), span)
    return _filled(reading, token, bare, holes)


def _holes(reading: Reading, raw: str) -> Pattern | None:
    if reading.style.name == "c" and raw.startswith(("$", "@$")):
        return _SHARP
    return _HOLES.get(reading.style.filled)


def _filled(reading: Reading, token: Token, bare: str, holes: Pattern) -> Value:
    data = bare.encode("utf-8", "replace")[:MAX_TEXT]
    out, begin, parts = "", 0, []
    for count, found in enumerate(holes.finditer(data)):
        if count >= MAX_FILLED:
            break
        inner = next((one for one in found.groups() if one), b"")
        part = _inner(reading, token, inner[:MAX_INNER])
        parts.append(part)
        out += data[begin : found.start()].decode("utf-8", "replace") + (part.text or SOME)
        begin = found.end()
    out = _plain(out + data[begin:].decode("utf-8", "replace"))
    return joined((said(out, reading.span(token.start, token.end)), *parts), out)


def _inner(reading: Reading, token: Token, code: bytes) -> Value:
    """What an expression inside a text gives."""
    if reading.depth > 20:
        return NOTHING
    kept, reading.at = reading.at, reading.span(token.start, token.end)
    found = reading.whole(tree(code, reading.style))
    reading.at = kept
    return found


def filled(parts: list[Value]) -> Value:
    """`format(text, a, b)`: each place in the text takes the next value."""
    text = parts[0].text
    rest = iter(parts[1:])
    data = text.encode("utf-8", "replace")[:MAX_TEXT]
    out, begin = "", 0
    for count, found in enumerate(_FORM.finditer(data)):
        if count >= MAX_FILLED:
            break
        part = next(rest, NOTHING)
        out += data[begin : found.start()].decode("utf-8", "replace") + (part.text or SOME)
        begin = found.end()
    whole = joined(parts, out + data[begin:].decode("utf-8", "replace"))
    return joined((whole, said(whole.text, whole.flow[0]))) if whole.flow else whole


def _bare(raw: str, style: str) -> tuple[str, bool]:
    """A text without its quotes, and whether anything is filled into it."""
    if raw.startswith(("q", "%", "r#", "br#")) and raw[-1:] in ")]}/#":
        cut = max(raw.find(one) for one in "([{/") if not raw.startswith(("r#", "br#")) else raw.find('"')
        first = min((at for one in '([{/"' if (at := raw.find(one)) >= 0), default=cut)
        return raw[first + 1 : -1].rstrip('"'), not raw.startswith(("%w", "qw", "q(", "q{", "%q"))
    bare = raw.lstrip("$@rb")
    if bare.startswith('"""'):
        return bare[3:-3], True
    if bare.startswith("[["):
        return bare[2:-2], False
    single = bare.startswith("'") and style in ("ruby", "perl", "php", "lua", "r")
    return bare[1:-1], not single


def _plain(text: str) -> str:
    """A text with its escapes undone."""
    if "\\" not in text:
        return text
    if _ESCAPED.search(text.encode("utf-8", "replace")):
        try:
            text = codecs.decode(text.replace("\\u{", "\\u").encode("latin-1", "backslashreplace"), "unicode_escape")
        except (UnicodeDecodeError, ValueError):
            return text
    for shown, meant in _SIMPLE:
        text = text.replace(shown, meant)
    return text
