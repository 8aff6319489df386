"""Words, texts and brackets of a program in any language: enough to see who calls whom with what."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import msgspec

from sealskill.scan.document import Document
from sealskill.scan.pattern import Pattern, pattern

MAX_DEPTH = 60
"""Brackets inside each other that are told apart."""
MAX_NODES = 200_000
"""Words and marks of one program: more is data."""


class Style(msgspec.Struct, frozen=True):
    """How a family of languages is written."""

    name: str
    comments: str
    texts: str
    dots: frozenset[str] = frozenset((".", "::", "?.", "->", "!."))
    """What stands between a thing and its part."""
    glue: frozenset[str] = frozenset("+")
    """What puts texts together."""
    sigils: str = ""
    filled: str = ""
    """What begins a part of a text that is an expression: `#{`, `${`, `\\(`."""
    bare: bool = False
    """A call needs no brackets."""
    quiet: bool = False
    """The last thing a function says is what it gives."""


class Token(msgspec.Struct, frozen=True, gc=False):
    """One word, text or mark."""

    kind: str
    """`word`, `text`, `command`, `mark` or `line`."""
    start: int
    end: int
    said: str
    begins: int = 0
    """Where its line begins, for a word that is the first of one."""


class Group(msgspec.Struct, frozen=True):
    """What stands between two brackets."""

    mark: str
    start: int
    end: int
    nodes: list[Node]


Node = Token | Group
_SLASH = r"//[^\n]*|/\*(?:[^*]|\*+[^*/])*\*+/"
_HASH = r"#[^\n]*"
_DOUBLE = r'"(?:[^"\\]|\\.)*"'
_SINGLE = r"'(?:[^'\\]|\\.)*'"
_TRIPLE = r'"""(?:[^"\\]|\\.|"[^"\\]|""[^"\\])*"""'
_LETTER = r"'(?:[^'\\\n]|\\[^\n]{1,10})'"
_BACK = r"`[^`]*`"
_BASIC = r'"(?:[^"\n]|"")*"'
_C = Style(
    name="c",
    comments=_SLASH,
    texts=rf"{_TRIPLE}|[$@]{{0,2}}{_DOUBLE}|{_LETTER}|{_BACK}",
    filled="${",
    dots=frozenset((".", "::", "?.", "!.")),
)
_RUBY = Style(
    name="ruby", comments=rf"(?m:^=begin\b(?:[^=]|=[^e])*=end\b)|{_HASH}",
    texts=rf"{_DOUBLE}|{_SINGLE}|{_BACK}|%[wWiIqQx]?\[[^\]]*\]|%[wWiIqQx]\([^)]*\)|%[wWiIqQx]?\{{[^}}]*\}}",
    sigils=r"[$@]{0,2}", filled="#{", bare=True, quiet=True,
)  # fmt: skip
STYLES = {
    "go": msgspec.structs.replace(_C, name="go"),
    "c": _C,
    "cpp": msgspec.structs.replace(_C, name="cpp", dots=frozenset((".", "::", "->"))),
    "rust": Style(name="rust", comments=_SLASH, texts=rf'b?r#"(?:[^"]|"[^#])*"#|[br]{{0,2}}{_DOUBLE}|{_LETTER}',
                  filled="{", quiet=True),
    "swift": Style(name="swift", comments=_SLASH, texts=rf"{_TRIPLE}|{_DOUBLE}", filled="\\("),
    "dart": Style(name="dart", comments=_SLASH, texts=rf"{_TRIPLE}|{_DOUBLE}|{_SINGLE}", filled="${"),
    "php": Style(name="php", comments=rf"{_SLASH}|{_HASH}", texts=rf"{_DOUBLE}|{_SINGLE}|{_BACK}", sigils=r"[$@&]{0,3}",
                 dots=frozenset(("->", "::", "?->")), glue=frozenset("."), filled="${"),
    "perl": Style(name="perl", comments=rf"(?m:^=\w+\b(?:[^=]|=[^c])*=cut\b)|{_HASH}",
                  texts=rf"\bq[qwx]?\s?\((?:[^()]|\([^()]*\))*\)|\bq[qwx]?\s?\{{[^}}]*\}}|\bqw/[^/]*/|{_DOUBLE}|{_SINGLE}|{_BACK}",
                  sigils=r"[$@%&]{0,2}", dots=frozenset(("->", "::")), glue=frozenset("."), filled="${", bare=True,
                  quiet=True),
    "ruby": _RUBY,
    "elixir": Style(name="elixir", comments=_HASH, texts=rf"{_TRIPLE}|{_DOUBLE}|{_SINGLE}",
                    glue=frozenset(("<>", "++")), filled="#{", bare=True, quiet=True),
    "r": Style(name="r", comments=_HASH, texts=rf"{_DOUBLE}|{_SINGLE}", dots=frozenset(("::", "$", "."))),
    "lua": Style(name="lua", comments=r"--\[\[(?:[^\]]|\][^\]])*\]\]|--[^\n]*",
                 texts=rf"\[\[(?:[^\]]|\][^\]])*\]\]|{_DOUBLE}|{_SINGLE}", dots=frozenset((".", ":")),
                 glue=frozenset(("..",)), bare=True),
    "applescript": Style(name="applescript", comments=rf"\(\*(?:[^*]|\*+[^*)])*\*+\)|--[^\n]*|{_HASH}", texts=_DOUBLE,
                         dots=frozenset(("'s",)), glue=frozenset("&"), bare=True),
    "basic": Style(name="basic", comments=r"'[^\n]*", texts=_BASIC, glue=frozenset(("&", "+")), bare=True),
}  # fmt: skip
_SUFFIXES = {
    "rs": "rust", "swift": "swift", "dart": "dart", "groovy": "dart", "gradle": "dart",
    "php": "php", "pl": "perl", "pm": "perl", "rb": "ruby",
    "gemfile": "ruby", "rakefile": "ruby", "vagrantfile": "ruby", "lua": "lua", "ex": "elixir", "exs": "elixir",
    "jl": "elixir", "r": "r", "applescript": "applescript", "scpt": "applescript", "vbs": "basic", "go": "go",
    **dict.fromkeys("java kt cs scala fs".split(), "c"), **dict.fromkeys("c h cc cpp hpp".split(), "cpp"),
}  # fmt: skip
_SIGNS = {
    "php": r"<\?php|^#!.{0,40}php|\$\w+->\w+\(|\becho\s+\$",
    "perl": r"^#!.{0,40}perl|\buse\s+strict\b|\bmy\s+[$@%(]|\$ENV\{|%ENV\b|\bkeys\s+%|\bsub\s+\w+\s*\{",
    "applescript": r"\btell\s+app|\bdo\s+shell\s+script\b|\bdisplay\s+dialog\b|\bset\s+\w+\s+to\b",
    "basic": r"\bCreateObject\s*\(|\bWScript\.",
    "rust": r"\bfn\s+main\b|\blet\s+mut\b|\buse\s+std::",
    "swift": r"\bimport\s+(?:Foundation|AppKit|UIKit)\b",
    "go": r"\bpackage\s+main\b|\bfunc\s+\w+\(",
    "cpp": r"#include\b",
    "c": r"\bpublic\s+(?:static|class)\b|\bfun\s+main\b|\busing\s+System\b",
    "lua": r"\blocal\s+\w+\s*=|\brequire\s*\(?[\"']socket|\bos\.execute\b|\bio\.popen\b",
    "elixir": r"\bdefmodule\b",
}
_SNIFFED = tuple((name, pattern(source)) for name, source in _SIGNS.items())
_SHAPES = r":=|=>|\?->|->|::|\?\.|!\.|\.\.\.?|\.=|\|\|=|\+=|-=|==|!=|=~|!~|<=|>=|<<|<>|<-|\+\+|\|>|&&|\|\||'s\b|[^\s\w]"
_PAIRS = {"(": ")", "[": "]", "{": "}"}
_PHRASES = (
    (pattern(r"\bdo shell script\b"), b"do_shell_script"),
    (pattern(r"\bset the clipboard to\b"), b"set_the_clipboard_to"),
    (pattern(r"\bthe clipboard\b"), b"the_clipboard"),
    (pattern(r"\bdisplay dialog\b"), b"display_dialog"),
)


def word_at(nodes: list[Node], at: int) -> str:
    """The word or mark at a place of a run; empty for a group, and beyond its end."""
    node = nodes[at] if at < len(nodes) else None
    return node.said if isinstance(node, Token) else ""


def group_at(nodes: list[Node], at: int, mark: str = "") -> Group | None:
    """The group at a place of a run, if one stands there that begins with the mark."""
    node = nodes[at] if at < len(nodes) else None
    return node if isinstance(node, Group) and mark in ("", node.mark) else None


def style_of(document: Document) -> Style:
    """How a program is written: by its name, or by what only one family says."""
    last = document.path.lower().rpartition("/")[2].rpartition(".")[2]
    named = _SUFFIXES.get(last) if document.embedding is None else None
    head = document.data[:4096]
    return STYLES[named or next((name for name, sign in _SNIFFED if sign.search(head)), "ruby")]


@cache
def _tokens(style: Style) -> Pattern:
    """Everything a program consists of, as one pattern: comments first, then texts."""
    word = rf"{style.sigils}[A-Za-z_]\w*"
    return pattern(rf"({style.comments})|({style.texts})|({word})|(\d\w*)|(\n)|({_SHAPES})", case=True)


def tokens(data: bytes, style: Style) -> Iterator[Token]:
    """What a program consists of, in order, without its comments."""
    begins = 0
    for count, found in enumerate(_tokens(style).finditer(data)):
        if count > MAX_NODES:
            return
        group = next(one for one in range(1, 7) if found.start(one) >= 0)
        if group == 1:
            continue
        start, end = found.start(), found.end()
        raw = found.group().decode("utf-8", "replace")
        kind = _KINDS[group]
        if kind == "text" and (raw[0] == "`" or raw.startswith(("qx", "%x"))) and style.name in ("ruby", "perl", "php"):
            kind = "command"
        yield Token(kind, start, end, raw, begins)
        begins = end if kind == "line" else begins


_KINDS = {2: "text", 3: "word", 4: "number", 5: "line", 6: "mark"}


def tree(data: bytes, style: Style) -> list[Node]:
    """The program as words and groups; brackets that do not match are closed where their outer one is."""
    if style.name == "applescript":
        for phrase, word in _PHRASES:
            data = phrase.sub(word, data)
    top: list[Node] = []
    stack: list[tuple[Token, list[Node]]] = []
    here = top
    for token in tokens(data, style):
        if token.kind == "mark" and token.said in _PAIRS and len(stack) < MAX_DEPTH:
            stack.append((token, here))
            here = []
        elif token.kind == "mark" and token.said in ")]}" and any(_PAIRS[one.said] == token.said for one, _ in stack):
            here = _closed(stack, here, token)
        else:
            here.append(token)
    while stack:
        begun, outer = stack.pop()
        outer.append(Group(begun.said, begun.start, len(data), here))
        here = outer
    return top


def _closed(stack: list[tuple[Token, list[Node]]], here: list[Node], token: Token) -> list[Node]:
    while stack:
        begun, outer = stack.pop()
        outer.append(Group(begun.said, begun.start, token.end, here))
        here = outer
        if _PAIRS[begun.said] == token.said:
            break
    return here


def statements(nodes: list[Node], style: Style) -> Iterator[list[Node]]:
    """The statements of a block; one goes on where a line ends in a mark, or the next begins with one."""
    found: list[Node] = []
    for at, node in enumerate(nodes):
        if isinstance(node, Token) and (node.said == ";" or (node.kind == "line" and _ends(nodes, at, found, style))):
            if found:
                yield found
            found = []
        elif not isinstance(node, Token) or node.kind != "line":
            found.append(node)
    if found:
        yield found


_GOES_ON = frozenset(
    ("=", ":=", "+", "-", ",", ".", "&&", "||", "->", "=>", "..", "&", "<-", "|>", "\\", "?", "<>", "<<", "¬")
)
_RESUMES = frozenset((".", "?.", "!.", "->", "&&", "||", "+", "..", "|>", "?"))


def _ends(nodes: list[Node], at: int, found: list[Node], style: Style) -> bool:
    last = found[-1] if found else None
    if isinstance(last, Token) and last.kind == "mark" and last.said in _GOES_ON:
        return False
    after = next((one for one in nodes[at + 1 : at + 6] if not (isinstance(one, Token) and one.kind == "line")), None)
    resumes = isinstance(after, Token) and after.kind == "mark" and (after.said in _RESUMES or after.said in style.dots)
    return not resumes
