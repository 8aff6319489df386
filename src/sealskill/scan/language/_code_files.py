"""What programs do with files: read, write, remove, join their names, put into secret writing."""

from __future__ import annotations

from sealskill.scan.act import Data, Source, Verb
from sealskill.scan.facts.places import data_at
from sealskill.scan.language._code_call import Call, Handler
from sealskill.scan.language._code_value import MAX_TEXT, NOTHING, SOME, Value, but, joined
from sealskill.scan.pattern import pattern

_HARMLESS = frozenset({Data.FILES, Data.CHOSEN, Data.SYSTEM})
_FILE = pattern(r"file|\bos\.|\bio\.|\bfs\.|path|dir|unlink|remove|tokio|storage|zip|lfs")
_WRITES = pattern(r"^[wax]\+?b?$|^[>+]{1,2}|^(?:wb|ab|w\+|a\+)$")


def _join(call: Call) -> Value | None:
    """A path in parts."""
    if call.last.lower() in ("join", "get", "of", "append", "push", "resolve", "child") and not _PATHS.search(
        call.path.lower().encode("utf-8", "replace")
    ):
        return None
    parts = [call.base, *call.args] if call.last.lower() in _ADDS else call.args
    texts = [one.text for one in parts if one.text or one is not NOTHING]
    text = "/".join((one or SOME).rstrip("/") for one in texts)[:MAX_TEXT]
    whole = joined(parts, text)
    leads = whole.leads | data_at(text.encode("utf-8", "replace"))
    return but(whole, leads=leads, flow=(*whole.flow, call.span)[:4] if leads and not whole.flow else whole.flow)


_PATHS = pattern(r"path|file|^\.?paths?\.|pathname|dir|home|url")
_ADDS = frozenset("appendingpathcomponent appending resolve child append push".split())


def read(call: Call) -> Value | None:
    """The contents of a file: what lies at the place it names, or whatever the function asked for."""
    shown = call.span.data[:80].lower() if call.last in ("Data", "String", "contents") else b""
    if call.last.lower() in _VAGUE and not _FILE.search(call.low.encode("utf-8", "replace") + shown):
        return None
    if call.base.name == "file":
        return call.base
    if call.last in ("File", "Path", "Paths"):
        return _join(call)
    path = call.arg(0) if call.arg(0) is not NOTHING else call.base
    if path.name in ("connection", "request") or path.text.startswith(("http://", "https://", "php://")):
        return None
    return contents(call, path)


def contents(call: Call, path: Value) -> Value:
    """What lies at a place; reading a secret is an act of its own."""
    kept = call.reading.names.get((-1, path.text)) if path.text else None
    if kept is not None:
        return but(kept, path=path.text)
    data, flow = path.leads or path.data & {Data.FILES}, path.flow
    if not path.leads and (Data.FILES in path.data or not path.text or SOME in path.text):
        asked = call.reading.asked.get(call.reading.scope, NOTHING)
        data, flow = data | asked.data | {Data.FILES}, (*flow, *asked.flow)[:4]
    if data - _HARMLESS:
        call.act(Verb.READ, data=data - {Data.FILES, Data.CHOSEN}, path=path.text)
        flow = flow or (call.span,)
    return Value(name="file", data=data or frozenset({Data.FILES}), path=path.text, text="", flow=flow,
                 source=Source.LOCAL if path.source is None else path.source)  # fmt: skip


def _opened(call: Call) -> Value | None:
    """A file is opened: to be read, or to be written."""
    if call.reading.style.name == "perl" and call.path == "open":
        return _perl_open(call)
    if call.arg(0).text.startswith(("http://", "https://")):
        return None
    mode = call.arg(1).text
    if call.last.lower() in (
        "create",
        "createtext",
        "openwrite",
        "openoptions",
        "fileoutputstream",
        "filewriter",
        "streamwriter",
    ) or (_WRITES.search(mode.encode("utf-8", "replace"))):
        call.act(Verb.WRITE, path=call.arg(0).text)
        return Value(name="written", path=call.arg(0).text, text=call.arg(0).text)
    return read(call)


def _perl_open(call: Call) -> Value:
    mode, path = call.arg(1), call.arg(2)
    writes = mode.text.strip().startswith((">", "+>"))
    if writes:
        call.act(Verb.WRITE, path=path.text)
        made = Value(name="written", path=path.text)
    else:
        made = contents(call, path if path is not NOTHING else mode)
    call.reading.bind(call.first, made, add=False)
    return made


def _written(call: Call) -> Value | None:
    """Something is written into a file."""
    if call.base.name == "connection" or call.base.posts:
        return None
    if (
        call.last.lower() in _VAGUE
        and not _FILE.search(call.low.encode("utf-8", "replace"))
        and call.base.name != "written"
    ):
        return None
    path = but(call.base, text=call.base.path) if call.base.name == "written" else call.arg(0)
    content = joined(call.args[1:] if call.base.name != "written" else call.args)
    if content.source is Source.FETCHED and content.url:
        call.act(Verb.FETCH, url=content.url, path=path.text)
    call.act(Verb.WRITE, path=path.text, source=content.source, url=content.url, what=content.text[:400])
    if path.text and content.carries:
        call.reading.names[(-1, path.text)] = content
    return NOTHING


def _copied(call: Call) -> Value | None:
    """One file, or stream, goes into another."""
    if len(call.args) < 2:
        return None
    one, other = call.arg(0), call.arg(1)
    if one.name == "written" or (other.source is Source.FETCHED and other.url):  # `io.Copy(file, body)`
        if other.url and other.source is Source.FETCHED:
            call.act(Verb.FETCH, url=other.url, path=one.path or one.text)
        call.act(Verb.WRITE, path=one.path or one.text, source=other.source, url=other.url)
        return NOTHING
    made = contents(call, one) if one.leads else but(one, name="")
    call.act(Verb.WRITE, path=other.text)
    if other.text:
        call.reading.names[(-1, other.text)] = made
    if call.reading.find(_second(call)) is not None:
        call.reading.bind(_second(call), joined((made, other), other.text), add=True)
    return made


def _second(call: Call) -> str:
    """The name of what something is copied into, where it is a name."""
    inner = call.span.data.rpartition(b",")[2].strip(b" )\n;").decode("utf-8", "replace").lstrip("$@")
    return inner if inner.isidentifier() else ""


def _removed(call: Call) -> Value | None:
    if call.last.lower() in _VAGUE and not _FILE.search(call.low.encode("utf-8", "replace")):
        return None
    call.act(Verb.DELETE, path=(call.arg(0).text or call.base.text) or SOME)
    return NOTHING


def _sealed(call: Call) -> Value | None:
    """Something is put into secret writing."""
    low = call.low
    if call.last.lower() in (
        "seal",
        "dofinal",
        "update",
        "final",
        "encrypt",
        "createencryptor",
        "transformfinalblock",
    ) and not (_CIPHERS.search(low.encode("utf-8", "replace")) or call.last.lower().startswith("encrypt")):
        return None
    whole = call.all
    call.act(Verb.ENCRYPT, path=whole.path or whole.text if Data.FILES in whole.data else "", data=whole.data)
    return but(whole, name="")


_CIPHERS = pattern(r"aes|gcm|cipher|crypt|secretbox|box\.|chacha|aead|age\.|rsa|fernet|sodium")
_VAGUE = frozenset(
    (
        "read open load create write remove delete rm copy move rename file string data contents new "
        "update put get save readlines lines slurp puts writebytes writetext"
    ).split()
)
TABLE: dict[str, Handler] = {
    **dict.fromkeys([*"join combine joinpath".split(), *_ADDS, "of", "catfile", "expand_path"], _join),
    **dict.fromkeys((
        "readfile read binread file_get_contents readallbytes readalltext readstring read_to_string "
        "readlines fileinputstream filereader read_file slurp file readalllines contentsoffile contentsof "
        "string data contents readtext readbytes read_text fread readall streamreader sqlite3 sqlite sql "
        "parsefile load_file readlink open_file readtoend read_to_end"
    ).split(), read),
    **dict.fromkeys((
        "open opentextfile fopen openread openfile create createtext fileoutputstream filewriter "
        "streamwriter openwrite"
    ).split(), _opened),
    **dict.fromkeys((
        "writefile write file_put_contents writeallbytes writealltext writestring fwrite binwrite "
        "appendalltext write_file writetext writebytes writestringtofile writelines"
    ).split(), _written),
    **dict.fromkeys("copy copyfile cp copyitem copyto io_copy copystream move rename".split(), _copied),
    **dict.fromkeys((
        "remove removeall unlink delete rm rm_rf rm_r remove_file remove_dir_all removeitem "
        "deleteifexists rmtree rmdir trashitem deletefile deletefolder remove_entry_secure"
    ).split(), _removed),
    **dict.fromkeys((
        "seal dofinal encrypt openssl_encrypt evp_encryptupdate createencryptor sodium_crypto_secretbox "
        "crypto_secretbox encryptfile aes_encrypt encryptblocks transformfinalblock cryptblocks "
        "xorkeystream encrypt_in_place"
    ).split(), _sealed),
}  # fmt: skip
