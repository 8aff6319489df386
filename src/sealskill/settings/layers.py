"""One layer for each source: what it gives, what is wrong with it, and what it said in vain."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from sealskill.model.settings import Shown
from sealskill.model.value import Value
from sealskill.settings import files
from sealskill.settings.files import Unreadable
from sealskill.settings.kinds import Bag, Where
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
    """The layer of a stream, its faults cut where a person stops reading."""
    given, faults = [], []
    for item in stream:
        if isinstance(item, Given):
            given.append(item)
        else:
            faults.append(item.says)
    if len(faults) > _FAULTS_TOLD:
        faults = [*faults[:_FAULTS_TOLD], f"and {len(faults) - _FAULTS_TOLD} more faults like these"]
    return Layer(given=tuple(given), faults=tuple(faults), ignored=ignored, digest=digest)


def own_files(folder: Path, owner: str, home: Path) -> Layer:
    """The layer of `config.yaml`, `config.json5` or `config.toml` in a folder; two of them at once are a fault."""
    ignored = _near_misses(folder, "config", owner)
    found = files.present(folder, files.OUR_FILES)
    if len(found) > 1:
        names = " and ".join(map(str, found))
        return Layer(faults=(f"{names} are both there: keep one",), ignored=ignored)
    return collected((item for path in found for item in _read(path, owner, home)), ignored)


def workspace_file(workspace: Path, home: Path) -> Layer:
    """The layer of the workspace, with the digest of exactly the bytes that were read."""
    ignored = _near_misses(workspace, "sealskill", "workspace")
    read: dict[str, bytes] = {}
    stream: list[Given | Fault] = []
    for path in files.present(workspace, files.WORKSPACE_FILES):
        try:
            read[path.name] = files.content(path, follow=False)
        except Unreadable as error:
            return Layer(faults=(f"{path} {error}",), ignored=ignored)
        where = Where(home=home, folder=workspace)
        stream += _settings(path, read[path.name], f"workspace {path.name}", where)
    return collected(stream, ignored, files.digest(read))


def opened(layer: Layer) -> Layer:
    """The layer with the host's own file read where `host_config` names one. Only for a layer that may say so."""
    stream: list[Given | Fault] = [
        _opened(item, item.value) if isinstance(item.value, Path) else item for item in layer.given
    ]
    after = collected(stream, layer.ignored, layer.digest)
    return Layer(given=after.given, faults=layer.faults + after.faults, ignored=after.ignored, digest=after.digest)


def _opened(given: Given, path: Path) -> Given | Fault:
    try:
        tree = files.tree_of(path, files.content(path), "json5")
    except Unreadable as error:
        return Fault(says=f"{given.source}: `host_config` names {path}, which {error}")
    if isinstance(tree, str):
        return Fault(says=f"{given.source}: `host_config` names a file that cannot be used: {tree}")
    return Given(key=given.key, leaf=given.leaf, value=Bag(tree), source=given.source)


def _read(path: Path, owner: str, home: Path) -> Stream:
    try:
        data = files.content(path)
    except Unreadable as error:
        yield Fault(says=f"{path} {error}")
        return
    yield from _settings(path, data, f"{owner} {path}", Where(home=home, folder=path.parent))


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
        Shown(key=path.name, value=None, source=f"{owner} {path}", ignored=f"not read: name it {wrong[path.name]}")
        for path in files.present(folder, wrong)
    )
