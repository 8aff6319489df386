"""The small forms of shell text: operators, variables, escapes, here-documents."""

from __future__ import annotations

import re

from sealskill.scan.language._shell_tree import Variable

MAX_FORM = 512
"""Bytes of a `${…}` or `((…))`: a longer one is none, and looking for its end costs no more than this."""
OPERATORS = (b"<<<", b"<<-", b"<<", b"<>", b"<&", b"<", b"&>>", b"&>", b">>", b">&", b">|", b">")
# Bounded, all of them.
_NAME = re.compile(rb"[A-Za-z_][A-Za-z0-9_]{0,80}|[0-9@*#?$!_-]")
_BRACED = re.compile(rb"(!?)([A-Za-z_][A-Za-z0-9_]{0,80}|[0-9@*#?$!-]{1,3})")
_ESCAPE = re.compile(rb"\\(x[0-9a-fA-F]{1,2}|0?[0-7]{1,3}|u[0-9a-fA-F]{1,4}|U[0-9a-fA-F]{1,8}|[\s\S])")
_EMPTY = re.compile(rb"\([ \t]{0,8}\)")
_SIMPLE = {
    b"n": b"\n",
    b"t": b"\t",
    b"r": b"\r",
    b"a": b"",
    b"e": b"\x1b",
    b"E": b"\x1b",
    b"b": b"",
    b"f": b"",
    b"v": b"",
}


def find_near(data: bytes, what: bytes, start: int) -> int:
    """Where something stands within reach; below 0 where it does not."""
    return data.find(what, start, start + MAX_FORM)


def empty_parentheses(data: bytes, at: int) -> int:
    """The offset behind `()`; 0 where something stands in them."""
    found = _EMPTY.match(data, at)
    return found.end() if found else 0


def variable(data: bytes, at: int, *, quoted: bool) -> tuple[Variable | None, int]:
    """The variable that a dollar sign begins, and the offset behind it; None where it begins none."""
    if data.startswith(b"${", at):
        end = _brace_end(data, at + 2)
        found = _BRACED.match(data, at + 2, end) if end > 0 else None
        if found is None:
            return None, at + 1
        operation = data[found.end() : end]
        return Variable(found[2].decode(), found[1] + operation if found[1] else operation, quoted), end + 1
    found = _NAME.match(data, at + 1)
    return (None, at + 1) if found is None else (Variable(found[0].decode(), b"", quoted), found.end())


def _brace_end(data: bytes, start: int) -> int:
    depth, at = 1, start
    while (end := data.find(b"}", at, start + MAX_FORM)) >= 0:
        depth += data.count(b"{", at, end) - 1
        if depth <= 0:
            return end
        at = end + 1
    return -1


def unescaped(text: bytes) -> bytes:
    """What `echo -e`, `printf` and `$'…'` make of escapes."""
    return _ESCAPE.sub(_one, text) if b"\\" in text else text


def _one(found: re.Match[bytes]) -> bytes:
    said = found[1]
    if said[:1] in (b"u", b"U", b"x") and len(said) > 1:
        number = int(said[1:], 16)
        return bytes([number]) if said[:1] == b"x" else chr(min(number, 0x10FFFF)).encode("utf-8", "replace")
    if said[:1].isdigit():
        return bytes([int(said, 8) & 255])
    return _SIMPLE.get(said, said)


def escaped(data: bytes, start: int) -> tuple[bytes, int]:
    """The text of `$'…'` from behind its opening, and the offset behind its end."""
    at = start
    while True:
        end = data.find(b"'", at)
        if end < 0:
            line = data.find(b"\n", start)
            end = len(data) if line < 0 else line
            return unescaped(data[start:end]), end
        back = len(data[max(start, end - MAX_FORM) : end]) - len(data[max(start, end - MAX_FORM) : end].rstrip(b"\\"))
        if back % 2 == 0:
            return unescaped(data[start:end]), end + 1
        at = end + 1


def here_end(data: bytes, start: int, mark: bytes, *, indented: bool) -> tuple[int, int]:
    """Where the body of a here-document ends, and where the line behind its end mark begins."""
    at = start
    while mark and at < len(data):
        end = data.find(b"\n", at)
        end = len(data) if end < 0 else end
        line = data[at:end]
        if (line.lstrip(b"\t ") if indented else line.rstrip()) == mark:
            return at, min(end + 1, len(data))
        found = data.find(mark, end)
        if found < 0:
            break
        at = max(data.rfind(b"\n", end, found) + 1, end + 1)
    return len(data), len(data)
