"""Words become values: variables are put in, commands in them are followed, pieces are joined."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec

from sealskill.scan.act import Source
from sealskill.scan.language._commands.stuff import (
    MAX_TEXT,
    NOTHING,
    UNKNOWN,
    Stuff,
    but,
    of_variable,
    passed,
    together,
)
from sealskill.scan.language._shell_lexer import parse_word
from sealskill.scan.language._shell_tree import Command, Inner, Text, Variable, Word

if TYPE_CHECKING:
    from sealskill.scan.language._shell_run import Run

MAX_WORDS = 2_000
"""Words that one command line unfolds into."""
_DECLARES = frozenset({"export", "local", "declare", "readonly", "typeset", "set"})
# Bounded, or of one class of bytes from the start of the text.
_ASSIGNS = re.compile(rb"([A-Za-z_][A-Za-z0-9_]{0,80})(\[[^\]]{0,40}\])?(\+?)=")
_SLICE = re.compile(r":\s?\(?(-?\d{1,6})\)?(?::(-?\d{1,6}))?")
_SWAP = re.compile(r"/(/?[^/]{0,80})/?([\s\S]{0,80})")
_INDEX = re.compile(r"\[(\d{1,4}|[@*])\]([\s\S]{0,200})")


def without_assignments(run: Run, words: list[Word]) -> list[Word]:
    """The words of a command behind the variables it sets, which are set."""
    at = 0
    while at < len(words) and _assign(run, words[at]):
        at += 1
    rest = words[at:]
    if rest and rest[0].plain.decode("utf-8", "replace") in _DECLARES:
        kept = [word for word in rest[1:] if not _assign(run, word)]
        return [rest[0], *kept]
    return rest


def _assign(run: Run, word: Word) -> bool:
    first = word.pieces[0] if word.pieces else None
    if not isinstance(first, Text) or first.quoted:
        return False
    found = _ASSIGNS.match(first.text)
    if found is None:
        return False
    name = found[1].decode()
    if word.elements is not None:
        added = [one for element in word.elements for one in words_of(run, element)]
        run.arrays[name] = [*run.arrays.get(name, ()), *added][:MAX_WORDS] if found[3] else added
        run.variables[name] = together(run.arrays[name], " ")
        return True
    rest = Text(first.text[found.end() :])
    made = value(run, Word(word.start, word.end, [rest, *word.pieces[1:]]))
    run.variables[name] = together([run.variables.get(name, NOTHING), made]) if found[3] else made
    if name == "PROMPT_COMMAND" and made.known:
        from sealskill.scan.document import Kind

        run.nested(made, run.span(word.start, word.end), Kind.SHELL, unasked=True)
    return True


def words(run: Run, found: list[Word]) -> list[Stuff]:
    """The arguments that some words become."""
    argv: list[Stuff] = []
    for word in found:
        argv += words_of(run, word)
        if len(argv) > MAX_WORDS:
            break
    return argv


def words_of(run: Run, word: Word) -> list[Stuff]:
    """The arguments that one word becomes: an array, or a bare variable, may be several."""
    if len(word.pieces) == 1 and isinstance(word.pieces[0], Text):
        return [Stuff(word.pieces[0].text.decode("utf-8", "replace"))]
    said = [piece for piece in word.pieces if not (isinstance(piece, Text) and not piece.text)]
    if len(said) == 1 and isinstance(one := said[0], Variable):
        if one.operation in (b"[@]", b"[*]") and one.name in run.arrays:
            return run.arrays[one.name][:MAX_WORDS]
        made = variable(run, one)
        if not one.quoted and made.known and " " in made.text:
            return [but(made, part) for part in made.text.split()[:MAX_WORDS]]
        return [made]
    return [value(run, word)]


def value(run: Run, word: Word) -> Stuff:
    """The value of a word as one."""
    parts = [_piece(run, piece, word) for piece in word.pieces]
    if len(parts) == 1:
        return parts[0]
    made = together(parts)
    if made.source is None and made.known and _pieced(word):
        return msgspec.structs.replace(made, source=Source.DECODED)
    return made


def _pieced(word: Word) -> bool:
    """Whether a word is put together from so many pieces that it is meant not to be read: `c""u''r\\l`."""
    pieces = [piece for piece in word.pieces if not isinstance(piece, Text) or piece.text]
    if any(isinstance(piece, Text) and piece.odd for piece in pieces):
        return True
    variables = sum(isinstance(piece, Variable) for piece in pieces)
    short = all(not isinstance(piece, Text) or len(piece.text) <= 3 for piece in pieces)
    return len(pieces) >= 3 and (variables >= 3 or short) and b"/" not in b"".join(
        piece.text for piece in pieces if isinstance(piece, Text)
    )  # fmt: skip


def _piece(run: Run, piece: Text | Variable | Inner, word: Word) -> Stuff:
    if isinstance(piece, Text):
        return Stuff(piece.text.decode("utf-8", "replace")) if piece.text else NOTHING
    if isinstance(piece, Variable):
        return variable(run, piece)
    wanted, run.wanted = run.wanted, True
    printed = run.script(piece.script)
    run.wanted = wanted
    if piece.how in (b"<(", b">("):
        return passed(printed, "/dev/fd/63") if not printed.telling else but(printed, printed.text or "/dev/fd/63")
    return but(printed, printed.text.rstrip("\n")) if printed is not NOTHING else UNKNOWN


def variable(run: Run, found: Variable) -> Stuff:
    """The value of a variable, with what `${…}` does to it."""
    name, operation = found.name, found.operation.decode("utf-8", "replace")
    known = run.variables.get(name)
    if operation.startswith("!"):
        named = known.text if known is not None and known.known else ""
        return run.variables.get(named, of_variable(named)) if named else UNKNOWN
    if name == "#" or (name == "_" and known is None):
        return UNKNOWN
    made = known if known is not None else of_variable(name)
    return _operated(run, name, made, operation, is_set=known is not None) if operation else made


def _operated(run: Run, name: str, made: Stuff, operation: str, *, is_set: bool) -> Stuff:
    if (index := _INDEX.match(operation)) is not None:
        if name in run.arrays and index[1].isdigit():
            elements = run.arrays[name]
            made = elements[int(index[1])] if int(index[1]) < len(elements) else NOTHING
        return _operated(run, name, made, index[2], is_set=is_set) if index[2] else made
    bare = operation.lstrip(":")
    if bare[:1] in ("-", "=", "+") and not (operation[:1] == ":" and bare[:2].strip("-")[:1].isdigit() and is_set):
        return made if is_set and bare[0] != "+" and made.text else _default(run, made, bare[1:])
    if made.known:
        return _folded(made, operation)
    return made


def _default(run: Run, made: Stuff, text: str) -> Stuff:
    raw = text.encode("utf-8", "replace")
    run.depth += 1
    kept = value(run, parse_word(raw, 0, len(raw))) if run.depth < 20 else UNKNOWN
    run.depth -= 1
    if len(kept.text) >= 2 and kept.text[0] == kept.text[-1] and kept.text[0] in "\"'":
        kept = but(kept, kept.text[1:-1])
    return msgspec.structs.replace(kept, names=(*made.names, *kept.names), data=made.data | kept.data)


def _folded(made: Stuff, operation: str) -> Stuff:
    """A part or a variation of a known text."""
    text = made.text
    if (cut := _SLICE.fullmatch(operation)) is not None:
        start = int(cut[1])
        length = cut[2]
        text = text[start:] if start >= 0 or length is None else text[start:][:]
        if length is not None:
            text = text[: int(length)]
        return msgspec.structs.replace(made, text=text, source=made.source or Source.DECODED)
    if operation[:1] in ("^", ","):
        return but(made, text.upper() if operation[0] == "^" else text.lower())
    if operation[:1] == "/" and (swap := _SWAP.fullmatch(operation)) is not None:
        old, new = swap[1].lstrip("/"), swap[2]
        count = -1 if swap[1].startswith("/") else 1
        swapped = text.replace(old, new, count) if old else text
        return msgspec.structs.replace(made, text=swapped[:MAX_TEXT], source=made.source or Source.DECODED)
    if operation[:1] in ("#", "%"):
        return _trimmed(made, operation)
    return made


def _trimmed(made: Stuff, operation: str) -> Stuff:
    sign, what = operation[0], operation.lstrip("#%")
    long = operation[:2] == sign * 2
    text = made.text
    if what.startswith("*") and sign == "#" and (mark := what[1:]):
        text = (text.rpartition(mark) if long else text.partition(mark))[2] if mark in text else text
    elif what.endswith("*") and sign == "%" and (mark := what[:-1]):
        text = (text.partition(mark) if long else text.rpartition(mark))[0] if mark in text else text
    else:
        text = text.removeprefix(what) if sign == "#" else text.removesuffix(what)
    return but(made, text)


def bind_loop(run: Run, head: Command) -> None:
    """The variable of a `for` gets all the values it will have, as one."""
    said = [word.plain.decode("utf-8", "replace") for word in head.words[:2]]
    if len(head.words) < 2 or said[1] != "in" or not said[0]:
        return
    values = words(run, head.words[2:])
    joined = together(values, " ")
    run.variables[said[0]] = values[0] if len(values) == 1 else passed(joined, joined.text[:400])
    if len(values) > 1 and not joined.telling and all("$" not in one.text for one in values):
        run.variables[said[0]] = Stuff(joined.text[:400], known=False)
