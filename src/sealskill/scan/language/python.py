"""Python: what a program does, followed from name to name, and what its comments say."""

from __future__ import annotations

from sealskill.scan.act import Act
from sealskill.scan.document import Document, Kind
from sealskill.scan.language import _sentences
from sealskill.scan.language._python_flow import Reading
from sealskill.scan.language._python_syntax import tree_of
from sealskill.scan.pattern import pattern
from sealskill.scan.prose import Prose, Where
from sealskill.scan.readers import Reader

# A call of any of these does something that a rule may ask about.
_DOES = (
    r"\bsubprocess\b", r"\bos\.(?:system|popen|exec|spawn|posix_spawn|startfile|dup2|fork|remove|unlink)",
    r"\b(?:eval|exec|execfile|compile)\s*\(",
    r"\b__import__\b|\bimportlib\b|\bgetattr\s*\(|__builtins__|\bglobals\s*\(",
    r"\b(?:requests|httpx|aiohttp|urllib\w*|httplib\w*|http\.client|curl_cffi)\b",
    r"\b(?:socket|socketserver|websockets?|asyncio)\b",
    r"\b(?:smtplib|ftplib|paramiko|pysftp|telnetlib|boto3|telebot|telegram|discord\w*|slack_sdk|dns\.resolver)\b",
    r"\b(?:pickle|cPickle|marshal|dill|runpy|ctypes)\b", r"\bos\.environ\b(?:\s*\)|\.items|\.copy|\.values)",
    r"\b(?:shutil\.rmtree|os\.walk|rglob|Fernet|AES\.new|encrypt)\b",
    r"\b(?:keyring|browser_cookie3|pyperclip|pynput|ImageGrab|mss)\b",
    r"\b(?:web3|ccxt|stripe|solana)\b", r"\bpty\b", r"\bwinreg\b", r"while\s+(?:True|1)\b",
)  # fmt: skip


def acts(document: Document) -> tuple[Act, ...]:
    """What the program does, in order; nothing for what is too large or deep to be followed."""
    tree = tree_of(document.data)
    return Reading(document).read(tree) if tree is not None else ()


# Strings first, so that a hash in one of them is no comment.
_TOKENS = pattern(
    r'"""(?:[^"\\]|\\.|"[^"]|""[^"])*"""|'
    r"'''(?:[^'\\]|\\.|'[^']|''[^'])*'''|"
    r'"(?:[^"\\\n]|\\.)*"|' + r"'(?:[^'\\\n]|\\.)*'|#[^\n]*(?:\n[ \t]*#[^\n]*)*"
)
MIN_SAID = 40
"""Bytes from which on a string may be a sentence."""


def sentences(document: Document) -> Prose:
    """What comments, docstrings and long strings say."""
    run = _sentences.Run(document)
    for token in _TOKENS.finditer(document.data):
        start, end = token.start(), token.end()
        first = document.data[start : start + 3]
        if first[:1] == b"#":
            _comment(run, start, end)
        elif first in (b'"""', b"'''"):
            run.lines(start + 3, end - 3, Where.COMMENT)
        elif end - start > MIN_SAID and document.data.count(b" ", start, end) > 4:
            run.lines(start + 1, end - 1, Where.META)
    return run.prose()


def _comment(run: _sentences.Run, start: int, end: int) -> None:
    """Comments in lines that follow each other are one text."""
    at = start
    for line in run.document.data[start:end].split(b"\n"):
        bare = line.lstrip(b" \t#!")
        run.add(bare + b" ", at + len(line) - len(bare))
        at += len(line) + 1
    run.end(Where.COMMENT)


READER = Reader(kinds=(Kind.PYTHON,), acts=acts, sentences=sentences, anchors=_DOES)
