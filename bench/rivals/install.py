"""Put the other loaders into the cache folder of the bench, at exact versions whose digests we know.

Nothing of them is kept in the project. Each `install_*` returns what starts that
loader, or says why it cannot be had here.
"""

from __future__ import annotations

import base64
import hashlib
import json
import shutil
import subprocess
import sys
import tarfile
import venv
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
CISCO = "cisco-ai-skill-scanner"
COULD_FAIL = (OSError, subprocess.CalledProcessError)


@dataclass(frozen=True)
class Rival:
    """A loader that can be started: `command + (folder, rounds, warm-up)`."""

    name: str
    version: str
    command: tuple[str, ...]


@dataclass(frozen=True)
class Missing:
    """A loader that cannot be measured here, and why."""

    name: str
    why: str


class WrongDigest(Exception):
    """A fetched archive is not the one that was pinned."""


def install_pi(cache: Path) -> Rival | Missing:
    """pi's loader (npm), with the two libraries that it imports."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if not node or not npm:
        return Missing("pi", "needs node and npm")
    wanted = json.loads((HERE / "package.json").read_text())
    modules = cache / "node_modules"
    try:
        for package, version in wanted["dependencies"].items():
            _unpack(npm, package, version, wanted["integrity"][package], modules)
    except COULD_FAIL as error:
        return Missing("pi", f"npm: {error}")
    command = (node, str(HERE / "pi_load.mjs"), str(modules))
    return Rival("pi", wanted["dependencies"]["@mariozechner/pi-coding-agent"], command)


def _unpack(npm: str, package: str, version: str, integrity: str, modules: Path) -> None:
    target = modules / package
    stamp = target / ".integrity"
    if stamp.is_file() and stamp.read_text() == integrity:
        return
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    line = [npm, "pack", f"{package}@{version}", "--json", "--ignore-scripts", "--pack-destination", str(target)]
    said = subprocess.run(line, check=True, capture_output=True, text=True, cwd=modules)
    archive = target / json.loads(said.stdout)[0]["filename"]
    got = "sha512-" + base64.b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode()
    if got != integrity:
        raise WrongDigest(f"{package} {version}: {got}")
    with tarfile.open(archive) as packed:
        for member in packed.getmembers():
            member.name = member.name.partition("/")[2]  # every npm archive starts with one folder
            if member.name:
                packed.extract(member, target, filter="data")
    archive.unlink()
    stamp.write_text(integrity)


def install_skills_ref(cache: Path) -> Rival | Missing:
    """The reference reader (PyPI)."""
    home = _environment(cache, "skills-ref", HERE / "skills_ref.txt")
    if isinstance(home, Missing):
        return home
    line = (str(home / "bin" / "python"), str(HERE / "skills_ref_load.py"))
    return Rival("skills-ref", _pinned("skills-ref", HERE / "skills_ref.txt"), line)


def install_cisco(cache: Path) -> Rival | Missing:
    """Cisco's scanner (PyPI), as its users start it for a tree of skills."""
    home = _environment(cache, "cisco", HERE / "cisco.txt")
    if isinstance(home, Missing):
        return home
    return Rival("Cisco skill-scanner", _pinned(CISCO, HERE / "cisco.txt"), (str(home / "bin" / "skill-scanner"),))


def _environment(cache: Path, name: str, requirements: Path) -> Path | Missing:
    """A virtual environment that holds what a file pins, and nothing else."""
    home = cache / name
    wanted = requirements.read_text()
    stamp = home / "requirements.txt"
    try:
        if not stamp.is_file() or stamp.read_text() != wanted:
            venv.create(home, clear=True, with_pip=True)
            python = str(home / "bin" / "python")
            line = [python, "-m", "pip", "install", "--quiet", "--require-hashes", "-r", str(requirements)]
            subprocess.run(line, check=True, stdout=sys.stderr)
            stamp.write_text(wanted)
    except COULD_FAIL as error:
        return Missing(name, f"pip: {error}")
    return home


def _pinned(package: str, requirements: Path) -> str:
    return requirements.read_text().partition(f"{package}==")[2].split()[0]


if __name__ == "__main__":
    where = Path(sys.argv[1] if len(sys.argv) > 1 else ".cache/bench").resolve()
    for rival in (install_pi(where), install_skills_ref(where), install_cisco(where)):
        print(rival)
