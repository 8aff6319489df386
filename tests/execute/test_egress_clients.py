"""Programs as everybody has them, and what they reach from a place without a network."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from tests.execute.cell import Cell
from tests.execute.outside import Outside, pem

from sealskill.model.crossing import Act, Way

__all__ = ["pem"]

PYTHON = """
import ssl, sys, urllib.request
context = ssl.create_default_context(cafile=sys.argv[1])
for url in sys.argv[2:]:
    try:
        with urllib.request.urlopen(url, context=context if url.startswith("https") else None, timeout=30) as answer:
            print(answer.status, answer.read().split(b"\\r\\n")[0].decode())
    except Exception as exc:
        print("no", exc)
"""
NODE = """
for (const url of process.argv.slice(1)) {
  try { const answer = await fetch(url); console.log(answer.status, (await answer.text()).split("\\r\\n")[0]) }
  catch (error) { console.log("no", error.cause?.code) }
}
"""
FINE, OTHER, OPEN = "https://api.example/a", "https://other.example/b", "http://api.example/c"


@pytest.fixture
def world(pem: Path) -> Outside:
    made = Outside("api.example:443", "api.example:80", "www.example:443")
    made.pem = pem
    return made


@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not here")
@pytest.mark.parametrize("proxied", [True, False])
def test_curl_reaches_what_was_granted_and_nothing_else(world: Outside, proxied: bool) -> None:
    env = dict(world.ways.env) if proxied else {}

    def act(cell: Cell) -> list[tuple[int, str]]:
        return [
            cell.run("curl", "-sS", "--max-time", "30", "--cacert", str(world.pem), url, **env)
            for url in (FINE, OTHER, OPEN)
        ]

    fine, other, opened = world.story(act)
    assert (fine[0], opened[0]) == (0, 0)
    assert fine[1].startswith("GET /a HTTP/1.1")
    assert opened[1].startswith("GET /c HTTP/1.1")
    assert other[0] != 0
    ways = {one.way for one in world.crossings if one.act is Act.OPENED}
    assert ways == ({Way.CONNECT, Way.HTTP} if proxied else {Way.TLS, Way.HTTP})
    assert [one.grant for one in world.crossings if one.act is Act.REFUSED] == (
        ["other.example:443"] if proxied else []
    )


@pytest.mark.parametrize("proxied", [True, False])
def test_python_reaches_what_was_granted_and_nothing_else(world: Outside, proxied: bool) -> None:
    env = dict(world.ways.env) if proxied else {}
    code, said = world.story(
        lambda cell: cell.run("/usr/bin/python3", "-I", "-c", PYTHON, str(world.pem), FINE, OPEN, OTHER, **env)
    )
    lines = said.splitlines()
    assert code == 0, said
    assert lines[:2] == ["200 GET /a HTTP/1.1", "200 GET /c HTTP/1.1"]
    assert lines[2].startswith("no")


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not here")
def test_node_which_knows_no_proxy_reaches_what_was_granted_and_nothing_else(world: Outside) -> None:
    env = {**world.ways.env, "NODE_EXTRA_CA_CERTS": str(world.pem)}
    code, said = world.story(lambda cell: cell.run("node", "--input-type=module", "-e", NODE, FINE, OPEN, OTHER, **env))
    lines = said.splitlines()
    assert (code, lines[:2]) == (0, ["200 GET /a HTTP/1.1", "200 GET /c HTTP/1.1"]), said
    assert lines[2].startswith("no")


@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not here")
def test_where_a_server_sends_a_client_is_a_connection_of_its_own(world: Outside) -> None:
    targets = {
        b"/in": b"https://www.example/there",
        b"/out": b"https://other.example/",
        b"/meta": b"http://169.254.169.254/latest/",
    }

    def reply(request: bytes) -> bytes:
        to = targets.get(request.split(b" ")[1])
        head = b"HTTP/1.1 302 Found\r\nLocation: %b\r\n" % to if to else b"HTTP/1.1 200 OK\r\n"
        return head + b"Content-Length: 0\r\nConnection: close\r\n\r\n"

    world.reply = reply
    env = dict(world.ways.env)

    def act(cell: Cell) -> list[str]:
        argv = (
            "curl",
            "-sS",
            "-L",
            "--max-time",
            "30",
            "-o",
            "/dev/null",
            "-w",
            "%{http_code}",
            "--cacert",
            str(world.pem),
        )
        return [cell.run(*argv, f"https://api.example{path.decode()}", **env)[1] for path in targets]

    inside, outside, metadata = world.story(act)
    assert inside == "200"
    assert "403" in outside
    assert "403" in metadata
    assert [one.place for one in world.crossings if one.act is Act.REFUSED] == [
        "other.example:443",
        "169.254.169.254:80",
    ]
    assert {host for host, _ in world.dialled} == {"93.184.216.34"}


@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not here")
def test_a_large_body_goes_both_ways(world: Outside, tmp_path: Path) -> None:
    body = tmp_path / "body"
    body.write_bytes(bytes(range(256)) * 8_192)
    env = dict(world.ways.env)

    def act(cell: Cell) -> list[tuple[int, str]]:
        argv = (
            "curl",
            "-sS",
            "--max-time",
            "60",
            "--cacert",
            str(world.pem),
            "--data-binary",
            f"@{body}",
            "-w",
            "%{size_download}",
            "-o",
            "/dev/null",
        )
        chunked = ("-H", "Transfer-Encoding: chunked")
        return [cell.run(*argv, FINE, **env), cell.run(*argv, OPEN, **env), cell.run(*argv, *chunked, OPEN, **env)]

    for code, said in world.story(act):
        assert code == 0, said
        assert int(said) > body.stat().st_size
    assert all(one.reason == "" for one in world.crossings)
