"""Letters of other alphabets that look like Latin ones. Our own small table: the pairs people are fooled with."""

from __future__ import annotations

_PAIRS = {
    "a": "аɑаạ⍺", "b": "Ьƅ", "c": "сϲᴄⅽс", "d": "ԁⅾɗ", "e": "еҽɛє℮", "f": "ƒẝ", "g": "ɡցǥ", "h": "һհ", "i": "іıɩι",
    "j": "јϳ", "k": "κкᴋ", "l": "ӏⅼӀ", "m": "ⅿм", "n": "ոռпη", "o": "оοօᴏ", "p": "рρ", "q": "ԛգ", "r": "гᴦⲅ",
    "s": "ѕꜱ",
    "t": "тτᴛ", "u": "υսᴜ", "v": "ѵνⅴᴠ", "w": "ԝԝᴡω", "x": "хⅹχ", "y": "уүγ", "z": "ᴢ",
    "A": "АΑᎪ", "B": "ВΒᏴ", "C": "СϹⅭᏟ", "D": "ᎠⅮ", "E": "ЕΕᎬ", "F": "ϜᖴҒ", "G": "ԌᏀ", "H": "НΗᎻ", "I": "ІΙ", "J": "ЈᎫ",
    "K": "КΚᏦ", "L": "ᏞⅬ", "M": "МΜⅯᎷ", "N": "Ν", "O": "ОΟՕ", "P": "РΡᏢ", "Q": "Ԛ", "R": "ᎡᏒ", "S": "ЅᏚՏ", "T": "ТΤᎢ",
    "U": "Ս", "V": "ᏙⅤѴ", "W": "ᎳԜ", "X": "ХΧⅩ", "Y": "ΥҮУ", "Z": "ΖᏃ", "-": "‐‑‒–−", "/": "⁄∕", ":": "։∶", ".": "․",
}  # fmt: skip
LOOKALIKES = str.maketrans({other: latin for latin, others in _PAIRS.items() for other in others})
"""What each of them looks like."""
