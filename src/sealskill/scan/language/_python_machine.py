"""What a Python program takes from the machine it runs on: variables, clipboard, screen, keys, names."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from sealskill.scan.act import Data, Source, Verb
from sealskill.scan.facts import places
from sealskill.scan.language._python_call import Call, Handler
from sealskill.scan.language._python_value import NOTHING, Value, but, holding, joined
from sealskill.scan.pattern import pattern

if TYPE_CHECKING:
    from sealskill.scan.language._python_flow import Reading

_SECRET = pattern(r"key|token|secret|passw|credential|auth|cookie|session_id|private|webhook|mnemonic|_pat$|_sid$|pwd")
_PATHS = {"HOME": "~", "USERPROFILE": "~", "APPDATA": "~/AppData/Roaming", "LOCALAPPDATA": "~/AppData/Local",
          "TMPDIR": "/tmp", "TEMP": "/tmp", "XDG_CONFIG_HOME": "~/.config"}  # noqa: S108  # fmt: skip
_MACHINE = ("USER", "USERNAME", "LOGNAME", "HOSTNAME", "COMPUTERNAME", "USERDOMAIN")
# What people call such things, in parameters and fields.
_NAMED = (
    (Data.PASSWORD, pattern(r"^(?:.*_)?(?:password|passwd|passphrase|pwd)$")),
    (Data.CARD,
    pattern(r"^(?:card_?(?:number|num|no)|cc_?(?:number|num)|credit_?card(?:_\w+)?|cvv2?|cvc|pan_number)$")),
    (Data.CREDENTIALS,
    pattern(r"^(?:seed_?phrase|mnemonic|private_?key|wallet_?key|recovery_?phrase|secret_?phrase)$")),
    (Data.CONVERSATION, pattern(
        r"^(?:(?:full_|current_|whole_|entire_|user_)?conversation(?:_\w+)?|chat_?(?:history|log|transcript)|"
        r"message_?history|session_?(?:log|transcript|history)|dialogu?e?(?:_history)?|agent_?memory|system_?prompt)$")),
    (Data.KEY, pattern(r"^(?:api_?key|\w*_token|access_?token|auth_?token|secret_?key|client_?secret)$")),
)  # fmt: skip


def variable(reading: Reading, node: ast.AST, name: Value, default: Value) -> Value:
    """One variable of the environment."""
    known = name.known
    if known in _PATHS:
        return Value(text=_PATHS[known], exact=True, names=(known,))
    data = frozenset[Data]()
    if known in _MACHINE:
        data = frozenset({Data.SYSTEM})
    elif (known and _SECRET.search(known.encode())) or (not known and name.text):
        data = frozenset({Data.KEY})
    names = (known,) if known else ()
    if Data.KEY in data:
        reading.act(Verb.READ, node, data=data, names=names)
    flow = (reading.span(node),) if data else ()
    return Value(data=data, names=names, flow=flow, text=default.text or f"{{{known}}}")


def environment(reading: Reading, node: ast.AST) -> Value:
    """All variables at once."""
    data = frozenset({Data.ENVIRONMENT})
    reading.act(Verb.READ, node, data=data)
    return Value(data=data, flow=(reading.span(node),))


def attribute(reading: Reading, name: str, node: ast.AST) -> Value | None:
    """An attribute of the machine that is data by itself."""
    if name in ("sys.argv",):
        return Value(data=frozenset({Data.CHOSEN}), source=Source.INPUT)
    if name == "sys.stdin":
        return Value(name="sys.stdin", data=frozenset({Data.CHOSEN}), source=Source.INPUT)
    if name == "sys.executable":
        return Value(text="python", exact=True)
    return Value(text="__file__", exact=True) if name == "__file__" else None


def parameter(name: str) -> Value:
    """What a caller we do not know passes in."""
    return Value(data=frozenset({Data.CHOSEN}), source=Source.INPUT, text=f"{{{name}}}")


def named(name: str, value: Value) -> Value:
    """The value under a name that says what it is."""
    if value.exact or value.code is not None or value.of is not None or value.items or value.parts or len(name) > 40:
        return value
    raw = name.lower().encode("utf-8", "replace")
    told = frozenset(data for data, found in _NAMED if found.search(raw))
    return but(value, data=(value.data - {Data.CHOSEN}) | told) if told and not told <= value.data else value


def _get(call: Call) -> Value:
    return variable(call.reading, call.node, call.arg(0, "key"), call.arg(1, "default"))


def _whole(call: Call) -> Value:
    return environment(call.reading, call.node)


def _taken(*kinds: Data) -> Handler:
    data = frozenset(kinds)

    def handler(call: Call) -> Value:
        call.reading.act(Verb.READ, call.node, data=data, what=call.name)
        return Value(data=data, flow=(call.reading.span(call.node),))

    return handler


def _put_up(call: Call) -> Value:
    """Something takes the place of what the person copied."""
    call.reading.act(Verb.WRITE, call.node, data=frozenset({Data.CLIPBOARD}), what=call.carried().text[:200])
    return NOTHING


def _told(call: Call) -> Value:
    """Names and numbers of the machine: too common to note, worth following."""
    return Value(data=frozenset({Data.SYSTEM}), flow=(call.reading.span(call.node),))


def _asked(call: Call) -> Value:
    """Somebody is asked at the terminal."""
    prompt = call.arg(0, "prompt").text
    data = places.asked_for(prompt)
    data = Data.PASSWORD if data is Data.CHOSEN and "getpass" in call.name else data
    if data is not Data.CHOSEN:
        call.reading.act(Verb.READ, call.node, data=frozenset({data}), what=prompt[:200])
    return Value(data=frozenset({data}), source=Source.INPUT, flow=(call.reading.span(call.node),))


def _listener(call: Call) -> Value:
    """Key strokes, handed to a function of the program."""
    call.reading.act(Verb.READ, call.node, data=frozenset({Data.KEYS}), what=call.name)
    pressed = Value(data=frozenset({Data.KEYS}), flow=(call.reading.span(call.node),))
    for one in (*call.args, *call.named.values()):
        if one.code is not None:
            call.reading.invoke(one.code, [pressed], {}, of=one.code.owner)
    return but(pressed, name=f"{call.name}()")


def _mapping(call: Call) -> Value | None:
    """`dict(os.environ)` and all that turns a table into another."""
    if call.arg(0).name == "os.environ":
        return environment(call.reading, call.node)
    return None


def _items(call: Call) -> Value | None:
    if call.base.name == "os.environ":
        return environment(call.reading, call.node)
    if call.method == "get" and Data.ENVIRONMENT in call.base.data and call.arg(0).known:
        return variable(call.reading, call.node, call.arg(0), call.arg(1))
    if call.base.items and call.method == "get":
        name = call.arg(0).known
        return call.base.items.get(name, call.arg(1)) if name else None
    if call.base.items and call.method in ("items", "values"):
        several = tuple(call.base.items.values())
        if call.method == "values":
            return holding(several)
        return holding(tuple(holding((Value(text=key, exact=True), one)) for key, one in call.base.items.items()))
    return None


def _parsed(call: Call) -> Value:
    """Arguments of the command line."""
    return Value(data=frozenset({Data.CHOSEN}), source=Source.INPUT)


def switched(reading: Reading, target: ast.AST, index: Value, value: Value) -> None:
    """`os.environ[name] = value`."""
    if index.known in ("PYTHONHTTPSVERIFY", "NODE_TLS_REJECT_UNAUTHORIZED") and value.text.strip() == "0":
        reading.act(Verb.STOP, target, what="tls")
    elif index.known in ("LD_PRELOAD", "DYLD_INSERT_LIBRARIES", "HISTFILE", "PYTHONSTARTUP"):
        reading.act(Verb.WRITE, target, path=f"${index.known}", what=value.text)


def _spent(call: Call) -> Value | None:
    """Money or tokens move."""
    if not call.base.name.startswith(_PURSES) and not call.name.startswith(_PURSES):
        return None
    whole = joined([*call.args, *call.named.values()])
    call.reading.act(Verb.SPEND, call.node, what=call.name or call.method, names=whole.names)
    return NOTHING


_PURSES = ("web3.", "solana.", "solders.", "ccxt.", "stripe.", "bitcoinlib.", "eth_account.", "binance.", "coinbase.",
           "xrpl.", "paypalrestsdk.", "alpaca", "py_clob_client.", "tronpy.", "plaid.", "squareup.",
           "hyperliquid.")  # fmt: skip
_SYSTEM = ("platform.node platform.platform platform.uname platform.release "
           "platform.version platform.processor socket.gethostname socket.getfqdn uuid.getnode getpass.getuser "
           "os.uname "
           "os.getlogin os.getuid psutil.net_if_addrs psutil.users psutil.virtual_memory psutil.cpu_count "
           "psutil.process_iter psutil.disk_partitions pwd.getpwall pwd.getpwnam netifaces.interfaces "
           "psutil.net_connections psutil.boot_time").split()  # fmt: skip
_CREDENTIALS = ("keyring.get_password keyring.get_credential browser_cookie3.chrome browser_cookie3.firefox "
                "browser_cookie3.load browser_cookie3.edge browser_cookie3.safari browser_cookie3.brave "
                "win32crypt.CryptUnprotectData browsercookie.chrome browsercookie.firefox rookiepy.chrome "
                "rookiepy.load "
                "secretstorage.get_default_collection pycookiecheat.chrome_cookies netrc.netrc "
                "boto3.Session().get_credentials boto3.session.Session().get_credentials").split()  # fmt: skip
_SCREEN = ("PIL.ImageGrab.grab mss.mss().grab mss.mss().shot pyautogui.screenshot pyscreenshot.grab ImageGrab.grab "
           "mss.grab d3dshot.create pyautogui.screenshot cv2.VideoCapture sounddevice.rec").split()  # fmt: skip
_CLIPBOARD = ("pyperclip.paste clipboard.paste win32clipboard.GetClipboardData pandas.read_clipboard xerox.paste "
              "tkinter.Tk().clipboard_get pyclip.paste klembord.get_text "
              "AppKit.NSPasteboard.generalPasteboard").split()  # fmt: skip
_BOARDS = ("pyperclip.copy clipboard.copy win32clipboard.SetClipboardData win32clipboard.SetClipboardText xerox.copy "
           "pyclip.copy klembord.set_text tkinter.Tk().clipboard_append").split()  # fmt: skip
_KEYS = ("pynput.keyboard.Listener keyboard.on_press keyboard.on_release keyboard.hook keyboard.record "
         "keyboard.add_hotkey "
         "keyboard.read_event keyboard.read_key pyxhook.HookManager pyHook.HookManager evdev.InputDevice "
         "pynput.mouse.Listener pynput.keyboard.Events").split()  # fmt: skip
CALLS: dict[str, Handler] = {
    **dict.fromkeys(_SYSTEM, _told),
    **dict.fromkeys(_CREDENTIALS, _taken(Data.CREDENTIALS)),
    **dict.fromkeys(_SCREEN, _taken(Data.SCREEN)),
    **dict.fromkeys(_CLIPBOARD, _taken(Data.CLIPBOARD)),
    **dict.fromkeys(_BOARDS, _put_up),
    **dict.fromkeys(_KEYS, _listener),
    "os.environ.get": _get, "os.environ.pop": _get, "os.environ.setdefault": _get,
    **dict.fromkeys(("os.environ.copy", "os.environ.items", "os.environ.values", "os.environ.__repr__"), _whole),
    **dict.fromkeys(("dict", "list", "str", "repr", "json.dumps", "sorted", "pprint.pformat", "vars", "copy.copy",
                     "copy.deepcopy", "urllib.parse.urlencode", "print", "tuple", "bytes"), _mapping),
    "input": _asked, "getpass.getpass": _asked, "click.prompt": _asked, "tkinter.simpledialog.askstring": _asked,
    "stripe.Charge.create": _spent, "stripe.PaymentIntent.create": _spent, "stripe.Transfer.create": _spent,
    "stripe.Payout.create": _spent, "argparse.ArgumentParser().parse_args": _parsed,
    "argparse.ArgumentParser().parse_known_args": _parsed,
}  # fmt: skip
METHODS: dict[str, Handler] = {
    **dict.fromkeys(("items", "values", "get"), _items),
    **dict.fromkeys(("send_transaction", "send_raw_transaction", "sendTransaction", "transact", "create_order",
                     "create_market_order", "create_market_buy_order", "create_limit_order", "transfer", "withdraw",
                     "post_order", "submit_order", "create_withdrawal", "order_market_buy", "send_raw"), _spent),
    "clipboard_get": _taken(Data.CLIPBOARD), "clipboard_append": _put_up,
}  # fmt: skip
