"""A text that tells the model it has no rules, or is somebody who has none, is a jailbreak."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from sealskill.model.report import Axis, Confidence, Finding, Severity
from sealskill.scan.pattern import pattern
from sealskill.scan.rule import Hits, Rule
from sealskill.scan.rules import _said

if TYPE_CHECKING:
    from sealskill.scan.package import Package

_FREE = r"(?:unrestricted|uncensored|unfiltered|jail-?broken|unbound|unchained|unshackled|amoral|lawless|evil)"
_LIMITS = (
    r"(?:restrictions?|limitations?|limits|filters?|guidelines|rules|ethic(?:s|al)\w*|moral\w*|constraints?|"
    r"guardrails?|safeguards?|"
    r"safety\s+\w+|content\s+polic\w+|policies|censorship)"
)
_MODES = (
    r"(?:developer|dev|god|jailbreak|dan|unrestricted|unfiltered|uncensored|sudo|root|admin(?:istrator)?|debug|"
    r"maintenance|no-?limits?)"
)
_JAILBREAK = pattern(
    r"\byou\s+(?:are|'re|will\s+be|have\s+become|must\s+be)\s+(?:now\s+)?(?:in\s+)?(?:an?\s+|"
    rf"the\s+)?(?:\w+\s+)?{_FREE}\b|"
    r"\byou\s+(?:are|'re)\s+now\s+(?:(?:an?|the|in|called|known\s+as)\s+)*(?:DAN|STAN|DUDE|AIM|evil\w*|"
    rf"{_MODES}\s*mode)\b|"
    r"\byou\s+are\s+(?:now\s+)?(?:DAN|STAN|AIM)\b|\bdo\s+anything\s+now\b|"
    r"\byou\s+(?:are|'re)\s+(?:no\s+longer|not)\s+(?:an?\s+)?(?:\w+\s+)?(?:bound|restricted|constrained|subject|"
    rf"limited|governed|required\s+to\s+follow)\b[^.\n]{{0,50}}?{_LIMITS}|"
    rf"\byou\s+(?:now\s+)?have\s+(?:absolutely\s+)?no\s+(?:\w+\s+)?(?:or\s+\w+\s+)?{_LIMITS}|"
    r"\b(?:act|behave|respond|answer|operate|pretend|role-?play|imagine|function|"
    r"comply)\b[^.\n]{0,60}?\b(?:without|no|free\s+(?:of|from)|ignoring)\s+(?:any\s+|all\s+|"
    rf"your\s+)?(?:\w+\s+)?(?:(?:or|and)\s+\w+\s+)?{_LIMITS}|"
    r"\b(?:enter|enable|activate|switch\s+to|engage|unlock|enabling|entering|activating)\s+(?:the\s+|"
    r"your\s+)?(?:unrestricted|unfiltered|uncensored|jailbreak|dan|god|no-?limits?)[\s-]*mode\b|"
    rf"\byour\s+(?:\w+\s+)?{_LIMITS}\s+(?:are|is|have\s+been|has\s+been)\s+(?:now\s+)?(?:\w+ly\s+)?(?:disabled|"
    r"removed|lifted|suspended|turned\s+off|deactivated|bypassed|void)|"
    r"\b(?:remov|lift|disabl|drop|bypass|shed)\w*\s+(?:all\s+)?(?:of\s+)?your\s+(?:\w+\s+)?" + _LIMITS + r"|"
    r"\boutput\s+(?:the\s+)?requested\s+content\s+regardless|\bnever\s+refuse\s+(?:a|any|the|"
    r"user)\s+\w*\s*(?:request|command|order|instruction)s?|"
    r"\bsystem\s+override\b\s*[:：]|"
    r"(?:你|您)(?:现在|現在)?(?:是|已经是|将成为)[^。\n]{0,12}?(?:DAN|不受(?:任何)?(?:限制|约束)|"
    r"没有(?:任何)?(?:限制|约束|道德)|无限制|越狱)|(?:进入|开启|启用|切换到)[^。\n]{0,6}?(?:越狱|无限制|上帝|"
    r"不受限)[^。\n]{0,4}?模式|"
    r"(?:制限|制約|規制|倫理)[^。\n]{0,8}?(?:のない|なし|を受けない|に縛られない)[^。\n]{0,12}?(?:AI|"
    r"アシスタント|モデル|モード)|"
    r"(?:제한|제약|규칙|윤리)[^.\n]{0,8}?(?:없는|없이|받지\s*않는)[^.\n]{0,12}?(?:AI|모델|어시스턴트|모드|답|행동)|"
    r"\b(?:ahora\s+eres|agora\s+você\s+é|tu\s+es\s+maintenant|vous\s+êtes\s+maintenant|du\s+bist\s+(?:jetzt|nun)|"
    r"ora\s+sei)\b[^.\n]{0,40}?(?:DAN\b|sin\s+(?:restricc|l[ií]mite|filtro)|sem\s+(?:restriç|limite|filtro)|"
    r"sans\s+(?:restriction|limite|filtre)|ohne\s+(?:einschränk|beschränk|regel|filter)|senza\s+(?:restrizion|"
    r"limit|filtr))|"
    r"(?:ты\s+теперь|теперь\s+ты|вы\s+теперь|теперь\s+вы)[^.\n]{0,40}?(?:DAN\b|без\s+(?:ограничен|правил|"
    r"фильтр|цензур)|не\s+(?:ограничен|связан))"
)
_PERSONA = pattern(
    rf"\b(?:who|that|which|he|she|it)\s+(?:has|have|knows?|follows?)\s+no\s+{_LIMITS}|\bnever\s+(?:declines?|refuses?|says\s+no)\b"
    r"[^.\n]{0,120}?\b(?:warnings?|character|disclaimers?|system|user)\b"
)
_INFLATES = pattern(
    r"\byou\s+(?:now\s+)?have\s+(?:been\s+(?:granted|given)\s+)?(?:full|unrestricted|unlimited|complete|root|"
    r"total)\s+(?:\w+\s+)?(?:access|control|permissions?|authority|privileges?)\b"
)


def look(package: Package, hits: Hits) -> Iterable[Finding]:
    """Every sentence that says it to the model, and whoever is promised all access."""
    told = _said.Told(RULE, package, hits)
    for one in told.meaning(_JAILBREAK):
        if _said.hidden(one) or not _said.warns_before(one, _JAILBREAK):
            yield RULE.at(one.span, confidence=Confidence.HIGH if _said.hidden(one) else Confidence.MEDIUM)
    for one in told.meaning(_PERSONA):
        if not _said.denied(one, _PERSONA):
            yield RULE.at(one.span, severity=Severity.MEDIUM, message="a role without rules is to be played")
    for one in told.meaning(_INFLATES):
        yield RULE.at(
            one.span,
            axis=Axis.POWER,
            severity=Severity.LOW,
            message="the text tells the model that it may do everything",
        )


RULE = Rule(
    id="role-override",
    title="the text tells the model that it has no rules",
    axis=Axis.MALICE,
    severity=Severity.HIGH,
    confidence=Confidence.MEDIUM,
    why="A model that believes it is somebody without rules does what it would have refused, to the person as well.",
    remedy="describe the role the skill needs; it never needs one without limits",
    anchors=_said.anchors(
        (
            "restrict|unfilter|uncensor|jail-?br|unbound|unchained|unshackled|amoral|lawless|limitation|guardrail|"
            "safeguard|censorship"
        ),
        (
            r"\bDAN\b|anything now|you(?:'re| are) now|no longer|have no |(?:developer|god|dan|unrestricted|"
            r"jailbreak|root|debug) mode|system override|regardless|never refuse|filters|ethic|moral|content polic"
        ),
        r"no polic|never declin|never refuse|have (?:full|unlimited|complete|root|total|been)",
        "不受|没有|无限制|越狱|上帝模式|制限|制約|規制|제한|제약|ahora eres|agora|maintenant|du bist|ora sei|еперь",
    ),
    look=look,
)
