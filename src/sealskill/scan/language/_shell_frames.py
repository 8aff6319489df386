"""Groups, commands and words of a shell text, put together while it is read."""

from __future__ import annotations

from sealskill.scan.language._shell_tree import Command, Inner, Pipeline, Redirect, Script, Text, Word

MAX_DEPTH = 48
"""Groups and substitutions one inside the other; deeper ones are read as if they stood beside each other."""
_OPENS = {
    b"if": b"fi",
    b"while": b"done",
    b"until": b"done",
    b"for": b"done",
    b"select": b"done",
    b"case": b"esac",
    b"{": b"}",
}
_CLOSES = frozenset({b"fi", b"done", b"esac", b"}"})
_BETWEEN = frozenset({b"then", b"do", b"else", b"elif", b"!", b"time", b"coproc"})


class Frame:
    """A script that is being read: the whole, a group, a substitution."""

    __slots__ = (
        "closer", "command", "document", "how", "opened", "pipe", "quote", "quoted", "script", "target", "word",
    )  # fmt: skip

    def __init__(self, closer: bytes, how: bytes, opened: int) -> None:
        self.closer = closer
        self.how = how
        self.opened = opened
        self.script = Script([])
        self.pipe: list[Command] = []
        self.command: Command | None = None
        self.word: Word | None = None
        self.target: Redirect | None = None
        self.quoted = False
        self.quote = -1
        """Where the quotation began."""
        self.document = False


class Frames:
    """What is open while a text is read: scripts inside each other, and in the innermost a command and a word."""

    def __init__(self, data: bytes, start: int, end: int, nested: int = 0) -> None:
        self.data = data
        self.at = start
        self.size = end
        self.nested = nested
        """How many here-documents this text stands in."""
        self.frame = Frame(b"", b"", start)
        self.frames = [self.frame]
        self.awaited: list[tuple[Redirect, bytes, bool, bool]] = []
        """Here-documents whose bodies follow the line: redirect, end mark, quoted, indented."""
        self.unclosed = -1
        """Where a quote opens that nobody closes."""

    @property
    def word(self) -> Word | None:
        return self.frame.word

    def begin_word(self, at: int) -> Word:
        """The word that is being read, a new one if there is none."""
        word = self.frame.word
        if word is None:
            word = self.frame.word = Word(at, at, [])
        return word

    def end_word(self) -> None:
        """The word is complete: an argument, a target, or a word of the grammar."""
        frame = self.frame
        word = frame.word
        if word is None:
            return
        frame.word = None
        word.end = self.at
        if frame.target is not None:
            self._end_target(frame.target, word)
            frame.target = None
        elif frame.how == b"array":
            frame.command = self._command(word.start)
            frame.command.words.append(word)
        elif not self.grammar(word):
            command = self._command(word.start)
            command.words.append(word)
            command.end = self.at

    def _end_target(self, redirect: Redirect, word: Word) -> None:
        redirect.target = word
        self._command(word.start).end = self.at
        if redirect.operator in (b"<<", b"<<-"):
            mark = b"".join(piece.text for piece in word.pieces if isinstance(piece, Text))
            quoted = any(isinstance(piece, Text) and piece.quoted for piece in word.pieces) or b"\\" in mark
            self.awaited.append((redirect, mark, quoted, redirect.operator == b"<<-"))

    def grammar(self, word: Word) -> bool:
        """Whether a word opens, closes or parts a group rather than being said to a command."""
        frame = self.frame
        command = frame.command
        plain = word.plain
        if command is not None and (command.words or command.body is not None):
            return plain == b"{" and self._defined(command)
        if plain in _OPENS and len(self.frames) < MAX_DEPTH:
            self._open_group(word, plain)
            return True
        if plain in _CLOSES:
            return self._close_group(plain)
        return plain in _BETWEEN

    def _defined(self, command: Command) -> bool:
        """Whether the words before a brace are `function name`."""
        if len(command.words) != 2 or command.words[0].plain != b"function" or len(self.frames) >= MAX_DEPTH:
            return False
        command.function, command.words = command.words[1].plain.decode("utf-8", "replace"), []
        self.open(b"}", b"{")
        return True

    def _open_group(self, word: Word, plain: bytes) -> None:
        command = self._command(word.start)
        command.loop = plain.decode() if plain in (b"while", b"until", b"for") else ""
        self.open(_OPENS[plain], plain)

    def _close_group(self, plain: bytes) -> bool:
        if not any(frame.closer == plain for frame in self.frames):
            return False
        self.close_to(plain)
        return True

    # Commands

    def _command(self, at: int) -> Command:
        frame = self.frame
        if frame.command is None:
            frame.command = Command(at, at, [], [])
        return frame.command

    def end_command(self) -> None:
        self.end_word()
        frame = self.frame
        frame.target = None
        if frame.command is not None:
            frame.pipe.append(frame.command)
            frame.command = None

    def end_pipeline(self, *, background: bool = False) -> None:
        self.end_command()
        frame = self.frame
        if frame.pipe:
            frame.script.pipelines.append(Pipeline(frame.pipe, background))
            frame.pipe = []

    # Groups and substitutions

    def open(self, closer: bytes, how: bytes) -> None:
        """A script in the script begins."""
        self.frame = Frame(closer, how, self.at)
        self.frames.append(self.frame)

    def close(self) -> None:
        """The innermost script ends, and becomes a part of the one around it."""
        inner = self.frame
        self.end_pipeline()
        if self.frame is not inner:  # its last word was the end of it
            return
        self.frames.pop()
        self.frame = self.frames[-1]
        self.finish(inner)

    def finish(self, inner: Frame) -> None:
        """What ended takes its place in what stands around it."""
        if inner.how == b"array":
            self._close_array(inner)
        elif inner.how in (b"$(", b"`", b"<(", b">("):
            self.begin_word(inner.opened).pieces.append(Inner(inner.script, inner.how))
        else:
            command = self._command(inner.opened)
            command.body = inner.script
            command.end = self.at

    def close_to(self, closer: bytes) -> None:
        """The innermost script that ends so ends, and whatever is still open in it."""
        target = next(frame for frame in reversed(self.frames) if frame.closer == closer)
        while target in self.frames:
            self.close()

    def _close_array(self, inner: Frame) -> None:
        elements = [word for line in inner.script.pipelines for one in line.commands for word in one.words]
        self.begin_word(inner.opened).elements = elements
