"""Where readers of one frontmatter part ways: about its end, the ends of its lines, the meaning of a bare word.

A file that a reviewer's tool and a host read differently shows one manifest and runs another. What our parser refuses
for that reason (a key that stands twice, a merge key, signs that end a line for some) it says itself; here is what it
accepts and others read otherwise, as far as it bears on what the skill may do.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from sealskill.read.formats.format import TWO_READINGS, Notes
from sealskill.read.formats.frontmatter import Front

_WEIGHTY = frozenset(
    "name description allowed-tools metadata requires capabilities install tools always hooks activation env os "
    "user-invocable user_invocable disable-model-invocation disable_model_invocation command-dispatch "
    "command-tool".split()
)
_KEY = re.compile(r"[A-Za-z_][\w-]{0,63}(?=[ \t]*:(?:[ \t\r]|$))")
# Several readers look for a line that begins with three hyphens, whatever follows on it.
_EARLY_END = re.compile(r"\n---(?![ \t]*(?:\n|$))[^\n]{0,200}")
_LONE_RETURN = re.compile(rb"\r(?!\n)")
# A word that is a switch in YAML 1.1 and a text in YAML 1.2, where a switch or a name belongs.
_BARE = re.compile(
    r"^[ \t]*(name|always|user[-_]invocable|disable[-_]model[-_]invocation)[ \t]*:[ \t]*(yes|no|on|off|y|n)[ \t]*"
    r"(?:#[^\n]*)?$",
    re.MULTILINE | re.IGNORECASE,
)
_BARE_WORDS = frozenset("yes no on off y n".split())
_SECOND = re.compile(rb"\s{0,64}---[ \t]*\r?\n")
_MAX_SECOND = 16_384
"""Bytes of a second block that are looked at; the keys that matter stand at its head."""


def compare(data: bytes, text: str, front: Front, notes: Notes) -> None:
    """Note each place where other readers make something else of what was just read."""
    block = text[: front.body_start]
    for said, line in (*_ends(block), *_returns(data, block), *_bare(block, front), *_second(data, front)):
        notes.warning(TWO_READINGS, said, line=line, advice="write it so that every reader sees the same")


def _keys(lines: str) -> set[str]:
    return {found[0] for line in lines.split("\n") if (found := _KEY.match(line))}


def _ends(block: str) -> Iterator[tuple[str, int]]:
    """A line that some readers take for the closing fence, with fields behind it that they never see."""
    for found in _EARLY_END.finditer(block):
        hidden = sorted(_keys(block[found.end() :]) & _WEIGHTY)
        if hidden:
            line = block.count("\n", 0, found.start() + 1) + 1
            yield f"some readers end the frontmatter here and never see {', '.join(hidden)}", line
            return


def _returns(data: bytes, block: str) -> Iterator[tuple[str, int]]:
    """A carriage return that ends a line for some readers only, in a file whose lines end otherwise."""
    head = data[: 4 * len(block)]
    found = _LONE_RETURN.search(head) if b"\r" in head and b"\n" in head else None
    if found is None or found.start() >= len(block.encode()):
        return
    behind = head[found.end() : found.end() + 256].decode("utf-8", "replace")
    if (key := _KEY.match(behind)) and key[0] in _WEIGHTY:
        line = head.count(b"\n", 0, found.start()) + 1
        yield (
            f"a lone carriage return stands before {key[0]}: a field for some readers, part of a value for others",
            line,
        )


def _bare(block: str, front: Front) -> Iterator[tuple[str, int]]:
    if not any(isinstance(one, str) and one.lower() in _BARE_WORDS for one in _values(front)):
        return
    for found in _BARE.finditer(block):
        line = block.count("\n", 0, found.start()) + 1
        yield f"{found[1]}: {found[2]} is a switch in YAML 1.1 and a text in YAML 1.2", line


def _values(front: Front) -> Iterator[object]:
    yield from front.fields.values()
    metadata = front.fields.get("metadata")
    for inner in metadata.values() if isinstance(metadata, dict) else ():
        yield inner
        yield from inner.values() if isinstance(inner, dict) else ()


def _second(data: bytes, front: Front) -> Iterator[tuple[str, int]]:
    """A second block behind the first: readers that take the last fence, or strip one block, read that one."""
    start = _body(data)
    opening = _SECOND.match(data, start) if start else None
    if opening is None:
        return
    behind = data[opening.end() : opening.end() + _MAX_SECOND].decode("utf-8", "replace").replace("\r\n", "\n")
    block, fence, _ = behind.partition("\n---")
    said = sorted(_keys(block) & _WEIGHTY)
    if fence and said and not _same(block, front):
        yield f"a second frontmatter block gives {', '.join(said)} again", data.count(b"\n", 0, opening.end())


def _same(block: str, front: Front) -> bool:
    """Whether a second block says nothing that the first does not say."""
    return all(line in front.yaml.split("\n") for line in block.split("\n") if line.strip())


_FENCE = re.compile(rb"\n---[ \t]*\r?\n")


def _body(data: bytes) -> int:
    found = _FENCE.search(data)
    return found.end() if found else 0
