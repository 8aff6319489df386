"""Shell text becomes commands, in one pass that is linear in the text and never recurses.

The grammar for tree-sitter was measured and left, for the time that a short text takes: docs/adr/0008.
Whatever is broken is read as far as it goes.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from sealskill.scan.language import _shell_words as words
from sealskill.scan.language._shell_frames import MAX_DEPTH, Frames
from sealskill.scan.language._shell_tree import Command, Redirect, Script, Text, Variable, Word

MAX_NESTED = 3
"""Here-documents one inside the other."""
MAX_RETRIES = 3
"""Quotes that nobody closes: how often what follows the line of one is read again without it."""
# One byte each: nothing here is unbounded.
_CODE = re.compile(rb"[ \t\n;|&<>()\"'`\\#$]")
_QUOTED = re.compile(rb"[\"`\\$]")
_BLANK = re.compile(rb"[ \t\n]{1,500}")
# What most of a script consists of: an argument that is one plain word, or one quotation without anything in it.
_ARGUMENT = re.compile(
    rb"([^ \t\n;|&<>()\"'`\\#$]{1,200})[ \t]{1,200}|'([^']{0,200})'[ \t]{1,200}|\"([^\"\\`$]{0,200})\"[ \t]{1,200}"
)


def parse(data: bytes) -> Script:
    """The commands of a shell text, whatever the text is."""
    script, start = Script([]), 0
    for _ in range(MAX_RETRIES):
        lexer = Lexer(data, start, len(data))
        script.pipelines += lexer.run().pipelines
        line = data.find(b"\n", lexer.unclosed) if lexer.unclosed >= 0 else -1
        if line < 0:
            break
        start = line + 1
    return script


def parse_word(data: bytes, start: int, end: int, nested: int = 0) -> Word:
    """Text in which variables and commands are put in, as between double quotes: the body of a here-document."""
    lexer = Lexer(data, start, end, nested)
    lexer.frame.quoted = lexer.frame.document = True
    lexer.begin_word(start)
    word = lexer.word
    lexer.run()
    return word or Word(start, end, [])


class Lexer(Frames):
    """A text that is being read: what each byte means where it stands."""

    def run(self) -> Script:
        """Everything up to the end of the text."""
        data, size = self.data, self.size
        while self.at < size:
            frame = self.frame
            if frame.word is None and frame.target is None and not frame.quoted and frame.command is not None:
                self._arguments(frame.command)
            found = (_QUOTED if frame.quoted else _CODE).search(data, self.at, size)
            stop = found.start() if found else size
            if stop > self.at:
                self.begin_word(self.at).pieces.append(Text(data[self.at : stop], frame.quoted))
                self.at = stop
            if found:
                (_IN_QUOTES if frame.quoted else _IN_CODE)[data[stop]](self)
        return self._finish()

    def _arguments(self, command: Command) -> None:
        """The plain arguments that follow, at once; nothing of the grammar stands behind the name of a command."""
        if not command.words or command.body is not None:
            return
        data, size, at = self.data, self.size, self.at
        while (found := _ARGUMENT.match(data, at, size)) is not None:
            group = found.lastindex or 1
            text = found[group]
            if text == b"{" and group == 1:
                break
            command.words.append(Word(at, at + len(text) + (group > 1) * 2, [Text(text, group > 1)]))
            at = found.end()
        command.end = max(command.end, command.words[-1].end)
        self.at = at

    def _finish(self) -> Script:
        for frame in self.frames:
            if frame.quoted and not frame.document:
                self.unclosed = frame.quote
                break
        while len(self.frames) > 1:
            self.close()
        self.end_pipeline()
        return self.frame.script

    # Words

    def blank(self) -> None:
        self.end_word()
        self.at += 1

    def newline(self) -> None:
        self.end_pipeline() if self.frame.how != b"array" else self.end_word()
        self.at += 1
        if self.awaited:
            for redirect, mark, quoted, indented in self.awaited:
                self._body(redirect, mark, quoted=quoted, indented=indented)
            self.awaited = []
        elif (blank := _BLANK.match(self.data, self.at, self.size)) is not None:
            self.at = blank.end()

    def _body(self, redirect: Redirect, mark: bytes, *, quoted: bool, indented: bool) -> None:
        start = self.at
        end, self.at = words.here_end(self.data, start, mark, indented=indented)
        redirect.operator = b"<<"
        text = self.data[start:end]
        if quoted or self.nested >= MAX_NESTED or not (b"$" in text or b"`" in text):
            redirect.target = Word(start, end, [Text(text, True)])
        else:
            redirect.target = parse_word(self.data, start, end, self.nested + 1)
            redirect.target.start, redirect.target.end = start, end

    def semicolon(self) -> None:
        self.end_pipeline()
        self.at += 1

    def bar(self) -> None:
        following = self.data[self.at + 1 : self.at + 2]
        if following == b"|":
            self.end_pipeline()
        else:
            self.end_command()
        self.at += 2 if following in (b"|", b"&") else 1

    def ampersand(self) -> None:
        following = self.data[self.at + 1 : self.at + 2]
        if following == b">":
            self.end_word()
            self._redirect(b"&>>" if self.data[self.at + 2 : self.at + 3] == b">" else b"&>", b"")
            return
        self.end_pipeline(background=following != b"&")
        self.at += 2 if following == b"&" else 1

    def angle(self) -> None:
        """`<` and `>` and everything that begins with them."""
        following = self.data[self.at : self.at + 3]
        if following[1:2] == b"(":
            self._substitution(following[:2])
            return
        descriptor = b""
        word = self.frame.word
        if word is not None and word.plain.isdigit():
            descriptor, self.frame.word = word.plain, None
        else:
            self.end_word()
        self._redirect(next(one for one in words.OPERATORS if following.startswith(one)), descriptor)

    def _redirect(self, operator: bytes, descriptor: bytes) -> None:
        command = self._command(self.at)
        self.at += len(operator)
        self.frame.target = Redirect(operator, Word(self.at, self.at, []), descriptor)
        command.redirects.append(self.frame.target)

    def _substitution(self, how: bytes) -> None:
        opened = self.at
        if len(self.frames) < MAX_DEPTH:
            self.begin_word(opened)
            self.open(b")", how)
            self.frame.opened = opened
        else:
            self.frame.quoted = False
            self.end_pipeline()
        self.at += len(how)

    def parenthesis(self) -> None:
        """`(`: an array, a function, arithmetic, a subshell."""
        if self.data.startswith(b"((", self.at) and (end := words.find_near(self.data, b"))", self.at)) >= 0:
            self.end_word()
            self.at = end + 2
            return
        word = self.frame.word
        if word is not None and self.data[self.at - 1 : self.at] == b"=":
            self._begin(b")", b"array")
            return
        if self.frame.closer == b"esac" and word is None and self.frame.command is None:
            self.at += 1  # a pattern that is opened as well as closed
            return
        empty = words.empty_parentheses(self.data, self.at)
        if empty and (name := self._named()):
            command = self._command(self.at)
            command.function, command.words = name, []
            self.at = empty
            return
        self.end_word()
        self._begin(b")", b"(")

    def _named(self) -> str:
        """The name of a function that is being defined, with its word taken out of the command."""
        self.end_word()
        command = self.frame.command
        said = command.words[-1].plain if command is not None and len(command.words) in (1, 2) else b""
        return said.decode("utf-8", "replace")

    def _begin(self, closer: bytes, how: bytes) -> None:
        if len(self.frames) < MAX_DEPTH:
            if how == b"(" and self.frame.command is not None and self.frame.command.words:
                self.end_command()
            self.open(closer, how)
        else:
            self.end_pipeline()
        self.at += 1

    def closing(self) -> None:
        """`)`: the end of a group or substitution, or of a pattern in `case`."""
        self.end_word()
        if self.frame.closer == b"esac" or not any(frame.closer == b")" for frame in self.frames):
            if self.frame.closer == b"esac":
                self.frame.command, self.frame.pipe = None, []
            self.end_pipeline()
        else:
            self.close_to(b")")
        self.at += 1

    def backtick(self) -> None:
        if any(frame.closer == b"`" for frame in self.frames):
            self.close_to(b"`")
            self.at += 1
        elif len(self.frames) < MAX_DEPTH:
            opened = self.at
            self.begin_word(opened)
            self.at += 1
            self.open(b"`", b"`")
            self.frame.opened = opened
        else:
            self.at += 1

    def backslash(self) -> None:
        following = self.data[self.at + 1 : self.at + 2]
        if following != b"\n":
            self.begin_word(self.at).pieces.append(Text(following, True))
        self.at += 2

    def quoted_backslash(self) -> None:
        following = self.data[self.at + 1 : self.at + 2]
        if following != b"\n":
            plain = following in (b"$", b"`", b'"', b"\\")
            self.begin_word(self.at).pieces.append(Text(following if plain else b"\\" + following, True))
        self.at += 2

    def single(self) -> None:
        end = self.data.find(b"'", self.at + 1, self.size)
        if end < 0:
            self.begin_word(self.at).pieces.append(Text(b"'"))
            self.at += 1
        else:
            self.begin_word(self.at).pieces.append(Text(self.data[self.at + 1 : end], True))
            self.at = end + 1

    def double(self) -> None:
        frame = self.frame
        if frame.document:
            self.begin_word(self.at).pieces.append(Text(b'"', True))
        else:
            frame.quoted = not frame.quoted
            word = self.begin_word(self.at)
            if frame.quoted:
                frame.quote = self.at
                word.pieces.append(Text(b"", True))
        self.at += 1

    def hash(self) -> None:
        if self.frame.word is not None:
            self.frame.word.pieces.append(Text(b"#"))
            self.at += 1
        else:
            end = self.data.find(b"\n", self.at, self.size)
            self.at = self.size if end < 0 else end

    def dollar(self) -> None:
        """`$`: a command, arithmetic, an escape string, a variable, or itself."""
        data, at = self.data, self.at
        if data.startswith(b"$((", at) and (end := words.find_near(data, b"))", at)) >= 0:
            self.begin_word(at).pieces.append(Variable("_", b"", True))
            self.at = end + 2
        elif data.startswith(b"$(", at):
            self._substitution(b"$(")
        elif data.startswith(b"$'", at) and not self.frame.quoted:
            text, self.at = words.escaped(data, at + 2)
            self.begin_word(at).pieces.append(Text(text, True, b"\\" in data[at : self.at]))
        elif data.startswith(b'$"', at) and not self.frame.quoted:
            self.at += 1
        else:
            self._variable()

    def _variable(self) -> None:
        at = self.at
        variable, self.at = words.variable(self.data, at, quoted=self.frame.quoted)
        self.begin_word(at).pieces.append(variable or Text(b"$", self.frame.quoted))


_Step = Callable[[Lexer], None]
_IN_CODE: dict[int, _Step] = {
    ord(" "): Lexer.blank, ord("\t"): Lexer.blank, ord("\n"): Lexer.newline, ord(";"): Lexer.semicolon,
    ord("|"): Lexer.bar, ord("&"): Lexer.ampersand, ord("<"): Lexer.angle, ord(">"): Lexer.angle,
    ord("("): Lexer.parenthesis, ord(")"): Lexer.closing, ord('"'): Lexer.double, ord("'"): Lexer.single,
    ord("`"): Lexer.backtick, ord("\\"): Lexer.backslash, ord("#"): Lexer.hash, ord("$"): Lexer.dollar,
}  # fmt: skip
_IN_QUOTES: dict[int, _Step] = {
    ord('"'): Lexer.double, ord("`"): Lexer.backtick, ord("\\"): Lexer.quoted_backslash, ord("$"): Lexer.dollar,
}  # fmt: skip
