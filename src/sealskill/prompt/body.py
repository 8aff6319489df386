"""One activated skill: its text, where it lives and what else it brings, in a wrapping it cannot leave."""

from __future__ import annotations

import re
from collections.abc import Iterable

from sealskill.model.draft import EntryKind
from sealskill.model.skill import Ready
from sealskill.prompt import clean
from sealskill.prompt.catalogue import shown_name

MOST_FILES = 50
"""Files named to the model. The largest of 2,417 real skills has 94; a list is a hint, the folder can be listed."""

# The body is somebody's Markdown and goes out as it was written and scanned. Only our own tags may not occur in it,
# else a body could end its wrapping and go on as somebody else. What stands between `<` and the word is no excuse.
_OUR_TAG = re.compile(r"<(?=[\W_]{0,16}skill_(?:content|resources)\b)", re.IGNORECASE)


def with_base(text: str, folder: str) -> str:
    """The text with `{baseDir}` replaced by the folder of the skill. Whoever hands out text calls this."""
    return text.replace("{baseDir}", clean.path(folder))


def wrap(ready: Ready, text: str, folder: str) -> str:
    """The activated skill for the model's context. `text` is its body, `folder` where the model finds its files."""
    return "\n".join(
        [
            f'<skill_content name="{clean.escape(shown_name(ready.skill))}">',
            _OUR_TAG.sub("&lt;", with_base(text, folder)).strip("\n"),
            "",
            f"Skill directory: {clean.escape(clean.path(folder))}",
            "Relative paths in this skill are relative to the skill directory.",
            *_resources(files(ready)),
            "</skill_content>",
        ]
    )


def files(ready: Ready) -> tuple[str, ...]:
    """The files of a package besides its manifest."""
    skill = ready.skill
    manifest = skill.manifest.dialect.value
    return tuple(one.path for one in skill.tree if one.kind is EntryKind.FILE and one.path != manifest)


def _resources(paths: tuple[str, ...]) -> Iterable[str]:
    if not paths:
        return
    yield ""
    yield "<skill_resources>"
    yield from (f"  <file>{clean.escape(clean.path(path))}</file>" for path in paths[:MOST_FILES])
    if len(paths) > MOST_FILES:
        yield f"  … and {len(paths) - MOST_FILES} more files in the skill directory"
    yield "</skill_resources>"
