"""Every way a package can be odd or broken, and how each of its manifests should end: one function, one package."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

from bench.maker import FILES, Kind, Maker, script_name

OVERSIZE = 2_500_000  # bytes; above any cap a reader of instructions would set

BUNDLE = """apiVersion: ironclaw.dev/skill/v1
name: {name}
version: 1.2.0
description: {line}
grants:
  persona: |
    {line}
  tools: [web_search, http_get]
  egress: [{host}]
  assets: [{asset}]
"""

Text = Callable[[Maker, str], str | bytes]


def _skill(text: Text) -> Callable[[Maker], None]:
    """A writer for a package that is odd only in the text of its `SKILL.md`."""

    def write(maker: Maker) -> None:
        name = maker.name()
        maker.skill(maker.folder(name), text(maker, name))

    return write


def _front(description: str | None = None, extra: str = "") -> Text:
    return lambda maker, name: maker.front(name, description, extra) + maker.body(name)


def _colon(maker: Maker, name: str) -> str:
    return maker.front(name, f"{maker.prose.sentence()} Use when: {maker.prose.sentence()}") + maker.body(name)


def _crlf(maker: Maker, name: str) -> str:
    return (maker.front(name) + maker.body(name)).replace("\n", "\r\n")


def _long(maker: Maker, name: str) -> str:
    return maker.front(name, maker.prose.line(1400)) + maker.body(name)


def _unclosed(maker: Maker, name: str) -> str:
    return f"---\nname: {name}\ndescription: {maker.prose.sentence()}\n\n{maker.prose.markdown(400)}"


def _latin(maker: Maker, name: str) -> bytes:
    return maker.front(name, "The café list.").encode("latin-1", "replace")


def _bomb(maker: Maker, name: str) -> str:
    """Aliases that would unfold to 9^8 strings."""
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 9)]
    return (
        f"---\nname: {name}\ndescription: {maker.prose.sentence()}\n" + "\n".join(lines) + f"\n---\n{maker.body(name)}"
    )


def _no_description(maker: Maker, name: str) -> str:
    return f"---\nname: {name}\nversion: 1.0.0\n---\n{maker.body(name)}"


def _duplicate(maker: Maker) -> None:
    """A folder of its own that claims the name of an earlier package."""
    name = maker.rng.choice(maker.done)[0]
    maker.skill(maker.root / f"copy-{maker.name()}" / name, maker.front(name) + maker.body(name))


def _renamed(rename: Callable[[str], str]) -> Callable[[Maker], None]:
    def write(maker: Maker) -> None:
        name = maker.name()
        maker.skill(maker.folder(name), maker.front(rename(name)) + maker.body(name))

    return write


def _many_files(maker: Maker) -> None:
    name = maker.name()
    folder = maker.folder(name)
    maker.put(folder / "SKILL.md", maker.front(name) + maker.body(name))
    for number in range(FILES[2] - 1):
        maker.put(folder / "references" / f"page-{number}.md", maker.prose.markdown(1800))


def _unreadable(maker: Maker) -> None:
    """No permission bits at all."""
    name = maker.name()
    folder = maker.folder(name)
    maker.skill(folder, maker.front(name) + maker.body(name))
    (folder / "SKILL.md").chmod(0)


def _special(make: Callable[[Path], None]) -> Callable[[Maker], None]:
    """A package whose `SKILL.md` is there by name but is no regular file."""

    def write(maker: Maker) -> None:
        folder = maker.folder(maker.name())
        folder.mkdir(parents=True)
        make(folder / "SKILL.md")

    return write


def _stranger(maker: Maker) -> Path:
    """A whole skill outside every root."""
    name = maker.name()
    maker.put(maker.outside / name / "SKILL.md", maker.front(name) + maker.body(name))
    return maker.outside / name


def _folder_link_out(maker: Maker) -> None:
    stranger = _stranger(maker)
    maker.link(maker.root / stranger.name, stranger)


def _file_link_out(maker: Maker) -> None:
    stranger = _stranger(maker)
    folder = maker.root / stranger.name
    folder.mkdir()
    maker.link(folder / "SKILL.md", stranger / "SKILL.md")


def _folder_link_in(maker: Maker) -> None:
    """A link to a skill of the same root, which is read where it stands."""
    maker.link(maker.root / f"link-{maker.name()}", maker.rng.choice(maker.done)[1])


def _ring(maker: Maker) -> None:
    """Two links that point at each other, and one that points at its own folder."""
    group = maker.root / f"ring-{maker.name()}"
    group.mkdir()
    (group / "there").symlink_to("back")
    (group / "back").symlink_to("there")
    (group / "self").symlink_to(".", target_is_directory=True)


def _below(*inner: str, group: bool = False) -> Callable[[Maker], None]:
    """A good skill with one more manifest deeper in it, or in a folder beside it (`group`)."""

    def write(maker: Maker) -> None:
        name, deeper = maker.name(), maker.name()
        folder = maker.root / f"with-{maker.name()}" / name
        maker.skill(folder, maker.front(name) + maker.body(name))
        start = folder.parent if group else folder
        maker.put(start.joinpath(*inner, deeper, "SKILL.md"), maker.front(deeper) + maker.body(deeper))

    return write


def _json(
    root: str = "external", beside: bool = False, runnable: bool = True, raw: str | None = None, **changes: object
) -> Callable[[Maker], None]:
    """A `skill.json` package; `changes` replace fields of a good manifest, `raw` replaces the whole text."""

    def write(maker: Maker) -> None:
        name = maker.name()
        fields: dict[str, object] = {
            "name": name.replace("-", "_"),
            "description": maker.prose.sentence(),
            "entry": "run.sh",
            "class": "safe",
            "env_allow": ["PATH"],
            "schema": {"type": "object", "properties": {"path": {"type": "string"}}},
            "timeout_seconds": 20,
        }
        fields.update({field.rstrip("_"): value for field, value in changes.items()})
        folder = maker.base / root / name
        maker.put(folder / "skill.json", raw if raw is not None else json.dumps(fields, indent=2) + "\n")
        maker.put(folder / "run.sh", "#!/bin/sh\ncat\n", 0o755 if runnable else 0o644)
        if beside:
            maker.put(folder / "SKILL.md", maker.front(name) + maker.body(name))

    return write


def _json_link_out(maker: Maker) -> None:
    name = maker.name()
    folder = maker.external / name
    fields = {"name": name.replace("-", "_"), "description": maker.prose.sentence(), "entry": "run.sh"}
    maker.put(folder / "skill.json", json.dumps(fields) + "\n")
    maker.put(maker.outside / f"{name}.sh", "#!/bin/sh\ncat\n", 0o755)
    maker.link(folder / "run.sh", maker.outside / f"{name}.sh")


def _json_twice(maker: Maker) -> None:
    """Two packages of one name under the same root; the first registered wins."""
    name = f"twice_{len(maker.names)}"
    for _ in range(2):
        _json(name=name)(maker)


def _bundle(
    extra: str = "", asset: str = "reference/notes.md", host: str = "search.example", beside: bool = False
) -> Callable[[Maker], None]:
    """A `skill.yaml` bundle."""

    def write(maker: Maker) -> None:
        name = maker.name()
        text = BUNDLE.format(name=name, line=maker.prose.sentence(), host=host, asset=asset) + extra
        maker.put(maker.root / name / "skill.yaml", text)
        maker.put(maker.root / name / "reference" / "notes.md", maker.prose.markdown(900))
        if beside:
            maker.put(maker.root / name / "SKILL.md", maker.front(name) + maker.body(name))

    return write


LOADS, INVALID, LINKED = {"loads": 1}, {"invalid": 1}, {"linked": 1}
LOCKED = {"loads": 1} if os.geteuid() == 0 else {"unreadable": 1}  # root reads everything
NESTED, SKIPPED = {"loads": 1, "nested": 1}, {"loads": 1, "skipped": 1}

# The shares of no frontmatter, bad YAML and doubled names are the archive's own; the others are there to be seen.
# What would dominate a race (bomb, ring, oversize) is there once or twice: we do not race anybody's worst case.
FAULTS: tuple[Kind, ...] = (
    Kind("no-frontmatter", 127, INVALID, _skill(lambda maker, name: maker.body(name))),
    Kind("unclosed-flow", 30, INVALID, _skill(_front(extra="tags: [alpha, beta\n"))),
    Kind("colon-in-description", 60, LOADS, _skill(_colon)),
    Kind("duplicate-name", 150, {"duplicate": 1}, _duplicate),
    Kind("name-in-any-script", 60, LOADS, script_name),
    Kind("name-not-folder", 40, LOADS, _renamed(lambda name: f"{name}-too")),
    Kind("name-upper-case", 10, LOADS, _renamed(str.title)),
    Kind("no-description", 20, INVALID, _skill(_no_description)),
    Kind("blank-description", 10, INVALID, _skill(_front(description='"  "'))),
    Kind("long-description", 10, LOADS, _skill(_long)),
    Kind("duplicate-key", 12, INVALID, _skill(_front(extra="description: a second one\n"))),
    Kind("unclosed-fence", 10, INVALID, _skill(_unclosed)),
    Kind("empty-file", 4, INVALID, _skill(lambda maker, name: "")),
    Kind("byte-order-mark", 20, LOADS, _skill(lambda maker, name: "\ufeff" + maker.front(name) + maker.body(name))),
    Kind("crlf", 40, LOADS, _skill(_crlf)),
    Kind("not-utf8", 6, INVALID, _skill(_latin)),
    Kind("alias-bomb", 1, INVALID, _skill(_bomb)),
    Kind("oversize", 1, INVALID, _skill(lambda maker, name: maker.front(name) + maker.prose.markdown(OVERSIZE))),
    Kind("many-files", 1, LOADS, _many_files),
    Kind("unreadable", 5, LOCKED, _unreadable),
    Kind("fifo", 2, {"unreadable": 1}, _special(os.mkfifo)),
    Kind("manifest-is-a-folder", 2, {"unreadable": 1}, _special(Path.mkdir)),
    Kind("dangling-link", 3, LINKED, _special(lambda path: path.symlink_to("nowhere.md"))),
    Kind("folder-link-out", 6, LINKED, _folder_link_out),
    Kind("file-link-out", 4, LINKED, _file_link_out),
    Kind("folder-link-in", 4, {}, _folder_link_in),
    Kind("link-ring", 2, {}, _ring),
    Kind("nested", 40, NESTED, _below("examples")),
    Kind("in-node-modules", 10, SKIPPED, _below("node_modules", group=True)),
    Kind("in-git", 5, SKIPPED, _below(".git", "modules", group=True)),
    Kind("in-venv", 5, SKIPPED, _below(".venv", "lib", group=True)),
    Kind("in-own-node-modules", 5, SKIPPED, _below("node_modules")),
    Kind("json", 30, LOADS, _json(), external=True),
    Kind("json-two-of-a-name", 2, {"loads": 1, "duplicate": 1}, _json_twice, external=True),
    Kind("json-beside-skill-md", 6, LOADS, _json(beside=True), external=True),
    Kind("json-bad-name", 4, INVALID, _json(name="Not-Snake"), external=True),
    Kind("json-bad-class", 4, INVALID, _json(class_="harmless"), external=True),
    Kind("json-bad-schema", 3, INVALID, _json(schema={"type": 7}), external=True),
    Kind("json-entry-escapes", 4, INVALID, _json(entry="../../outside/run.sh"), external=True),
    Kind("json-entry-link-out", 3, INVALID, _json_link_out, external=True),
    Kind("json-entry-missing", 3, INVALID, _json(entry="gone.sh"), external=True),
    Kind("json-entry-not-executable", 3, INVALID, _json(runnable=False), external=True),
    Kind("json-torn", 3, INVALID, _json(raw='{"name": "torn",, }'), external=True),
    Kind("json-misplaced", 8, {"misplaced": 1}, _json(root="skills")),
    Kind("bundle", 20, LOADS, _bundle()),
    Kind("bundle-unknown-key", 3, INVALID, _bundle(extra="command: run.sh\n")),
    Kind("bundle-bad-host", 3, INVALID, _bundle(host="https://search.example/x")),
    Kind("bundle-missing-asset", 3, INVALID, _bundle(asset="reference/gone.md")),
    Kind("bundle-beside-skill-md", 3, INVALID, _bundle(beside=True)),
)  # fmt: skip
