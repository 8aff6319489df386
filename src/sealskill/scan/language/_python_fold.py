"""Constants of a Python program, worked out without Python: a short list of harmless operations, each with a cap.

Nothing here evaluates text. An operation that is not in a table has no result.
"""

from __future__ import annotations

import ast
import binascii
import bz2
import codecs
import lzma
import math
import operator
import zlib
from base64 import a85decode, b16decode, b32decode, b64decode, b85decode, urlsafe_b64decode
from collections.abc import Callable, Sequence
from typing import Any, Final, cast
from urllib.parse import unquote, unquote_plus

MAX_SIZE = 2 << 20
"""Characters, bytes or elements of one constant; more is not made, so that `"a" * 10**9` costs nothing."""
MAX_NUMBER = 1 << 256
"""Numbers beyond this are no index, no key and no character: `9**9**9` is not worked out."""


class Unknown:
    """The result of whatever is not known or not allowed."""

    __slots__ = ()

    def __bool__(self) -> bool:
        return False


UNKNOWN: Final = Unknown()

_OPERATORS: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.FloorDiv: operator.floordiv, ast.Mod: operator.mod,
    ast.BitXor: operator.xor, ast.BitAnd: operator.and_, ast.BitOr: operator.or_, ast.RShift: operator.rshift,
}  # fmt: skip
# What an operation on strange operands may raise; anything else is a mistake of ours and must be seen.
_REFUSED = (TypeError, ValueError, ArithmeticError, LookupError, AttributeError, EOFError, OSError, MemoryError,
            zlib.error, lzma.LZMAError, AssertionError)  # fmt: skip


def binary(operation: ast.operator, left: object, right: object) -> object:
    """The result of an operator on two constants."""
    if type(left) is int and type(right) is int and (act := _OPERATORS.get(type(operation))) is not None:
        return _number(act, left, right)
    if isinstance(operation, ast.Mult):
        return _times(left, right)
    if isinstance(operation, ast.Mod) and isinstance(left, str | bytes):
        return _filled(left, right)
    if isinstance(operation, ast.Pow | ast.LShift):
        return _power(operation, left, right)
    act = _OPERATORS.get(type(operation))
    if act is None or isinstance(left, Unknown) or isinstance(right, Unknown) or size(left) + size(right) > MAX_SIZE:
        return UNKNOWN
    return _capped(lambda: act(left, right))


def _number(act: Callable[[int, int], int], left: int, right: int) -> object:
    """The same of two numbers, which is nearly all of what a program counts out."""
    try:
        made = act(left, right)
    except _REFUSED:
        return UNKNOWN
    return UNKNOWN if abs(made) > MAX_NUMBER else made


def _times(left: object, right: object) -> object:
    if isinstance(left, int) and not isinstance(right, int):
        left, right = right, left
    if not isinstance(right, int) or not isinstance(left, int | float | str | bytes | list | tuple):
        return UNKNOWN
    if not isinstance(left, int | float) and size(left) * max(right, 0) > MAX_SIZE:
        return UNKNOWN
    return _capped(lambda: cast("Any", left) * right)


def _power(operation: ast.operator, left: object, right: object) -> object:
    if not isinstance(left, int) or not isinstance(right, int) or not 0 <= right <= 256 or abs(left) > MAX_NUMBER:
        return UNKNOWN
    if isinstance(operation, ast.LShift):
        return _capped(lambda: left << right)
    return _capped(lambda: left**right) if left.bit_length() * right <= 512 else UNKNOWN


def _filled(form: str | bytes, right: object) -> object:
    """`"%s" % x`; a width in the form could ask for any size."""
    digits = "0123456789*"
    shape = form if isinstance(form, str) else form.decode("latin-1")
    at = shape.find("%")
    while at >= 0:
        if shape[at + 1 : at + 2] and shape[at + 1] in digits and shape[at + 1 : at + 4].strip("02468xXdc") != "":
            return UNKNOWN
        at = shape.find("%", at + 2)
    return _capped(lambda: cast("Any", form) % right)


def negated(operation: ast.unaryop, one: object) -> object:
    """The result of a sign or an inversion."""
    if not isinstance(one, int | float):
        return UNKNOWN
    if isinstance(operation, ast.USub):
        return -one
    if isinstance(operation, ast.Invert) and isinstance(one, int):
        return ~one
    return +one if isinstance(operation, ast.UAdd) else (not one)


def item(holder: object, index: object) -> object:
    """An element or a slice of a constant."""
    if not isinstance(holder, str | bytes | list | tuple | dict | range) or isinstance(index, Unknown):
        return UNKNOWN
    return _capped(lambda: cast("Any", holder)[index])


def joined(separator: object, several: object) -> object:
    """`separator.join(several)`."""
    if not isinstance(separator, str | bytes) or not isinstance(several, list | tuple | str):
        return UNKNOWN
    if sum(map(size, several)) + len(separator) * len(several) > MAX_SIZE:
        return UNKNOWN
    return _capped(lambda: cast("Any", separator).join(several))


def arranged(keys: Sequence[object], several: Sequence[object], *, back: bool) -> object:
    """Elements in the order of their keys."""
    if any(isinstance(one, Unknown) for one in keys):
        return UNKNOWN
    places = _capped(lambda: sorted(range(len(keys)), key=lambda at: cast("Any", keys[at]), reverse=back))
    return [several[at] for at in cast("Any", places)] if isinstance(places, list) else UNKNOWN


_TEXT_METHODS = frozenset(
    "lower upper strip lstrip rstrip swapcase title capitalize casefold split rsplit splitlines partition rpartition "
    "removeprefix removesuffix startswith endswith index find rfind count encode decode hex isdigit isalpha "
    "isupper islower isspace isalnum "
    "keys values items get copy bit_length tobytes tolist".split()
)


def method(holder: object, name: str, args: Sequence[object], named: dict[str, object]) -> object:
    """The result of a method of a constant."""
    if any(isinstance(one, Unknown) for one in (holder, *args, *named.values())):
        return UNKNOWN
    if name == "join" and len(args) == 1:
        return joined(holder, args[0])
    if name == "replace" and isinstance(holder, str | bytes) and len(args) >= 2:
        return _replaced(holder, *args[:2])
    if name == "translate" and isinstance(holder, str | bytes) and args:
        return _translated(holder, args[0])
    if name == "format" and isinstance(holder, str):
        return _formatted(holder, args, named)
    if name not in _TEXT_METHODS or not isinstance(holder, str | bytes | bytearray | dict | int):
        return UNKNOWN
    if name in ("encode", "decode") and not _charset(args, named):
        return UNKNOWN
    return _capped(lambda: _plain(getattr(holder, name)(*args, **named)))


def _charset(args: Sequence[object], named: dict[str, object]) -> bool:
    """Whether a codec maps characters one by one; others can blow up, or are decoders of their own."""
    asked = args[0] if args else named.get("encoding", "utf-8")
    return isinstance(asked, str) and asked.lower().replace("-", "").replace("_", "") in (
        "utf8", "ascii", "latin1", "iso88591", "utf16", "utf16le", "utf16be", "cp1252", "unicodeescape",
        "rawunicodeescape", "utf8sig", "cp437", "utf32", "utf7",
    )  # fmt: skip


def _replaced(holder: str | bytes, old: object, new: object) -> object:
    if not isinstance(old, type(holder)) or not isinstance(new, type(holder)):
        return UNKNOWN
    count = holder.count(cast("Any", old))
    if len(holder) + count * len(cast("Any", new)) > MAX_SIZE:
        return UNKNOWN
    return cast("Any", holder).replace(old, new)


def _translated(holder: str | bytes, table: object) -> object:
    if isinstance(holder, bytes) != isinstance(table, bytes) or not isinstance(table, dict | bytes):
        return UNKNOWN
    if isinstance(table, dict) and any(isinstance(one, str) and len(one) > 8 for one in table.values()):
        return UNKNOWN
    return _capped(lambda: cast("Any", holder).translate(table))


def _formatted(holder: str, args: Sequence[object], named: dict[str, object]) -> object:
    """`str.format` with plain fields only: attributes reach into objects, widths into memory."""
    simple = (str, int, float)
    if ":" in holder or "." in holder.partition("{")[2].split("}")[0] or holder.count("{") > 1_000:
        return UNKNOWN
    if not all(isinstance(one, simple) for one in (*args, *named.values())) or "[" in holder:
        return UNKNOWN
    if len(holder) + holder.count("{") * max((size(one) for one in (*args, *named.values())), default=0) > MAX_SIZE:
        return UNKNOWN
    return _capped(lambda: holder.format(*args, **named))


def _inflated(data: object) -> object:
    """zlib or gzip, up to the cap."""
    if not isinstance(data, bytes | bytearray):
        return UNKNOWN
    return zlib.decompressobj(47).decompress(bytes(data), MAX_SIZE)


def _raw_inflated(data: object, wbits: object = 15, *_: object) -> object:
    if not isinstance(data, bytes) or not isinstance(wbits, int):
        return UNKNOWN
    return zlib.decompressobj(wbits if wbits < 0 else 47).decompress(data, MAX_SIZE)


def _rotated(data: object, codec: object = "utf-8", *_: object) -> object:
    """`codecs.decode` by name."""
    name = str(codec).lower().replace("-", "_")
    if isinstance(data, str) and name in ("rot13", "rot_13"):
        return codecs.decode(data, "rot13")
    if isinstance(data, str) and name in ("unicode_escape",):
        return data.encode("latin-1", "replace").decode("unicode_escape")
    raw = data.encode("ascii") if isinstance(data, str) else data
    if not isinstance(raw, bytes):
        return UNKNOWN
    if name in ("hex", "hex_codec"):
        return binascii.unhexlify(raw)
    if name in ("base64", "base64_codec", "base_64"):
        return binascii.a2b_base64(raw)
    if name in ("zlib", "zlib_codec", "zip"):
        return _inflated(raw)
    return raw.decode(name) if _charset([name], {}) else UNKNOWN


def _bytes(one: object = b"", *_: object) -> object:
    if isinstance(one, int):
        return UNKNOWN if one > MAX_SIZE else bytes(one)
    return one.encode() if isinstance(one, str) else bytes(cast("Any", one))


def _range(*bounds: object) -> object:
    made = range(*cast("Any", bounds))
    return made if len(made) <= MAX_SIZE else UNKNOWN


def _text(one: object = "", *_: object) -> object:
    if isinstance(one, bytes):
        return one.decode() if _ else UNKNOWN
    return str(one) if isinstance(one, str | int | float) else UNKNOWN


def _listed(one: object = ()) -> object:
    return list(cast("Any", one)) if size(one) <= MAX_SIZE else UNKNOWN


def _powered(base: object, exponent: object, modulus: object = None) -> object:
    """`pow(a, b, m)`: without a modulus it is `a ** b`, and grows like it."""
    if isinstance(modulus, int) and isinstance(base, int) and isinstance(exponent, int):
        small = modulus and max(abs(base), abs(exponent), abs(modulus)) < 1 << 64
        return pow(base, exponent, modulus) if small else UNKNOWN
    return _power(ast.Pow(), base, exponent)


_FUNCTIONS: dict[str, Callable[..., Any]] = {
    "chr": chr, "ord": ord, "int": int, "str": _text, "bytes": _bytes, "bytearray": _bytes,
    "list": _listed, "tuple": lambda one=(): tuple(cast("Any", _listed(one))),
    "reversed": lambda one: list(reversed(cast("Any", _listed(one)))),
    "sorted": sorted, "range": _range, "len": len, "hex": hex, "abs": abs, "min": min, "max": max,
    "sum": lambda one: sum(one) if all(isinstance(x, int) for x in one) else UNKNOWN,
    "set": lambda one=(): list(dict.fromkeys(cast("Any", _listed(one)))), "frozenset": _listed, "pow": _powered,
    "divmod": divmod, "round": round, "iter": _listed, "any": any, "all": all, "bool": bool,
    "operator.xor": operator.xor, "math.isqrt": math.isqrt,
    "dict": dict, "zip": lambda *a: list(zip(*a, strict=False)),
    "enumerate": lambda one, start=0: list(enumerate(one, start)), "bytes.fromhex": bytes.fromhex,
    "bytearray.fromhex": bytes.fromhex, "str.maketrans": str.maketrans,
    "bytes.maketrans": bytes.maketrans, "int.from_bytes": lambda one, order="big": int.from_bytes(one, order),
    "base64.b64decode": lambda one, *_: b64decode(one), "base64.urlsafe_b64decode": urlsafe_b64decode,
    "base64.standard_b64decode": b64decode, "base64.decodebytes": binascii.a2b_base64,
    "base64.decodestring": binascii.a2b_base64, "base64.b32decode": lambda one, *_: b32decode(one, casefold=True),
    "base64.b16decode": lambda one, *_: b16decode(one, casefold=True), "base64.b85decode": b85decode,
    "base64.a85decode": lambda one, *_: a85decode(one), "binascii.unhexlify": binascii.unhexlify,
    "binascii.a2b_hex": binascii.unhexlify, "binascii.a2b_base64": binascii.a2b_base64,
    "zlib.decompress": _raw_inflated, "gzip.decompress": _inflated,
    "bz2.decompress": lambda one: bz2.BZ2Decompressor().decompress(one, MAX_SIZE),
    "lzma.decompress": lambda one: lzma.LZMADecompressor(memlimit=64 << 20).decompress(one, MAX_SIZE),
    "codecs.decode": _rotated, "codecs.encode": _rotated, "urllib.parse.unquote": unquote,
    "urllib.parse.unquote_plus": unquote_plus,
}  # fmt: skip
DECODERS = frozenset(name for name in _FUNCTIONS if "decode" in name or "decompress" in name or "hex" in name) | {
    "binascii.a2b_base64", "marshal.loads", "pickle.loads", "urllib.parse.unquote",
    "cryptography.fernet.Fernet().decrypt",
}  # fmt: skip
"""Functions whose result is not what stands in the text."""


def function(name: str, args: Sequence[object], named: dict[str, object]) -> object:
    """The result of a function on constants."""
    act = _FUNCTIONS.get(name)
    if act is None or any(isinstance(one, Unknown) for one in (*args, *named.values())):
        return UNKNOWN
    if sum(map(size, args)) > MAX_SIZE:
        return UNKNOWN
    return _capped(lambda: act(*args, **named))


def foldable(name: str) -> bool:
    """Whether a function may be worked out at all."""
    return name in _FUNCTIONS


def _capped(act: Callable[[], object]) -> object:
    try:
        made = act()
    except _REFUSED:
        return UNKNOWN
    if isinstance(made, int) and abs(made) > MAX_NUMBER:
        return UNKNOWN
    return UNKNOWN if size(made) > MAX_SIZE else made


def _plain(made: object) -> object:
    """Views of a dict as lists; iterators are no constants."""
    if isinstance(made, str | bytes | int | float | list | tuple | dict):
        return made
    return list(cast("Any", made))


def size(one: object) -> int:
    return len(one) if isinstance(one, str | bytes | bytearray | list | tuple | dict | range) else 1
