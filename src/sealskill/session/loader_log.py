"""One line for each `skill.json`, in the words its format promises, so that old searches of logs still find them."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

from sealskill.check.rank import Ranking
from sealskill.model.draft import Draft, Unreadable
from sealskill.model.manifest import Dialect
from sealskill.model.problem import Level
from sealskill.model.settings import Settings
from sealskill.model.skill import Blocked, Invalid, Ready
from sealskill.read.discover import Found

_PREFIX = "skill loader: "
REGISTERED = f"{_PREFIX}registered subprocess skill "
_BUILD = frozenset({"entry", "schema", "world-writable", "json-not-allowed", "link-escape"})


def lines(
    settings: Settings, found: Sequence[Found], invalid: Sequence[Invalid], ranking: Ranking,
    gated: Sequence[Ready | Blocked],
) -> Iterator[str]:  # fmt: skip
    """The lines of one load, in the order the manifests were found."""
    for path in settings.load.external_dirs:
        if not os.path.isabs(path):
            yield f'{_PREFIX}skip non-absolute dir "{path}"'
    faults = {one.draft.folder: one for one in invalid}
    taken = {one.skill.folder for one in ranking.shadowed} | {
        one.skill.folder
        for one in gated
        if isinstance(one, Blocked) and any(not c.ok for c in one.checks if c.gate == "identity")
    }
    for draft in found:
        if isinstance(draft, Unreadable) and os.path.basename(draft.path) == Dialect.SKILL_JSON:
            yield f"{_PREFIX}parse {draft.path}: {draft.why}"
        if not isinstance(draft, Draft) or not _has_tool(draft):
            continue
        path = os.path.join(draft.folder, Dialect.SKILL_JSON)
        name = _tool_name(draft)
        if draft.folder in faults:
            yield _PREFIX + _failed(faults[draft.folder], path, name)
        elif draft.folder in taken:
            yield f'{_PREFIX}skill "{name}" already registered, skipping {path}'
        elif name:
            yield f'{REGISTERED}"{name}" from {path}'


def _has_tool(draft: Draft) -> bool:
    return draft.dialect is Dialect.SKILL_JSON or bool(_tool_name(draft))


def _tool_name(draft: Draft) -> str:
    tools = draft.manifest.tools if draft.manifest else ()
    return next((tool.name for tool in tools if tool.entry), "")


def _failed(fault: Invalid, path: str, name: str) -> str:
    first = next(problem for problem in fault.problems if problem.level is Level.ERROR)
    if first.code in _BUILD:
        return f'build "{name or fault.draft.name}": {first.message}'
    return f"parse {path}: {first.message}"
