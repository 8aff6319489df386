"""Words of strangers, made harmless before they stand in a prompt.

A name or description is written by whoever wrote the skill, and it lands among the instructions of the model. So what
a person would not see is removed, what could end a line is folded, and what could end an element is escaped.
"""

from __future__ import annotations

import re

# A whole colour code goes, not only its first character: `[31m` left over would be litter.
_ANSI = re.compile(r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]")

# Controls that are no white space, and what Unicode calls default-ignorable: bidi overrides and isolates, zero widths,
# fillers, tag characters, variation selectors (which spell whole hidden messages). Lone surrogates cannot be encoded,
# U+FFF9..B hide annotations, and U+FFFE and U+FFFF may not stand in XML.
_UNSEEN = re.compile(
    "[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f"
    "\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0d\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff\ud800-\udfff"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
# One selector after a symbol is how people write emoji; a row of them is how people hide text.
_DOUBLED = re.compile("([\ufe0e\ufe0f])[\ufe0e\ufe0f]+")
_BREAKS = re.compile("[\t-\r\x1c-\x1f\x85\u2028\u2029]")

_XML = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;"})
_NEEDS_ESCAPE = re.compile("[&<>\"']")


def seen(text: str) -> str:
    """The text without anything a reader could not see. Line breaks stay."""
    if text.isascii() and text.isprintable():
        return text
    return _DOUBLED.sub(r"\1", _UNSEEN.sub("", _ANSI.sub("", text)))


def line(text: str) -> str:
    """The text as one line: nothing unseen, and every run of white space a single space."""
    return " ".join(seen(text).split())


def path(text: str) -> str:
    """A path as one line. What may not be shown becomes U+FFFD, so that one path never turns into another."""
    if text.isascii() and text.isprintable():
        return text
    return _BREAKS.sub("\ufffd", _UNSEEN.sub("\ufffd", text))


def escape(text: str) -> str:
    """The text for an XML element or attribute."""
    return text.translate(_XML) if _NEEDS_ESCAPE.search(text) else text


def shorten(text: str, longest: int) -> str:
    """At most `longest` characters of the text, cut between words and ended by `…` if it was longer.

    A longer limit never gives a shorter text; a search for the largest limit that fits relies on it.
    """
    if len(text) <= longest:
        return text
    # Scripts without spaces, and one endless word, are cut anywhere: half the room is too much to give up.
    space = text.rfind(" ", 0, longest)
    end = space if space >= longest // 2 else longest - 1
    return text[:end].rstrip() + "…"
