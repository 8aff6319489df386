"""JavaScript that is put together before it runs: constants folded,
and the program written again with what they mean."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

from sealskill.scan.act import Source
from sealskill.scan.decoder import Decoder, Layer
from sealskill.scan.document import Document, Kind
from sealskill.scan.language._javascript_program import Program, program_of
from sealskill.scan.language._javascript_reading import Reading
from sealskill.scan.pattern import pattern

if TYPE_CHECKING:
    from tree_sitter import Node

    from sealskill.scan.language._javascript_value import Value

_KINDS = frozenset((Kind.JAVASCRIPT, Kind.TYPESCRIPT, Kind.TSX))
MAX_CHANGES = 20_000
"""Expressions of one program that are replaced."""
MAX_WRITTEN = 2 << 20
"""Bytes that all replacements of one program may take together."""
MAX_LAYERS = 40
"""Texts out of one program that are looked at by themselves."""
_LEAST = 12
"""Characters from which a decoded text is looked at by itself."""
_TABLE = 4
"""Strings from which on an array is a table of them."""
# What one would look for in plain text: without it, folding shows nothing that matters.
_TELLING = pattern(
    r"://|\b(?:child_process|require|eval|exec\w*|spawn\w*|Function|fetch|https?|net|dgram|dns|fs|os|vm|process|env|"
    r"constructor|mainModule|readFile\w*|writeFile\w*|atob|XMLHttpRequest|WebSocket|sendBeacon|cookie|localStorage|"
    r"curl|wget|bash|powershell|cmd\.exe|/bin/sh|wscript|certutil|osascript|chmod|POST)\b|\.ssh|\.env\b|\.aws|/etc/|"
    r"\bimport\s*\(|=>|\bfunction\b|\d{1,3}(?:\.\d{1,3}){3}|\.onion\b"
)
_ESCAPED = pattern(r"\\x[2-7][0-9a-f]|\\u00[2-7][0-9a-f]|\\u\{[2-7][0-9a-f]\}|\\1[0-7]{2}")
_CODE = pattern(r"[;{]\s*$|\b(?:function|const|let|var|require|eval|return|import|await)\b.*[({;]|=>")
_SHELL = pattern(r"\b(?:curl|wget|bash|sh|powershell|chmod|nc|base64|osascript|python3?)\s")
_NAME = pattern(r"^[A-Za-z_$][\w$]*$", case=True)
_WORKED = frozenset(
    ("binary_expression", "call_expression", "new_expression", "template_string", "subscript_expression")
)


def _decode(document: Document) -> Iterator[Layer]:
    program = program_of(document.data, document.kind) if document.kind in _KINDS else None
    if program is not None:
        yield from _Rewriting(document, program).layers()


class _Rewriting:
    """A program, and what stands for the constants in it."""

    def __init__(self, document: Document, program: Program) -> None:
        self.document = document
        self.program = program
        self.reading = Reading(document, program)
        self.changes: list[tuple[int, int, bytes]] = []
        self.texts: list[Layer] = []
        self.telling = False
        self.size = 0
        self.rungs: set[int] = set()
        """Beginnings of sums that are known to be no constants."""

    def layers(self) -> Iterator[Layer]:
        self._walk()
        yield from self.texts
        if self.telling:
            yield self._rewritten()
        yield from self._tables()

    def _walk(self) -> None:
        cursor = self.program.tree.walk()
        down, along, up = cursor.goto_first_child, cursor.goto_next_sibling, cursor.goto_parent
        while True:
            node = cursor.node
            if node is None or len(self.changes) > MAX_CHANGES or self.size > MAX_WRITTEN:
                return
            if not self._changed(node) and down():
                continue
            while not along():
                if not up():
                    return

    def _changed(self, node: Node) -> bool:
        """Whether a node stands for a constant now: what is inside it no longer matters."""
        kind = node.type
        if kind == "string":
            return self._string(node)
        if kind == "identifier":
            return self._identifier(node)
        if kind not in _WORKED or node.id in self.rungs or (kind == "template_string" and not node.named_child_count):
            return False
        self.reading.begin()
        value = self.reading.value(node)
        if value.exact:
            self._put(node, value)
            return True
        self._climb(node)
        return kind == "subscript_expression" and self._index(node)

    def _climb(self, node: Node) -> None:
        """Of the beginnings of a sum that is no constant, only the longest that may be one is worth another try."""
        rungs: list[Node] = []
        left: Node | None = node.child_by_field_name("left") if node.type == "binary_expression" else None
        while left is not None and left.type == "binary_expression":
            rungs.append(left)
            left = left.child_by_field_name("left")
        kept = None
        if left is not None and self.reading.value(left).constant is not None:
            for one in reversed(rungs):
                if self.reading.value(one.child_by_field_name("right")).constant is None:
                    break
                kept = one.id
        self.rungs.update(one.id for one in rungs if one.id != kept)

    def _string(self, node: Node) -> bool:
        if _ESCAPED.search(self.program.text(node)):
            value = self.reading.value(node)
            self._replace(node.start_byte, node.end_byte, value.text)
        return True

    def _identifier(self, node: Node) -> bool:
        """A name that stands for a text that was decoded is replaced where it is used, not where it is set."""
        after = self.program.data[node.end_byte : node.end_byte + 2].lstrip()
        before = self.program.data[max(node.start_byte - 1, 0) : node.start_byte]
        if before not in (b"(", b"[", b"+") or after[:1] not in (b")", b"]", b","):
            return False
        self.reading.begin()
        value = self.reading.value(node)
        if value.exact and value.source is Source.DECODED:
            self._put(node, value)
        return True

    def _index(self, node: Node) -> bool:
        """`x["name"]` with a name that was worked out is `x.name`; the object itself is still looked at."""
        index, holder = node.child_by_field_name("index"), node.child_by_field_name("object")
        if index is None or holder is None:
            return False
        value = self.reading.value(index)
        if not value.exact or not _NAME.search(value.text.encode("utf-8", "replace")):
            return False
        plain = self.program.text(index).strip(b"\"'`") == value.text.encode("utf-8", "replace")
        self._inside(holder)
        self._write(holder.end_byte, node.end_byte, f".{value.text}".encode(), telling=not plain, said=value.text)
        return True

    def _inside(self, holder: Node) -> None:
        """What an object is called by: its own indices, from the inside out."""
        ladder: list[Node] = []
        inner: Node | None = holder
        while inner is not None and inner.type in ("subscript_expression", "member_expression", "call_expression"):
            ladder.append(inner)
            inner = inner.child_by_field_name("object") or inner.child_by_field_name("function")
        for one in reversed(ladder[:64]):
            index, base = one.child_by_field_name("index"), one.child_by_field_name("object")
            value = self.reading.value(index) if index is not None else None
            if value is not None and base is not None and _NAME.search(value.known.encode("utf-8", "replace")):
                self._write(base.end_byte, one.end_byte, f".{value.text}".encode(), telling=True, said=value.text)
            passed = one.child_by_field_name("arguments")
            for each in passed.named_children[:8] if passed is not None else ():
                made = self.reading.value(each)
                if made.exact and each.type != "string":
                    self._put(each, made)

    def _put(self, node: Node, value: Value) -> None:
        self._replace(node.start_byte, node.end_byte, value.text)
        said = value.text.encode("utf-8", "replace")
        if len(said) >= _LEAST and len(self.texts) < MAX_LAYERS and value.source is Source.DECODED:
            kind = Kind.JAVASCRIPT if _CODE.search(said) else Kind.SHELL if _SHELL.search(said) else None
            if kind is not None:
                self.texts.append(Layer(node.start_byte, node.end_byte, said, kind))

    def _replace(self, start: int, end: int, text: str) -> None:
        self._write(
            start, end, json.dumps(text, ensure_ascii=False).encode("utf-8", "replace"), telling=True, said=text
        )

    def _write(self, start: int, end: int, made: bytes, *, telling: bool, said: str) -> None:
        if self.program.data[start:end] == made:
            return
        self.size += len(made)
        self.changes.append((start, end, made))
        raw = said.encode("utf-8", "replace")
        self.telling = self.telling or (telling and bool(_TELLING.search(raw)) and raw not in self.program.data)

    def _rewritten(self) -> Layer:
        """The program with its constants in place, and where each stretch of it stands in the document."""
        parts, segments, at, size = [], [], 0, 0
        for start, end, made in sorted(self.changes):
            if start < at:
                continue
            segments += [(size, at), (size + start - at, start)]
            parts += [self.program.data[at:start], made]
            size += start - at + len(made)
            at = end
        segments.append((size, at))
        parts.append(self.program.data[at:])
        return Layer(0, len(self.program.data), b"".join(parts), self.document.kind, tuple(segments))

    def _tables(self) -> Iterator[Layer]:
        """The strings of a table that an obfuscator made, each on a line: it turns them round before it uses them."""
        for (_, name), bindings in self.program.names.items():
            if not name.startswith(b"_0x"):
                continue
            for one in bindings:
                strings = self._strings(one.node)
                if len(strings) >= _TABLE:
                    said = "\n".join(json.dumps(each, ensure_ascii=False) for each in strings)
                    yield Layer(
                        one.node.start_byte, one.node.end_byte, said.encode("utf-8", "replace"), Kind.JAVASCRIPT
                    )

    def _strings(self, node: Node) -> list[str]:
        if node.type != "array":
            return []
        known = self.reading.value(node).const
        return [one for one in known if isinstance(one, str)] if isinstance(known, list) else []


DECODER = Decoder(
    name="constants",
    decode=_decode,
    anchors=(
        r"fromCharCode", r"fromCodePoint", r"\batob\b", r"['\"](?:base64|base64url|hex)['\"]", r"\bunescape\s*\(",
        r"decodeURIComponent\s*\(\s*['\"]", r"\.reverse\(\)", r"\\x[2-7][0-9a-f]\\x[2-7][0-9a-f]",
        r"\\u00[2-7][0-9a-f]\\u00[2-7][0-9a-f]", r"_0x[0-9a-f]{3,}", r"\[\s*['\"]\w{1,12}['\"]\s*\+\s*['\"]",
        r"\(\s*['\"]\w{1,12}['\"]\s*\+\s*['\"]\w{1,12}['\"]", r"\brequire\s*\(\s*[^\s'\"`)\d]", r"\bcharCodeAt\b",
        r"\]\s*\.join\s*\(\s*['\"`]{2}\s*\)", r"\[\s*\w+\s*\+\s*\w+\s*\]\s*\(", r"globalThis\s*\[", r"process\s*\[",
        r"window\s*\[", r"\beval\s*\(\s*[^'\"`)\s]", r"\bnew\s+Function\s*\(\s*[^'\"`)\s]",
        r"\\u\{[2-7][0-9a-f]\}", r"\\1[0-7]{2}\\1[0-7]{2}",
    ),
)  # fmt: skip
