"""What a person's settings give the built-in tools: where they look, whom they ask, and the key that goes along."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from sealskill.model.grant import PathMode
from sealskill.model.settings import Settings
from sealskill.model.value import Value
from sealskill.model.weburl import parsed
from sealskill.session.secrets import revealed

WEB_SEARCH_KEY = "WEB_SEARCH_KEY"
"""The variable that stands for the key of the search engine; no other tool is given it."""
_MEMORY = ("memory_search", "memory_get")


class Reach(Value):
    """What the requests of one tool may use beyond any grant."""

    private: Mapping[str, tuple[str, ...]] = {}
    """`host:port` → the networks it may stand in although they are not public."""
    variables: Mapping[str, str] = {}

    def __repr__(self) -> str:
        return f"Reach({', '.join(self.private)}, {', '.join(self.variables)})"


def tool_settings(settings: Settings) -> Mapping[str, Mapping[str, Any]]:
    """Tool → what it is told. No secret is among it."""
    search = settings.tools.web_search
    memory = {"folder": _folder(settings)}
    return {
        "web_search": {"provider": search.provider, "url": search.url},
        **dict.fromkeys(_MEMORY, memory),
    }


def paths(tool: str, settings: Settings) -> Mapping[str, PathMode]:
    """The folders a tool may read because a person named them for it."""
    return {_folder(settings): "read"} if tool in _MEMORY else {}


def reach(tool: str, settings: Settings, environ: Mapping[str, str]) -> Reach:
    """What a tool's requests may use. Raises HostError for a key that is not where the settings say."""
    search = settings.tools.web_search
    if tool != "web_search":
        return Reach()
    private = {parsed(search.url).place: search.unsafe_private} if search.url and search.unsafe_private else {}
    return Reach(private=private, variables={WEB_SEARCH_KEY: revealed(search.key, environ)} if search.key else {})


def _folder(settings: Settings) -> str:
    return settings.tools.memory.folder or os.path.join(settings.state, "memory")
