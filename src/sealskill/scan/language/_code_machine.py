"""What programs take from the machine they run on: variables, clipboard, keys, screen, names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealskill.scan.act import Data, Source, Verb
from sealskill.scan.document import Span
from sealskill.scan.language._code_call import Call, Handler
from sealskill.scan.language._code_value import NOTHING, SOME, Value, but, joined
from sealskill.scan.pattern import pattern

if TYPE_CHECKING:
    from sealskill.scan.language._code_flow import Reading

_SECRET = pattern(r"key|token|secret|passw|credential|auth|cookie|session_id|private|webhook|mnemonic|_pat$|_sid$|pwd")
_HOMES = frozenset(("HOME", "USERPROFILE", "APPDATA", "LOCALAPPDATA", "XDG_CONFIG_HOME"))
_WHO = frozenset(("USER", "USERNAME", "LOGNAME", "HOSTNAME", "COMPUTERNAME"))
_TABLES = frozenset("env $env %env $_env $_server environ environment processinfo.processinfo.environment".split())
"""Where languages keep all variables of the environment."""
_GIVEN = frozenset((
        "os.args argv $argv args $argv @argv arg commandline.arguments $_get $_post $_request stdin "
        "$stdin process.arguments gets"
    ).split())  # fmt: skip
_HOME = pattern(
    r"^(?:dir\.home|nshomedirectory|filemanager\.default\.homedirectoryforcurrentuser|home_dir|user\.home)$"
)
_WALKS = frozenset((
        "walk walkdir glob each_child children find rglob eachfilerecurse enumerator scandir readdir "
        "opendir read_dir getfiles enumeratefiles recursivedirectoryiterator directoryiterator list_files "
        "nftw ftw dir_glob entries globiterator newdirectorystream listfiles contentsofdirectory "
        "walkfiletree getdirectories ls eachfile"
    ).split())  # fmt: skip


def home(span: Span) -> Value:
    """The folder of the person."""
    return Value(text="~", flow=())


def thing(reading: Reading, path: str, span: Span) -> Value | None:
    """Something of the machine that needs no call."""
    low = path.lower()
    if low in _TABLES and (reading.style.name != "elixir" or low != "env"):
        return _all(reading, span) if low.lstrip("$%") in ("env", "_env", "environ") or "." in low else None
    if low in _GIVEN:
        return Value(data=frozenset((Data.CHOSEN,)), source=Source.INPUT)
    if low == "the_clipboard":
        return _taken(reading, span, Data.CLIPBOARD)
    if low.endswith(("pasteboard.general.string", "clipboard.text")):
        return _taken(reading, span, Data.CLIPBOARD)
    if _HOME.search(low.encode("utf-8", "replace")):
        return home(span)
    if low in ("environment.username", "environment.machinename", "host.current.localizedname"):
        return Value(data=frozenset((Data.SYSTEM,)), flow=(span,))
    return None


def _all(reading: Reading, span: Span) -> Value:
    """All variables at once, if nothing is picked from them."""
    data = frozenset((Data.ENVIRONMENT,))
    reading.act(Verb.READ, span, data=data)
    return Value(name="environment", data=data, flow=(span,))


def variable_of(reading: Reading, path: str, name: Value, span: Span) -> Value | None:
    """`ENV["X"]`: one variable of a table of variables."""
    if path.lower().lstrip("$%") not in ("env", "_env", "_server", "environ", "processinfo.processinfo.environment"):
        return None
    return variable(reading, name, span)


def variable(reading: Reading, name: Value, span: Span) -> Value:
    """One variable of the environment."""
    known = "" if SOME in name.text else name.text
    if known in _HOMES:
        return home(span)
    data = frozenset[Data]()
    if known in _WHO:
        data = frozenset((Data.SYSTEM,))
    elif known and _SECRET.search(known.encode("utf-8", "replace")):
        data = frozenset((Data.KEY,))
        reading.act(Verb.READ, span, data=data, names=(known,))
    elif not known:
        data = frozenset((Data.ENVIRONMENT,)) if Data.ENVIRONMENT in name.data else frozenset((Data.KEY,))
    return Value(data=data, names=(known,) if known else (), flow=(span,) if data else ())


def walked(path: str, base: Value) -> Value:
    """What a closure is called with by a walk through folders."""
    if path.rpartition(".")[2].lower() in _WALKS:
        return Value(name="walked", data=frozenset((Data.FILES,)), source=base.source)
    return base


def _taken(reading: Reading, span: Span, *kinds: Data) -> Value:
    data = frozenset(kinds)
    reading.act(Verb.READ, span, data=data)
    return Value(data=data, flow=(span,))


def _env(call: Call) -> Value | None:
    """`getenv("X")`, `ENV.fetch("X")`; without a name it is all of them."""
    low = call.low
    if call.last.lower() in ("var", "fetch", "get", "dig") and "env" not in low:
        return None
    if not call.args:
        return _whole(call)
    return variable(call.reading, call.arg(0), call.span)


def _whole(call: Call) -> Value | None:
    """All variables at once."""
    if "env" not in call.low:
        return None
    data = frozenset((Data.ENVIRONMENT,))
    call.act(Verb.READ, data=data)
    return Value(name="environment", data=data, flow=(call.span,))


def _home(call: Call) -> Value:
    return home(call.span)


def _property(call: Call) -> Value | None:
    """`System.getProperty("user.home")`."""
    if call.arg(0).text == "user.home":
        return home(call.span)
    return _machine(call) if call.arg(0).text in ("user.name", "os.name", "os.version") else None


def _machine(call: Call) -> Value:
    return Value(data=frozenset((Data.SYSTEM,)), flow=(call.span,))


def _walk(call: Call) -> Value | None:
    """A walk through folders: each of what comes back is a file of somebody."""
    if call.last.lower() in ("find", "ls", "entries", "children", "walk") and not _FOLDERS.search(
        call.low.encode("utf-8", "replace")
    ):
        return None
    whole = call.all
    files = frozenset((Data.FILES,)) if not whole.leads else whole.leads
    return but(
        whole, name="walked", data=whole.data - {Data.CHOSEN} | (files if whole.leads else frozenset((Data.FILES,)))
    )


_FOLDERS = pattern(r"dir|file|path|find\.find|^\.?walk|fs\b|os\.|folder")


def _clipboard(call: Call) -> Value | None:
    """The clipboard is read or written, as the words before say."""
    low, last = call.low, call.last.lower()
    if not _BOARD.search(low.encode("utf-8", "replace")) and last not in _BOARDS:
        return None
    if last in _PUTS:
        call.act(Verb.WRITE, data=frozenset((Data.CLIPBOARD,)), what="clipboard")
        return NOTHING
    return _taken(call.reading, call.span, Data.CLIPBOARD)


_BOARD = pattern(r"clipboard|pasteboard|the_clipboard")
_BOARDS = frozenset("getclipboarddata setclipboarddata set_the_clipboard_to openclipboard".split())
_PUTS = frozenset((
        "writeall copy settext setstring set setcontents setclipboarddata set_the_clipboard_to set_text "
        "set_contents setdataobject setprimaryclip setdata writeobjects settextasync"
    ).split())  # fmt: skip


def _keys(call: Call) -> Value | None:
    """Key strokes are taken in."""
    low = call.low
    if call.last.lower() in ("listen", "start", "grab") and not _HOOKS.search(low.encode("utf-8", "replace")):
        return None
    return _taken(call.reading, call.span, Data.KEYS)


_HOOKS = pattern(r"rdev|hook|keylog|iohook|device_query|evdev")


def _screen(call: Call) -> Value:
    return _taken(call.reading, call.span, Data.SCREEN)


def _stored(call: Call) -> Value:
    """Logins that the machine keeps for other programs."""
    return _taken(call.reading, call.span, Data.CREDENTIALS)


def _asked(call: Call) -> Value | None:
    """Somebody is asked; a window that hides what is typed asks for a password."""
    said = joined(call.args).text.lower() + call.span.data[:300].decode("utf-8", "replace").lower()
    data = Data.PASSWORD if "passw" in said or "hidden answer" in said else Data.CHOSEN
    if data is Data.PASSWORD:
        call.act(Verb.READ, data=frozenset((data,)), what=said[:200])
    return Value(data=frozenset((data,)), source=Source.INPUT, flow=(call.span,))


TABLE: dict[str, Handler] = {
    **dict.fromkeys("getenv get_env getenvironmentvariable lookupenv var fetch dig".split(), _env),
    **dict.fromkeys("environ vars to_h getenvironmentvariables get_all".split(), _whole),
    **dict.fromkeys((
        "userhomedir homedir home_dir nshomedirectory home homedirectoryforcurrentuser expanduser "
        "getfolderpath"
    ).split(), _home),
    **dict.fromkeys((
        "gethostname hostname gethostbyname userinfo getlogin uname php_uname getusername sysinfo "
        "gethostid getlocalhost whoami"
    ).split(), _machine),
    "getproperty": _property,
    **dict.fromkeys(_WALKS, _walk),
    **dict.fromkeys([*_PUTS, *_BOARDS, *(
        "readall paste gettext string getcontents get_text get_contents get getprimaryclip data getstring "
        "getdataobject stringfortype readobjects getclipboardtext"
    ).split()], _clipboard),
    **dict.fromkeys((
        "getasynckeystate setwindowshookex setwindowshookexa setwindowshookexw cgeventtapcreate tapcreate "
        "addglobalmonitorforevents getkeystate xquerykeymap listen registerrawinputdevices"
    ).split(), _keys),
    **dict.fromkeys((
        "bitblt copyfromscreen createscreencapture capturedisplay cgwindowlistcreateimage capturescreen "
        "cgdisplaycreateimage xgetimage capturerect capturefullscreen"
    ).split(), _screen),
    **dict.fromkeys((
        "cryptunprotectdata secitemcopymatching credenumerate credenumeratew lsaretrieveprivatedata "
        "unprotect seckeychainfindgenericpassword seckeychainfindinternetpassword"
    ).split(), _stored),
    **dict.fromkeys("display_dialog inputbox readpassword noecho getpass".split(), _asked),
}  # fmt: skip
