"""The patch format models know: files added, deleted, changed and moved, between `*** Begin Patch` and `*** End Patch`.

    *** Begin Patch
    *** Add File: notes/new.md
    +each line of it
    *** Update File: src/a.py
    *** Move to: src/b.py
    @@ def greet():
     a line that stays
    -a line that goes
    +a line that comes
    *** Delete File: old.txt
    *** End Patch

`@@` alone begins another change; with words after it, the change is looked for after the first line that is, or else
holds, these words. `*** End of File` ties a change to the end. What a change names must stand exactly, and only once
from where it is looked for; a change that only adds stands after its `@@` line, or else at the end.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

from sealskill.errors import Failed
from sealskill.model.value import Value

MOST_FILES, MOST_HUNKS = 100, 500
_BEGIN, _END, _EOF = "*** Begin Patch", "*** End Patch", "*** End of File"
_MOVE = "*** Move to: "


class Deed(StrEnum):
    """What is done to a file, in the words of the format."""

    ADD = "Add"
    UPDATE = "Update"
    DELETE = "Delete"


class Hunk(Value):
    """One change: the lines that stand there, and those that are to."""

    after: str = ""
    old: tuple[str, ...] = ()
    new: tuple[str, ...] = ()
    at_end: bool = False
    line: int = 0
    """Where it stands in the patch."""


class Change(Value):
    """What is done to one file."""

    deed: Deed
    path: str
    to: str = ""
    """Where it is moved; "" for nowhere."""
    text: str = ""
    """All of a file that is added."""
    hunks: tuple[Hunk, ...] = ()


def parse(patch: str) -> tuple[Change, ...]:
    """The changes of a patch, in its order. Raises Failed with the line that cannot be read."""
    lines = patch.replace("\r\n", "\n").strip("\n").split("\n")
    if lines[0].strip() != _BEGIN or lines[-1].strip() != _END or len(lines) < 2:
        raise Failed(f"a patch begins with `{_BEGIN}` and ends with `{_END}`")
    starts = [at for at, line in enumerate(lines) if at and _deed(line)]
    if not starts or starts[0] != 1:
        raise Failed("line 2: expected `*** Add File: `, `*** Update File: ` or `*** Delete File: `")
    ends = [*starts[1:], len(lines) - 1]
    changes = tuple(_change(lines, start, end) for start, end in zip(starts, ends, strict=True))
    _must_be_sound(changes)
    return changes


def _deed(line: str) -> tuple[Deed, str] | None:
    for deed in Deed:
        head = f"*** {deed.value} File: "
        if line.startswith(head):
            return deed, line[len(head) :].strip()
    return None


def _change(lines: list[str], start: int, end: int) -> Change:
    found = _deed(lines[start])
    assert found, start  # noqa: S101  `start` was found by it
    deed, path = found
    body = list(enumerate(lines[start + 1 : end], start + 2))
    if not path:
        raise Failed(f"line {start + 1}: no file is named")
    if deed is Deed.DELETE:
        if any(line.strip() for _, line in body):
            raise Failed(f"line {body[0][0]}: nothing follows `*** Delete File`")
        return Change(deed=deed, path=path)
    if deed is Deed.ADD:
        return Change(deed=deed, path=path, text="".join(f"{_added(at, line)}\n" for at, line in body))
    to = body.pop(0)[1][len(_MOVE) :].strip() if body and body[0][1].startswith(_MOVE) else ""
    hunks = tuple(_hunks(body))
    if not hunks and not to:
        raise Failed(f"line {start + 1}: nothing is changed in {path}")
    return Change(deed=deed, path=path, to=to, hunks=hunks)


def _added(at: int, line: str) -> str:
    if not line.startswith("+"):
        raise Failed(f"line {at}: each line of a file that is added begins with `+`")
    return line[1:]


def _hunks(body: list[tuple[int, str]]) -> Iterator[Hunk]:
    """The changes to one file. The first needs no `@@` before it."""
    after, at, held = "", body[0][0] if body else 0, list[tuple[int, str]]()
    for number, line in body:
        if line == "@@" or line.startswith("@@ "):
            if held or after:
                yield _hunk(after, at, held)
            after, at, held = line[3:].strip(), number, []
        else:
            held.append((number, line))
    if held or after:
        yield _hunk(after, at, held)


def _hunk(after: str, at: int, body: list[tuple[int, str]]) -> Hunk:
    at_end = bool(body) and body[-1][1].strip() == _EOF
    old, new = [], []
    for number, line in body[: len(body) - at_end]:
        # Editors and models drop the blank of an empty line that stays.
        sign, text = (line[0], line[1:]) if line else (" ", "")
        if sign not in " +-":
            raise Failed(f"line {number}: a line of a change begins with a blank, `+` or `-`")
        old += [text] if sign != "+" else []
        new += [text] if sign != "-" else []
    if old == new:
        raise Failed(f"line {at}: nothing is changed here")
    return Hunk(after=after, old=tuple(old), new=tuple(new), at_end=at_end, line=at)


def _must_be_sound(changes: tuple[Change, ...]) -> None:
    paths = [path for change in changes for path in (change.path, change.to) if path]
    twice = next((path for path in paths if paths.count(path) > 1), "")
    if len(changes) > MOST_FILES or sum(len(change.hunks) for change in changes) > MOST_HUNKS:
        raise Failed(f"a patch touches at most {MOST_FILES} files in {MOST_HUNKS} changes")
    if twice:
        raise Failed(f"{twice} is named twice: put all its changes together")


def applied(text: str, hunks: tuple[Hunk, ...], path: str) -> str:
    """A text with all changes made, in their order. Raises Failed for the first that does not fit."""
    crlf = "\r\n" in text and text.count("\n") == text.count("\r\n")
    # Framed in line ends, so that whole lines are found by one search.
    body = "\n" + (text.replace("\r\n", "\n") if crlf else text)
    ends = body.endswith("\n")
    body += "" if ends else "\n"
    parts, at = list[str](), 0
    for hunk in hunks:
        start, length = _found(body, at, hunk, path)
        parts += [body[at + 1 : start + 1], "".join(f"{line}\n" for line in hunk.new)]
        at = start + length
    return _with_ends("".join([*parts, body[at + 1 :]]), ends=ends, crlf=crlf)


def _with_ends(whole: str, *, ends: bool, crlf: bool) -> str:
    whole = whole if ends else whole.removesuffix("\n")
    return whole.replace("\n", "\r\n") if crlf else whole


def _found(body: str, at: int, hunk: Hunk, path: str) -> tuple[int, int]:
    """Where the line end before a change stands, and how far it is to the line end of its last line."""
    where = f"line {hunk.line} of the patch: "
    if hunk.after:
        at = _after(body, at, hunk.after)
        if at < 0:
            raise Failed(f"{where}{path} has no line {hunk.after!r} from there on")
    if not hunk.old:
        return (at if hunk.after else len(body) - 1), 0
    needle = "\n" + "".join(f"{line}\n" for line in hunk.old)
    start = len(body) - len(needle) if hunk.at_end else body.find(needle, at)
    if start < at or body[start : start + len(needle)] != needle:
        raise Failed(f"{where}what it names does not stand in {path} from there on", advice="read the file again")
    if not hunk.at_end and body.find(needle, start + 1) >= 0:
        raise Failed(f"{where}what it names stands in {path} more than once", advice="take more lines, or an `@@` line")
    return start, len(needle) - 1


def _after(body: str, at: int, words: str) -> int:
    """The line end after the first line that is some words, else that holds them; -1 where there is none."""
    exact = body.find(f"\n{words}\n", at)
    holds = exact + 1 if exact >= 0 else body.find(words, at)
    return body.find("\n", holds) if holds >= 0 else -1
