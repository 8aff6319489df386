"""Texts as documents whose every anchor stands, so that readers look at them."""

from sealskill.scan import readers
from sealskill.scan.document import Document, Kind


def text_of(text: str | bytes, kind: Kind = Kind.MARKDOWN) -> Document:
    data = text.encode() if isinstance(text, str) else text
    return Document("SKILL.md", kind, data, readers.Structure(), hits=readers.anchors())


def said(text: str | bytes, kind: Kind = Kind.MARKDOWN) -> list[tuple[str, str]]:
    return [(str(one.where), one.text) for one in text_of(text, kind).sentences]
