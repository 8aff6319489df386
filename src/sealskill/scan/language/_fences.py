"""Code blocks of a text: which language they are in, and who is meant to run them."""

from __future__ import annotations

from functools import cache

import msgspec

from sealskill.scan import kinds, manner, readers
from sealskill.scan.act import Act, Doer
from sealskill.scan.document import Document, Kind
from sealskill.scan.pattern import Pattern, pattern
from sealskill.scan.prose import Prose

_MARKUP = frozenset((Kind.MARKDOWN, Kind.TEXT))
"""Kinds in which a code block does nothing by itself."""
_COMMANDS = pattern(
    r"(?m)^[ \t]*(?:\$[ \t]+\S|(?:sudo[ \t]+)?(?:curl|wget|bash|sh|zsh|npm|npx|pnpm|yarn|bun|pip3?|pipx|uvx?|python3?|"
    r"node|git|brew|apt|apt-get|cargo|go|docker|chmod|chown|rm|cp|mv|mkdir|cat|echo|export|source|cd|ssh|scp|rsync|nc|"
    r"ncat|openssl|base64|crontab|launchctl|systemctl|osascript|powershell|iwr|irm|tar|unzip|7z|eval|exec|kill|nohup|"
    r"clawhub|openclaw)[ \t]+[\w\"'$./~@:-])|^[ \t]*\./\w|\|[ \t]*(?:ba|z)?sh\b|/dev/tcp/"
)


_HEAD = 120
"""Bytes of a code block in which its own comment may say that it is a bad example."""
_WARNED = pattern(
    r"\A\s*(?:#|//|--|/\*|<!--)[^\n]*(?:❌|🚫|⛔|\b(?:bad|wrong|unsafe|insecure|vulnerable|dangerous|malicious|attack\w*|"
    r"do\s+not|don't|never|incorrect|anti-?pattern|payload|exploit)\b)"
)


class Fence(msgspec.Struct, frozen=True, gc=False):
    """A code block: where it stands, and what introduces it."""

    kind: Kind | None
    start: int
    end: int
    runs: tuple[tuple[int, int], ...]
    heading: str
    lead: int
    title: str = ""


def kind_of(info: str, data: bytes) -> Kind | None:
    """The language of a code block: as it says, or a shell where it looks like commands; None for a sample of text."""
    named = kinds.of_language(info)
    if named is not None:
        return named
    return Kind.SHELL if _COMMANDS.search(data) else None


def document_of(outer: Document, fence: Fence) -> Document | None:
    """The code as a document of its own, or None where nothing that its reader knows stands in it."""
    if fence.kind is None or fence.kind in _MARKUP:
        return None
    reader = readers.readers()[fence.kind]
    if not outer.hits.intersection(reader.anchors):
        return None
    if not reader.choosy and not _known(fence.kind).search(outer.data, fence.start, fence.end):
        return None
    if len(fence.runs) == 1:
        return outer.part(*fence.runs[0], fence.kind)
    return outer.joined(list(fence.runs), fence.kind)


@cache
def _known(kind: Kind) -> Pattern:
    """Whatever a reader's anchors know, as one pattern."""
    return pattern("|".join(f"(?:{anchor})" for anchor in readers.readers()[kind].anchors) or r"[^\x00-\x{10ffff}]")


def by(doer: Doer, acts: tuple[Act, ...]) -> tuple[Act, ...]:
    """The acts of a code block, done by whoever is told to run it."""
    return tuple(msgspec.structs.replace(act, doer=doer) for act in acts if act.doer is Doer.CODE)


def doer(prose: Prose, fence: Fence) -> Doer:
    """Who is told to run a code block: nobody where the text around it, or its first line, shows it as a lesson."""
    said = list(prose.leads(fence.lead))
    if (
        manner.teaches(fence.heading, fence.title)
        or any(map(manner.introduces_code, said))
        or _WARNED.search(fence_head(prose, fence))
    ):
        return Doer.NOBODY
    if said and manner.forbids_running(said[0]):
        return Doer.NOBODY
    return Doer.PERSON if said and manner.told(said[0], shown=True) is Doer.PERSON else Doer.AGENT


def fence_head(prose: Prose, fence: Fence) -> bytes:
    """The beginning of a code block."""
    return prose.document.data[fence.start : min(fence.end, fence.start + _HEAD)]
