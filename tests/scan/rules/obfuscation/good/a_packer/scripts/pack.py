import base64
import sys
import zlib
from pathlib import Path

packed = base64.b85encode(zlib.compress(Path(sys.argv[1]).read_bytes())).decode()
head = 'import base64, zlib\n'
Path(sys.argv[2]).write_text(head + f'exec(zlib.decompress(base64.b85decode({packed!r})))\n')
