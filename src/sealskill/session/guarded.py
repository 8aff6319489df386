"""Names an agent never writes: what steers agents, what configures us, what other programs run by themselves.

A name is compared as the most forgiving file system would: without case, without characters that have no width, without
dots and blanks at its end, and without what NTFS reads as a stream.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from itertools import pairwise

_STEERING = frozenset(
    """
    agent.md agents.md agents.override.md agents.local.md claude.md claude.local.md soul.md memory.md gemini.md
    qwen.md crush.md warp.md replit.md identity.md heartbeat.md tools.md user.md bootstrap.md copilot-instructions.md
    .cursorrules .windsurfrules .clinerules .roorules .rules .goosehints .augment-guidelines .aider.conf.yml .mcp.json
    mcp_settings.json claude_desktop_config.json openclaw.json clawdbot.json opencode.json opencode.jsonc
    """.split()
)
"""Files that every later session reads as orders, or that say which programs it starts."""
_FOLDERS = {
    **dict.fromkeys((".git", ".hg", ".svn", ".jj"), "the records of a version control system, which run hooks"),
    **dict.fromkeys(
        (
            ".claude", ".codex", ".cursor", ".gemini", ".windsurf", ".openclaw", ".clawdbot", ".clawdis", ".continue",
            ".kiro", ".roo", ".amazonq", ".junie", ".trae", ".augment", ".opencode", ".qwen", ".goose",
        ),
        "the settings of an agent",
    ),
}  # fmt: skip
_PLACES = {
    (".agents", "skills"): "a folder of skills",
    (".github", "instructions"): "orders to agents",
    (".github", "prompts"): "orders to agents",
    (".github", "agents"): "orders to agents",
    (".github", "chatmodes"): "orders to agents",
    (".vscode", "mcp.json"): "the settings of an agent",
}
# The short name under which NTFS also finds `.git`.
_SHORT_GIT = re.compile(r"git~[0-9]{1,6}")
_OURS = (".sealskill", "sealskill.")
# What has no width and is not of the category for it: joiners, fillers, and the marks that choose a variant.
_UNSEEN = frozenset((0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x3164, 0xFFA0, *range(0xFE00, 0xFE10)))


def guarded(parts: Sequence[str]) -> str:
    """What stands at a path that is never written, given by its parts from the workspace on; "" for any other."""
    # A backslash is a letter here, and a step down where the same folder is used from Windows.
    names = tuple(folded(name) for part in parts for name in part.split("\\"))
    for name in names:
        if name.startswith(_OURS):
            return "settings of sealskill"
        if name in _FOLDERS or _SHORT_GIT.fullmatch(name):
            return _FOLDERS.get(name, _FOLDERS[".git"])
        if name in _STEERING:
            return "orders to agents"
    pairs = (pair for pair in pairwise(names) if pair in _PLACES)
    return next((_PLACES[pair] for pair in pairs), "")


def folded(name: str) -> str:
    """A name as the most forgiving file system would compare it."""
    plain = _bare(unicodedata.normalize("NFKC", _bare(name)).casefold())
    return unicodedata.normalize("NFKC", plain).partition(":")[0].rstrip(". ")


def _bare(name: str) -> str:
    if name.isascii() and name.isprintable():
        return name
    return "".join(one for one in name if unicodedata.category(one) not in ("Cf", "Cc") and ord(one) not in _UNSEEN)
