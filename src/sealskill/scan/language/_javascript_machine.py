"""What a JavaScript program takes from the machine or the browser it runs in: variables, cookies, clipboard, names."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from sealskill.scan.act import Data, Source, Verb
from sealskill.scan.facts import places
from sealskill.scan.language._javascript_call import Call, Handler
from sealskill.scan.language._javascript_value import NOTHING, SOME, Value, but, carried, joined
from sealskill.scan.pattern import pattern

if TYPE_CHECKING:
    from tree_sitter import Node

    from sealskill.scan.language._javascript_reading import Reading

_SECRET = pattern(r"key|token|secret|passw|credential|auth|cookie|session_id|private|webhook|mnemonic|_pat$|_sid$|pwd")
_STORED = pattern(r"token|auth|session|jwt|secret|passw|credential|key|wallet|mnemonic|seed")
_PLACES = {"HOME": "~", "USERPROFILE": "~", "APPDATA": "~/AppData/Roaming", "LOCALAPPDATA": "~/AppData/Local",
           "TMPDIR": "/tmp", "TEMP": "/tmp", "XDG_CONFIG_HOME": "~/.config", "HOMEPATH": "~"}  # noqa: S108  # fmt: skip
_MACHINE = frozenset(("USER", "USERNAME", "LOGNAME", "HOSTNAME", "COMPUTERNAME", "USERDOMAIN"))
# What people call such things, in parameters and properties.
_NAMED = (
    (Data.PASSWORD, pattern(r"^(?:\w*_)?(?:password|passwd|passphrase|pwd)$")),
    (Data.CARD, pattern(r"^(?:card_?(?:number|num|no)|cc_?(?:number|num)|credit_?card(?:_?\w+)?|cvv2?|cvc)$")),
    (Data.CREDENTIALS,
     pattern(r"^(?:seed_?phrase|mnemonic|private_?key|wallet_?key|recovery_?phrase|secret_?phrase)$")),
    (Data.CONVERSATION, pattern(
        r"^(?:(?:full_?|current_?|whole_?|entire_?|user_?)?conversation(?:_?\w+)?|chat_?(?:history|log|transcript)|"
        r"message_?history|session_?(?:log|transcript|history)|dialogu?e?(?:_?history)?|agent_?memory|system_?prompt)$")),
    (Data.KEY, pattern(r"^(?:api_?key|\w*_token|access_?token|auth_?token|secret_?key|client_?secret)$")),
)  # fmt: skip
_ATTRIBUTES = {
    "document.cookie": Data.CREDENTIALS, "os.userInfo": Data.SYSTEM, "location.href": Data.SYSTEM,
    "navigator.userAgent": Data.SYSTEM,
}  # fmt: skip


def ambient(name: str) -> Value | None:
    """A name that every program has."""
    if name in ("__dirname", "__filename"):
        return Value(text=".")
    return NOTHING if name in ("undefined", "NaN", "Infinity") else None


def named(name: str, value: Value) -> Value:
    """The value under a name that says what it is."""
    if value.exact or value.function >= 0 or value.node is not None or value.name or len(name) > 40:
        return value
    told = _told_by(name)
    return but(value, data=(value.data - {Data.CHOSEN}) | told) if told and not told <= value.data else value


@lru_cache(4096)
def _told_by(name: str) -> frozenset[Data]:
    raw = name.lower().encode("utf-8", "replace")
    return frozenset(data for data, found in _NAMED if found.search(raw))


def variable(reading: Reading, node: Node, name: str) -> Value:
    """One variable of the environment; without a name whichever is asked for."""
    if name in _PLACES:
        return Value(text=_PLACES[name], names=(name,))
    data = frozenset[Data]()
    if name in _MACHINE:
        data = frozenset({Data.SYSTEM})
    elif not name or _SECRET.search(name.encode("utf-8", "replace")):
        data = frozenset({Data.KEY})
    names = (name,) if name else ()
    if Data.KEY in data:
        reading.act(Verb.READ, node, data=data, names=names)
    return Value(data=data, names=names, text=f"${name}" if name else SOME, flow=(reading.span(node),) if data else ())


def whole(reading: Reading, value: Value) -> Value:
    """The value; all variables at once where it is the environment, all entries where it is a store."""
    if value.name == "process.env":
        return Value(data=frozenset({Data.ENVIRONMENT}))
    if value.name in ("localStorage", "sessionStorage"):
        return Value(data=frozenset({Data.CREDENTIALS}))
    return carried(value)


def attribute(reading: Reading, name: str, node: Node) -> Value | None:
    """A property that is data by itself."""
    data = _ATTRIBUTES.get(name)
    if data is Data.CREDENTIALS:
        reading.act(Verb.READ, node, data=frozenset({data}), what=name)
    if data is not None:
        return Value(data=frozenset({data}), flow=(reading.span(node),))
    if name in ("process.argv", "Deno.args", "Bun.argv"):
        return Value(data=frozenset({Data.CHOSEN}), source=Source.INPUT, name=name)
    if name == "process.execPath":
        return Value(text="node", exact=True)
    return None


def _environment(call: Call) -> Value | None:
    """`JSON.stringify(process.env)`, `Object.entries(process.env)`: everything at once."""
    found = [one for one in call.args if one.name in ("process.env", "localStorage", "sessionStorage")]
    if not found:
        return None
    all_of = joined([whole(call.reading, one) for one in found])
    call.reading.act(Verb.READ, call.node, data=all_of.data)
    return but(all_of, flow=(call.reading.span(call.node),))


def _variable(call: Call) -> Value:
    return variable(call.reading, call.node, call.arg(0).known)


def _all_variables(call: Call) -> Value:
    data = frozenset({Data.ENVIRONMENT})
    call.reading.act(Verb.READ, call.node, data=data)
    return Value(data=data, flow=(call.reading.span(call.node),))


def _stored(call: Call) -> Value:
    """`localStorage.getItem(name)`."""
    name = call.arg(0).known
    if name and not _STORED.search(name.encode("utf-8", "replace")):
        return NOTHING
    data = frozenset({Data.CREDENTIALS if not name else Data.KEY})
    call.reading.act(Verb.READ, call.node, data=data, what=call.name, names=(name,) if name else ())
    return Value(data=data, flow=(call.reading.span(call.node),))


def _put_up(call: Call) -> Value:
    """Something takes the place of what the person copied."""
    call.reading.act(Verb.WRITE, call.node, data=frozenset({Data.CLIPBOARD}), what=call.carried().text[:200])
    return NOTHING


def _taken(*kinds: Data) -> Handler:
    data = frozenset(kinds)

    def handler(call: Call) -> Value:
        call.reading.act(Verb.READ, call.node, data=data, what=call.name)
        return Value(data=data, flow=(call.reading.span(call.node),))

    return handler


def _told(call: Call) -> Value:
    """Names and numbers of the machine: too common to note, worth following."""
    return Value(data=frozenset({Data.SYSTEM}), flow=(call.reading.span(call.node),))


def _asked(call: Call) -> Value:
    """Somebody is asked at the terminal."""
    prompt = call.arg(0).text
    data = places.asked_for(prompt)
    if data is not Data.CHOSEN:
        call.reading.act(Verb.READ, call.node, data=frozenset({data}), what=prompt[:200])
    return Value(data=frozenset({data}), source=Source.INPUT, flow=(call.reading.span(call.node),))


def _keys(call: Call) -> Value | None:
    """Somebody listens to every key, on a page or on the machine."""
    event = call.arg(0).known
    if event not in ("keydown", "keypress", "keyup") or (call.method != "addEventListener" and not _global(call)):
        return None
    if call.method == "addEventListener" and not _kept(call):
        return None
    call.reading.act(Verb.READ, call.node, data=frozenset({Data.KEYS}), what=call.name or call.method)
    return Value(data=frozenset({Data.KEYS}), flow=(call.reading.span(call.node),))


# What a page does with a key in order to be worked by keys: it holds it against names, and looks it up.
_KEY = r"\b\w+\.(?:key|code|keyCode|which|charCode)\b"
_COMPARED = pattern(
    rf"{_KEY}(?:\.\w+\(\))?\s*[!=]==?|[!=]==?\s*{_KEY}|(?:switch|case)\s*\(?\s*{_KEY}|\.(?:includes|has|test|indexOf|get)\s*\(\s*{_KEY}|"
    rf"\[\s*{_KEY}|{_KEY}\.(?:length|startsWith|match)|{_KEY}\s+in\b|[<>]=?\s*{_KEY}|{_KEY}\s*[<>]"
)
_TAKEN_IN = pattern(rf"{_KEY}|\{{\s*(?:key|code)\b")
_COLLECTED = pattern(
    r"\+=|\.push\s*\(|\.concat\s*\(|\bappend|\bsend|\bfetch\s*\(|\.post\s*\(|\bwrite|\bemit|setItem|localStorage|XMLHttp|"
    r"\blog\s*\(|\bsave|\brecord|\.src\s*="
)


def _kept(call: Call) -> bool:
    """Whether a listener of a page takes keys in, rather than acting on some of them."""
    at = call.arg(1).function
    if at < 0:
        return False
    function = call.reading.program.functions[at]
    body = call.reading.document.data[function.start : function.end]
    return bool(_TAKEN_IN.search(_COMPARED.sub(b" ", body)) and _COLLECTED.search(body))


def _global(call: Call) -> bool:
    return call.base.name.startswith(("iohook", "uiohook", "node-global-key-listener", "gkm"))


def _spent(call: Call) -> Value | None:
    """Money or tokens move."""
    if call.method in _SPENDS or call.base.name.partition(".")[0] in _PURSES:
        call.reading.act(Verb.SPEND, call.node, what=call.name or call.method, names=call.carried().names)
    return None


_PURSES = frozenset(("ethers", "web3", "@solana/web3", "stripe", "Stripe", "stripe()", "ccxt", "viem",
                     "@solana/web3.js",
                     "Web3()", "xrpl", "binance", "coinbase"))  # fmt: skip
_SPENDS = frozenset(("sendTransaction", "sendRawTransaction", "sendAndConfirmTransaction", "signAndSendTransaction",
                     "sendSignedTransaction", "sendAndConfirmRawTransaction", "transferChecked"))  # fmt: skip
_SYSTEM = ("os.hostname os.userInfo os.networkInterfaces os.release os.cpus os.totalmem "
           "os.version os.uptime process.cwd getmac.default node-machine-id.machineIdSync "
           "systeminformation.system public-ip.v4").split()  # fmt: skip
_CREDENTIALS = ("keytar.getPassword keytar.findCredentials keytar.findPassword chrome.cookies.getAll "
                "browser.cookies.getAll chrome.cookies.get cookieStore.getAll navigator.credentials.get "
                "electron.safeStorage.decryptString").split()  # fmt: skip
_CLIPBOARD = ("clipboardy.read clipboardy.readSync navigator.clipboard.readText navigator.clipboard.read "
              "electron.clipboard.readText copy-paste.paste clipboard-event.startListening "
              "clipboard.readText").split()  # fmt: skip
_SCREEN = ("screenshot-desktop navigator.mediaDevices.getDisplayMedia navigator.mediaDevices.getUserMedia "
           "electron.desktopCapturer.getSources robotjs.screen.capture html2canvas node-screenshots.capture "
           "screenshot-desktop.all").split()  # fmt: skip
_BOARDS = ("clipboardy.write clipboardy.writeSync navigator.clipboard.writeText electron.clipboard.writeText "
           "copy-paste.copy clipboard.writeText").split()  # fmt: skip
CALLS: dict[str, Handler] = {
    **dict.fromkeys(_BOARDS, _put_up),
    **dict.fromkeys(_SYSTEM, _told),
    **dict.fromkeys(_CREDENTIALS, _taken(Data.CREDENTIALS)),
    **dict.fromkeys(_CLIPBOARD, _taken(Data.CLIPBOARD)),
    **dict.fromkeys(_SCREEN, _taken(Data.SCREEN)),
    "navigator.geolocation.getCurrentPosition": _taken(Data.LOCATION),
    "navigator.geolocation.watchPosition": _taken(Data.LOCATION),
    **dict.fromkeys(("JSON.stringify", "Object.entries", "Object.values", "Object.assign", "structuredClone",
                     "Object.fromEntries", "querystring.stringify", "util.inspect", "String"), _environment),
    "Deno.env.get": _variable, "Deno.env.toObject": _all_variables,
    "localStorage.getItem": _stored, "sessionStorage.getItem": _stored,
    **dict.fromkeys(("prompt", "readline-sync.question", "readline.createInterface().question", "prompts",
                     "inquirer.prompt",
                     "readline/promises.createInterface().question"), _asked),
}  # fmt: skip
METHODS: dict[str, Handler] = {
    **dict.fromkeys(("addEventListener", "on", "addListener"), _keys),
    **dict.fromkeys((*_SPENDS, "transfer", "create", "withdraw", "createOrder"), _spent),
}
