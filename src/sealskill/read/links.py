"""Links between a root and a folder: which are followed, and what is said of the others."""

from __future__ import annotations

import os
from collections.abc import Sequence

from sealskill.model.draft import Unreadable
from sealskill.model.value import Value
from sealskill.read.folder import inside, resolved
from sealskill.read.walk import MANIFESTS, skipped


class Leads(Value):
    """A link that may be followed, and the real folder it leads to."""

    real: str


class Links:
    """The rules for the links of one root: contained by real path, with the targets a person allowed."""

    def __init__(self, root: str, allowed: Sequence[str], others: frozenset[str]) -> None:
        """`root` and `others`, which are the other roots, are real paths."""
        self.root = root
        self.allowed = tuple(map(os.path.realpath, allowed))
        self.others = others

    def judge(self, path: str) -> Leads | Unreadable | str:
        """Where the link at `path` leads, why it is not followed, or what a person should hear ("" for nothing)."""
        real = resolved(path)
        if not os.path.isdir(real):
            return "" if os.path.exists(real) else f"{path}: the link leads nowhere, or round in a ring"
        if self._comes_by(real):
            return f"{path}: links to {real}, which is looked at where it stands"
        if inside(real, self.root) or any(inside(real, target) for target in self.allowed):
            return Leads(real=real)
        if any(inside(real, other) for other in self.others):
            return f"{path}: links into another root, where it is read"
        return Unreadable(
            path=path,
            why=f"the link leads out of its root, to {real}",
            advice=f"add {real} to skills.load.allow_link_targets if that is meant",
            manifest=any(os.path.lexists(os.path.join(real, name)) for name in MANIFESTS),
        )

    def _comes_by(self, real: str) -> bool:
        """Whether the walk comes to a folder without following a link."""
        if not inside(real, self.root):
            return False
        return not any(map(skipped, real[len(self.root) :].strip(os.sep).split(os.sep)))
