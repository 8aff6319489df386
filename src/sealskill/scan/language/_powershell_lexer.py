"""PowerShell text becomes the same tree as shell text: commands, words, and scripts in parentheses and braces."""

from __future__ import annotations

import re
from collections.abc import Callable

from sealskill.scan.language._shell_frames import Frame
from sealskill.scan.language._shell_lexer import Lexer
from sealskill.scan.language._shell_tree import Inner, Script, Text, Variable

MAX_DEPTH = 40
# Bounded, all of them.
_CODE = re.compile(rb"[ \t\n;|&(){}\"'`#$<>,=+@]")
_NAME = re.compile(
    rb"\$(?:\{([^}\n]{1,80})\}|((?:env|global|script|local|private|using):\w{1,80}|\w{1,80}|[?^$_]))", re.IGNORECASE
)
_SIMPLE = {b"n": b"\n", b"t": b"\t", b"r": b"\r", b"0": b"\0", b"a": b"", b"b": b"", b"f": b"", b"v": b""}
_CLOSERS = {b"(": b")", b"{": b"}"}


def parse(data: bytes) -> Script:
    """The commands of a PowerShell text, whatever the text is."""
    return _Lexer(data, 0, len(data)).run()


class _Lexer(Lexer):
    def run(self) -> Script:
        """Everything up to the end of the text."""
        data, size = self.data, self.size
        while self.at < size:
            found = _CODE.search(data, self.at, size)
            stop = found.start() if found else size
            if stop > self.at:
                self.begin_word(self.at).pieces.append(Text(data[self.at : stop]))
                self.at = stop
            if found:
                _STEPS[data[stop]](self)
        while len(self.frames) > 1:
            self.close()
        self.end_pipeline()
        return self.frame.script

    def grammar(self, word: object) -> bool:
        """No word of PowerShell opens a group: braces do."""
        return False

    def add(self, piece: Text | Variable) -> None:
        """A piece of the word that is being read."""
        self.begin_word(self.at).pieces.append(piece)

    def line(self) -> None:
        """A line ends a pipeline, but behind a bar, and in parentheses."""
        self.end_word()
        if self.frame.how == b"(" or (self.frame.command is None and self.frame.pipe):
            self.at += 1
            return
        self.end_pipeline()
        self.at += 1

    def mark(self) -> None:
        """`=`, `+` and `,`: words of their own, but within a bare word."""
        byte = self.data[self.at : self.at + 1]
        if byte == b"+" and self.data[self.at + 1 : self.at + 2] == b"=":
            self.at += 1
            byte = b"="
        word = self.frame.word
        if word is not None and isinstance(word.pieces[-1], Text) and not word.pieces[-1].quoted and byte != b",":
            self.add(Text(byte))
            self.at += 1
            return
        self.end_word()
        if byte != b",":
            self.add(Text(byte))
        self.at += 1
        self.end_word()

    def single(self) -> None:
        data, at = self.data, self.at + 1
        parts: list[bytes] = []
        while True:
            end = data.find(b"'", at, self.size)
            if end < 0:
                line = data.find(b"\n", at, self.size)
                end = self.size if line < 0 else line
            parts.append(data[at:end])
            if data[end : end + 2] != b"''":
                break
            parts.append(b"'")
            at = end + 2
        self.add(Text(b"".join(parts), True))
        self.at = min(end + 1, self.size)

    def double(self) -> None:
        """A quotation in which variables and `$(…)` are put in."""
        start = self.at
        end = _quote_end(self.data, start + 1, self.size)
        self._quoted(start + 1, end)
        self.at = min(end + 1, self.size)

    def _quoted(self, start: int, end: int) -> None:
        data, at = self.data, start
        self.add(Text(b"", True))
        for found in _INSIDE.finditer(data, start, end):
            if found.start() < at:
                continue
            self.add(Text(data[at : found.start()], True))
            at = found.end()
            if found[0][:1] == b"`":
                self.add(Text(_SIMPLE.get(found[0][1:], found[0][1:]), True))
            elif found[0] == b"$(":
                close = data.find(b")", at, min(end, at + 4096))
                close = end if close < 0 else _balanced(data, at, end)
                inner = _Lexer(data, at, close, self.nested + 1).run() if self.nested < 4 else Script([])
                self.begin_word(at).pieces.append(Inner(inner, b"$("))
                at = min(close + 1, end)
            else:
                self.add(_variable(found[0]))
        self.add(Text(data[at:end], True))

    def here(self) -> None:
        """`@'…'@`, `@"…"@`, `@(…)`, `@{…}`."""
        opening = self.data[self.at : self.at + 2]
        if opening in (b"@'", b'@"'):
            end = self.data.find(b"\n" + opening[1:] + b"@", self.at, self.size)
            end = self.size if end < 0 else end
            if opening == b"@'":
                self.add(Text(self.data[self.at + 2 : end].lstrip(), True))
            else:
                self._quoted(self.at + 2, end)
            self.at = min(end + 3, self.size)
        elif opening in (b"@(", b"@{"):
            self.at += 1
        else:
            self.add(Text(b"@"))
            self.at += 1

    def opening(self) -> None:
        """`(` and `{`: a script in a word."""
        how = self.data[self.at : self.at + 1]
        if len(self.frames) >= MAX_DEPTH:
            self.end_pipeline()
            self.at += 1
            return
        word = self.frame.word
        if how == b"{" and word is not None:
            self.end_word()
        opened = self.at
        self.begin_word(opened)
        self.open(_CLOSERS[how], how)
        self.frame.opened = opened
        self.at += 1

    def finish(self, inner: Frame) -> None:
        """A script in parentheses or braces becomes a piece of the word around it."""
        self.begin_word(inner.opened).pieces.append(Inner(inner.script, inner.how))

    def ending(self) -> None:
        closer = self.data[self.at : self.at + 1]
        if any(frame.closer == closer for frame in self.frames):
            self.end_pipeline()
            self.close_to(closer)
            if closer == b"}":
                self.end_word()
        else:
            self.end_pipeline()
        self.at += 1

    def comment(self) -> None:
        word = self.frame.word
        if word is not None:
            self.add(Text(b"#"))
            self.at += 1
            return
        end = self.data.find(b"\n", self.at, self.size)
        self.at = self.size if end < 0 else end

    def less(self) -> None:
        """`<#` begins a comment of several lines; `>` sends output to a file."""
        if self.data.startswith(b"<#", self.at):
            end = self.data.find(b"#>", self.at, self.size)
            self.at = self.size if end < 0 else end + 2
            return
        self.angle()

    def tick(self) -> None:
        """A backtick joins lines, and splits words nobody should read."""
        following = self.data[self.at + 1 : self.at + 2]
        if following == b"\n":
            self.end_word()
        else:
            self.begin_word(self.at).pieces.append(Text(following, False, following.isalpha()))
        self.at += 2

    def dollar(self) -> None:
        if self.data.startswith(b"$(", self.at):
            self.at += 1
            self.opening()
            return
        found = _NAME.match(self.data, self.at, self.size)
        if found is None:
            self.add(Text(b"$"))
            self.at += 1
        else:
            self.add(_variable(found[0]))
            self.at = found.end()

    def ampersand(self) -> None:
        if self.data.startswith(b"&&", self.at):
            self.end_pipeline()
            self.at += 2
        else:
            self.at += 1


def _variable(said: bytes) -> Variable:
    name = said.strip(b"${}").decode("utf-8", "replace")
    scope, colon, rest = name.partition(":")
    if scope.lower() == "env":
        return Variable(f"env:{rest.upper()}")
    return Variable((rest if colon else name).lower())


_INSIDE = re.compile(rb"`[\s\S]|\$\(|\$(?:\{[^}\n]{1,80}\}|(?:env|global|script):\w{1,80}|\w{1,80})", re.IGNORECASE)


def _quote_end(data: bytes, start: int, size: int) -> int:
    """Where a quotation ends: at the first mark that is not doubled, escaped or inside `$(…)`."""
    at = start
    while True:
        end = data.find(b'"', at, size)
        if end < 0:
            line = data.find(b"\n", start, size)
            return size if line < 0 else line
        ticks = len(data[max(start, end - 64) : end]) - len(data[max(start, end - 64) : end].rstrip(b"`"))
        if ticks % 2 == 0 and data[end : end + 2] != b'""':
            return end
        at = end + (1 if ticks % 2 else 2)


def _balanced(data: bytes, start: int, end: int) -> int:
    """Where the parenthesis that was opened before `start` is closed."""
    depth, at = 1, start
    while (close := data.find(b")", at, min(end, start + 4096))) >= 0:
        depth += data.count(b"(", at, close) - 1
        if depth <= 0:
            return close
        at = close + 1
    return end


_Step = Callable[[_Lexer], None]
_STEPS: dict[int, _Step] = {
    ord(" "): _Lexer.blank, ord("\t"): _Lexer.blank, ord("\n"): _Lexer.line, ord(";"): _Lexer.semicolon,
    ord("|"): _Lexer.bar, ord("&"): _Lexer.ampersand, ord("("): _Lexer.opening, ord("{"): _Lexer.opening,
    ord(")"): _Lexer.ending, ord("}"): _Lexer.ending, ord('"'): _Lexer.double, ord("'"): _Lexer.single,
    ord("`"): _Lexer.tick, ord("#"): _Lexer.comment, ord("$"): _Lexer.dollar, ord("<"): _Lexer.less,
    ord(">"): _Lexer.less, ord(","): _Lexer.mark, ord("="): _Lexer.mark, ord("+"): _Lexer.mark, ord("@"): _Lexer.here,
}  # fmt: skip
