"""Batch files: each line becomes the words of a shell, which is what it is but for its spelling."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sealskill.scan.act import Act
from sealskill.scan.document import Document, Kind
from sealskill.scan.language import _comments
from sealskill.scan.language._commands import anchors
from sealskill.scan.language._shell_lexer import parse
from sealskill.scan.language._shell_run import Run
from sealskill.scan.prose import Prose
from sealskill.scan.readers import Reader

# Bounded, all of them.
_VARIABLE = re.compile(rb"%(~?[\w]{1,60})(?::~(-?\d{1,4})(?:,(-?\d{1,4}))?)?%?|!(\w{1,60})!")
_SET = re.compile(rb"^\s{0,40}set\s{1,8}(?:/[aAp]\s{1,8})?\"?(\w{1,60})=", re.IGNORECASE)
_PREFIX = re.compile(
    rb"^\s{0,40}(?:if\s{1,8}(?:/i\s{1,8})?(?:not\s{1,8})?(?:exist\s{1,8}(?:\"[^\"]{0,200}\"|\S{1,200})|defined\s{1,8}\S{1,80}|"
    rb"errorlevel\s{1,8}\d{1,4}|\S{1,80}\s{0,8}(?:==|equ|neq)\s{0,8}\S{1,80})\s{1,8}|for\s[^()]{1,80}in\s{0,8}\([^)]{0,200}\)\s{0,8}do\s{1,8}|"
    rb"else\s{1,8}|\(|@|\)){1,4}",
    re.IGNORECASE,
)
_ESCAPES = re.compile(rb"\^([\s\S])")


def acts(document: Document) -> tuple[Act, ...]:
    """What its commands do, in order."""
    run = Run(document)
    for start, end, line in _lines(document.data):
        run.at = document.span(start, end)
        run.script(parse(_spelled(line)))
    return tuple(run.acts.values())


def _lines(data: bytes) -> Iterator[tuple[int, int, bytes]]:
    """Start, end and text of each line; a caret at its end joins it with the next."""
    start, whole = 0, b""
    at = 0
    for line in data.split(b"\n"):
        end = at + len(line)
        if line.endswith(b"^") and len(whole) < 1 << 16:
            whole += line[:-1]
        else:
            whole += line
            bare = whole.lstrip()
            if bare and not bare[:4].lower().startswith((b"rem ", b"::", b"@rem")):
                yield start, end, whole
            start, whole = end + 1, b""
        at = end + 1


def _spelled(line: bytes) -> bytes:
    """A line as a shell would write it."""
    found = _PREFIX.match(line)
    line = line[found.end() :] if found else line
    line = _ESCAPES.sub(rb"\1", line)
    line = (
        line.replace(b"\\", b"\\\\")
        .replace(b"'", b"\\'")
        .replace(b"`", b"\\`")
        .replace(b"$", b"\\$")
        .replace(b"#", b"\\#")
    )
    line = _VARIABLE.sub(_variable, line)
    line = line.replace(b">nul", b">/dev/null").replace(b"> nul", b"> /dev/null").replace(b">NUL", b">/dev/null")
    set_to = _SET.match(line)
    if set_to:
        value = line[set_to.end() :].strip().rstrip(b'"').replace(b'"', b'\\"')
        return set_to[1] + b'="' + value + b'"'
    return line


def _variable(found: re.Match[bytes]) -> bytes:
    name = (found[1] or found[4]).lstrip(b"~")
    if name.isdigit() or found[1] is None or found[0].endswith(b"%"):
        cut = b":" + found[2] + (b":" + found[3] if found[3] else b"") if found[2] else b""
        return b"${" + name + cut + b"}"
    return b"$" + name


def sentences(document: Document) -> Prose:
    """Its remarks, and what it shows."""
    return _comments.prose(document, _comments.BATCH)


READER = Reader(
    kinds=(Kind.BATCH,), acts=acts, sentences=sentences,
    anchors=(*anchors.ACTING, *anchors.WINDOWS, *anchors.PLACES, anchors.WRITING),
)  # fmt: skip
