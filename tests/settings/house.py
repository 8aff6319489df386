"""A small world: a home, a workspace and a system folder, and one way to ask what the settings are."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sealskill import settings
from sealskill.errors import BadSettings
from sealskill.model.settings import Settings, Shown
from sealskill.settings.shape import ROOT

TOP = ", ".join(sorted(ROOT.children))
"""The names at the top of the tree, as a message lists them."""


class House:
    """`home/`, `work/` and `etc/` below one folder; `~` in a file name is none of them, just write `home/…`."""

    def __init__(self, base: Path, files: Mapping[str, str | bytes]) -> None:
        self.base, self.home, self.work, self.etc = base, base / "home", base / "work", base / "etc"
        for folder in (self.home, self.work, self.etc):
            folder.mkdir(exist_ok=True)
        for name, text in files.items():
            self.write(name, text)

    def write(self, name: str, text: str | bytes) -> Path:
        path = self.base / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    def explain(
        self,
        *,
        environ: Mapping[str, str] = {},
        overrides: Mapping[str, Any] = {},
        trusted: bool = False,
        digest: str | None = None,
    ) -> settings.Explained:
        """What `config show` would know. With a digest, the workspace is trusted for that one alone."""
        return settings.explain(
            environ=environ,
            home=self.home,
            workspace=self.work,
            overrides=overrides,
            trust=lambda workspace, now: trusted or now == digest,
            system_dir=self.etc,
        )

    def load(self, **asked: Any) -> Settings:
        found = self.explain(**asked)
        assert found.problems == ()
        assert found.settings is not None
        return found.settings

    def problems(self, **asked: Any) -> tuple[str, ...]:
        """The faults, with the folder of the test left out."""
        found = self.explain(**asked)
        assert found.settings is None
        return tuple(self.short(problem) for problem in found.problems)

    def row(self, key: str, **asked: Any) -> Shown:
        [row] = [row for row in self.explain(**asked).shown if row.key == key and not row.ignored]
        return row

    def ignored(self, **asked: Any) -> dict[str, str]:
        """Key → why, of everything that was not obeyed."""
        return {row.key: self.short(row.ignored) for row in self.explain(**asked).shown if row.ignored}

    def short(self, text: str) -> str:
        return text.replace(f"{self.base}/", "")


def refusal(house: House) -> BadSettings:
    """The error `load` raises in this house."""
    try:
        settings.load(environ={}, home=house.home, workspace=house.work, trust=lambda *_: False, system_dir=house.etc)
    except BadSettings as error:
        return error
    raise AssertionError("the settings were obeyed")
