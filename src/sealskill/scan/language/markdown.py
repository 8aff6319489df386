"""Markdown: prose with everything that hides in it, and code blocks as documents of their own."""

from __future__ import annotations

import codecs
from collections.abc import Iterator
from itertools import chain

import pyromark

from sealskill.scan.act import Act
from sealskill.scan.document import Document, Kind
from sealskill.scan.language import _context, _fences, _front, _orders
from sealskill.scan.language._blocks import Blocks
from sealskill.scan.language._context import Recent
from sealskill.scan.prose import Prose
from sealskill.scan.readers import Reader

_OPTIONS = (
    pyromark.Options.ENABLE_TABLES
    | pyromark.Options.ENABLE_FOOTNOTES
    | pyromark.Options.ENABLE_STRIKETHROUGH
    | pyromark.Options.ENABLE_TASKLISTS
)
# One character for each byte that is no text: offsets stay what they are.
codecs.register_error("sealskill-bytewise", lambda wrong: ("\x1a" * (wrong.end - wrong.start), wrong.end))  # type: ignore[attr-defined]


class Page(Prose):
    """The prose of a Markdown text, and its code blocks."""

    fences: tuple[_fences.Fence, ...] = ()


def sentences(document: Document) -> Page:
    """Everything it says: text, headings, tables, frontmatter, comments, hidden text, the texts of images."""
    data = document.data
    front = _front.length(data)
    blocks = Blocks(document, front)
    if front:
        _front.read(blocks.run, data, front)
    blocks.feed(pyromark.events_with_range(data[front:].decode("utf-8", "sealskill-bytewise"), options=_OPTIONS))
    page = Page(document, **blocks.run.parts())
    page.fences = tuple(blocks.fences)
    return page


def acts(document: Document) -> tuple[Act, ...]:
    """What its code blocks do, by whoever is told to run them, and what its sentences order."""
    page = document.sentences
    recent = Recent()
    coded = (_coded(document, page, one, recent) for one in page.fences) if isinstance(page, Page) else ()
    return tuple(chain(tuple(_orders.acts(document, recent)), *coded))


def _coded(document: Document, page: Prose, fence: _fences.Fence, recent: Recent) -> Iterator[Act]:
    inner = _fences.document_of(document, fence)
    if inner is not None and (found := inner.acts):
        acts = _fences.by(_fences.doer(page, fence), found)
        yield from _context.commanded(acts, page, fence.lead, fence.heading, recent)


READER = Reader(kinds=(Kind.MARKDOWN,), acts=acts, sentences=sentences, anchors=(r"```|~~~", *_orders.ANCHORS))
