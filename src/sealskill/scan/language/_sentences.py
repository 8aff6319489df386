"""Prose becomes sentences: split, folded, and judged by whom it speaks to."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence

from sealskill.scan.act import Doer
from sealskill.scan.document import Document, Span
from sealskill.scan.facts.hosts import urls_in
from sealskill.scan.pattern import pattern
from sealskill.scan.prose import Link, Sentence, Where

MAX_SENTENCE = 2_000
"""Bytes: longer is no sentence; it is cut and the rest is the next."""
_PARAGRAPH = pattern(r"\n[ \t]*\n")
# A full stop ends a sentence before a space; CJK stops end one anywhere. `e.g. x` and `v1. 2` survive the look-behind.
_END = pattern(r"[.!?]['\")\]*_]*(?:\s|$)|[。！？；]|\n")
_ABBREVIATED = (b"e.g.", b"i.e.", b"etc.", b"vs.", b"cf.", b"approx.", b"no.", b"fig.", b"dr.", b"mr.", b"ms.")


class Run:
    """Plain text with its markup taken away, and where each piece of it came from."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.text = bytearray()
        self.pieces: list[tuple[int, int, int]] = []
        """(offset here, offset in the document, length there)."""
        self.links: list[tuple[int, int, str]] = []
        """(start and end here, address)."""
        self.codes: list[tuple[int, int, int, int]] = []
        """(start and end here, start and end of the code in the document)."""
        self.strong = False

    @classmethod
    def plain(cls, document: Document, start: int, end: int) -> Run:
        """A run of bytes as it stands."""
        run = cls(document)
        run.add(document.data[start:end], start)
        return run

    def add(self, text: bytes, at: int, length: int | None = None) -> None:
        """Some text, and where in the document it stands."""
        self.pieces.append((len(self.text), at, len(text) if length is None else length))
        self.text += text

    def where(self, offset: int) -> int:
        """The offset in the document of an offset here."""
        if not self.pieces:
            return 0
        here, there, length = self.pieces[max(bisect_right(self.pieces, (offset, 1 << 62, 0)) - 1, 0)]
        return there + min(offset - here, length)

    def span(self, start: int, end: int) -> Span:
        """The run of the document that some of the text came from."""
        first = self.where(start)
        return Span(self.document, first, max(self.where(end), first))


def paragraphs(data: bytes) -> Iterator[tuple[int, int]]:
    """Start and end of every block between blank lines."""
    start = 0
    for gap in _PARAGRAPH.finditer(data):
        if gap.start() > start:
            yield start, gap.start()
        start = gap.end()
    if start < len(data):
        yield start, len(data)


def sentences(run: Run, where: Where, heading: str = "", *, to_nobody: bool = False) -> Iterator[Sentence]:
    """Every sentence of a run. `to_nobody` marks a place in which nothing is an order: a quotation, an example."""
    text = bytes(run.text)
    for start, end in _split(text):
        words = b" ".join(text[start:end].split())
        if words:
            yield _sentence(run, where, heading, (start, end), words, to_nobody=to_nobody)


def _split(text: bytes) -> Iterator[tuple[int, int]]:
    start = 0
    for found in _END.finditer(text):
        at = found.end()
        if found.group() == b"\n" and not _breaks(text, start, at):
            continue
        if text[start:at].rstrip().lower().endswith(_ABBREVIATED):
            continue
        yield from _cut(start, at)
        start = at
    yield from _cut(start, len(text))


def _breaks(text: bytes, start: int, at: int) -> bool:
    """Whether a line end is the end of a sentence: where the next line begins something new."""
    following = text[at : at + 3].lstrip()
    return following[:1] in (b"-", b"*", b"#", b"|", b">", b"+") or following[:1].isdigit() or at - start > MAX_SENTENCE


def _cut(start: int, end: int) -> Iterator[tuple[int, int]]:
    for at in range(start, end, MAX_SENTENCE):
        yield at, min(at + MAX_SENTENCE, end)


def _sentence(
    run: Run, where: Where, heading: str, within: tuple[int, int], words: bytes, *, to_nobody: bool
) -> Sentence:
    start, end = within
    codes = [one for one in run.codes if start <= one[0] < end]
    links = _links(run, start, end)
    judged = _judge(words, where)
    return Sentence(
        span=run.span(start, end),
        text=words.decode("utf-8", "replace"),
        where=where,
        to=Doer.NOBODY if to_nobody else judged,
        heading=heading,
        links=tuple(links),
        codes=tuple(Span(run.document, at, last) for _, _, at, last in codes),
        negated=bool(_NOT.search(words)),
        quoted=_quoted(words),
    )


def _links(run: Run, start: int, end: int) -> Sequence[Link]:
    text = bytes(run.text)
    labelled = [
        Link(url, text[first:last].decode("utf-8", "replace"), run.span(first, last))
        for first, last, url in run.links
        if start <= first < end
    ]
    known = {link.url for link in labelled}
    written = [Link(url, url, run.span(start + at, start + last)) for at, last, url in urls_in(text[start:end])]
    return [*labelled, *(link for link in written if link.url not in known)]


_NOT = pattern(
    r"\b(?:never|do\s+not|don'?t|must\s+not|should\s+not|shouldn'?t|mustn'?t|cannot|can'?t|won'?t|avoid|refuse|reject|"
    r"refrain|instead\s+of|rather\s+than|not\s+recommended|forbidden|prohibited)\b|不要|禁止|切勿|请勿|nie\s+|niemals|jamais|"
    r"nunca|никогда|не\s+"
)
_QUOTES = pattern(r"[\"“”„«»「」『』]")
_SHOWS = pattern(
    r"\b(?:for\s+example|e\.g\.|such\s+as|examples?\s*:|patterns?|phrases?|detect\w*|flag\w*|look\s+for|scan\w*\s+for|attack\w*|malicious|"
    r"attackers?|inject\w*|jailbreak\w*|suspicious|red\s+flags?|warning\s+signs?|signs?\s+of|indicators?|threat\w*|"
    r"vulnerab\w*|exploit\w*|payloads?|phishing|says?|said|claim\w*|contain\w*|like|trigger\w*)\b"
)


def _quoted(words: bytes) -> bool:
    """Whether a sentence speaks about what others say rather than saying it."""
    return bool(_SHOWS.search(words)) and len(_QUOTES.findall(words)) >= 2


_PERSON = pattern(
    r"\b(?:your\s+(?:terminal|computer|machine|system|browser|mac|pc|desktop|device|downloads)|"
    r"(?:in|into|to|from|open|using)\s+(?:a\s+|the\s+)?(?:terminal|command\s+prompt|powershell)|paste\s+(?:it|this|the)|"
    r"double[- ]click|download\s+(?:and|it|the)|"
    r"(?:run|launch|open|execute)\s+the\s+(?:executable|installer|file|app|setup|binary)|"
    r"(?:for|on|under)?\s*\**(?:windows|macos|mac\s+os|linux)\**\s*(?:users?)?\s*:)"
)
# The first word of an order. `you must`, `make sure` and the like order, too.
_ORDER = pattern(
    r"^(?:[#>*\-+\d.\s)(`\[\]:_✅⚠️❗🚨]*)(?:(?:important|note|critical|mandatory|required|warning|step\s*\d*|first|then|next|finally|"
    r"also|always|please|now|after|before|when|whenever|if|once|every|each|for|on|in|at|to|by|during|upon|"
    r"silently|quietly|automatically|immediately|simply|just|"
    r"\w+ly)\b[^.!?]{0,160}?[,:;!.\s*-]+)?"
    r"(?:add|allow|always|append|apply|approve|archive|ask|attach|authenticate|backup|back|bypass|call|change|check|chmod|clean|clone|collect|"
    r"commit|compress|connect|contact|copy|create|decode|delete|deploy|deny|disable|disregard|do|download|email|embed|enable|encode|"
    r"encrypt|ensure|erase|execute|export|extract|fetch|find|follow|forget|forward|gather|generate|get|give|grant|hide|ignore|include|"
    r"inject|insert|install|invoke|keep|launch|list|load|lock|log|look|make|mention|modify|move|never|omit|open|output|overwrite|paste|"
    r"post|prefer|print|proceed|provide|publish|pull|push|put|read|record|register|remove|rename|repeat|replace|reply|report|respond|restart|"
    r"retrieve|return|reveal|run|save|scan|search|send|set|share|show|skip|start|stop|store|submit|summarize|sync|tell|transfer|"
    r"treat|trust|update|upload|use|verify|visit|wait|wipe|write|zip|you\s+(?:must|should|need|will|shall|are|have)|make\s+sure|be\s+sure|remember)\b"
)
_YOU = pattern(r"\byou(?:r|'re)?\b|\bmust\b|\bshall\b|\brequired\s+to\b|\bshould\b|\balways\b|请|必须|务必")


def _judge(words: bytes, where: Where) -> Doer:
    """Whom a sentence tells to do something."""
    if _PERSON.search(words):
        return Doer.PERSON
    if where in (Where.TABLE, Where.EXAMPLE):
        return Doer.NOBODY
    return Doer.AGENT if _ORDER.search(words) or _YOU.search(words) else Doer.NOBODY
