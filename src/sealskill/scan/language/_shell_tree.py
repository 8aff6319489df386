"""What a shell script consists of. Offsets are bytes of its document."""

from __future__ import annotations

import msgspec


class Text(msgspec.Struct, gc=False):
    """Literal text, its quotes taken away."""

    text: bytes
    quoted: bool = False
    odd: bool = False
    """It was written in escapes that nobody needs: `$'\\x63'`."""


class Variable(msgspec.Struct, gc=False):
    """`$NAME` or `${NAME…}`."""

    name: str
    operation: bytes = b""
    """What stands behind the name: `:0:1`, `:-x`, `//a/b`; `!` where the name is of a name."""
    quoted: bool = False
    """Its value stays one word."""


class Inner(msgspec.Struct):
    """A script in a word: `$(…)`, backticks, `<(…)`."""

    script: Script
    how: bytes
    """How it opens: `$(`, `<(`, `>(`, a backtick."""


class Word(msgspec.Struct):
    """One word of a command."""

    start: int
    end: int
    pieces: list[Text | Variable | Inner]
    elements: list[Word] | None = None
    """The elements of an array that is assigned."""

    @property
    def plain(self) -> bytes:
        """The text of a word that is one bare piece; empty for every other."""
        if len(self.pieces) == 1 and isinstance(self.pieces[0], Text) and not self.pieces[0].quoted:
            return self.pieces[0].text
        return b""


class Redirect(msgspec.Struct):
    """`> file`, `2>&1`, `<<END`."""

    operator: bytes
    target: Word
    descriptor: bytes = b""


class Command(msgspec.Struct):
    """One command, or a group of them."""

    start: int
    end: int
    words: list[Word]
    redirects: list[Redirect]
    body: Script | None = None
    function: str = ""
    """The name it defines, if it is a definition."""
    loop: str = ""
    """`while`, `until`, `for` where it is one."""


class Pipeline(msgspec.Struct):
    """Commands of which each reads what the one before it writes."""

    commands: list[Command]
    background: bool = False


class Script(msgspec.Struct):
    """Pipelines one after the other."""

    pipelines: list[Pipeline]
