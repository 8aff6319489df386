"""What a Python program does with files: reads, writes, deletes, locks away."""

from __future__ import annotations

import ast

from sealskill.scan.act import Data, Source, Verb
from sealskill.scan.language._python_call import Call, Handler
from sealskill.scan.language._python_value import MAX_TEXT, NOTHING, Value, but, holding, joined, places_in

MAX_WHAT = 2_000
"""Characters of what is written that an act shows to rules."""
_FILES = frozenset({Data.FILES})
_PATH = "pathlib.Path()"


def _of(value: Value) -> Value:
    """A path that may be given as an open file."""
    return value


def taken(call: Call, path: Value) -> Value:
    """What stands in a file."""
    reading = call.reading
    span = reading.span(call.node)
    before = reading.written.get(path.text) if path.text else None
    leads = path.leads or (places_in(path.text) if 2 < len(path.text) < 400 else frozenset())
    if leads:
        reading.act(Verb.READ, call.node, path=path.text, data=leads)
        return Value(data=leads, path=path.text, flow=(span,), source=Source.LOCAL)
    if before is not None:
        return but(before, path=path.text)
    return Value(data=_FILES, path=path.text, flow=(span,), source=Source.LOCAL, walked=path.walked)


def put(call: Call, path: Value, content: Value) -> None:
    """Something is written to a file."""
    whole = content
    if path.text:
        call.reading.written[path.text] = but(whole, path=path.text)
    call.reading.act(
        Verb.WRITE, call.node, path=path.text, what=whole.text[:MAX_WHAT], source=whole.source, url=whole.url,
        data=whole.data, flow=whole.flow,
    )  # fmt: skip
    if whole.source is Source.FETCHED and whole.url and path.text:
        call.reading.act(Verb.FETCH, call.node, url=whole.url, path=path.text)
    if whole.name == "encrypted" and (path.walked or whole.walked or path.data):
        call.reading.act(Verb.ENCRYPT, call.node, path=path.walked or whole.walked or path.text)


def _open(call: Call) -> Value:
    """A file is opened: for reading it is what stands in it, for writing it is where it goes."""
    base = (
        call.base if call.base.name == f"{_PATH}.open" or (call.method == "open" and call.base.name == _PATH) else None
    )
    path = base or call.arg(0, "file", "path", "filename")
    mode = call.arg(0 if base else 1, "mode").text or "r"
    if any(letter in mode for letter in "wax+"):
        return but(path, name="file:w", path=path.text or path.path, data=frozenset(), flow=(), exact=False)
    return but(taken(call, path), name="file:r")


def _text_of(call: Call) -> Value | None:
    """`Path(...).read_text()`."""
    return taken(call, call.base) if call.base.name.startswith(_PATH) or call.base.leads or call.base.walked else None


def _from_file(call: Call) -> Value | None:
    """What an open file gives when it is read."""
    if call.base.name == "file:r":
        return but(call.base, name="", text="")
    return None


def _write_text(call: Call) -> Value | None:
    if call.base.name.startswith(_PATH) or call.base.text:
        put(call, call.base, call.arg(0, "data"))
    return NOTHING


def _to_file(call: Call) -> Value | None:
    """Something is written to an open file."""
    if call.base.name != "file:w":
        return None
    put(call, but(call.base, text=call.base.path), joined(list(call.args)))
    return NOTHING


def _written(call: Call) -> Value | None:
    """`write` of an open file or of an archive."""
    found = _to_file(call)
    return _zip(call) if found is None else found


def _dumped(call: Call) -> Value | None:
    """`json.dump(value, file)`."""
    file = call.arg(1, "fp", "stream", "file")
    if file.name != "file:w":
        return None
    put(call, but(file, text=file.path), call.arg(0, "obj"))
    return NOTHING


def _loaded(call: Call) -> Value:
    """`json.load(file)`."""
    return but(call.arg(0), name="", text="", exact=False)


def _copied(call: Call) -> Value:
    """A file is copied or moved."""
    source, target = call.arg(0, "src"), call.arg(1, "dst")
    content = taken(call, source) if source.leads else call.reading.written.get(source.text, but(source, name=""))
    put(call, target, content)
    return target


def _removed(call: Call) -> Value:
    path = call.arg(0, "path") if call.args or call.named else call.base
    call.reading.act(Verb.DELETE, call.node, path=path.text or path.walked or path.path, what=call.method)
    return NOTHING


def _unlinked(call: Call) -> Value | None:
    """`Path(...).unlink()`."""
    if not call.base.name.startswith(_PATH) and not call.base.walked:
        return None
    call.reading.act(Verb.DELETE, call.node, path=call.base.text or call.base.walked, what=call.method)
    return NOTHING


def _renamed(call: Call) -> Value | None:
    if not call.base.name.startswith(_PATH):
        return None
    put(call, call.arg(0, "target"), call.reading.written.get(call.base.text, NOTHING))
    return NOTHING


def _walk(call: Call) -> Value:
    """Every file below a folder."""
    root = call.arg(0, "top", "path", "pathname")
    found = _below(root)
    if call.name == "os.walk":
        names = but(found, text="{file}", name="")
        return holding((holding((but(found, text=root.text), names, names)),))
    return found


def _below(root: Value) -> Value:
    name = root.text or root.path or "{folder}"
    said = name if "*" in name else f"{name.rstrip('/')}/*"
    return but(root, text=said, walked=name, exact=False, name="", leads=root.leads)


def _globbed(call: Call) -> Value | None:
    """`Path(...).rglob("*")`."""
    if call.base.name.startswith(_PATH) or call.base.leads or call.base.text:
        form = call.arg(0, "pattern").text or "*"
        root = but(call.base, name="", text=f"{call.base.text.rstrip('/')}/{form}")
        found = _below(root)
        leads = found.leads or places_in(found.text[:400])
        return but(found, name=_PATH, walked=call.base.text or "{folder}", leads=leads)
    return None


def _joined(call: Call) -> Value:
    from sealskill.scan.language import _python_values as values  # expressions and calls know each other

    parts = [call.base] if call.base.name == _PATH else []
    return but(values.path_of(*parts, *call.args), name=_PATH if parts else "") if call.args else NOTHING


def _path(call: Call) -> Value:
    from sealskill.scan.language import _python_values as values  # expressions and calls know each other

    return values.path_of(*call.args) if call.args else Value(text=".", name=_PATH)


def _home(call: Call) -> Value:
    return Value(text="~", exact=True, name=_PATH if call.name.startswith("pathlib") else "")


def _same(call: Call) -> Value | None:
    """A path stays what it is."""
    path = call.arg(0, "path") if call.args else call.base
    return but(path, name=_PATH if path.name == _PATH else "")


def _here(call: Call) -> Value:
    return Value(text=".")


def _same_path(call: Call) -> Value | None:
    return call.base if call.base.name == _PATH else None


def _temporary(call: Call) -> Value:
    """A file nobody named."""
    line = call.node.lineno
    made = Value(text=f"{{temporary {line}}}", path=f"{{temporary {line}}}", name="file:w")
    if call.name.endswith("mkstemp"):
        return Value(parts=(made, made))
    return made if "mkdtemp" not in call.name and "Directory" not in call.name else but(made, name="")


def _zip(call: Call) -> Value | None:
    """A file goes into an archive."""
    if not call.base.name.startswith(("zipfile.", "tarfile.", "gzip.")):
        return None
    path = call.arg(0, "name", "filename")
    content = call.arg(1) if call.method == "writestr" else taken(call, path) if path.text else path
    if isinstance(call.node.func, ast.Attribute):
        call.reading.add_to(call.node.func.value, content)
    if call.base.behind is not None:
        call.reading.add_to(call.base.behind, content)
    archive = call.base.path
    if archive:
        call.reading.written[archive] = joined((call.reading.written.get(archive, NOTHING), content))
    return NOTHING


def _archive(call: Call) -> Value:
    """An archive is opened."""
    path = call.arg(0, "file", "name", "fileobj")
    buffer = next((one.value for one in call.node.keywords if one.arg == "fileobj"), None)
    behind = buffer or (call.node.args[0] if call.node.args and not path.exact else None)
    return Value(name=f"{call.name}()", path=path.text, text=path.text, behind=behind)


def _archived(call: Call) -> Value:
    """`shutil.make_archive(base, format, root)`."""
    base, root = call.arg(0, "base_name"), call.arg(2, "root_dir")
    content = taken(call, root)
    path = f"{base.text}.{call.arg(1, 'format').text or 'zip'}"
    call.reading.written[path] = content
    return Value(text=path, exact=base.exact)


def _database(call: Call) -> Value:
    """A database file is opened."""
    path = call.arg(0, "database")
    held = path.leads or path.text in call.reading.written
    return but(taken(call, path), name="sqlite3.connect()") if held else Value(name="sqlite3.connect()")


_CIPHERS = ("cryptography.", "Cryptodome.", "nacl.", "pyAesCrypt", "rsa.", "pyaes.", "simplecrypt", "pgpy.", "gnupg.")


def _encrypted(call: Call) -> Value | None:
    """Something is made unreadable."""
    if not call.base.name.startswith(_CIPHERS) and not call.name.startswith(_CIPHERS):
        return None
    whole = call.carried()
    return Value(name="encrypted", data=whole.data, flow=whole.flow, walked=whole.walked, path=whole.path)


def _encrypted_file(call: Call) -> Value:
    path = call.arg(0)
    call.reading.act(Verb.ENCRYPT, call.node, path=path.walked or path.text)
    return NOTHING


def _decrypted(call: Call) -> Value | None:
    if not call.base.name.startswith(_CIPHERS):
        return None
    whole = call.carried()
    return but(whole, source=whole.source if whole.source is Source.FETCHED else Source.DECODED, text="", exact=False)


def _cut(call: Call) -> Value:
    """The folder or the name of a path."""
    path = call.arg(0, "p", "path")
    folder, _, name = path.text.rpartition("/")
    return but(path, text=(folder if call.name.endswith("dirname") else name)[:MAX_TEXT], leads=frozenset(), name="")


def _spelled(call: Call) -> Value | None:
    """`str(path)`."""
    return but(call.arg(0), name="") if call.arg(0).name == _PATH else None


CALLS: dict[str, Handler] = {
    "open": _open, "os.walk": _walk, "os.listdir": _walk, "os.scandir": _walk, "glob.glob": _walk, "glob.iglob": _walk,
    "shutil.copy": _copied, "shutil.copy2": _copied, "shutil.copyfile": _copied, "shutil.move": _copied,
    "shutil.copytree": _copied, "os.rename": _copied, "os.replace": _copied, "os.link": _copied, "os.symlink": _copied,
    "shutil.rmtree": _removed, "os.remove": _removed, "os.unlink": _removed, "os.rmdir": _removed,
    "os.removedirs": _removed, "os.truncate": _removed, "os.path.join": _joined, "pathlib.Path": _path,
    "os.path.expanduser": _same,
    "os.path.expandvars": _same, "os.path.abspath": _same, "os.path.realpath": _same, "os.path.normpath": _same,
    "os.fspath": _same, "os.fsencode": _same, "pathlib.Path.home": _home, "pathlib.Path.cwd": _here, "os.getcwd": _here,
    "tempfile.NamedTemporaryFile": _temporary, "tempfile.mkstemp": _temporary, "tempfile.mktemp": _temporary,
    "tempfile.mkdtemp": _temporary, "tempfile.TemporaryDirectory": _temporary, "tempfile.TemporaryFile": _temporary,
    "plistlib.dump": _dumped,
    "json.dump": _dumped, "pickle.dump": _dumped, "yaml.dump": _dumped, "json.load": _loaded, "tomllib.load": _loaded,
    "yaml.safe_load": _loaded, "zipfile.ZipFile": _archive, "tarfile.open": _archive, "tarfile.TarFile": _archive,
    "gzip.GzipFile": _archive, "tempfile.gettempdir": lambda _: Value(text="/tmp", exact=True),  # noqa: S108
    "shutil.make_archive": _archived, "sqlite3.connect": _database, "pyAesCrypt.encryptFile": _encrypted_file,
    "os.path.dirname": _cut, "os.path.basename": _cut, "str": _spelled,
}  # fmt: skip
METHODS: dict[str, Handler] = {
    "read_text": _text_of, "read_bytes": _text_of, "write_text": _write_text, "write_bytes": _write_text,
    "joinpath": _joined, "rglob": _globbed, "glob": _globbed, "iterdir": _globbed, "unlink": _unlinked,
    "rmdir": _unlinked, "rename": _renamed, "replace": _renamed, "encrypt": _encrypted, "decrypt": _decrypted,
    "encrypt_and_digest": _encrypted, "readlines": _from_file, "writelines": _to_file, "write": _written,
    "read": _from_file, "readline": _from_file, "add": _zip, "writestr": _zip,
    "expanduser": _same_path, "resolve": _same_path, "absolute": _same_path, "as_posix": _same_path, "open": _open,
}  # fmt: skip
