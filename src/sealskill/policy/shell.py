"""`shell.allow`: which command lines a list of programs admits.

It narrows what a skill may have run; it contains nothing: a program that is listed may start any other. Containing is
the boundary's work.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING

from sealskill.model.call import Touches
from sealskill.policy.lines import first_words
from sealskill.policy.paths import settled, within

if TYPE_CHECKING:
    from tree_sitter import Node, Parser

MAX_TEXT = 8_192
"""Bytes of a command line that are read: the grammar takes 60 ms for 8 kB of open here-documents and four times that
for twice as much."""

# What may stand in a command line: plain commands and what strings them together, nothing that expands or redirects.
_FRAME = frozenset({"program", "list", "pipeline", "negated_command", "command", "comment", "command_name"})
_WORDS = frozenset({"word", "number", "string", "string_content", "raw_string", "concatenation"})
_SIGNS = frozenset({"&&", "||", ";", "|", "&", "\n", "!", '"'})


def refusal(allow: tuple[str, ...], touches: Touches, workspace: str) -> str:
    """Why a list does not admit what a call would run; "" where it admits it."""
    if touches.command and touches.argv:
        return "it is both a text for a shell and a list of words"
    lines = [touches.argv] if touches.argv else _commands(touches.command)
    if isinstance(lines, str):
        return lines
    whys = (_one(line, allow, touches.programs, workspace) for line in lines)
    return next((why for why in whys if why), "" if lines else "it runs nothing that could be listed")


def _one(words: tuple[str, ...], allow: tuple[str, ...], programs: Mapping[str, str | None], workspace: str) -> str:
    """Why one command is not admitted."""
    if not any(words[: len(first)] == first for first in (tuple(one.split()) for one in allow) if first):
        return f"{words[0]!r} is not in shell.allow"
    real = programs.get(words[0])
    if not real or not settled(real):
        return f"{words[0]!r} is no program that was found"
    if not workspace or within(real, workspace):
        return f"{words[0]!r} stands in the workspace, where it may be anything"
    return ""


def _commands(text: str) -> list[tuple[str, ...]] | str:
    """The words of every command of a text, or why it cannot be told."""
    data = text.encode("utf-8", "replace")
    if len(data) > MAX_TEXT:
        return f"it has {len(data)} bytes; {MAX_TEXT} are read"
    # A shell joins lines at a backslash, and the grammar does not: `git\` and `evil` are two words to one of them.
    if "\\\n" in text or any(ord(sign) < 32 and sign not in "\n\t" for sign in text) or "\x7f" in text:
        return "it holds signs that shells read in different ways"
    root = _parser().parse(data).root_node
    if root.has_error:
        return "it cannot be read as a command line"
    odd = next((node.type for node in _nodes(root) if node.type not in _FRAME | _WORDS | _SIGNS), "")
    if odd:
        return f"it holds more than plain commands ({odd.replace('_', ' ')})"
    commands = [_words(node, data) for node in _nodes(root) if node.type == "command"]
    if first_words(text) != tuple(words[0] for words in commands):
        return "it can be read in more than one way"
    return commands


def _words(command: Node, data: bytes) -> tuple[str, ...]:
    """The words as they are written: a quoted or escaped name is none of the names in a list."""
    parts = [data[node.start_byte : node.end_byte].decode("utf-8", "replace") for node in command.children]
    return tuple(parts)


def _nodes(root: Node) -> Iterator[Node]:
    left = [root]
    while left:
        node = left.pop()
        yield node
        left += reversed(node.children)


@cache
def _parser() -> Parser:
    import tree_sitter  # late: only a list of programs needs the grammar
    import tree_sitter_bash

    return tree_sitter.Parser(tree_sitter.Language(tree_sitter_bash.language()))
