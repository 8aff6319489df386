"""The prose of programs: comments, and what a script shows to whoever reads its output."""

from __future__ import annotations

from sealskill.scan.document import Document
from sealskill.scan.language._sentences import Run
from sealskill.scan.pattern import Pattern, pattern
from sealskill.scan.prose import Prose, Where

SHELL = pattern(
    r"(?:^|\n)[ \t]*(#[^\n]*(?:\n[ \t]*#[^\n]*)*)|[ \t](#[ \t][^\n]*)|"
    r"(?:^|[\n;&|({])\s*(?:echo|printf|log|info|warn)\s[^\n]{0,8}?([^\n]{24,})"
)
"""Runs of comment lines, comments behind commands, and longer texts that are printed."""
POWERSHELL = pattern(
    r"<#(.*?)#>|(?:^|\n)[ \t]*(#[^\n]*(?:\n[ \t]*#[^\n]*)*)|[ \t](#[ \t][^\n]*)|"
    r"\bWrite-(?:Host|Output|Warning)\s([^\n]{24,})"
)
BATCH = pattern(r"(?:^|\n)[ \t@]*(?:rem\s|::)([^\n]*)|(?:^|\n)[ \t@]*echo[ .]([^\n]{24,})")
_MARKS = b" \t#!:\"'"


def prose(document: Document, form: Pattern) -> Prose:
    """The text of each comment, its marks left out."""
    run = Run(document)
    for found in form.finditer(document.data):
        start, end = next(found.span(at) for at, said in enumerate(found.groups(), 1) if said is not None)
        _add(run, start, end)
    return run.prose()


def _add(run: Run, start: int, end: int) -> None:
    """A comment of one or more lines as one block; an empty line in it begins another."""
    data = run.document.data
    while start < end:
        stop = data.find(b"\n", start, end)
        stop = end if stop < 0 else stop + 1
        bare = data[start:stop].lstrip(_MARKS)
        if bare.strip():
            run.add(bare, stop - len(bare))
        else:
            run.end(Where.COMMENT)
        start = stop
    run.end(Where.COMMENT)
