"""The words of a text, in every script. Where a script writes no spaces, pairs of characters stand for words."""

from __future__ import annotations

import re
from collections.abc import Iterator

# All but white space, punctuation and symbols. `\w` would not do: it breaks Indic words at every vowel sign.
_WORD = re.compile(
    r"[^\s\x00-\x2f\x3a-\x40\x5b-\x60\x7b-\xa9\xab-\xb4\xb6-\xb9\xbb-\xbf×÷"
    r"\u055d\u0589\u05be\u060c\u061b\u061f\u066a-\u066c\u06d4\u0964\u0965\u2000-\u206f\u2190-\u2bff"
    r"\u3000-\u3004\u3008-\u3020\u3030\u303d\ufe10-\ufe1f\ufe30-\ufe6f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65]+"
)
# Thai, Lao, Burmese, Khmer, kana, Chinese characters.
_UNSPACED = re.compile(
    "([\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3021-\u302f\u3040-\u30ff\u31f0-\u31ff\u3400-\u9fff"
    "\uf900-\ufaff\U00020000-\U0003ffff]+)"
)


def words(text: str) -> list[str]:
    """The words, folded to one case, in the order they stand."""
    found: list[str] = _WORD.findall(text.casefold())
    return found if text.isascii() else [piece for word in found for piece in _pieces(word)]


def _pieces(word: str) -> Iterator[str]:
    for run in _UNSPACED.split(word):
        if len(run) > 2 and _UNSPACED.match(run):
            yield from (run[start : start + 2] for start in range(len(run) - 1))
        elif run:
            yield run
