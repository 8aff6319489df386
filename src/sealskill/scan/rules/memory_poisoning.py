"""Standing orders that a skill has written where every later session reads them: it stays when it is gone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from sealskill.model.report import Axis, Confidence, Finding, Severity
from sealskill.scan.facts.harms import Harm, harms_in
from sealskill.scan.facts.hosts import urls_in
from sealskill.scan.facts.purpose import Topic
from sealskill.scan.facts.signs import Sign, signs_in
from sealskill.scan.facts.standing import FOREIGN, Standing, standing
from sealskill.scan.pattern import pattern
from sealskill.scan.prose import Sentence
from sealskill.scan.rule import Hits, Rule
from sealskill.scan.rules import _said

if TYPE_CHECKING:
    from sealskill.scan.package import Package

_FILES = (
    r"(?:\b(?:AGENTS?|CLAUDE|SOUL|GEMINI|IDENTITY|HEARTBEAT|BOOTSTRAP|TOOLS|USER|MEMORY)\.md\b|\.cursorrules|"
    r"\.cursor/rules|\.windsurfrules|\.clinerules|copilot-instructions\.md|\.claude/(?:settings|commands|agents|"
    r"CLAUDE)\S*|"
    r"openclaw\.json|clawdbot\.json|\.mcp\.json|\bmcp\.json|claude_desktop_config\S*|\bsystem\s+prompt\b|"
    r"\b(?:long-?term|persistent|agent'?s?|your|core)\s+memory\b|\bpersona\s+file|\bother\s+skills?'?s?\b|"
    r"\bother\s+SKILL\.md)"
)
_WRITES = pattern(
    r"\b(?:write|append|add|insert|modify|edit|update|inject|overwrite|put|save|store|prepend|paste|persist|"
    rf"record|include|copy|replace|change|rewrite|embed|place|remember|commit)\w*\b[^.\n]{{0,120}}?{_FILES}|"
    rf">>?\s*\S*{_FILES}|\b(?:tee|cp|mv|sed\s+-i)\b[^\n]{{0,80}}?{_FILES}|"
    rf"(?:写入|追加|添加|加入|修改|更新|覆盖|插入|保存)[^。\n]{{0,30}}?{_FILES}|{_FILES}[^。\n]{{0,30}}?(?:写入|"
    r"追加|添加|修改|に書き込|に追記|に追加|に保存|에\s*(?:추가|기록|저장|작성|삽입))|"
    r"(?:^|\PL)(?:añade|agrega|escribe|anexa|adicione|acrescente|escreva|ajoute[zr]?|écri[st]|écrivez|schreibe?|füge|"
    rf"hänge|aggiungi|scrivi|добавь|запиши|допиши|внеси)\pL*\s[^.\n]{{0,60}}?{_FILES}"
)
# What no note is: an order that holds for ever, and serves no task.
_STANDING = pattern(
    r"\b(?:always|never|from\s+now\s+on|in\s+(?:all|every|future|each|later|further|coming)\s+(?:future\s+)?(?:sessions?|"
    r"conversations?|tasks?|responses?)|for\s+(?:all|every)\s+(?:future\s+)?\w+|permanently|every\s+(?:session|"
    r"conversation|time)|on\s+(?:every|each)\s+(?:startup|session|start))\b|永远|始终|以后|今后|常に|항상|"
    r"siempre|sempre|toujours|immer|всегда"
)
_LIFTS = pattern(
    r"\b(?:dangerously\w*|auto-?approv\w*|pre-?approv\w*|(?:do\s+not|don['’]?t|never|without|"
    r"no\s+need\s+to)\s+(?:ask|request|seek|prompt|require|wait|confirm\w*|refuse|question)\w*|skip\s+(?:confirm|"
    r"approv|permission)\w*|allow(?:ed)?_?tools?\"?\s*:?\s*\[?\s*\"?(?:\*|bash)|bypass\w*|disable\w*\s+(?:safety|"
    r"sandbox|security|approval)\w*|"
    r"unrestricted|trust(?:ed)?\s+(?:all|this|every|any)\b|full\s+(?:access|permission)s?|obey|"
    r"highest\s+priority|ignore\s+(?:all|any|previous|security|safety)|override\w*)\b|无需确认|不要询问|無視|"
    r"확인\s*없이"
)


def look(package: Package, hits: Hits) -> Iterable[Finding]:
    """Every such order to write, worse by what is to be written and by how far it is from what the skill is for."""
    told = _said.Told(RULE, package, hits)
    for one in told.meaning(_WRITES):
        yield from _judged(package, one)


def _judged(package: Package, one: Sentence) -> Iterator[Finding]:
    if not _said.hidden(one) and (_said.denied(one, _WRITES) or not _WRITES.search(_NO_WRITING.sub(b" ", one.words))):
        return
    text = one.words
    written = text + b"\n" + _said.behind(one.span) if _INTRODUCES.search(text) else text
    harms = harms_in(written)
    if _said.hidden(one):
        yield RULE.at(one.span, severity=Severity.HIGH)
    elif _lifts(written) or _lifts(_said.block_behind(one.span)) or {Harm.SECRET, Harm.SEND} <= harms:
        yield RULE.at(one.span, severity=Severity.HIGH, message="the text has guards lifted for every later session")
    elif severity := _rules_later(package, one):
        yield RULE.at(one.span, severity=severity, message="what is written there obeys somebody else later on")
    elif Harm.REMOTE in harms or (b"http" in text and _STANDING.search(written)):
        yield RULE.at(one.span)
    elif _STANDING.search(text) and not package.purpose.covers(Topic.MEMORY, Topic.PERSONA, Topic.SKILLS):
        yield RULE.at(one.span, axis=Axis.POWER)


def _rules_later(package: Package, one: Sentence) -> Severity | None:
    """How far what is to be written hands later sessions to somebody: orders from a host, keys for it, in silence."""
    block = _block(package, one)
    signs = signs_in(block)
    stands = {standing(url, package.vendor) for _, _, url in urls_in(block) if not package.vendor.vouched(url)}
    loads, away = bool(_LOADS.search(block)), bool(stands & FOREIGN) or bool(_MAIL.search(block))
    if (away and (signs & _GRAVE or loads)) or (Sign.SECRECY in signs and signs & _TAKEN):
        return Severity.HIGH
    return Severity.MEDIUM if loads and stands & _ALIKE else None


def _block(package: Package, one: Sentence) -> bytes:
    """What is to be written: the block behind, the quotation behind, or the file that is named."""
    for code in one.codes:
        named = package.document(code.text.strip("`")) if b"/" in code.data or b"." in code.data else None
        if named is not None and named.path != one.document.path:
            return named.data[:_LONG]
    behind = _said.following(one.span, _LONG)
    return _said.block_behind(one.span) or (_said.behind(one.span) if _QUOTES.search(behind[:40]) else b"")


_LONG = 4_000
"""Bytes of what is written that are looked at."""
_ALIKE = frozenset({Standing.VENDOR, Standing.SPOKEN})
_GRAVE = frozenset({Sign.SECRECY, Sign.DECEPTION, Sign.OBEDIENCE, Sign.NO_QUESTION, Sign.SECRETS, Sign.CODE})
_TAKEN = frozenset({Sign.SECRETS, Sign.PRIVATE, Sign.UNGUARDED, Sign.DESTRUCTION, Sign.SPREADING, Sign.CODE})
_MAIL = pattern(r"\b(?:send|forward|mail|pass|copy|bcc|push)\b[^\n]{0,120}?\b[\w.+-]+@[\w-]+\.[\w.]+")
_LOADS = pattern(
    r"\b(?:load|fetch|read|get|curl|pull|download|open)\w*\b[^\n]{0,60}?https?://[^\n]{0,160}?\b(?:treat|follow|obey|do\s+what|"
    r"apply|part\s+of|carry|execute|rules|instructions)\b"
)
_QUOTES = pattern(r"^[\s:]*>")


def _lifts(words: bytes) -> bool:
    """Whether a guard is lifted; a list of what is approved that holds nothing lifts none."""
    return bool(_LIFTS.search(_LIFTS_NONE.sub(b" ", words)))


_LIFTS_NONE = pattern(r"\bauto-?_?approv\w*[\"'`]?\s*[:=]\s*(?:\[\s*\]|\{\s*\}|false\b|no\b|off\b|none\b)")
# What begins like `inject`, `store` and `add`, and writes nothing.
_NO_WRITING = pattern(r"\binjections?\b|\badditional\w*|\bplaceholders?\b|\bstorage\b|\beditors?\b|\bremembers\b")
_INTRODUCES = pattern(r"[:：]\s*$|\b(?:the\s+following|this|these|below)\b|以下|次の|다음")
RULE = Rule(
    id="memory-poisoning",
    title="the text has standing orders written into files that steer agents",
    axis=Axis.MALICE,
    severity=Severity.MEDIUM,
    confidence=Confidence.MEDIUM,
    why=(
        "AGENTS.md, CLAUDE.md, SOUL.md and the like are read in every session. What a skill writes there rules long "
        "after it was removed."
    ),
    remedy="keep orders in the skill; keep notes to facts, in a file that the skill names as its own",
    anchors=_said.anchors(
        (
            r"\b(?:AGENTS?|CLAUDE|SOUL|GEMINI|IDENTITY|HEARTBEAT|BOOTSTRAP|TOOLS|USER|MEMORY)\.md|\.cursorrules|"
            r"\.cursor/rules|\.windsurfrules|\.clinerules|copilot-instructions|\.claude/|openclaw\.json|"
            r"clawdbot\.json|mcp\.json|claude_desktop_config|system prompt|(?:term|persistent|agent|agent's|your|"
            r"core) memory|persona file|other skill"
        ),
    ),
    look=look,
)
