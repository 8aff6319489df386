"""JavaScript and TypeScript: scripts of Node, Deno, Bun and of browsers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sealskill.scan.act import Act, Verb
from sealskill.scan.document import Document, Kind
from sealskill.scan.language import _javascript_calls as calls
from sealskill.scan.language import _javascript_network as network
from sealskill.scan.language import _sentences
from sealskill.scan.language._javascript_program import Binding, Program, program_of, tail
from sealskill.scan.language._javascript_reading import Reading
from sealskill.scan.pattern import pattern
from sealskill.scan.prose import Sentence, Where
from sealskill.scan.readers import Reader

if TYPE_CHECKING:
    from tree_sitter import Node

MAX_COMMENTS = 2_000
"""Comments of one program that are read as prose."""
MAX_ALIASES = 4
"""Names that stand for names, one after the other."""
# A comment; strings are stepped over, as an address in one holds two slashes.
_COMMENT = pattern(r"\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|(//[^\n]*|/\*(?:[^*]|\*+[^*/])*\*+/)")


def acts(document: Document) -> tuple[Act, ...]:
    """What it does, in order."""
    program = program_of(document.data, document.kind)
    if program is None:
        return ()
    reading = Reading(document, program)
    _read(reading)
    if reading.moved:  # a socket that was connected after it was used
        reading.known = {key: value for key, value in reading.known.items() if value.name == "net.connect()"}
        _read(reading)
    return tuple(sorted(reading.acts.values(), key=lambda act: (act.span.start, act.span.end)))


def _read(reading: Reading) -> None:
    program = reading.program
    words = _words(program)
    for call in program.calls:
        callee = call.child_by_field_name("function") or call.child_by_field_name("constructor")
        if callee is not None and _tells(program, callee, words):
            reading.begin()
            reading.value(call)
    for target, value in program.settings:
        reading.begin()
        _set(reading, target, value)


def _words(program: Program) -> frozenset[bytes]:
    """The last words of all calls worth a look, and of everything the program calls them by."""
    words = set(_WORDS)
    left = {name: bindings for (_, name), bindings in program.names.items() if name not in words}
    for _ in range(MAX_ALIASES):
        found = {name for name, bindings in left.items() if any(_names_one(program, one, words) for one in bindings)}
        if not found:
            break
        words |= found
        left = {name: bindings for name, bindings in left.items() if name not in found and _short(bindings)}
    return frozenset(words)


def _names_one(program: Program, binding: Binding, words: set[bytes]) -> bool:
    """Whether a name is another name for something that is worth a look."""
    if binding.way == "import" or any(step.encode() in words for step in binding.path):
        return True
    if binding.way != "value" or binding.node.type not in _NAMING:
        return False
    text = program.text(binding.node)
    return len(text) < _SHORT and not words.isdisjoint(_WORD.findall(text))


def _short(bindings: list[Binding]) -> bool:
    return any(one.way == "value" and one.node.type == "identifier" for one in bindings)


def _tells(program: Program, callee: Node, words: frozenset[bytes]) -> bool:
    word = tail(program.data, callee)
    return word in words if word else callee.type in _COMPUTED


def _set(reading: Reading, target: Node, value: Node) -> None:
    last = target.child_by_field_name("property")
    name = reading.program.text(last).decode("utf-8", "replace") if last is not None else ""
    if name == "NODE_TLS_REJECT_UNAUTHORIZED" and reading.value(value).text == "0":
        reading.act(Verb.STOP, target, what="tls")
    elif name in network.SETTINGS:
        base = reading.value(target.child_by_field_name("object"))
        network.setting(reading, target, name, base, reading.value(value))


def sentences(document: Document) -> tuple[Sentence, ...]:
    """Its comments."""
    return tuple(_comments(document))


def _comments(document: Document) -> Iterator[Sentence]:
    count = 0
    for found in _COMMENT.finditer(document.data):
        if found.start(1) < 0:
            continue
        count += 1
        if count > MAX_COMMENTS:
            return
        run = _sentences.Run(document)
        run.add(found.group(1).strip(b"/* \t"), found.start(1))
        yield from _sentences.sentences(run, Where.COMMENT)


_SHORT = 120
"""Bytes of an expression that gives something another name."""
_WORD = pattern(r"[A-Za-z_$][\w$]*", case=True)
_NAMING = frozenset(("identifier", "member_expression", "subscript_expression", "call_expression", "new_expression",
                     "parenthesized_expression", "await_expression"))  # fmt: skip
_COMPUTED = frozenset(("subscript_expression", "call_expression", "parenthesized_expression", "sequence_expression"))
_NAMES = frozenset(name.encode() for known in calls.CALLS for name in known.replace("()", "").split("."))
_WORDS = (
    _NAMES | frozenset(name.encode() for name in calls.METHODS) | {b"require", b"import", b"call", b"apply", b"bind"}
)
_MODULES = r"(?:node:)?(?:net|tls|dgram|dns|vm|https?|http2|request|needle|superagent|undici|ky|ws)"
READER = Reader(
    kinds=(Kind.JAVASCRIPT, Kind.TYPESCRIPT, Kind.TSX),
    acts=acts,
    sentences=sentences,
    anchors=(
        r"child_process", r"\bexec\w*\s*[(`]", r"\bspawn\w*\s*\(", r"\bfork\s*\(", r"\beval\b", r"\bFunction\s*\(",
        r"\bfetch\b", r"\baxios\b", r"\bgot\b", r"\bhttps?\.(?:request|get)\b", r"\bXMLHttpRequest\b",
        r"\bWebSocket\b", r"\bsendBeacon\b", rf"\b(?:require\s*\(|from)\s*['\"]{_MODULES}['\"]", r"\bdns\b",
        r"\bnodemailer\b", r"process\.env\b", r"process\[", r"\bdocument\.cookie\b", r"\blocalStorage\b",
        r"\breadFile", r"\bwriteFile", r"\bappendFile", r"\bcreate(?:Read|Write)Stream\b", r"\bunlink",
        r"\brm(?:Sync)?\s*\(", r"\brimraf\b", r"\bclipboard", r"\bDeno\.", r"\bBun\.", r"\bexeca\b", r"\bshelljs\b",
        r"\bzx\b", r"\brequire\s*\(\s*[^\s'\"`)]", r"\bimport\s*\(", r"\bimportScripts\b", r"\blisten\s*\(",
        r"\bsend(?:Raw|Signed)?Transaction\b", r"\bgeolocation\b", r"\bkeytar\b", r"\bcreateCipher", r"_compile\b",
        r"\bnew\s+Image\b", r"createElement\s*\(", r"_0x[0-9a-f]{3}", r"\bconstructor\b\s*[\[.(]",
        r"\\x[0-9a-f]{2}\\x[0-9a-f]{2}", r"\bglobalThis\b", r"\bkeydown\b", r"\bNODE_TLS_REJECT",
        r"\bsetTimeout\s*\(\s*['\"`]", r"\bcopyFile", r"\brename(?:Sync)?\s*\(", r"\bnet\b", r"\bsymlink",
        r"\bhomedir\b", r"\bcookieStore\b", r"\bgetDisplayMedia\b", r"\bscreenshot",
    ),
)  # fmt: skip
