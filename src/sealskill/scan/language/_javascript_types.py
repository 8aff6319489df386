"""TypeScript without its types: the same bytes with white space where types stood, so that offsets stay what they are.

The grammar of tree-sitter-typescript 0.23 loops for ever on some thirty bytes of broken text, and nothing can stop it
from outside. The grammar of JavaScript does not; it recovers from what is left of the types here.
"""

from __future__ import annotations

from typing import Any

from sealskill.scan.document import Kind
from sealskill.scan.pattern import pattern

TYPED = frozenset({Kind.TYPESCRIPT, Kind.TSX})
# No quote and no bracket of a call in it: nothing that runs can be taken for a type.
_GENERIC = r"<(?:[\w$.,\s|&\[\]<>:?]|\{[^{}()<>]*\})+>"
_NAME = rf"[A-Za-z_$][\w$.]*(?:{_GENERIC})?(?:\[\])*"
_NAMES = rf"{_NAME}(?:\s*[|&]\s*{_NAME})*"
_TYPE = rf"(?:{_NAME}|'\w*'|\"\w*\")(?:\s*[|&]\s*(?:{_NAME}|'\w*'|\"\w*\"))*"
_PARAMETER = rf"(?:\.\.\.)?[\w$]+\??(?:\s*:\s*{_TYPE})?(?:\s*=\s*[\w$.'\"]+)?"
# The first group of each is what goes.
_GOES = (
    pattern(rf"[\w$)]({_GENERIC})\("),
    pattern(rf"\)(\s*:\s*(?:asserts\s+)?(?:{_TYPE}|\{{[^{{}}()\n]*\}})(?:\s+is\s+{_NAME})?)\s*(?:\{{|=>)"),
    pattern(rf"[\w$)\]}}\"'](\s+(?:as|satisfies)\s+(?:const\b|{_NAMES}))"),
    pattern(rf"\b(?:let|var|const)\s+[\w$]+(\s*:\s*{_TYPE})\s*[=;]"),
    pattern(
        r"(?m)^\s*((?:(?:public|private|protected|readonly|static|declare|abstract|override)\s+)+)[\w$#]+\s*[(:=;?]"
    ),
    pattern(r"[\w$)\]](!)[.\[;,)]"),
    pattern(r"(?m)^((?:export\s+)?(?:declare\s+)?interface\s+[\w$<>,\s]+\{[^{}()]*\})"),
    pattern(r"(?m)^((?:export\s+)?(?:declare\s+)?type\s+[\w$<>,\s]+=[^;{}()]*(?:\{[^{}()]*\})?[^;{}()\n]*;)"),
)
_PARAMETERS = pattern(rf"\((\s*{_PARAMETER}(?:\s*,\s*{_PARAMETER})*\s*,?\s*)\)\s*(?:=>|\{{)")
_OF_PARAMETER = pattern(rf"[\w$](\??\s*:\s*{_TYPE})")


def untyped(data: bytes, kind: Kind) -> bytes:
    """The program with its types blanked; anything but TypeScript as it is."""
    if kind not in TYPED:
        return data
    for goes in _GOES:
        data = goes.sub(_blanked, data)
    made: bytes = _PARAMETERS.sub(lambda found: _OF_PARAMETER.sub(_blanked, found.group()), data)
    return made


def _blanked(found: Any) -> bytes:
    whole: bytes = found.group()
    start, end = found.start(1) - found.start(), found.end(1) - found.start()
    return whole[:start] + bytes(one if one == 10 else 32 for one in whole[start:end]) + whole[end:]
