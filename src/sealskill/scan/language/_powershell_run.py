"""A PowerShell script is followed as a shell script is: its words are expressions, and its values have methods."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Sequence

import msgspec

from sealskill.scan.act import Data, Source, Verb
from sealskill.scan.document import Kind, Span
from sealskill.scan.language import _shell_redirect as redirect
from sealskill.scan.language._commands import cmdlets
from sealskill.scan.language._commands.call import Call
from sealskill.scan.language._commands.runs import environment, evaluated
from sealskill.scan.language._commands.stuff import NOTHING, UNKNOWN, Stuff, but, of_variable, passed, together
from sealskill.scan.language._commands.table import table
from sealskill.scan.language._powershell_lexer import parse
from sealskill.scan.language._shell_run import Run
from sealskill.scan.language._shell_tree import Command, Inner, Pipeline, Text, Variable, Word

_KEYWORDS = frozenset(
    b"if elseif else foreach for while do until switch try catch finally param begin process end return trap in "
    b"default exit break continue throw class using filter workflow".split()
)
_OPERATORS = frozenset(
    "+ -join -f -replace -split -bxor -as -eq -ne -and -or -creplace -match -notmatch -like -gt -lt ..".split()
)
_CHAR = re.compile(r"\[char\](?:0x([0-9a-f]{1,4})|(\d{1,5}))", re.IGNORECASE)
_TYPED = re.compile(r"^(?:\[[\w.\[\]]{1,60}\])+(?=[^:]|$)", re.IGNORECASE)


class PowerRun(Run):
    """One PowerShell script that is followed."""

    def __init__(self, document, *, at=None) -> None:  # type: ignore[no-untyped-def]
        super().__init__(document, at=at)
        self.aliases: dict[str, str] = {}

    def pipeline(self, pipeline: Pipeline) -> Stuff:
        """What the last command prints; an assignment keeps it."""
        first = pipeline.commands[0]
        target = _assigned(first)
        if target is None:
            return self._piped(pipeline.commands)
        rest = msgspec.structs.replace(first, words=first.words[2:], start=first.words[0].start)
        value = self._piped([rest, *pipeline.commands[1:]])
        before = self.variables.get(target)
        added = len(first.words) > 1 and first.words[1].plain == b"+="
        self.variables[target] = together([before, value]) if added and before is not None else value
        return NOTHING

    def _piped(self, commands: Sequence[Command]) -> Stuff:
        flowing = NOTHING
        for command in commands:
            before = self.variables.get("_")
            if flowing is not NOTHING:
                self.variables["_"] = flowing
            flowing = self.command(command, flowing)
            if before is not None:
                self.variables["_"] = before
        return flowing

    def command(self, command: Command, stdin: Stuff) -> Stuff:
        """What one command prints, or what an expression is."""
        words = command.words
        if words and words[0].plain in (b".", b"&") and len(words) > 1:
            words = words[1:]
        if not words:
            return stdin
        span = self.span(command.start, max(command.end, words[-1].end))
        head = words[0].plain
        if head.lower() == b"function" and len(words) > 1:
            self._define(words)
            return NOTHING
        if head.lower() in _KEYWORDS:
            return self._keyword(command, words, span)
        printed = self._said(words, stdin, span, command)
        return redirect.leaving(self, command, printed) if command.redirects else printed

    def _define(self, words: list[Word]) -> None:
        name = (
            words[1].pieces[0].text.decode("utf-8", "replace").lower() if isinstance(words[1].pieces[0], Text) else ""
        )
        body = next(
            (piece.script for word in words for piece in word.pieces if isinstance(piece, Inner) and piece.how == b"{"),
            None,
        )
        if name and body is not None:
            self.functions[name] = body

    def _keyword(self, command: Command, words: list[Word], span: Span) -> Stuff:
        """All branches are followed; a loop that never ends is known by its condition."""
        before = self.endless
        said = span.data[:40].lower().replace(b" ", b"")
        self.endless = before or (
            said.startswith((b"while($true)", b"while(1)", b"for(;;)")) and b"sleep" not in span.data.lower()
        )
        rest = words[1:]
        if words[0].plain.lower() == b"return" and rest:
            printed = self._said(rest, NOTHING, span, command)
        else:
            printed = together([self.value(word, span) for word in rest], "\n")
        self.endless = before
        return printed

    def _said(self, words: list[Word], stdin: Stuff, span: Span, command: Command) -> Stuff:
        first = self.value(words[0], span) if not words[0].plain else Stuff(words[0].plain.decode("utf-8", "replace"))
        name = self.aliases.get(first.text.lower(), first.text)
        if self._is_command(words, name, first):
            return self._called(name, first, words[1:], stdin, span, command)
        return self.expression(words, span, first)

    def _is_command(self, words: list[Word], name: str, first: Stuff) -> bool:
        low = cmdlets.canonical(name)
        if low in cmdlets.TABLE or name.lower() in self.functions or low in ("set-alias", "sal", "nal", "new-alias"):
            return True
        if words[0].plain:
            return not name.startswith(("[", "-", "$")) and not name[:1].isdigit() and name not in _OPERATORS
        piece = next((one for one in words[0].pieces if not isinstance(one, Text) or one.text), None)
        quoted = isinstance(piece, Text)
        return len(words) > 1 and words[1].plain.decode("utf-8", "replace").lower() not in _OPERATORS and (
            first.known and bool(first.text) and " " not in first.text and (quoted or low in table())
        )  # fmt: skip

    def _called(self, name: str, first: Stuff, rest: list[Word], stdin: Stuff, span: Span, command: Command) -> Stuff:  # noqa: PLR0917
        argv = self.arguments(rest, span)
        low = cmdlets.canonical(name)
        if low in ("set-alias", "sal", "nal", "new-alias"):
            told = [one.text for one in argv if not one.text.startswith("-")]
            if len(told) > 1:
                self.aliases[told[0].lower()] = told[1]
            return NOTHING
        if low in self.functions:
            return self.function(low, argv)
        hidden = self.hidden
        self.hidden = hidden or any(one.text.lower() == "hidden" for one in argv)
        printed = self._performed(low, first, argv, stdin, span, redirect.file_of(self, command))
        self.hidden = hidden
        return printed

    def _performed(self, low: str, first: Stuff, argv: list[Stuff], stdin: Stuff, span: Span, output: str) -> Stuff:  # noqa: PLR0917
        if low in ("curl", "wget"):
            low = "invoke-webrequest" if any(_PARAMETER.match(one.text) for one in argv) else low
        handler = cmdlets.TABLE.get(low)
        if handler is None:
            return self.call([first, *argv], stdin, span, output)
        if first.source is Source.DECODED:
            self.act(Verb.RUN, span, {"source": Source.DECODED, "what": low})
        return handler(Call(low, argv, stdin, span, self, output, first))

    def call(self, argv: list[Stuff], stdin: Stuff, span: Span, output: str = "") -> Stuff:
        """A command that another one runs: of PowerShell, or a program."""
        low = cmdlets.canonical(argv[0].text) if argv else ""
        if low in cmdlets.TABLE and low not in ("start-process",):
            return cmdlets.TABLE[low](Call(low, argv[1:], stdin, span, self, output, argv[0]))
        return super().call(argv, stdin, span, output)

    def nested(self, code: Stuff, span: Span, kind: Kind, *, unasked: bool = False) -> Stuff:
        """Text is run as code, in whatever language."""
        if kind is not Kind.POWERSHELL:
            before, self.unasked = self.unasked, self.unasked or unasked
            made = self._foreign(code, span, kind) if self.depth < 3 and code.text.strip() else UNKNOWN
            self.unasked = before
            return made
        if self.depth >= 5 or len(code.text) + self.nested_text > 1 << 20:
            return UNKNOWN
        self.nested_text += len(code.text)
        self.depth += 1
        before_at, self.at = self.at, span
        printed = self.script(parse(code.text.encode("utf-8", "replace")))
        self.at = before_at
        self.depth -= 1
        return printed

    def arguments(self, words: list[Word], span: Span) -> list[Stuff]:
        """The values of the words behind a command; what `+` joins is one."""
        found: list[Stuff] = []
        joining = False
        for word in words:
            if word.plain == b"+":
                joining = bool(found)
                continue
            made = self.value(word, span)
            if joining:
                found[-1] = together([found[-1], made])
                joining = False
            else:
                found.append(made)
        return found

    def expression(self, words: list[Word], span: Span, first: Stuff | None = None) -> Stuff:
        """The value of words that are no command."""
        found = [first if first is not None and at == 0 else self.value(word, span) for at, word in enumerate(words)]
        said = [one.text.lower() for one in found]
        if "-join" in said:
            return _decoded(together(found[: said.index("-join")], found[-1].text if said[-1] != "-join" else ""))
        if "-f" in said and len(found) > 2:
            return _formatted(found[0], found[said.index("-f") + 1 :])
        if "-replace" in said or "-creplace" in said:
            return _replaced(found, said)
        kept = [one for one, text in zip(found, said, strict=True) if text not in _OPERATORS]
        made = together(kept)
        pieced = len(kept) > 2 and "+" in said and all(len(one.text) < 12 for one in kept)
        return (
            msgspec.structs.replace(made, source=Source.DECODED)
            if pieced and made.source is None and made.known
            else made
        )

    def value(self, word: Word, span: Span) -> Stuff:
        """The value of one word: its pieces, with the methods that are called on the way."""
        made = NOTHING
        method = ""
        pieces = word.pieces
        odd = False
        for at, piece in enumerate(pieces):
            if isinstance(piece, Text):
                text = piece.text.decode("utf-8", "replace")
                odd = odd or piece.odd
                if not piece.quoted and at + 1 < len(pieces) and isinstance(pieces[at + 1], Inner) and text:
                    method = text
                elif not (made.telling and text[:1] == "." and not piece.quoted):
                    made = together([made, Stuff(_CHAR.sub(_character, text) if "[" in text else text)])
            elif isinstance(piece, Variable):
                made = together([made, self._variable(piece)])
            else:
                made = self._inner(piece, method, made, span)
                method = ""
        return msgspec.structs.replace(made, source=Source.DECODED) if odd and made.source is None else made

    def _variable(self, piece: Variable) -> Stuff:
        if piece.name.startswith("env:"):
            return but(of_variable(piece.name[4:]), f"$env:{piece.name[4:]}")
        known = self.variables.get(piece.name)
        return known if known is not None else Stuff(f"${piece.name}", known=False)

    def _inner(self, piece: Inner, method: str, made: Stuff, span: Span) -> Stuff:
        if piece.how == b"{":
            return together([made, self.script(piece.script)])
        if not method or _TYPED.fullmatch(method):
            value = self.script(piece.script) if not method else _typed(method, self._args(piece, span))
            return together([made, value]) if made is not NOTHING else value
        return self._method(method, made, self._args(piece, span), span)

    def _args(self, piece: Inner, span: Span) -> list[Stuff]:
        lines = piece.script.pipelines
        if len(lines) == 1 and len(lines[0].commands) == 1:
            words = lines[0].commands[0].words
            if words and not self._is_command(
                words, words[0].plain.decode("utf-8", "replace"), Stuff(words[0].plain.decode("utf-8", "replace"))
            ):
                if any(word.plain.lower() in (b"-join", b"-f", b"-replace") for word in words):
                    return [self.expression(words, span)]
                return self.arguments(words, span)
        return [self.script(piece.script)]

    def _method(self, said: str, made: Stuff, args: list[Stuff], span: Span) -> Stuff:
        """What a method does and gives."""
        name = said.rpartition(".")[2].rpartition("::")[2].lower() or said.lower()
        owner = said.lower() + " " + made.text.lower()[:200]
        call = Call(name, args, NOTHING, span, self)
        first = args[0] if args else NOTHING
        if name in _FETCHES and (first.text or first.telling):
            path = args[1].text if name.startswith("downloadfile") and len(args) > 1 else ""
            self.act(Verb.FETCH, span, {"url": first.text, "path": path, "names": first.names})
            return cmdlets.fetched(call, first.text, path)
        if name in _SENDS:
            sent = together([call.reads(args[-1:]) if name.startswith("uploadfile") else NOTHING, *args[1:]])
            data = sent.data | ({Data.FILES} if name.startswith("uploadfile") and not sent.data else frozenset())
            self.act(Verb.SEND, span, {"url": first.text, "data": data, "names": sent.names, "flow": sent.flow})
            return cmdlets.fetched(call, first.text)
        if name == "frombase64string":
            return _unpacked(first)
        if name == "getstring":
            return _text_of(first, wide="unicode" in owner)
        if name in ("load", "create", "newscriptblock") and ("assembly" in owner or "scriptblock" in owner):
            return self._code(call, first, load=name == "load")
        if "tcpclient" in owner and name == "new":
            return cmdlets.connection(call, args)
        return self._other(call, name, owner, made, args)

    def _other(self, call: Call, name: str, owner: str, made: Stuff, args: list[Stuff]) -> Stuff:
        if "amsi" in owner or any("amsi" in one.text.lower() for one in args):
            self.act(Verb.STOP, call.span, {"what": "amsi: " + call.said[:200]})
        if name in ("readalltext", "readallbytes", "readalllines"):
            return call.reads(args[:1])
        if name in ("gettext",) and "clipboard" in owner:
            return cmdlets.TABLE["get-clipboard"](call)
        if name == "getenvironmentvariables":
            return environment(call)
        if name == "getenvironmentvariable" and args:
            return of_variable(args[0].text)
        if name in ("start",) and "process" in owner:
            return self.call(args, NOTHING, call.span)
        if name in ("run", "exec", "shellexecute") and ("shell" in owner or "wscript" in owner):
            return evaluated(call, together(args, " "), Kind.SHELL)
        if name in ("invoke", "invokescript") and (made.source or args):
            return (
                evaluated(call, made if made.source else args[0], Kind.POWERSHELL)
                if (made.source or args[0].telling)
                else UNKNOWN
            )
        if name in ("replace",) and len(args) > 1 and made.known:
            return _decoded(but(made, made.text.replace(args[0].text, args[1].text)))
        return passed(together([made, *args]))

    def _code(self, call: Call, code: Stuff, *, load: bool) -> Stuff:
        if load:
            source = code.source or Source.INPUT
            self.act(Verb.RUN, call.span, {"source": source, "url": code.url, "flow": code.flow, "what": "an assembly"})
            return UNKNOWN
        return evaluated(call, code, Kind.POWERSHELL)


_FETCHES = frozenset(
    "downloadstring downloaddata downloadfile downloadfileasync downloadfiletaskasync openread getstringasync "
    "downloadstringtaskasync getbytearrayasync".split()
)
_SENDS = frozenset(
    "uploadstring uploaddata uploadfile uploadvalues postasync uploadstringasync uploadfileasync putasync".split()
)
_PARAMETER = re.compile(r"-(?:uri|outf|useb|met|bod|head|inf)", re.IGNORECASE)


def _assigned(command: Command) -> str | None:
    """The variable that a command sets, if it sets one."""
    words = command.words
    if len(words) < 3 or words[1].plain not in (b"=", b"+="):
        return None
    piece = words[0].pieces[-1]
    return piece.name if isinstance(piece, Variable) else None


def _character(found: re.Match[str]) -> str:
    number = int(found[1], 16) if found[1] else int(found[2])
    return chr(number) if number < 0x110000 else ""


def _typed(kind: str, args: list[Stuff]) -> Stuff:
    """`[char[]](104,105)`: numbers as letters; any other type keeps the value."""
    if "char" in kind.lower() and args and all(one.text.isdigit() and len(one.text) < 6 for one in args):
        return _decoded(Stuff("".join(chr(int(one.text)) for one in args)))
    return together(args)


def _decoded(stuff: Stuff) -> Stuff:
    source = Source.FETCHED if stuff.source is Source.FETCHED else Source.DECODED
    return msgspec.structs.replace(stuff, source=source)


def _formatted(form: Stuff, args: list[Stuff]) -> Stuff:
    text = form.text
    for at, arg in enumerate(args[:40]):
        text = text.replace(f"{{{at}}}", arg.text)
    return _decoded(but(together([form, *args]), text))


def _replaced(found: list[Stuff], said: list[str]) -> Stuff:
    at = said.index("-replace") if "-replace" in said else said.index("-creplace")
    whole = together(found[:at])
    told = found[at + 1 :]
    if whole.known and told and not any(mark in told[0].text for mark in "[]()*+?^$|"):
        return _decoded(but(whole, whole.text.replace(told[0].text, told[1].text if len(told) > 1 else "")))
    return passed(_decoded(whole))


def _unpacked(stuff: Stuff) -> Stuff:
    """The bytes of base64, each as the character of its number."""
    text = ""
    if stuff.known:
        raw = "".join(stuff.text.split())
        try:
            text = base64.b64decode(raw + "=" * (-len(raw) % 4)).decode("latin-1")
        except (ValueError, binascii.Error):
            text = ""
    return _decoded(but(stuff, text or "$_", known=bool(text)))


def _text_of(stuff: Stuff, *, wide: bool) -> Stuff:
    if not stuff.known:
        return _decoded(stuff) if stuff.telling else UNKNOWN
    raw = stuff.text.encode("latin-1", "replace")
    return _decoded(but(stuff, raw.decode("utf-16-le" if wide or raw[1:8:2] == b"\0" * 4 else "utf-8", "replace")))
