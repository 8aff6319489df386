"""What happens when a Python program calls something."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from sealskill.scan.act import Data, Source
from sealskill.scan.language import _python_files as files
from sealskill.scan.language import _python_fold as fold
from sealskill.scan.language import _python_loops as loops
from sealskill.scan.language import _python_machine as machine
from sealskill.scan.language import _python_network as network
from sealskill.scan.language import _python_running as running
from sealskill.scan.language._python_call import Call, Handler
from sealskill.scan.language._python_value import NOTHING, Local, Value, but, constant, joined, of_constant, places_in

if TYPE_CHECKING:
    from sealskill.scan.language._python_flow import Reading

BUILTINS = frozenset(
    "open exec eval compile __import__ getattr setattr input raw_input print globals locals vars execfile file unicode "
    "breakpoint super type map filter iter next any all bool float complex set frozenset memoryview repr ascii format "
    "isinstance issubclass hasattr id hash divmod pow round slice object callable delattr dir help "
    "chr ord int str bytes bytearray list tuple reversed sorted range len hex oct bin abs min max sum dict zip "
    "enumerate "
    "xrange unichr long basestring reload __builtins__ __loader__ __file__".split()
)
# Libraries that are called alike, under the name of the best known one.
_SAME = {
    "httpx": "requests", "httpx.Client()": "requests", "httpx.AsyncClient()": "requests", "niquests": "requests",
    "requests.Session()": "requests", "requests.session()": "requests", "requests.sessions.Session()": "requests",
    "requests.api": "requests", "requests.AsyncClient()": "requests", "requests.Client()": "requests",
    "aiohttp.ClientSession()": "requests", "aiohttp": "aiohttp", "curl_cffi.requests": "requests",
    "cloudscraper.create_scraper()": "requests", "cloudscraper.CloudScraper()": "requests", "grequests": "requests",
    "requests_html.HTMLSession()": "requests", "tls_client.Session()": "requests", "pip._vendor.requests": "requests",
    "botocore.vendored.requests": "requests", "requests_futures.sessions.FuturesSession()": "requests",
    "treq": "requests", "asks": "requests", "urllib3.PoolManager()": "urllib3", "urllib3.ProxyManager()": "urllib3",
    "httplib2.Http()": "httplib2", "urllib2": "urllib.request", "six.moves.urllib": "urllib", "httplib": "http.client",
    "urllib.urlopen": "urllib.request.urlopen", "urllib.urlretrieve": "urllib.request.urlretrieve",
    "urllib.unquote": "urllib.parse.unquote", "urllib.urlencode": "urllib.parse.urlencode",
    "cPickle": "pickle", "_pickle": "pickle", "dill": "pickle", "cloudpickle": "pickle", "posix": "os", "nt": "os",
    "_socket": "socket", "_winreg": "winreg",
    "os.getenv": "os.environ.get", "os.environb": "os.environ", "io.open": "open", "codecs.open": "open",
    "aiofiles.open": "open", "gzip.open": "open", "os.fdopen": "open", "file": "open", "raw_input": "input",
    "pathlib.Path": "pathlib.Path", "pathlib.PosixPath": "pathlib.Path", "pathlib2.Path": "pathlib.Path",
    "pathlib.PurePath": "pathlib.Path", "importlib.__import__": "__import__", "importlib.import_module": "__import__",
    "base64.encodestring": "base64.encodebytes", "codecs.getdecoder": "codecs.getdecoder", "unichr": "chr",
    "string.maketrans": "str.maketrans", "xrange": "range", "anyio.open_file": "open",
    "anyio.run_process": "subprocess.run", "commands.getoutput": "subprocess.getoutput", "unicode": "str",
    "Crypto": "Cryptodome", "winreg.SetValueEx": "winreg.SetValueEx", "multiprocessing.Process": "threading.Thread",
    "threading.Timer": "threading.Timer", "_thread.start_new_thread": "_thread.start_new_thread",
    "os.sys": "sys", "subprocess32": "subprocess", "gevent.subprocess": "subprocess",
    "eventlet.green.subprocess": "subprocess",
}  # fmt: skip
MODULES = {
    "sys.modules": "",
    "globals()": "",
    "vars()": "",
    "locals()": "",
    "__builtins__.__dict__": "",
    "__dict__": "",
}
"""Tables in which a name is looked up as in the program itself."""
_FORGET = frozenset(
    "len bool isinstance issubclass hasattr callable id hash any all type print float round range os.path.exists "
    "os.path.isfile os.path.isdir os.path.getsize os.stat time.sleep logging.info logging.error logging.debug "
    "logging.warning datetime.datetime.now time.time hashlib.md5 hashlib.sha1 hashlib.sha256 hashlib.sha512 hmac.new "
    "os.makedirs os.chdir os.access sys.exit warnings.warn os.path.getmtime re.compile".split()
)
"""Nothing of what they are given is in what they give."""
_ADDS = frozenset("append add extend update insert writestr put put_nowait appendleft setdefault push attach "
                  "set_payload "
                  "set_content add_attachment add_field".split())  # fmt: skip


def canonical(name: str) -> str:
    """The name under which calls are known."""
    for old, new in (("builtins.", ""), ("__builtin__.", ""), ("__builtins__.", "")):
        if name.startswith(old):
            name = new + name[len(old) :]
    return _SAME.get(name, name)


def called(reading: Reading, node: ast.Call) -> Value:
    """What a call gives, after noting what it does."""
    callee, base, method = _callee(reading, node.func)
    args = [reading.value(one.value if isinstance(one, ast.Starred) else one) for one in node.args]
    named: dict[str, Value] = {}
    for keyword in node.keywords:
        value = reading.value(keyword.value)
        named |= {keyword.arg: value} if keyword.arg else value.items
    if callee.code is not None:
        return _local(reading, callee, base, args, named)
    call = Call(
        reading=reading, node=node, name=callee.name, base=base, method=method or callee.name.rpartition(".")[2],
        args=args, named=named,
    )  # fmt: skip
    return result(call)


def _callee(reading: Reading, node: ast.expr) -> tuple[Value, Value, str]:
    from sealskill.scan.language import _python_values as values  # expressions and calls know each other

    if not isinstance(node, ast.Attribute):
        value = reading.value(node)
        return value, NOTHING, ""
    base = reading.value(node.value)
    if base.name in MODULES and node.attr in ("get", "__getitem__"):
        return Value(name="__lookup__"), base, node.attr
    return values.attribute(reading, base, node.attr, node), base, node.attr


def result(call: Call) -> Value:
    """What a call of something outside the program gives."""
    for handler in (*CALLS.get(call.name, ()), *METHODS.get(call.method, ())):
        found = handler(call)
        if found is not None:
            return found
    _callbacks(call)
    if call.name in _FORGET:
        return NOTHING
    made = _worked_out(call)
    return made if made is not None else _through(call)


def _worked_out(call: Call) -> Value | None:
    """The result where everything is constant."""
    args = [constant(one) for one in call.args]
    named = {name: constant(one) for name, one in call.named.items()}
    made: object = fold.UNKNOWN
    if fold.foldable(call.name):
        made = fold.function(call.name, args, named)
    elif call.method and call.base is not NOTHING:
        made = fold.method(constant(call.base), call.method, args, named)
    if isinstance(made, fold.Unknown):
        return None
    value = of_constant(made)
    whole = joined((call.base, *call.args))
    decoded = call.name in fold.DECODERS or whole.source is Source.DECODED
    leads = places_in(value.text) if 3 < len(value.text) < 400 else whole.leads
    return but(value, source=Source.DECODED if decoded else None, flow=whole.flow, data=whole.data, leads=leads)


def _through(call: Call) -> Value:
    """Whatever goes into something unknown may come out of it."""
    if call.method in _ADDS and isinstance(call.node.func, ast.Attribute):
        call.reading.add_to(call.node.func.value, joined([*call.args, *call.named.values()]))
    whole = joined((call.base, call.carried()))
    data = whole.data - {Data.KEY, Data.CHOSEN} if call.name and call.name not in fold.DECODERS else whole.data
    source = Source.DECODED if call.name in fold.DECODERS and whole.source is not Source.FETCHED else whole.source
    name = f"{call.name}()" if call.name else ""
    if not (data or source or whole.leads or whole.names or name or whole.url or whole.path):
        return NOTHING
    said = call.base.text if call.method in _KEEPS else ""
    return but(whole, text=said, exact=False, data=data, source=source, name=canonical(name), leads=whole.leads)


_KEEPS = frozenset("strip rstrip lstrip encode decode lower upper expanduser resolve absolute as_posix format".split())


def _local(reading: Reading, callee: Value, base: Value, args: list[Value], named: dict[str, Value]) -> Value:
    """A call of a function or class of the program."""
    local = callee.code
    if local is None:
        return NOTHING
    if not isinstance(local.node, ast.ClassDef):
        return reading.invoke(local, args, named, of=base.of)
    made = Value(of=local)
    start = local.attributes.get("__init__")
    if start is not None and start.code is not None:
        reading.invoke(start.code, args, named, of=local)
    else:
        local.attributes |= {name: one for name, one in named.items() if name not in local.attributes}
    return made


def _callbacks(call: Call) -> None:
    """A function handed to something unknown is called by it with who knows what."""
    for one in (*call.args, *call.named.values()):
        if one.code is not None and not isinstance(one.code.node, ast.ClassDef):
            call.reading.invoke(one.code, [], {}, of=one.code.owner)


def _imported(call: Call) -> Value:
    name = call.arg(0, "name").known
    whole = (
        name if call.arg(3, "fromlist").parts or call.node.func.__class__ is ast.Attribute else name.partition(".")[0]
    )
    return Value(name=canonical(whole)) if name else but(call.arg(0), name="")


def _attribute(call: Call) -> Value:
    from sealskill.scan.language import _python_values as values  # expressions and calls know each other

    name = call.arg(1).known
    return values.attribute(call.reading, call.arg(0), name, call.node) if name else call.arg(0)


def _lookup(call: Call) -> Value:
    return Value(name=canonical(call.arg(0).known))


def _thread(call: Call) -> Value | None:
    """Work handed to a thread or a process; a daemon is not waited for."""
    target = call.arg(1 if call.name != "_thread.start_new_thread" else 0, "target", "function")
    passed = call.arg(2 if call.name == "threading.Timer" else 1, "args")
    if target.code is not None:
        with call.reading.within(branch=False, hidden=call.flag("daemon")):
            call.reading.invoke(target.code, list(passed.parts), {}, of=target.code.owner)
    elif target.name:
        inner = Call(reading=call.reading, node=call.node, name=target.name, base=NOTHING,
                     method=target.name.rpartition(".")[2], args=list(passed.parts), named={})  # fmt: skip
        result(inner)
    return Value(name="threading.Thread()")


def _submitted(call: Call) -> Value | None:
    """`pool.submit(function, arguments)`."""
    target = call.arg(0, "func")
    if target.code is None:
        return None
    rest = call.args[1:]
    if call.method in ("map", "imap", "starmap", "apply_async", "run_in_executor") and rest:
        rest = [joined(one.parts) if one.parts else one for one in rest]
    return call.reading.invoke(target.code, rest, {}, of=target.code.owner)


def _ended(call: Call) -> None:
    """`atexit.register(f)`: it happens later, after everything."""
    target = call.arg(0)
    if target.code is None:
        return
    kept, call.reading.unasked = call.reading.unasked, True
    call.reading.invoke(target.code, call.args[1:], {}, of=target.code.owner)
    call.reading.unasked = kept


def _run_loop(call: Call) -> Value:
    """`asyncio.run(main())`: what it gives is what the coroutine gives."""
    return call.arg(0)


_SPECIAL: dict[str, Handler] = {
    "__import__": _imported, "getattr": _attribute, "__lookup__": _lookup, "threading.Thread": _thread,
    "threading.Timer": _thread, "_thread.start_new_thread": _thread, "atexit.register": _ended,
    "asyncio.run": _run_loop, "asyncio.create_task": _run_loop, "asyncio.wait_for": _run_loop,
    "functools.partial": lambda call: call.arg(0), "staticmethod": lambda call: call.arg(0),
}  # fmt: skip
_WORKERS: dict[str, Handler] = dict.fromkeys(
    ("submit", "apply_async", "imap", "starmap", "run_in_executor"), _submitted
)


def _tables(*tables: dict[str, Handler]) -> dict[str, tuple[Handler, ...]]:
    """Everybody who may know a name, in order: the first who has something to say has it."""
    names = dict.fromkeys(name for table in tables for name in table)
    return {name: tuple(table[name] for table in tables if name in table) for name in names}


CALLS = _tables(_SPECIAL, machine.CALLS, files.CALLS, network.CALLS, running.CALLS)
METHODS = _tables(machine.METHODS, files.METHODS, network.METHODS, running.METHODS, _WORKERS)


def folded(reading: Reading, node: ast.expr) -> Value | None:
    """A comprehension over constants, worked out."""
    made = reading.folder.fold(node)
    if isinstance(made, fold.Unknown):
        return None
    return of_constant(made)


def key(name: str) -> Value:
    """A key of a table in plain sight."""
    return Value(text=name, exact=True, leads=places_in(name))


def spelled(node: ast.expr) -> str:
    """A short name for an expression that is not known."""
    if isinstance(node, ast.Name):
        return node.id
    return node.attr if isinstance(node, ast.Attribute) else ""


def setting(reading: Reading, target: ast.Attribute, base: Value, value: Value) -> None:
    """An attribute of something outside the program is set."""
    running.setting(reading, target, base, value)


def looped(reading: Reading, node: ast.For | ast.AsyncFor | ast.While) -> None:
    """What a loop itself amounts to."""
    loops.looped(reading, node)


def decorated(reading: Reading, node: ast.expr, local: Local) -> None:
    """A function is handed to whatever stands above it."""
    call = node if isinstance(node, ast.Call) else None
    name = reading.value(call.func if call is not None else node).name
    if name == "atexit.register":
        kept, reading.unasked = reading.unasked, True
        reading.invoke(local, [], {}, of=local.owner)
        reading.unasked = kept
