"""Files as text, and text as the lines of it that are wanted."""

from __future__ import annotations

import codecs
from collections.abc import Mapping
from typing import Any

from sealskill.errors import Failed
from sealskill.model.tool import Files

MOST_BYTES = 16_000_000
"""A file that is read whole: sources and notes are far below, and a log beyond is better searched by a command."""
_LOOKED_AT = 8_192
"""Bytes at the beginning in which a zero byte makes a file no text, as git does it."""
_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def decoded(data: bytes, path: str) -> str:
    """The text of a file, what is no UTF-8 in it replaced. Raises Failed for what is no text."""
    if data.startswith(_UTF16):
        return data.decode("utf-16", "replace")
    if b"\0" in data[:_LOOKED_AT]:
        raise Failed(f"{path} is no text: {len(data)} bytes of something else")
    return data.decode("utf-8-sig", "replace")


def exact(data: bytes, path: str) -> str:
    """The text of a file that is going to be written again, every character of it. Raises Failed."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as exc:
        raise Failed(f"{path} is not UTF-8 (byte {exc.start}), so that nothing can be changed in it as text") from exc
    if "\0" in text:
        raise Failed(f"{path} is no text")
    return text


def shown(files: Files, path: str, cap: int) -> str:
    """What stands in a file, for a diff. What is no text, or too much of it, is said in a line."""
    try:
        return decoded(files.read(path, cap), path)
    except Failed as exc:
        return f"({exc})\n"


def part(text: str, first: int, most: int, cap: int) -> Mapping[str, Any]:
    """Some lines of a text, at most `cap` bytes of them, and what was left out."""
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()  # the end of the last line begins no other
    if first > max(len(lines), 1):
        raise Failed(f"there is no line {first}: it has {len(lines)}")
    wanted = lines[first - 1 : first - 1 + most]
    told = _within(wanted, cap)
    last = first - 1 + len(told)
    shown: dict[str, Any] = {"text": "\n".join(told), "first_line": first, "last_line": last, "lines": len(lines)}
    shown["truncated"] = last < len(lines) or told != wanted
    if told and told != wanted[: len(told)]:
        shown["note"] = f"line {last} is longer than {cap} bytes and was cut"
    if last < len(lines):
        shown["next_offset"] = last + 1
    return shown


def _within(lines: list[str], cap: int) -> list[str]:
    """The lines that fit; of a first one that does not, its beginning."""
    told, size = [], 0
    for line in lines:
        length = len(line.encode("utf-8", "replace")) + 1
        if size + length > cap + 1:
            break
        told.append(line)
        size += length
    if lines and not told:
        return [lines[0].encode("utf-8", "replace")[:cap].decode("utf-8", "ignore")]
    return told
