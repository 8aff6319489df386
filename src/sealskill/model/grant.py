"""What a person gave a skill or a group. Nothing is granted by declaring."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from sealskill.model.manifest import ToolClass
from sealskill.model.value import Value

PathMode = Literal["read", "write"]


class Grant(Value):
    """One grant: from `skills.entries.<key>.grant` of the settings, or an applied change."""

    id: str
    """Made by us; `settings` for the one in the settings."""
    skill: str = ""
    """The key of the skill it is for."""
    seal: str = ""
    """The one seal it is for. A grant to a community or signed skill without one grants nothing."""
    group: str = ""
    """The group of agents it is for; "" for the skill wherever it runs."""
    egress: tuple[str, ...] = ()
    """`host:port` that may be reached, by exact host. An address of it that is not public stays refused."""
    unsafe_private: tuple[str, ...] = ()
    """`host:port@network`: a host whose addresses are private, with the network they have to be in."""
    paths: Mapping[str, PathMode] = {}
    """Folder or file of this machine → what may be done with it."""
    env: tuple[str, ...] = ()
    """Names of variables that may be handed over."""
    accepts: ToolClass | None = None
    """The class a person accepted for this seal, instead of `dangerous`."""
    boundary: str = ""
    """A boundary other than the default; `unconfined` is none."""
    tools: tuple[str, ...] = ()
    """Tools a bundle brings to its group; they count as the capabilities the bundle declared."""
    persona: str = ""
    """Text a bundle adds to the persona of its group."""
    assets: tuple[str, ...] = ()
    """Files of the bundle that are mounted."""
    by: tuple[str, ...] = ()
    """Who granted it."""
    at: float = 0.0
    """When, in seconds since 1970."""
