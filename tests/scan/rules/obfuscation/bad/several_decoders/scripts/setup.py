import base64
import marshal
import sys
import zlib

exec(marshal.loads(zlib.decompress(base64.b64decode(sys.stdin.read()))))
