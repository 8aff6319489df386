"""What a Python program fetches, and what it lets out."""

from __future__ import annotations

import ast

from sealskill.scan.act import Data, Source, Verb
from sealskill.scan.facts.hosts import host_of
from sealskill.scan.language._python_call import Call, Handler
from sealskill.scan.language._python_value import NOTHING, Value, but, holding, joined

_BODIES = ("data", "json", "files", "content", "body", "params", "headers", "auth", "cookies", "fields", "multipart")
_LOCATORS = ("ipinfo.io", "ip-api.com", "ipapi.co", "ipwho.is", "freegeoip.app", "geojs.io", "ipgeolocation.io",
             "ipify.org", "ifconfig.me", "icanhazip.com", "checkip.amazonaws.com", "ident.me")  # fmt: skip
"""Services whose answer is where one is, or which address one has."""
_POSTS = ("POST", "PUT", "PATCH")


def _request(call: Call, way: str, where: Value, sent: Value) -> Value:
    """One request: it always fetches or sends, and a fetch sends whatever is in its address."""
    url = where.text or where.url
    whole = joined((sent, where))
    told = whole.data
    if way in _POSTS:
        _send(call, url, whole)
    else:
        call.reading.act(Verb.FETCH, call.node, url=url, names=whole.names)
        if told - {Data.CHOSEN}:
            _send(call, url, whole)
    data = frozenset({Data.LOCATION}) if host_of(url).endswith(_LOCATORS) else frozenset[Data]()
    return Value(source=Source.FETCHED, url=url, data=data, flow=(call.reading.span(call.node),) if data else ())


def _send(call: Call, url: str, whole: Value) -> None:
    call.reading.act(
        Verb.SEND, call.node, url=url, data=whole.data, flow=whole.flow, names=whole.names, source=whole.source,
        path=whole.path,
    )  # fmt: skip


def _way(way: str) -> Handler:
    def handler(call: Call) -> Value:
        sent = joined((call.rest(*_BODIES), call.arg(1), call.arg(2), but(call.base, url="")))
        return _request(call, way, _absolute(call, call.arg(0, "url", "endpoint")), sent)

    return handler


def _absolute(call: Call, where: Value) -> Value:
    """The address; a client with a base has only the rest of it."""
    if call.base.url and where.text.startswith("/"):
        return but(where, text=call.base.url.rstrip("/") + where.text)
    return where


def _by_name(call: Call) -> Value:
    """`request(method, url)`."""
    way = call.arg(0, "method").known.upper() or "POST"
    sent = joined((call.rest(*_BODIES), call.arg(2), call.arg(3), but(call.base, url="")))
    return _request(call, way, _absolute(call, call.arg(1, "url", "uri")), sent)


def _httplib2(call: Call) -> Value:
    way = call.arg(1, "method").known.upper() or "GET"
    return _request(call, way, call.arg(0, "uri"), joined((call.rest(*_BODIES), call.arg(2))))


def _urlopen(call: Call) -> Value:
    """An address or a request object; with data it posts."""
    asked = call.arg(0, "url", "fullurl")
    body = call.arg(1, "data")
    posts = body is not NOTHING or (asked.name == "urllib.request.Request()" and "data" in asked.items)
    return _request(call, "POST" if posts else "GET", asked, body)


def _prepared(call: Call) -> Value:
    """A request that is sent later."""
    where, body = call.arg(0, "url"), call.arg(1, "data")
    items = {"headers": call.arg(2, "headers")} | ({"data": body} if body is not NOTHING else {})
    whole = joined((where, holding(items=items)), where.text)
    return but(whole, name="urllib.request.Request()", items=items)


def _retrieved(call: Call) -> Value:
    """A download into a file."""
    where, target = call.arg(0, "url"), call.arg(1, "filename", "out", "output", "local_dir")
    call.reading.act(Verb.FETCH, call.node, url=where.text, path=target.text)
    got = Value(source=Source.FETCHED, url=where.text, path=target.text)
    path = target.text or where.text.rpartition("/")[2]
    call.reading.written[path] = got
    call.reading.act(Verb.WRITE, call.node, path=path, source=Source.FETCHED, url=where.text)
    return but(got, text=path, exact=target.exact)


def _address(value: Value) -> str:
    """`(host, port)` as one text."""
    if len(value.parts) >= 2:
        host, port = value.parts[0].text or "{host}", value.parts[1].text or "{port}"
        return f"{host}:{port}"
    return value.text


def _connected(call: Call) -> Value:
    """A connection is opened: whatever is sent later goes there, whatever comes came from there."""
    where = call.arg(0, "address", "url", "uri", "host")
    second = call.arg(1, "port")
    url = _address(where) if where.parts or second is NOTHING else f"{where.text or '{host}'}:{second.text or '{port}'}"
    if "://" not in url and url:
        url = f"{_SCHEMES.get(call.name.partition('.')[0], 'tcp')}://{url}"
    made = Value(name=_kind(call), url=url, names=where.names)
    if isinstance(call.node.func, ast.Attribute) and call.method in ("connect", "connect_ex", "login"):
        call.reading.bind(call.node.func.value, but(made, name=call.base.name or "socket.socket()"))
    return made


_SCHEMES = {"smtplib": "smtp", "ftplib": "ftp", "paramiko": "ssh", "http": "https", "telnetlib": "telnet",
            "pysftp": "sftp", "imaplib": "imap", "poplib": "pop3"}  # fmt: skip


def _kind(call: Call) -> str:
    return f"{call.name}()" if call.name else "connection"


def _pair(call: Call) -> Value:
    made = _connected(call)
    one = but(made, name="connection")
    return Value(parts=(one, one))


def _method_connect(call: Call) -> Value | None:
    if call.base.name in ("socket.socket()", "ssl.wrap_socket()", "paramiko.SSHClient()", "connection") or (
        call.base.name.startswith(("smtplib.", "ftplib.", "socketio.", "websocket.", "paho.", "ssl."))
    ):
        return _connected(call)
    return None


_SENDERS = ("socket.", "connection", "websocket", "ssl.", "smtplib.", "ftplib.", "paramiko.", "pysftp.", "socketio.",
            "telnetlib.", "discord", "telegram", "telebot.", "slack", "http.client.", "asyncio.", "paho.", "imaplib.",
            "boto3.", "google.cloud", "azure.", "dropbox.", "pika.", "redis.", "minio.", "scapy.",
            "pymongo.")  # fmt: skip


def _speaks(call: Call) -> Value | None:
    """Something goes over a connection."""
    if not call.base.name.startswith(_SENDERS):
        return None
    passed = call.carried()
    url = call.base.url or _known_host(call)
    if call.method == "sendto":
        url = f"udp://{_address(call.args[-1])}" if call.args else url
    _send(call, url, passed)
    return Value(source=Source.FETCHED, url=url) if call.method in ("send_message", "send", "request") else NOTHING


_HOSTS = {"telegram": "https://api.telegram.org", "telebot": "https://api.telegram.org",
"discord": "https://discord.com",
          "slack": "https://slack.com", "dropbox": "https://api.dropboxapi.com", "boto3": "s3://",
          "google": "https://storage.googleapis.com", "azure": "https://blob.core.windows.net"}  # fmt: skip


def _known_host(call: Call) -> str:
    first = call.base.name.partition(".")[0].partition("_")[0]
    host = _HOSTS.get(first, "")
    if host == "s3://":
        bucket = call.arg(1, "Bucket", "bucket")
        return host + (bucket.text or call.base.text)
    return host


def _heard(call: Call) -> Value | None:
    """Something comes over a connection."""
    if call.base.name.startswith(_SENDERS):
        return Value(source=Source.FETCHED, url=call.base.url, name="received")
    return None


def _storbinary(call: Call) -> Value | None:
    if not call.base.url and not call.base.name.startswith(_SENDERS):
        return None
    whole = call.carried()
    _send(call, call.base.url, but(whole, data=whole.data or frozenset({Data.FILES})))
    return NOTHING


def _uploaded(call: Call) -> Value | None:
    """A file is put on somebody's storage."""
    if not call.base.name.startswith(_SENDERS):
        return None
    whole = call.carried()
    data = whole.data | whole.leads or frozenset({Data.FILES})
    _send(call, call.base.url or _known_host(call), but(whole, data=data, path=call.arg(0).text))
    return NOTHING


def _mail(call: Call) -> Value | None:
    if not call.base.name.startswith(("smtplib.", "connection", "yagmail")):
        return None
    to = call.arg(1, "to_addrs", "to")
    whole = call.carried()
    call.reading.act(Verb.SEND, call.node, url=call.base.url or "smtp://", data=whole.data, flow=whole.flow,
                     names=whole.names, what=to.text)  # fmt: skip
    return NOTHING


def _webhook(call: Call) -> Value:
    """An object that speaks to one address."""
    where = call.arg(0, "url", "webhook_url")
    whole = call.carried()
    return Value(name=f"{call.name}()", url=where.text, data=whole.data - {Data.KEY}, flow=whole.flow)


def _executed(call: Call) -> Value | None:
    """`DiscordWebhook(url=…, content=…).execute()`."""
    if not call.base.name.startswith(("discord_webhook.", "dhooks.")):
        return None
    _send(call, call.base.url, joined((call.base, call.carried())))
    return NOTHING


def _looked_up(call: Call) -> Value | None:
    """A name is asked for: whatever stands in it is told to whoever runs its domain."""
    host = call.arg(0, "host", "qname", "hostname", "name")
    if host.data - {Data.CHOSEN, Data.SYSTEM} or (host.data and not host.exact and "." in host.text):
        _send(call, f"dns://{host.text.rpartition('}')[2].strip('.') or host.text}", host)
    return NOTHING


def _http_connection(call: Call) -> Value:
    host = call.arg(0, "host").text
    scheme = "https" if "HTTPS" in call.name else "http"
    return Value(name="http.client.HTTPSConnection()", url=f"{scheme}://{host}" if host else "")


def _http_request(call: Call) -> Value:
    way = call.arg(0, "method").known.upper() or "POST"
    where = call.arg(1, "url")
    sent = joined((call.arg(2, "body"), call.arg(3, "headers")))
    return _request(call, way, but(where, text=call.base.url + (where.text or "/")), sent)


def _http_answer(call: Call) -> Value:
    return Value(source=Source.FETCHED, url=call.base.url)


def _client(call: Call) -> Value:
    """A client with a base address, and perhaps a key that goes with every request."""
    base = call.arg(-1, "base_url")
    whole = call.rest("headers", "auth", "cookies", "params")
    return Value(name="requests", url=base.text, data=whole.data, names=whole.names, flow=whole.flow)


def _located(call: Call) -> Value:
    span = call.reading.span(call.node)
    data = frozenset({Data.LOCATION})
    call.reading.act(Verb.READ, call.node, data=data, what=call.name)
    return Value(data=data, flow=(span,))


def _disc(call: Call) -> Value:
    return Value(name=f"{call.name}()", url=call.arg(-1, "endpoint_url", "endpoint").text)


def _listened(call: Call) -> Value | None:
    """A port is opened."""
    where = call.arg(0, "server_address", "address", "host", "addr")
    if call.method == "bind" and call.base.name != "socket.socket()":
        return None
    if call.method in ("run", "run_app", "start_server", "run_simple") or call.name in ("uvicorn.run",):
        host, port = call.arg(-1, "host").text, call.arg(-1, "port").text
        url = f"{host or '127.0.0.1'}:{port}"
        if call.method == "start_server":
            url = f"{call.arg(1, 'host').text}:{call.arg(2, 'port').text}"
    else:
        url = _address(where)
    call.reading.act(Verb.LISTEN, call.node, url=url)
    return Value(name=f"{call.name}()", url=url) if call.method != "bind" else NOTHING


def _accepted(call: Call) -> Value | None:
    if call.base.name != "socket.socket()":
        return None
    one = Value(name="connection", url=call.base.url or "incoming")
    return Value(parts=(one, Value(text="{peer}")))


def _app_run(call: Call) -> Value | None:
    """`app.run(host=…)` of a web framework."""
    if not call.base.name.startswith(("flask.", "bottle.", "quart.", "sanic.", "aiohttp.web", "fastapi.", "werkzeug.")):
        return None
    return _listened(call)


CALLS: dict[str, Handler] = {
    **{f"requests.{way.lower()}": _way(way) for way in ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS")},
    **{f"requests.{name}": _by_name for name in ("request", "stream", "ws_connect")},
    "requests.Session": _client, "requests.Client": _client, "requests.AsyncClient": _client,
    "requests.session": _client, "aiohttp.ClientSession": _client, "aiohttp.request": _by_name,
    "urllib3.request": _by_name, "urllib3.urlopen": _by_name, "httplib2.request": _httplib2,
    "urllib.request.urlopen": _urlopen, "urllib.request.Request": _prepared, "urllib.request.urlretrieve": _retrieved,
    "urllib.request.URLopener().retrieve": _retrieved, "wget.download": _retrieved, "gdown.download": _retrieved,
    "urllib.request.build_opener().open": _urlopen, "urllib.request.OpenerDirector().open": _urlopen,
    "http.client.HTTPSConnection": _http_connection, "http.client.HTTPConnection": _http_connection,
    "http.client.HTTPSConnection().request": _http_request, "http.client.HTTPSConnection().getresponse": _http_answer,
    "socket.create_connection": _connected, "asyncio.open_connection": _pair, "websockets.connect": _connected,
    "websocket.create_connection": _connected, "websocket.WebSocketApp": _webhook, "smtplib.SMTP": _connected,
    "smtplib.SMTP_SSL": _connected, "ftplib.FTP": _connected, "ftplib.FTP_TLS": _connected,
    "telnetlib.Telnet": _connected,
    "pysftp.Connection": _connected, "paramiko.Transport": _connected,
    "discord_webhook.DiscordWebhook": _webhook, "discord.SyncWebhook.from_url": _webhook, "dhooks.Webhook": _webhook,
    "discord.Webhook.from_url": _webhook, "slack_sdk.webhook.WebhookClient": _webhook, "boto3.client": _disc,
    "socket.gethostbyname": _looked_up, "socket.getaddrinfo": _looked_up, "socket.gethostbyname_ex": _looked_up,
    "dns.resolver.resolve": _looked_up, "dns.resolver.query": _looked_up,
    "geocoder.ip": _located, "CoreLocation.CLLocationManager.alloc": _located, "geocoder.ipinfo": _located,
    "http.server.HTTPServer": _listened, "http.server.ThreadingHTTPServer": _listened,
    "socketserver.TCPServer": _listened, "socketserver.ThreadingTCPServer": _listened, "uvicorn.run": _listened,
    "asyncio.start_server": _listened, "socket.create_server": _listened, "waitress.serve": _listened,
    "werkzeug.serving.run_simple": _listened,
}  # fmt: skip
METHODS: dict[str, Handler] = {
    **dict.fromkeys(("send", "sendall", "sendto", "send_bytes", "send_text", "write", "emit", "publish",
    "send_message", "send_document", "send_photo", "sendMessage", "sendDocument", "post_message", "chat_postMessage",
    "files_upload", "files_upload_v2", "drain_write", "send_json", "send_str"), _speaks),
    **dict.fromkeys(("recv", "recvfrom", "read", "readline", "recv_into", "receive", "makefile", "read_until"), _heard),
    **dict.fromkeys(("upload_file", "upload_fileobj", "put_object", "upload_from_filename", "upload_from_string",
    "upload_blob", "files_upload", "fput_object", "put"), _uploaded),
    "connect": _method_connect, "connect_ex": _method_connect, "storbinary": _storbinary, "storlines": _storbinary,
    "sendmail": _mail, "execute": _executed, "bind": _listened, "accept": _accepted, "run": _app_run,
    "gethostbyname": _looked_up, "resolve": _looked_up,
}  # fmt: skip
