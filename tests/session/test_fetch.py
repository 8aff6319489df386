"""Requests to the web, from the side of a server, a name server or a model that wants into the house."""

from __future__ import annotations

import asyncio
import datetime
import ssl
import sys
from pathlib import Path
from typing import Any

import httpcore2
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from hypothesis import given
from hypothesis import strategies as st
from tests.session.net import PUBLIC, Net, header, ok, to

import sealskill.session
from sealskill.errors import Failed, HostError, Refused
from sealskill.model import public
from sealskill.model.tool import Fetching
from sealskill.model.weburl import parsed, sent_on
from sealskill.session import dialling
from sealskill.session.fetch import MAX_REDIRECTS


def plain(path: str, request: bytes) -> bytes:
    return ok()


NOT_PUBLIC = """
127.0.0.1 127.9.9.9 10.0.0.1 172.16.0.1 172.31.255.255 192.168.1.1 169.254.169.254 100.64.0.1 100.100.100.200 0.0.0.0 0.1.2.3
192.0.0.192 192.0.2.1 192.88.99.1 198.18.0.1 198.51.100.7 203.0.113.9 224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255
168.63.129.16 :: ::1 ::7f00:1 ::ffff:127.0.0.1 ::ffff:169.254.169.254 ::ffff:10.0.0.1 64:ff9b::a9fe:a9fe 64:ff9b::7f00:1
64:ff9b:1::1 2002:7f00:1:: 2002:a9fe:a9fe:: 2001:0:4136:e378:8000:63bf:3fff:fdd2 2001:db8::1 fe80::1 fe80::1%eth0 fec0::1 fc00::1
fd00:ec2::254 fd12::1 ff02::1 ff0e::1 100::1 3fff::1 5f00::1 2001:10::1 2001:20::1 2a00::5efe:7f00:1 2a00::200:5efe:a00:1 4000::1
""".split()
FINE = [
    "93.184.216.34",
    "1.1.1.1",
    "8.8.8.8",
    "172.32.0.1",
    "2606:4700:4700::1111",
    "2a00:1450::1",
    "64:ff9b::808:808",
    "::ffff:8.8.8.8",
    "2002:808:808::",
]


@pytest.mark.parametrize("address", [*NOT_PUBLIC, "", "x", "1.2.3", "0x7f000001"])
def test_an_address_that_is_not_public_is_never_dialled(address: str) -> None:
    assert public.fault(address)
    net = Net(plain, {"evil.example": [[PUBLIC, address]]})
    net.refuses("http://evil.example/")
    assert net.dialled == []
    assert net.asked == []
    assert net.hops[0].refused


@pytest.mark.parametrize("address", FINE)
def test_a_public_address_is_public(address: str) -> None:
    assert public.fault(address) == ""


@given(st.ip_addresses(v=4))
def test_every_way_to_write_an_address_within_another_is_judged_by_what_is_within(one: Any) -> None:
    inner = bool(public.fault(str(one)))
    number = int(one)
    written = {
        "mapped": f"::ffff:{one}", "nat64": f"64:ff9b::{number >> 16:x}:{number & 0xFFFF:x}",
        "6to4": f"2002:{number >> 16:x}:{number & 0xFFFF:x}::1", "isatap": f"2a00::5efe:{number >> 16:x}:{number & 0xFFFF:x}",
    }  # fmt: skip
    assert {name: bool(public.fault(text)) for name, text in written.items()} == dict.fromkeys(written, inner)
    assert inner or one.is_global
    assert inner or not (one.is_multicast or one.is_private or one.is_reserved or one.is_loopback)


@given(st.ip_addresses(v=6))
def test_no_address_of_the_new_kind_is_public_that_python_calls_private(one: Any) -> None:
    if public.fault(str(one)):
        return
    assert str(one).startswith(("2", "3", "::ffff:", "64:ff9b::"))
    if str(one)[0] in "23":  # what stands for an address of the old kind is judged above
        assert one.is_global
        assert not one.is_multicast
        assert not one.is_reserved


BAD_URLS = [
    "http://127.0.0.1/", "http://2130706433/", "http://0x7f000001/", "http://0x7f.1/", "http://127.1/", "http://0177.0.0.1/",
    "http://010.0.0.1/", "http://[::1]/", "http://[::ffff:127.0.0.1]/", "http://[::ffff:7f00:1]/", "http://[fe80::1%25eth0]/",
    "http://169.254.169.254/latest/meta-data", "http://localhost/", "http://intranet/", "http://127.0.0.1./", "http://1.1.1.1/",
    "http://good.example@evil.example/", "http://user:pass@good.example/", "http://good.example%40evil.example/",
    "http://good.example\\@evil.example/", "http://good.example\\evil", "http://good.example /", "http://good.example\t/",
    "http://good.example\r\nHost: x/", "http://good.example/\r\nX: y", "http://good.example/a b", "\x00http://good.example/",
    "http://gооd.example/", "http://good。example/", "http://ⓖood.example/", "http://good.example\u200b/", "http://g\u00adood.example/",
    "file:///etc/passwd", "ftp://good.example/", "gopher://good.example/", "data:text/plain,x", "//good.example/", "good.example",
    "http:good.example", "http:/good.example", "http:///good.example", "http://", "http://?x=good.example", "http://#good.example",
    "http://good.example:/", "http://good.example:0/", "http://good.example:65536/", "http://good.example:80a/", "http://good.example:-1/",
    "http://good.example:80:80/", "http://good.example:８０/", "http://.good.example/", "http://good..example/", "http://-good.example/",
    "http://good_x.example/", "http://good.example../", "http://[::1/", "http://[good.example]/", "http://[::1]x/", "http://*.example/",
    "http://good.example;evil/", "http://good.example,evil/", "http://a." + "b" * 64 + ".example/", "http://good.example/" + "x" * 9000,
    "unix:///var/run/docker.sock", "http+unix://x/", "", " http://good.example/", "jar:http://good.example/", "http://good.1/",
]  # fmt: skip


@pytest.mark.parametrize("url", BAD_URLS)
def test_an_address_two_readers_could_read_differently_reaches_nobody(url: str) -> None:
    net = Net(plain)
    net.refuses(url)
    assert net.resolved == []
    assert net.dialled == []


def test_what_is_refused_is_not_repeated() -> None:
    assert "hunter2" not in Net(plain).refuses("http://user:hunter2@good.example/")


def test_an_address_has_one_spelling() -> None:
    found = parsed("HTTPS://Good.Example.:8443/a%20b/é?q=ü#part")
    assert (found.place, found.url) == ("good.example:8443", "https://good.example:8443/a%20b/%C3%A9?q=%C3%BC")
    assert parsed("http://xn--bcher-kva.example").url == "http://xn--bcher-kva.example/"
    assert parsed("https://api.x1/").is_number is False
    assert parsed("http://good.example?x=1").url == "http://good.example/?x=1"


@given(st.text(max_size=60))
def test_any_text_is_an_address_or_refused_and_never_read_twice(text: str) -> None:
    for url in (text, f"http://{text}", f"https://good.example/{text}", f"http://good.example{text}"):
        try:
            found = parsed(url)
        except Refused:
            continue
        assert parsed(found.url) == found
        assert found.target.isascii()
        assert not set(found.target) & set("\r\n \\#")


@pytest.mark.parametrize(
    ("allowed", "url"),
    [
        ("api.example:443", "https://evil.example/?x=api.example:443"),
        ("api.example:443", "https://api.example.evil.example/"),
        ("api.example:443", "https://xapi.example/"),
        ("api.example:443", "https://api.example:8443/"),
        ("api.example:443", "http://api.example/"),
        ("api.example:443", "https://api.example@evil.example/"),
        ("api.example:443", "https://sub.api.example/"),
    ],
)
def test_a_grant_is_one_host_and_one_port(allowed: str, url: str) -> None:
    net = Net(plain)
    net.refuses(url, allowed=[allowed])
    assert net.resolved == []


def test_a_name_that_changes_its_mind_is_dialled_where_it_was_checked() -> None:
    net = Net(plain, {"evil.example": [[PUBLIC], ["127.0.0.1"]]})
    assert net.fetch("http://evil.example/").body == b"fine"
    assert net.resolved == ["evil.example"]
    assert net.dialled == [(PUBLIC, 80)]


@pytest.mark.parametrize(
    "location",
    [
        "http://169.254.169.254/latest/meta-data/", "http://127.0.0.1/", "http://[::1]/", "http://localhost/", "http://2130706433/",
        "http://rebound.example/", "file:///etc/passwd", "//169.254.169.254/", "http://good.example@127.0.0.1/", "http://other.example\\@x/",
        "gopher://good.example/", "http://good.example:22/x", "https://", "http://good.example/\\..", "///127.0.0.1/", "http://0/",
    ],
)  # fmt: skip
def test_where_a_server_sends_us_is_asked_as_if_it_were_new(location: str) -> None:
    names = {"rebound.example": [["10.0.0.1"]]}
    net = Net(lambda path, request: to(location), names)
    net.refuses(
        "http://good.example/",
        allowed=["good.example:80", "rebound.example:80", "other.example:80", "127.0.0.1:80", "169.254.169.254:80"],
    )
    assert net.dialled == [(PUBLIC, 80)]
    assert len(net.asked) == 1


def test_a_name_is_resolved_anew_when_it_sends_us_to_itself_and_refused_when_it_turned_private() -> None:
    net = Net(lambda path, request: to("/again"), {"good.example": [[PUBLIC], ["127.0.0.1"]]})
    net.refuses("http://good.example/")
    assert net.dialled == [(PUBLIC, 80)]
    assert [hop.status for hop in net.hops] == [302, 0]


def test_a_circle_ends() -> None:
    net = Net(lambda path, request: to("/x"))
    assert "more than" in net.refuses("http://good.example/")
    assert len(net.asked) == MAX_REDIRECTS + 1


def test_no_credential_goes_to_another_host() -> None:
    def reply(path: str, request: bytes) -> bytes:
        return to("http://other.example/y") if path == "/x" else to("/z") if path == "/" else ok()

    net = Net(reply)
    given = {"Authorization": "Bearer s3cret", "X-Api-Key": "s3cret", "Cookie": "a=s3cret", "Accept": "text/html"}
    net.fetch("http://good.example/", headers=given)
    net.fetch("http://good.example/x", headers=given)
    hosts = [(header(request, "host"), b"s3cret" in request) for _, request in net.asked]
    assert hosts == [
        (["good.example"], True),
        (["good.example"], True),
        (["good.example"], True),
        (["other.example"], False),
    ]
    assert header(net.asked[-1][1], "accept") == ["text/html"]


def test_what_was_to_be_done_at_one_host_is_not_done_at_another() -> None:
    net = Net(lambda path, request: to("http://other.example/", 307))
    net.refuses("http://good.example/", method="POST", body=b"secret", headers={"Content-Type": "text/plain"})
    assert len(net.asked) == 1
    after = Net(lambda path, request: ok() if path == "/y" else to("/y", 303))
    after.fetch("http://good.example/", method="POST", body=b"secret", headers={"Content-Type": "text/plain"})
    assert b"secret" not in after.asked[1][1]
    assert after.asked[1][1].startswith(b"GET /y ")
    assert header(after.asked[1][1], "content-type") == []


HEADERS = [
    {"Host": "x"}, {"host": "x"}, {"Content-Length": "1"}, {"Transfer-Encoding": "chunked"}, {"Connection": "x"}, {"A\r\nB": "x"},
    {"A": "x\r\nHost: y"}, {"A": "x\ny"}, {"A": "x\0"}, {"A": "ü€"}, {"": "x"}, {"A B": "x"}, {"A:": "x"}, {"Proxy-Authorization": "x"},
    {"Accept-Encoding": "gzip"}, {"Upgrade": "websocket"}, {"X-HTTP-Method-Override": "DELETE"},
]  # fmt: skip


@pytest.mark.parametrize("headers", HEADERS)
def test_a_header_that_would_make_another_request_of_it_is_refused(headers: dict[str, str]) -> None:
    net = Net(plain)
    net.refuses("http://good.example/", headers=headers)
    assert net.dialled == []


@pytest.mark.parametrize("method", ["CONNECT", "TRACE", "get", "GET /x HTTP/1.1\r\nX: y", ""])
def test_a_method_that_is_none_is_refused(method: str) -> None:
    net = Net(plain)
    net.refuses("http://good.example/", method=method)
    assert net.dialled == []


def test_a_variable_is_filled_in_only_where_it_was_given_for() -> None:
    net = Net(plain)
    given = {"Authorization": "Bearer ${TOKEN}", "X": "${A}${B} $C ${}"}
    assert Fetching(url="", headers=given).variables == ("TOKEN", "A", "B")
    net.fetch("http://good.example/", headers=given, web={"variables": {"TOKEN": "s3cret", "A": "${TOKEN}", "B": "b"}})
    assert header(net.asked[0][1], "authorization") == ["Bearer s3cret"]
    assert header(net.asked[0][1], "x") == ["${TOKEN}b $C ${}"]
    with pytest.raises(Failed, match="TOKEN"):
        net.fetch("http://good.example/", headers=given)
    for name in ("Accept", "user-agent"):
        with pytest.raises(Refused, match="every host"):
            net.fetch("http://good.example/", headers={name: "${T}"}, web={"variables": {"T": "s3cret"}})
    with pytest.raises(Refused):
        net.fetch("http://good.example/", headers={"A": "${T}"}, web={"variables": {"T": "x\r\nHost: y"}})
    assert len(net.asked) == 1


def test_nothing_of_our_environment_has_a_part_in_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / ".netrc").write_text("machine good.example login me password s3cret\n")
    (tmp_path / ".netrc").chmod(0o600)
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy", "HTTPS_PROXY", "https_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    monkeypatch.setenv("HOME", str(tmp_path))
    net = Net(plain)
    net.fetch("http://good.example/")
    assert net.dialled == [(PUBLIC, 80)]
    assert header(net.asked[0][1], "authorization") == []


def test_more_than_the_cap_is_left_out_and_said() -> None:
    net = Net(lambda path, request: ok(b"x" * 100_001))
    got = net.fetch("http://good.example/", cap=100_000)
    assert (len(got.body), got.truncated) == (100_000, True)
    assert not net.fetch("http://good.example/", cap=100_001).truncated


def test_a_body_without_end_ends_at_the_cap() -> None:
    endless = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + b"ffff\r\n" + b"x" * 0xFFFF + b"\r\n"
    assert Net(lambda path, request: endless).fetch("http://good.example/", cap=10).body == b"x" * 10


def test_an_answer_that_never_comes_is_waited_for_no_longer_than_said() -> None:
    async def never() -> bytes:
        await asyncio.sleep(30)
        return b""

    net = Net(lambda path, request: never())
    with pytest.raises(Failed, match=r"0\.2 seconds"):
        net.fetch("http://good.example/", timeout=0.2)
    assert [(hop.place, bool(hop.failed)) for hop in net.hops] == [("good.example:80", True)]


@pytest.mark.parametrize("answer", [
    b"", b"nonsense\r\n\r\n", b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx", b"HTTP/1.1 200 OK\r\n" + b"A: " + b"x" * 200_000,
    b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 1\r\n\r\nx",
])  # fmt: skip
def test_an_answer_that_is_none_is_a_failure(answer: bytes) -> None:
    net = Net(lambda path, request: answer)
    with pytest.raises(Failed):
        net.fetch("http://good.example/")
    assert net.hops[0].failed


def test_the_next_address_is_tried_where_one_does_not_answer() -> None:
    net = Net(plain, {"good.example": [["2606:4700:4700::1111", PUBLIC]]})
    real = net.dial

    async def only_old(address: str, port: int) -> httpcore2.AsyncNetworkStream:
        if ":" in address:
            raise OSError("no route")
        return await real(address, port)

    net.dial = only_old  # type: ignore[method-assign]
    assert net.fetch("http://good.example/").status == 200


def test_a_host_a_person_opened_is_that_host_in_that_network_and_no_other() -> None:
    opened = {"private": {"searx.lan:8080": ("10.0.0.0/8",), "127.0.0.1:8888": ("127.0.0.0/8",)}}
    net = Net(plain, {"searx.lan": [["10.1.2.3"]], "other.lan": [["10.1.2.3"]]})
    assert net.fetch("http://searx.lan:8080/", web=opened).body == b"fine"
    assert net.fetch("http://127.0.0.1:8888/", web=opened).body == b"fine"
    for url in ("http://searx.lan/", "http://other.lan:8080/", "http://127.0.0.1/", "http://10.1.2.3:8080/"):
        net.refuses(url, web=opened)
    moved = Net(plain, {"searx.lan": [["192.168.1.1"]]})
    moved.refuses("http://searx.lan:8080/", web=opened)
    assert moved.dialled == []


@pytest.mark.parametrize(
    "address",
    [
        "169.254.169.254",
        "100.100.100.200",
        "fd00:ec2::254",
        "::ffff:169.254.169.254",
        "fe80::1",
        "0.0.0.0",
        "::",
        "64:ff9b::a9fe:a9fe",
    ],
)
def test_no_setting_opens_what_holds_the_keys_of_a_cloud(address: str) -> None:
    net = Net(plain, {"meta.lan": [[address]]})
    net.refuses("http://meta.lan/", web={"private": {"meta.lan:80": ("0.0.0.0/0", "::/0")}})
    assert net.dialled == []


def test_this_machine_is_not_reached_by_an_address_of_its_own() -> None:
    async def story() -> int:
        server = await asyncio.start_server(lambda reader, writer: writer.close(), "127.0.0.1", 0)
        port = int(server.sockets[0].getsockname()[1])
        async with server:
            with pytest.raises(Refused):
                await dialling.dialled_elsewhere("127.0.0.1", port)
            stream = await dialling.dialled("127.0.0.1", port)
            await stream.aclose()
        return port

    assert asyncio.run(story())


def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "httpcore2", None)
    monkeypatch.delitem(sys.modules, "sealskill.session.dialling", raising=False)
    monkeypatch.delattr(sealskill.session, "dialling", raising=False)
    with pytest.raises(HostError) as caught:
        Net(plain).fetch("http://good.example/")
    assert "sealskill[web]" in caught.value.advice


def _certificate(folder: Path, name: str) -> Path:
    key = ec.generate_private_key(ec.SECP256R1())
    who = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder().subject_name(who).issuer_name(who).public_key(key.public_key())
        .serial_number(1).not_valid_before(now - datetime.timedelta(days=1)).not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), True).sign(key, hashes.SHA256())
    )  # fmt: skip
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    path = folder / f"{name}.pem"
    path.write_bytes(private + made.public_bytes(serialization.Encoding.PEM))
    return path


@pytest.fixture
def secure(tmp_path: Path) -> tuple[ssl.SSLContext, ssl.SSLContext, list[str]]:
    """A server for `good.example`, a client that believes it, and the names clients asked for."""
    path = _certificate(tmp_path, "good.example")
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(path)
    asked: list[str] = []
    server.sni_callback = lambda sock, name, context: asked.append(name)
    return server, ssl.create_default_context(cafile=str(path)), asked


def test_name_and_certificate_stay_those_of_the_host(secure: tuple[Any, Any, list[str]]) -> None:
    server, client, asked = secure
    net = Net(plain)
    assert net.fetch("https://good.example/", tls=server, believed=client).body == b"fine"
    assert asked == ["good.example"]
    assert header(net.asked[0][1], "host") == ["good.example"]
    assert net.dialled == [(PUBLIC, 443)]
    with pytest.raises(Failed, match="could not be asked"):
        net.fetch("https://other.example/", tls=server, believed=client)
    with pytest.raises(Failed, match="could not be asked"):
        net.fetch("https://good.example/", tls=server)
    assert len(net.asked) == 1


def test_a_server_cannot_send_us_from_a_sealed_line_to_an_open_one(secure: tuple[Any, Any, list[str]]) -> None:
    server, client, _ = secure
    net = Net(lambda path, request: to("http://good.example/"))
    assert "without encryption" in net.refuses("https://good.example/", tls=server, believed=client)


@given(st.text(alphabet="/\\.:@#?%[]hHtTpPs0aé \t", max_size=20))
def test_no_location_leads_anywhere_but_to_an_address(location: str) -> None:
    base = parsed("https://good.example/a/b")
    try:
        found = sent_on(base, location)
    except Refused:
        return
    assert parsed(found.url) == found
