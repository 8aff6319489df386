"""JavaScript on constants: what methods, functions and operators give, worked out here and never run there."""

from __future__ import annotations

import base64
import binascii
import math
import operator
from collections.abc import Callable
from urllib.parse import quote, unquote_to_bytes

from sealskill.scan.language._javascript_value import MAX_TEXT, shown
from sealskill.scan.pattern import pattern

MAX_ITEMS = 100_000
"""Elements of one list that is worked out."""
_WHOLE = 1 << 32
_ESCAPE = pattern(rb"\\(?:x[0-9a-f]{2}|u[0-9a-f]{4}|u\{[0-9a-f]{1,6}\}|[0-7]{1,3}|\n|.)".decode())
_SHORT = {b"n": "\n", b"t": "\t", b"r": "\r", b"b": "\b", b"f": "\f", b"v": "\v", b"\n": "", b"0": "\0"}
_PERCENT = pattern(r"%(?:u[0-9a-f]{4}|[0-9a-f]{2})")


class Unknown:
    """What is no constant."""


UNKNOWN = Unknown()


def unescaped(raw: bytes) -> str:
    """The text of a string literal, without its quotes."""
    if b"\\" not in raw:
        return raw.decode("utf-8", "replace")
    parts, at = [], 0
    for found in _ESCAPE.finditer(raw):
        parts += [raw[at : found.start()].decode("utf-8", "replace"), _escape(found.group()[1:])]
        at = found.end()
    parts.append(raw[at:].decode("utf-8", "replace"))
    return _paired("".join(parts))


def _escape(said: bytes) -> str:
    first, rest = said[:1], said[1:].strip(b"{}")
    if first in (b"x", b"u") and rest:
        code = int(rest, 16)
        return chr(code) if code < 0x110000 else ""
    if said.isdigit() and said != b"0":
        return chr(int(said, 8)) if all(48 <= one <= 55 for one in said) else said.decode()
    return _SHORT.get(said, said.decode("utf-8", "replace"))


def _paired(text: str) -> str:
    """The text with halves of pairs put together; a half that stands alone becomes U+FFFD."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace") if not text.isprintable() else text


def number(raw: bytes) -> object:
    """The value of a number literal."""
    said = raw.replace(b"_", b"").lower().rstrip(b"n")
    try:
        if said[:2] in (b"0x", b"0o", b"0b"):
            return int(said, 0) if len(said) < 40 else UNKNOWN
        made = float(said)
    except ValueError:
        return UNKNOWN
    return int(made) if made.is_integer() and abs(made) < 1e15 else made


def binary(sign: str, left: object, right: object) -> object:
    """What an operator gives."""
    if sign == "+" and (isinstance(left, str | list) or isinstance(right, str | list)):
        said = shown(left), shown(right)
        return said[0] + said[1] if len(said[0]) + len(said[1]) <= MAX_TEXT else UNKNOWN
    one, other = _numeric(left), _numeric(right)
    work = _OPERATORS.get(sign)
    if work is None or one is None or other is None:
        return UNKNOWN
    try:
        made = work(one, other)
    except (ArithmeticError, ValueError):
        return UNKNOWN
    return _plain(made)


def _plain(made: int | float) -> int | float:
    return int(made) if abs(made) < 1e15 and made == int(made) else made


def _numeric(one: object) -> int | float | None:
    if isinstance(one, bool):
        return int(one)
    if isinstance(one, int | float):
        return one if math.isfinite(one) and abs(one) < 1e300 else None
    if isinstance(one, str) and len(one) < 30:
        made = number(one.strip().encode("utf-8", "replace")) if one.strip() else 0
        return made if isinstance(made, int | float) and math.isfinite(made) else None
    return None


def _int32(made: int | float) -> int:
    low = int(made) % _WHOLE
    return low - _WHOLE if low >= _WHOLE // 2 else low


_OPERATORS: dict[str, Callable[[float, float], float]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv, "%": math.fmod,
    "^": lambda one, other: _int32(one) ^ _int32(other), "&": lambda one, other: _int32(one) & _int32(other),
    "|": lambda one, other: _int32(one) | _int32(other),
    "<<": lambda one, other: _int32(_int32(one) << (int(other) & 31)),
    ">>": lambda one, other: _int32(one) >> (int(other) & 31),
    ">>>": lambda one, other: (int(one) % _WHOLE) >> (int(other) & 31),
}  # fmt: skip


def item(base: object, index: object) -> object:
    """An element or a property."""
    if index == "length" and isinstance(base, str | list | bytes):
        return len(base)
    at = _numeric(index)
    if isinstance(base, str | list | bytes) and at is not None and at == int(at) and 0 <= at < len(base):
        return base[int(at)]
    return UNKNOWN


def method(base: object, name: str, args: list[object]) -> object:
    """What a method of a constant gives."""
    if isinstance(base, str):
        work = _OF_TEXT.get(name)
    elif isinstance(base, list):
        work = _OF_LIST.get(name)
    elif isinstance(base, bytes):
        work = _OF_BYTES.get(name)
    else:
        return _of_number(base, args) if name == "toString" and isinstance(base, int) else UNKNOWN
    return _tried(work, base, args)


def function(name: str, args: list[object]) -> object:
    """What a function of the language gives."""
    return _tried(_FUNCTIONS.get(name), *([args] if name in _FUNCTIONS else []))


def foldable(name: str) -> bool:
    """Whether a function of the language is known here."""
    return name in _FUNCTIONS


def _tried(work: Callable[..., object] | None, *given: object) -> object:
    if work is None:
        return UNKNOWN
    try:
        made = work(*given)
    except (ValueError, TypeError, IndexError, OverflowError, LookupError, binascii.Error):
        return UNKNOWN  # not what their engine would have made of it either
    return UNKNOWN if isinstance(made, str | list | bytes) and len(made) > MAX_TEXT else made


def _of_number(base: int, args: list[object]) -> object:
    radix = args[0] if args else 10
    if not isinstance(radix, int) or not 2 <= radix <= 36 or abs(base) >= 1 << 64:
        return UNKNOWN
    digits, left = "", abs(base)
    while left:
        left, digit = divmod(left, radix)
        digits = "0123456789abcdefghijklmnopqrstuvwxyz"[digit] + digits
    return ("-" if base < 0 else "") + (digits or "0")


def _at(args: list[object], place: int, default: int) -> int:
    made = _numeric(args[place]) if place < len(args) else default
    return int(default if made is None else made)


def _said(args: list[object], place: int, default: str = "") -> str:
    return shown(args[place]) if place < len(args) else default


def _slice(base: str | list[object] | bytes, args: list[object]) -> object:
    return base[slice(_at(args, 0, 0), _at(args, 1, len(base)))]


def _substring(base: str, args: list[object]) -> object:
    ends = sorted(min(max(_at(args, place, default), 0), len(base)) for place, default in ((0, 0), (1, len(base))))
    return base[ends[0] : ends[1]]


def _substr(base: str, args: list[object]) -> object:
    start = _at(args, 0, 0)
    start = max(len(base) + start, 0) if start < 0 else start
    return base[start : start + max(_at(args, 1, len(base)), 0)]


def _split(base: str, args: list[object]) -> object:
    if not args:
        return [base]
    by = args[0]
    if not isinstance(by, str):
        raise TypeError("a pattern")
    made = list(base) if by == "" else base.split(by)
    if len(made) > MAX_ITEMS:
        raise ValueError("too many")
    return made


def _repeat(base: str, args: list[object]) -> object:
    times = _at(args, 0, 0)
    if len(base) * times > MAX_TEXT:
        raise ValueError("too long")
    return base * max(times, 0)


def _padded(base: str, args: list[object]) -> tuple[str, int]:
    missing = _at(args, 0, 0) - len(base)
    if missing > MAX_TEXT:
        raise ValueError("too long")
    return _said(args, 1, " ") or " ", max(missing, 0)


def _pad_start(base: str, args: list[object]) -> object:
    by, missing = _padded(base, args)
    return (by * missing)[:missing] + base


def _replace(base: str, args: list[object], times: int = 1) -> object:
    if not all(isinstance(one, str) for one in args[:2]) or len(args) < 2:
        raise TypeError("a pattern or a function")
    old, new = str(args[0]), str(args[1])
    if len(base) + base.count(old) * len(new) > MAX_TEXT:
        raise ValueError("too long")
    return base.replace(old, new, times)


def _code(base: str, args: list[object]) -> object:
    return ord(base[_at(args, 0, 0)])


def _concat(base: str, args: list[object]) -> object:
    return "".join([base, *(shown(one) for one in args)])


def _join(base: list[object], args: list[object]) -> object:
    by = _said(args, 0, ",")
    if len(base) * len(by) > MAX_TEXT:
        raise ValueError("too long")
    return by.join("" if one is None else shown(one) for one in base)


def _flat(base: list[object], args: list[object]) -> object:
    made = [*base]
    for one in args:
        made += one if isinstance(one, list) else [one]
    return made


_OF_TEXT: dict[str, Callable[..., object]] = {
    "split": _split, "slice": _slice, "substring": _substring, "substr": _substr, "repeat": _repeat,
    "concat": _concat, "charCodeAt": _code, "codePointAt": _code, "padStart": _pad_start,
    "charAt": lambda base, args: base[_at(args, 0, 0)], "at": lambda base, args: base[_at(args, 0, 0)],
    "toLowerCase": lambda base, _: base.lower(), "toUpperCase": lambda base, _: base.upper(),
    "trim": lambda base, _: base.strip(), "trimStart": lambda base, _: base.lstrip(),
    "trimEnd": lambda base, _: base.rstrip(), "toString": lambda base, _: base, "valueOf": lambda base, _: base,
    "replace": _replace, "replaceAll": lambda base, args: _replace(base, args, -1),
    "indexOf": lambda base, args: base.find(_said(args, 0)), "normalize": lambda base, _: base,
}  # fmt: skip
_OF_LIST: dict[str, Callable[..., object]] = {
    "join": _join, "slice": _slice, "concat": _flat, "reverse": lambda base, _: base[::-1],
    "toReversed": lambda base, _: base[::-1], "toString": _join, "at": lambda base, args: base[_at(args, 0, 0)],
    "pop": lambda base, _: base[-1], "shift": lambda base, _: base[0], "flat": lambda base, _: _flat([], base),
    "values": lambda base, _: base, "indexOf": lambda base, args: base.index(args[0]) if args[0] in base else -1,
}  # fmt: skip
_OF_BYTES: dict[str, Callable[..., object]] = {
    "toString": lambda base, args: _spelled(base, _said(args, 0, "utf8")), "slice": _slice, "subarray": _slice,
    "reverse": lambda base, _: base[::-1],
}  # fmt: skip


def _spelled(data: bytes, encoding: str) -> str:
    if encoding == "base64":
        return base64.b64encode(data).decode()
    if encoding == "hex":
        return data.hex()
    return data.decode("latin-1" if encoding in ("latin1", "binary", "ascii") else "utf-8", "replace")


def _unbase64(said: str) -> bytes:
    plain = "".join(said.split()).replace("-", "+").replace("_", "/").rstrip("=")
    return base64.b64decode(plain + "=" * (-len(plain) % 4))


def _buffer(args: list[object]) -> object:
    given, encoding = args[0], _said(args, 1, "utf8").lower()
    if isinstance(given, list):
        return bytes(int(one) & 255 for one in given if isinstance(one, int | float))
    if isinstance(given, bytes):
        return given
    if not isinstance(given, str):
        raise TypeError("no bytes")
    if encoding in ("base64", "base64url"):
        return _unbase64(given)
    if encoding == "hex":
        return bytes.fromhex(given[: len(given) // 2 * 2])
    return given.encode("latin-1" if encoding in ("latin1", "binary") else "utf-8", "replace")


def _characters(args: list[object]) -> object:
    first = args[0] if len(args) == 1 else None
    codes = first if isinstance(first, list) else args
    return _paired("".join(chr(int(one) & 0xFFFF) for one in codes if isinstance(one, int | float)))


def _elements(args: list[object]) -> object:
    given = args[0]
    if not isinstance(given, str | list | bytes):
        raise TypeError("nothing to go through")
    return [*given]


def _together(args: list[object]) -> object:
    given = args[0]
    return b"".join(one for one in given if isinstance(one, bytes)) if isinstance(given, list) else UNKNOWN


def _unescape(args: list[object]) -> object:
    raw = _said(args, 0).encode("utf-8", "replace")

    def one(found: object) -> bytes:
        said: bytes = found.group()  # type: ignore[attr-defined]
        return chr(int(said[1:].lstrip(b"uU"), 16)).encode("utf-8", "replace")

    made: bytes = _PERCENT.sub(one, raw)
    return made.decode("utf-8", "replace")


def _parse_int(args: list[object]) -> object:
    said, radix = _said(args, 0).strip(), _at(args, 1, 0)
    return int(said[:40], radix or (16 if said[:2].lower() == "0x" else 10))


def _decoded(args: list[object]) -> object:
    return args[0].decode("utf-8", "replace") if isinstance(args[0], bytes) else shown(args[0])


_FUNCTIONS: dict[str, Callable[[list[object]], object]] = {
    "String.fromCharCode": _characters, "String.fromCodePoint": _characters,
    "atob": lambda args: _unbase64(_said(args, 0)).decode("latin-1"),
    "btoa": lambda args: base64.b64encode(_said(args, 0).encode("latin-1")).decode(),
    "Buffer.from": _buffer, "Buffer": _buffer, "Uint8Array.from": _buffer, "Uint8Array": _buffer,
    "Buffer.concat": _together,
    "unescape": _unescape, "decodeURIComponent": lambda args: unquote_to_bytes(_said(args, 0)).decode(),
    "decodeURI": lambda args: unquote_to_bytes(_said(args, 0)).decode(), "escape": lambda args: quote(_said(args, 0)),
    "encodeURIComponent": lambda args: quote(_said(args, 0), safe="!'()*~"), "parseInt": _parse_int,
    "Number.parseInt": _parse_int, "String": lambda args: shown(args[0]), "Number": lambda args: _numeric(args[0]),
    "String.raw": lambda args: shown(args[0]), "Array.from": _elements,
    "Array.of": lambda args: [*args], "Array": lambda args: [*args], "TextDecoder().decode": _decoded,
    "TextEncoder().encode": lambda args: _said(args, 0).encode(), "RegExp().source": _decoded,
}  # fmt: skip
DECODERS = frozenset((
    "String.fromCharCode", "String.fromCodePoint", "atob", "Buffer.from", "Buffer", "unescape", "decodeURIComponent",
    "decodeURI", "Uint8Array.from", "Uint8Array", "TextDecoder().decode", "zlib.inflateSync", "zlib.gunzipSync",
    "zlib.brotliDecompressSync", "zlib.unzipSync", "zlib.inflateRawSync", "pako.inflate", "pako.ungzip",
    "LZString.decompressFromBase64", "LZString.decompress", "Buffer.concat",
    "crypto.createDecipheriv().update", "crypto.createDecipher().update", "CryptoJS.AES.decrypt",
))  # fmt: skip
"""Functions that turn data into text, or into other data."""
