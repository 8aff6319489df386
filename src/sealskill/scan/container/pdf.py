"""PDF: the words of its pages, the programs it starts, the files it carries. What is encrypted stays opaque."""

from __future__ import annotations

from collections.abc import Iterator

from sealskill.model.content import Content
from sealskill.model.report import Unread, Why
from sealskill.scan.container import _pdf_text
from sealskill.scan.container._parts import gaps, inner
from sealskill.scan.container._pdf import Object, objects, plain
from sealskill.scan.decoder import MAX_DECODED, Container
from sealskill.scan.pattern import bytewise

_MAGIC = b"%PDF-"
_MAX_TABLES = 16
"""Tables of glyphs that each page is tried with."""
_PACKED_PIXELS = frozenset((b"DCTDecode", b"JPXDecode", b"CCITTFaxDecode", b"JBIG2Decode", b"DCT", b"CCF"))
_STRING = r"\(((?:[^()\\]|\\.|\((?:[^()\\]|\\.|\((?:[^()\\]|\\.)*\))*\))*)\)"
_SCRIPT = bytewise(rf"/JS[\x00\t\n\f\r ]*{_STRING}")
_HEX_SCRIPT = bytewise(r"/JS[\x00\t\n\f\r ]*<([0-9A-Fa-f\s]{2,})>")
_REFERRED = bytewise(r"/JS[\x00\t\n\f\r ]+(\d{1,10})[\x00\t\n\f\r ]+\d{1,5}[\x00\t\n\f\r ]+R\b")
_ACTION = bytewise(
    r"/S[\x00\t\n\f\r ]*/(Launch|ImportData|SubmitForm|GoToE|RichMedia|Movie|Rendition)\b|/(XFA|RichMedia)\b"
)
_TEXTS = bytewise(
    r"/(?:Contents|Title|Subject|Keywords|Author|URI|TU|V|Alt|ActualText|T|F|UF|P|Win|Unix|Mac)"
    rf"[\x00\t\n\f\r ]*{_STRING}"
)
_NUMBER = bytewise(r"\A(\d{1,10})[\x00\t\n\f\r ]")
_DRAWS = bytewise(r"\b(?:Tj|TJ|BT)\b|['\"]\s*\n")


def _open(content: Content) -> Iterator[Content | Unread]:
    data = content.data
    if b"/Encrypt" in plain(data[-4096:]) or b"/Encrypt" in plain(data[:4096]):
        yield Unread(path=content.path, why=Why.ENCRYPTED)
        return
    found = list(objects(data, MAX_DECODED))
    yield from _said(content, found)
    yield from _carried(content, found)
    end = data.rfind(b"%%EOF")
    if end < 0:
        yield Unread(path=content.path, why=Why.TRUNCATED, said="its end is missing")
    else:
        rest = len(data[end + 5 :]) - len(data[end + 5 :].lstrip(b" \t\r\n\0"))
        yield from gaps(content, "pdf", ((0, end + 5 + rest),))


def _said(content: Content, found: list[Object]) -> Iterator[Content | Unread]:
    """The words of all pages and forms, and what is started, each as one file."""
    fonts = [font for one in found for said in _told(one) for font in _pdf_text.tables(one.body, said)][:_MAX_TABLES]
    drawn = [one.body for one in found if not one.filters and _DRAWS.search(one.body)]
    pages = [_pdf_text.page(one, fonts) for one in drawn]
    if drawn and not any(pages):
        yield Unread(path=content.path, why=Why.OPAQUE, said="its pages show glyphs that no font names")
    texts = [_pdf_text.string(text.group(1)) for said in _dictionaries(found) for text in _TEXTS.finditer(said)]
    if words := b"\n\n".join(one for one in (*pages, *texts) if one):
        yield inner(content, "pdf", "text", words)
    scripts = list(dict.fromkeys(_scripts(found)))
    if scripts:
        yield inner(content, "pdf", "script.js", b"\n;\n".join(scripts))
    actions = {one.group(1) or one.group(2) for said in _dictionaries(found) for one in _ACTION.finditer(said)}
    if actions:
        yield inner(content, "pdf", "actions", b"\n".join(sorted(actions)))


def _dictionaries(found: list[Object]) -> Iterator[bytes]:
    """What objects say of themselves, those among them that are packed together."""
    for one in found:
        yield from _told(one)


def _told(one: Object) -> Iterator[bytes]:
    """What an object says of itself, and the objects that are packed in it."""
    yield one.said
    if b"/ObjStm" in one.said:
        yield plain(one.body)


def _scripts(found: list[Object]) -> Iterator[bytes]:
    referred: set[bytes] = set()
    for said in _dictionaries(found):
        yield from (_pdf_text.string(script.group(1)) for script in _SCRIPT.finditer(said))
        for script in _HEX_SCRIPT.finditer(said):
            digits = script.group(1).translate(None, b" \t\r\n\f\v")
            yield _pdf_text.string(bytes.fromhex((digits + b"0" * (len(digits) % 2)).decode()))
        referred |= {found_at.group(1) for found_at in _REFERRED.finditer(said)}
    for one in found:
        number = _NUMBER.search(one.said)
        if number and number.group(1) in referred:
            yield one.body


def _carried(content: Content, found: list[Object]) -> Iterator[Content | Unread]:
    """Files that are attached, pictures, notes; and streams that nobody here can unpack."""
    for at, one in enumerate(found):
        if one.filters and not _PACKED_PIXELS.issuperset(one.filters):
            said = f"a stream packed as {b' '.join(one.filters).decode('latin-1')}"
            yield Unread(path=content.path, why=Why.OPAQUE, said=said)
        elif b"/EmbeddedFile" in one.said:
            yield inner(content, "pdf", f"attached {at}", one.body)
        elif one.filters == (b"DCTDecode",):
            yield inner(content, "pdf", f"picture {at}", one.body.rstrip(b"\r\n"))
        elif (b"/Metadata" in one.said and one.body) or b"<x:xmpmeta" in one.body[:4096]:
            yield inner(content, "pdf", f"notes {at}.xml", one.body)


CONTAINER = Container(name="pdf", open=_open, magic=(_MAGIC,))
