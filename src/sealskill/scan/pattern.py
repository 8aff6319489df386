"""Patterns over untrusted text. RE2 answers in time linear in the text, whatever the text is."""

from __future__ import annotations

from functools import cache
from typing import Any

import re2

Pattern = Any
"""A compiled RE2 pattern over bytes; the library has no types."""


@cache
def pattern(source: str, *, case: bool = False) -> Pattern:
    """A pattern over UTF-8 bytes; letters match in both cases unless `case`. `.` matches a line end, too.

    RE2 counts a match in bytes, so spans of it are offsets of documents.
    """
    options = re2.Options()
    options.case_sensitive = case
    options.dot_nl = True
    options.log_errors = False
    return re2.compile(source.encode(), options)


@cache
def bytewise(source: str) -> Pattern:
    """A pattern over bytes that are no text: `\\xff` is one byte, and letters match in their own case only."""
    options = re2.Options()
    options.encoding = re2.Options.Encoding.LATIN1
    options.dot_nl = True
    options.log_errors = False
    return re2.compile(source.encode("latin-1"), options)


def words(*alternatives: str) -> str:
    r"""A pattern for any of some phrases, each as a word of its own; one space stands for any run of white space."""
    joined = "|".join(one.replace(" ", r"\s+") for one in alternatives)
    return rf"\b(?:{joined})\b"
