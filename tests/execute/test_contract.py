"""Every boundary keeps the same promises: how it ended, what it wrote, and that it ends."""

from __future__ import annotations

import asyncio
import os
from contextlib import suppress

import pytest
from tests.execute.contract import BACKENDS, plan, python, ready, sh

from sealskill.errors import CannotRun
from sealskill.execute.backend import Backend
from sealskill.model.plan import Boundary, Bounds, Plan
from sealskill.model.tool import Why


@pytest.fixture(params=sorted(BACKENDS))
def backend(request: pytest.FixtureRequest) -> Backend:
    return ready(request.param)


@pytest.mark.parametrize("code", [0, 1, 3, 125, 255])
def test_an_exit_code_is_told_as_it_was(backend: Backend, code: int) -> None:
    done = sh(backend, f"exit {code}")
    assert (done.exit, done.signal, done.why) == (code, None, Why.FAILED if code else Why.OK)


@pytest.mark.parametrize("number", [6, 9, 11, 15])
def test_a_signal_is_told_as_one(backend: Backend, number: int) -> None:
    done = sh(backend, f"kill -{number} $$")
    assert (done.exit, done.signal, done.why) == (None, number, Why.FAILED)


def test_what_goes_in_comes_out_and_both_streams_are_apart(backend: Backend) -> None:
    data = os.urandom(3_000_000)
    done = sh(backend, "cat; echo err >&2", stdin=data, bounds=Bounds(stdout=4_000_000))
    assert (done.stdout == data, done.stderr, done.truncated) == (True, b"err\n", ("lines of stdout",))


def test_input_that_nobody_reads_holds_nobody_up(backend: Backend) -> None:
    assert sh(backend, "exec true", stdin=b"x" * 8_000_000).why is Why.OK


def test_floods_on_both_streams_are_cut_and_end(backend: Backend) -> None:
    done = sh(backend, "yes out & yes err >&2", bounds=Bounds(wall=0.5, stdout=1_000, stderr=1_000))
    assert (done.why, len(done.stdout), len(done.stderr)) == (Why.TIMEOUT, 1_000, 1_000)
    assert {"stdout", "stderr"} <= set(done.truncated)


def test_the_tail_of_the_errors_is_the_true_one(backend: Backend) -> None:
    assert sh(backend, "seq 1 100000 >&2", bounds=Bounds(stderr=100)).stderr.endswith(b"99999\n100000\n")


def test_a_result_that_counts_whole_is_ended_at_its_cap(backend: Backend) -> None:
    done = sh(backend, "yes", whole=True, bounds=Bounds(stdout=1_000))
    assert (done.why, len(done.stdout)) == (Why.CAP, 1_000)


@pytest.mark.parametrize("script", ["trap '' TERM; sleep 60", "kill -STOP $$; sleep 60", "exec >&- 2>&-; sleep 60"])
def test_a_deadline_ends_whatever_does_not_want_to(backend: Backend, script: str) -> None:
    assert sh(backend, script, bounds=Bounds(wall=0.4)).why is Why.TIMEOUT


def test_a_grandchild_that_holds_the_pipe_ends_with_the_run(backend: Backend) -> None:
    assert sh(backend, "sleep 60 & echo done", bounds=Bounds(wall=20)).stdout == b"done\n"


def test_a_program_that_is_not_there_never_ran(backend: Backend) -> None:
    said = ""
    with suppress(CannotRun):
        done = asyncio.run(backend.run(plan(backend, "/no/such/program")))
        said = done.stderr.decode()
        assert (done.why, done.exit, "/no/such/program" in said) == (Why.REFUSED, None, True)
    assert said or backend.boundary is Boundary.UNCONFINED


def test_whoever_cancels_it_ends_it(backend: Backend) -> None:
    async def story() -> Why:
        up = asyncio.Event()
        child = backend.start(plan(backend, "/bin/sh", "-c", "echo up; sleep 60"), lambda stream, line: up.set())
        task = asyncio.create_task(child.done())
        await up.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await child.end()
        assert not child.running
        return child.told().why

    assert asyncio.run(story()) is Why.FAILED


def test_processor_time_is_bounded(backend: Backend) -> None:
    done = python(backend, "while True: pass", bounds=Bounds(wall=60, cpu=0.1))
    assert done.why is Why.FAILED
    assert done.signal in (9, 24)


def test_a_file_without_end_is_not_written(backend: Backend) -> None:
    script = "head -c 5000000 /dev/zero > f 2>/dev/null; stat -c %s f; rm f"
    done = sh(backend, f"cd $(mktemp -d) && sleep 0.3; {script}", bounds=Bounds(file_bytes=1_000_000))
    assert done.stdout == b"1000000\n"


def test_it_is_given_its_environment_and_nothing_of_ours(backend: Backend, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SEALSKILL_TEST_SECRET", "hunter2")
    asked = plan(backend, "/usr/bin/env", env={"A": "one two\n@three"})
    said = asyncio.run(backend.run(asked)).stdout
    assert set(said.split(b"\0" if b"\0" in said else b"\n")) - {b"PWD=/work"} == {b"A=one two", b"@three", b""}


def test_two_at_once_are_two(backend: Backend) -> None:
    def one(word: str) -> Plan:
        return plan(backend, "/bin/sh", "-c", f"sleep 0.2; echo {word}")

    async def story() -> list[bytes]:
        return [one.stdout for one in await asyncio.gather(*(backend.run(one(word)) for word in ("a", "b")))]

    assert asyncio.run(story()) == [b"a\n", b"b\n"]
