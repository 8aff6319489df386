"""What runs in the boundary with hosts granted: those, through the broker, and nothing else."""

from __future__ import annotations

import asyncio
import json
import os
from typing import Any

import pytest
from tests.execute.contract import PYTHON, plan, ready
from tests.execute.outside import PUBLIC, Outside

from sealskill.errors import CannotRun
from sealskill.execute.backend import Done
from sealskill.execute.egress import Border
from sealskill.model.crossing import Act
from sealskill.model.tool import Why

SCRIPT = """
import json, os, socket, urllib.request
def tried(act):
    try: return act()
    except OSError as exc: return "held"
def asked(url):
    with urllib.request.urlopen(url, timeout=30) as answer: return answer.status
def found(path):
    with open(path) as file: return file.read()
def raw(host, port):
    socket.create_connection((host, port), 5)
    return "out"
print(json.dumps({
    "fine": tried(lambda: asked("http://api.example/")), "other": tried(lambda: asked("http://other.example/")),
    "raw": tried(lambda: raw("93.184.216.34", 80)), "cloud": tried(lambda: raw("169.254.169.254", 80)),
    "name": tried(lambda: socket.getaddrinfo("other.example", 80)), "hosts": found("/etc/hosts"),
    "links": [line.split(":")[0].strip() for line in found("/proc/net/dev").splitlines()[2:]], "fds": sorted(os.listdir("/proc/self/fd"))[:4],
    "bind": tried(lambda: bool(socket.create_server(("127.0.0.1", 443)))), "net": os.readlink("/proc/self/ns/net"),
    "vsock": tried(lambda: bool(socket.socket(socket.AF_VSOCK))), "proxy": os.environ["HTTPS_PROXY"],
    "raw4": tried(lambda: bool(socket.socket(socket.AF_INET, socket.SOCK_RAW, 1))),
}))
"""


def run(world: Outside, *egress: str, border: bool = True) -> Done:
    backend = ready("bubblewrap")

    async def story() -> Done:
        server = await asyncio.start_server(world._serve, "127.0.0.1", 0)
        world._ports = [server.sockets[0].getsockname()[1]] * 2
        watch = Border(told=world.told, resolve=world.resolve, dial=world.dial) if border else None
        async with server:
            return await backend.run(plan(backend, PYTHON, "-I", "-S", "-c", SCRIPT, egress=egress), border=watch)

    return asyncio.run(story())


def test_a_run_reaches_what_was_granted_and_nothing_else() -> None:
    world = Outside()
    done = run(world, "api.example:80")
    assert done.why is Why.OK, (done.stderr, done.fault)
    said: dict[str, Any] = json.loads(done.stdout)
    net, fds = said.pop("net"), said.pop("fds")
    assert said == {
        "fine": 200, "other": "held", "raw": "held", "cloud": "held", "name": "held", "links": ["lo"], "bind": "held",
        "hosts": "127.0.0.1 localhost\n127.0.0.1 api.example\n", "vsock": "held", "raw4": "held",
        "proxy": "http://127.0.0.1:3128",
    }  # fmt: skip
    assert net != os.readlink("/proc/self/ns/net")
    assert fds == ["0", "1", "2", "3"]
    assert world.dialled == [(PUBLIC, 80)]
    assert world.acts == [Act.OPENED, Act.CLOSED, Act.REFUSED]
    assert world.crossings[2].grant == "other.example:80"


def test_a_run_without_hosts_has_no_network_and_no_proxy() -> None:
    world = Outside()
    backend = ready("bubblewrap")
    script = "import os; print(len(open('/proc/net/dev').readlines()), [name for name in os.environ if 'proxy' in name.lower()])"
    made = plan(backend, PYTHON, "-I", "-S", "-c", script)
    done = asyncio.run(backend.run(made, border=Border(told=world.told)))
    assert done.stdout.split() == [b"3", b"[]"]
    assert world.crossings == []


def test_nothing_that_may_reach_hosts_runs_where_nobody_watches() -> None:
    with pytest.raises(CannotRun, match="nobody would watch"):
        run(Outside(), "api.example:80", border=False)


def test_two_runs_at_a_time_have_a_way_out_each() -> None:
    world = Outside()
    backend = ready("bubblewrap")
    script = "import urllib.request; urllib.request.urlopen('http://api.example/', timeout=30); print('fine')"

    async def story() -> list[Done]:
        server = await asyncio.start_server(world._serve, "127.0.0.1", 0)
        world._ports = [server.sockets[0].getsockname()[1]] * 2
        watch = Border(told=world.told, resolve=world.resolve, dial=world.dial)
        made = plan(backend, PYTHON, "-I", "-S", "-c", script, egress=("api.example:80",))
        async with server:
            return list(await asyncio.gather(*(backend.run(made, border=watch) for _ in range(4))))

    before = len(os.listdir("/proc/self/fd"))
    assert [one.stdout for one in asyncio.run(story())] == [b"fine\n"] * 4
    first = len(os.listdir("/proc/self/fd"))
    assert [one.stdout for one in asyncio.run(story())] == [b"fine\n"] * 4
    assert len(os.listdir("/proc/self/fd")) == first >= before
