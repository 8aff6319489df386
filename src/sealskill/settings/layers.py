"""One layer for each source: what it gives, what is wrong with it, and what it said in vain."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec

from sealskill.model.settings import Shown
from sealskill.model.value import Value
from sealskill.settings import files
from sealskill.settings.files import Unreadable
from sealskill.settings.kinds import Bag, Where, Wrong, bag
from sealskill.settings.walk import Fault, Given, Stream, walk

# A hostile file can hold a hundred thousand faults; a person mends a few and looks again.
_FAULTS_TOLD = 50


class Layer(Value):
    """What one source says."""

    given: tuple[Given, ...] = ()
    faults: tuple[str, ...] = ()
    ignored: tuple[Shown, ...] = ()
    digest: str = ""
    """Of the workspace's files; empty if they could not be read."""


def collected(stream: Iterable[Given | Fault], ignored: tuple[Shown, ...] = (), digest: str = "") -> Layer:
    """The layer of a stream. Past the faults a person will mend at once, the rest of the stream is not even read."""
    given, faults = list[Given](), list[str]()
    for item in stream:
        if isinstance(item, Given):
            given.append(item)
        elif len(faults) < _FAULTS_TOLD:
            faults.append(item.says)
        else:
            faults.append("there are more faults like these")
            break
    return Layer(given=tuple(given), faults=tuple(faults), ignored=ignored, digest=digest)


def own_files(folder: Path, owner: str, home: Path) -> Layer:
    """The layer of `config.yaml`, `config.json5` or `config.toml` in a folder; two of them at once are a fault."""
    ignored = _near_misses(folder, "config", owner)
    try:
        found = files.present(folder, files.OUR_FILES)
        if len(found) > 1:
            return Layer(faults=(f"{' and '.join(map(str, found))} are both there: keep one",), ignored=ignored)
        read = [(path, files.content(path)) for path in found]
    except Unreadable as error:
        return Layer(faults=(str(error),), ignored=ignored)
    where = Where(home=home, folder=folder)
    return collected((item for path, data in read for item in _settings(path, data, f"{owner} {path}", where)), ignored)


def workspace_file(workspace: Path, home: Path) -> Layer:
    """The layer of the workspace, with the digest of exactly the bytes that were read."""
    ignored = _near_misses(workspace, "sealskill", "workspace")
    try:
        read = files.workspace_files(workspace)
    except Unreadable as error:
        return Layer(faults=(str(error),), ignored=ignored)
    where = Where(home=home, folder=workspace)
    stream = (item for name in read for item in _settings(workspace / name, read[name], f"workspace {name}", where))
    return collected(stream, ignored, files.digest(read))


def opened(layer: Layer) -> Layer:
    """The layer with the host's own file read where `host_config` names one. Only for a layer that may say so."""
    stream = (_opened(item) if isinstance(item.value, Path) else item for item in layer.given)
    after = collected(stream)
    return msgspec.structs.replace(layer, given=after.given, faults=layer.faults + after.faults)


def _opened(given: Given) -> Given | Fault:
    path: Path = given.value
    try:
        tree = files.tree_of(path, files.content(path), "json5")
        said = tree if isinstance(tree, str) else ""
        read = Bag() if said else bag(tree, Where(home=path.parent, folder=path.parent))
    except (Unreadable, Wrong) as error:
        said = str(error) if isinstance(error, Unreadable) else f"{path} {error}"
    if said:
        return Fault(says=f"{given.source}: `host_config` names a file that cannot be used: {said}")
    return msgspec.structs.replace(given, value=read)


def _settings(path: Path, data: bytes, source: str, where: Where) -> Stream:
    tree = files.tree_of(path, data, path.suffix[1:])
    if isinstance(tree, Mapping):
        yield from walk(tree, source, where)
    else:
        yield Fault(says=tree)


def _near_misses(folder: Path, stem: str, owner: str) -> tuple[Shown, ...]:
    """A line for each settings file under a name that is not ours: it must not look as if it were obeyed."""
    wrong = {name: right for name, right in files.NEAR_MISSES.items() if name.startswith(f"{stem}.")}
    return tuple(
        Shown(key=name, value=None, source=f"{owner} {folder / name}", ignored=f"not read: name it {right}")
        for name, right in wrong.items()
        if os.path.lexists(folder / name)
    )
