"""What a grant may say, and each thing in one spelling. Pure: whether a path is real is asked where it is granted."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterator

from msgspec.structs import replace

from sealskill.model import address
from sealskill.model.environment import never_passes
from sealskill.model.grant import Grant

BOUNDARIES = ("bubblewrap", "container", "wasm", "deno", "unconfined")
UNCONFINED = "unconfined"
"""The boundary that is none."""
MODES = ("read", "write")
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_UNSPEAKABLE = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff]")
_MACHINE = ("/proc", "/sys", "/dev")
"""No files: whoever may write there may do anything."""
_PARTS = ("egress", "unsafe_private", "paths", "env", "accepts", "boundary", "tools", "persona", "assets")


class Unfit(ValueError):
    """What a grant must not say; `faults` are all of them."""

    def __init__(self, faults: tuple[str, ...]) -> None:
        super().__init__("; ".join(faults))
        self.faults = faults


def fit(grant: Grant, kept: tuple[str, ...] = ()) -> Grant:
    """The grant with everything in one spelling. `kept` are real paths no grant may reach: where grants are kept.

    Raises Unfit with every fault at once.
    """
    faults: list[str] = []

    def each(part: str, given: tuple[str, ...], read: Callable[[str], str]) -> tuple[str, ...]:
        return tuple(sorted({one for text in given for one in _read(part, text, read, faults)}))

    def real(path: str) -> str:
        return _path(path, kept)

    made = replace(
        grant,
        egress=each("egress", grant.egress, address.destination),
        unsafe_private=each("unsafe_private", grant.unsafe_private, address.private),
        env=each("env", grant.env, _variable),
        paths={one: mode for path, mode in grant.paths.items() for one in _read("path", path, real, faults)},
    )
    faults += _words(grant)
    if faults:
        raise Unfit(tuple(faults))
    return made


def empty(grant: Grant) -> bool:
    """Whether it gives nothing."""
    return not any(getattr(grant, part) for part in _PARTS)


def given(grant: Grant) -> Iterator[str]:
    """Each thing a grant gives, a line each."""
    yield from (f"egress {one}" for one in grant.egress)
    yield from (f"unsafe_private {one}" for one in grant.unsafe_private)
    yield from (f"path {path} ({mode})" for path, mode in sorted(grant.paths.items()))
    yield from (f"env {name}" for name in grant.env)
    yield from (f"class {grant.accepts.value}",) if grant.accepts else ()
    yield from (f"boundary {grant.boundary}",) if grant.boundary else ()
    yield from (f"tool {name}" for name in grant.tools)
    yield from (f"persona {grant.persona}",) if grant.persona else ()
    yield from (f"asset {path}" for path in grant.assets)


def _read(part: str, text: str, read: Callable[[str], str], faults: list[str]) -> Iterator[str]:
    try:
        if _UNSPEAKABLE.search(text):
            raise ValueError("holds characters that cannot be seen")
        yield read(text)
    except ValueError as exc:
        faults.append(f"{part} {_UNSPEAKABLE.sub('?', text)!r} {exc}")


def _variable(name: str) -> str:
    if not _NAME.fullmatch(name):
        raise ValueError("is not the name of a variable")
    if why := never_passes(name):
        raise ValueError(f"is never handed over: {why}")
    return name


def _path(path: str, kept: tuple[str, ...]) -> str:
    if not path.startswith("/") or posixpath.normpath(path) != path or path.startswith("//"):
        raise ValueError("must be a whole path, written without `.`, `..` or a second slash")
    if path == "/" or any(_below(path, one) for one in _MACHINE):
        raise ValueError("is the machine itself")
    if any(_below(path, one) or _below(one, path) for one in kept):
        raise ValueError("holds, or is, the place where grants and answers are kept")
    return path


def _below(path: str, folder: str) -> bool:
    return path == folder or path.startswith(f"{folder}/")


def _words(grant: Grant) -> Iterator[str]:
    if grant.boundary and grant.boundary not in BOUNDARIES:
        yield f"boundary must be one of {', '.join(BOUNDARIES)}"
    if any(mode not in MODES for mode in grant.paths.values()):
        yield "a path is given to `read` or to `write`"
    if not grant.skill and not grant.group:
        yield "a grant is for a skill, or for a group"
    for part in ("skill", "seal", "group"):
        if _UNSPEAKABLE.search(getattr(grant, part)):
            yield f"{part} holds characters that cannot be seen"
