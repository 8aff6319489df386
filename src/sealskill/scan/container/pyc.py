"""Compiled Python: every name and text it holds, and the calls they seem to make. Nothing is loaded, nothing is run."""

from __future__ import annotations

from collections.abc import Iterator

from sealskill.model.content import Content
from sealskill.model.report import Unread, Why
from sealskill.scan.container._parts import inner
from sealskill.scan.decoder import Container
from sealskill.scan.marshalled import BadMarshal, Code, codes, listing, loads
from sealskill.scan.torn import number

_CODE = 0x63
_HEADERS = (16, 12, 8)
"""Bytes before the code since Python 3.7, since 3.3 and before."""
_MAX_CALLS = 2000
# What bytecode of any version reaches the world by, as pairs of names that follow each other in a table of names.
_CALLS = frozenset(
    "os.system os.popen os.execv os.execvp os.execl os.spawnl os.remove os.unlink os.environ subprocess.run "
    "subprocess.call subprocess.Popen subprocess.check_output subprocess.check_call subprocess.getoutput "
    "requests.get requests.post "
    "requests.put httpx.get httpx.post request.urlopen request.urlretrieve urllib.urlopen socket.socket shutil.rmtree "
    "marshal.loads pickle.loads base64.b64decode zlib.decompress ctypes.CDLL pty.spawn webbrowser.open".split()
)
_BARE = frozenset("exec eval compile __import__ urlopen Popen check_output system popen b64decode".split())


def _claims(data: bytes) -> bool:
    return data[2:4] == b"\r\n" and _start(data) is not None


def _start(data: bytes) -> int | None:
    return next((at for at in _HEADERS if data[at : at + 1] and data[at] & 0x7F == _CODE), None)


def _open(content: Content) -> Iterator[Content | Unread]:
    data, start = content.data, _start(content.data) or 16
    size = number(data, "<L", start - 4) if start > 8 else 0
    hashed = start == 16 and number(data, "<L", 4) & 1
    said = "compiled from a hashed source" if hashed else f"compiled from {size} bytes"
    try:
        found = loads(data[start:])
    except BadMarshal as exc:
        yield Unread(path=content.path, why=Why.OPAQUE, said=f"bytecode that nobody can load: {exc}")
        return
    yield inner(content, "pyc", "names", f"{said}\n{listing(found)}".encode("utf-8", "replace"))
    calls = list(dict.fromkeys(call for one in codes(found) for call in _calls(one)))
    if calls:
        yield inner(content, "pyc", "calls.py", "\n".join(calls[:_MAX_CALLS]).encode("utf-8", "replace"))


def _calls(code: Code) -> Iterator[str]:
    """Each call that the names of a function may make, with each text it holds: what was meant is among them."""
    texts = [repr(one) for one in code.constants if isinstance(one, str) and len(one) > 3] or [""]
    named = [f"{first}.{second}" for first, second in zip(code.names, code.names[1:], strict=False)]
    for call in (*(one for one in named if one in _CALLS), *(one for one in code.names if one in _BARE)):
        for text in texts[:_MAX_CALLS]:
            yield f"{call}({text})"


CONTAINER = Container(name="pyc", open=_open, check=_claims)
