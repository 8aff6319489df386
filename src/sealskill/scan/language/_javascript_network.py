"""What a JavaScript program fetches, and what it lets out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealskill.scan.act import Data, Source, Verb
from sealskill.scan.facts.hosts import host_of
from sealskill.scan.language._javascript_call import Call, Handler
from sealskill.scan.language._javascript_value import NOTHING, SOME, Value, but, carried, joined

if TYPE_CHECKING:
    from tree_sitter import Node

    from sealskill.scan.language._javascript_reading import Reading

_LOCATORS = ("ipinfo.io", "ip-api.com", "ipapi.co", "ipwho.is", "freegeoip.app", "geojs.io", "ipgeolocation.io",
             "ipify.org", "ifconfig.me", "icanhazip.com", "checkip.amazonaws.com", "ident.me")  # fmt: skip
"""Services whose answer is where one is, or which address one has."""
_POSTS = frozenset(("POST", "PUT", "PATCH"))
_BODIES = ("body", "data", "json", "form", "formData", "headers", "params", "searchParams", "qs", "auth", "multipart")
NAMES_KEPT = frozenset(("JSON.stringify", "Buffer.from", "btoa", "encodeURIComponent", "encodeURI", "String",
                        "FormData",
                        "URLSearchParams", "Blob", "File", "Headers", "Request", "URL", "querystring.stringify",
                        "zlib.gzipSync", "zlib.deflateSync", "form-data", "escape", "util.inspect", "Promise.all",
                        "Promise.allSettled", "Array.from", "Object.assign", "Object.fromEntries", "Object.entries",
                        "Object.values", "Uint8Array", "CryptoJS.AES.encrypt"))  # fmt: skip
"""What only changes the form of what it is given."""


def send(call: Call, url: str, whole: Value) -> None:
    """Something leaves."""
    call.reading.act(
        Verb.SEND, call.node, url=url, data=whole.data, flow=whole.flow, names=whole.names, source=whole.source,
        path=whole.path,
    )  # fmt: skip


def request(call: Call, way: str, where: Value, sent: Value) -> Value:
    """One request: it always fetches or sends, and a fetch sends whatever is in its address."""
    url = where.text or where.url
    whole = joined((carried(sent), carried(but(where, url=""))))
    if way in _POSTS:
        send(call, url, whole)
    else:
        call.reading.act(Verb.FETCH, call.node, url=url, names=whole.names)
        if whole.data - {Data.CHOSEN, Data.SYSTEM}:
            send(call, url, whole)
    data = frozenset({Data.LOCATION}) if host_of(url).endswith(_LOCATORS) else frozenset[Data]()
    flow = (call.reading.span(call.node),)
    return Value(source=Source.FETCHED, url=url, data=data, flow=flow if data else (), name="fetch()")


def _parts(call: Call, at: int) -> Value:
    """All that goes with a request that an options object describes."""
    return joined([carried(call.option(at, one)) for one in _BODIES])


def _address(call: Call, at: int = 0) -> Value:
    """The address: a text, a URL object, or the parts in an options object."""
    where = call.arg(at)
    if where.node is None or where.text:
        return where
    whole = call.option(at, "url", "uri")
    host = call.option(at, "hostname", "host")
    if whole is not NOTHING or host is NOTHING:
        return _based(call.option(at, "baseURL", "prefixUrl"), whole)
    port, path = call.option(at, "port"), call.option(at, "path", "pathname")
    said = host.text + (f":{port.text}" if port.text not in ("", "80", "443", SOME) else "")
    return joined((carried(host), carried(path)), f"https://{said}{path.text or '/'}")


def _based(base: Value, rest: Value) -> Value:
    if base.text and not rest.text.startswith("http"):
        return joined((carried(base), carried(rest)), f"{base.text.rstrip('/')}/{rest.text.lstrip('/')}")
    return rest


def _way(call: Call, at: int, usual: str = "GET") -> str:
    said = call.option(at, "method").known.upper()
    if said:
        return said
    has_body = any(call.option(at, one) is not NOTHING for one in ("body", "data", "json", "form", "formData"))
    return "POST" if has_body else usual


def _fetch(call: Call) -> Value:
    """`fetch(url, options)`, and all that is called alike."""
    at = 0 if call.arg(0).node is not None and call.arg(0).name != "Request()" else 1
    if call.arg(0).name == "Request()":
        return request(call, call.arg(0).path or "GET", call.arg(0), call.arg(0))
    return request(call, _way(call, at), _absolute(call, _address(call)), _parts(call, at))


def _prepared(call: Call) -> Value:
    """`new Request(url, options)`: sent later."""
    sent = joined((carried(call.arg(0)), _parts(call, 1)), call.arg(0).text)
    return but(sent, name="Request()", path=_way(call, 1))


def _absolute(call: Call, where: Value) -> Value:
    """The address; a client with a base has only the rest of it."""
    if call.base.url and not where.text.startswith("http"):
        return _based(Value(text=call.base.url), where)
    return where


def _by_way(way: str) -> Handler:
    """`axios.post(url, data, options)`."""

    def handler(call: Call) -> Value:
        rest = [carried(call.arg(1)), carried(call.arg(2)), carried(but(call.base, url="", source=None))]
        got = request(call, way, _absolute(call, _address(call)), joined(rest))
        return but(got, name="superagent()") if call.name.startswith("superagent") else got

    return handler


def _got(call: Call) -> Value:
    return request(
        call, _way(call, 1, _way(call, 0)), _absolute(call, _address(call)), joined((_parts(call, 1), _parts(call, 0)))
    )


def _needle(call: Call) -> Value:
    return request(call, call.arg(0).known.upper() or "POST", call.arg(1), call.carried(2))


def _client(call: Call) -> Value:
    """A client with a base address, and perhaps a key that goes with every request."""
    whole = _parts(call, 0)
    base = call.option(0, "baseURL", "prefixUrl", "baseUrl")
    name = call.name.partition(".")[0]
    return Value(name=name, url=base.text, data=whole.data, names=whole.names, flow=whole.flow)


def _opened(call: Call) -> Value:
    """`http.request(options)`: a stream; what is written to it leaves."""
    where = _address(call)
    at = 1 if where is call.arg(0) else 0
    way = _way(call, at)
    sent = joined((carried(where), carried(call.option(at, "headers"))))
    got = request(call, way if way not in _POSTS else "GET", where, sent)
    return but(got, name="http.request()", data=sent.data | got.data, names=sent.names)


def _image(reading: Reading, target: Node, value: Value) -> None:
    if value.data - {Data.CHOSEN, Data.SYSTEM}:
        reading.act(Verb.SEND, target, url=value.text, data=value.data, flow=value.flow, names=value.names)


SETTINGS = frozenset(("src", "href", "location", "text", "textContent", "innerHTML"))
"""Properties of a page that fetch or run something when they are set."""


def setting(reading: Reading, target: Node, name: str, base: Value, value: Value) -> None:
    """`object.property = value` where that moves something."""
    if name == "src" and base.name == "Image()":
        _image(reading, target, value)
    elif name in ("src", "text", "textContent", "innerHTML") and base.text == "script":
        fetched = name == "src" or value.source is Source.FETCHED
        reading.act(
            Verb.RUN, target, source=Source.FETCHED if fetched else value.source or Source.INPUT,
            url=value.text if name == "src" else value.url, what=f"script.{name}",
        )  # fmt: skip
    elif (
        name in ("href", "location")
        and base.name in ("location", "window", "document")
        and value.data - {Data.CHOSEN, Data.SYSTEM}
    ):
        _image(reading, target, value)


def _element(call: Call) -> Value:
    """`document.createElement(tag)`."""
    return Value(
        name="Image()" if call.arg(0).text.lower() == "img" else "document.createElement()",
        text=call.arg(0).text.lower(),
    )


def _beacon(call: Call) -> Value:
    send(call, call.arg(0).text, call.carried())
    return NOTHING


def _connected(call: Call) -> Value:
    """A connection is opened: whatever is sent later goes there, whatever comes came from there."""
    where = call.arg(0)
    url = where.text
    if where.node is not None:
        url = f"tcp://{call.option(0, 'host', 'path').text or 'localhost'}:{call.option(0, 'port').text or SOME}"
    elif call.name.startswith("net.") and call.args:
        url = f"tcp://{call.arg(1).text or 'localhost'}:{where.text or SOME}"
    name = "net.connect()" if call.name.startswith("net.") or call.method == "connect" else f"{call.name}()"
    return Value(name=name, url=url, source=Source.FETCHED, names=where.names)


def _connects(call: Call) -> Value | None:
    """`new net.Socket().connect(port, host)`."""
    if call.base.name not in ("net.Socket()", "net.TLSSocket()", "net.connect()"):
        return None
    made = _connected(call)
    if call.holder is not None:
        _remember(call, made)
    return made


def _remember(call: Call, made: Value) -> None:
    """A variable that holds a socket holds a connection from then on."""
    reading, holder = call.reading, call.holder
    if holder is not None and holder.type == "identifier":
        for one in reading.program.bindings(reading.program.text(holder), holder.start_byte):
            reading.known[one.node.id] = made
        reading.moved = True


def _socket(_: Call) -> Value:
    return Value(name="net.Socket()", source=Source.FETCHED)


_SPEAK = ("net.", "WebSocket", "dgram.", "ssh2", "basic-ftp", "ftp", "socket.io", "socket.io-client", "io()", "mqtt",
          "http.request()", "discord", "telegr", "node-telegram", "@slack", "nodemailer", "@aws-sdk", "aws-sdk",
          "AWS.", "redis", "amqplib", "XMLHttpRequest", "dropbox", "@google-cloud", "@octokit")  # fmt: skip
_HOSTS = {"node-telegram-bot-api": "https://api.telegram.org", "telegraf": "https://api.telegram.org",
          "discord.js": "https://discord.com", "@slack/web-api": "https://slack.com", "aws-sdk": "s3://",
          "@slack/webhook": "https://hooks.slack.com", "@aws-sdk/client-s3": "s3://",
          "telegram": "https://api.telegram.org",
          "dropbox": "https://api.dropboxapi.com",
          "@google-cloud/storage": "https://storage.googleapis.com"}  # fmt: skip


def _speaks(call: Call) -> Value | None:
    """Something goes over a connection."""
    base = call.base
    if not base.name.startswith(_SPEAK):
        return None
    if base.name.startswith("XMLHttpRequest"):
        return _xhr(call)
    passed = call.carried()
    if base.name == "http.request()":
        passed = joined((passed, Value(data=base.data, names=base.names, flow=base.flow)))
        if not call.args:
            return NOTHING
    if not call.args or (call.method in ("on", "once") and passed is NOTHING):
        return None
    url = base.url or _HOSTS.get(base.name.partition("(")[0].partition(".")[0], "") or _well_known(base.name)
    if base.name.startswith("dgram"):
        url = f"udp://{call.args[-1].text or call.arg(2).text}"
    send(call, url, passed)
    return NOTHING


def _well_known(name: str) -> str:
    return next((url for start, url in _HOSTS.items() if name.startswith(start)), "")


def _xhr(call: Call) -> Value:
    """`xhr.send(data)`: the address was given to `open` before."""
    reading, holder = call.reading, call.holder
    said = reading.program.text(holder) if holder is not None else b""
    for one in reading.program.called.get(b"open", ())[:20]:
        callee, passed = one.child_by_field_name("function"), one.child_by_field_name("arguments")
        base = callee.child_by_field_name("object") if callee is not None else None
        if base is None or passed is None or reading.program.text(base) != said or passed.named_child_count < 2:
            continue
        way = reading.value(passed.named_children[0]).known.upper() or "POST"
        return request(call, way, reading.value(passed.named_children[1]), call.carried())
    return NOTHING


def _mailer(call: Call) -> Value:
    host = call.option(0, "host", "service").text or call.arg(0).text
    return Value(name="nodemailer.createTransport()", url=f"smtp://{host}" if host else "smtp://")


def _mailed(call: Call) -> Value | None:
    if not call.base.name.startswith("nodemailer"):
        return None
    whole = call.carried()
    call.reading.act(
        Verb.SEND, call.node, url=call.base.url or "smtp://", data=whole.data, flow=whole.flow, names=whole.names,
        what=call.option(0, "to").text,
    )  # fmt: skip
    return NOTHING


def _hooked(call: Call) -> Value:
    """An object that speaks to one address."""
    where = call.option(0, "url", "endpoint", "webhookUrl")
    url = where.text or call.arg(0).text if where.text or call.arg(0).node is None else ""
    return Value(name=f"{call.name}()", url=url if "://" in url else "")


def _looked_up(call: Call) -> Value:
    """A name is asked for: whatever stands in it is told to whoever runs its domain."""
    host = call.arg(0)
    if host.data - {Data.CHOSEN, Data.SYSTEM} or (host.data and not host.exact and "." in host.text):
        send(call, f"dns://{host.text.rpartition(SOME)[2].strip('.') or host.text}", host)
    return NOTHING


def _listened(call: Call) -> Value | None:
    """A port is opened."""
    if not call.base.name.startswith(
        (
            "http.createServer",
            "net.createServer",
            "express()",
            "fastify()",
            "net.Server",
            "koa()",
            "http.Server",
            "polka()",
        )
    ):
        return None
    port, host = call.arg(0), call.arg(1)
    if port.node is not None:
        port, host = call.option(0, "port"), call.option(0, "host", "hostname")
    call.reading.act(Verb.LISTEN, call.node, url=f"{host.text if host.text != SOME else ''}:{port.text or SOME}")
    return NOTHING


def _served(call: Call) -> Value:
    port, host = call.option(0, "port"), call.option(0, "hostname", "host")
    call.reading.act(Verb.LISTEN, call.node, url=f"{host.text}:{port.text or SOME}")
    return Value(name=f"{call.name}()")


def _superagent(call: Call) -> Value | None:
    """`superagent.post(url).send(data)`."""
    if not call.base.name.startswith(("superagent", "chai.request")):
        return None
    return request(call, "POST", Value(text=call.base.url), call.carried())


def _url(call: Call) -> Value:
    """`new URL(path, base)`."""
    return but(_based(call.arg(1), call.arg(0)), exact=False, name="")


_WAYS = ("get", "head", "options", "delete", "post", "put", "patch")
_CLIENTS = ("axios", "got", "ky", "request", "superagent", "needle", "http", "phin", "wretch", "fetch")
CALLS: dict[str, Handler] = {
    **{f"{client}.{way}": _by_way(way.upper()) for client in _CLIENTS for way in _WAYS},
    **dict.fromkeys(("fetch", "axios", "ky", "request", "axios.request", "superagent", "phin", "bent", "EventSource"),
                    _fetch),
    "got": _got, "needle": _needle, "got.stream": _got, "axios.create": _client, "got.extend": _client,
    "ky.create": _client, "ky.extend": _client, "request.defaults": _client, "Request": _prepared, "URL": _url,
    "http.request": _opened, "http.get": _opened, "navigator.sendBeacon": _beacon, "WebSocket": _connected,
    **dict.fromkeys(("net.connect", "net.createConnection", "socket.io-client", "socket.io-client.io", "io",
                     "mqtt.connect", "Deno.connect", "Bun.connect"), _connected),
    **dict.fromkeys(("net.Socket", "net.TLSSocket"), _socket), "document.createElement": _element,
    "nodemailer.createTransport": _mailer, "Deno.serve": _served, "Bun.serve": _served, "Deno.listen": _served,
    "WebSocket.Server": _served, "WebSocket.WebSocketServer": _served,
    **dict.fromkeys(("discord.js.WebhookClient", "@slack/webhook.IncomingWebhook", "discord-webhook-node.Webhook"),
                    _hooked),
    **{f"dns.{one}": _looked_up for one in ("lookup", "resolve", "resolve4", "resolve6", "resolveTxt", "resolveAny")},
}  # fmt: skip
METHODS: dict[str, Handler] = {
    **dict.fromkeys(("send", "write", "end", "emit", "publish", "sendMessage", "sendDocument", "sendPhoto",
                     "postMessage",
                     "upload", "putObject", "uploadFrom", "put", "fastPut", "sendFile", "uploadV2", "filesUpload"),
                     _speaks),
    "connect": _connects, "sendMail": _mailed, "listen": _listened,
}  # fmt: skip
METHODS_LATE: dict[str, Handler] = {"send": _superagent}
