"""Sentences: what a text says, to whom, and how much it means it."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from sealskill.scan.act import Doer
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


class Sentence(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One sentence with its markup taken away."""

    span: Span
    text: str
    """Plain text, white space folded, inline code in backticks, a link as its label."""
    where: Where
    to: Doer
    """Who is told to do something: the agent, the person, or nobody where it is only about something."""
    heading: str = ""
    """The headings above it, outermost first, joined by ` / `."""
    links: tuple[Link, ...] = ()
    """Every address in it, written out or behind a label."""
    codes: tuple[Span, ...] = ()
    """Inline code in it."""
    negated: bool = False
    """It tells not to: `never`, `do not`, `avoid`."""
    quoted: bool = False
    """It shows what others say: in quotation marks, as a bad example, in a list of phrases to look for."""

    @property
    def order(self) -> bool:
        """Whether it tells somebody to do something, and means it."""
        return self.to in (Doer.AGENT, Doer.PERSON) and not self.quoted and not self.negated
