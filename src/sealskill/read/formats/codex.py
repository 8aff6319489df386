"""`agents/openai.yaml`, the side file in which Codex keeps a skill's policy."""

from __future__ import annotations

from sealskill.read.formats import yamltext


def forbids_implicit_use(data: bytes) -> bool:
    """Whether the model may not choose this skill by itself. Raises ValueError when nobody can tell."""
    loaded = yamltext.load(data.decode("utf-8-sig"))
    if loaded is None:
        return False
    if not isinstance(loaded, dict):
        raise ValueError("it is not a map")
    policy = loaded.get("policy") or {}
    if not isinstance(policy, dict):
        raise ValueError("policy is not a map")
    allowed = policy.get("allow_implicit_invocation", True)
    if not isinstance(allowed, bool):
        raise ValueError("policy.allow_implicit_invocation is neither true nor false")
    return not allowed
