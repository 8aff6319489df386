"""Score scanners beside each other, on a labelled corpus and on our own samples: what each misses and flags.

usage: python bench/compare.py CORPUS [--write docs/rivals.md] [--cisco RESULT.json]

CORPUS holds `skills/<id>/` and `dev.jsonl`, a line for each: id, label (malicious, suspicious, benign), tier, category,
group. Nothing of a package is shown or kept, only counts.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(PROJECT))  # run as a file, Python knows the folder of the file only

from bench import behaviours  # noqa: E402
from bench.rivals.install import Missing, Rival, install_cisco  # noqa: E402

MEASURED = PROJECT / "bench" / "rivals" / "measured.toml"
CISCO_BLOCKS = ("HIGH", "CRITICAL")
ORDER = ("block", "warn", "incomplete", "clean")


@dataclass(frozen=True)
class Row:
    """One labelled package."""

    id: str
    label: str
    tier: str
    category: str
    group: str


Verdicts = Mapping[str, str]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--write", type=Path, help="write the page there instead of printing it")
    parser.add_argument(
        "--cisco", type=Path, help="a result of Cisco's scanner to use instead of a run of some minutes"
    )
    parser.add_argument("--cache", type=Path, default=PROJECT / ".cache" / "bench", help="where rivals are kept")
    said = parser.parse_args()
    rows = [_row(json.loads(line)) for line in (said.corpus / "dev.jsonl").read_text().splitlines()]
    folder = (said.corpus / "skills").resolve()
    scanners = {"sealskill": ours(folder), **_rival(said, folder)}
    text = page(rows, scanners) + behaviours.table(_on_samples(said.cache))
    if said.write:
        said.write.write_text(text)
    else:
        print(text)


def _row(said: Mapping[str, str]) -> Row:
    return Row(said["id"], said["label"], said["tier"], said["category"], said.get("group", said["id"]))


def ours(folder: Path, depth: int = 1) -> Verdicts:
    """The worst verdict of every package, by so many parts of its path below the folder."""
    line = [str(Path(sys.executable).parent / "sealskill"), "scan", "--no-cache", "--format", "json", str(folder)]
    told = json.loads(subprocess.run(line, stdout=subprocess.PIPE, check=False).stdout)
    worst: dict[str, str] = {}
    for one in told["skills"]:
        name = _id(one["path"], folder, depth)
        worst[name] = min(worst.get(name, ORDER[-1]), one["verdict"], key=ORDER.index)
    return worst


def _id(path: str, folder: Path, depth: int) -> str:
    return "/".join(Path(path).resolve().relative_to(folder).parts[:depth])


def _rival(said: argparse.Namespace, folder: Path) -> dict[str, Verdicts]:
    found = install_cisco(said.cache)
    if isinstance(found, Missing) and not said.cisco:
        print(f"not measured: {found.name}: {found.why}", file=sys.stderr)
        return {}
    text = said.cisco.read_text() if said.cisco or isinstance(found, Missing) else _told(found, folder)
    return {_name(found): cisco(text, folder)}


def _on_samples(cache: Path) -> dict[str, Verdicts]:
    folder = behaviours.SAMPLES
    found = install_cisco(cache)
    rival = {} if isinstance(found, Missing) else {_name(found): cisco(_told(found, folder), folder, behaviours.DEPTH)}
    return {"sealskill": ours(folder, behaviours.DEPTH), **rival}


def _told(rival: Rival, folder: Path) -> str:
    line = [*rival.command, "scan-all", str(folder), "--recursive", "--lenient", "--format", "json"]
    return subprocess.run(line, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False, text=True).stdout


def _name(rival: Rival | Missing) -> str:
    return "Cisco" if isinstance(rival, Missing) else f"Cisco {rival.version}"


def cisco(text: str, folder: Path, depth: int = 1) -> Verdicts:
    """HIGH and above blocks, MEDIUM warns: the reading that its own exit code takes."""
    told = json.loads(text[text.index("{") :])
    worst: dict[str, str] = {}
    for one in told["results"]:
        name = _id(one["skill_path"], folder, depth)
        said = (
            "block" if one["max_severity"] in CISCO_BLOCKS else "warn" if one["max_severity"] == "MEDIUM" else "clean"
        )
        worst[name] = min(worst.get(name, ORDER[-1]), said, key=ORDER.index)
    return worst


HEAD = """# Other scanners

This page is written by `python bench/compare.py CORPUS --write docs/rivals.md`. The corpus is {number} labelled
packages, among them real malware; it is not a part of this project. `block` is the positive answer: a malicious
package has to be blocked, a benign one must not be. Per group: the mean of the recalls of all campaigns, so that one
large campaign does not decide.

"""


def page(rows: list[Row], scanners: Mapping[str, Verdicts]) -> str:
    """The part of `docs/rivals.md` about the corpus."""
    parts = [HEAD.format(number=len(rows)), _tiers(rows, scanners), _suspicious(rows, scanners)]
    parts += [_categories(rows, scanners, "malicious", "What is blocked of what is malicious")]
    parts += [_categories(rows, scanners, "benign", "What is blocked of what is benign")]
    return "".join([*parts, _measured()])


def _tiers(rows: list[Row], scanners: Mapping[str, Verdicts]) -> str:
    lines = ["| tier | scanner | recall | per group | false positives |", "|---|---|---:|---:|---:|"]
    for tier in sorted({row.tier for row in rows}, reverse=True):
        some = [row for row in rows if row.tier == tier]
        bad, good = _labelled(some, "malicious"), _labelled(some, "benign")
        lines += [
            f"| {tier} | {name} | {_share(bad, said)} | {_groups(bad, said)} | {_share(good, said)} |"
            for name, said in scanners.items()
        ]
    return "## In figures\n\n" + "\n".join(lines) + "\n\n"


def _suspicious(rows: list[Row], scanners: Mapping[str, Verdicts]) -> str:
    some = _labelled(rows, "suspicious")
    lines = ["| scanner | block | warn or incomplete | clean |", "|---|---:|---:|---:|"]
    for name, said in scanners.items():
        count: dict[str, int] = defaultdict(int)
        for row in some:
            count[said.get(row.id, "clean")] += 1
        lines.append(f"| {name} | {count['block']} | {count['warn'] + count['incomplete']} | {count['clean']} |")
    return f"The {len(some)} suspicious packages should be warned of:\n\n" + "\n".join(lines) + "\n\n"


def _categories(rows: list[Row], scanners: Mapping[str, Verdicts], label: str, title: str) -> str:
    names = list(scanners)
    lines = ["| tier | kind | packages | " + " | ".join(names) + " |", "|---|---|---:|" + "---:|" * len(names)]
    kinds: dict[tuple[str, str], list[Row]] = defaultdict(list)
    for row in _labelled(rows, label):
        kinds[row.tier, row.category].append(row)
    for (tier, kind), some in sorted(kinds.items(), reverse=True):
        counts = " | ".join(str(_blocked(some, scanners[name])) for name in names)
        lines.append(f"| {tier} | {kind} | {len(some)} | {counts} |")
    return f"## {title}\n\n" + "\n".join(lines) + "\n\n"


def _measured() -> str:
    told = tomllib.loads(MEASURED.read_text())
    lines = ["| scanner | recall | false positives | note |", "|---|---:|---:|---|"]
    lines += [f"| {one['name']} | {one['recall']} | {one['false']} | {one['note']} |" for one in told["scanner"]]
    return f"## Measured earlier\n\n{told['about']}\n\n" + "\n".join(lines) + "\n"


def _labelled(rows: Iterable[Row], label: str) -> list[Row]:
    return [row for row in rows if row.label == label]


def _blocked(rows: Iterable[Row], said: Verdicts) -> int:
    return sum(said.get(row.id) == "block" for row in rows)


def _share(rows: list[Row], said: Verdicts) -> str:
    return f"{_blocked(rows, said)}/{len(rows)} ({_blocked(rows, said) / len(rows):.1%})" if rows else "–"


def _groups(rows: list[Row], said: Verdicts) -> str:
    groups: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        groups[row.group].append(row)
    recalls = [_blocked(some, said) / len(some) for some in groups.values()]
    return f"{sum(recalls) / len(recalls):.1%} ({len(groups)})" if groups else "–"


if __name__ == "__main__":
    main()
