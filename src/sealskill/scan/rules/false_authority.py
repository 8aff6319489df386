"""A text that borrows somebody's authority, or wants to be obeyed first of all, to have something risky done."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from sealskill.model.report import Axis, Confidence, Finding, Severity
from sealskill.scan.facts.harms import SERIOUS, Harm, harms_in
from sealskill.scan.pattern import pattern
from sealskill.scan.rule import Hits, Rule
from sealskill.scan.rules import _said

if TYPE_CHECKING:
    from sealskill.scan.package import Package

_WHO = (
    r"(?:anthropic|openai|google|microsoft|openclaw|clawhub|claude(?:\s+team)?|(?:the\s+)?(?:system|security|it|"
    r"compliance|platform|network)\s+(?:administrators?|admins?|team|department|officer|policy|staff)|"
    r"(?:the\s+)?(?:developers?|creators?|maintainers?)\s+of\s+(?:this\s+)?(?:model|assistant|claude|chatgpt)|"
    r"your\s+(?:developers?|creators?|operators?|administrator)|management|law\s+enforcement)"
)
_CLAIMS = pattern(
    rf"\b{_WHO}\s+(?:has\s+|have\s+|hereby\s+|now\s+|strictly\s+|also\s+|explicitly\s+)*(?:authori[sz]e[sd]?|"
    r"requires?d?|approve[sd]?|mandate[sd]?|instruct(?:s|ed)?|request(?:s|ed)?|order(?:s|ed)?|demand(?:s|ed)?|"
    r"decreed|confirmed\s+that|directs?|say|says|wants?)\b|"
    r"\b(?:authori[sz]ed|required|approved|mandated|pre-?approved|instructed|verified|requested|ordered|"
    rf"sanctioned|signed\s+off)\s+by\s+{_WHO}|"
    rf"\b(?:message|notice|instructions?|directive|order|update|request|announcement)\s+from\s+{_WHO}|"
    r"\b(?:as|per|under|according\s+to|due\s+to|in\s+accordance\s+with|to\s+comply\s+with)\s+(?:the\s+|our\s+|"
    r"company\s+|corporate\s+)*(?:new\s+)?(?:security|compliance|corporate|company|legal|audit|data)\s+(?:policy|"
    r"policies|requirements?|regulations?|mandate|protocol)\b|"
    r"\b(?:this\s+is|i\s+am)\s+(?:your|the)\s+(?:system\s+)?(?:administrator|developer|creator|operator)\b|"
    r"(?:系统管理员|管理员|官方|开发者|安全团队)(?:已)?(?:授权|要求|批准|指示|命令)|(?:管理者|開発者|運営)(?:が|"
    r"から)[^。\n]{0,10}?(?:許可|要求|指示|承認)|(?:관리자|개발자)(?:가|의)?[^.\n]{0,10}?(?:승인|요구|지시|허가)|"
    r"(?:autorizado|exigido|requerido|aprovado|autorisé|exigé|approuvé)\s+(?:por|"
    r"par)\s+[^.\n]{0,20}?(?:administra|anthropic|openai|segur|sécur)|(?:vom|von\s+der)\s+(?:administrator|"
    r"systemadministrator|sicherheits\w+)[^.\n]{0,20}?(?:genehmigt|angeordnet|autorisiert|verlangt)|"
    r"(?:администратор|разработчик|служба\s+безопасности)[^.\n]{0,20}?(?:требует|разрешил|одобрил|приказал|распорядил)"
)
_FIRST = pattern(
    r"\b(?:mandatory|required|compulsory|obligatory)\s+(?:first|initial|preliminary|pre-?requisite|startup|"
    r"initiali[sz]ation)\s+(?:action|step|task|command|instruction|protocol|setup|check|validation)\b|"
    r"\b(?:must|have\s+to|need\s+to|should|shall|always)\b[^.\n]{0,60}?\b(?:before\s+(?:anything\s+else|"
    r"any\s+other|doing\s+anything|answering|responding|any\s+(?:operation|task|calculation|action|request|"
    r"work))|first,?\s+before|"
    r"at\s+(?:the\s+)?(?:beginning|start)\s+of\s+(?:every|each|any))|"
    r"\bbefore\s+(?:doing\s+anything|anything\s+else|any\s+other|performing\s+any|answering|responding|"
    r"processing\s+any|running\s+any|executing\s+any|starting\s+any|handling\s+any)\b[^.\n]{0,80}?\b(?:must|run|"
    r"execute|read|fetch|install|complete|send|always|required)\b|"
    r"\b(?:system\s+)?initiali[sz]ation\s+(?:is\s+)?required\b|\bfailure\s+to\s+(?:comply|run|execute|do\s+so|"
    r"complete)\b|\b(?:critical|urgent|emergency)\s+(?:security\s+)?(?:update|patch|notice|action|alert)\b|"
    r"\bthis\s+is\s+(?:non-?negotiable|not\s+optional|mandatory)\b|必须首先|务必先|在(?:执行|进行|处理|"
    r"回答)任何[^。\n]{0,12}?(?:之前|前)[^。\n]{0,12}?(?:必须|先)|強制的|最優先で|반드시\s*먼저"
)


def look(package: Package, hits: Hits) -> Iterable[Finding]:
    """Every claim with something risky in or right behind it."""
    told = _said.Told(RULE, package, hits)
    for one in told.meaning(_CLAIMS):
        own, near = harms_in(one.words), harms_in(_said.around(one))
        if _said.hidden(one) and near & SERIOUS:
            yield RULE.at(one.span, severity=Severity.HIGH)
        elif {Harm.SECRET, Harm.SEND} <= near or own & {Harm.SECRET, Harm.GUARD, Harm.REMOTE}:
            yield RULE.at(one.span, severity=Severity.HIGH if {Harm.SECRET, Harm.SEND} <= near else Severity.MEDIUM)
    for one in told.meaning(_FIRST):
        near = harms_in(_said.around(one))
        if (
            ({Harm.SECRET, Harm.SEND} <= near and near & {Harm.SECRET, Harm.SEND} & harms_in(one.words))
            or Harm.REMOTE in near
            or (_said.hidden(one) and near & SERIOUS)
        ):
            yield RULE.at(one.span, message="the text demands to be obeyed before anything else")


RULE = Rule(
    id="false-authority",
    title="the text claims somebody's authority for something risky",
    axis=Axis.MALICE,
    severity=Severity.MEDIUM,
    confidence=Confidence.MEDIUM,
    why=(
        "A skill has no authority but the person's. Whoever cites the maker of the model, an administrator or a "
        "policy for sending or reading secrets wants nobody to ask why."
    ),
    remedy="give the reason for the step instead of a name",
    anchors=_said.anchors(
        (
            r"authori[sz]ed|required by|approved|mandat|instructed|compliance|policy|requires|requests|orders|"
            r"demands|(?:message|notice|directive) from|sanctioned|signed off|your (?:developer|creator|operator|"
            r"admin)|the (?:administrator|developer|creator|operator)"
        ),
        (
            r"before (?:anything|any |doing|answering|responding|performing|processing|running|executing|starting|"
            r"handling)|initiali[sz]ation|failure to|(?:critical|urgent|emergency) |non-?negotiable|not optional|"
            r"(?:required|compulsory|obligatory) |at (?:the )?(?:beginning|start) of"
        ),
        (
            "授权|批准|管理员|必须首先|务必先|之前|許可|承認|最優先|승인|지시|반드시|autorizado|autorisé|exigido|"
            "exigé|genehmigt|angeordnet|дминистратор|азработчик|безопасности"
        ),
    ),
    look=look,
)
