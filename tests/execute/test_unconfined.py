"""A command without a boundary: it ends when it has to, with all it started, and what it wrote is told truly."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import Any

import pytest

from sealskill.errors import CannotRun
from sealskill.execute.backend import Done
from sealskill.execute.backends.unconfined import BACKEND
from sealskill.execute.streams import MOST_LINES
from sealskill.model.plan import Boundary, Bounds, Layer, Plan
from sealskill.model.tool import Why


def plan(
    *argv: str, cwd: str = "/", wall: float | None = 30.0, cap: int = 1_000_000, tail: int = 16_384, **asked: Any
) -> Plan:
    bounds = Bounds(wall=wall, stdout=cap, stderr=tail, memory=4 << 30, open_files=1_024, file_bytes=1 << 30)
    return Plan(argv=argv, cwd=cwd, bounds=bounds, boundary=Boundary.UNCONFINED, **{"needs": (), **asked})


def sh(script: str, **asked: Any) -> Plan:
    return plan("/bin/sh", "-c", script, **asked)


def run(script: str, **asked: Any) -> Done:
    return asyncio.run(BACKEND.run(sh(script, **asked)))


def test_input_goes_in_and_both_outputs_come_out() -> None:
    done = run("cat; echo err >&2; exit 3", stdin=b"hello")
    assert (done.why, done.exit, done.signal) == (Why.FAILED, 3, None)
    assert (done.stdout, done.stderr, done.truncated) == (b"hello", b"err\n", ())


def test_it_is_given_its_environment_and_nothing_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OURS", "secret")
    assert asyncio.run(BACKEND.run(plan("/usr/bin/env", env={"A": "1"}))).stdout == b"A=1\n"


def test_a_plan_that_is_printed_shows_no_secret() -> None:
    shown = repr(plan("x", env={"A": "hunter2"}, stdin=b"hunter2"))
    assert "hunter2" not in shown
    assert "'A'" in shown


def test_what_needs_a_layer_or_another_boundary_is_not_run_without() -> None:
    with pytest.raises(CannotRun, match="no user_ns"):
        asyncio.run(BACKEND.run(plan("/bin/true", needs=(Layer.USER_NS,))))
    with pytest.raises(CannotRun, match="is not run in unconfined"):
        asyncio.run(BACKEND.run(Plan(argv=("/bin/true",), cwd="/")))


def test_a_deadline_ends_it_even_where_it_asks_for_more(tmp_path: Path) -> None:
    done = run(f"trap '' TERM; (sleep 2; touch {tmp_path}/late) & sleep 30", wall=0.2)
    assert (done.why, done.signal) == (Why.TIMEOUT, 9)
    assert not (tmp_path / "late").exists()


def test_its_group_ends_with_it_and_nobody_waits_for_a_pipe_that_is_held(tmp_path: Path) -> None:
    done = run(f"(sleep 1; touch {tmp_path}/late) & echo done")
    assert (done.why, done.stdout) == (Why.OK, b"done\n")
    assert not (tmp_path / "late").exists()


def test_the_head_of_the_output_and_the_true_tail_of_the_errors_are_kept() -> None:
    done = run("seq 1 100000; seq 1 100000 >&2", cap=100, tail=100)
    assert done.stdout.startswith(b"1\n2\n")
    assert done.stderr.endswith(b"99999\n100000\n")
    assert (len(done.stdout), len(done.stderr)) == (100, 100)
    assert {"stdout", "stderr"} <= set(done.truncated)
    assert done.why is Why.OK


@pytest.mark.parametrize(("size", "cut"), [(99, ()), (100, ()), (101, ("stdout",))])
def test_a_cap_is_reached_by_the_byte_after_it(size: int, cut: tuple[str, ...]) -> None:
    assert run(f"head -c {size} /dev/zero", cap=100).truncated == cut


def test_an_output_that_is_worth_nothing_in_part_ends_at_the_cap() -> None:
    assert run("yes", cap=1000, whole=True).why is Why.CAP


def test_a_child_that_never_reads_holds_nobody_up() -> None:
    assert run("exec sleep 0", stdin=b"x" * 10_000_000).why is Why.OK


def test_whoever_cancels_it_ends_it(tmp_path: Path) -> None:
    async def story() -> None:
        up = asyncio.Event()
        task = asyncio.create_task(
            BACKEND.run(sh(f"echo $$; (sleep 2; touch {tmp_path}/late) & sleep 30"), lambda stream, line: up.set())
        )
        await up.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(story())
    assert not (tmp_path / "late").exists()


def test_lines_come_while_it_runs_each_whole_and_a_flood_is_cut() -> None:
    heard: list[tuple[str, str]] = []

    async def story(script: str) -> Done:
        heard.clear()
        return await BACKEND.run(sh(script), lambda stream, line: heard.append((stream, line)))

    asyncio.run(story("printf 'a\\nb'; printf '\\303' >&2; sleep 0.05; printf '\\251\\r\\n' >&2"))
    assert sorted(heard) == [("stderr", "é"), ("stdout", "a"), ("stdout", "b")]
    done = asyncio.run(story(f"seq 1 {MOST_LINES + 1}"))
    assert (len(heard), done.truncated) == (MOST_LINES, ("lines of stdout",))
    asyncio.run(story("head -c 100000 /dev/zero | tr '\\0' x"))
    assert max(len(line) for _, line in heard) <= 4_096
    assert sum(len(line) for _, line in heard) == 100_000


def test_a_child_is_written_to_while_it_runs() -> None:
    async def story() -> Done:
        child = BACKEND.start(sh("read line; echo got $line", stdin=None))
        assert child.running
        await child.write(b"it\n")
        return await child.done()

    assert asyncio.run(story()).stdout == b"got it\n"


def test_what_is_no_program_is_told_and_leaves_nothing() -> None:
    with pytest.raises(CannotRun, match="/no/such cannot be started"):
        asyncio.run(BACKEND.run(plan("/no/such")))
    with pytest.raises(CannotRun):
        asyncio.run(BACKEND.run(plan("/bin/true", cwd="/no/such")))


def test_a_file_without_end_and_a_core_are_not_written(tmp_path: Path) -> None:
    done = run("sleep 0.3; ulimit -c; ulimit -n; ulimit -f")
    core, files, size = done.stdout.split()
    assert (core, files) == (b"0", b"1024")
    assert size != b"unlimited"


def test_many_at_once_are_each_told_apart() -> None:
    async def story() -> list[Done]:
        return await asyncio.gather(*(BACKEND.run(sh(f"echo {n}; exit {n}")) for n in range(30)))

    assert [(one.exit, one.stdout) for one in asyncio.run(story())] == [(n, f"{n}\n".encode()) for n in range(30)]


def test_no_descriptor_is_left_open() -> None:
    async def story() -> int:
        await BACKEND.run(sh("echo up"))
        before = len(os.listdir("/proc/self/fd"))
        for _ in range(20):
            await BACKEND.run(sh("echo up; exit 1"))
        return len(os.listdir("/proc/self/fd")) - before

    assert asyncio.run(story()) == 0
