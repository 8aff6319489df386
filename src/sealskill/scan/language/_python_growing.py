"""What a program of constants does to lists, sets and byte arrays in place."""

from __future__ import annotations

import ast
from typing import Any

from sealskill.scan.language import _python_fold as operations
from sealskill.scan.language._python_fold import UNKNOWN, Unknown

CHANGES = frozenset("append extend add insert pop reverse sort remove discard update clear".split())
"""Methods that change what they are called on."""


def changed(holder: object, name: str, args: list[object]) -> object:
    """What a holder is after one of its methods was called; the holder itself where it could take the change."""
    if any(isinstance(one, Unknown) for one in args) or not args_fit(name, args):
        return UNKNOWN
    if isinstance(holder, bytes):
        return _bytes(holder, name, args)
    if not isinstance(holder, list) or len(holder) >= operations.MAX_SIZE:
        return UNKNOWN
    try:
        return _list(holder, name, args)
    except (TypeError, ValueError, IndexError):
        return UNKNOWN


def args_fit(name: str, args: list[object]) -> bool:
    """Whether a method takes so many arguments."""
    least, most = {"insert": (2, 2), "pop": (0, 1)}.get(name, (1, 1))
    return least <= len(args) <= most or (name in ("reverse", "sort", "clear") and not args)


def _list(holder: list[Any], name: str, args: list[Any]) -> object:
    several = isinstance(args[0], list | tuple | str | range) if args else False
    if name == "append" or (name == "add" and args[0] not in holder):
        holder.append(args[0])
    elif name in ("extend", "update") and several and len(holder) + len(args[0]) < operations.MAX_SIZE:
        holder.extend(args[0])
    elif name == "insert" and isinstance(args[0], int):
        holder.insert(args[0], args[1])
    elif name in ("pop", "reverse", "sort", "clear"):
        getattr(holder, name)(*args)
    elif name in ("remove", "discard"):
        holder.remove(args[0])
    elif name != "add":
        return UNKNOWN
    return holder


def _bytes(holder: bytes, name: str, args: list[object]) -> object:
    """A byte array: here it is bytes, which are made anew."""
    if len(holder) >= operations.MAX_SIZE:
        return UNKNOWN
    if name == "append" and isinstance(args[0], int) and 0 <= args[0] < 256:
        return holder + bytes([args[0]])
    if name == "extend" and isinstance(args[0], bytes | list) and len(args[0]) < operations.MAX_SIZE:
        return operations.binary(_ADD, holder, operations.function("bytes", [args[0]], {}))
    if name == "reverse":
        return holder[::-1]
    return UNKNOWN


_ADD = ast.Add()
