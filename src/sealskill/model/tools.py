"""The tool matrix: which tools exist, what they can do to the world, and which capability unlocks them."""

from __future__ import annotations

from enum import StrEnum

from sealskill.model.capability import CapabilityName
from sealskill.model.manifest import ToolClass
from sealskill.model.skill import TrustLevel
from sealskill.model.value import Value


class Tier(StrEnum):
    """How a tool behaves while community skills are about."""

    DENIED = "always denied"
    GATED = "capability-gated"
    ALLOWED = "always allowed"


class KnownTool(Value):
    """One row of the matrix."""

    name: str
    tier: Tier
    tool_class: ToolClass
    capability: CapabilityName | None = None
    why: str = ""
    owner: str = ""
    """The key of the skill that brings it; "" for a tool of ours or of the host."""
    seal: str = ""
    """The seal of that skill."""
    trust: TrustLevel = TrustLevel.BUILTIN
    """How far that skill is believed."""


def _rows(
    names: str, tier: Tier, tool_class: ToolClass, capability: CapabilityName | None, why: str
) -> list[KnownTool]:
    return [
        KnownTool(name=name, tier=tier, tool_class=tool_class, capability=capability, why=why) for name in names.split()
    ]


_SAFE, _MUTATING, _DANGEROUS = ToolClass.SAFE, ToolClass.MUTATING, ToolClass.DANGEROUS

MATRIX = {
    tool.name: tool
    for rows in (
        _rows("gateway", Tier.DENIED, _DANGEROUS, None, "reconfigures the control plane"),
        _rows("nodes", Tier.DENIED, _DANGEROUS, None, "adds and removes machines, redirects traffic"),
        _rows("exec process", Tier.GATED, _MUTATING, CapabilityName.SHELL, "runs commands"),
        _rows("write edit apply_patch", Tier.GATED, _MUTATING, CapabilityName.FILESYSTEM, "changes files"),
        _rows("web_fetch web_search http_get", Tier.GATED, _MUTATING, CapabilityName.NETWORK, "reaches out"),
        _rows("browser", Tier.GATED, _MUTATING, CapabilityName.BROWSER, "drives a browser"),
        _rows(
            "sessions_spawn sessions_send subagents", Tier.GATED, _MUTATING, CapabilityName.SESSIONS, "steers agents"
        ),
        _rows("message", Tier.GATED, _MUTATING, CapabilityName.MESSAGING, "speaks to people"),
        _rows("cron", Tier.GATED, _MUTATING, CapabilityName.SCHEDULING, "acts later"),
        _rows("read list_dir", Tier.ALLOWED, _SAFE, None, "reads files"),
        _rows("memory_search memory_get", Tier.ALLOWED, _SAFE, None, "reads memory"),
        _rows("find_skill activate_skill", Tier.ALLOWED, _SAFE, None, "finds and opens skills"),
        _rows(
            "agents_list sessions_list sessions_history session_status", Tier.ALLOWED, _SAFE, None, "looks at agents"
        ),
        _rows("canvas image tts", Tier.ALLOWED, _SAFE, None, "makes output"),
    )
    for tool in rows
}
"""Names here are reserved: no skill may bring a tool called like one of them."""
