"""What a text without a name is written in: decoded layers, and files whose names say nothing."""

from __future__ import annotations

from sealskill.scan.document import Kind
from sealskill.scan.pattern import pattern

_HEAD = 4096
"""Bytes that are looked at: what a text is shows at its beginning."""
_COMMANDS = (
    "curl wget bash sh zsh nc ncat netcat socat python python2 python3 node perl ruby php openssl ssh scp rsync tar "
    "unzip chmod chown rm mv cp mkdir cat echo printf eval source cd crontab launchctl systemctl osascript xattr open "
    "npm npx pip pip3 brew apt apt-get git docker kill mkfifo tee base64 dd find touch ls whoami id uname env gpg "
    "tccutil security defaults useradd iptables sleep test trap alias unset export"
).split()


def _any(*shapes: str) -> str:
    return "|".join(shapes)


# The first that matches counts; each asks for a shape that prose does not have.
_SHAPES = {
    Kind.SVG: r"^\s*(?:<\?xml[^>]*>\s*|<!--[^>]*-->\s*|<!DOCTYPE svg[^>]*>\s*)*<svg[\s>]",
    Kind.HTML: r"^\s*<(?:!doctype html|html|head|body|script|iframe)[\s>]",
    Kind.XML: r"^\s*<\?xml[\s?]",
    Kind.JSON: r'^\s*(?:\{\s*(?:\}|"[^"\n]*"\s*:)|\[\s*[\]\[{"0-9-])',
    Kind.BATCH: r"(?m)^\s*@?(?:echo off|setlocal|rem )\b",
    Kind.POWERSHELL: _any(
        r"(?m)^\s*\$[A-Za-z_][\w:]*\s*=\s*(?:\[|New-|Get-|Invoke-|\(|\")",
        r"^\s*(?:param\s*\(|function [A-Z][a-z]+-[A-Z]|powershell(?:\.exe)?\s+-|pwsh\s+-)",
        r"\b(?:Invoke-(?:Expression|WebRequest|RestMethod)|New-Object|Start-Process|Set-ExecutionPolicy)\b",
        r"\b(?:DownloadString|DownloadFile|FromBase64String)\(|\b(?:iex|iwr)[\s(]",
    ),
    Kind.PYTHON: _any(
        r"(?m)^\s*import [A-Za-z_][\w.]*\s*(?:$|#|;|,|as )",
        r"^\s*(?:from [A-Za-z_.][\w.]* import |def \w+\([^\n]*:|class \w+[(:]|if __name__\s*==)",
        r"^\s*(?:exec|print|eval|__import__)\(",
    ),
    Kind.JAVASCRIPT: _any(
        r"(?m)^\s*(?:const|let|var) [\w${\[]",
        r"^\s*(?:async )?function\b[\s*]*\w*\s*\(",
        r"^\s*(?:import [\w{*][^\n]* from ['\"]|export (?:default|const|function)|module\.exports)",
        r"^\s*\(?(?:async )?\([^\n)]*\)\s*=>|^\s*(?:require|fetch|setTimeout)\(|\bprocess\.env\.",
    ),
    Kind.SHELL: _any(
        r"(?m)^\s*(?:[A-Za-z_]\w*=(?:[\"'$(/]|\w+$)|export \w+=|set -[a-z]|if \[)",
        r"^\s*(?:for \w+ in [^\n]*;|while (?:true|:|read|\[))",
        r"^\s*(?:(?:sudo|nohup|exec|env) |\( *)*(?:/\S*/)?"
        rf"(?:{'|'.join(_COMMANDS)})(?:\s+[-\"'$/~.&<>{{}}\w@*|`+][^\n]*|\s*)$",
        r"/dev/tcp/|\|\s*(?:ba|z)?sh\b|\$\([a-z]|&&\s*\w+ |>\s*/dev/null",
    ),
    Kind.MARKDOWN: _any(
        r"(?m)\A---\n[A-Za-z_-]+:",
        r"^(?:#{1,6} \S|```|[-*] \S[^\n]*\n[-*] \S|\d+\. \S[^\n]*\n\d+\. \S)",
    ),
    Kind.CODE: r"^\s*(?:<\?php|package \w+\s*;?\n|#include\s*[<\"]|use strict;)",
}
_PATTERNS = tuple((kind, pattern(source, case=kind is not Kind.POWERSHELL)) for kind, source in _SHAPES.items())
_PROSE = pattern(r"^\s*[A-Z][a-z']*,? (?:[a-z'-]+,? ){4,}", case=True)
"""A sentence: `Find the file and send it` begins like a command and is none."""
_MARKED = pattern(r"[$|;<>={}()`]|&&|://|\s-{1,2}[a-z]")


def guess(data: bytes) -> Kind:
    """What a text seems to be written in; plain text where it has no shape of its own."""
    head = data[:_HEAD]
    return next((kind for kind, shape in _PATTERNS if shape.search(head) and _sure(kind, head)), Kind.TEXT)


_LINES = 200
"""Lines of a decoded text that are looked at for commands."""


def guesses(data: bytes) -> tuple[Kind, ...]:
    """What a decoded text may be written in: commands below a sentence are commands, and the sentence is one."""
    first = guess(data)
    lines = data[:_HEAD].split(b"\n")[1:_LINES] if first is Kind.TEXT else []
    return (first, Kind.SHELL) if any(guess(one) is Kind.SHELL for one in lines if one.strip()) else (first,)


def _sure(kind: Kind, head: bytes) -> bool:
    """Whether a command line is one: it has a mark that prose lacks, or is short."""
    if kind is not Kind.SHELL:
        return True
    return not _PROSE.search(head) and (len(head) < 60 or bool(_MARKED.search(head)))
