"""One command that is run: its name, its arguments, what it reads, and where its acts go."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Protocol

import msgspec

from sealskill.scan.act import Data, Verb
from sealskill.scan.document import Kind, Span
from sealskill.scan.language._commands.stuff import NOTHING, Stuff, but, leads, together


class Machine(Protocol):
    """Whatever runs commands: it keeps variables, files and acts."""

    variables: dict[str, Stuff]
    endless: bool
    """Whether this stands in a loop that never ends and never waits."""
    files: dict[str, Stuff]
    """What the files hold that were written on the way."""

    def act(self, verb: Verb, span: Span, fields: dict[str, Any]) -> None:
        """An act is done."""

    def nested(self, code: Stuff, span: Span, kind: Kind, *, unasked: bool = False) -> Stuff:
        """Text is run as code; what it prints comes back."""

    def call(self, argv: list[Stuff], stdin: Stuff, span: Span) -> Stuff:
        """A command is run by another command."""


class Options(msgspec.Struct, gc=False):
    """Arguments, told apart."""

    given: dict[str, list[Stuff]]
    """Option → its values; an option without a value has `NOTHING`."""
    rest: list[Stuff]
    """What is no option."""

    def has(self, *names: str) -> bool:
        """Whether one of some options is given."""
        return any(name in self.given for name in names)

    def values(self, *names: str) -> list[Stuff]:
        """All values of some options."""
        return [value for name in names for value in self.given.get(name, ())]

    def value(self, *names: str) -> Stuff:
        """The last value of some options."""
        found = self.values(*names)
        return found[-1] if found else NOTHING


class Call(msgspec.Struct):
    """One command that is run."""

    name: str
    """Without folder and `.exe`, lower case."""
    args: list[Stuff]
    stdin: Stuff
    span: Span
    machine: Machine
    output: str = ""
    """The file that its output goes to."""
    program: Stuff = NOTHING
    """The first word as it was written."""

    def act(self, verb: Verb, **fields: Any) -> None:
        """It does something."""
        self.machine.act(verb, self.span, fields)

    def options(self, valued: frozenset[str] = frozenset(), *, single: bool = False) -> Options:
        """Its arguments told apart; `valued` take a value. `single`: one dash begins a long name as well."""
        return told_apart(self.args, valued, single=single)

    def content(self, path: Stuff) -> Stuff:
        """What a file holds: what was written into it here, or what lies at such places."""
        return _content(self.machine, path, self.span)

    def reads(self, paths: Iterable[Stuff]) -> Stuff:
        """The contents of some files together; reading a secret is an act of its own."""
        found = []
        for path in paths:
            made = self.content(path)
            secret = made.data - _HARMLESS
            if secret and not made.flow:
                self.act(Verb.READ, path=path.text, data=made.data)
                made = msgspec.structs.replace(made, flow=(self.span,))
            found.append(made)
        return together(found)

    @property
    def words(self) -> list[str]:
        """The text of its arguments."""
        return [arg.text for arg in self.args]

    @property
    def said(self) -> str:
        """All of it as one line."""
        return " ".join([self.name, *self.words])


Handler = Callable[[Call], Stuff]
"""What a command does; its output comes back."""
_HARMLESS = frozenset({Data.FILES, Data.CHOSEN, Data.SYSTEM, Data.CONVERSATION})


_LIES = frozenset({Data.CHOSEN, Data.CREDENTIALS, Data.ENV_FILE, Data.HISTORY})
"""What lies in a file that somebody looked for by its name: `find ~ -name wallet.dat | while read one`."""


def _content(machine: Machine, path: Stuff, span: Span) -> Stuff:
    if path.source is not None and path.flow and not path.path:  # `<(…)`: the argument is what is read
        return path
    kept = machine.files.get(key_of(path.text))
    if kept is not None:
        return kept
    found = leads(path.text) | path.data & _LIES if path.text else frozenset()
    return Stuff("$_", known=False, path=path.text, data=found, flow=path.flow)


def key_of(path: str) -> str:
    """The name under which a file is remembered: its last part, as folders change on the way."""
    return path.strip("\"' ").rstrip("/").replace("\\", "/").rpartition("/")[2]


def told_apart(args: list[Stuff], valued: frozenset[str], *, single: bool = False) -> Options:
    """Arguments as options and the rest."""
    given: dict[str, list[Stuff]] = {}
    rest: list[Stuff] = []
    waiting = ""
    plain = False
    for arg in args:
        text = arg.text
        if waiting:
            given.setdefault(waiting, []).append(arg)
            waiting = ""
        elif plain or len(text) < 2 or text[0] != "-":
            rest.append(arg)
        elif text == "--":
            plain = True
        elif text.startswith("--") or single:
            waiting = _long(arg, valued, given)
        else:
            waiting = _short(arg, valued, given)
    return Options(given, rest)


def _long(arg: Stuff, valued: frozenset[str], given: dict[str, list[Stuff]]) -> str:
    name, equals, value = arg.text.partition("=")
    if equals:
        given.setdefault(name, []).append(but(arg, value))
    elif name in valued:
        return name
    else:
        given.setdefault(name, []).append(NOTHING)
    return ""


def _short(arg: Stuff, valued: frozenset[str], given: dict[str, list[Stuff]]) -> str:
    if arg.text in valued:
        return arg.text
    for at, letter in enumerate(arg.text[1:40], 1):
        name = f"-{letter}"
        if name in valued:
            if at + 1 == len(arg.text):
                return name
            given.setdefault(name, []).append(but(arg, arg.text[at + 1 :]))
            return ""
        given.setdefault(name, []).append(NOTHING)
    return ""
