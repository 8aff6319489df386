"""What a session runs for strangers runs in a boundary: it has what was granted, and nothing else."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from tests.check.house import House, skill_md
from tests.execute.contract import ready
from tests.execute.outside import PUBLIC, Outside
from tests.session.room import DUAL, Room, external, script

from sealskill.errors import CannotRun
from sealskill.execute import prepare, probe
from sealskill.execute.prepare import Asked, Ground, Held
from sealskill.model.decision import Ruling
from sealskill.model.event import Event, Happening
from sealskill.model.grant import Grant
from sealskill.model.manifest import ToolClass
from sealskill.model.plan import STRICT, Boundary, Layer
from sealskill.model.result import Result
from sealskill.model.tool import Why
from sealskill.session.fetch import Network

CLEANER = """
set -eu
args=$(cat); path=$(printf '%s' "$args" | sed 's/.*"path":"\\([^"]*\\)".*/\\1/;s/.*"path": "\\([^"]*\\)".*/\\1/')
echo "cleaning $path" >&2
files=$(find "$path" -type f -name '*.cache' | wc -l)
case "$args" in *'"dry_run": true'*) ;; *) find "$path" -type f -name '*.cache' -delete ;; esac
printf '{"freed_bytes": 0, "files_deleted": %s}\\n' "$files"
"""
"""The disk cleaner of the format's own page, in as few words."""
SAID: dict[str, Any] = {
    "schema": {
        "type": "object",
        "properties": {"path": {"type": "string"}, "dry_run": {"type": "boolean", "default": True}},
        "required": ["path"],
    },
    "env_allow": ["PATH", "HOME"], "timeout_seconds": 60, "class": "mutating", "category": "ops",
}  # fmt: skip


@pytest.fixture
def room(tmp_path: Path) -> Room:
    """A session's world with the boundary of this machine."""
    backend = ready("bubblewrap")
    base = tmp_path / "world"
    base.mkdir()
    house = House(base)
    script(house, "disk_cleaner", CLEANER, **SAID)
    script(house, "look", 'cat > /dev/null; printf \'"%s"\' "$(ls / | tr "\\n" " ")"')
    house.write("home/.agents/skills/pdf/SKILL.md", skill_md("pdf", "Reads pages. Use when asked for pages."))
    house.write("home/.agents/skills/pdf/data.txt", "its data")
    made = Room(house, environ=external(house))
    made.premises.missing = backend.missing
    return made


def call(room: Room, tool: str, arguments: Mapping[str, Any], *answers: str, **wish: Any) -> Result:
    """What became of one call, in a session of its own."""

    async def story() -> Result:
        async with room.open(*(answers or ("approved",)), **wish) as session:
            return await session.call(tool, arguments)

    return asyncio.run(story())


def given(room: Room, key: str, **what: Any) -> None:
    """Grant something to a skill, for the seal it has."""
    one = next(one for one in room.runtime.inventory.ready if one.skill.key == key)
    room.grants.append(Grant(id="g1", skill=key, seal=one.seal or "", **what))


@pytest.fixture
def full(tmp_path: Path) -> Path:
    folder = tmp_path / "cache"
    folder.mkdir()
    for name in ("a.cache", "b.cache", "kept.txt"):
        (folder / name).write_text("x")
    return folder


def test_the_disk_cleaner_works_where_it_was_granted_a_folder(room: Room, full: Path) -> None:
    given(room, "disk_cleaner", paths={str(full): "write"})
    dry = call(room, "disk_cleaner", {"path": str(full)})
    assert (dry.ok, dry.value, len(list(full.iterdir()))) == (True, {"freed_bytes": 0, "files_deleted": 2}, 3)
    wet = call(room, "disk_cleaner", {"path": str(full), "dry_run": False})
    assert (wet.value, [one.name for one in full.iterdir()]) == ({"freed_bytes": 0, "files_deleted": 2}, ["kept.txt"])
    assert "bubblewrap" in wet.outcome.layers


@pytest.mark.parametrize("mode", [None, "read"])
def test_it_fails_where_nobody_gave_it_that(room: Room, full: Path, mode: Any) -> None:
    if mode:
        given(room, "disk_cleaner", paths={str(full): mode})
    result = call(room, "disk_cleaner", {"path": str(full), "dry_run": False})
    assert (result.ok, result.outcome.why, len(list(full.iterdir()))) == (False, Why.FAILED, 3)
    assert "cleaning" in result.outcome.stderr


def test_a_skill_sees_the_machines_programs_and_itself(room: Room) -> None:
    assert "home" not in call(room, "look", {}).value.split()
    assert {"skills", "usr", "work", "tmp"} <= set(call(room, "look", {}).value.split())


def test_what_runs_in_a_boundary_is_of_the_class_it_says(room: Room) -> None:
    assert call(room, "disk_cleaner", {"path": "/x"}).decision.ruling is Ruling.CONFIRM
    assert call(room, "exec", {"command": "echo hi"}).value["stdout"] == "hi\n"


def test_a_stranger_runs_once_its_class_was_accepted_and_needs_every_limit(room: Room, full: Path) -> None:
    room.stranger("disk_cleaner")
    given(room, "disk_cleaner", paths={str(full): "write"}, accepts=ToolClass.MUTATING)
    result = call(room, "disk_cleaner", {"path": str(full)})
    if Layer.MEMORY_CGROUP in probe.bubblewrap().layers:
        assert result.ok
    else:
        assert (result.outcome.why, "memory_cgroup" in result.outcome.error) == (Why.REFUSED, True)


def test_without_a_boundary_it_is_refused_and_told_what_would_help(room: Room) -> None:
    room.premises.missing = lambda: CannotRun("bubblewrap is not installed", advice="sudo apt install bubblewrap")
    result = call(room, "look", {}, persona=DUAL)
    assert (result.outcome.why, "bubblewrap is not installed" in result.outcome.error) == (Why.REFUSED, True)
    assert "sudo apt install bubblewrap" in result.outcome.advice


def test_a_boundary_that_is_not_there_is_never_replaced(room: Room) -> None:
    given(room, "look", boundary="container")
    result = call(room, "look", {})
    assert (result.outcome.why, "container" in result.outcome.error) == (Why.REFUSED, True)


def test_a_skill_of_ones_own_is_let_out_by_a_grant_and_that_is_dangerous(room: Room) -> None:
    given(room, "look", boundary="unconfined")
    assert call(room, "look", {}).decision.ruling is Ruling.DENY
    result = call(room, "look", {}, persona=DUAL)
    assert (result.ok, result.outcome.layers) == (True, ("unconfined",))
    room.stranger("look")
    assert call(room, "look", {}, persona=DUAL).decision.ruling is not Ruling.ALLOW


PAGES = """
cat > /dev/null
for page in http://api.example.com/a http://other.example.com/b; do
  curl -s -o /dev/null -w '%{http_code} ' --max-time 30 "$page" >> /tmp/said
done
printf '"%s"' "$(cat /tmp/said)"
"""


def test_a_skill_reaches_the_hosts_it_was_granted_and_each_connection_is_told_and_recorded(room: Room) -> None:
    script(room.house, "pages", PAGES, env_allow=["PATH"])
    room.runtime.refresh()
    given(room, "pages", egress=("api.example.com:80",))
    world = Outside()

    async def story() -> tuple[Result, list[Event]]:
        server = await asyncio.start_server(world._serve, "127.0.0.1", 0)
        world._ports = [server.sockets[0].getsockname()[1]] * 2
        async with server, room.open("approved") as session:
            session._desk.network = Network(resolve=world.resolve, connect=world.dial)
            return await session.call("pages", {}), list(session.timeline.events)

    result, events = asyncio.run(story())
    assert (result.ok, result.value) == (True, "200 403 "), result
    assert world.dialled == [(PUBLIC, 80)]
    advice = "sealskill grants add pages --egress other.example.com:80"
    assert [one.data["act"] for one in events if one.what is Happening.EGRESS] == ["opened", "closed", "refused"]
    assert advice in [one.text for one in events if one.what is Happening.EGRESS][2]
    records = [one for one in room.audit.records if one.action.startswith("egress.")]
    assert [one.action for one in records] == ["egress.opened", "egress.closed", "egress.refused"]
    assert {(one.skill, one.session != "", one.call) for one in records} == {("pages", True, result.call)}
    assert records[0].detail["place"] == "api.example.com:80"
    assert records[1].detail["sent"] > 0
    assert records[2].detail["grant"] == "other.example.com:80"


def test_the_files_of_a_skill_are_its_sealed_copy_and_it_counts_before(room: Room) -> None:
    room.stranger("pdf")
    folder = room.house.home / ".agents/skills/pdf"

    async def story() -> tuple[Any, list[str]]:
        async with room.open("approved", "approved") as session:
            await session.activate("pdf")
            (folder / "data.txt").write_text("changed")
            asked = {"command": f"cat {folder}/data.txt /skills/pdf/data.txt; echo x > {folder}/new", "skill": "pdf"}
            found = await session.call("exec", asked)
            return found, [one.text for one in session.timeline.events if one.what is Happening.ACTIVATED]

    found, active = asyncio.run(story())
    if found.decision.ruling is Ruling.DENY:  # it never asked for a shell
        assert active
    else:
        assert found.value["stdout"] == "its dataits data"
    assert not (folder / "new").exists()


def test_folders_of_skills_below_a_granted_one_are_empty(room: Room) -> None:
    home = str(room.house.home)
    given(room, "disk_cleaner", paths={home: "write"})
    result = call(room, "disk_cleaner", {"path": f"{home}/.agents"})
    assert result.value == {"freed_bytes": 0, "files_deleted": 0}


def plan(**asked: Any) -> Any:
    held = Held(key="k", slug="k", seal="s", copy="/state/sealed/s", folder="/home/k", stranger=True)
    words = {"argv": ("/skills/k/run.sh",), "stdin": b"hunter2", **asked}
    return prepare.confined(
        Asked(**words), {"TOKEN": "hunter2"}, Ground(workspace="/ws", paths={"/data": "write"}), held
    )


def test_a_plan_names_everything_and_shows_no_secret() -> None:
    made = plan()
    assert (made.boundary, made.cwd, made.egress) == (Boundary.BUBBLEWRAP, "/work", ())
    assert set(made.needs) == {*STRICT, Layer.MEMORY_CGROUP, Layer.PIDS_CGROUP}
    assert {one.target: (one.source, one.write) for one in made.mounts} == {
        "/data": ("/data", True), "/skills/k": ("/state/sealed/s", False), "/state/sealed/s": ("/state/sealed/s", False),
        "/home/k": ("/state/sealed/s", False),
    }  # fmt: skip
    assert "hunter2" not in repr(made)
    assert json.dumps(made.shown(), default=str)


def test_it_starts_where_something_is_mounted_or_not_at_all() -> None:
    assert plan(cwd="/data/below").cwd == "/data/below"
    assert plan(cwd="/ws").cwd == "/work"
    for place in ("/database", "/ws/below", "/"):
        with pytest.raises(CannotRun, match="nobody granted it"):
            plan(cwd=place)


def test_what_is_below_a_granted_folder_and_orders_agents_is_not_written(room: Room, full: Path) -> None:
    (full / "AGENTS.md").write_text("orders")
    (full / "AGENTS.cache").write_text("x")
    given(room, "disk_cleaner", paths={str(full): "write"})
    call(room, "disk_cleaner", {"path": str(full), "dry_run": False})
    assert sorted(os.listdir(full)) == ["AGENTS.md", "kept.txt"]


def test_a_command_that_runs_on_is_written_to_and_ends_with_its_session(room: Room) -> None:
    async def story() -> tuple[Any, Any]:
        async with room.open(*["approved"] * 4) as session:
            started = await session.call(
                "process", {"action": "start", "command": "while read a; do echo got $a; done"}
            )
            assert started.ok, started.outcome.error
            known = {"id": started.value["id"]}
            await session.call("process", {"action": "write", "text": "it\n", **known})
            for _ in range(40):
                polled = await session.call("process", {"action": "poll", **known})
                if polled.value["text"]:
                    break
                await asyncio.sleep(0.2)
            return polled.value, next(iter(session._desk.processes.values()))

    polled, process = asyncio.run(story())
    assert (polled["text"], polled["running"]) == ("got it", True)
    assert process.poll()["running"] is False
