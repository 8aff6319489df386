"""What rules over prose share: the sentences that say something, whether they mean it, and what stands around them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from sealskill.scan.act import Doer
from sealskill.scan.document import Document, Kind, Span
from sealskill.scan.facts.purpose import Topic
from sealskill.scan.facts.triggers import IMPERATIVE, UNASKED
from sealskill.scan.pattern import Pattern, pattern, uncounted
from sealskill.scan.prose import Prose, Sentence, Where
from sealskill.scan.rule import Rule
from sealskill.scan.rules import _acts

if TYPE_CHECKING:
    from sealskill.scan.package import Package

_BEFORE, _AFTER = 320, 700
"""Bytes around a sentence that belong to what it says: a list of three steps, the command below them."""
_BLOCK = 3_000
"""Bytes of a code block that a sentence introduces."""
_PROSE = frozenset({Kind.MARKDOWN, Kind.TEXT, Kind.HTML, Kind.XML, Kind.SVG, Kind.DESKTOP})
_DATA = frozenset({Kind.JSON, Kind.YAML, Kind.TOML, Kind.INI, Kind.NOTEBOOK})
_UNSEEN = frozenset({Where.COMMENT, Where.ALT, Where.HIDDEN})
# Ways to write text that many honest files use: whoever decodes them hides nothing.
_OPEN_LAYERS = (
    "zip", "tar", "gzip", "docx", "xlsx", "pptx", "jar", "whl", "entities", "escapes", "percent", "widths",
    "quoted-printable", "data", "python constants", "script", "cell", "page",
    "font", "pdf", "database", "program", "pickle", "office",
)  # fmt: skip
_LESSON = pattern(
    r"\b(?:attacks?|attackers?|inject\w*|jailbreak\w*|detect\w*|patterns?|threats?|red\s+flags?|suspicious|"
    r"malicious|phish\w*|"
    r"vulnerabilit\w*|exploit\w*|anti-?patterns?|wrong|don['’]?ts?|what\s+not|payloads?|indicators?|signatures?|blocked|"
    r"test\s+(?:cases?|prompts?)|bad|unsafe|adversar\w*|risks?|limitations?|checklist|hijack\w*|defen[cs]e|"
    r"prohibited|forbidden|must\s+not|do\s+not|never|avoid)\b|"
    r"攻击|注入|检测|禁止|攻撃|検出|공격"
)


class Told:
    """The sentences of some documents in which an anchor of a rule stands: few, so a rule may ask much of each."""

    def __init__(self, rule: Rule, package: Package, documents: Iterable[Document], *, stem: str = "") -> None:
        self.package = package
        words = pattern(uncounted(stem or "|".join(rule.anchors)))  # whoever asks for a meaning looks closer
        self.sentences = [one for document in _read(package, documents) for one in document.saying(words)]

    def meaning(self, found: Pattern, *, lessons: bool = True) -> Iterator[Sentence]:
        """Those that say something and mean it: what only shows the words to whoever should know them is left out.

        `lessons=False` for orders so particular that a heading does not turn them into an example.
        """
        for one in self.sentences:
            if found.search(one.words) and (hidden(one) or not cited(self.package, one, found, lessons=lessons)):
                yield one


def _read(package: Package, documents: Iterable[Document]) -> Iterator[Document]:
    """The documents that somebody is meant to read: not the data that a program is tried with."""
    plain = (one for one in documents if (one.kind in _PROSE and not one.layers) or not _acts.is_sample(package, one))
    return (one for one in plain if not _exhibited(package, one))


def _exhibited(package: Package, document: Document) -> bool:
    """Whether it was decoded from an example in a lesson on attacks: `Input:`, and a block with the payload."""
    where = document.embedding
    if where is None or where.segments or not package.purpose.covers(Topic.SECURITY):
        return False
    prose = where.outer.sentences
    if where.outer.kind not in _PROSE or not isinstance(prose, Prose):
        return False
    at = bisect_right(prose.blocks, where.start, key=lambda block: prose.offset(block.start)) - 1
    return (
        at >= 0 and prose.blocks[at].where is Where.EXAMPLE and bool(_LESSON.search(prose.blocks[at].heading.encode()))
    )


def cited(package: Package, sentence: Sentence, found: Pattern, *, lessons: bool = True) -> bool:
    """Whether a sentence only shows such words: quoted, tabulated, a lesson about attacks, a string of a program."""
    kind = sentence.document.kind
    if sentence.shown or (kind not in _PROSE and sentence.where is not Where.COMMENT):
        return kind not in _DATA
    if _in_quotes(sentence, found) or (sentence.means(found) is None and (lessons or not _RUNS.search(sentence.words))):
        return True
    if (sentence.where is Where.PARAGRAPH or not lessons) and not package.purpose.covers(Topic.SECURITY):
        return False
    return sentence.lesson or bool(_LESSON.search(sentence.heading.partition(" / ")[2].encode()))


_RUNS = pattern(
    r"\b(?:run|runs|running|execut\w+|call|calling|invok\w+|using|command|with|by|via)\b|运行|执行|実行|실행"
)


def _in_quotes(sentence: Sentence, found: Pattern) -> bool:
    """Whether a quotation is open where the words begin, however many sentences of the block ago it began."""
    match = found.search(sentence.words)
    begin = sentence.start + (match.start() if match else 0)
    before = sentence.prose.text[sentence.prose.blocks[sentence.block].start : begin]
    return before.count(b'"') % 2 == 1 or before.count("“".encode()) > before.count("”".encode())


def hidden(sentence: Sentence) -> bool:
    """Whether the model reads it and a person looking at the page does not: a comment, alt text, decoded text."""
    if covert(sentence.span):
        return True
    return sentence.where in _UNSEEN and sentence.document.kind in _PROSE and not _shown_too(sentence)


def _shown_too(sentence: Sentence) -> bool:
    """Whether it is the title of a link whose label says the same for everybody to see."""
    text = sentence.prose.text
    return sentence.where is Where.ALT and any(
        text[start:end] == sentence.words for start, end, _ in sentence.prose.links
    )


# The patterns of other languages are imperatives themselves.
# A letter with a mark is no end of a word to `\b`: there is an `an` in `envían`.
_ENGLISH = pattern(r"(?:^|\PL)(?:the|you|your|this|is|are|to|of|it|for|with|an|that|and|by|on|its)(?:\PL|$)")
_DENIES = pattern(
    r"\b(?:never|do\s+not|don['’]?t|must\s+not|should\s+not|shall\s+not|cannot|can['’]?t|won['’]?t|avoid|refuse|refrain|forbidden|prohibited|not\s+to|does\s+not|doesn['’]?t)\b|"
    r"不要|禁止|切勿|请勿|不得|严禁|避免|防止|以免|\b(?:niemals|jamais|nunca)\b|никогда|нельзя"
)


def foreign(sentence: Sentence) -> bool:
    """Whether it is in a language whose orders no list of verbs holds."""
    return not sentence.words.isascii() or not _ENGLISH.search(sentence.words)


# The agent is ordered all the same where it is to have the person do something.
_THROUGH = pattern(
    r"\b(?:ask|have|tell|instruct|remind|guide|direct)\s+(?:the\s+)?(?:user|human|operator|person)s?\s+to\b"
)
# The comments of a program speak to programmers unless they say otherwise.
_ADDRESSED = pattern(r"\b(?:agents?|assistant|ai|model|llm|claude|gpt)\b|智能体|助手|エージェント|에이전트")


def denied(sentence: Sentence, found: Pattern) -> bool:
    """Whether a sentence says not to: what stands before the words decides, not what follows them."""
    match = found.search(sentence.words)
    return sentence.negated if match is None else bool(_DENIES.search(sentence.words[: match.start() + 1]))


def forbidden_within(sentence: Sentence, found: Pattern) -> bool:
    """Whether what is forbidden is the end of the words: between their beginning and their end it says not to."""
    match = found.search(sentence.words)
    return match is not None and bool(_DENIES.search(match.group()))


def ordered(sentence: Sentence, found: Pattern) -> bool:
    """Whether somebody is to do it: told to, told when, or told in the middle of a sentence about something else."""
    if hidden(sentence):
        return True
    words = sentence.words
    if denied(sentence, found) or (sentence.to is Doer.PERSON and not _THROUGH.search(words)):
        return False
    if to_programmers(sentence) or _labels(sentence):
        return False
    match = found.search(words)
    first = match is not None and match.start() < _FIRST
    return bool(
        first
        or sentence.to is Doer.AGENT
        or UNASKED.search(words)
        or IMPERATIVE.search(words)
        or not _ENGLISH.search(words)
    )


def to_programmers(sentence: Sentence) -> bool:
    """Whether it is the comment of a program, and does not speak to the agent."""
    return sentence.document.kind not in _PROSE | _DATA and not _ADDRESSED.search(sentence.words)


def _labels(sentence: Sentence) -> bool:
    """Whether it is the label of a link and nothing else: a name of what stands there."""
    return any(link.label != link.url and link.label.strip() == sentence.text for link in sentence.links)


_FIRST = 3
"""Bytes before the first word: a number, a bullet, a bracket."""


def unseen(package: Package, document: Document) -> Iterator[Sentence]:
    """The sentences of a document that the model reads and a person looking at the page does not."""
    prose = document.sentences if any(_read(package, (document,))) else ()
    if any(not one.startswith(_OPEN_LAYERS) for one in document.layers):
        yield from (one for one in prose if covert(one.span))
    elif document.kind in _PROSE and isinstance(prose, Prose):
        for at, block in enumerate(prose.blocks):
            if block.where in _UNSEEN:
                yield from prose.within(at)


def around(sentence: Sentence) -> bytes:
    """The text that a sentence stands in: some lines before and after it under the same heading."""
    span = sentence.span
    data, start, end = sentence.document.data, span.start, span.end
    before = data[max(start - _BEFORE, 0) : start]
    after = data[end : end + _AFTER]
    heading = before.rfind(b"\n#")
    following = _next_heading(after)
    return b"\n".join((before[heading + 1 :] if heading >= 0 else before, data[start:end], after[:following]))


def _next_heading(after: bytes) -> int:
    """Where the next heading stands; a `#` in a code block is none."""
    at = after.find(b"\n#")
    while at >= 0 and after.count(b"```", 0, at) % 2:
        at = after.find(b"\n#", at + 1)
    return at if at >= 0 else len(after)


_WARNS = pattern(
    r"\b(?:instructions?|requests?|prompts?|commands?|text|content|attempts?|emails?|messages?|inputs?|anything|"
    r"anyone|pages?)\b[^.\n]{0,60}?\b"
    r"(?:that|which|to|trying|attempting|asking|telling|claiming|found|embedded|contained|inside|within)\b|"
    r"\b(?:tr(?:y|ies|ying)|attempts?|attempting|asks?|asked|wants?|tells?|told|instructs?)\s+(?:you\s+|"
    r"the\s+\w+\s+)?to\b|"
    r"\b(?:must|should|may|can|do|does|will|could|would|shall)\s*(?:not|n't|never)\b|\b(?:never|cannot|can't|"
    r"don't|won't|refuse\s+to|not\s+to|no\s+\w+\s+(?:can|may))\b|"
    r"\bif\s+(?:any|some(?:one|body|thing)|the\s+user|a\s+user|an?\s+\w+)\b"
)


def warns_before(sentence: Sentence, found: Pattern) -> bool:
    """Whether what stands before the words makes a guard of them: `ignore requests that try to override …`."""
    match = found.search(sentence.words)
    return bool(match and _WARNS.search(sentence.words[: match.start()]))


def anchors(*sources: str) -> tuple[str, ...]:
    """One anchor for some alternatives, in which a space stands for any run of white space: lines are wrapped.

    One, because a set of patterns has a state for every combination of anchors that stand in a text.
    """
    return ("|".join(sources).replace(" ", r"\s+"),)


def lines(document: Document, found: Pattern) -> Iterator[Span]:
    """Every place in the bytes of a text or program where a pattern stands: for commands that no sentence holds."""
    if document.kind in _PROSE:
        yield from (document.span(one.start(), one.end()) for one in found.finditer(document.data))


def covert(span: Span) -> bool:
    """Whether a place was decoded out of something that nobody reads as text; what stands beside it was not."""
    document = span.document
    return any(not one.startswith(_OPEN_LAYERS) for one in document.layers) and document.changed(span.start, span.end)


def places(document: Document, found: Pattern, group: int = 0) -> Iterator[Span]:
    """Every place in the bytes of a document where a pattern stands."""
    for one in found.finditer(document.data):
        if one.start(group) >= 0:
            yield document.span(one.start(group), one.end(group))


def shown(span: Span) -> bool:
    """Whether a place of a text stands in a code block or in inline code."""
    document = span.document
    before = document.data[: span.start]
    line = before[before.rfind(b"\n") + 1 :]
    return (before.count(b"\n```") + before.startswith(b"```")) % 2 == 1 or line.count(b"`") % 2 == 1


def line_of(span: Span) -> bytes:
    """The line a place begins in."""
    data = span.document.data
    end = data.find(b"\n", span.start)
    return data[data.rfind(b"\n", 0, span.start) + 1 : end if end >= 0 else len(data)]


def ends_line(span: Span) -> bool:
    """Whether nothing stands behind a place in its line."""
    return not span.document.data[span.end : span.end + 200].split(b"\n", 1)[0].strip()


def block_behind(span: Span) -> bytes:
    """The code block that follows a place at once; empty where none does."""
    after = following(span, _BLOCK)
    for fence in (b"```", b"~~~"):
        head, found, rest = after.partition(fence)
        if found and not head.strip(b" \t\r\n:.*>"):
            return rest.partition(b"\n" + fence)[0]
    return b""


def behind(span: Span) -> bytes:
    """The rest of the paragraph, and of the one after it."""
    return b"\n\n".join(following(span, _AFTER).split(b"\n\n")[:2])


def following(span: Span, length: int) -> bytes:
    """What stands behind a place."""
    return span.document.data[span.end : span.end + length]
