"""What the web tools share: the arguments of a request, what it touches, and its answer as text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from sealskill.errors import Failed
from sealskill.model.call import Touches
from sealskill.model.tool import Fetched, Fetching
from sealskill.model.weburl import LONGEST, parsed

CAP = 2_000_000
"""Bytes of an answer that are taken: a long page has some hundred thousand."""
CHARS = 50_000
"""Characters that are given where the call names no number: about 12,000 tokens."""
TIMEOUT = 30
"""Seconds for one request, whatever it is sent on to."""
_TYPE = re.compile(r"\s*([a-z0-9.+-]+/[a-z0-9.+-]+)", re.IGNORECASE)
_CHARSET = re.compile(r"charset=[\"']?([a-z0-9_-]{2,20})", re.IGNORECASE)
_META = re.compile(rb"<meta[^>]{0,200}charset=[\"']?([A-Za-z0-9_-]{2,20})", re.IGNORECASE)
_TEXTUAL = re.compile(r"text/.*|application/(?:.*\+)?(?:json|xml|yaml|x-yaml|javascript|x-ndjson|toml)|image/svg\+xml")
# Python knows codecs that are no alphabets, and some that take very long.
_ALPHABETS = frozenset(
    """
    utf-8 utf8 utf-16 utf-16le utf-16be us-ascii ascii latin-1 latin1 shift_jis shift-jis sjis euc-jp iso-2022-jp euc-kr
    gbk gb2312 gb18030 big5 koi8-r koi8-u windows-1250 windows-1251 windows-1252 windows-1253 windows-1254 windows-1255
    windows-1256 windows-1257 windows-1258 windows-874 iso-8859-1 iso-8859-2 iso-8859-5 iso-8859-7 iso-8859-9
    iso-8859-15
    """.split()
)

URL = {"type": "string", "minLength": 1, "maxLength": LONGEST, "description": "The address, http or https."}
HEADERS = {
    "type": "object", "maxProperties": 50, "additionalProperties": {"type": "string", "maxLength": 8_000},
    "description": "Headers. `${NAME}` stands for a variable the skill was granted. None goes to another host.",
}  # fmt: skip
SKILL = {
    "type": "string", "maxLength": 200,
    "description": "The skill it is asked for: its grants and secrets apply. Without it, the only active one's.",
}  # fmt: skip


def touching(request: Fetching) -> Touches:
    """Host, port and method, and the variables it would hand over. Raises Refused for what is no address."""
    return Touches(hosts=(parsed(request.url).place,), method=request.method, secrets=request.variables)


def kind(answer: Fetched) -> str:
    """The media type of an answer, "" where none is said."""
    found = _TYPE.match(answer.headers.get("content-type", ""))
    return found[1].lower() if found else ""


def is_text(answer: Fetched) -> bool:
    """Whether an answer is meant to be read as text."""
    said = kind(answer)
    return bool(_TEXTUAL.fullmatch(said)) if said else b"\0" not in answer.body[:8_192]


def decoded(answer: Fetched) -> str:
    """The body as text, in the alphabet it says it is in. Raises Failed for what is no text."""
    if not is_text(answer):
        raise Failed(f"{answer.url} answered with {kind(answer) or 'something'} of {len(answer.body)} bytes, no text")
    said = _CHARSET.search(answer.headers.get("content-type", ""))
    meta = _META.search(answer.body[:2_048]) if kind(answer) in ("text/html", "application/xhtml+xml") else None
    name = (said[1] if said else meta[1].decode() if meta else "utf-8").lower()
    return answer.body.decode(name if name in _ALPHABETS else "utf-8", "replace")


def part(text: str, arguments: Mapping[str, Any], *, cut: bool) -> Mapping[str, Any]:
    """The characters that were asked for; `truncated` where there are more, or where the answer itself was cut."""
    first = arguments.get("offset", 0)
    told = text[first : first + arguments.get("max_chars", CHARS)]
    last = first + len(told)
    more = {"next_offset": last} if last < len(text) else {}
    note = {"note": f"the answer is longer than {CAP} bytes; the rest was not taken"} if cut else {}
    return {"text": told, "chars": len(text), "truncated": bool(more) or cut, **more, **note}
