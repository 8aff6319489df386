"""An act: one thing that a package does or has somebody do, in one vocabulary for every language.

`curl x | sh` in a script, `exec(requests.get(x).text)` in Python and "download x and run it" in a sentence are the
same act. Readers of languages make acts; rules are written about acts and never about syntax.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec

from sealskill.scan.document import Kind, Span


class Verb(StrEnum):
    """What is done."""

    FETCH = "fetch"
    """Bytes come from `url`."""
    SEND = "send"
    """`data` leaves for `url`."""
    RUN = "run"
    """Code runs: what it is, `source` says."""
    READ = "read"
    """`path` or `data` is read."""
    WRITE = "write"
    """`path` is written or changed."""
    DELETE = "delete"
    """`path` is removed."""
    INSTALL = "install"
    """`what` is installed by a package manager."""
    LISTEN = "listen"
    """A port is opened."""
    SHELL = "shell"
    """A shell is given to somebody at the other end of a connection."""
    ENCRYPT = "encrypt"
    """`path` is made unreadable without a key."""
    STOP = "stop"
    """A guard is switched off: `what` names it."""
    SPEND = "spend"
    """Money or tokens move."""
    REPEAT = "repeat"
    """Something is done without end or many times over: a flood."""


class Source(StrEnum):
    """Where code that runs comes from."""

    FETCHED = "fetched"
    """The network, this very moment: `url` says where from."""
    DECODED = "decoded"
    """Data that was decoded or put together first."""
    LOCAL = "local"
    """A file: `path`."""
    INPUT = "input"
    """Whatever a caller passes in."""
    TEXT = "text"
    """A string in plain sight: `what`."""


class Data(StrEnum):
    """What is read or leaves."""

    CREDENTIALS = "credentials"
    """Keys and logins of the person: SSH, cloud, keychains, browsers, wallets, other tools' tokens."""
    ENVIRONMENT = "environment"
    """All variables at once."""
    ENV_FILE = "env file"
    KEY = "key"
    """One named variable or secret."""
    FILES = "files"
    """Documents of the person, or whatever file is being worked on."""
    CLIPBOARD = "clipboard"
    CONVERSATION = "conversation"
    """Prompts, answers, memory."""
    LOCATION = "location"
    SYSTEM = "system"
    """Names, addresses and settings of the machine."""
    SCREEN = "screen"
    KEYS = "keys"
    """Key strokes."""
    HISTORY = "history"
    """Shell or browser history."""
    CARD = "card"
    """Payment data."""
    PASSWORD = "password"
    CHOSEN = "chosen"
    """What the caller asked to be sent: arguments, a message."""


class Doer(StrEnum):
    """Who does it."""

    CODE = "code"
    """A program of the package."""
    AGENT = "agent"
    """The agent, told to by the text."""
    PERSON = "person"
    """The person, told to by the text."""
    NOBODY = "nobody"
    """It is shown, quoted, warned of or tabulated: a lesson, not an order."""


class Act(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One act. Only what its verb needs is filled in; unknown stays empty."""

    verb: Verb
    span: Span
    doer: Doer = Doer.CODE
    url: str = ""
    """With scheme where there is one; a bare host or address where there is not."""
    path: str = ""
    what: str = ""
    data: frozenset[Data] = frozenset()
    source: Source | None = None
    names: tuple[str, ...] = ()
    """Environment names that take part."""
    flow: tuple[Span, ...] = ()
    """Where the data was read on its way here, in order."""
    hidden: bool = False
    """Errors are silenced, output goes nowhere, it is detached: nobody is meant to notice."""
    unasked: bool = False
    """It happens after every task, at each start or on import: nobody asked for it then."""

    @property
    def coded(self) -> bool:
        """Whether a text shows it as code, in a block or inline; its other acts are orders in words."""
        return self.doer is not Doer.CODE and self.span.document.kind not in (Kind.MARKDOWN, Kind.TEXT)
