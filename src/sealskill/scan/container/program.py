"""Machine code, bytecode, models, databases: named for what they are, their texts scanned, never read whole."""

from __future__ import annotations

from collections.abc import Iterator

from sealskill.model.content import Content
from sealskill.model.report import Unread, Why
from sealskill.scan.container._parts import inner, texts
from sealskill.scan.decoder import Container

_NAMES = {
    b"\x7fELF": "a program for Linux (ELF)",
    b"MZ": "a program for Windows (PE)",
    b"\xfe\xed\xfa\xce": "a program for macOS (Mach-O)",
    b"\xfe\xed\xfa\xcf": "a program for macOS (Mach-O)",
    b"\xce\xfa\xed\xfe": "a program for macOS (Mach-O)",
    b"\xcf\xfa\xed\xfe": "a program for macOS (Mach-O)",
    b"\xca\xfe\xba\xbe": "a class of Java, or a program for macOS",
    b"\0asm": "a WebAssembly module",
    b"dex\n03": "a program for Android (DEX)",
    b"!<arch>\n": "a library of object files, or a Debian package",
    b"SQLite format 3\0": "a database (SQLite)",
    b"PAR1": "a table (Parquet)",
    b"ARROW1": "a table (Arrow)",
    b"GGUF": "a model (GGUF)",
    b"\x89HDF\r\n\x1a\n": "a data set (HDF5)",
    b"\xed\xab\xee\xdb": "a package of programs (RPM)",
    b"MSCF\0\0\0\0": "an archive (CAB)",
    b"Rar!\x1a\x07": "an archive (RAR)",
    b"7z\xbc\xaf\x27\x1c": "an archive (7z)",
    b"\x28\xb5\x2f\xfd": "packed data (Zstandard)",
    b"\x04\x22\x4d\x18": "packed data (LZ4)",
    b"L\0\0\0\x01\x14\x02\0": "a shortcut of Windows (LNK)",
    b"wOF2": "a font packed with Brotli (WOFF2)",
}
_SHORT = b"MZ"
_MAX_TEXTS = 1 << 20
"""Bytes of texts that are scanned: those of a program of fifty megabytes would take longer than all else."""


def _claims(data: bytes) -> bool:
    """Two letters begin many a text as well."""
    return not data.startswith(_SHORT) or (len(data) > 64 and b"\0" in data[:64])


def _open(content: Content) -> Iterator[Content | Unread]:
    named = next(name for magic, name in _NAMES.items() if content.data.startswith(magic))
    if found := texts(content.data)[:_MAX_TEXTS]:
        yield inner(content, "program", "texts", found)
    yield Unread(path=content.path, why=Why.OPAQUE, said=named)


CONTAINER = Container(name="program", open=_open, magic=tuple(_NAMES), check=_claims)
