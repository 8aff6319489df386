"""What a sentence has somebody do, as acts: the same acts that programs do."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator

from sealskill.scan.act import Act, Doer, Verb
from sealskill.scan.document import Document, Kind, Span
from sealskill.scan.facts.guards import GUARDS
from sealskill.scan.facts.hosts import urls_in
from sealskill.scan.facts.places import AGENT_FILES, AUTOSTART, secret_patterns
from sealskill.scan.language import _commands, _context, _makers, _spoken, _verbs
from sealskill.scan.language._context import Recent
from sealskill.scan.pattern import Pattern, pattern
from sealskill.scan.prose import Prose, Sentence, Where

ANCHORS: tuple[str, ...] = (
    "://", r"\bcurl\b", r"\bwget\b", r"\.ssh\b", r"\.env\b", "credential", "secret", "password", "clipboard", "history",
    "conversation", "location", r"\btokens?\b", r"\bkeys?\b", "encrypt", "delete", "wipe", "erase", "disable", "bypass",
    (
        r"\b(?:remov|empt|discard|trash|purg|clear|clean|throw|rid|overwrit)\w*\s+(?:\w+\s+){0,2}?(?:all|files?|"
        r"every|entire|whole|"
        r"original|other|old|backups?|folder|director|input|documents?|data|everything)"
    ),
    "flood", "loop", "requesting", "bcc", r"\w@\w", "transfer",
    r"\.md\b", "cron", "environment", "screenshot", "card", "rm -",
    r"[^\x00-\x7f]",
)  # fmt: skip


def _any(*patterns: Pattern) -> Pattern:
    return pattern("|".join(f"(?:{one.pattern.decode()})" for one in patterns))


# Several, since one automaton for all of them outgrows its memory and becomes slow.
_RARE = (
    _verbs.SENSITIVE,
    _any(*secret_patterns(), AGENT_FILES, AUTOSTART),
    _any(GUARDS, _verbs.APPROVALS),
    _any(_verbs.VERBS[Verb.DELETE], _verbs.VERBS[Verb.ENCRYPT], _verbs.VERBS[Verb.REPEAT]),
    _verbs.MONEY,
    pattern(r"\bbcc\b|\w@[\w-]+\.\w"),
)
"""Without one of these words, or an address, a sentence orders nothing that matters."""
_AFTER = 3
"""Sentences of a block in which an address is still spoken of."""
_GOES_ON = frozenset((Where.PARAGRAPH, Where.ITEM, Where.QUOTE, Where.HIDDEN, Where.COMMENT))
_COMMAND = pattern(
    r"\b(?:curl|wget|bash|zsh|powershell|iwr|irm|iex|nc|ncat|base64|openssl|osascript|eval|chmod|chown|rm|dd|mkfs|"
    r"crontab|"
    r"launchctl|systemctl|npm|npx|pnpm|yarn|pip3?|pipx|uvx|brew|gem|cargo|go\s+install|ssh|scp|rsync|xattr|spctl|"
    r"printenv|env\s*\||cat\s+[~/.$]|python3?\s+-c|node\s+-e|perl\s+-e|ruby\s+-e|git\s+(?:clone|reset|clean|push)|"
    r"kubectl|aws|gh|docker|kill(?:all)?|pkill)\b"
)


def acts(document: Document, recent: Recent | None = None) -> Iterator[Act]:
    """The acts that the sentences of a document order, and the commands in its sentences."""
    prose, recent = document.sentences, recent or Recent()
    if isinstance(prose, Prose):
        for sentence in _candidates(prose):
            said = _spoken.Said.of(sentence, recent)
            if said is not None:
                yield from _makers.acts(said)
        yield from _commanded(prose, recent)


def _candidates(prose: Prose) -> list[Sentence]:
    """The sentences that may order something, in order."""
    found = [one for rare in _RARE for one in prose.saying(rare)]
    starts = [start for start, _, _ in prose.links]
    if b"://" in prose.text:
        starts += [start for start, _, _ in urls_in(prose.text)]
    for start in starts if prose.blocks else ():
        found += _following(prose, start)
    return sorted({one.start: one for one in found}.values(), key=lambda one: one.start)


def _following(prose: Prose, start: int) -> list[Sentence]:
    """The sentence with an address, and those after it that may say what to do with what is there."""
    block = prose.block_at(start)
    after = block + 1
    found = list(prose.after(start, _AFTER))
    if after < len(prose.blocks) and prose.blocks[after].where in _GOES_ON:
        found += prose.within(after)[:1]
    return found


def _commanded(prose: Prose, recent: Recent) -> Iterator[Act]:
    """What inline code does where a sentence tells somebody to run it."""
    ticked = _ticked(prose)
    codes = iter(ticked)
    start = end = -1
    for found in _COMMAND.finditer(prose.text) if ticked else ():
        if found.start() < end:
            continue
        while end <= found.start():
            start, end = next(codes, (len(prose.text), len(prose.text) + 1))
        if start <= found.start():
            yield from _code(prose, start, end, recent)


def _ticked(prose: Prose) -> list[tuple[int, int]]:
    """What is code: in a text that is no Markdown what stands between backticks, and a download piped into a shell."""
    codes = list(prose.codes)
    if not codes and prose.document.kind is not Kind.MARKDOWN:
        codes = [found.span(1) for found in _TICKS.finditer(prose.text)]
    bare = [found.span() for found in _PIPED.finditer(prose.text)]
    starts = [start for start, _ in codes]
    for start, end in bare:
        at = bisect_right(starts, start) - 1
        if at < 0 or codes[at][1] <= start:
            codes.append((start, end))
    return sorted(codes)


_PIPED = pattern(r"\b(?:curl|wget)\s[^\n|`]{4,200}\|\s*(?:sudo\s+)?(?:ba|z|da)?sh\b")
_TICKS = pattern(r"`([^`\n]{3,400})`")


def _code(prose: Prose, start: int, end: int, recent: Recent) -> Iterator[Act]:
    sentence = prose.at(start)
    # One word is a name: `~/.ssh/id_rsa` is not run.
    if b" " in prose.text[start:end] and sentence is not None and _spoken_of(sentence, start):
        doer = _spoken.doer_at(sentence, start - sentence.start, quotes=False) or _introduced(sentence, end - start)
        span = prose.span(start, end)
        acts = _acts_of(prose.text[start:end], span, doer or Doer.NOBODY)
        yield from _context.commanded(acts, prose, sentence.block, sentence.heading, recent)


def _spoken_of(sentence: Sentence, start: int) -> bool:
    """Whether a code may be an order: in a frontmatter only where something is said before it."""
    return sentence.where is not Where.META or start > sentence.start


def _acts_of(said: bytes, span: Span, doer: Doer) -> tuple[Act, ...]:
    """What a command does as a reader of the page sees it: in a table a pipe is written with a stroke before it."""
    if b"\\|" in span.data and b"\\|" not in said:
        return _commands.acts_of_text(said.decode("utf-8", "replace"), span, doer=doer)
    return _commands.acts_of_command(span.document, span.start, span.end, doer=doer)


_MARGIN = 8
"""Bytes beside a command that say nothing: `> `, a full stop."""
_RUN_THESE = pattern(
    r"\b(?:run|execute|paste|enter|type|copy|use|issue|invoke)\b[^.!?\n]{0,80}?\b(?:commands?|below|following|these|this|terminal|"
    r"shell|console|prompt|one-?liner|line)\b|(?:运行|执行|実行|실행)|\b(?:ejecut|execut|ex[ée]cut|f[üu]hr\w+\s)\w*|выполн|запуст"
)


def _introduced(sentence: Sentence, length: int) -> Doer | None:
    """Who is told to run a command that stands by itself, by the sentence that announces it."""
    if len(sentence.words) > length + _MARGIN or sentence.lesson:
        return None
    prose = sentence.prose
    before = [one for one in prose.within(sentence.block) if one.start < sentence.start]
    block = prose.blocks[sentence.block].lead
    before = before or list(prose.within(block) if block >= 0 else ())
    if not before or not _RUN_THESE.search(before[-1].words) or before[-1].negated or before[-1].quoted:
        return None
    return before[-1].to if before[-1].to is not Doer.NOBODY else None
