"""What programs exchange with other machines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealskill.scan.act import Data, Source, Verb
from sealskill.scan.document import Span
from sealskill.scan.language._code_call import Call, Handler
from sealskill.scan.language._code_value import NOTHING, SOME, Value, but, joined
from sealskill.scan.pattern import pattern

if TYPE_CHECKING:
    from sealskill.scan.language._code_flow import Reading

_WEB = pattern(
    r"http|client|request|faraday|rest|agent|\bua\b|reqwest|ureq|session|conn|web|excon|typhoeus|curl|guzzle|"
    r"alamofire|\baf\b|okhttp|retrofit|hackney|finch|lwp|mech|url|net\b|dio\b|requests|req\b"
)


def _address(values: list[Value]) -> Value:
    """The one of some values that is an address."""
    return next((one for one in values if "://" in one.text), next((one for one in values if one.url), NOTHING))


def _url(call: Call) -> str:
    where = _address([*call.args, call.base])
    return where.text if "://" in where.text else where.url or call.base.url


def send(call: Call, url: str, whole: Value) -> Value:
    """Something leaves."""
    data = whole.data - {Data.SYSTEM} if Data.SYSTEM in whole.data and len(whole.data) > 1 else whole.data
    call.act(Verb.SEND, url=url, data=data, names=whole.names, flow=whole.flow, path=whole.path, source=whole.source)
    return Value(name="answer", source=Source.FETCHED, url=url)


def _posted(call: Call) -> Value | None:
    """`post(address, body)` of any client; a route of a server has the same name and no address."""
    if not _is_web(call):
        return None
    url = _url(call)
    if not url and not call.base.posts and not _WEB.search(call.low.encode("utf-8", "replace")):
        return None
    sent = send(call, url, call.all)
    return but(sent, name="request", posts=True, data=call.all.data, names=call.all.names, flow=call.all.flow, text=url)


def _is_web(call: Call) -> bool:
    if any("://" in one.text for one in (*call.args, call.base)):
        return True
    routed = call.arg(0).text.startswith("/") and len(call.args) < 3 and not call.base.url
    return not routed and bool(_WEB.search(call.low.encode("utf-8", "replace")))


def _got(call: Call) -> Value | None:
    """`get(address)`: bytes come, and what stands in the address leaves."""
    if call.last.lower() in (
        "get",
        "open",
        "read",
        "file_get_contents",
        "fetch",
        "new",
        "fopen",
        "string",
        "data",
        "contentsof",
    ) and not (
        any(one.text.startswith(("http://", "https://")) for one in call.args)
        or (
            call.last.lower() == "get"
            and _WEB.search(call.low.encode("utf-8", "replace"))
            and any(one.url or "://" in one.text for one in call.args)
        )
    ):
        return None
    url, whole = _url(call), call.all
    if whole.posts or "POST" in (one.text for one in call.args):
        return send(call, url, whole)
    call.act(Verb.FETCH, url=url, names=whole.names)
    if whole.data - {Data.CHOSEN}:
        send(call, url, whole)
    return Value(name="answer", source=Source.FETCHED, url=url)


def _prepared(call: Call) -> Value | None:
    """A request that is sent later."""
    if call.last.lower() == "new" and not _REQUESTS.search(call.low.encode("utf-8", "replace")):
        return None
    if call.last.lower() == "open" and call.arg(0).text.upper() not in _WAYS:
        return None
    words = {one.text.upper() for one in call.args}
    posts = bool(words & {"POST", "PUT", "PATCH"}) or bool(_POSTING.search(call.low.encode("utf-8", "replace")))
    whole = call.all
    url = _url(call)
    made = but(whole, name="request", posts=posts, url=url, text=url)
    if call.held and call.last.lower() == "open":
        call.reading.bind(call.held, made, add=False)
    return made


_REQUESTS = pattern(r"http|request|url")
_POSTING = pattern(r"\b(?:post|put|patch)\b")
_WAYS = frozenset(("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"))


def _sent(call: Call) -> Value | None:
    """A request that was prepared, or a connection that was opened, is used."""
    asked = next((one for one in (call.base, *call.args) if one.name in ("request", "connection")), None)
    if asked is None:
        return None
    whole = but(call.all, posts=asked.posts)
    url = asked.url or _url(call)
    if asked.posts or asked.name == "connection" or whole.data - {Data.CHOSEN, Data.KEY}:
        sent = send(call, url, whole)
        return but(sent, name="connection") if asked.name == "connection" else sent
    call.act(Verb.FETCH, url=url, names=whole.names)
    if whole.names or Data.KEY in whole.data:
        send(call, url, whole)
    return Value(name="answer", source=Source.FETCHED, url=url)


def _connected(call: Call) -> Value | None:
    """A connection is opened."""
    where = call.whole.text
    port = next((one.text for one in call.args if one.text.isdigit()), "")
    if call.last.lower() in ("new", "open", "connect", "dial", "socket", "start") and not _SOCKETS.search(
        call.low.encode("utf-8", "replace")
    ):
        return None
    host = next((one.text for one in call.args if "." in one.text or "://" in one.text or ":" in one.text), where)
    url = host if "://" in host else f"tcp://{host}{':' + port if port and ':' not in host else ''}" if host else ""
    made = Value(name="connection", url=url or call.base.url)
    if call.held:
        call.reading.bind(call.held, made, add=True)
    elif call.first and call.last.lower() == "connect":
        call.reading.bind(call.first, made, add=False)
    return made


_SOCKETS = pattern(r"sock|tcp|udp|net\.dial|tls|websocket|connection|\bnet\.|^\.?connect$|dialer|ftp|smtp")


def _opened_url(call: Call) -> Value:
    return Value(name="request", url=_url(call), text=_url(call))


def _said(call: Call) -> Value | None:
    """Something goes over a connection."""
    base = next((one for one in (call.base, *call.args) if one.name in ("connection", "request")), None)
    if base is None:
        return None
    if base.name == "request":
        if call.held:
            call.reading.bind(call.held, but(call.all, posts=True, name="request", url=base.url), add=True)
        return send(call, base.url, call.all) if call.last.lower() != "send" or base.posts else _sent(call)
    send(call, base.url, call.all)
    return base


def _heard(call: Call) -> Value | None:
    """Something comes over a connection."""
    base = next((one for one in (call.base, *call.args) if one.name == "connection"), None)
    return Value(source=Source.FETCHED, url=base.url, name="connection") if base is not None else None


def _set_up(call: Call) -> Value | None:
    """`curl_setopt(handle, option, value)`: the handle carries it."""
    whole = call.whole
    shown = call.span.data
    posts = b"POST" in shown or b"UPLOAD" in shown
    made = but(whole, name="request", posts=posts or whole.posts, url=_url(call) or whole.url, text="")
    if call.first:
        call.reading.bind(call.first, made, add=True)
    return made


def _performed(call: Call) -> Value:
    """`curl_exec(handle)`."""
    whole = call.all
    if whole.posts or whole.data - {Data.CHOSEN}:
        return send(call, whole.url, whole)
    call.act(Verb.FETCH, url=whole.url, names=whole.names)
    return Value(name="answer", source=Source.FETCHED, url=whole.url)


def _uploaded(call: Call) -> Value | None:
    url = _url(call)
    if not url and not _WEB.search(call.low.encode("utf-8", "replace")):
        return None
    whole = call.all
    return send(
        call,
        url,
        but(
            whole,
            data=(whole.data | whole.leads or frozenset({Data.FILES})) if "file" in call.last.lower() else whole.data,
        ),
    )


def _downloaded(call: Call) -> Value | None:
    """A download into a file."""
    url, target = _url(call), call.arg(1)
    if not url:
        return None
    call.act(Verb.FETCH, url=url, path=target.text)
    got = Value(source=Source.FETCHED, url=url, path=target.text, text=target.text)
    if target.text:
        call.reading.names[(-1, target.text)] = got
    return got


def _listened(call: Call) -> Value | None:
    """A port is opened."""
    if not _SERVERS.search(call.low.encode("utf-8", "replace")):
        return None
    call.act(Verb.LISTEN, url=call.whole.text)
    return Value(name="connection", url="incoming")


_SERVERS = pattern(r"net\.|tcp|server|listener|socket|http")


def _mailed(call: Call) -> Value | None:
    whole = call.whole
    if len(call.args) < 2:
        return None
    call.act(Verb.SEND, url=f"smtp://{call.arg(0).text}", data=whole.data, flow=whole.flow, names=whole.names)
    return NOTHING


def _looked_up(call: Call) -> Value | None:
    """A name is asked for: whatever stands in it is told to whoever runs its domain."""
    host = call.arg(0)
    if host.data - {Data.CHOSEN, Data.SYSTEM} and "." in host.text:
        call.act(
            Verb.SEND,
            url=f"dns://{host.text.rpartition(SOME)[2].strip('.')}",
            data=host.data,
            flow=host.flow,
            names=host.names,
        )
        return NOTHING
    return None


def part_set(reading: Reading, thing: Value, part: str, value: Value, span: Span) -> Value:
    """`thing.part = value`: the thing carries it; some parts make it a request, or give away a program's ends."""
    low = part.lower()
    if low in ("stdin", "stdout", "stderr") and value.name == "connection":
        reading.names[(-2, "tied")] = but(value, flow=(span,))
    if low in ("httpmethod", "method") and value.text.upper() in _WAYS:
        return but(thing, name=thing.name or "request", posts=value.text.upper() in ("POST", "PUT", "PATCH"))
    whole = joined((thing, but(value, name="")))
    if low in ("httpbody", "body", "content", "form_data", "set_form_data"):
        return but(whole, posts=True, name=thing.name or "request")
    return whole


def _asked_for(call: Call) -> Value | None:
    """`request(address, body)`, in one go."""
    if not any("://" in one.text for one in call.args) or call.base.name == "request":
        return None
    words = {one.text.upper().lstrip(":") for one in call.args}
    whole = but(call.all, posts=bool(words & {"POST", "PUT", "PATCH"}))
    if whole.posts or whole.data - {Data.CHOSEN}:
        return send(call, _url(call), whole)
    call.act(Verb.FETCH, url=_url(call), names=whole.names)
    return Value(name="answer", source=Source.FETCHED, url=_url(call))


def _first(*handlers: Handler) -> Handler:
    """The first of some meanings of a word that it has here."""

    def handler(call: Call) -> Value | None:
        return next((found for one in handlers if (found := one(call)) is not None), None)

    return handler


TABLE: dict[str, Handler] = {
    **dict.fromkeys((
        "post put patch postform post_form postasync putasync postasjsonasync post_json postforobject "
        "postforentity uploadstring uploaddata uploadvalues uploadstringtaskasync wp_remote_post "
        "post_multipart"
    ).split(), _posted),
    **dict.fromkeys("uploadfile upload upload_file putfile storbinary".split(), _uploaded),
    **dict.fromkeys((
        "get get_response getstringasync getasync downloadstring getstring file_get_contents fetch open "
        "read getbytearrayasync urlread wp_remote_get get_print getstore mirror_url string data "
        "contentsof"
    ).split(), _got),
    **dict.fromkeys("downloadfile download_file urldownloadtofile urldownloadtofilea download".split(), _downloaded),
    **dict.fromkeys((
        "newrequest newrequestwithcontext urlrequest new httprequestmessage request webrequest create"
    ).split(), _prepared),
    **dict.fromkeys("openconnection".split(), _opened_url),
    **dict.fromkeys((
        "do send sendasync execute request datatask uploadtask call perform roundtrip enqueue newcall "
        "send_string send_json send_bytes send_form"
    ).split(), _sent),
    **dict.fromkeys((
        "dial dialtimeout socket tcpsocket tcpclient connect fsockopen pfsockopen stream_socket_client "
        "tcpstream new opensocket start"
    ).split(), _connected),
    **dict.fromkeys((
        "write write_all sendall sendto print puts fputs fwrite fprintf printf send writebytes writeutf"
    ).split(), _said),
    **dict.fromkeys("recv recvfrom fgets readline gets read_line receive".split(), _heard),
    **dict.fromkeys("curl_setopt curl_setopt_array curl_easy_setopt".split(), _set_up),
    **dict.fromkeys("curl_exec curl_easy_perform".split(), _performed),
    **dict.fromkeys("listen listenandserve tcplistener serversocket bind tcpserver httpserver".split(), _listened),
    **dict.fromkeys("mail sendmail wp_mail".split(), _mailed),
    **dict.fromkeys((
        "gethostbyname lookuphost lookupip getaddress getaddrinfo dns_get_record getbyname resolve"
    ).split(), _looked_up),
}  # fmt: skip
TABLE |= {"send": _first(_said, _sent), "open": _first(_prepared, _got), "new": _first(_prepared, _connected),
          "request": _first(_sent, _asked_for, _prepared), "create": _prepared}  # fmt: skip
