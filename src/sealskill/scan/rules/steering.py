"""Orders that bend what the person gets: opinions pushed, scores given away, words slipped in or taken out."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from sealskill.model.report import Axis, Confidence, Finding, Severity
from sealskill.scan.act import Doer
from sealskill.scan.facts.purpose import Topic
from sealskill.scan.pattern import Pattern, pattern
from sealskill.scan.prose import Sentence
from sealskill.scan.rule import Hits, Rule
from sealskill.scan.rules import _said, _slants

if TYPE_CHECKING:
    from sealskill.scan.package import Package

_DISPUTED = (
    r"(?:\b(?:climate|global\s+warming|sustainab\w*|environmental\w*|eco-friendly|vaccin\w*|pharmaceutical\w*|"
    r"conventional\s+medicine|natural\s+(?:remed\w+|alternatives?)|homeopath\w*|holistic|medical\s+(?:consensus|"
    r"content|advice)|health(?:-related|care)?\s+(?:content|documents?|information)|earth\s+is\s+flat|"
    r"flat\s+earth|evolution|creationis\w*|holocaust|coloni\w+|slavery|genocide|"
    r"diversity|immigra\w*|refugee\w*|ethnic\w*|racial|religio\w*|muslim\w*|jew\w*|"
    r"christian\w*|gender|\bmales\b|\bfemales\b|\bmen\b|\bwomen\b|transgender|lgbt\w*|political\w*|politic\w+|"
    r"elections?|government\w*|president\w*|(?:political|electoral)\s+candidates?|liberals|conservatives|"
    r"communis\w*|socialis\w*|"
    r"democra\w*|republican\w*|war\s+in|taiwan|tibet|ukraine|russia\w*|israel\w*|palestin\w*|"
    r"abortion|gun\s+control|scientific\s+(?:consensus|evidence|facts?)|histor(?:y|ical)\s+(?:content|events?|"
    r"documents?|facts?|framing)|conspirac\w*|nuclear|smoking|tobacco|5g\b|fluoride)|民族|宗教|政治|疫苗|气候|"
    r"移民|台湾|性别)"
)
_FRAMES = pattern(
    r"\b(?:frame|portray|spin|depict|recast)s?\s+(?:the|any|all|every|each|their|its|these|this|those|"
    r"\w+s)\b[^.\n]{0,50}?\bas\s+(?:an?\s+)?['‘“\"]|\b(?:downplay|gloss\s+over|bury|whitewash|"
    r"sugar-?coat)\w*\b[^.\n]{0,40}?\b(?:risks?|loss(?:es)?|failures?|negative\w*|criticism|problems|drawbacks|"
    r"side\s+effects|layoffs|accidents?|defects?)\b|"
    r"\b(?:omit|remove|delete|drop|skip|leave\s+out)\w*\b[^.\n]{0,40}?\b(?:paragraphs?|sentences?|sections?|"
    r"passages?|statements?)\b[^.\n]{0,40}?\b(?:criticiz|critical\s+of|negative\s+about|questions?\s+the|doubt|"
    r"against\s+the)\w*\b|"
    r"\b(?:present|frame|portray|depict|describe|characteri[sz]e|promote|promotes|emphasi[sz]e|downplay|"
    r"minimi[sz]e|cast|question|deny|glorify|discredit|criticize|praise|favou?r|"
    rf"include\s+phrases)\w*\b[^.\n]{{0,120}}?{_DISPUTED}[^.\n]{{0,120}}?(?:\bas\b|\bover\b|\brather\s+than\b|"
    r"\binstead\s+of\b|\bwhere\s+possible\b|['‘“\"])|"
    rf"{_DISPUTED}[^.\n]{{0,120}}?\b(?:present|frame|portray|depict|describe|characteri[sz]e|downplay|"
    r"include\s+phrases\s+like|promotes?|use\s+terms\s+like)\b[^.\n]{0,120}?(?:\bas\b|['‘“\"]|\bover\b|"
    r"\bconsensus\b)|"
    r"\b(?:append|insert|include|add|prepend|put|work\s+in|mention)\w*\b[^.\n]{0,60}?\b(?:phrases?|sentences?|"
    rf"statements?|notes?|claims?|disclaimers?|words?|lines?|text)\b[^\n]{{0,120}}?{_DISPUTED}|"
    r"\b(?:remove|delete|redact|omit|censor|strip|suppress|replace|exclude|"
    r"filter\s+out)\w*\b[^.\n]{0,100}?\b(?:paragraphs?|sentences?|sections?|references?|mentions?|content|"
    rf"words?|names?|passages?|text|topics?|any\s+\w+)\b[^.\n]{{0,100}}?{_DISPUTED}|"
    r"\b(?:replace|change|rename|substitute|swap)\w*\s+(?:any|all|every|each|the)?\s*(?:\w+\s+)?(?:males?|"
    r"females?|men|women|ethnic|foreign|muslim|jewish|black|white|asian|user'?s?|author'?s?|employee|"
    r"competitor\w*)\s+(?:\w+\s+)?(?:names?|pronouns?|references?|mentions?)\b[^.\n]{0,60}?\b(?:with|by|to)\b"
)
_INSERTS = pattern(
    r"\b(?:after|when|whenever|before|while)\s+(?:\w+ing|you)\b[^.\n]{0,100}?\b(?:append|insert|include|"
    r"add)\w*\s+(?:the\s+|this\s+|a\s+|following\s+)*(?:exact\s+)?(?:phrase|sentence|statement|slogan|claim|"
    r"advert\w*|promotional\s+\w+|endorsement|link\s+to)\b|"
    r"\balways\s+(?:include|append|insert|add|mention)\w*\s+(?:phrases\s+like|the\s+phrase|the\s+sentence|"
    r"the\s+statement|a\s+(?:promotional|sponsored|hidden)|an\s+(?:advert\w*|endorsement|affiliate))\b"
)
_PROMOTES = pattern(
    r"\b(?:always|must|should|make\s+sure\s+to|ensure\s+(?:that\s+)?(?:you\s+)?|be\s+sure\s+to|subtly|"
    r"preferentially|whenever)\b[^.\n]{0,60}?\b(?:recommend|promote|advertise|endorse|favou?r|push|mention|"
    r"praise|suggest|rank|feature|highlight)\w*\b[^.\n]{0,60}?\b(?:over\s+(?:all\s+)?(?:other|compet\w+|"
    r"alternatives?|rivals?)|instead\s+of\s+(?:any\s+)?(?:compet\w+|other|alternatives?)|as\s+the\s+(?:best|"
    r"superior|only|leading|top|first|preferred)|above\s+(?:all|compet\w+|other)|even\s+(?:if|when)|"
    r"our\s+(?:sponsor\w*|partner\w*|affiliate\w*)|regardless\s+of|sponsor\w*)\b|"
    r"\b(?:disparage|discredit|speak\s+(?:ill|negatively)|warn\s+against|discourage\s+(?:the\s+)?use|"
    r"never\s+(?:mention|recommend|suggest))\w*\s+(?:\w+\s+){0,2}?(?:compet\w+|rival\w*|other\s+(?:vendors?|"
    r"products?|brands?|compan\w+))\b|\b(?:insert|use|replace|append|add|"
    r"include)\w*\b[^.\n]{0,50}?\b(?:affiliate|referral|sponsored)\s+(?:links?|codes?|ids?|tags?|content)\b"
)
_TAGGED = pattern(
    r"\b(?:every|each|all|any)\s+(?:\w+\s+){0,3}?(?:links?|urls?)\b[^\n]{0,80}?"
    r"[?&](?:tag|aid|aff\w*|ref\w*|partner\w*|campid)=[\w-]{3,}|"
    r"\b(?:another|other|existing|own)\s+(?:\w+\s+)?(?:tag|code|id)\b[^.\n]{0,40}?"
    r"\breplace\b[^.\n]{0,30}?\b(?:ours|our|mine|my)\b"
)
_RANKS = pattern(
    r"\b(?:takes?|has|have|with)\s+(?:absolute\s+|highest\s+|top\s+)?(?:precedence|priority)\s+over\s+"
    r"(?:all\s+|any\s+|every\s+)?(?:the\s+)?(?:other\s+)?(?:skills?|plugins?)\b|"
    r"\b(?:do\s+not|don['’]?t|never)\s+(?:use|consult|load|read)\s+(?:any\s+)?other\s+skills\b"
)
_SCORES = pattern(
    r"\b(?:rate|score|grade|rank|judge|evaluate|assess)s?\s+(?:it|them|the|this|these|all|any|every|each|as|\w+s)\b[^.\n]{0,80}?\b(?:regardless|no\s+matter|irrespective|whatever\s+(?:it|they|the))\b|"
    r"\b(?:return|give|assign|report|award|output|grade|mark|set|always\s+(?:score|"
    r"rate))\w*\s+(?:\w+\s+){0,3}?(?:high|perfect|maximum|top|full|positive|favou?rable|passing|excellent|low|"
    r"lowest|minimum|failing|negative|5[\s-]star|10/10|100%)\s+(?:\w+\s+)?(?:scores?|ratings?|grades?|marks?|"
    r"reviews?|assessments?|evaluations?|rankings?|verdicts?|recommendations?)\b[^.\n]{0,40}?(?:\bregardless|"
    r"\bwithout|\bif\b|\bwhenever|\bfor\s+(?:all|any|every)|$|[.!])"
)
_INSTEAD = pattern(
    r"\b(?:do\s+not|don['’]?t|skip|without|instead\s+of|stop|never)\b[^.\n]{0,60}?\b(?:proceed\w*|review\w*|"
    r"perform\w*|check\w*|analy[sz]\w*|evaluat\w*|assess\w*|read\w*)\b|\bregardless\s+of\b|\bno\s+matter\b|"
    r"\balways\b|\beven\s+if\b"
)
_FALSIFIES = pattern(
    r"\b(?:adjust|tweak|massage|improve|polish|alter|change|round)\w*\s+(?:the\s+|any\s+|these\s+)?(?:figures|"
    r"numbers|data|results|scores|metrics|statistics|values)\s+(?:to|so|until)\b[^.\n]{0,40}?\b(?:better|higher|"
    r"lower|favou?rabl\w+|impressive|significant|convincing|fit)\b|"
    r"\b(?:add|list|include|insert|credit|cite|name)\w*\b[^\n]{0,80}?\bas\s+(?:a\s+|the\s+|an\s+)?(?:co-?|first\s+|"
    r"lead\s+|senior\s+)authors?\b|"
    r"\b(?:fabricat(?:es?|ing)|falsif(?:y|ies|ying)|invent(?:s|ing)?|mak(?:e|ing)\s+up|forg(?:e|ing)|"
    r"fak(?:e\s+(?:the|some|any|all|their|your|its|up|as\s+many)|ing)|inflat(?:es?|ing)|manipulat(?:es?|ing)|"
    r"misrepresent(?:s|ing)?|doctor(?:s|ing)?|exaggerat(?:es?|ing)|"
    r"round\s+up|adjust\s+\w+\s+to\s+look)\s+(?:\w+\s+){0,3}?(?:citations?|references|data|results?|scores?|"
    r"figures|authors?hips?|authors?|reviews?|numbers|statistics|metrics|quotes?|sources?|evidence|revenues?|"
    r"test\s+results|findings|credentials|dates)\b|"
    r"\b(?:add|list|include|insert|credit|cite)\w*\s+(?:\w+\s+){0,3}?\bas\s+(?:a\s+|the\s+|an\s+)?(?:co-?|"
    r"first\s+|lead\s+|senior\s+)?author\b|\b(?:always\s+cite|add\s+a\s+citation\s+to|"
    r"insert\s+(?:a\s+)?citations?\s+(?:to|of))\b[^.\n]{0,60}?\b(?:our|my|by|regardless|even)\b|"
    r"(?:伪造|捏造|篡改|虚构)[^。\n]{0,10}?(?:数据|引用|结果|评分|作者|文献)|(?:捏造|改ざん|偽造|"
    r"でっち上げ)[^。\n]{0,4}|(?:데이터|결과|인용|점수)[^.\n]{0,8}?(?:조작|위조|날조)"
)
_STEM = (
    r"\bframe|portray|\bspin\b|depict|recast|downplay|gloss|bury|whitewash|sugar|criticiz|critical\s+of|\brate\b|"
    r"figures|numbers|\bresults|statistics|regardless|no\s+matter|"
    rf"{_DISPUTED}|phrase|sentence|statement|slogan|claim|advert|promot|endors|recommend|favou?r|affiliate|referral|[?&](?:tag|aid|aff|ref|partner|campid)|replace|other\s+skills|over\s+(?:\w+\s+)?skills|"
    r"sponsor|compet|disparag|discredit|scores?\b|ratings?\b|grades?\b|reviews?\b|verdict|rankings?\b|fabricat|"
    r"falsif|invent|make\s+up|forge|fake|inflate|manipulat|misrepresent|author\b|cite|citation|names?\b|pronoun|"
    r"伪造|捏造|篡改|虚构|改ざん|偽造|でっち|조작|위조|날조"
)
_GUARDED = pattern(
    r"\b(?:never|do\s+not|don['’]?t|avoid|must\s+not|should\s+not|refuse|without|no|not|nothing)\s+(?:\w+\s+){0,2}?(?:fabricat|"
    r"falsif|invent|mak(?:e|ing)\s+up|forg|fak|inflat|manipulat|misrepresent|exaggerat|promot|recommend)|"
    r"\b(?:fabricate|invent|make\s+up|fake|inflate)\s+(?:no|nothing|neither)\b|"
    r"\b(?:are|is|['’]re|were|was|been|being)\s+(?:listed|credited|named|cited|included)\b"
)


def look(package: Package, hits: Hits) -> Iterable[Finding]:
    """Every such order, as a warning: whose opinion it is, a scanner cannot say, only that nobody asked."""
    told = _said.Told(RULE, package, hits, stem=_STEM)
    for found in (_FRAMES, _INSERTS, _FALSIFIES, _TAGGED):
        for one in told.meaning(found):
            if _said.ordered(one, found) and not (_GUARDED.search(one.words) or _forbidden(one, found)):
                yield _bent(one)
    for one in told.meaning(_RANKS):
        if not _forbidden(one, _RANKS):
            yield RULE.at(one.span, axis=Axis.POWER, message="the text puts the skill before all others")
    leaning = _said.Told(RULE, package, hits, stem=_slants.STEM)
    for one in leaning.meaning(_slants.ANY):
        if _ordered(one, _slants.ANY) and not _FAIR.search(one.words) and not package.purpose.covers(*_PARTIAL):
            yield _bent(one)
    for one in told.meaning(_PROMOTES):
        if _ordered(one, _PROMOTES) and not _GUARDED.search(one.words) and not package.purpose.covers(Topic.PROMOTION):
            yield _bent(one)
    for one in told.meaning(_SCORES):
        if _ordered(one, _SCORES) and _INSTEAD.search(one.words):
            yield _bent(one)


def _forbidden(one: Sentence, found: Pattern) -> bool:
    return _said.denied(one, found) or _said.forbidden_within(one, found)


# Who sells, and who writes as somebody else, takes sides by trade.
_PARTIAL = frozenset({Topic.PROMOTION, Topic.SECURITY})
_FAIR = pattern(
    r"\b(?:never|do\s+not|don['’]?t|avoid|must\s+not|should\s+not|shouldn['’]?t|without|not\s+to|refuse\s+to|"
    r"instead\s+of)\s+"
    r"(?:\w+\s+){0,2}?(?:ignor|omit|leav|hid|bur(?:y|ied)|suppress|exclud|drop|conceal|minimi|downplay|gloss|pass|"
    r"play|"
    r"promot|advertis|prais|endors|sugar|disparag|discredit|round|skip|overlook|whitewash)"
)


def _ordered(one: Sentence, found: Pattern) -> bool:
    return _said.ordered(one, found) or (one.negated and one.to is Doer.AGENT)


def _bent(one: Sentence) -> Finding:
    sly = _said.hidden(one) or bool(_DISGUISED.search(_block(one)))
    return RULE.at(one.span, severity=Severity.HIGH if sly else Severity.MEDIUM)


def _block(one: Sentence) -> bytes:
    block = one.prose.blocks[one.block]
    return one.prose.text[block.start : block.end][:_LONG]


_LONG = 1_500
"""Bytes of a paragraph that are about one thing."""
# A verdict that was fixed beforehand and is to look like the outcome of the work.
_DISGUISED = pattern(
    r"\b(?:so\s+that|such\s+that|such\s+a\s+way\s+that|make|word|phrase)\b[^.\n]{0,80}?\b(?:this|it|that|they|the\s+\w+)\s+"
    r"(?:looks?|appears?|seems?|reads?)\s+(?:like|as\s+if|to\s+be|as\s+though|independent|objective|neutral|natural|fair)|"
    r"\b(?:do\s+not|don['’]?t|never|without)\s+(?:mention|disclos|reveal|explain|say|tell|note)\w*\s+(?:\w+\s+){0,4}?"
    r"(?:this|why|rule|preference|adjustment|bonus|agreement|arrangement|reason)\b|"
    r"\b(?:nobody|no\s+one)\s+(?:needs?|has)\s+to\s+(?:know|hear|see)\b|"
    r"\b(?:this|the)\s+(?:rule|preference|adjustment|bonus|agreement|arrangement)\s+(?:is|stays|remains)\s+(?:internal|"
    r"confidential|secret|private|not\s+(?:shown|mentioned|disclosed))"
)


RULE = Rule(
    id="steering",
    title="the text bends what the person gets to somebody's liking",
    axis=Axis.MALICE,
    severity=Severity.MEDIUM,
    confidence=Confidence.MEDIUM,
    why=(
        "A person who asks for a report, a review or a score believes that it is theirs. Opinions, praise or "
        "omissions that a skill slips in are somebody else's."
    ),
    remedy="leave content to the person; say openly if the skill serves a brand or a point of view",
    anchors=_said.anchors(
        (
            r"climate|sustainab|environmental|eco-friendly|vaccin|pharmaceutical|natural remed|natural alternative|"
            r"holistic|medical|health|flat|coloni|diversity|inclusion|immigra|ethnic|racial|religio|gender|males?\b|"
            r"females?\b|political|election|government|consensus|histor|democra|republican|conservative|liberal|政治|"
            r"宗教|疫苗|气候"
        ),
        (
            r"(?:the|a|this|following|exact|include) (?:phrase|sentence|statement|slogan|claim)|advert|endorse|"
            r"recommend|promote|favou?r|affiliate|referral|sponsor|compet|disparage|discredit|"
            r"[?&](?:tag|aid|aff\w*|ref\w*|partner\w*|campid)=|other skills"
        ),
        (
            r"downplay|pass over|gloss over|play down|leave out|side with|benefit of the doubt|lenient|generous|"
            r"relaxed|"
            r"(?:lower|worse|less|below) \S+ than|lower \S+ \S+ than|whatever|whether or not|no matter|strengths|"
            r"merits|"
            r"failure (?:mode|case)|limitations|weakness|looks? better|words like|terms like|call \w+ ['\"]|praise|"
            r"champion|tout|without (?:remark|comment|looking|reading|objection)|among them|looks? good"
        ),
        ("缺点|风险|优点|无论|不管|リスク|欠点|위험|단점|riesgos|risques|risik|schwäche|риск|достат"),
        (
            r"(?:high|perfect|maximum|highest|top|full|positive|passing|low|lowest|negative|star|quality|seo) "
            r"(?:score|rating|grade|review|verdict)|fabricat|falsif|invent|make up|forge|inflate|manipulat|"
            r"misrepresent|(?:co-|first |lead |an |as )author|伪造|捏造|篡改|改ざん|偽造|조작|위조"
        ),
    ),
    look=look,
)
