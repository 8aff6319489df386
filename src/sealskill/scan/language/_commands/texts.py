"""Commands that turn text into other text: what they print is worked out where what they read is known."""

from __future__ import annotations

import re

from sealskill.scan.act import Source
from sealskill.scan.language._commands.call import Call, Handler
from sealskill.scan.language._commands.files import TABLE as FILES
from sealskill.scan.language._commands.stuff import MAX_TEXT, NOTHING, Stuff, but

MAX_NUMBERS = 2_000
"""Numbers that `seq` counts, letters that `awk` prints: a command line that is hidden so is no longer."""
MAX_SWAPS = 40
"""Substitutions of one `sed`."""
# Each is bounded, and none holds one repetition inside another.
_SWAP = re.compile(r"s([/|#,@!:~+])((?:\\[\s\S]|(?!\1)[^\\]){1,200})\1((?:\\[\s\S]|(?!\1)[^\\]){0,200})\1([gI]{0,2})")
_BACK = re.compile(r"\\([\s\S])")
_MAGIC = re.compile(r"(?<!\\)[\[\]*^$.&]|\\[(){}+?|\d]")
_LETTERS = re.compile(
    r"BEGIN\s{0,8}\{\s{0,8}printf\s{0,4}\(?\s{0,4}\"((?:%c){1,2000})\"((?:\s{0,4},\s{0,4}\d{1,3}){1,2000})"
)
_RANGE = re.compile(r"(\d{0,6})(-?)(\d{0,6})")


def _as_before(call: Call) -> Stuff:
    return FILES[call.name](call)


def _made(stuff: Stuff, text: str) -> Stuff:
    source = stuff.source if stuff.source is Source.FETCHED else Source.DECODED
    return Stuff(text[:MAX_TEXT], stuff.known, source, stuff.url, "", stuff.data, stuff.names, stuff.flow)


def _sed(call: Call) -> Stuff:
    """`sed s/a/b/`: texts for texts; whatever needs more than that is only passed on."""
    script = ";".join(one for one in call.words if not one.startswith("-") or one.startswith("s"))
    read = call.stdin
    swaps = list(_SWAP.finditer(script))[:MAX_SWAPS]
    if not read.known or read is NOTHING or not swaps or any(_MAGIC.search(one[2]) for one in swaps):
        return _as_before(call)
    text = read.text
    for one in swaps:
        old, new = _BACK.sub(r"\1", one[2]), _BACK.sub(r"\1", one[3])
        text = text.replace(old, new, -1 if "g" in one[4] else 1)[:MAX_TEXT]
    return _made(read, text)


def _awk(call: Call) -> Stuff:
    """`awk 'BEGIN{printf "%c…", 99, …}'`: letters out of numbers."""
    found = _LETTERS.search(call.args[-1].text) if call.args else None
    if found is None:
        return _as_before(call)
    return Stuff(
        "".join(chr(int(one)) for one in re.findall(r"\d{1,3}", found[2])[:MAX_NUMBERS]), source=Source.DECODED
    )


def _cut(call: Call) -> Stuff:
    """`cut -c 2-9` of a text in sight."""
    options = call.options(frozenset({"-c", "-d", "-f", "-b"}))
    span = _RANGE.fullmatch(options.value("-c", "-b").text) if options.has("-c", "-b") else None
    if span is None or not call.stdin.known or call.stdin is NOTHING:
        return _as_before(call)
    first = max(int(span[1] or 1) - 1, 0)
    last = int(span[3]) if span[3] else None if span[2] else first + 1
    return _made(call.stdin, "\n".join(line[first:last] for line in call.stdin.text.split("\n")))


def _seq(call: Call) -> Stuff:
    """Numbers, one a line."""
    numbers = [int(one) for one in call.words if one.lstrip("-").isdigit() and len(one) < 8]  # fmt: skip
    if not 1 <= len(numbers) <= 3 or len(numbers) != len(call.words):
        return but(call.stdin, "$_", known=False)
    first, step, last = (
        (1, 1, numbers[0]) if len(numbers) == 1 else (numbers[0], (numbers[1:-1] or [1])[0], numbers[-1])
    )
    several = range(first, last + (1 if step > 0 else -1), step) if step else range(0)
    return Stuff("\n".join(map(str, several[:MAX_NUMBERS])))


TABLE: dict[str, Handler] = {"sed": _sed, "awk": _awk, "gawk": _awk, "cut": _cut, "seq": _seq}
