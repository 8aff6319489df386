"""Small turns of phrase that every format writes the same way."""

from __future__ import annotations

from sealskill.model.report import Place

_KILO = 1000


def counted(number: int, noun: str) -> str:
    """`1 file`, `2 files`."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def size(count: int) -> str:
    """Bytes as people read them."""
    amount, units = float(count), ["B", "kB", "MB", "GB"]
    while amount >= _KILO and len(units) > 1:
        amount, units = amount / _KILO, units[1:]
    return f"{amount:.0f} {units[0]}" if units[0] == "B" else f"{amount:.1f} {units[0]}"


def sentence(text: str) -> str:
    """The text with a capital at its start and a full stop at its end, whoever wrote it."""
    text = text.strip()
    return text[:1].upper() + text[1:] + ("" if not text or text[-1] in ".!?…" else ".")


def place(one: Place) -> str:
    """A file and its line, as editors and terminals open them."""
    return f"{one.path}:{one.line}"
