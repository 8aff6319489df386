"""Standing orders that a skill has written where every later session reads them: it stays when it is gone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from sealskill.model.report import Axis, Confidence, Finding, Severity
from sealskill.scan.facts.harms import Harm, harms_in
from sealskill.scan.facts.purpose import Topic
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
    if _said.denied(one, _WRITES) and not _said.hidden(one):
        return
    text = one.words
    written = text + b"\n" + _said.behind(one.span) if _INTRODUCES.search(text) else text
    harms = harms_in(written)
    if _said.hidden(one):
        yield RULE.at(one.span, severity=Severity.HIGH)
    elif _LIFTS.search(written) or _LIFTS.search(_said.block_behind(one.span)) or {Harm.SECRET, Harm.SEND} <= harms:
        yield RULE.at(one.span, severity=Severity.HIGH, message="the text has guards lifted for every later session")
    elif Harm.REMOTE in harms or (b"http" in text and _STANDING.search(written)):
        yield RULE.at(one.span)
    elif _STANDING.search(text) and not package.purpose.covers(Topic.MEMORY, Topic.PERSONA, Topic.SKILLS):
        yield RULE.at(one.span, axis=Axis.POWER)


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
