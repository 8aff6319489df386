"""The first files of a skill in each dialect."""

from __future__ import annotations

import json
import re
from pathlib import Path

from sealskill.errors import UsageError
from sealskill.model.manifest import Dialect
from sealskill.model.value import Value

# The strictest of the three formats: a name that is right here can be right everywhere.
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_LONGEST_NAME = 63
"""A DNS label, as `skill.yaml` asks; `SKILL.md` allows one more."""


class File(Value):
    """One file of a package."""

    path: str
    text: str
    executable: bool = False

    def write(self, folder: Path) -> None:
        """Write it below a folder. Raises `FileExistsError` rather than replace anything."""
        path = folder / self.path
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8", newline="\n") as stream:
            stream.write(self.text)
        if self.executable:
            path.chmod(0o755)


def files_of(name: str, dialect: Dialect) -> tuple[File, ...]:
    """A small package that is valid as it stands. Raises `UsageError` for a name no format would take."""
    if dialect is Dialect.SKILL_JSON:
        name = name.replace("_", "-")  # its own rule wants underscores, which the sample writes itself
    if not _NAME.fullmatch(name) or len(name) > _LONGEST_NAME:
        advice = "use lower-case letters, digits and single hyphens, 63 at most: pdf-tables"
        raise UsageError(f"{name!r} cannot name a skill", advice=advice)
    return {Dialect.SKILL_MD: _skill_md, Dialect.SKILL_JSON: _skill_json, Dialect.SKILL_YAML: _skill_yaml}[dialect](
        name
    )


_MD = """\
---
name: {name}
description: {title} step by step. Use when the user asks for {words}.
---

# {title}

Say what the model should do, in the order it should be done.

1. Read what the user gave you.
2. Do the one thing this skill is for.
3. Show the result, and say what you could not do.

Put long material into `references/` and say here when to read it; put programs into `scripts/`.
"""


def _skill_md(name: str) -> tuple[File, ...]:
    words = name.replace("-", " ")
    return (File(path="SKILL.md", text=_MD.format(name=name, title=words.capitalize(), words=words)),)


RUN = """\
#!/bin/sh
# Arguments come as one JSON object on stdin. The result goes to stdout as one JSON value, log lines to stderr.
set -eu
arguments=$(cat)
echo "got ${#arguments} characters of arguments" >&2
printf '{"ok": true}\\n'
"""


def _skill_json(name: str) -> tuple[File, ...]:
    manifest = {
        "name": name.replace("-", "_"),
        "description": f"Say what {name.replace('-', ' ')} does, for people and for the model.",
        "schema": {
            "type": "object",
            "properties": {"text": {"type": "string", "description": "What to work on."}},
            "required": ["text"],
            "additionalProperties": False,
        },
        "entry": "run.sh",
        "env_allow": ["PATH"],
        "timeout_seconds": 30,
        "class": "safe",
    }
    text = json.dumps(manifest, indent=2) + "\n"
    return (File(path="skill.json", text=text), File(path="run.sh", text=RUN, executable=True))


_YAML = """\
apiVersion: ironclaw.dev/skill/v1
name: {name}
version: 0.1.0
description: Say what {words} adds to an agent group.
grants:
  persona: |
    You know about {words}. Cite the reference when you use it.
  tools:
    - web_search
  egress:
    - example.com
  assets:
    - reference/notes.md
"""


def _skill_yaml(name: str) -> tuple[File, ...]:
    words = name.replace("-", " ")
    notes = File(
        path="reference/notes.md", text=f"# Notes on {words}\n\nFacts the agent may read and nobody may run.\n"
    )
    return (File(path="skill.yaml", text=_YAML.format(name=name, words=words)), notes)
