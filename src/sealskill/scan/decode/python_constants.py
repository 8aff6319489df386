"""Text that a Python program puts together out of constants: joined, reversed, mapped, unpacked, decoded."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from sealskill.model.report import Unread, Why
from sealskill.scan import marshalled
from sealskill.scan.decode._embedded import SHUFFLES, programs
from sealskill.scan.decoder import Decoder, Layer, containers
from sealskill.scan.document import Document, Kind
from sealskill.scan.language._python_fold import Unknown
from sealskill.scan.language._python_steps import Steps
from sealskill.scan.language._python_syntax import Lines, tree_of
from sealskill.scan.texts import text_of

MIN_HIDDEN = 6
"""Bytes from which on a text that was put together is worth a look."""
MAX_LAYERS = 200
"""Texts of one program: each costs a look of the matcher."""
MAX_MET = 400_000
"""Expressions that are tried in one program."""
# Nothing is hidden in constants without one of these; the rarer ones are seldom met in honest programs.
_RARE = (
    r"\b(?:fromhex|unhexlify|a2b_\w+|b(?:16|32|85)decode|a85decode|decompress|maketrans)\b", r"\bmarshal\b",
    r"\bcodecs\.(?:de|en)code\b", r"\[\s*::\s*-\s*1\s*\]", r"\bbytes\s*\(\s*\[", r"\bbytearray\s*\(\s*[\[b]",
    r"rot_?13", r"\.join\s*\(\s*(?:map\s*\(\s*(?:chr|lambda)|\[?\s*(?:chr\s*\(|\w+\s*\[\s*\w+\s*\]\s*for|reversed))",
)  # fmt: skip
_USUAL = (r"\b(?:urlsafe_|standard_)?b64decode\b|\bdecodebytes\b", r"\b(?:un)?i?chr\s*[(,]")
_LOOSE = (
    r"\breversed\s*\(", r"\.join\s*\(\s*[\[(]\s*['\"]", r"['\"]\s*\+\s*['\"][^'\"\n]{0,12}['\"]", r"\w\s*\^\s*\w",
    r"\.replace\s*\(", r"%\s*\(?\s*['\"]",
)  # fmt: skip
# … and it does no harm without one of these; the network alone is in many an honest program.
_EVALS = (
    r"(?:^|[^.\w])(?:exec|eval|execfile|compile|__import__|import_module)\s*\(", r"\b__builtins__|\bbuiltins\b",
    r"\bos\.(?:system|popen|exec)", r"\bgetattr\s*\(\s*(?:os|sys|__\w+|\w+\s*\()|\bglobals\s*\(",
)  # fmt: skip
_RUNS = (r"\bsubprocess\b", r"\b(?:marshal|c?pickle|ctypes|pty)\b", r"\bfrom\s+os\s+import\b")
_NET = (r"\b(?:urlopen|urllib\w*|requests|httpx|aiohttp|http\.client|socket)\b",)
_PYTHON = frozenset("exec eval compile execfile ast.parse code.interact".split())
_SHELL = frozenset(
    "os.system os.popen subprocess.run subprocess.call subprocess.Popen subprocess.check_output subprocess.check_call "
    "subprocess.getoutput subprocess.getstatusoutput asyncio.create_subprocess_shell pty.spawn".split()
)
_SINKS = _PYTHON | _SHELL | frozenset("__import__ getattr marshal.loads pickle.loads setattr".split())
_CALLS = frozenset(
    "chr unichr map reversed fromhex unhexlify decompress translate maketrans bytes bytearray replace "
    "a2b_hex a2b_base64 b16decode b32decode b64decode b85decode a85decode urlsafe_b64decode standard_b64decode "
    "decodebytes".split()
)


def _decode(document: Document) -> Iterator[Layer | Unread]:
    if document.kind is not Kind.PYTHON:
        for program in programs(document):
            yield from _embedded(program)
        return
    if not _worth(document.hits):
        return
    tree = tree_of(document.data)
    if tree is None:
        said = "a program too large, too deep or too broken to be followed"
        yield Unread(path=document.path, why=Why.TRUNCATED, said=said)
        return
    search = _Search(document)
    yield from search.layers(tree)
    if search.over:
        yield Unread(path=document.path, why=Why.TRUNCATED, said="more constants than are worked out")


def _embedded(program: Document) -> Iterator[Layer | Unread]:
    """What a program in a text puts together: what it prints is read by whoever was told to run it."""
    tree, where = tree_of(program.data), program.embedding
    if tree is None or where is None:
        return
    for one in _Search(program).layers(tree):
        yield Layer(where.start + one.start, where.start + one.end, one.data, one.kind)


def _worth(stands: frozenset[str]) -> bool:
    """Whether something may be hidden in a program that does something with it."""
    evals, runs = not stands.isdisjoint(_EVALS), not stands.isdisjoint(_RUNS)
    if not stands.isdisjoint(_RARE):
        return evals or runs or not stands.isdisjoint(_NET)
    return (evals and not stands.isdisjoint(_LOOSE)) or ((evals or runs) and not stands.isdisjoint(_USUAL))


class _Search:
    """What is hidden in the constants of one program."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.lines = Lines(document)
        self.steps = Steps(self.meet)
        self.found: list[Layer] = []
        self.seen: set[bytes] = set()
        self.met = 0

    @property
    def over(self) -> bool:
        """Whether a cap stopped the search half-way."""
        return self.met > MAX_MET or len(self.found) >= MAX_LAYERS or self.steps.spent

    def layers(self, tree: ast.Module) -> list[Layer]:
        """Every text that is put together in the program."""
        self.steps.run(tree.body)
        return self.found

    def meet(self, root: ast.expr) -> None:
        """Look for the largest constant expressions in one expression."""
        waiting: list[tuple[ast.AST, Kind | None, bool]] = [(root, None, False)]
        while waiting:
            node, kind, sink = waiting.pop()
            self.met += 1
            if self.over:
                return
            if isinstance(node, ast.expr) and not isinstance(node, ast.Constant) and self._note(node, kind, sink=sink):
                continue
            inner = self._kind(node) if isinstance(node, ast.Call) else (None, False)
            waiting += [
                (one, *(inner if isinstance(one, ast.expr) else (None, False))) for one in ast.iter_child_nodes(node)
            ]

    def _kind(self, node: ast.Call) -> tuple[Kind | None, bool]:
        """What the arguments of a call are taken for, and whether they are run."""
        name = self.steps.qualified(node.func)
        kind = Kind.PYTHON if name in _PYTHON else Kind.SHELL if name in _SHELL else None
        return kind, name in _SINKS

    def _note(self, node: ast.expr, kind: Kind | None, *, sink: bool) -> bool:
        """Whether an expression is a constant; a layer of what is hidden by it."""
        if not _foldable(node):
            return False
        value = self.steps.fold(node)
        if isinstance(value, Unknown):
            return False
        data = _bytes(value)
        if data is not None and self._hidden(node, data, sink=sink):
            self._layer(node, data, kind)
        return data is not None

    def _hidden(self, node: ast.expr, data: bytes, *, sink: bool) -> bool:
        if len(data) < (2 if sink else MIN_HIDDEN) or data in self.seen or data in self.document.data:
            return False
        if isinstance(node, ast.Name) and not sink:
            return node.id in self.steps.grown
        return sink or self._shuffles(node)

    def _shuffles(self, node: ast.expr) -> bool:
        """Whether an expression does more than put plain texts behind each other."""
        for one in ast.walk(node):
            if isinstance(one, ast.Call):
                name = one.func.attr if isinstance(one.func, ast.Attribute) else getattr(one.func, "id", "")
                if name in _CALLS or (name == "join" and not _plain(one)) or self.steps.function(one.func):
                    return True
            elif isinstance(one, ast.Slice) or (isinstance(one, ast.BinOp) and isinstance(one.op, ast.BitXor)):
                return True
        return False

    def _layer(self, node: ast.expr, data: bytes, kind: Kind | None) -> None:
        self.seen.add(data)
        text = text_of(data)
        if text is None:
            shown = _marshalled(data)
            if shown is None and not any(one.claims(data) for one in containers()):
                return
            kind, data = (Kind.TEXT, shown) if shown is not None else (None, data)
        span = self.lines.span(node)
        self.found.append(Layer(span.start, span.end, data, kind))


def _marshalled(data: bytes) -> bytes | None:
    """What compiled Python says, if that is what the bytes are."""
    if data[:1] not in (b"c", b"\xe3"):
        return None
    try:
        return marshalled.listing(marshalled.loads(data)).encode("utf-8", "replace")
    except marshalled.BadMarshal:
        return None


def _foldable(node: ast.expr) -> bool:
    return isinstance(node, ast.Call | ast.BinOp | ast.Subscript | ast.Name | ast.JoinedStr | ast.ListComp)


def _bytes(value: object) -> bytes | None:
    if isinstance(value, str):
        return value.encode("utf-8", "replace")
    return bytes(value) if isinstance(value, bytes | bytearray) else None


def _plain(node: ast.Call) -> bool:
    """Whether words are joined by something that people join words by."""
    holder = node.func.value if isinstance(node.func, ast.Attribute) else None
    return isinstance(holder, ast.Constant) and bool(holder.value)


DECODER = Decoder(
    name="python constants", decode=_decode, anchors=(*_RARE, *_USUAL, *_LOOSE, *_EVALS, *_RUNS, *_NET, SHUFFLES)
)
