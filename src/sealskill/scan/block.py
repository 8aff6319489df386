"""Blocks of prose: paragraphs, items, headings, rows, and the places where text hides."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from sealskill.scan.document import Span


class Where(StrEnum):
    """What kind of place a sentence stands in."""

    HEADING = "heading"
    PARAGRAPH = "paragraph"
    ITEM = "item"
    QUOTE = "quote"
    TABLE = "table"
    COMMENT = "comment"
    """An HTML comment, or the comment of a program: the model reads it, a person looking at the page does not."""
    HIDDEN = "hidden"
    """Text that is styled so that nobody sees it on the page."""
    ALT = "alt"
    """The alternative text of an image, the title of a link."""
    META = "meta"
    """A value of the frontmatter, or of a data file."""
    EXAMPLE = "example"
    """A code block in no language: a transcript, a template, a sample of output."""


class Link(msgspec.Struct, frozen=True, gc=False):
    """An address in a sentence, and the words that stand for it."""

    url: str
    label: str
    span: Span


class Block(msgspec.Struct, frozen=True, gc=False):
    """One paragraph, item, heading, row: what no sentence crosses."""

    start: int
    end: int
    where: Where
    heading: str = ""
    lead: int = -1
    """The block that introduces it: the paragraph before a list, the head of a table; -1 for none."""
    aside: bool = False
    """Nothing in it is an order, whatever its words."""
    title: str = ""
    """The first of the headings, where it is the title of the page."""
