"""A text of several lines that stands in a value of JSON, YAML or TOML: a prompt, a README, a script."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from sealskill.scan.decoder import Decoder, Layer
from sealskill.scan.document import Document, Kind
from sealskill.scan.kinds import kind_of
from sealskill.scan.pattern import pattern
from sealskill.scan.values import json, toml, yaml
from sealskill.scan.values.value import Role, Value, is_page, layer

_READ: dict[Kind, Callable[[bytes], Iterator[Value]]] = {
    Kind.JSON: json.values,
    Kind.YAML: yaml.values,
    Kind.TOML: toml.values,
}
# What can begin a text of several lines: reading all values of a file for nothing would be dear.
_LINED = {
    Kind.JSON: pattern(r"[^\\]\\n"),
    Kind.YAML: pattern(r"[:-] *[|>][+-]?\d* *(?:#[^\n]*)?\n|\\n"),
    Kind.TOML: pattern(r'"""|' + "'''|" + r"\\n"),
}


def _decode(document: Document) -> Iterator[Layer]:
    if document.kind in _READ and _LINED[document.kind].search(document.data):
        pages: dict[Kind, list[Value]] = {}
        for value in _READ[document.kind](document.data):
            if value.role in (Role.VALUE, Role.STRAY) and is_page(value):
                pages.setdefault(_kind(value.data), []).append(value)
        for kind, values in pages.items():
            yield from layer(values, kind)


def _kind(data: bytes) -> Kind:
    """A program where it begins as one; else Markdown, which any text is."""
    kind = kind_of("", data)
    return Kind.MARKDOWN if kind is Kind.TEXT or (b"```" in data and not data.startswith(b"#!")) else kind


DECODER = Decoder(name="page", decode=_decode, anchors=())
