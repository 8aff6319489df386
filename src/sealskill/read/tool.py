"""The executable of a `skill.json`: a draft with its tool placed, or with the reasons why there is none."""

from __future__ import annotations

import os

import msgspec

from sealskill.model.draft import Draft, EntryKind
from sealskill.model.manifest import Dialect, Manifest, ToolSpec
from sealskill.model.problem import Problem, error, note, warning
from sealskill.read import entry as entries
from sealskill.read.reading import Reading

_FILE = Dialect.SKILL_JSON.value


def added(draft: Draft, reading: Reading) -> Draft:
    """The draft with the tool that its `skill.json`, read as `reading`, brings.

    Beside a SKILL.md the file may be data of the skill, and where tools may not stand the text still loads.
    """
    beside_text = draft.dialect is Dialect.SKILL_MD
    tool = reading.manifest.tools[0] if reading.manifest and reading.manifest.tools[0].entry else None
    if beside_text and tool is None:
        return _with(draft, _data_file(reading))
    refused = refusal(draft)
    if refused is not None:
        return _with(draft, _softer(refused) if beside_text else refused)
    if beside_text:
        draft = _with(draft, *reading.problems)
    return draft if tool is None or draft.manifest is None else _placed(draft, draft.manifest, tool)


def _with(draft: Draft, *problems: Problem) -> Draft:
    return msgspec.structs.replace(draft, problems=(*draft.problems, *problems))


def _data_file(reading: Reading) -> Problem:
    if reading.manifest is not None:
        return note("not-a-tool", f"{_FILE} beside SKILL.md names no entry and is taken for a data file", path=_FILE)
    why = reading.problems[0].message if reading.problems else "it cannot be read"
    return warning("not-a-tool", f"{_FILE} beside SKILL.md brings no tool: {why}", path=_FILE)


def refusal(draft: Draft) -> Problem | None:
    """Why a `skill.json` may not stand here: not this root, or a place that everybody may write to."""
    root = draft.root
    if not root.allows_json:
        return error(
            "json-not-allowed", f"a skill.json does not load from a {root.label} root", path=_FILE,
            advice=f"move it under an external root, or add {root.path} to skills.load.allow_json_in",
        )  # fmt: skip
    for path in (root.path, draft.folder, os.path.join(draft.folder, _FILE)):
        if _loose(path):
            said = f"{path} may be changed by everybody"
            return error("world-writable", said, path=_FILE, advice=f"chmod o-w {path}")
    return None


def _loose(path: str) -> bool:
    """Whether everybody may write to what a path leads to. What is gone by now is nobody's to write."""
    try:
        return os.name == "posix" and bool(os.stat(path).st_mode & 0o002)
    except OSError:
        return False


def _softer(refused: Problem) -> Problem:
    said = f"{refused.message}; only the text of SKILL.md loads"
    return warning(refused.code, said, path=refused.path, advice=refused.advice)


def _placed(draft: Draft, manifest: Manifest, tool: ToolSpec) -> Draft:
    placed = entries.place(draft.folder, tool.entry, draft.root)
    if isinstance(placed, Problem):
        return _with(draft, placed)
    there = draft.tree.find(placed.path)
    if placed.entry is None and (there is None or there.kind is not EntryKind.FILE):
        return _with(draft, _no(f"entry {tool.entry} is never sealed where it stands"))
    if placed.entry is not None and there is not None:
        return _with(draft, _no(f"{placed.path} is a file of the package already"))
    tree, members = draft.tree, draft.members
    if placed.entry is not None:
        grown = sorted([*tree.entries, placed.entry], key=lambda one: one.path)
        tree, members = msgspec.structs.replace(tree, entries=tuple(grown)), {placed.path: placed.outside}
    asked = manifest.tools if draft.dialect is Dialect.SKILL_MD else ()
    brought = msgspec.structs.replace(tool, entry=placed.path)
    manifest = msgspec.structs.replace(manifest, tools=(*asked, brought))
    return msgspec.structs.replace(draft, manifest=manifest, tree=tree, members=members)


def _no(message: str) -> Problem:
    return error("entry", message, path=_FILE, advice="put the executable into the skill's folder")
