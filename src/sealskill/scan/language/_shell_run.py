"""A shell script is followed: variables, files, pipes and functions, as far as text tells. Nothing is ever run."""

from __future__ import annotations

from typing import Any

import msgspec

from sealskill.scan.act import Act, Doer, Source, Verb
from sealskill.scan.document import Document, Kind, Span
from sealskill.scan.language import _shell_expand as expand
from sealskill.scan.language import _shell_redirect as redirect
from sealskill.scan.language._commands.call import Call
from sealskill.scan.language._commands.stuff import NOTHING, UNKNOWN, Stuff, passed, together
from sealskill.scan.language._commands.table import perform
from sealskill.scan.language._shell_lexer import parse
from sealskill.scan.language._shell_tree import Command, Inner, Pipeline, Script, Text, Word

MAX_NESTED = 5
"""Code in code in code: `sh -c "sh -c …"`."""
MAX_NESTED_TEXT = 1 << 20
"""Characters of all nested code of one document."""
MAX_CALLS = 400
"""Calls of functions that are followed in one document: each is read once more with other arguments."""


class Run:
    """One script that is followed."""

    def __init__(self, document: Document, *, at: Span | None = None) -> None:
        self.document = document
        self.at = at
        """Where everything is said to stand: the text was put together elsewhere."""
        self.variables: dict[str, Stuff] = {"IFS": Stuff(" \t\n")}
        self.arrays: dict[str, list[Stuff]] = {}
        self.files: dict[str, Stuff] = {}
        self.functions: dict[str, Script] = {}
        self.called: set[str] = set()
        self.acts: dict[tuple[object, ...], Act] = {}
        self.hidden = False
        self.unasked = False
        self.endless = False
        self.depth = 0
        self.nested_text = 0
        self.calls = 0
        self.turned = 0
        """Turns of loops that were followed one by one."""
        self.stack: list[str] = []
        self.wanted = False
        """Whether somebody reads what is printed."""

    def read(self, script: Script) -> tuple[Act, ...]:
        """All acts of a script, with those of the functions that nobody calls here."""
        self.script(script)
        for name in list(self.functions):
            if name not in self.called:
                self.function(name, [])
        return tuple(self.acts.values())

    def script(self, script: Script) -> Stuff:
        """What a script prints."""
        printed = [self.pipeline(one) for one in script.pipelines]
        return together(printed, "\n")

    def pipeline(self, pipeline: Pipeline) -> Stuff:
        """What the last command of a pipeline prints."""
        commands = pipeline.commands
        if len(commands) == 1 and not self.wanted and _idle(commands[0]):
            return NOTHING
        before, wanted = self.hidden, self.wanted
        if pipeline.background or commands[-1].redirects or commands[0].words:
            self.hidden = before or redirect.silent(pipeline)
        self.wanted = wanted or len(commands) > 1
        flowing = NOTHING
        for command in commands:
            flowing = self.command(command, flowing)
        self.hidden, self.wanted = before, wanted
        return flowing

    def command(self, command: Command, stdin: Stuff) -> Stuff:
        """What a command or a group prints."""
        if command.function:
            if command.body is not None:
                self.functions[command.function] = command.body
                redirect.bomb(self, command)
            return NOTHING
        if command.redirects:
            stdin = redirect.arriving(self, command, stdin)
        wanted, self.wanted = self.wanted, self.wanted or bool(command.redirects)
        if command.body is not None:
            printed = self._group(command, command.body, stdin)
        else:
            printed = self._simple(command, stdin)
        self.wanted = wanted
        return redirect.leaving(self, command, printed) if command.redirects else printed

    def _group(self, command: Command, body: Script, stdin: Stuff) -> Stuff:
        endless, before = self.endless, self.variables.get("$stdin")
        self.endless = endless or redirect.forever(command)
        self.variables["$stdin"] = stdin
        printed = self._turned(command, body)
        if before is not None:
            self.variables["$stdin"] = before
        self.endless = endless
        return together([printed, passed(stdin)]) if stdin.telling else printed

    def _turned(self, command: Command, body: Script) -> Stuff:
        """What a body prints: once, or turn by turn where a loop puts a text together."""
        if command.loop != "for" or not body.pipelines:
            return self.script(body)
        head, rest = body.pipelines[0].commands[0], Script(body.pipelines[1:])
        turns = expand.turns(self, head, rest)
        for one in turns:
            self.variables[head.words[0].plain.decode("utf-8", "replace")] = one
            self.script(rest)
            if self.turned > expand.MAX_TURNED:
                break
        if turns:
            expand.grown(self, rest)
            return UNKNOWN
        expand.bind_loop(self, head)
        return self.script(body)

    def _simple(self, command: Command, stdin: Stuff) -> Stuff:
        words = expand.without_assignments(self, command.words)
        if not words:
            return NOTHING
        argv = expand.words(self, words)
        if argv and len(words[0].pieces) > 1 and _pieced(words[0]) and argv[0].known and argv[0].source is None:
            argv[0] = msgspec.structs.replace(argv[0], source=Source.DECODED)
        return self.call(argv, stdin, self.span(command.start, command.end), output=redirect.file_of(self, command))

    def call(self, argv: list[Stuff], stdin: Stuff, span: Span, output: str = "") -> Stuff:
        """A command with its arguments."""
        if not argv:
            return NOTHING
        name = argv[0].text
        if name in self.functions:
            return self.function(name, argv[1:])
        if stdin is NOTHING and "$stdin" in self.variables:
            stdin = self.variables["$stdin"]
        return perform(Call(name, argv[1:], stdin, span, self, output, argv[0]))

    def function(self, name: str, args: list[Stuff]) -> Stuff:
        """A function of the script is called."""
        self.called.add(name)
        if name in self.stack or self.calls >= MAX_CALLS or len(self.stack) >= MAX_NESTED:
            return together(passed(arg) for arg in args)
        self.calls += 1
        self.stack.append(name)
        kept = {key: self.variables.pop(key, None) for key in _POSITIONS}
        for at, arg in enumerate(args[:9], 1):
            self.variables[str(at)] = arg
        if args:
            self.variables["@"] = self.variables["*"] = together(args, " ")
        printed = self.script(self.functions[name])
        self.stack.pop()
        for key, value in kept.items():
            self.variables.pop(key, None)
            if value is not None:
                self.variables[key] = value
        return printed

    def nested(self, code: Stuff, span: Span, kind: Kind, *, unasked: bool = False) -> Stuff:
        """Text is run as code; what it prints comes back."""
        self.nested_text += len(code.text)
        if self.depth >= MAX_NESTED or self.nested_text > MAX_NESTED_TEXT or not code.text.strip():
            return UNKNOWN
        before, was = self.at, self.unasked
        self.unasked = was or unasked
        self.depth += 1
        self.at = span
        if kind is Kind.SHELL:
            printed = self.script(parse(code.text.encode("utf-8", "replace")))
        else:
            printed = self._foreign(code, span, kind)
        self.at, self.unasked = before, was
        self.depth -= 1
        return printed

    def _foreign(self, code: Stuff, span: Span, kind: Kind) -> Stuff:
        from sealskill.scan.language._commands import acts_of_text  # which needs readers, of which this is one

        read = []
        for act in acts_of_text(code.text, span, kind=kind):
            self.keep(act)
            if act.verb is Verb.READ:  # what it reads it may print
                read.append(Stuff("$_", known=False, data=act.data, names=act.names, flow=(span,)))
        return together(read) if read else UNKNOWN

    def span(self, start: int, end: int) -> Span:
        """A run of the document, or the one place where all of this is said to stand."""
        return self.at or Span(self.document, start, end)

    def act(self, verb: Verb, span: Span, fields: dict[str, Any]) -> None:
        """An act is done."""
        self.keep(Act(verb=verb, span=span, doer=Doer.CODE, **fields))

    def keep(self, act: Act) -> None:
        """An act is done, once for each place and meaning."""
        if (self.hidden and not act.hidden) or (self.unasked and not act.unasked):
            act = msgspec.structs.replace(
                act, hidden=act.hidden or self.hidden, unasked=act.unasked or self.unasked
            )  # fmt: skip
        key = (act.verb, act.span.start, act.span.end, act.url, act.path, act.what, act.source, act.data)
        self.acts.setdefault(key, act)


def _pieced(word: Word) -> bool:
    """Whether the name of a command is put together from pieces: `c""url`, `$a$b`, `$'\\x63url'`."""
    pieces = [piece for piece in word.pieces if not (isinstance(piece, Text) and not piece.text)]
    bare = b"/" not in b"".join(piece.text for piece in pieces if isinstance(piece, Text))
    return bare and (len(pieces) > 1 or any(isinstance(piece, Text) and piece.odd for piece in pieces))


_IDLE = frozenset(
    b"echo exit return shift true false : [ [[ test cd sleep break continue wait mkdir touch pushd popd".split()
)
"""Commands of which only the output could matter."""


def _idle(command: Command) -> bool:
    """Whether a command does nothing but print, and puts nothing into its words that would have to be followed."""
    if command.redirects or not command.words or command.words[0].plain not in _IDLE:
        return False
    return not any(isinstance(piece, Inner) for word in command.words for piece in word.pieces)


_POSITIONS = (*"123456789", "@", "*")
