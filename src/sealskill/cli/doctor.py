"""`sealskill doctor`."""

from __future__ import annotations

import platform
import shutil
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from sealskill.cli.frame import exits, screen
from sealskill.cli.frame.command import Command
from sealskill.cli.frame.flags import Json
from sealskill.report import doctor
from sealskill.report.shapes import DoctorDocument, Probe

# Extra → the module that proves it is there, and what it is for.
_EXTRAS = {
    "judge": ("httpx2", "asks a second reader in `scan --judge`; without it nobody is asked"),
    "keyring": ("keyring", "takes secrets from the keyring of the system, `source: keyring`"),
    "postgres": ("pg8000", "keeps changes and the audit in PostgreSQL; without it SQLite keeps them"),
    "watch": ("watchfiles", "notices a changed skill at once; without it the watcher polls"),
    "web": ("httpcore2", "fetches pages and answers for the web tools; without it they say so"),
}

# Boundary → the program, what it is for, and how a Debian machine gets it.
_BOUNDARIES = {
    "bwrap": ("the default boundary of subprocess skills", "sudo apt install bubblewrap"),
    "podman": ("images as a boundary, without root", "sudo apt install podman"),
    "docker": ("images as a boundary", "sudo apt install docker.io"),
    "deno": ("`.ts` and `.js` entries", "https://docs.deno.com/runtime/getting_started/installation/"),
}
_TOOLS = {
    "git": ("skills from repositories", "sudo apt install git"),
    "node": ("install options of kind node", "sudo apt install nodejs npm"),
    "brew": ("install options of kind brew", "https://brew.sh"),
    "uv": ("install options of kind uv", "pip install uv"),
    "go": ("install options of kind go", "sudo apt install golang-go"),
}


def run(*, json: Json = False) -> int:
    """Say which extras, programs and boundaries this machine has, and the command that adds each of the others."""
    python, system = platform.python_version(), platform.platform(terse=True)
    probes = tuple(probe())
    if json:
        screen.emit("doctor/1", DoctorDocument(python=python, platform=system, probes=probes))
    else:
        screen.show(doctor.doctor(python, system, probes))
    return exits.DONE


def probe(proc: Path = Path("/proc")) -> Iterator[Probe]:
    """Yield every probe. Nothing is run: a program counts when it is on PATH."""
    for extra, (module, purpose) in _EXTRAS.items():
        yield _extra(extra, module, purpose)
    for name, (purpose, advice) in _BOUNDARIES.items():
        yield _program("Boundaries", name, purpose, advice)
    yield _namespaces(proc)
    for name, (purpose, advice) in _TOOLS.items():
        yield _program("Programs", name, purpose, advice)


def _extra(extra: str, module: str, purpose: str) -> Probe:
    found = find_spec(module) is not None
    advice = "" if found else f"pip install 'sealskill[{extra}]'"
    return Probe(group="Extras", name=extra, found=found, where=module, purpose=purpose, advice=advice)


def _program(group: str, name: str, purpose: str, advice: str) -> Probe:
    where = shutil.which(name) or ""
    return Probe(
        group=group, name=name, found=bool(where), where=where, purpose=purpose, advice="" if where else advice
    )  # fmt: skip


# Each of these files can forbid what bubblewrap needs; a kernel without the file does not forbid it.
_SWITCHES = {
    "sys/user/max_user_namespaces": ("0", "sudo sysctl -w user.max_user_namespaces=15000"),
    "sys/kernel/unprivileged_userns_clone": ("0", "sudo sysctl -w kernel.unprivileged_userns_clone=1"),
    "sys/kernel/apparmor_restrict_unprivileged_userns": (
        "1",
        "allow bwrap in AppArmor, or sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0",
    ),
}


def _namespaces(proc: Path) -> Probe:
    closed = [advice for path, (off, advice) in _SWITCHES.items() if _read(proc / path) == off]
    found = (proc / "self/ns/user").exists() and not closed
    return Probe(
        group="Boundaries",
        name="user namespaces",
        found=found,
        where=str(proc / "self/ns/user") if found else "",
        purpose="what bubblewrap and rootless podman build on",
        advice="" if found else "; ".join(closed) or "a Linux kernel with CONFIG_USER_NS is needed",
    )


def _read(path: Path) -> str:
    try:
        return path.read_text().strip()
    except OSError:
        return ""


COMMAND = Command(name="doctor", run=run)
