"""What a JavaScript program does with files: reads, writes, deletes, locks away."""

from __future__ import annotations

from sealskill.scan.act import Data, Source, Verb
from sealskill.scan.facts import places
from sealskill.scan.language._javascript_call import Call, Handler
from sealskill.scan.language._javascript_value import NOTHING, SOME, Value, but, carried, joined

MAX_WHAT = 2_000
"""Characters of what is written or run that an act shows to rules."""
MAX_PATH = 400
_FILES = frozenset({Data.FILES})


def leads(path: str) -> frozenset[Data]:
    """What lies at a path."""
    return places.data_at(path) if 2 < len(path) < MAX_PATH else frozenset()


def taken(call: Call, path: Value) -> Value:
    """What stands in a file."""
    reading, there = call.reading, leads(path.text)
    span = reading.span(call.node)
    if there:
        reading.act(Verb.READ, call.node, path=path.text, data=there)
        return Value(data=there, path=path.text, flow=(span,), source=Source.LOCAL)
    before = reading.written.get(path.text) if path.text else None
    if before is not None:
        return but(before, path=path.text)
    return Value(data=_FILES | path.data & {Data.CREDENTIALS}, path=path.text, flow=(span,), source=Source.LOCAL)


def _read(call: Call) -> Value:
    return taken(call, call.arg(0))


def put(call: Call, path: Value, content: Value) -> None:
    """Something is written to a file."""
    whole = carried(content)
    if path.text:
        call.reading.written[path.text] = but(whole, path=path.text)
    call.reading.act(
        Verb.WRITE, call.node, path=path.text, what=content.text[:MAX_WHAT], source=whole.source, url=whole.url,
        data=whole.data, flow=whole.flow,
    )  # fmt: skip
    if whole.source is Source.FETCHED and whole.url and path.text:
        call.reading.act(Verb.FETCH, call.node, url=whole.url, path=path.text)
    if content.sealed and Data.FILES in content.data:
        call.reading.act(Verb.ENCRYPT, call.node, path=path.text or whole.path)


def _write(call: Call) -> Value:
    put(call, call.arg(0), call.arg(1))
    return NOTHING


def _stream(call: Call) -> Value:
    """A file is opened for writing; what goes in comes later."""
    path = call.arg(0)
    call.reading.act(Verb.WRITE, call.node, path=path.text)
    return Value(name="fs.createWriteStream()", path=path.text, text=path.text)


def _copy(call: Call) -> Value:
    source = call.arg(0)
    there = leads(source.text)
    content = Value(data=there, path=source.text) if there else call.reading.written.get(source.text, Value(text=""))
    put(call, call.arg(1), content)
    return NOTHING


def _linked(call: Call) -> Value:
    call.reading.act(Verb.WRITE, call.node, path=call.arg(1).text, what=call.arg(0).text)
    return NOTHING


def _delete(call: Call) -> Value:
    path = call.arg(0)
    whole = call.flag(1, "recursive") or call.name in ("rimraf", "del", "fs.remove", "fs.removeSync", "shelljs.rm")
    target = call.arg(1) if call.name == "shelljs.rm" and len(call.args) > 1 else path
    call.reading.act(Verb.DELETE, call.node, path=target.text, what="recursive" if whole else "")
    return NOTHING


def _listed(call: Call) -> Value:
    """The names in a folder stand for the files in it."""
    path = call.arg(0)
    there = leads(path.text)
    if there:
        call.reading.act(Verb.READ, call.node, path=path.text, data=there)
    return Value(path=path.text, text=f"{path.text or SOME}/{SOME}", data=there - {Data.FILES})


def _path(call: Call) -> Value:
    """`path.join`: what is not known of it is `$_`."""
    said = ""
    for one in call.args:
        piece = one.text or SOME
        said = piece if piece.startswith(("/", "~")) or not said else f"{said.rstrip('/')}/{piece}"
        if len(said) > MAX_PATH * 4:
            break
    exact = bool(call.args) and all(one.exact for one in call.args)
    return joined([carried(one) for one in call.args], said.replace("/./", "/"), exact=exact)


def _home(_: Call) -> Value:
    return Value(text="~")


def _scraps(_: Call) -> Value:
    return Value(text="/tmp")  # noqa: S108  their path


def _piped(call: Call) -> Value | None:
    """What a stream gives goes into a file."""
    target = call.arg(0)
    if target.name != "fs.createWriteStream()":
        return None
    put(call, but(target, text=target.path), call.base)
    return target


def _pipeline(call: Call) -> Value | None:
    target = next((one for one in call.args if one.name == "fs.createWriteStream()"), NOTHING)
    if target is NOTHING:
        return None
    put(call, but(target, text=target.path), joined([carried(one) for one in call.args if one is not target]))
    return NOTHING


def _into(call: Call) -> Value | None:
    """Something is written into an open file."""
    if call.base.name != "fs.createWriteStream()":
        return None
    put(call, but(call.base, text=call.base.path), call.arg(0))
    return NOTHING


def _cipher(call: Call) -> Value:
    return Value(name=f"{call.name}()")


def _enciphered(call: Call) -> Value | None:
    """`cipher.update(data)`: the data, unreadable."""
    if not call.base.name.startswith("crypto.createCipher"):
        return None
    return but(joined((carried(call.base), call.carried())), name=call.base.name, sealed=True)


def _from_bun(call: Call) -> Value | None:
    """`Bun.file(path).text()`."""
    return taken(call, but(call.base, name="")) if call.base.name == "Bun.file()" else None


def _bun_file(call: Call) -> Value:
    return but(call.arg(0), name="Bun.file()", exact=False)


_READS = ("fs.readFile fs.readFileSync fs.createReadStream fs.readJson fs.readJsonSync fs.readJSON fs.openAsBlob "
          "fs.open fs.openSync Deno.readTextFile Deno.readTextFileSync Deno.readFile Deno.readFileSync Deno.open "
          "sqlite3.Database better-sqlite3 shelljs.cat jsonfile.readFile jsonfile.readFileSync").split()  # fmt: skip
_WRITES = ("fs.writeFile fs.writeFileSync fs.appendFile fs.appendFileSync fs.outputFile fs.outputFileSync "
           "fs.writeJson fs.writeJsonSync fs.outputJson Deno.writeTextFile Deno.writeTextFileSync Deno.writeFile "
           "Deno.writeFileSync Bun.write fs.outputJsonSync").split()  # fmt: skip
_DELETES = ("fs.rm fs.rmSync fs.rmdir fs.rmdirSync fs.unlink fs.unlinkSync fs.remove fs.removeSync fs.emptyDir "
            "fs.emptyDirSync rimraf del Deno.remove Deno.removeSync trash shelljs.rm").split()  # fmt: skip
_COPIES = ("fs.copyFile fs.copyFileSync fs.cp fs.cpSync fs.copy fs.copySync fs.rename fs.renameSync fs.move "
           "Deno.copyFile Deno.rename").split()  # fmt: skip
CALLS: dict[str, Handler] = {
    **dict.fromkeys(_READS, _read), **dict.fromkeys(_WRITES, _write), **dict.fromkeys(_DELETES, _delete),
    **dict.fromkeys(_COPIES, _copy), "fs.createWriteStream": _stream, "fs.symlink": _linked, "fs.symlinkSync": _linked,
    **dict.fromkeys(("fs.readdir", "fs.readdirSync", "fs.opendir", "glob", "glob.sync", "fast-glob", "globby",
                     "fast-glob.sync", "Deno.readDir", "Deno.readDirSync", "walk"), _listed),
    **dict.fromkeys(("path.join", "path.resolve", "path.normalize", "join", "upath.join"), _path),
    "os.homedir": _home, "os.tmpdir": _scraps, "stream.pipeline": _pipeline, "Bun.file": _bun_file,
    **dict.fromkeys(("crypto.createCipheriv", "crypto.createCipher"), _cipher),
}  # fmt: skip
METHODS: dict[str, Handler] = {
    "pipe": _piped, "write": _into, "end": _into, "update": _enciphered, "final": _enciphered,
    "text": _from_bun, "json": _from_bun, "arrayBuffer": _from_bun,
}  # fmt: skip
