"""What a statement of a program is by its shape: a function, a loop, something put into something."""

from __future__ import annotations

from collections.abc import Iterator

from sealskill.scan.language._code_lexer import Group, Node, Token

ASSIGNS = frozenset(("=", ":=", "+=", ".=", "||=", "<-", "<<"))
CONTROL = frozenset(
    (
        "if for while switch catch with using lock match guard synchronized foreach elsif elseif unless "
        "until when return else do try rescue ensure finally loop select case fixed defer go await yield "
        "new and or not in throw raise"
    ).split()
)
_DEFINES = frozenset("def func fn function fun sub defp method proc".split())
_LEAVES = frozenset(("continue", "next", "break", "return", "pass"))
_TYPES = frozenset((":", "->", ",", "?", "*", "&", "<", ">", "::", "@", ".", "~"))
"""Marks that stand between the brackets of a function and its body, or before its name."""


def bare(name: str) -> str:
    """A name without the marks that say what it holds."""
    return name.lstrip("$@%&")


def turns_back(group: Group) -> bool:
    """Whether a block does nothing but leave: what was asked for is left out, not read."""
    first = group.nodes[0] if group.nodes else None
    words = [one for one in group.nodes if not (isinstance(one, Token) and one.kind == "line")]
    first = words[0] if words else None
    return isinstance(first, Token) and first.said in _LEAVES and len(words) <= 3


def swallowed(nodes: list[Node]) -> bool:
    """Whether errors of any kind go by without a word: the last block of a `try … catch` is empty."""
    last = nodes[-1]
    return (
        isinstance(last, Group)
        and last.mark == "{"
        and not any(not isinstance(one, Token) or one.kind != "line" for one in last.nodes)
    )


def assignment(nodes: list[Node]) -> int:
    """Where a statement puts something into something; -1 where it does not."""
    first = nodes[0]
    if isinstance(first, Token) and first.said == "set" and len(nodes) > 2:
        return next((i for i, one in enumerate(nodes) if isinstance(one, Token) and one.said in ("to", "=")), -1)
    for at, node in enumerate(nodes):
        if isinstance(node, Token) and node.said in ASSIGNS:
            return at
        if isinstance(node, Group) and node.mark == "{" and at > 1:
            return -1
    return -1


def targets(nodes: list[Node], style: str) -> Iterator[tuple[str, str]]:
    """The names on the left, each with the part that is set, if a part is."""
    words = [one for one in nodes if isinstance(one, Token) and one.kind == "word" and one.said not in CONTROL]
    marks = {one.said for one in nodes if isinstance(one, Token) and one.kind == "mark"}
    groups = [one for one in nodes if isinstance(one, Group)]
    if (groups and not words[1:]) or (
        groups and groups[0].mark == "(" and style in ("perl", "php", "rust", "swift", "lua")
    ):
        inner = [one for one in groups[0].nodes if isinstance(one, Token) and one.kind == "word"]
        if groups[0].mark == "(" and inner:
            return iter([(bare(one.said), "") for one in inner])
        return iter([(bare(words[0].said), "[]")] if words else [])
    if marks & {".", "->", "'s"} and words:
        return iter([(bare(words[0].said), bare(words[-1].said))])
    if "," in marks:
        return iter([(bare(one.said), "") for one in words])
    if ":" in marks and words:
        typed = next((i for i, one in enumerate(nodes) if isinstance(one, Token) and one.said == ":"), 0)
        named = [one for one in nodes[:typed] if isinstance(one, Token) and one.kind == "word"]
        return iter([(bare((named or words)[-1].said), "")])
    if nodes and isinstance(nodes[0], Token) and nodes[0].said == "set":
        return iter([(bare(words[1 if len(words) > 1 else 0].said), "")])
    if words and groups and nodes[-1] is groups[-1] and groups[-1].mark in "[{":
        return iter([(bare(words[-1].said), "[]" if style not in ("c", "cpp") or len(words) < 2 else "")])
    return iter([(bare(words[-1].said), "")] if words else [])


def definition(nodes: list[Node], style: str) -> int:
    """Where the name of a function stands that a statement defines; -1 where it defines none."""
    for at, node in enumerate(nodes[:6]):
        if isinstance(node, Token) and node.said in _DEFINES and at + 1 < len(nodes):
            return _named_at(nodes, at + 1)
    return _typed(nodes) if style in ("c", "cpp", "dart") else -1


def _typed(nodes: list[Node]) -> int:
    """`static String read(String path) throws Oops {`: the name between a type and brackets, before a body."""
    first, last = nodes[0], nodes[-1]
    body = isinstance(last, Group) and last.mark == "{"
    if not body or not isinstance(first, Token) or first.kind != "word" or first.said in CONTROL:
        return -1
    at = next((i for i, one in enumerate(nodes) if isinstance(one, Group) and one.mark == "("), -1)
    named = nodes[at - 1] if at > 1 else None
    plain = all(isinstance(one, Group) or one.kind == "word" or one.said in _TYPES for one in nodes)
    if not plain or not isinstance(named, Token) or named.kind != "word" or named.said in CONTROL:
        return -1
    before = nodes[at - 2]
    return -1 if isinstance(before, Token) and before.said in (".", "->") else at - 1


def _named_at(nodes: list[Node], at: int) -> int:
    """The word that names a function: before its brackets, after the thing it belongs to."""
    for place in range(at, min(at + 6, len(nodes))):
        node = nodes[place]
        after = nodes[place + 1] if place + 1 < len(nodes) else None
        dotted = isinstance(after, Token) and after.said in (".", "::", ":")
        if isinstance(node, Token) and node.kind == "word" and not dotted:
            return place
        if isinstance(node, Token) and node.said in ("=", "{"):
            return -1
    return -1


def signature(nodes: list[Node], at: int, *, typed_after: bool) -> tuple[str, list[str]]:
    """The name of a function and those of what it is given."""
    named = nodes[at]
    group = next((one for one in nodes[at + 1 : at + 4] if isinstance(one, Group) and one.mark == "("), None)
    return (bare(named.said) if isinstance(named, Token) else ""), params(group, typed_after=typed_after)


def params(group: Group | None, *, typed_after: bool) -> list[str]:
    """The names of what a function is given: before its type in some languages, after it in others."""
    found: list[str] = []
    words: list[Token] = []
    named = True
    for node in [*(group.nodes if group else ()), Token("mark", 0, 0, ",")]:
        if isinstance(node, Token) and node.said == ",":
            found += [bare(words[0 if typed_after else -1].said)] if words else []
            words, named = [], True
        elif isinstance(node, Token) and node.said in (":", "="):
            named = False
        elif isinstance(node, Token) and node.kind == "word" and named:
            words.append(node)
    return found
