"""Command lines that stand in data: what a package manager, an editor, a service or an agent's host will run."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

import msgspec

from sealskill.scan.act import Act, Doer
from sealskill.scan.document import Document, Kind
from sealskill.scan.language import _commands
from sealskill.scan.pattern import pattern
from sealskill.scan.values.value import Role, Value

_LINES = frozenset(
    "command cmd run exec script shell bash sh zsh entrypoint entry program programarguments test execute "
    "commands cmds beforescript afterscript beforeinstall afterinstall install build start prestart poststart "
    "runcmd bootcmd prerun postrun onstart onload apikeyhelper sshcommand fsmonitor editor pager hook "
    "precommit prepush postcommit postmerge postcheckout crontab commandline shellcommand startup autorun".split()
)
"""Names, without their hyphens, whose value is a command line."""
_POWERSHELL = frozenset(("pwsh", "powershell"))
_UNDER = frozenset(("scripts", "tasks", "hooks", "alias", "aliases", "commands", "lifecycle"))
"""Names of mappings in which every value may be one."""
_UNASKED = frozenset(
    "preinstall install postinstall prepare prepublish preuninstall postuninstall hooks onstart onload "
    "prestart poststart postcreatecommand oncreatecommand poststartcommand postattachcommand initializecommand "
    "updatecontentcommand crontab startup autorun runcmd bootcmd statusline apikeyhelper precommit prepush "
    "postcommit postmerge postcheckout".split()
)
"""Names under which a command runs without anybody asking for it at that moment."""
_SHOWN = frozenset(
    "example examples deny denied denylist disallow blocked blocklist forbidden dangerous malicious suspicious "
    "unsafe bad pattern patterns signature signatures evals cases testcases testcase fixtures attacks payloads "
    "detections expected expectedoutput output stdout result results messages transcript history prompt "
    "conversation".split()
)
"""Names under which a command is a sample of one."""
_RATED = frozenset("severity risk risklevel verdict expected expectedverdict ismalicious regex pattern".split())
"""Names beside a command that is listed to be recognised."""
_STARTS_BY_ITSELF = (
    "folderopen",
    "runatload",
    "keepalive",
    "startinterval",
    "startcalendarinterval",
    "x-gnome-autostart",
)
_HEADS = frozenset(("CMD", "CMD-SHELL", "NONE"))
_MAX = 2_000
"""Commands of one file that are read."""


class Command(msgspec.Struct, frozen=True, gc=False):
    """One command line, or one program with its arguments."""

    words: tuple[Value, ...]
    argv: bool
    unasked: bool
    kind: Kind = Kind.SHELL


def acts(document: Document, values: Iterable[Value]) -> Iterator[Act]:
    """What the commands in the values of a data file do."""
    known = list(values)
    filled = {one.keys[-1]: one.text for one in known if one.keys and not one.item and len(one.text) < _PIECE}
    for one in _commands_in(known):
        for act in (*_acts(document, one), *_filled(document, one, filled)):
            yield msgspec.structs.replace(act, unasked=True) if one.unasked and act.doer is Doer.CODE else act


def _acts(document: Document, one: Command) -> Iterator[Act]:
    if one.argv:
        span = document.span(one.words[0].start, one.words[-1].end)
        yield from _commands.acts_of_argv([word.text for word in one.words], span)
        return
    for word in one.words:
        if _as_it_stands(document, word):
            yield from _commands.acts_of_runs(document, [(at, at + len(piece)) for at, piece in word.runs], one.kind)
        else:
            yield from _commands.acts_of_text(word.text, document.span(word.start, word.end), kind=one.kind)


def _filled(document: Document, one: Command, filled: Mapping[str, str]) -> Iterator[Act]:
    """What a command does once the names in it stand for what the same file gives them."""
    if one.argv:
        return
    for word in one.words:
        names = {found.group(1) or found.group(2) for found in _NAME.finditer(word.data)}
        said = word.text
        for name in sorted((each.decode() for each in names), key=len, reverse=True):
            if name in filled:
                said = said.replace("${" + name + "}", filled[name]).replace("{{" + name + "}}", filled[name])
                said = said.replace("$" + name, filled[name])
        if said != word.text:
            yield from _commands.acts_of_text(said, document.span(word.start, word.end), kind=one.kind)


_NAME = pattern(r"\$\{?([A-Za-z_]\w{0,30})\}?|\{\{([A-Za-z_]\w{0,30})\}\}")
_PIECE = 200
"""Bytes of a value up to which it may be a piece of a command."""


def _as_it_stands(document: Document, word: Value) -> bool:
    return all(document.data.startswith(piece, at) for at, piece in word.runs)


def _commands_in(values: list[Value]) -> list[Command]:
    rated = {one.group for one in values if one.keys and _plain(one.keys[-1]) in _RATED}
    starts = any(_starts_by_itself(one) for one in values)
    found: dict[tuple[int, tuple[str, ...]], list[Value]] = defaultdict(list)
    for one in values:
        if one.role is Role.VALUE and one.keys and one.group not in rated and _runs(one):
            found[(one.group, one.keys[:-1] if _takes_arguments(one) else one.keys)].append(one)
            if len(found) > _MAX:
                break
    return [_command(words, starts=starts) for words in found.values()]


def _takes_arguments(one: Value) -> bool:
    return _plain(one.keys[-1]) in ("args", "arguments", "command", "cmd", "program", "entrypoint")


def _runs(one: Value) -> bool:
    plain = [_plain(key) for key in one.keys]
    if not _SHOWN.isdisjoint(plain):
        return False
    last = plain[-1]
    named = last in _LINES or last in _POWERSHELL or last.endswith("command") or last.startswith("exec")
    return named or last in ("args", "arguments") or (len(plain) > 1 and plain[-2] in _UNDER)


def _command(words: list[Value], *, starts: bool) -> Command:
    plain = {_plain(key) for word in words for key in word.keys}
    first = words[0]
    if first.item and first.text in _HEADS:
        words = words[1:] or words
    argv = len(words) > 1 and b" " not in words[0].data.strip() and _is_argv(words)
    kind = Kind.POWERSHELL if _plain(first.keys[-1]) in _POWERSHELL else Kind.SHELL
    return Command(tuple(words), argv, starts or not plain.isdisjoint(_UNASKED), kind)


def _is_argv(words: list[Value]) -> bool:
    """Whether several texts are one command: a program and its arguments, and not a list of lines."""
    return _takes_arguments(words[0]) or _plain(words[0].keys[-1]) in ("programarguments", "test")


def _starts_by_itself(one: Value) -> bool:
    return bool(one.keys) and (one.text.lower() in _STARTS_BY_ITSELF or one.keys[-1].lower() in _STARTS_BY_ITSELF)


def _plain(name: str) -> str:
    return name.lower().replace("-", "").replace("_", "").replace(" ", "")
