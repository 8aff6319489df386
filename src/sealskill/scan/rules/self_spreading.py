"""A skill that grows by itself: it installs others unasked, copies itself, or has agents recruit agents."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from sealskill.model.report import Axis, Confidence, Finding, Severity
from sealskill.scan.act import Doer, Source, Verb
from sealskill.scan.facts.harms import Harm, harms_in
from sealskill.scan.facts.places import AGENT_FILES
from sealskill.scan.facts.standing import Standing
from sealskill.scan.pattern import pattern
from sealskill.scan.prose import Sentence
from sealskill.scan.rule import Hits, Rule
from sealskill.scan.rules import _acts, _said

if TYPE_CHECKING:
    from sealskill.scan.package import Package

_COPIES = pattern(
    r"\b(?:copy|replicate|duplicate|propagate|spread|inject|embed|insert|append|install|add|clone|plant|"
    r"distribute)\w*\s+(?:a\s+copy\s+of\s+)?(?:this\s+(?:SKILL\.md|skill|file|prompt|text|instructions?|section|block|"
    r"message|paragraph)|itself|yourself|these\s+(?:instructions?|lines?)|SKILL\.md)\b"
    r"[^.\n]{0,80}?\b(?:in)?to\s+(?:all|every|each|any|other|the\s+other|new|neighbou?ring|whatever)\b|"
    r"\b(?:self-?replicat\w+|self-?propagat\w+|spread\s+(?:itself|yourself)|replicate\s+(?:itself|yourself))\b|"
    r"\b(?:all|every|each|any)\s+(?:other\s+)?(?:installed\s+)?(?:skills?|SKILL\.md(?:\s+files?)?|repositor(?:y|"
    r"ies)|repos?|projects?)\b[^.\n]{0,60}?\b(?:append|insert|inject|add|copy|"
    r"include)\w*\b[^.\n]{0,60}?\b(?:this|these|following|instructions?|payload)\b|"
    r"\b(?:append|insert|inject|add)\w*\b[^.\n]{0,60}?\b(?:this|these|following)\b[^.\n]{0,40}?\bto\s+(?:all|"
    r"every|each|any)\s+(?:other\s+)?(?:installed\s+)?(?:skills?|SKILL\.md|repositor\w+|agents?)|"
    r"(?:复制|传播|注入|插入|拷贝)[^。\n]{0,20}?(?:本技能|自身|自己|此技能|这段)[^。\n]{0,20}?(?:其他|所有|每个)|"
    r"(?:自己複製|他のスキルに(?:コピー|追加|注入))|(?:자기\s*복제|다른\s*스킬에[^.\n]{0,10}?(?:복사|추가|주입))"
)
_RECRUITS = pattern(
    r"\b(?:tell|urge|convince|persuade|encourage|instruct|get|invite|recruit|ask|recommend\s+to|advise|message|"
    r"dm)\w*\s+(?:all\s+|every\s+|any\s+|the\s+|your\s+)?(?:other\s+|fellow\s+|more\s+|nearby\s+)?(?:agents?|"
    r"bots|other\s+ais?|ais|assistants|models|moltys?|claws?)\b[^.\n]{0,80}?\b(?:install|download|join|run|load|add|adopt|"
    r"use\s+this|follow|execute|sign\s+up|register)\b|"
    r"\b(?:post|share|spread|publish|broadcast|comment)\w*\b[^.\n]{0,80}?\b(?:install\s+(?:command|link|this)|"
    r"invitation|referral|recruit\w*)\b[^.\n]{0,80}?\b(?:agents?|bots?|feeds?|moltbook|channels?|groups?)|"
    r"(?:告诉|说服|邀请|让)其他(?:智能体|代理|机器人|agent)[^。\n]{0,20}?(?:安装|加入|运行)|"
    r"他のエージェントに[^。\n]{0,20}?(?:インストール|参加)|다른\s*에이전트[^.\n]{0,20}?(?:설치|가입|참여)"
)
_INSTALLS = pattern(
    r"\b(?:automatically|silently|immediately|proactively|autonomously|always|periodically|"
    r"continuously)\s+(?:\w+\s+){0,3}?(?:install|integrate|assimilate|download|pull|add|enable|"
    r"load)\w*\s+(?:(?:all|any|every|new|other|more|missing|the|required|needed|useful|relevant|additional|its|own|and|\d+)\s+){0,3}?(?:skills?|plugins?|extensions?|mcp\s+servers?|packages\s+from)\b|"
    r"\b(?:scans?|search\w*|crawl\w*)\s+and\s+(?:integrates?|installs?|assimilates?|absorbs?|"
    r"loads?)\s+(?:\w+\s+){0,2}?skills?\b|\b(?:auto-?install|self-?install)\w*\b[^.\n]{0,40}?\bskills?\b|"
    r"\b(?:install|add|enable)\w*\b[^.\n]{0,40}?\bskills?\b[^.\n]{0,60}?\bwithout\s+(?:asking|confirm\w*|"
    r"approval|permission|prompting)|\bmust\s+(?:run|be\s+run|"
    r"execute)\b[^.\n]{0,40}?\b(?:at\s+the\s+)?(?:beginning|start)\s+of\s+every\s+(?:new\s+)?(?:instance|session|"
    r"conversation)|"
    r"\bmandatory\s+first\s+action\b|自动安装[^。\n]{0,10}?(?:技能|插件|扩展)|スキルを自動(?:的に)?インストール|"
    r"스킬을?\s*자동[^.\n]{0,6}?설치"
)
_PULLS = pattern(
    r"\b(?:npx|bunx|pnpx|uvx|clawhub|clawdhub|openclaw|skills?|ai-agent-skills|claude|gh|git)\s+(?:-y\s+|"
    r"--yes\s+|@\S+\s+|[\w./@-]+\s+){0,2}?(?:install|add|clone|pull|sync|update\s+--all)\b|\b(?:pull|fetch|"
    r"download|install|load)\w*\s+(?:\w+\s+){0,3}?(?:skills|plugins)\b"
)
_PRIVILEGE = pattern(
    r"\b(?:grant|give|assign|elevate|escalate|promote|raise|expand|increase|add)\w*\s+(?:yourself|itself|"
    r"this\s+(?:skill|agent)|your\s+own|the\s+agent)\b[^.\n]{0,60}?\b(?:permissions?|privileges?|access|admin\w*|"
    r"root|sudo|scopes?|capabilit\w+|tools?)\b|"
    r"\b(?:escalate|elevate|expand|increase)\s+(?:\w+\s+){0,2}?(?:your|its|own|"
    r"agent'?s?)\s+(?:\w+\s+)?(?:privileges?|permissions?|access|capabilit\w+)\b|\badd\s+(?:yourself|\$\(?USER|"
    r"the\s+agent)\b[^.\n]{0,40}?\b(?:sudoers|admin|wheel|docker)\b|(?:提升|授予|扩大)[^。\n]{0,8}?(?:自己|自身|"
    r"你的)[^。\n]{0,8}?(?:权限|访问)"
)


def look(package: Package, hits: Hits) -> Iterable[Finding]:
    """Every order to copy itself, to recruit, to install others unasked, to grow its own rights."""
    told = _said.Told(RULE, package, hits)
    for one in told.meaning(_COPIES):
        if not one.negated and (not _NOUN.search(one.words) or _said.ordered(one, _COPIES) or _lasts(package)):
            yield RULE.at(one.span, severity=Severity.HIGH)
    for one in told.meaning(_RECRUITS):
        if one.to is not Doer.NOBODY and not one.negated:
            bad = harms_in(_said.around(one)) & {Harm.REMOTE, Harm.SECRET}
            yield RULE.at(
                one.span,
                severity=Severity.HIGH if bad else Severity.MEDIUM,
                message="the text has agents recruit other agents",
            )
    for one in told.meaning(_INSTALLS):
        if not one.negated and _pulls(package, one):
            yield RULE.at(one.span, message="the text has other skills installed unasked")
    for one in told.meaning(_PRIVILEGE):
        if one.to is Doer.AGENT and not one.negated:
            yield RULE.at(one.span, message="the text has the agent raise its own rights")


_ANYBODY = frozenset({Standing.CODE, Standing.FREE, Standing.NAMELESS, Standing.FALSE})


def _lasts(package: Package) -> bool:
    """Whether it brings code of a stranger or writes where agents begin: what spreads also stays."""
    meant = [act for act in package.doing(Verb.RUN, Verb.WRITE) if _acts.is_meant(act)]
    return any(
        (act.source is Source.FETCHED and _acts.stands(package, act) in _ANYBODY)
        or (act.verb is Verb.WRITE and AGENT_FILES.search(act.path.encode()))
        for act in meant
    )


def _pulls(package: Package, one: Sentence) -> bool:
    return bool(_PULLS.search(_said.around(one))) or _INSTALLS_OTHERS.search(one.words) is not None


# The property of a worm somebody tells of, rather than something to do.
_NOUN = pattern(r"\bself-?(?:replicat|propagat)(?:ing|ion|ive)\b")
_INSTALLS_OTHERS = pattern(r"\b(?:skills?|plugins?|extensions?|mcp\s+servers?)\b|技能|插件|スキル|스킬")


RULE = Rule(
    id="self-spreading",
    title="the text has the skill copy itself to other places",
    axis=Axis.MALICE,
    severity=Severity.MEDIUM,
    confidence=Confidence.MEDIUM,
    why=(
        "A person chose one skill. One that brings others, copies itself or has agents recruit agents takes the "
        "choice away from them and from others."
    ),
    remedy="name what else is useful and let the person install it",
    anchors=_said.anchors(
        (
            r"replicat|propagat|spread|inject|this skill|itself|yourself|other (?:installed )?(?:skills|agents|bots)|"
            r"fellow agents?|all (?:installed )?skills|every skill|SKILL\.md"
        ),
        (
            r"(?:agents?|bots?|moltys?) to (?:install|join|download|run|add)|recruit|auto-?install|install skills|"
            r"assimilat|integrates? (?:new )?skills|mandatory first|every (?:new )?(?:instance|session)|without "
            r"(?:asking|approval|confirm)"
        ),
        r"privilege|elevate|escalate|sudoers|(?:grant|give) (?:yourself|itself|this)",
        "复制|传播|自动安装|其他智能体|自己複製|他のエージェント|自動インストール|자기|다른\\s*에이전트|자동",
    ),
    look=look,
)
