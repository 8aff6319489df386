"""The reference library's own tests, run against ours under its names."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
SUITE = HERE.parents[1] / ".cache" / "suites" / "skills_ref" / "tests"
ALL = "40 passed"


def test_all_forty_tests_of_the_reference_pass_against_our_library(tmp_path: Path) -> None:
    assert SUITE.is_dir(), "the suite is fetched by `make test`, or by scripts/fetch_suites.py"
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-p",
            "no:cacheprovider",
            "-W",
            "error",
            "--basetemp",
            tmp_path / "t",
            SUITE,
        ],
        cwd=tmp_path,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(HERE), "TMPDIR": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.stdout.strip().splitlines()[-1].startswith(ALL), done.stdout + done.stderr
