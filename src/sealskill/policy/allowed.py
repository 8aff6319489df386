"""`allowed-tools`: an author's own list. It grants nothing; what is not on it is asked about each time."""

from __future__ import annotations

import re

from sealskill.model.call import Call
from sealskill.model.context import Context
from sealskill.policy import shell

# The names that clients of the format use, and ours.
_MEANT = {
    "bash": ("exec", "process"), "shell": ("exec", "process"), "read": ("read",), "write": ("write",),
    "edit": ("edit", "apply_patch"), "multiedit": ("edit", "apply_patch"), "glob": ("list_dir",), "ls": ("list_dir",),
    "webfetch": ("web_fetch", "http_get"), "websearch": ("web_search",),
}  # fmt: skip
_LONGEST = 4_000
"""Characters of a list that are read: a longer one names nothing."""
_ENTRY = re.compile(r"[\s,]*([A-Za-z0-9_.-]{1,100})(?:\(([^()]{0,500})\))?(?=[\s,]|$)")


def admits(listed: str, call: Call, context: Context) -> bool:
    """Whether a list names a call. No list names everything; one that cannot be read names nothing."""
    if not listed.strip():
        return True
    return any(_names(word, limit, call, context) for word, limit in _entries(listed))


def _entries(listed: str) -> list[tuple[str, str | None]]:
    found, at, text = [], 0, listed.rstrip(" \t\r\n,")
    while at < len(text):
        entry = _ENTRY.match(text, at) if len(text) <= _LONGEST else None
        if entry is None:
            return []
        found.append((entry[1], entry[2]))
        at = entry.end()
    return found


def _names(word: str, limit: str | None, call: Call, context: Context) -> bool:
    if call.tool != word and call.tool not in _MEANT.get(word.lower(), ()):
        return False
    if limit is None or limit.strip() == "*":
        return True
    # `git add:*` is a beginning of command lines. Of other tools nobody here knows what a limit would mean.
    first = limit.removesuffix(":*").removesuffix("*").strip()
    return bool(first) and not shell.refusal((first,), call.touches, context.workspace)
