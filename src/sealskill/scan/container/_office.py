"""The text of an office document as a person reads it: its words are torn apart by markup."""

from __future__ import annotations

import html

from sealskill.scan.pattern import pattern

_TEXTS = pattern(
    r"(?:^|/)(?:word/(?:document|header\d*|footer\d*|comments|footnotes|endnotes)|ppt/(?:slides|notesSlides)/[^/]+"
    r"|ppt/comments/[^/]+|xl/sharedStrings|xl/worksheets/[^/]+|xl/comments\d*|docProps/(?:core|app|custom)|content|meta)\.xml$"
)
_BREAKS = pattern(r"</(?:w:p|a:p|si|row|text:p|text:h|w:tr|dc:\w+|cp:\w+|vt:\w+)>|<w:br/>|<w:tab/>", case=True)
_TAGS = pattern(r"<[^>]*>", case=True)
_BLANKS = pattern(r"\n\s*\n+", case=True)


def text(name: str, data: bytes) -> bytes:
    """The words of a part of a document, a line for each paragraph; nothing for a part that has none."""
    if not _TEXTS.search(name.encode("utf-8", "replace")):
        return b""
    lines = b"".join(_TAGS.split(b"\n".join(_BREAKS.split(data))))
    return html.unescape(_BLANKS.sub(b"\n", lines).decode("utf-8", "replace")).strip().encode()
