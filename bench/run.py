"""Measure sealskill beside the other loaders, in one run, and write the page about it.

usage: python bench/run.py [--rows load,start] [--json] [--write docs/benchmarks.md]
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import tempfile
import time
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(PROJECT))  # run as a file, Python knows the folder of the file only

from bench import audit_rows, call_rows, decide_rows, page, rows, scan_rows  # noqa: E402
from bench.maker import FULL  # noqa: E402
from bench.rivals.install import install_pi, install_skills_ref  # noqa: E402
from bench.rows import Bench  # noqa: E402
from bench.tree import Census, make_tree  # noqa: E402

ROWS = rows.ROWS | scan_rows.ROWS | audit_rows.ROWS | call_rows.ROWS | decide_rows.ROWS
SETTLE = 3.0  # seconds; a cache must not trust a file that changed within the last two


def main() -> None:
    said = _arguments()
    with tempfile.TemporaryDirectory(prefix="sealskill-bench-") as folder:
        bench = _prepare(said, Path(folder))
        done = []
        for name in said.rows:
            done.append(ROWS[name](bench))
            print(page.plain(done[-1]), file=sys.stderr if said.json else sys.stdout, flush=True)
        _unlock(bench.odd)
    if said.json:
        print(json.dumps([row.as_dict() for row in done], indent=1))
    if said.write:
        said.write.write_text(page.markdown(done, bench.odd))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--rows", type=lambda text: text.split(","), default=list(ROWS), help=f"some of {', '.join(ROWS)}"
    )
    parser.add_argument("--json", action="store_true", help="print the measurements as JSON")
    parser.add_argument("--write", type=Path, help="write the page; without --rows it is docs/benchmarks.md")
    parser.add_argument("--skills", type=int, default=FULL, help="packages in the tree")
    parser.add_argument("--turns", type=int, default=3, help="how often the contestants of a row take turns")
    parser.add_argument("--rounds", type=int, default=7, help="how often each measures in one turn")
    parser.add_argument(
        "--cache", type=Path, default=PROJECT / ".cache" / "bench", help="where the other loaders are kept"
    )
    parser.add_argument(
        "--corpus", type=Path, help="folder of packages for the rows about scanning; else generated ones"
    )
    said = parser.parse_args()
    if unknown := set(said.rows) - set(ROWS):
        parser.error(f"no such row: {', '.join(sorted(unknown))}")
    if said.write is None and said.rows == list(ROWS) and said.skills == FULL:
        said.write = PROJECT / "docs" / "benchmarks.md"
    return said


def _prepare(said: argparse.Namespace, folder: Path) -> Bench:
    """Fetch the rivals, write the trees, and let them grow older than a cache's patience."""
    said.cache.mkdir(parents=True, exist_ok=True)
    rivals = (install_pi(said.cache), install_skills_ref(said.cache))
    odd = make_tree(folder / "odd", said.skills)
    plain = make_tree(folder / "plain", said.skills, faults=())
    few = make_tree(folder / "few", max(1, said.skills // 8), faults=())
    time.sleep(SETTLE)
    corpus = (said.corpus or few.root).resolve()
    return Bench(odd, plain, few, rivals, folder / "state", said.turns, said.rounds, said.cache, corpus)


def _unlock(tree: Census) -> None:
    """Let whoever is not root remove the sealed copies and the unreadable files with the rest."""
    shutil.rmtree(tree.root.parent, ignore_errors=True)


if __name__ == "__main__":
    main()
