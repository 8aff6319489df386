"""How runs of base64 letters are found and read."""

from __future__ import annotations

import binascii

from sealskill.scan.decode._plausible import plausible

LETTER = r"[A-Za-z0-9+/_-]"
# Three of four letters say whether the bytes behind them can be ASCII: one group of four in eight is, by chance. A few
# in a row are no chance, and they stand in step with the run, whatever path or name was put before it.
ASCII = rf"(?:[A-Za-f][A-HQ-Xg-nw-z0-3][ABEFIJMNQRUVYZcdghklopstwx014589]{LETTER})"
CJK = rf"(?:[4-7][I-LY-bo-r4-7][CGKOSWaeimquy26+-]{LETTER})"
"""The same for characters of three bytes each."""
_URL = bytes.maketrans(b"-_", b"+/")


def read(letters: bytes) -> bytes | None:
    """What letters mean; None where that is nothing anybody would hide."""
    bare = letters.rstrip(b"=").translate(_URL)
    try:
        data = binascii.a2b_base64(bare[:-1] if len(bare) % 4 == 1 else bare + b"==")
    except binascii.Error:
        return None
    return data if plausible(data) else None
