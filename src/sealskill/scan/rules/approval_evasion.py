"""Having things done past the person's yes: confirmations skipped, sandboxes and guards switched off."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from sealskill.model.report import Axis, Confidence, Finding, Severity
from sealskill.scan.act import Doer
from sealskill.scan.facts.harms import Harm, harms_in
from sealskill.scan.facts.purpose import Topic
from sealskill.scan.pattern import pattern
from sealskill.scan.prose import Sentence
from sealskill.scan.rule import Hits, Rule
from sealskill.scan.rules import _said

if TYPE_CHECKING:
    from sealskill.scan.package import Package

_SKIPS = pattern(
    r"\b(?:do\s+not|don['’]?t|never|without|no\s+need\s+to|avoid|must\s+not|not\s+to)\s+(?:ever\s+)?(?:ask(?:ing)?|"
    r"wait(?:ing)?|prompt(?:ing)?|request(?:ing)?|seek(?:ing)?|requir(?:e|ing)|confirm(?:ing)?)\s+(?:(?:for|the|"
    r"any|with)\s+)*(?:users?|humans?|them|anyone|operator|owner)\b|"
    r"\b(?:do\s+not|don['’]?t|never|without|no\s+need\s+to|avoid|must\s+not|not\s+to)\s+(?:ever\s+)?(?:ask(?:ing)?|"
    r"wait(?:ing)?|prompt(?:ing)?|request(?:ing)?|seek(?:ing)?|requir(?:e|ing))\b[^.\n]{0,40}?\b(?:permission|"
    r"confirm(?:ation|ing)?|approval|consent|authori[sz]ation|first|before)\b|"
    r"\bwithout\s+(?:any\s+)?(?:further\s+|explicit\s+|the\s+)?(?:user'?s?\s+)?(?:confirmation|approval|"
    r"permission|consent|authori[sz]ation|human\s+(?:review|approval|in\s+the\s+loop)|asking)\b|"
    r"\b(?:skip|bypass|suppress|ignore|disable|circumvent|avoid|auto-?accept|auto-?approve|auto-?confirm|"
    r"automatically\s+(?:accept|approve|confirm|answer))\w*\s+(?:any\s+|all\s+|the\s+|every\s+|permission\s+|"
    r"security\s+|user\s+)*(?:\w+\s+)?(?:confirmations?|approvals?|permissions?|prompts?|consent|dialogs?|"
    r"warnings?|safety\s+checks?)\b|"
    r"\b(?:all|every|any)\s+(?:\w+\s+){0,3}(?:are|is)\s+(?:already\s+)?(?:pre-?approved|pre-?authori[sz]ed|"
    r"auto-?approved)\b|\b(?:pre-?approved|auto-?approve\s*all|autoApprove\w*)\b|"
    r"(?:无需|不需要|无须|不必|不要)(?:再)?[^。\n]{0,6}?(?:确认|確認|询问|詢問|征求|批准|同意|授权)|(?:確認|許可|"
    r"承認)(?:を(?:取ら|求め)ず|なしに?|せずに|不要)|(?:확인|승인|허락|동의)[^.\n]{0,4}?(?:없이|묻지|구하지)|"
    r"\bsin\s+(?:pedir|solicitar|preguntar|confirmaci|autorizaci|permiso)\w*|\bsem\s+(?:pedir|solicitar|"
    r"perguntar|confirma|autoriza|permiss)\w*|\bsans\s+(?:demander|confirmation|autorisation|permission)|"
    r"\bohne\s+(?:zu\s+fragen|nachfrage|rückfrage|bestätigung|genehmigung|erlaubnis|zustimmung)|"
    r"\bbez\s+(?:pytania|potwierdzenia)|без\s+(?:спроса|подтвержден|разрешен|согласи|согласован)|"
    r"не\s+(?:спрашивай|запрашивай)"
)
_FLAGS = pattern(
    r"--dangerously-skip-permissions|--dangerously-bypass-approvals-and-sandbox|--dangerously-\w+|"
    r"dangerouslyDisableSandbox|dangerouslyAllow\w+|\bbypassPermissions\b|--full-auto\b|--yolo\b|"
    r"--auto-approve\b|--no-sandbox\b|\bautoApprove(?:All)?\b|"
    r"approval[_-]?policy[\"']?\s*[:=]\s*[\"']?never|exec\.(?:approvals?|ask)[\"']?\s*[:=]\s*[\"']?(?:off|never|"
    r"false)|sandbox(?:_mode|\.mode|Mode)?[\"']?\s*[:=]\s*[\"']?(?:off|none|danger-full-access|false)|"
    r"tools\.exec\.(?:security|host)[\"']?\s*[:=]\s*[\"']?(?:full|gateway|off)"
)
_GUARDS = pattern(
    r"\b(?:disable|turn(?:ing)?\s+off|switch(?:ing)?\s+off|deactivate|bypass|evade|circumvent|defeat|"
    r"get\s+around|work\s+around|remove)\w*\s+(?:\w+\s+){0,3}?(?:sandbox\w*|guardrails?|safety\s+(?:checks?|"
    r"filters?|features?|mechanisms?|measures?|protocols?)|security\s+(?:checks?|scann\w+|controls?|polic\w+|"
    r"restrictions?|measures?|warnings?)|content\s+filters?|moderation|permission\s+(?:system|checks?|prompts?)|"
    r"approval\s+(?:gates?|prompts?|flow|mode)|gatekeeper|antivirus|defender|scanners?|detection)\b|"
    r"\b(?:split|encode|rephrase|obfuscate|disguise)\w*\b[^.\n]{0,80}?\b(?:avoid|evade|bypass|pass|escape|"
    r"not\s+trigger)\w*\s+(?:\w+\s+){0,3}(?:detection|filters?|scanners?|guardrails?|safety|moderation|"
    r"classifiers?|review)\b|"
    r"\b(?:stay|keep|remain|fly)\w*\s+(?:below|under|beneath)\s+the\s+radar\b|"
    r"(?:关闭|禁用|绕过|绕开|停用)[^。\n]{0,12}?(?:沙箱|安全检查|安全策略|防护|审核|审批|杀毒|权限检查)|"
    r"(?:サンドボックス|安全|セキュリティ)[^。\n]{0,10}?(?:無効|回避|バイパス)|(?:샌드박스|보안|"
    r"안전)[^.\n]{0,10}?(?:비활성|우회|해제|끄)|"
    r"(?:^|\PL)(?:desactiva|deshabilita|desative|désactive[zr]?|contourne[zr]?|deaktiviere?|umgehe?|отключи|"
    r"обойди)\pL*\s[^.\n]{0,30}?(?:sandbox|segur|sécur|sicherheit|schutz|безопасн|песочниц|защит|antivirus|"
    r"антивирус)"
)
_RISKY = frozenset({Harm.SECRET, Harm.REMOTE, Harm.SPEND, Harm.STEER, Harm.DELETE, Harm.GUARD})


def look(package: Package, hits: Hits) -> Iterable[Finding]:
    """Every yes that is skipped for something risky, and every guard that is switched off."""
    told = _said.Told(RULE, package, hits)
    for one in told.meaning(_SKIPS):
        yield from _skipped(package, one)
    for one in told.meaning(_FLAGS, lessons=False):
        yield from _flagged(package, one)
    for one in told.meaning(_GUARDS):
        if _orders(one) and (_said.hidden(one) or not _said.warns_before(one, _GUARDS)):
            yield _guard(package, one)


def _orders(one: Sentence) -> bool:
    return _said.ordered(one, _GUARDS)


def _skipped(package: Package, one: Sentence) -> Iterator[Finding]:
    own, near = harms_in(one.words), harms_in(_said.around(one))
    hidden = _said.hidden(one)
    if (
        (hidden and near & (_RISKY | {Harm.SEND}))
        or {Harm.SECRET, Harm.SEND} <= own
        or (Harm.REMOTE in own and one.to is Doer.AGENT)
    ):
        yield RULE.at(one.span, severity=Severity.HIGH)
    elif own & (_RISKY | {Harm.SEND, Harm.RUN}) and _really(one):
        yield RULE.at(one.span, axis=Axis.POWER)


def _really(one: Sentence) -> bool:
    """Whether it means that nobody is asked. `Never push without asking` is the opposite."""
    if _said.denied(one, _SKIPS) or _said.to_programmers(one):
        return False
    return one.to is Doer.AGENT and not _PROTECTS.search(one.words)


_PROTECTS = pattern(
    r"\b(?:never|do\s+not|don['’]?t|must\s+not|should\s+not|cannot|can['’]?t|won['’]?t|will\s+not|not|refuse\s+to|"
    r"avoid)\b[^.\n]{0,160}?\bwithout\b|"
    r"\b(?:never|do\s+not|don['’]?t|must\s+not|should\s+not|cannot|not\s+to)\s+(?:ever\s+)?(?:skip|bypass|suppress|ignore|disable|"
    r"circumvent|avoid|auto-?\w+)|"
    r"不要[^。\n]{0,30}?(?:未经|没有)|\b(?:reads?|searches|read-only)\b"
)


def _flagged(package: Package, one: Sentence) -> Iterator[Finding]:
    if (one.negated or _said.to_programmers(one)) and not _said.hidden(one):
        return
    own = package.purpose.covers(Topic.AUTONOMY)
    yield RULE.at(
        one.span,
        axis=Axis.MALICE if _said.hidden(one) else Axis.POWER,
        severity=Severity.HIGH if _said.hidden(one) else Severity.LOW if own else Severity.MEDIUM,
        message="the text has an agent started without its guards",
    )


def _guard(package: Package, one: Sentence) -> Finding:
    near = harms_in(_said.around(one))
    bad = _said.hidden(one) or {Harm.SECRET, Harm.SEND} <= near or Harm.REMOTE in near
    mild = package.purpose.covers(Topic.SECURITY, Topic.AUTONOMY)
    return RULE.at(
        one.span,
        severity=Severity.HIGH if bad else Severity.LOW if mild else Severity.MEDIUM,
        axis=Axis.POWER if mild and not bad else Axis.MALICE,
        message="the text has a guard switched off or walked round",
    )


RULE = Rule(
    id="approval-evasion",
    title="the text has something risky done without a yes",
    axis=Axis.MALICE,
    severity=Severity.MEDIUM,
    confidence=Confidence.MEDIUM,
    why="Confirmations and sandboxes are the person's last word. A skill that has them skipped decides in their place.",
    remedy="let the host ask; say what will be done so that a yes means something",
    anchors=_said.anchors(
        (
            r"permission|confirm|approv|consent|authori[sz]ation|without asking|--dangerously|dangerously(?:Disable|"
            r"Allow)|bypassPermissions|--full-auto|--yolo|--no-sandbox|autoApprove"
        ),
        (
            r"sandbox|guardrail|safety|security (?:check|scan|control|polic|restriction|measure|warning)|content "
            r"filter|moderation|gatekeeper|antivirus|defender|detection|scanner|the radar"
        ),
        "无需|不需要|不必|确认|询问|批准|绕过|禁用|关闭|確認|許可|承認|サンドボックス|확인|승인|허락|우회|비활성|"
        "sin pedir|sin confirm|sem pedir|sem confirm|sans demander|sans confirm|ohne (?:zu fragen|nachfrage|"
        "rückfrage|bestätigung|genehmigung|zustimmung)|"
        "ез спроса|ез подтвер|ез разреш|прашивай|тключи|бойди|desactiv|désactiv|deaktivier|umgeh",
    ),
    look=look,
)
