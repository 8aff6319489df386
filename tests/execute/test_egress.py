"""The broker, from the side of a program that wants out."""

from __future__ import annotations

import asyncio
import socket

import pytest
from tests.execute.cell import Cell
from tests.execute.outside import PUBLIC, Outside, hello, ok

from sealskill.errors import CannotRecord
from sealskill.execute.egress_visit import Limits
from sealskill.model.crossing import Act, Way

ALERT = bytes((21, 3, 1, 0, 2, 2, 112))

# Ways to write a host that is not `api.example`, as if it were it, or as if it were no address of ours.
HOSTS = [
    "127.0.0.1", "2130706433", "0x7f000001", "0x7f.1", "127.1", "0177.0.0.1", "017700000001", "[::1]",
    "[::ffff:169.254.169.254]", "[::ffff:7f00:1]", "[64:ff9b::a9fe:a9fe]", "[2002:7f00:1::]", "169.254.169.254",
    "metadata.google.internal", "localhost", "1.1.1.1", "user@api.example", "api.example@evil.example",
    "api.example\0.evil.example", "evil.example\0api.example", "аpi.example", "api.examplе", "ａpi.example",
    "api。example", "api.example.evil.example", "xapi.example", "sub.api.example", "api.example..", ".api.example",
    "api.exampl", "api.example%00", "api%2eexample", "api_example", "*.example", "api.example/", "api.example#", "",
    "api.example?", "api.example;", "api.example,evil.example", "example", "api", "-api.example", "[api.example]",
]  # fmt: skip


NO = (b"HTTP/1.1 403 ", b"HTTP/1.1 400 ")


def test_a_tunnel_goes_to_no_host_but_the_one_that_was_granted() -> None:
    world = Outside("api.example:443")
    asked = {host: f"CONNECT {host}:443 HTTP/1.1\r\nHost: api.example:443\r\n\r\n".encode() for host in HOSTS}
    said = world.story(lambda cell: {host: cell.talk(world.ways.proxy, one) for host, one in asked.items()})
    assert {host: one for host, one in said.items() if not one.startswith(NO)} == {}
    assert (world.resolved, world.dialled) == ([], [])
    assert world.acts == [Act.REFUSED] * len(HOSTS)
    assert all(one.reason for one in world.crossings)


def test_a_request_goes_to_no_host_but_the_one_that_was_granted() -> None:
    world = Outside("api.example:80")
    hosts = [one for one in HOSTS if one[-1:] not in ("/", "#", "?")]  # these are addresses with a path
    at_proxy = [f"GET http://{host}/ HTTP/1.1\r\nHost: api.example\r\n\r\n".encode() for host in hosts]
    at_door = [f"GET / HTTP/1.1\r\nHost: {host}\r\n\r\n".encode() for host in HOSTS]
    asked = [*((world.ways.proxy, one) for one in at_proxy), *((80, one) for one in at_door)]
    said = world.story(lambda cell: [(one, cell.talk(port, one)) for port, one in asked])
    assert [one for one in said if not one[1].startswith(NO)] == []
    assert (world.resolved, world.dialled) == ([], [])
    assert world.acts == [Act.REFUSED] * len(asked)


def test_tls_at_a_door_goes_to_no_host_but_the_one_that_was_granted() -> None:
    world = Outside("api.example:443")
    said = world.story(lambda cell: {host: cell.talk(443, hello(host)) for host in HOSTS})
    assert {host: one for host, one in said.items() if one != ALERT} == {}
    assert (world.resolved, world.dialled) == ([], [])
    assert world.acts == [Act.REFUSED] * len(HOSTS)


def test_a_grant_is_for_one_port() -> None:
    ports = (":8443", ":80", ":0443", ":443:443", "", ":", ":99999", ":-443", ":４４３", ":0x1bb", ":443 ", ": 443")
    world = Outside("api.example:443")
    asked = {port: f"CONNECT api.example{port} HTTP/1.1\r\n\r\n".encode() for port in ports}
    said = world.story(lambda cell: {port: cell.talk(world.ways.proxy, one) for port, one in asked.items()})
    assert {port: one for port, one in said.items() if not one.startswith(NO)} == {}
    assert world.dialled == []


def test_what_could_be_granted_is_said_to_whoever_was_refused() -> None:
    world = Outside("api.example:443")
    said = world.proxied(b"CONNECT other.example:443 HTTP/1.1\r\n\r\n")
    assert b"X-Egress-Denied: refused" in said
    assert b'"grant": "other.example:443"' in said
    assert world.crossings[0].grant == "other.example:443"
    assert world.crossings[0].place == "other.example:443"


@pytest.mark.parametrize(
    "address",
    ["127.0.0.1", "10.0.0.1", "169.254.169.254", "::1", "::ffff:169.254.169.254", "64:ff9b::a9fe:a9fe", "2002:7f00:1::",
     "100.100.100.200", "168.63.129.16", "224.0.0.1", "0.0.0.0", "fd00:ec2::254"],
)  # fmt: skip
def test_a_name_that_leads_into_the_house_is_not_followed_although_another_answer_is_fine(address: str) -> None:
    world = Outside("api.example:443", names={"api.example": [PUBLIC, address]})
    assert world.proxied(b"CONNECT api.example:443 HTTP/1.1\r\n\r\n").startswith(b"HTTP/1.1 403 ")
    assert world.dialled == []
    assert "not a public address" in world.crossings[0].reason


def test_what_was_checked_is_dialled_and_the_name_is_not_looked_up_again() -> None:
    world = Outside("api.example:80")
    assert world.at(80, b"GET / HTTP/1.1\r\nHost: api.example\r\n\r\n").startswith(b"HTTP/1.1 200 ")
    assert world.resolved == ["api.example"]
    assert world.dialled == [(PUBLIC, 80)]


def test_a_private_host_that_a_person_opened_is_that_host_in_that_network_and_no_other() -> None:
    for found, fine in ((["10.1.2.3"], True), (["10.9.9.9"], False), ([PUBLIC], False), (["169.254.169.254"], False)):
        world = Outside("db.example:80@10.1.2.0/24", names={"db.example": found})
        said = world.at(80, b"GET / HTTP/1.1\r\nHost: db.example\r\n\r\n")
        assert said.startswith(b"HTTP/1.1 200 " if fine else b"HTTP/1.1 403 "), said
        assert bool(world.dialled) is fine


def connect(place: str, *then: bytes) -> tuple[bytes, ...]:
    return (f"CONNECT {place} HTTP/1.1\r\n\r\n".encode(), *then)


FIRST = [
    hello("other.example"), hello(None), hello("127.0.0.1"), hello("api.example", b"\0\0" + hello("x.example")[51:]),
    b"GET / HTTP/1.1\r\nHost: api.example\r\n\r\n", b"SSH-2.0-x\r\n", bytes(600), b"\x80\x2e\x01\x03\x01" + bytes(50),
    hello("api.example")[:-3] + b"zzz" + bytes(20_000), b"\x16\x03\x01\x00\x00", b"\x16\x02\x00\x00\x05\x01\x00\x00\x01\x00",
    b"\x16\x03\x01\x00\x04\x02\x00\x00\x00", b"\x16\x03\x01\x00\x04\x01\xff\xff\xff",
]  # fmt: skip


def test_nothing_goes_through_a_tunnel_but_tls_for_the_very_host_it_was_opened_for() -> None:
    world = Outside("api.example:443", "other.example:80")
    said = world.story(
        lambda cell: [cell.talk(world.ways.proxy, *connect("api.example:443", one), then="end") for one in FIRST]
    )
    fine = (ALERT, b"", b"!reset", ALERT + b"!reset")
    assert [one for one in said if one.removeprefix(b"HTTP/1.1 200 Connection established\r\n\r\n") not in fine] == []
    assert world.acts == [Act.REFUSED] * len(FIRST)
    assert world.asked == []


def test_a_hello_may_come_byte_by_byte_and_in_many_records() -> None:
    whole = hello("api.example")
    records = b"".join(b"\x16\x03\x01\x00\x01" + bytes([one]) for one in whole[5:])
    for says in ([bytes([one]) for one in whole], [records]):
        world = Outside("api.example:443")
        world.proxied(*connect("api.example:443", *says), then="end")
        assert world.acts == [Act.OPENED, Act.CLOSED]
        assert world.crossings[1].sent == sum(map(len, says))


TORN = [
    b"GET / HTTP/1.1\r\n\r\n", b"GET / HTTP/1.1\r\nHost: api.example\r\nHost: evil.example\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost : api.example\r\n\r\n", b"GET / HTTP/1.1\r\nHost: api.example\r\n folded\r\n\r\n",
    b"GET / HTTP/1.1\nHost: api.example\r\n\r\n", b"GET  / HTTP/1.1\r\nHost: api.example\r\n\r\n",
    b"GET / HTTP/2.0\r\nHost: api.example\r\n\r\n", b"GET / HTTP/1.1\r\nHost: api.example\rX: y\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: api.example\r\nX: \0\r\n\r\n", b"GET /\x7f HTTP/1.1\r\nHost: api.example\r\n\r\n",
    b"GET http://evil.example/ HTTP/1.1\r\nHost: api.example\r\n\r\n", b"CONNECT api.example:80 HTTP/1.1\r\nHost: api.example\r\n\r\n",
    b"POST / HTTP/1.1\r\nHost: api.example\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd",
    b"POST / HTTP/1.1\r\nHost: api.example\r\nContent-Length: +3\r\n\r\nabc",
    b"POST / HTTP/1.1\r\nHost: api.example\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    b"POST / HTTP/1.1\r\nHost: api.example\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
    b"POST / HTTP/1.0\r\nHost: api.example\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: api.example\r\nX: " + b"y" * 70_000 + b"\r\n\r\n",
]  # fmt: skip


def test_a_request_that_two_servers_could_read_as_two_goes_to_none() -> None:
    world = Outside("api.example:80")
    said = world.story(lambda cell: [(one[:200], cell.talk(80, one)) for one in TORN])
    assert [one for one in said if not one[1].startswith((*NO, b"!reset"))] == []
    assert world.asked == []
    assert world.acts == [Act.REFUSED] * len(TORN)


def test_a_second_request_on_one_connection_goes_nowhere() -> None:
    first = b"POST / HTTP/1.1\r\nHost: api.example\r\nContent-Length: 3\r\nConnection: keep-alive, x-mine\r\nX-Mine: 1\r\nProxy-Authorization: s\r\n\r\nabc"
    second = b"GET /secret HTTP/1.1\r\nHost: evil.example\r\n\r\n"
    world = Outside("api.example:80")
    world.at(80, first + second)
    assert not any(b"evil" in one for one in world.asked)
    assert world.crossings[-1].reason == "it goes on after its one request"
    whole = Outside("api.example:80")
    assert whole.at(80, first).startswith(b"HTTP/1.1 200 ")
    assert whole.asked == [b"POST / HTTP/1.1\r\nHost: api.example\r\nContent-Length: 3\r\nConnection: close\r\n\r\nabc"]


def test_a_body_in_pieces_is_written_anew_without_what_stands_behind_it() -> None:
    world = Outside("api.example:80")
    body = b"3;x=y\r\nabc\r\n2\r\nde\r\n0\r\nX-Late: 1\r\n\r\n"
    world.at(80, b"POST / HTTP/1.1\r\nHost: api.example\r\nTransfer-Encoding: chunked\r\n\r\n" + body)
    assert world.asked[0].endswith(b"\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n")
    for bad in (b"-1\r\n", b"0x3\r\nabc\r\n", b"3\r\nabcd\r\n0\r\n\r\n", b"\r\n", b"f" * 16 + b"\r\n"):
        world = Outside("api.example:80")
        world.at(80, b"POST / HTTP/1.1\r\nHost: api.example\r\nTransfer-Encoding: chunked\r\n\r\n" + bad, then="end")
        assert world.asked == []
        assert world.crossings[-1].act is Act.CLOSED
        assert world.crossings[-1].reason


def test_what_comes_at_a_door_for_tls_is_tls() -> None:
    world = Outside("api.example:443")
    assert world.at(443, b"GET / HTTP/1.1\r\nHost: api.example:443\r\n\r\n").startswith(b"HTTP/1.1 403 ")
    assert world.dialled == []


def test_bytes_are_counted_over_all_connections_and_end_them() -> None:
    world = Outside("api.example:80", reply=lambda request: ok(bytes(40_000)))
    world.limits = Limits(bytes=100_000)
    get = b"GET / HTTP/1.1\r\nHost: api.example\r\n\r\n"
    sizes = world.story(lambda cell: [len(cell.talk(80, get)) for _ in range(4)])
    assert sizes[:2] == [sizes[0]] * 2
    assert sizes[0] > 40_000 > sizes[3]
    assert "more than 100000 bytes" in [one.reason for one in world.crossings]


def test_connections_are_counted_and_then_nobody_listens_any_more() -> None:
    world = Outside("api.example:80")
    world.limits = Limits(connections=2)
    get = b"GET / HTTP/1.1\r\nHost: api.example\r\n\r\n"
    heard = world.story(lambda cell: [cell.talk(80, get)[:18] for _ in range(5)])
    assert heard[:2] == [b"HTTP/1.1 200 OK\r\nC"] * 2
    assert not any(one.startswith(b"HTTP") for one in heard[2:])
    assert heard[4] == b"!Connection refuse"
    assert [one.reason for one in world.crossings if one.act is Act.REFUSED] == ["more than 2 connections"]


def test_whoever_says_nothing_or_stops_moving_is_let_go() -> None:
    slow = Outside("api.example:443")
    slow.limits = Limits(patience=0.2)
    assert slow.proxied(b"CONNECT api.example:443 HTTP").startswith(b"HTTP/1.1 400 ")
    assert slow.acts == [Act.REFUSED]
    mute = Outside("api.example:443")
    mute.limits = Limits(patience=20, idle=0.3)
    mute.proxied(*connect("api.example:443", hello("api.example")))
    assert mute.acts == [Act.OPENED, Act.CLOSED]
    assert mute.crossings[1].reason == "nothing moved for too long"


def test_what_cannot_be_recorded_does_not_happen() -> None:
    world = Outside("api.example:80")
    world.fails = CannotRecord("the disk is full")
    get = b"GET / HTTP/1.1\r\nHost: api.example\r\n\r\n"
    heard = world.story(lambda cell: [cell.talk(80, get)[:18] for _ in range(2)])
    assert heard == [b"HTTP/1.1 400 Bad R", b"!Connection refuse"]
    assert world.asked == []
    assert world.broker is not None
    assert isinstance(world.broker.fault, CannotRecord)


def test_each_connection_is_told_before_anything_goes_out_and_when_it_ends() -> None:
    world = Outside("api.example:80")
    world.at(80, b"GET / HTTP/1.1\r\nHost: api.example\r\n\r\n")
    opened, closed = world.crossings
    assert (opened.act, opened.way, opened.place, opened.address) == (Act.OPENED, Way.HTTP, "api.example:80", PUBLIC)
    assert (closed.act, closed.sent) == (Act.CLOSED, len(world.asked[0]))
    assert closed.reason in ("", "the run ended")  # whoever has the last byte may leave before the broker looks up
    assert closed.received == len(ok(world.asked[0]))


def test_a_run_that_ends_takes_its_connections_with_it() -> None:
    world = Outside("api.example:443")

    async def story(cell: Cell) -> None:
        says = connect("api.example:443", hello("api.example"))
        asking = asyncio.create_task(asyncio.to_thread(cell.talk, world.ways.proxy, *says))
        await world.happened.wait()
        assert world.broker is not None
        await world.broker.__aexit__(None, None, None)
        assert await asking

    world.tell(story)
    assert world.acts == [Act.OPENED, Act.CLOSED]
    assert world.crossings[1].reason == "the run ended"


def test_there_is_no_way_out_but_the_doors() -> None:
    """Raw addresses, name servers and the loopback of the machine: none of them is in there."""
    world = Outside("api.example:443")
    with socket.create_server(("127.0.0.1", 0)) as ours:
        port = ours.getsockname()[1]
        script = (
            "import socket\n"
            "def t(f):\n try: f(); print('out')\n except OSError as e: print('held')\n"
            "t(lambda: socket.create_connection(('8.8.8.8', 53), 5))\n"
            f"t(lambda: socket.create_connection(('127.0.0.1', {port}), 5))\n"
            "t(lambda: socket.create_connection(('169.254.169.254', 80), 5))\n"
            "t(lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'x', ('8.8.8.8', 53)))\n"
            "t(lambda: socket.socket(socket.AF_INET6).connect(('2606:4700::1', 443)))\n"
            "t(lambda: socket.getaddrinfo('other.example', 443))\n"
            "print(socket.gethostbyname('api.example'))\n"
        )
        code, said = world.story(lambda cell: cell.run("/usr/bin/python3", "-I", "-c", script))
    assert (code, said.split()) == (0, ["held"] * 6 + ["127.0.0.1"])
    assert world.resolved == []
