"""Slants: how a text has a judgement, a report or an answer lean to one side, as verbs and what they are done to."""

from __future__ import annotations

from sealskill.scan.pattern import pattern

_PUSHES = (
    r"(?:promot\w*|advertis\w*|prais\w*|champion\w*|endors\w*|plug\w*|tout\w*|talk\w*\s+up|speak\w*\s+up\s+for|"
    r"side\w*\s+with|root\w*\s+for|cheer\w*\s+for)"
)
"""What nobody does to a technique, only to a side."""
_LOWERS = (
    r"(?:downplay|play\w*\s+down|pass\w*\s+over|gloss\w*\s+over|disparag|discredit|belittl|talk\w*\s+down|whitewash|"
    r"sugar-?coat|hush\w*\s+up|brush\w*\s+aside)"
)
_LEAVES_OUT = r"(?:ignor|omit|leav\w*\s+out|skip|hid|bur(?:y|ied)|suppress|exclud|drop|conceal|minimi[sz])"
_MERITS = (
    r"(?:strengths?|merits?|advantages?|benefits?|virtues?|achievements?|what\s+(?:\S+\s+){1,4}?(?:do(?:es)?|"
    r"did)\s+well)"
)
_FAULTS = (
    r"(?:weakness\w*|risks?|failures?|failure\s+(?:modes?|cases?)|failed\s+\w+|limitations?|downsides?|drawbacks?|"
    r"shortcomings?|safety\s+(?:concerns?|issues?|problems?)|harms?|criticisms?|side\s+effects|incidents?|"
    r"complaints?|"
    r"negative\s+\w+|bad\s+(?:news|results)|what\s+went\s+wrong)"
)
_MARKS = r"(?:rate|rank|score|grade|mark|place|put|give|award|list|recommend|present)"
_LESS = r"(?:lower|worse|below|less|under|behind|fewer|poorer)"
_MORE = r"(?:higher|better|above|more|ahead|lower|worse|below|less|first|last)"
_ANYHOW = r"(?:whatever|regardless|no\s+matter|irrespective|whether\s+or\s+not|even\s+(?:if|when|where|though))"
_SOFT = r"(?:lenient(?:ly)?|generous(?:ly)?|relaxed|softer|easier|gentle|forgiving|loosely|lax)"
_QUOTED = r"['‘\"“`][^'’\"”`\n]{2,30}['’\"”`]"

SLANTS = {
    "merits kept quiet": (
        rf"\b(?:{_LOWERS}|{_LEAVES_OUT})\w*\b[^.\n]{{0,40}}?\b{_MERITS}|"
        rf"\b{_MERITS}\b[^.\n]{{0,30}}?\b(?:left\s+out|omitted|ignored|not\s+mentioned)\b"
    ),
    "faults kept quiet": (
        rf"\b{_LOWERS}\w*\b[^.\n]{{0,40}}?\b{_FAULTS}|\b(?:ignor|omit|leav\w*\s+out|hid|bur(?:y|ied)|suppress|"
        rf"conceal)\w*\b"
        rf"\s+(?:\w+\s+){{0,3}}?{_FAULTS}|\bleav\w*\s+(?:\w+\s+){{0,3}}?{_FAULTS}\s+out\b|"
        rf"\b(?:praise|highlight|emphasi[sz]e|stress)\w*\b[^.\n]{{0,60}}?\b(?:over|and\s+(?:ignore|omit|skip|"
        rf"leave\s+out))\b"
        rf"[^.\n]{{0,30}}?\b{_FAULTS}"
    ),
    "one side pushed": rf"\b{_PUSHES}\b[^.\n]{{0,80}}?\b(?:over|above|rather\s+than|instead\s+of|against)\b",
    "one side spared": (
        rf"\b(?:never|do\s+not|don['’]?t)\s+{_MARKS}\b[^.\n]{{0,60}}?\b{_LESS}\b[^.\n]{{0,30}}?\bthan\b|"
        rf"\b{_MARKS}\w*\b[^.\n]{{0,60}}?\b{_MORE}\b[^.\n]{{0,40}}?\b{_ANYHOW}\b|"
        r"\bgiv\w*\s+(?:\w+\s+){0,2}?(?:the\s+)?benefit\s+of\s+the\s+doubt\s+to\b|"
        r"\bwhen\s+(?:in\s+doubt|two|scores?|it\s+is)\b[^.\n]{0,40}?,\s+(?:side\s+with|favou?r|pick|choose|"
        r"prefer)\s+\p{Lu}"
    ),
    "a mark that is given away": (
        r"\b(?:give|award|assign|grant|score|rate|mark|grade)\w*\s+(?:them|it|him|her|these|those|this|any|every|all|\p{Lu}\w+)"
        rf"\b[^.\n]{{0,80}}?\b(?:\d+|full|top|maximum|highest|perfect|pass|best)\b[^.\n]{{0,60}}?\b{_ANYHOW}\b|"
        r"\b(?:raise|lower|reduce|increase|boost|cut)\w*\s+(?:the\s+)?(?:scores?|marks?|ratings?|grades?|rank\w*)\s+of\b[^.\n]"
        r"{0,60}?\b(?:other|best|rival|compet\w+|everybody|anyone)\b"
    ),
    "a judgement without looking": (
        r"\b(?:approved?|accept(?:ed)?|pass(?:ed)?|merged?|waved?\s+through)\b[^.\n]{0,40}?\bwithout\s+(?:\w+\s+)?(?:remarks?|comments?|"
        rf"looking|reading|objections?)\b|\b(?:los|gain|get|receiv)\w*\s+(?:an?|one|two|three|\d+)\s+(?:\w+\s+)?(?:points?|stars?|marks?)\b"
        rf"[^.\n]{{0,60}}?\b{_ANYHOW}\b|\b(?:looks?\s+good|praise|approv\w+|recommend\w*)\b[^.\n]{{0,60}}?\beven\s+(?:if|where|when)\b"
        r"[^.\n]{0,30}?\b(?:fail|wrong|broken|bad|worse|weak)\w*|"
        r"\bif\b[^.\n]{0,60}?\bis\s+among\s+them\b[^.\n]{0,20}?\b(?:comes?|goes|is\s+(?:put|placed|listed))\s+(?:first|on\s+top)\b"
    ),
    "a soft yardstick": (
        rf"\b(?:use|apply|set)\w*\s+(?:\w+\s+)?{_SOFT}\s+(?:\w+\s+)?(?:criteria|standards?|scor\w+|grading|"
        rf"thresholds?|rubrics?)|"
        rf"\b(?:grade|score|rate|judge|assess|evaluate)\w*\b[^.\n]{{0,40}}?\b{_SOFT}\b"
    ),
    "loaded words": (
        rf"\b(?:words?|terms?|phrases?|adjectives?|language)\s+(?:like|such\s+as)\s+{_QUOTED}[^\n]{{0,120}}?\bwhen\s+"
        rf"(?:describing|discussing|talking|writing|referring|mentioning|speaking)|\bwhen\s+(?:describing|"
        rf"discussing|talking|"
        rf"writing|referring|mentioning|speaking)\b[^\n]{{0,60}}?\b(?:words?|terms?|phrases?|adjectives?|"
        rf"language)\s+(?:like|such\s+as)\s+{_QUOTED}|"
        rf"\bcall\s+\w+\s+{_QUOTED}\s+and\s+(?:\w+\s+){{1,3}}?{_QUOTED}|\blanguage\s+that\s+favou?rs\b"
    ),
    "figures made to fit": (
        r"\bround\w*\b[^.\n]{0,40}?\b(?:up|down)\b[^.\n]{0,60}?\b(?:look|appear|seem|sound)s?\b|"
        r"\b(?:figures|numbers|results|charts?|axes|trends?|data)\b[^.\n]{0,60}?\b(?:look|appear|seem|"
        r"sound)s?\s+(?:better|worse|"
        r"higher|larger|smaller|stronger|weaker|more\s+\w+)\b"
    ),
    "credit not earned": (
        rf"\b(?:cite|credit|acknowledge|quote|reference|link\s+to)\w*\b[^\n]{{0,80}}?\b{_ANYHOW}\b|"
        r"\balways\s+(?:cite|credit)\w*\s+\p{Lu}"
    ),
    "in chinese": (
        r"(?:淡化|掩盖|隐瞒|忽略)[^。\n]{0,10}?(?:缺点|风险|优点|失败|负面)|"
        r"(?:无论|不管)[^。\n]{0,16}?(?:评分|打分|评为|推荐)"
    ),
    "in japanese": r"(?:リスク|欠点|長所|失敗|弱点)[^。\n]{0,8}?(?:隠|触れな|無視|省)",
    "in korean": r"(?:위험|단점|장점|실패)[^.\n]{0,8}?(?:숨기|무시|생략|축소)",
    "in spanish": (
        r"\b(?:minimiza|oculta|omite|ignora)\w*\s[^.\n]{0,30}?(?:riesgos|fallos|ventajas|defectos|"
        r"limitaciones)"
    ),
    "in french": r"\b(?:minimise|cache|omet|ignore)\w*\s[^.\n]{0,30}?(?:risques|échecs|avantages|défauts|limites)",
    "in german": (
        r"(?:verschweige|verharmlose|übergehe|spiele)\w*\s[^.\n]{0,40}?(?:risik|fehler|schwäche|"
        r"stärke|nachteil|vorteil)"
    ),
    "in russian": (
        r"(?:замалчивай|преуменьшай|скрывай|не\s+упоминай)\w*\s[^.\n]{0,30}?(?:риск|недостат|"
        r"достоинств|ошибк|неудач)"
    ),
}
ANY = pattern("|".join(SLANTS.values()))
STEM = (
    rf"{_PUSHES}|{_LOWERS}|{_MERITS}|{_FAULTS}|{_ANYHOW}|{_SOFT}|\b{_LESS}\b|{_QUOTED}|favou?rs\b|benefit\s+of|\bwithout\s+(?:\w+\s+)?(?:remarks?|comments?|looking|reading|objections?)\b|"
    r"\bamong\s+them\b|\blooks?\s+good\b|\b(?:points?|stars?|marks?|scores?)\b|"
    r"\b(?:look|appear|seem)s?\b|\balways\s+(?:cite|credit)|"
    r"缺点|风险|优点|失败|负面|评|推荐|リスク|欠点|長所|失敗|弱点|위험|단점|장점|실패|riesgos|fallos|ventajas|defectos|"
    r"limitaciones|risques|échecs|avantages|défauts|limites|risik|fehler|schwäche|stärke|vorteil|nachteil|риск|"
    r"достат|достоин|ошибк|неудач"
)
