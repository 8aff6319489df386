"""Words become values: variables are put in, commands in them are followed, pieces are joined."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec

from sealskill.scan.act import Data, Source
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
from sealskill.scan.language._shell_tree import Command, Inner, Script, Text, Variable, Word

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
        return [_said(word.pieces[0].text)]
    said = [piece for piece in word.pieces if not (isinstance(piece, Text) and not piece.text)]
    if len(said) == 1 and isinstance(one := said[0], Variable):
        if one.operation in (b"[@]", b"[*]") and one.name in run.arrays:
            several = run.arrays[one.name][:MAX_WORDS]
            return [_star(run, several)] if one.quoted and one.operation == b"[*]" else several
        made = variable(run, one)
        if not one.quoted and made.known and " " in made.text:
            return [but(made, part) for part in made.text.split()[:MAX_WORDS]]
        return [made]
    whole = value(run, word)
    if b"IFS" in {piece.name.encode() for piece in said if isinstance(piece, Variable) and not piece.quoted}:
        return [msgspec.structs.replace(whole, text=part, source=whole.source or Source.DECODED)
                for part in whole.text.split()[:MAX_WORDS]]  # fmt: skip
    return [whole]


def _star(run: Run, several: list[Stuff]) -> Stuff:
    """`"${a[*]}"`: the elements as one text, with the first letter of `IFS` between them."""
    made = together(several, run.variables.get("IFS", NOTHING).text[:1])
    return msgspec.structs.replace(made, source=made.source or Source.DECODED) if len(several) > _TABLE else made


_TABLE = 3
"""Elements up to which an array is a list of arguments rather than a text in pieces."""


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


def _said(text: bytes) -> Stuff:
    """A text as it stands; a build machine puts every secret it keeps in the place of one expression."""
    made = Stuff(text.decode("utf-8", "replace"))
    held = b"${{" in text and _EVERY_SECRET.search(text)
    return msgspec.structs.replace(made, data=frozenset({Data.ENVIRONMENT})) if held else made


_EVERY_SECRET = re.compile(rb"\b(?i:tojson)\(\s?secrets\s?\)")


def _piece(run: Run, piece: Text | Variable | Inner, word: Word) -> Stuff:
    if isinstance(piece, Text):
        return _said(piece.text) if piece.text else NOTHING
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
    if "$" in operation and operation[:1] in ":[":
        operation = _NAMED.sub(lambda one: _number(run, one), operation)
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


_NAMED = re.compile(r"\$\{?([A-Za-z_][A-Za-z0-9_]{0,80})\}?")


def _number(run: Run, found: re.Match[str]) -> str:
    """The number that a variable holds, where `${a:$i:1}` or `${a[$i]}` asks for one."""
    known = run.variables.get(found[1], UNKNOWN).text.strip()
    return known if known.lstrip("-").isdigit() else found[0]


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


MAX_TURNS = 600
"""Turns of one loop that are followed: a command line has no more letters."""
MAX_TURNED = 3_000
"""Turns of all loops of one document."""


def turns(run: Run, head: Command, body: Script) -> list[Stuff]:
    """The values of a `for` whose body lets a text grow, one by one; none where it is an honest loop over things."""
    if run.turned > MAX_TURNED or len(head.words) < 2 or head.words[1].plain != b"in" or not _growing(body):
        return []
    values = words(run, head.words[2:])
    if len(values) == 1 and values[0].known and isinstance(head.words[2].pieces[0], Inner):  # `$(seq 1 9)`
        values = [but(values[0], one) for one in values[0].text.split()]
    if not 1 < len(values) <= MAX_TURNS or any(not one.known or one.telling for one in values):
        return []
    run.turned += len(values)
    return values if run.turned <= MAX_TURNED else []


def grown(run: Run, body: Script) -> None:
    """What a loop put together letter by letter was not meant to be read."""
    for name in _growing(body):
        made = run.variables.get(name, NOTHING)
        if made.known and made.source is None:
            run.variables[name] = msgspec.structs.replace(made, source=Source.DECODED)


def _growing(body: Script) -> list[str]:
    """The variables behind which a loop puts something: `s+=…`, `s="$s…"`."""
    several = [
        _added(command.words[0])
        for pipeline in body.pipelines
        for inner in pipeline.commands
        for command in (inner, *((one for line in inner.body.pipelines for one in line.commands) if inner.body else ()))
        if command.words
    ]
    return [name for name in several if name]


def _added(word: Word) -> str:
    first = word.pieces[0] if word.pieces else None
    found = _ASSIGNS.match(first.text) if isinstance(first, Text) and not first.quoted else None
    if found is None or not isinstance(first, Text):
        return ""
    rest = [first.text[found.end() :], *(one.text for one in word.pieces[1:] if isinstance(one, Text))]
    if any(one != one.strip(b"\t ") for one in rest):  # arguments are put behind each other with a space between them
        return ""
    name = found[1].decode()
    return name if found[3] or any(isinstance(one, Variable) and one.name == name for one in word.pieces) else ""


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
