"""Puzzles in a text: the agent is to solve one and do what comes out, which no guard that reads the text can see."""

from __future__ import annotations

from collections.abc import Iterator

from sealskill.scan.act import Doer
from sealskill.scan.pattern import Pattern, pattern
from sealskill.scan.prose import Sentence, Where
from sealskill.scan.rules import _lures, _said

_SOLVES = (
    r"(?:de-?cod(?:e|es|ed|ing)|decrypt\w*|de-?obfuscat\w+|unscrambl\w+|concatenat\w+|join(?:s|ed|ing)?|"
    r"combin(?:e|es|ed|ing)|(?:re-?)?assembl(?:e|es|ed|ing)|stitch\w*|(?:re)?construct(?:s|ed|ing)?|revers(?:e|es|ed|ing)|"
    r"decompress\w*|inflat(?:e|es|ed|ing)|rot-?13|xor(?:ed|ing)?|translat(?:e|es|ed|ing)|convert(?:s|ed|ing)?|turn|"
    r"append(?:s|ed|ing)?|put\w*\s+(?:\w+\s+){0,4}together|glu(?:e|es|ed|ing)|merg(?:e|es|ed|ing)|re-?order\w*|"
    r"arrang(?:e|es|ed|ing)|build|pick|look\s+up|substitut\w+)"
)
_RIDDLE = (
    r"(?:base-?\s?(?:16|32|45|58|62|64|65|85|91)|ascii-?85|\bhex(?:adecimal)?\b|\brot-?13\b|\bascii\s+(?:codes?|values?)|"
    r"char(?:acter)?\s+codes?|code\s*points?|\bciphers?\b|\bxor\b|\b(?:encoded|encrypted|obfuscated|scrambled|reversed|"
    r"split)\b|\b(?:parts?|fragments?|pieces?|chunks?|segments?|substrings?|slices?|halves)\b|\bstrings?\b|"
    r"\bcharacters?\b|\bletters\b|\bind(?:ex|ices|exes)\b|\bblobs?\b|\bpayloads?\b|\blookup\s+table\b|编码|片段|拼接)"
)
_RUNS = r"(?:run|runs|running|execut(?:e|es|ed|ing)|eval(?:uate)?|paste|pipe|source|launch|invoke|exec)"
_SOLUTION = (
    r"(?:result(?:ing)?|output|outcome|decoded|decrypted|de-?obfuscated|(?:re-?)?assembled|concatenated|joined|combined|"
    r"(?:re)?constructed|reversed|decompressed|unpacked|translated|final|complete|full|whole|completed|built|recovered|"
    r"merged)"
)
_CODE = (
    r"(?:commands?|scripts?|strings?|code|payloads?|one-?liners?|programs?|lines?|text|value|result|output|content|"
    r"instructions?)"
)
_SHELL = (
    r"(?:(?:in|into|with|through|via|to|as|on|inside)\s+(?:your\s+|the\s+|a\s+)?(?:\w+\s+)?(?:terminal|shell|bash|sh|zsh|"
    r"powershell|command\s+(?:line|prompt)|console|exec(?:\s+tool)?|subprocess|eval)\b)"
)
# The solution is named as one, or `it` is run in a shell, or `it` is run as a command.
_SOLVED = (
    rf"\b{_RUNS}\s+(?:the\s+|that\s+|this\s+)?(?:\w+\s+)?{_SOLUTION}\b(?:\s+{_SOLUTION}|\s+\w+)?\s*{_CODE}?\b|"
    rf"\b{_RUNS}\s+(?:it|that|this|them|what\s+you\s+get|the\s+(?:string|text|line))\b[^.\n]{{0,30}}?{_SHELL}|"
    rf"\b{_RUNS}\s+(?:it|that|this|the\s+(?:string|text|line))\s+as\s+(?:a\s+|an\s+)?(?:\w+\s+)?"
    r"(?:command|script|code|program)\b"
)
_ABROAD = (
    r"(?:解码|解密|拼接|还原)[^。\n]{0,80}?(?:并|然后|后)[^。\n]{0,20}?(?:执行|运行)|"
    r"\b(?:decodif\w+|descifr\w+|concaten(?:a|ar|e|en)|une\s+l[oa]s)\b[^.\n]{0,120}?(?:ejecut\w+|execut\w+)|"
    r"\b(?:d[ée]cod(?:ez|er)|concat[ée]n(?:ez|er)|assembl(?:ez|er))\b[^.\n]{0,120}?(?:ex[ée]cut\w+)|"
    r"\b(?:dekodier\w*|entschl[uü]ssel\w*|f[uü]ge)[^.\n]{0,120}?(?:f[uü]hr\w*|ausf[uü]hr\w*)|"
    r"(?:декодир\w+|расшифр\w+|соедин\w+|склей\w*)[^.\n]{0,120}?(?:выполн\w+|запуст\w+)|"
    r"(?:デコード|復号|連結)[^。\n]{0,60}?実行|(?:디코딩|복호화|연결)[^.\n]{0,60}?실행"
)
_ALIKE = pattern(
    rf"\b{_RUNS}\s+(?:the\s+)?(?:final|complete|full|whole|combined|merged|assembled|built|translated)\s+"
    r"(?:checks?|tests?|suite|build|pipeline|workflow|program|application|project|text|content|output)\b"
)
_STEP = pattern(rf"\b{_SOLVES}\b[^.\n]{{0,200}}?{_RIDDLE}|{_RIDDLE}[^.\n]{{0,160}}?\b{_SOLVES}\b")
# What a text would write down where it had nothing to hide: how to install, what to run next.
_ORDERS = (
    r"(?:instructions?|commands?|steps|directives?|prerequisites?|installer|(?:install(?:ation)?|set-?up)\s+"
    r"(?:script|code|line))"
)
_MAKES = (
    r"(?:generat(?:e|es|ed|ing)|deriv(?:e|es|ed|ing)|reveal\w*|unlock\w*|recover\w*|obtain\w*|reproduc\w*|"
    r"comput(?:e|es|ed|ing)|decod(?:e|es|ed|ing)|decrypt\w*|reconstruct\w*|(?:re-?)?assembl(?:e|es|ed|ing)|unpack\w*|"
    r"deobfuscat\w*|extract(?:s|ed|ing)?)"
)
_MADE = (
    rf"\b{_MAKES}\s+(?:the\s+|your\s+|its\s+|these\s+|all\s+)?(?:\w+\s+){{0,2}}?{_ORDERS}\b|"
    rf"\b{_ORDERS}\s+(?:is|are|must\s+be|will\s+be|have\s+to\s+be)\s+{_MAKES}\b"
)
STEM = f"{_SOLVED}|{_ABROAD}|{_MADE}"
_SOLVED_SAID, _MADE_SAID, _ABROAD_SAID = pattern(f"{_SOLVED}|{_ABROAD}"), pattern(_MADE), pattern(_ABROAD)
# What somebody does to a text who does not want it read.
_SCRAMBLE = pattern(
    r"\b(?:base-?\s?(?:16|32|45|58|62|64|65|85|91)|ascii-?85|rot-?13|xor(?:ed)?)\b|\bb(?:16|32|64|85)decode\b|"
    r"\bmarshal\.loads\b|\bmodular\s+inverse|\bmod(?:ulo)?\s+\d{2,}|permut(?:e|ed|ation)|scrambl(?:e|ed|ing)|\bfromhex\b|\bunhexlify\b|"
    r"\bpart\s?\d+(?:_\w+)?\b|\b(?:encoded|protected|obfuscated|scrambled|encrypted|merged|split)\s+(?:payload|data|"
    r"string|blob|integers|bytes|values|text)\b|\bchr\s*\(|\bmap\s*\(\s*chr\b|\bfromCharCode\b|\s\^\s*(?:key|\d)|\]\s*\^|"
    r"\binterleav\w+"
)
_DATA = pattern(
    r"[A-Za-z0-9+/=_!#$%&()*;<>?@^`{|}~-]{24,}|(?:\d{1,3}[\s,]{1,3}){12,}|(?:[0-9a-f]{2}\s?){16,}|"
    r"['\"`][^'\"`\n]{30,}['\"`]"
)
_BELOW = 6_000
"""Bytes below an order that may hold its puzzle."""


def orders(told: _said.Told) -> Iterator[tuple[Sentence, bool]]:
    """Every order to solve a puzzle and do what comes out, and whether the puzzle itself is in sight."""
    for one in told.meaning(_MADE_SAID):
        if _is_order(one, _MADE_SAID) and _scrambled(one):
            yield one, True
    for one in told.meaning(_SOLVED_SAID):
        if _is_order(one, _SOLVED_SAID) and not _alike(one.words) and _riddle(one):
            yield one, bool(_DATA.search(_said.around(one)) or len(one.codes) > 1)


def _alike(words: bytes) -> bool:
    """Whether what is run is whole, and nothing that was a riddle: `run the full loop`."""
    whole = _WHOLE.search(words)
    return bool(_ALIKE.search(words)) or (whole is not None and not _CODE_NOUN.search(whole.group(1)))


_WHOLE = pattern(
    rf"\b{_RUNS}\s+(?:(?:the|an?|its|your)\s+)?(?:final|complete|completed|full|whole|combined|merged)\s+(\w+)"
)
_CODE_NOUN = pattern(rf"^(?:{_CODE}|{_SOLUTION}|one|command|script)$")


def _riddle(one: Sentence) -> bool:
    """Whether a sentence, or what stands around it, says how the solution is come by."""
    if _ABROAD_SAID.search(one.words) or _STEP.search(one.words):
        return True
    return not _in_sight(one) and bool(_STEP.search(_lures.section(one)))


def _in_sight(one: Sentence) -> bool:
    """Whether what is to be run stands below as it is: `run this:` and a block that puts nothing together."""
    block = _said.block_behind(one.span)
    start = one.span.start
    above = one.document.data[max(start - _ABOVE, 0) : start]
    if not block or not _THIS.search(one.words) or _STEP.search(above[above.rfind(b"\n#") + 1 :]):
        return False
    return not (_SCRAMBLE.search(block) or _FILLED_IN.search(block) or _BLOB.search(block))


_ABOVE = 1_500
"""Bytes above an order in which a puzzle would stand whose solution is to be run."""
_BLOB = pattern(r"[A-Za-z0-9+/=]{24,}|(?:[0-9a-f]{2}\s?){12,}")
_THIS = pattern(r"\b(?:this|the\s+following)\b[^.\n]{0,60}:\s*$")
_FILLED_IN = pattern(r"\$|`|\beval\b|\bbase\d\d|<\w|\|\s*(?:ba|z|da)?sh\b")


def _is_order(one: Sentence, said: Pattern) -> bool:
    if one.where is Where.HEADING or one.negated:
        return False
    match = said.search(one.words)
    bare = match is not None and _GOES_ON.search(one.words[: match.start()])
    return bool(bare) or one.to is not Doer.NOBODY or _said.ordered(one, said)


_GOES_ON = pattern(r"(?:\b(?:and|then|please)|[,;:–—])\s*$")
"""The words before an order that goes on from another: `join them and run the result`."""


def _scrambled(one: Sentence) -> bool:
    """Whether what the orders are to be made of stands below, in a form that nobody reads."""
    below = _below(one)
    ways = {found.lower() for found in _SCRAMBLE.findall(below)}
    return len(ways) > 1 and bool(_DATA.search(below))


def _below(one: Sentence) -> bytes:
    """The bytes from an order to the next heading, code and all."""
    data, start = one.document.data, one.span.start
    end = data.find(b"\n## ", start, start + _BELOW)
    return data[start : end if end >= 0 else start + _BELOW]
