"""Records of where a package came from, as other tools leave them. They are believed only downwards."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sealskill.errors import ChangedWhileRead
from sealskill.model.draft import Draft, RootLabel
from sealskill.model.skill import Origin, Skill
from sealskill.read.folder import Folder, TooLarge

IN_PACKAGE = {".clawhub/origin.json": "clawhub", ".openclaw/source-origin.json": "openclaw"}
_MAX_RECORD = 4 * 1024 * 1024  # a lock of ten thousand skills has about 3 MB
_REF_KEYS = ("canonicalRef", "sourceUrl", "slug", "source", "sourceRepository")


class Records:
    """The records of one machine: lock files of workspaces and of the home folder, read once."""

    def __init__(self, workspace: str, home: str) -> None:
        project = Path(workspace) / "skills-lock.json"
        personal = Path(home) / ".agents" / ".skill-lock.json"
        self.locks = {
            RootLabel.WORKSPACE: (str(project), _skills(project)),
            RootLabel.PROJECT: (str(project), _skills(project)),
            RootLabel.PERSONAL: (str(personal), _skills(personal)),
        }

    def origin(self, package: Draft | Skill) -> Origin:
        """What the records say of a package; an empty origin when there is none."""
        for path in [entry.path for entry in package.tree.entries if entry.path in IN_PACKAGE]:
            record = os.path.join(package.folder, path)
            return Origin(source=IN_PACKAGE[path], record=record, ref=_ref(_load(Path(record))))
        where, skills = self.locks.get(package.root.label, ("", {}))
        for name in (package.name, package.folder_name) if skills else ():
            if name in skills:
                return Origin(source="lock", record=where, ref=_ref(skills[name]))
        return Origin()


def _skills(path: Path) -> Mapping[str, Any]:
    loaded = _load(path)
    skills = loaded.get("skills") if isinstance(loaded, Mapping) else None
    return skills if isinstance(skills, Mapping) else {}


def _load(path: Path) -> Any:
    """What a record holds; None when it cannot be read. That it stands there counts already."""
    try:
        with Folder.open(str(path.parent)) as place:
            return json.loads(place.read(path.name, _MAX_RECORD)[0])
    except (OSError, ValueError, TooLarge, ChangedWhileRead, RecursionError):
        return None


def _ref(record: Any) -> str:
    if not isinstance(record, Mapping):
        return ""
    return next((str(record[key])[:200] for key in _REF_KEYS if isinstance(record.get(key), str)), "")
