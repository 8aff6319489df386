"""Programs that do not parse: Python 2, a notebook's magic, a transcript, a stray line. The rest of them is read.

The grammar of tree-sitter would read on after a mistake, but takes seconds for a few kilobytes of dots or of lines that
are continued, and minutes for more. `ast` is linear and says where it stumbled: that line goes, and it tries again.
"""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator
from itertools import pairwise

from sealskill.scan.pattern import Pattern, pattern

MAX_REPAIRS = 24
"""Lines that are taken out before the program is read block by block."""
MAX_LINES = 2_000
"""Lines of broken blocks that are read one by one."""
MAX_TRIED = 1 << 20
"""Bytes that are parsed again after a line was taken out: a long program with many mistakes goes block by block."""
MAX_BLOCKS = 10_000
"""Blocks that are parsed by themselves: a file of more that does not parse as a whole is no program."""
# What was Python once, or is Python in a notebook, and how it is said in Python 3.
_OLD: tuple[tuple[Pattern, bytes], ...] = (
    (pattern(r"(?m)^([ \t]*)(?:>>>|\.\.\.) ?"), rb"\1"),
    (pattern(r"(?m)^([ \t]*)(?:\w+[ \t]*=[ \t]*)?!+[ \t]*([^\n]*)$"), rb"\1__import__('os').system(r'''\2''')"),
    (pattern(r"(?m)^([ \t]*)%+(pip|conda|sh|bash|system|sx)\b([^\n]*)$"), rb"\1__import__('os').system(r'''\2\3''')"),
    (pattern(r"(?m)^([ \t]*)%+\w[^\n]*$"), rb"\1pass"),
    (pattern(r"(?m)^([ \t]*(?:[^\n#'\"]{0,80}:[ \t]*)?)print[ \t]+([^(=\n;][^\n;]*)"), rb"\1print(\2)"),
    (pattern(r"(?m)^([ \t]*)exec[ \t]+([^(=\n][^\n]*)$"), rb"\1exec(\2)"),
    (pattern(r"(?m)^([ \t]*except[ \t]+[\w.() ,]*[\w)])[ \t]*,[ \t]*(\w+)[ \t]*:"), rb"\1 as \2:"),
    (pattern(r"(?m)^([ \t]*raise[ \t]+[\w.]+)[ \t]*,[ \t]*([^\n]*)$"), rb"\1(\2)"),
    (pattern(r"\b[uU][rR](['\"])"), rb"r\1"),
    (pattern(r"\b0([0-7]{2,4})\b"), rb"0o\1"),
    (pattern(r"<>"), rb"!="),
)


def parsed(data: bytes) -> tuple[ast.Module | None, int]:
    """The tree of a program, or the line at which it stops to be one; 0 where nobody can say."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # a strange escape in their text is no business of our terminal
            return ast.parse(data), 0
    except SyntaxError as exc:
        return None, exc.lineno or 0
    except (ValueError, RecursionError, MemoryError):
        return None, 0


def repaired(data: bytes) -> ast.Module | None:
    """What can be read of a program that does not parse; None for what is none. Lines keep their numbers."""
    for found, said in _OLD:
        data = found.sub(said, data)
    lines = data.replace(b"\0", b" ").expandtabs(8).split(b"\n")
    for _ in range(min(MAX_REPAIRS, 1 + MAX_TRIED // (len(data) + 1))):
        tree, line = parsed(b"\n".join(lines))
        if tree is not None:
            return tree
        if not 0 < line <= len(lines):
            break
        _drop(lines, line - 1)
    starts = [at for at, line in enumerate(lines) if line[:1].strip() and not line.startswith(_GO_ON)]
    return ast.Module(body=list(_blocks(lines, starts)), type_ignores=[]) if len(starts) <= MAX_BLOCKS else None


def _drop(lines: list[bytes], at: int) -> None:
    """Take a line out: first its words, then all of it, then what stands before it."""
    bare = lines[at].strip()
    if bare and bare != b"pass":
        lines[at] = lines[at][: len(lines[at]) - len(lines[at].lstrip())] + b"pass"
    elif bare:
        lines[at] = b""
    else:
        before = next((one for one in range(at - 1, max(at - 20, -1), -1) if lines[one].strip()), at)
        lines[before] = b""


def _blocks(lines: list[bytes], starts: list[int]) -> Iterator[ast.stmt]:
    """The statements of each block at the margin that parses by itself, and of each line of those that do not."""
    left = MAX_LINES
    for start, end in pairwise([*starts, len(lines)]):
        tree, _ = parsed(b"\n".join(lines[start:end]))
        if tree is not None:
            yield from _moved(tree, start)
            continue
        for at in range(start, min(end, start + left)):
            one, _ = parsed(lines[at].strip())
            left -= 1
            if one is not None:
                yield from _moved(one, at)


_GO_ON = (b"else", b"elif", b"except", b"finally", b")", b"]", b"}", b"#")


def _moved(tree: ast.Module, by: int) -> list[ast.stmt]:
    return ast.increment_lineno(tree, by).body if by else tree.body
