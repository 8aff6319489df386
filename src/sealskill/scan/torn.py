"""The one thing that goes wrong in a binary file: it is not what its own numbers say."""

from __future__ import annotations

import struct


class Torn(ValueError):
    """A binary file ends too early, or its numbers contradict each other."""


def cut(data: bytes, start: int, size: int) -> bytes:
    """A run of bytes. Raises Torn where the file ends before it does."""
    if start < 0 or size < 0 or start + size > len(data):
        raise Torn(f"{size} bytes at {start} of {len(data)}")
    return data[start : start + size]


def number(data: bytes, form: str, start: int) -> int:
    """One number as `struct` writes its form. Raises Torn."""
    return int(struct.unpack(form, cut(data, start, struct.calcsize(form)))[0])


def numbers(data: bytes, form: str, start: int) -> tuple[int, ...]:
    """Several numbers. Raises Torn."""
    return struct.unpack(form, cut(data, start, struct.calcsize(form)))
