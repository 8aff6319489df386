"""Programs in HTML and SVG: scripts, event handlers, addresses that are code."""

from __future__ import annotations

import html
from collections.abc import Iterator
from urllib.parse import unquote_to_bytes

from sealskill.scan.decoder import Decoder, Layer
from sealskill.scan.document import Document, Kind
from sealskill.scan.pattern import pattern
from sealskill.scan.values.value import Value, layer

KINDS = frozenset((Kind.HTML, Kind.SVG, Kind.XML))
_SCRIPT = pattern(r"<(?:\w+:)?script\b((?:\"[^\"]*\"|'[^']*'|[^\"'>])*)>(.*?)(?:</(?:\w+:)?script\s*>|\z)")
_TAG = pattern(r"<[A-Za-z](?:\"[^\"]*\"|'[^']*'|[^\"'<>])*>")
_RUNS = r"(?:\"\s*([^\"]+)\"|'\s*([^']+)'|([^\s\"'>]+))"
HANDLER = pattern(rf"[\s\"'/]on[a-z]{{3,24}}\s*=\s*{_RUNS}")
ADDRESS = pattern(
    r"(?:href|src|action|formaction|data|to|from|values)\s*=\s*(?:\"\s*((?:javascript|vbscript):[^\"]+)\"|"
    r"'\s*((?:javascript|vbscript):[^']+)'|((?:javascript|vbscript):[^\s\"'>]+))"
)
_TYPE = pattern(r"\b(?:type|lang)\s*=\s*[\"']?([\w/+.-]+)")
_DATA = pattern(r"json|template|text/plain|x-mathjax-config|shader|markdown|x-handlebars")
_PYTHON = pattern(r"python|^py$|mpy")
_TYPED = pattern(r"typescript|^tsx?$")
_CDATA = (b"<![CDATA[", b"]]>", b"<!--", b"-->")


def _decode(document: Document) -> Iterator[Layer]:
    if document.kind not in KINDS:
        return
    pieces: dict[Kind, list[Value]] = {}
    for found in _SCRIPT.finditer(document.data):
        kind = _kind(found.group(1))
        start, end = found.span(2)
        if kind is not None and end > start:
            pieces.setdefault(kind, []).append(_piece(document.data, start, end))
    for kind, values in pieces.items():
        yield from layer(values, kind, b"\n;\n")
    yield from layer(handlers(document.data), Kind.JAVASCRIPT, b"\n;\n")


def handlers(data: bytes) -> Iterator[Value]:
    """What runs when something happens to a page, or when somebody follows an address."""
    for tag in _TAG.finditer(data):
        start, end = tag.span()
        for found in HANDLER.finditer(data, start, end):
            yield _said(data, found)
        for found in ADDRESS.finditer(data, start, end):
            value = _said(data, found)
            code = unquote_to_bytes(value.data.partition(b":")[2])
            yield Value((), 0, ((value.start, code),), value.end)


def _kind(attributes: bytes) -> Kind | None:
    """What a script is written in; None for data that only stands in one."""
    found = _TYPE.search(attributes)
    said = found.group(1) if found else b""
    if _DATA.search(said):
        return None
    return Kind.PYTHON if _PYTHON.search(said) else Kind.TYPESCRIPT if _TYPED.search(said) else Kind.JAVASCRIPT


def _piece(data: bytes, start: int, end: int) -> Value:
    """The text of a script; the marks that hide it from other readers are none of it."""
    text = data[start:end]
    for mark in _CDATA:
        text = text.replace(mark, b" " * len(mark))
    return Value((), 0, ((start, text),), end)


def _said(data: bytes, found: object) -> Value:
    start, end = next(span for group in (1, 2, 3) if (span := found.span(group))[0] >= 0)  # type: ignore[attr-defined]
    code = html.unescape(data[start:end].decode("utf-8", "replace")).encode("utf-8", "replace")
    return Value((), 0, ((start, code),), end)


DECODER = Decoder(
    name="script",
    decode=_decode,
    anchors=(r"<(?:\w+:)?script\b", r"[\s\"'/]on[a-z]{3,24}\s*=", "javascript:", "vbscript:"),
)
