"""Advice that leaves whatever is built open to attack: no payload, and a hole in everybody's code."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from sealskill.model.report import Axis, Confidence, Finding, Severity
from sealskill.scan.facts.purpose import Topic
from sealskill.scan.pattern import pattern
from sealskill.scan.prose import Sentence
from sealskill.scan.rule import Hits, Rule
from sealskill.scan.rules import _said

if TYPE_CHECKING:
    from sealskill.scan.package import Package

_USES = (
    r"(?:use|using|prefer|build|assemble|construct|compose|write|create|form|make|generate|concatenate|glue|store|"
    r"save|keep|"
    r"hash|allow|enable|set|send|accept|leave|put|hard-?code|embed|call|run|deserialize|load|parse|return|merge|"
    r"approve|"
    r"print|log|turn|switch|serve|expose|evaluate|render)"
)
_GLUED = (
    r"(?:string\s+(?:concatenation|formatting|interpolation|building)|f-?strings?|concatenat\w+|glu\w+\s+strings?|"
    r"template\s+(?:literals|strings)|%-?formatting|str\.format|plus\s+signs)"
)
_SQL = r"(?:sql|quer(?:y|ies)|statements?|where\s+clauses?)"
_SECRET = r"(?:passwords?|passcodes?|credentials?|tokens?|api\s+keys?|secrets?|session\s+ids?|card\s+numbers?)"
_WEAK = r"(?:md5|sha-?1|plain\s*text|clear\s*text|base64|without\s+(?:a\s+)?salt|unsalted|unhashed|reversible)"
_INPUT = r"(?:user|input|typed|entered|request|form|payload|client|untrusted|query\s+string|parameters?)"
_DOORS = (
    r"(?:authentication|auth|login|authori[sz]ation|csrf|tls|https|encryption|input\s+validation|"
    r"rate\s+limit\w*)"
)

_PRACTICES = {
    "queries out of strings": (
        rf"\b{_USES}\w*\b[^.\n]{{0,40}}?{_GLUED}[^.\n]{{0,60}}?\b{_SQL}\b|"
        rf"\b{_USES}\w*\b[^.\n]{{0,40}}?\b{_SQL}\b[^.\n]{{0,40}}?\b(?:by|with|through|via|"
        rf"using)\b[^.\n]{{0,20}}?{_GLUED}"
    ),
    "secrets kept weakly": (
        rf"\b{_USES}\w*\b[^.\n]{{0,40}}?\b{_SECRET}\b[^.\n]{{0,30}}?\b(?:as|in|with|using|"
        rf"into)\b[^.\n]{{0,20}}?\b{_WEAK}|"
        rf"\b{_USES}\w*\b\s+(?:\w+\s+)?{_WEAK}\b[^.\n]{{0,30}}?\bfor\b[^.\n]{{0,20}}?\b{_SECRET}\b|"
        rf"\b(?:hard-?code|embed|put|write)\w*\b[^.\n]{{0,30}}?\b{_SECRET}\b[^.\n]{{0,20}}?\b(?:in|into|"
        rf"inside)\b[^.\n]{{0,20}}?"
        r"\b(?:source|code|repo\w*|bundle|client|front-?end|javascript|html)\b"
    ),
    "every origin": (
        r"\b(?:allow|enable|set|accept|permit|use)\w*\b[^.\n]{0,30}?\b(?:every|all|any)\s+origins?\b|"
        r"\b(?:set|use|add|send)\w*\b[^.\n]{0,30}?Access-Control-Allow-Origin[`'\"]?\s*:?\s*(?:to\s+)?[`'\"]?\*"
    ),
    "input that is run": (
        rf"\b(?:use|call|pass|feed|hand|run|load|deserialize|evaluate)\w*\b[^.\n]{{0,30}}?\b(?:eval|exec|"
        rf"pickle(?:\.loads?)?|"
        rf"yaml\.load|shell\s*=\s*true|innerHTML|dangerouslySetInnerHTML|new\s+Function)\b[^.\n]{{0,40}}?\b{_INPUT}\b"
    ),
    "doors left open": (
        rf"\b(?:leave|keep|turn|switch)\w*\s+(?:the\s+)?{_DOORS}\s+(?:checks?\s+)?(?:off|out|disabled)\b|"
        rf"\b(?:no|without)\s+{_DOORS}\s+(?:is\s+needed\s+)?(?:on|for)\s+(?:the\s+)?(?:admin|internal|all|any|"
        rf"payment|user)\b"
    ),
    "yes without a look": (
        r"\b(?:approve|merge|accept|sign\s+off)\w*\b[^.\n]{0,60}?\bwithout\s+(?:reading|review\w*|looking|checking|"
        r"testing|"
        r"opening|running)\b"
    ),
    "in chinese": (
        r"(?:使用|用)[^。\n]{0,6}?字符串拼接[^。\n]{0,12}?(?:SQL|查询)|"
        r"(?:明文|MD5)[^。\n]{0,6}?(?:存储|保存)[^。\n]{0,6}?密码"
    ),
    "in japanese": r"文字列(?:連結|結合)[^。\n]{0,8}?SQL|パスワード[^。\n]{0,6}?(?:平文|MD5)[^。\n]{0,4}?(?:保存|で)",
    "in spanish": (
        r"(?:concatenaci[oó]n|concatena)\w*[^.\n]{0,30}?SQL|"
        r"contraseñas?[^.\n]{0,20}?(?:texto\s+plano|MD5)"
    ),
    "in german": (
        r"(?:SQL|Abfragen?)[^.\n]{0,30}?(?:zusammensetz|verkett|aneinander)|"
        r"Passw(?:ort|örter)[^.\n]{0,30}?(?:Klartext|MD5)"
    ),
    "in russian": r"конкатенаци\w*[^.\n]{0,20}?SQL|парол\w*[^.\n]{0,20}?(?:открытом\s+виде|MD5)",
}
_ANY = pattern("|".join(_PRACTICES.values()))
_STEM = (
    rf"{_GLUED}|{_WEAK}|origins?\b|Allow-Origin|\beval\b|\bexec\b|pickle|yaml\.load|shell\s*=|innerHTML|"
    rf"SetInnerHTML|Function|"
    rf"{_DOORS}|without\s+\w+ing|hard-?code|{_SECRET}|拼接|明文|密码|文字列|パスワード|concatena|contraseña|zusammensetz|verkett|"
    r"Passw|конкатенац|парол"
)
# It is named in order to be left alone, or for one's own machine.
_SPARED = pattern(
    r"\b(?:never|do\s+not|don['’]?t|avoid|must\s+not|should\s+not|shouldn['’]?t|cannot|instead\s+of|rather\s+than|"
    r"not|no\s+longer|"
    r"stop|replace|fix|detect|flag|prevent\w*|vulnerab\w*|insecure|unsafe|dangerous|risk\w*|wrong|bad|attack\w*|"
    r"inject\w*|only|"
    r"local(?:host|ly)?|dev|development|test\w*|debug\w*|self-signed|example|e\.g\.|warn\w*|careful\w*|if\s+you)\b|"
    r"不要|避免|禁止|しない|避け|evita|nunca|nicht|nie\b|vermeide|не\s|никогда|избега"
)


def look(package: Package, hits: Hits) -> Iterable[Finding]:
    """Every such piece of advice, as a warning; what speaks of it in order to warn is left out."""
    if package.purpose.covers(Topic.SECURITY):
        return
    for one in _said.Told(RULE, package, hits, stem=_STEM).meaning(_ANY):
        if _said.hidden(one) or (_said.ordered(one, _ANY) and not _spared(one)):
            yield RULE.at(one.span)


def _spared(one: Sentence) -> bool:
    return one.lesson or bool(_SPARED.search(one.words))


RULE = Rule(
    id="insecure-advice",
    title="the text has code written with a known hole",
    axis=Axis.MALICE,
    severity=Severity.MEDIUM,
    confidence=Confidence.MEDIUM,
    why=(
        "An agent follows the advice of a skill in everything it builds. Advice to leave a check out, or to trust "
        "what "
        "strangers type, is in all of it, whether or not somebody meant harm."
    ),
    remedy="bind values to queries, hash passwords slowly, name the origins, keep checks on",
    anchors=_said.anchors(
        r"string (?:concatenation|formatting|interpolation)|f-?strings?\b|concatenat|gluing|glue|template "
        r"(?:literals|strings)",
        r"\bmd5|\bsha-?1\b|plain ?text|clear ?text|unsalted|hard-?code|every origin|all origins|any origin|"
        r"allow-origin",
        r"\beval\b|\bpickle|yaml\.load|shell ?= ?true|innerhtml|(?:authentication|auth|csrf|tls|https) (?:checks? "
        r")?(?:off|out)",
        r"without (?:reading|review|looking|checking|testing|opening)|no (?:authentication|auth|login)",
        r"拼接|明文|文字列|平文|texto plano|zusammensetz|verkett|klartext|онкатенац|открытом виде",
    ),
    look=look,
)
