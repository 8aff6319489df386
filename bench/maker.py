"""Writes packages of the shape that real ones have: lengths, files per package, extensions and frontmatter keys.

The figures were measured on a public archive of 2,417 skills; the text is made here.
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from bench.prose import SCRIPTS, Prose

FULL = 2400  # the size the numbers of `Kind.share` are stated for

# (value at the middle, sigma of its logarithm, the largest): median, then (ln p95 - ln median) / 1.645
BODY = (3317.0, 0.914, 95_298)
DESCRIPTION = (158.0, 0.62, 1011)
FILES = (3.0, 0.89, 94)
SIDE_FILE = (3300.0, 1.3, 400_000)
SUFFIXES = {"md": 2845, "json": 3207, "py": 1162, "sh": 813, "ts": 607, "js": 488, "go": 93, "mjs": 80, "rs": 63}
FOLDERS = {"md": "references", "json": "assets", "py": "scripts", "sh": "scripts"}
KEYS: tuple[tuple[str, float], ...] = (
    ("metadata", 0.36), ("homepage", 0.15), ("version", 0.13), ("author", 0.077), ("triggers", 0.038), ("tags", 0.036),
    ("license", 0.032), ("user-invocable", 0.025), ("allowed-tools", 0.02), ("compatibility", 0.011),
)  # fmt: skip
BINS = ("git", "curl", "python3", "sh", "jq", "node", "ffmpeg", "gh", "pandoc", "rg")
EMOJI = ("🧭", "📚", "🪴", "🧵", "🗂️", "⚓", "🫖", "🎻")


@dataclass(frozen=True)
class Kind:
    """One sort of package: how many in a full tree, how each of its manifests should end, who writes it, and where."""

    name: str
    share: int
    ends: Mapping[str, int]
    write: Callable[[Maker], None]
    external: bool = False

    def number(self, skills: int) -> int:
        return max(1, round(self.share * skills / FULL))


@dataclass
class Maker:
    """Writes packages under one folder and counts what it writes."""

    base: Path
    rng: Random
    prose: Prose
    names: set[str] = field(default_factory=set)
    groups: list[str] = field(default_factory=list)
    done: list[tuple[str, Path]] = field(default_factory=list)
    files: int = 0
    size: int = 0

    @property
    def root(self) -> Path:
        return self.base / "skills"

    @property
    def external(self) -> Path:
        return self.base / "external"

    @property
    def outside(self) -> Path:
        return self.base / "outside"

    def draw(self, shape: tuple[float, float, int]) -> int:
        middle, sigma, largest = shape
        return min(largest, max(1, round(self.rng.lognormvariate(math.log(middle), sigma))))

    def chance(self, share: float) -> bool:
        return self.rng.random() < share

    def link(self, path: Path, target: Path) -> None:
        """A link that still holds when the whole tree is moved."""
        path.symlink_to(os.path.relpath(target, path.parent))

    def name(self) -> str:
        """A name no other package has."""
        words = [self.prose.word(), self.prose.word()]
        while (name := "-".join(words)) in self.names:
            words.append(self.prose.word())
        self.names.add(name)
        return name

    def folder(self, name: str) -> Path:
        """Where a package goes: half lie flat in the root, half in a group folder (`group/skill`)."""
        if self.chance(0.5):
            return self.root / name
        if not self.groups or self.chance(0.1):
            self.groups.append(f"by-{self.name()}")
        return self.root / self.rng.choice(self.groups) / name

    def put(self, path: Path, text: str | bytes, mode: int = 0o644) -> None:
        """Write one file, and its folders when they are missing."""
        data = text.encode() if isinstance(text, str) else text
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
        try:
            handle = os.open(path, flags, mode)
        except FileNotFoundError:
            path.parent.mkdir(parents=True, exist_ok=True)
            handle = os.open(path, flags, mode)
        with os.fdopen(handle, "wb") as out:
            out.write(data)
        self.files += 1
        self.size += len(data)

    def skill(self, folder: Path, text: str | bytes) -> None:
        """A package whose `SKILL.md` is `text`, with the other files such a package has."""
        self.put(folder / "SKILL.md", text)
        self.side_files(folder)

    def side_files(self, folder: Path) -> None:
        for number in range(self.draw(FILES) - 1):
            suffix = "json" if number == 0 else self.rng.choices(tuple(SUFFIXES), tuple(SUFFIXES.values()))[0]
            small = suffix == "json" and self.chance(0.8)  # most are a registry's half-kilobyte record
            length = self.rng.randrange(120, 500) if small else self.draw(SIDE_FILE)
            place = folder / FOLDERS.get(suffix, "src") if number else folder
            self.put(
                place / f"{self.prose.word()}-{number}.{suffix}",
                self.prose.file(suffix, length),
                0o755 if suffix == "sh" else 0o644,
            )

    def front(self, name: str, description: str | None = None, extra: str = "") -> str:
        """A frontmatter block, fences and all."""
        text = description if description is not None else self.prose.line(self.draw(DESCRIPTION))
        keys = "".join(self.key(key) for key, share in KEYS if self.chance(share))
        return f"---\nname: {name}\ndescription: {text}\n{keys}{extra}---\n"

    def body(self, name: str) -> str:
        return f"\n# {name}\n\n{self.prose.markdown(self.draw(BODY) - 420)}"

    def key(self, key: str) -> str:
        if key == "metadata":
            return self.metadata()
        word, number = self.prose.word, self.rng.randrange
        values = {
            "homepage": f"https://{word()}.example/{word()}",
            "version": f"{number(4)}.{number(20)}.{number(9)}",
            "author": f"{word()} {word()}",
            "triggers": f"[{word()}, {word()}]",
            "tags": f"\n  - {word()}\n  - {word()}",
            "license": "MIT",
            "user-invocable": "true",
            "allowed-tools": "Read Bash(git:*)",
            "compatibility": self.prose.sentence(),
        }
        return f"{key}: {values[key]}\n"

    def metadata(self) -> str:
        """A vendor block: most are one line of JSON, as the registries document it, a fifth are YAML blocks."""
        vendor = self.rng.choice(("openclaw", "openclaw", "clawdbot"))
        needs = {
            "bins": self.rng.sample(BINS, self.rng.randrange(0, 3)),
            "env": [f"{self.prose.word().upper()}_TOKEN"][: self.chance(0.3)],
        }
        block = {"emoji": self.rng.choice(EMOJI), "requires": {key: value for key, value in needs.items() if value}}
        if self.chance(0.8):
            return f"metadata: {json.dumps({vendor: block}, ensure_ascii=False)}\n"
        return f"metadata:\n  {vendor}:\n    emoji: {block['emoji']}\n    requires: {json.dumps(block['requires'])}\n"


def good(maker: Maker) -> None:
    name = maker.name()
    folder = maker.folder(name)
    maker.skill(folder, maker.front(name) + maker.body(name))
    maker.done.append((name, folder))


def script_name(maker: Maker) -> None:
    base = maker.rng.choice(SCRIPTS)
    name = base if base not in maker.names else f"{base}-{len(maker.names)}"
    maker.names.add(name)
    maker.skill(maker.folder(name), maker.front(name) + maker.body(name))
