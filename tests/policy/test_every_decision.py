"""The whole decision space, against a table that was written without the code."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from tests.policy.house import WORK, declares, gift, owned, skill

from sealskill.model.call import Call, Touches
from sealskill.model.capability import CapabilityName
from sealskill.model.context import Allowance, Context, Group, Scope, Usage
from sealskill.model.manifest import ToolClass
from sealskill.model.persona import DEFAULT, Persona
from sealskill.model.tools import KnownTool, Tier
from sealskill.policy.decide import decide

# The oracle: what each part of a case allows at the most. 0 allow, 1 confirm, 2 dual sign, 3 deny.
CLASS_BY_MODE = {
    ("read-only", "safe"): 0,
    ("read-only", "mutating"): 3,
    ("read-only", "dangerous"): 3,
    ("mutating-with-confirm", "safe"): 0,
    ("mutating-with-confirm", "mutating"): 1,
    ("mutating-with-confirm", "dangerous"): 3,
    ("dual-sign-required", "safe"): 0,
    ("dual-sign-required", "mutating"): 1,
    ("dual-sign-required", "dangerous"): 2,
}
MODES = ["read-only", "mutating-with-confirm", "dual-sign-required", "yolo", "", "READ-ONLY"]
CLASSES = ["safe", "mutating", "dangerous", "unknown"]
LISTS = {
    "absent": (None, (), 0),
    "none": ((), (), 3),
    "named": (("it",), (), 0),
    "prefix": (("i*",), (), 0),
    "other": (("other", "it_", "x*"), (), 3),
    "barred": (None, ("it",), 3),
    "listed and barred": (("it",), ("i*",), 3),
}
# Which skills count, and what a gated call may at the most because of them.
COVERS = {
    "nobody": ((), 0),
    "one of ours": ((skill("own", trust="local"),), 0),
    "covers": ((skill("a", "shell"),), 0),
    "lacks": ((skill("a", "network"),), 3),
    "both cover": ((skill("a", "shell"), skill("b", "shell", trust="signed")), 0),
    "one of two": ((skill("a", "shell"), skill("b", "network")), 1),
    "none of two": ((skill("a", "browser"), skill("b", "network")), 3),
    "unreadable": ((skill("a", declares("shell", weird=1)),), 1),
    "unreadable and covers": ((skill("a", declares("shell", weird=1)), skill("b", "shell")), 1),
    "unreadable and lacks": ((skill("a", declares("shell", weird=1)), skill("b")), 3),
}
TIERS = {Tier.DENIED: "denied", Tier.GATED: "gated", Tier.ALLOWED: "allowed"}
GROUPS = {
    "none": (None, 0),
    "all": (Group(name="g"), 0),
    "has": (Group(name="g", tools=("it",)), 0),
    "not": (Group(name="g", tools=()), 3),
}
SPENT = {
    "fresh": (Usage(), Allowance(turns=3, seconds=9.0), "", 0),
    "turns": (Usage(turns=4), Allowance(turns=3), "", 3),
    "calls": (Usage(recent_calls=60), Allowance(), "", 3),
    "seconds": (Usage(seconds=9.0), Allowance(seconds=9.0), "", 3),
    "stopped": (Usage(), Allowance(), "by ann", 3),
}  # fmt: skip


def known(tier: Tier, tool_class: str) -> dict[str, KnownTool]:
    if tool_class == "unknown":
        return {}
    return {"it": KnownTool(name="it", tier=tier, tool_class=ToolClass(tool_class), capability=CapabilityName.SHELL)}


def by_class(mode: str, tool_class: str) -> int:
    return CLASS_BY_MODE.get((mode, tool_class), 3)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("tier", Tier, ids=TIERS.values())
def test_a_tool_of_the_host_in_every_world(mode: str, tier: Tier) -> None:
    cases = product(CLASSES, LISTS.values(), COVERS.values(), GROUPS.values(), SPENT.values(), (False, True))
    for tool_class, listed, covers, group, spent, inside in cases:
        who = Persona(permission_mode=mode, tools=listed[0], disallowed_tools=listed[1])
        context = Context(
            tools=known(tier, tool_class), persona=who, loaded=covers[0], active=covers[0], group=group[0],
            usage=spent[0], allowance=spent[1], stopped=spent[2], inside_run=inside, workspace=WORK,
        )  # fmt: skip
        strangers = any(one.strange for one in covers[0])
        expected = max(
            3 if tool_class == "unknown" else 0, listed[2], group[1], spent[3], by_class(mode, tool_class),
            3 if tier is Tier.DENIED and strangers else 0,
            covers[1] if tier is not Tier.ALLOWED else 0,
        )  # fmt: skip
        if inside and expected in (1, 2):
            expected = 3
        found = decide(Call(id="1", tool="it"), context)
        assert found.ruling.strictness == expected, (tool_class, listed, covers, group, spent, inside, found)
        assert len({one.name for one in found.steps}) == 8, "a step was not asked"


@pytest.mark.parametrize("mode", MODES)
def test_a_tool_of_a_skill_in_every_world(mode: str) -> None:
    """Owner's trust × what it declares itself × what a person accepted, and for which seal."""
    accepted = [None, "safe", "mutating", "dangerous"]
    for trust, declared, taken, sealed, scope in product(
        ["builtin", "local", "signed", "community"], ["safe", "mutating", "dangerous"], accepted, [True, False], Scope
    ):
        owner = skill("own", trust=trust)
        grant = (
            gift(owner, accepts=ToolClass(taken), seal=owner.seal if sealed else "sha256:another") if taken else None
        )
        context = Context(
            tools={"it": owned("it", owner, declared)}, persona=Persona(permission_mode=mode), loaded=(owner,),
            scope=scope, grants=(grant,) if grant else (), workspace=WORK,
        )  # fmt: skip
        order = ["safe", "mutating", "dangerous"]
        ours = trust in ("builtin", "local")
        enough = taken is not None and sealed and order.index(taken) >= order.index(declared)
        here = declared if ours else (taken or "" if enough else "dangerous")
        found = decide(Call(id="1", tool="it"), context)
        assert found.ruling.strictness == by_class(mode, here), (trust, declared, taken, sealed, found)


HOST, PATH, NAME = "api.example.com:443", "/data/in", "TOKEN"
# What is touched, what of it was granted, and what the grants step allows at the most to a stranger, to a skill of
# one's own, and to an agent without any skill.
TOUCHES: dict[str, tuple[dict[str, Any], dict[str, Any], int, int, int]] = {
    "nothing": ({}, {}, 0, 0, 0),
    "a host": ({"hosts": (HOST,)}, {}, 3, 3, 0),
    "a granted host": ({"hosts": (HOST,)}, {"egress": (HOST,)}, 0, 0, 0),
    "another port": ({"hosts": (HOST,)}, {"egress": ("api.example.com:80",)}, 3, 3, 0),
    "a path": ({"reads": (PATH,)}, {}, 3, 3, 3),
    "a granted path": ({"reads": (PATH,)}, {"paths": {"/data": "read"}}, 0, 0, 3),
    "a path to write": ({"writes": (PATH,)}, {"paths": {"/data": "read"}}, 3, 3, 3),
    "a granted path to write": ({"writes": (PATH,)}, {"paths": {"/data": "write"}}, 0, 0, 3),
    "the workspace": ({"reads": (f"{WORK}/a",), "writes": (f"{WORK}/b",)}, {}, 0, 0, 0),
    "a secret": ({"secrets": (NAME,)}, {}, 3, 0, 3),
    "a granted secret": ({"secrets": (NAME,)}, {"env": (NAME,)}, 0, 0, 3),
    "unclear": ({"unclear": ("x",)}, {}, 1, 1, 1),
    "two hosts, one granted": ({"hosts": (HOST, "b.example.com:443")}, {"egress": (HOST,)}, 3, 3, 0),
}


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("trust", ["community", "signed", "local", "builtin", ""])
def test_what_is_touched_in_every_world(mode: str, trust: str) -> None:
    owner = skill("own", "filesystem", trust=trust or "community")
    tool = KnownTool(name="it", tier=Tier.GATED, tool_class=ToolClass.SAFE, capability=CapabilityName.FILESYSTEM)
    for (touched, given, strange, ours, alone), sealed, inside in product(
        TOUCHES.values(), [True, False], [True, False]
    ):
        context = Context(
            tools={"it": tool}, persona=Persona(permission_mode=mode), loaded=(owner,), active=(owner,) if trust else (),
            grants=(gift(owner, **given, seal=owner.seal if sealed else ""),), workspace=WORK, inside_run=inside,
        )  # fmt: skip
        expected = {"community": strange, "signed": strange, "": alone}.get(trust, ours)
        if not sealed and trust in ("community", "signed"):
            expected = max(expected, TOUCHES_WITHOUT[tuple(touched)])
        expected = max(expected, by_class(mode, "safe"))
        if inside and expected in (1, 2):
            expected = 3
        found = decide(Call(id="1", tool="it", skill="own" if trust else "", touches=Touches(**touched)), context)
        assert found.ruling.strictness == expected, (touched, given, sealed, inside, found)


# What a stranger may at the most where no grant counts, by what is touched.
TOUCHES_WITHOUT: dict[tuple[str, ...], int] = {
    (): 0, ("hosts",): 3, ("reads",): 3, ("writes",): 3, ("reads", "writes"): 0, ("secrets",): 3, ("unclear",): 1,
}  # fmt: skip


def test_the_default_persona_asks_before_anything_changes() -> None:
    assert (DEFAULT.permission_mode, DEFAULT.tools) == ("mutating-with-confirm", None)
