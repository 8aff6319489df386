"""The seven things a skill can ask to do, and the many names the world has for them."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Any

from sealskill.model.value import Value


class CapabilityName(StrEnum):
    """What a skill may ask for. The order is the order of every table we print."""

    SHELL = "shell"
    FILESYSTEM = "filesystem"
    NETWORK = "network"
    BROWSER = "browser"
    SESSIONS = "sessions"
    MESSAGING = "messaging"
    SCHEDULING = "scheduling"


class Capability(Value):
    """One capability a skill declared; `given` is the author's own word for it."""

    name: CapabilityName
    constraints: dict[str, Any] = {}
    given: str = ""


class Face(Value):
    """How a capability is shown to people."""

    icon: str
    words: str


FACES = {
    CapabilityName.SHELL: Face(icon=">_", words="Run shell commands"),
    CapabilityName.FILESYSTEM: Face(icon="📂", words="Read and write files"),
    CapabilityName.NETWORK: Face(icon="🌐", words="Make outbound HTTP requests"),
    CapabilityName.BROWSER: Face(icon="🔍", words="Automate a browser"),
    CapabilityName.SESSIONS: Face(icon="⚡", words="Start and steer other sessions"),
    CapabilityName.MESSAGING: Face(icon="✉️", words="Send channel messages"),
    CapabilityName.SCHEDULING: Face(icon="⏰", words="Schedule recurring jobs"),
}

# Names in use elsewhere (reference: the seed's "capability shape and normalization" and the parsers of two rivals).
_ALIASES = {
    CapabilityName.SHELL: "bash command commands exec process terminal shell.exec shell.execute shell_exec exec_run",
    CapabilityName.FILESYSTEM: "apply-patch apply_patch edit file files fs write fs_read fs_write",
    CapabilityName.NETWORK: "fetch http mcp web webfetch web-fetch web_fetch web_search web.search "
    "network.fetch network.search net_http",
    CapabilityName.BROWSER: "computer-use computer_use gui screen ui",
    CapabilityName.SESSIONS: "delegate orchestration sessions_send sessions_spawn subagent subagents",
    CapabilityName.MESSAGING: "chat message messages",
    CapabilityName.SCHEDULING: "cron schedule scheduler timer",
}
_BY_NAME = {name.value: name for name in CapabilityName} | {
    alias: name for name, aliases in _ALIASES.items() for alias in aliases.split()
}


def canonical(given: str) -> CapabilityName | None:
    """The capability a word means, or None when nobody knows it."""
    word = given.strip().lower()
    return _BY_NAME.get(word) or _BY_NAME.get(re.split(r"[._:-]", word, maxsplit=1)[0])
