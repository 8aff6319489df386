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
from sealskill.model.plan import Layer
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
_TRIED = "Layers of bubblewrap, each tried"
LAYERS = {
    Layer.USER_NS: "it has no rights over anything of ours",
    Layer.MOUNT_NS: "it sees the files that were mounted for it",
    Layer.PID_NS: "it sees its own processes, and they end with it",
    Layer.IPC_NS: "it shares no memory with anybody",
    Layer.NET_NS: "it reaches nobody",
    Layer.SECCOMP: "it makes no system call that nobody needs",
    Layer.NO_NEW_PRIVILEGES: "no program makes it somebody else",
    Layer.NON_ROOT: "it is nobody, outside as well",
    Layer.NOEXEC: "what it writes is not executed",
    Layer.MEMORY_CGROUP: "all its processes together have one limit of memory",
    Layer.PIDS_CGROUP: "its processes are counted",
}
"""Layer → what it is for."""
_WEAKER = "a cgroup of our own: start as a service with Delegate=yes; until then each process is limited by itself"
_TOOLS = {
    "git": ("skills from repositories", "sudo apt install git"),
    "node": ("install options of kind node", "sudo apt install nodejs npm"),
    "brew": ("install options of kind brew", "https://brew.sh"),
    "uv": ("install options of kind uv", "pip install uv"),
    "go": ("install options of kind go", "sudo apt install golang-go"),
}


def run(*, json: Json = False) -> int:
    """Say which extras, programs and boundaries this machine has, and the command that adds each of the others.

    The layers of the default boundary are tried: a program of ours runs in it and tries what each should stop.
    """
    python, system = platform.python_version(), platform.platform(terse=True)
    probes = (*probe(), *layers())
    if json:
        screen.emit("doctor/1", DoctorDocument(python=python, platform=system, probes=probes))
    else:
        screen.show(doctor.doctor(python, system, probes))
    return exits.DONE


def probe(proc: Path = Path("/proc")) -> Iterator[Probe]:
    """Yield what files and PATH tell. Nothing is run: a program counts when it is on PATH."""
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


def _namespaces(proc: Path) -> Probe:
    from sealskill.execute.probe import namespaces  # late: what runs programs is only wanted here

    advice = namespaces(proc)
    where = "" if advice else str(proc / "self/ns/user")
    return Probe(
        group="Boundaries", name="user namespaces", found=not advice, where=where,
        purpose="what bubblewrap and rootless podman build on", advice=advice,
    )  # fmt: skip


def layers() -> Iterator[Probe]:
    """Each layer of the default boundary: there where it held against a program that tried, just now."""
    from sealskill.execute import probe as tried  # late, as above

    found = tried.bubblewrap()
    advice = found.advice or found.fault
    for layer, purpose in LAYERS.items():
        held = layer in found.layers
        yield Probe(group=_TRIED, name=layer, found=held, purpose=purpose, advice="" if held else advice or _WEAKER)


COMMAND = Command(name="doctor", run=run)
