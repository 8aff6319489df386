"""Several processes at the same files: whoever reads sees whole files, whoever makes one makes it alone."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from sealskill.errors import Failed
from sealskill.session.files import SessionFiles
from sealskill.session.ground import Ground

WRITER = """
import sys
from pathlib import Path
from sealskill.errors import Failed
from sealskill.session.files import SessionFiles
from sealskill.session.ground import Ground
base, mark = Path(sys.argv[1]), sys.argv[2].encode()
files = SessionFiles(Ground(str(base / "ws"), home=str(base), state=str(base / "state")), lambda key: base)
print("ready", flush=True)
sys.stdin.readline()
won = 0
for number in range(150):
    files.write("shared", mark * 20_000)
    try:
        files.write(f"new/{number}", mark, new=True)
        won += 1
    except Failed:
        pass
print(won, flush=True)
"""


@pytest.fixture
def files(tmp_path: Path) -> SessionFiles:
    (tmp_path / "ws").mkdir()
    return SessionFiles(
        Ground(str(tmp_path / "ws"), home=str(tmp_path), state=str(tmp_path / "state")), lambda key: tmp_path
    )


def writer(base: Path, mark: str) -> subprocess.Popen[str]:
    child = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(base), mark], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert child.stdout
    child.stdout.readline()
    return child


def test_two_that_write_the_same_files_leave_whole_files_and_one_maker_of_each(
    tmp_path: Path, files: SessionFiles
) -> None:
    files.write("shared", b"a" * 20_000)
    children = [writer(tmp_path, mark) for mark in "bc"]
    for child in children:
        assert child.stdin
        child.stdin.write("go\n")
        child.stdin.flush()
    seen = set()
    for _ in range(300):
        try:
            data = files.read("shared", 30_000)
        except Failed:
            continue  # it was replaced while it was read, and that is said
        assert len(data) == 20_000
        assert len(set(data)) == 1
        seen.add(data[:1])
    won = [int(child.communicate()[0]) for child in children]
    assert seen
    assert sum(won) == 150
    assert len(list((tmp_path / "ws/new").iterdir())) == 150
    assert not list((tmp_path / "ws").rglob(".sealskill-*"))
