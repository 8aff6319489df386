"""One skill's capability is never another's, and a constraint nobody reads lets nothing through."""

from __future__ import annotations

from typing import Any

import pytest
from tests.policy.house import WORK, call, declares, gift, owned, ruled, skill, step, steps, world

from sealskill.model.context import Counting, Group, Scope
from sealskill.model.decision import Ruling, StepName
from sealskill.model.manifest import ToolClass
from sealskill.model.tools import KnownTool, Tier
from sealskill.policy.decide import decide

ALLOW, CONFIRM, DUAL, DENY = Ruling
GIT: dict[str, Any] = {"argv": ("git", "status"), "programs": {"git": "/usr/bin/git"}}


def covered(*skills: Counting, tool: str = "exec", **touches: Any) -> Ruling:
    return step("capabilities", tool, world(*skills), **touches)


def test_one_skills_shell_is_not_lent_to_another() -> None:
    assert covered(skill("deploy", "shell"), skill("notes")) is CONFIRM
    assert covered(skill("deploy", "shell"), skill("notes", "network")) is CONFIRM
    assert covered(skill("notes", "network"), skill("mail", "messaging")) is DENY


def test_the_skill_that_lacks_it_is_named_and_the_one_that_has_it_is_not() -> None:
    found = decide(call("exec"), world(skill("deploy", "shell"), skill("notes")))
    (told,) = steps(found, StepName.CAPABILITIES)
    assert told.skills == ("notes",)
    assert "notes does not cover exec" in told.reason


def test_a_skill_of_ones_own_restricts_nothing() -> None:
    assert covered(skill("mine", trust="local"), skill("ours", trust="builtin")) is ALLOW


def test_a_signature_alone_is_no_trust() -> None:
    assert covered(skill("theirs", trust="signed")) is DENY


def test_a_loaded_skill_counts_only_where_the_policy_says_so() -> None:
    stranger = skill("notes")
    assert step("capabilities", "exec", world(loaded=(stranger,))) is ALLOW
    assert step("capabilities", "exec", world(loaded=(stranger,), scope=Scope.LOADED)) is DENY


def test_counting_what_is_loaded_forgets_nothing_that_was_active_before() -> None:
    old = skill("notes", seal="sha256:old")
    now = skill("notes", "shell", seal="sha256:new")
    assert step("capabilities", "exec", world(loaded=(now,), active=(old,), scope=Scope.LOADED)) is CONFIRM


def test_a_skill_counts_as_soon_as_something_is_called_for_it() -> None:
    assert step("capabilities", "exec", world(loaded=(skill("notes"),)), by="notes") is DENY


def test_a_gated_tool_that_no_capability_unlocks_is_never_unlocked() -> None:
    odd = KnownTool(name="lobster", tier=Tier.GATED, tool_class=ToolClass.SAFE)
    every = skill("a", "shell", "filesystem", "network", "browser", "sessions", "messaging", "scheduling")
    assert ruled("lobster", world(every, tools=(odd,))) is DENY


def test_a_tool_of_a_skill_needs_nothing_of_other_skills() -> None:
    owner = skill("stats", trust="local")
    assert step("capabilities", "stats", world(skill("notes"), owner, tools=(owned("stats", owner),))) is ALLOW


@pytest.mark.parametrize("name", ["shell", "network", "filesystem", "sessions", "browser", "messaging", "scheduling"])
def test_a_constraint_nobody_knows_covers_nothing_and_asks(name: str) -> None:
    tools = {"shell": "exec", "network": "web_fetch", "filesystem": "write", "sessions": "sessions_spawn",
             "browser": "browser", "messaging": "message", "scheduling": "cron"}  # fmt: skip
    assert covered(skill("a", declares(name, sandbox="no")), tool=tools[name]) is CONFIRM


@pytest.mark.parametrize(
    "given",
    [
        {"mode": "unrestricted"}, {"mode": ["full"]}, {"allow": {"git": True}}, {"allow": [1]}, {"allow": True},
        {"mode": "full", "Mode": "full"}, {"allow": ["git"], "ALLOW": ["sh"]},
    ],
)  # fmt: skip
def test_a_shell_constraint_nobody_can_read_asks(given: dict) -> None:
    assert covered(skill("a", declares("shell", **given)), **GIT) is CONFIRM


def test_restricted_without_a_list_admits_nothing() -> None:
    assert covered(skill("a", declares("shell", mode="restricted")), **GIT) is DENY
    assert covered(skill("a", declares("shell", mode="restricted", allow=[])), **GIT) is DENY


def test_a_list_narrows_even_where_the_mode_is_full() -> None:
    assert covered(skill("a", declares("shell", mode="full", allow=["gh"])), **GIT) is DENY
    assert covered(skill("a", declares("shell", mode="full")), **GIT) is ALLOW


def test_two_declarations_of_one_capability_both_bind() -> None:
    both = skill("a", "shell", declares("shell", mode="restricted", allow=["gh"]))
    assert covered(both, **GIT) is DENY


@pytest.mark.parametrize(
    ("given", "tool", "touches", "expected"),
    [
        ({"web_search": True}, "web_search", {}, ALLOW),
        ({"web_search": True}, "web_fetch", {}, DENY),
        ({"web_search": True}, "http_get", {}, DENY),
        ({"web_fetch": True}, "http_get", {}, ALLOW),
        ({"web_fetch": True, "web_search": False}, "web_search", {}, DENY),
        ({"webFetch": False}, "web_fetch", {}, DENY),
        ({"web_fetch": "yes"}, "web_fetch", {}, CONFIRM),
        ({"hosts": ["api.example.com"]}, "web_fetch", {"hosts": ("api.example.com:443",)}, ALLOW),
        ({"hosts": ["API.Example.com."]}, "web_fetch", {"hosts": ("api.example.com:80",)}, ALLOW),
        ({"hosts": ["api.example.com"]}, "web_fetch", {"hosts": ("api.example.com:22",)}, DENY),
        ({"hosts": ["api.example.com:8443"]}, "web_fetch", {"hosts": ("api.example.com:443",)}, DENY),
        ({"hosts": ["example.com"]}, "web_fetch", {"hosts": ("api.example.com:443",)}, DENY),
        ({"hosts": ["example.com"]}, "web_fetch", {"hosts": ("example.com.evil.net:443",)}, DENY),
        ({"hosts": ["a.com"]}, "web_fetch", {"hosts": ("a.com:443", "b.com:443")}, DENY),
        ({"hosts": []}, "web_fetch", {"hosts": ("a.com:443",)}, DENY),
        ({"hosts": ["a.com"]}, "web_fetch", {}, CONFIRM),
        ({"hosts": ["*.a.com"]}, "web_fetch", {"hosts": ("x.a.com:443",)}, CONFIRM),
        ({"hosts": ["https://a.com"]}, "web_fetch", {"hosts": ("a.com:443",)}, CONFIRM),
        ({"hosts": ["a.com"]}, "web_fetch", {"hosts": ("a.com",)}, DENY),
        ({"provider": "brave"}, "web_search", {"provider": "Brave"}, ALLOW),
        ({"provider": "brave"}, "web_search", {"provider": "other"}, DENY),
        ({"provider": "brave"}, "web_search", {}, DENY),
        ({"provider": "brave"}, "web_fetch", {"hosts": ("a.com:443",)}, ALLOW),
        ({"provider": ""}, "web_search", {"provider": "brave"}, CONFIRM),
    ],
)
def test_network_constraints(given: dict, tool: str, touches: dict, expected: Ruling) -> None:
    context = world(skill("a", declares("network", **given)))
    assert step("capabilities", tool, context, **touches) is expected


@pytest.mark.parametrize(
    ("given", "touches", "expected"),
    [
        ({"paths": ["out"]}, {"writes": (f"{WORK}/out/a",)}, ALLOW),
        ({"paths": ["./out/"]}, {"writes": (f"{WORK}/out/a",)}, ALLOW),
        ({"paths": ["out"]}, {"writes": (f"{WORK}/outside",)}, DENY),
        ({"paths": ["out"]}, {"writes": (f"{WORK}/out/../.ssh/id",)}, DENY),
        ({"paths": ["out"]}, {"writes": ("out/a",)}, DENY),
        ({"paths": ["/data"]}, {"writes": ("/data/a", "/etc/passwd")}, DENY),
        ({"paths": ["/data"]}, {"reads": ("/etc/passwd",), "writes": ("/data/a",)}, DENY),
        ({"paths": ["/"]}, {"writes": ("/etc/passwd",)}, ALLOW),
        ({"paths": []}, {"writes": (f"{WORK}/a",)}, DENY),
        ({"paths": ["~/x"]}, {"writes": ("/home/ann/x",)}, CONFIRM),
        ({"paths": ["src/*"]}, {"writes": (f"{WORK}/src/a",)}, CONFIRM),
        ({"paths": ["out"]}, {}, CONFIRM),
        ({"read_only": True}, {"writes": (f"{WORK}/a",)}, DENY),
        ({"readOnly": True}, {}, DENY),
        ({"read_only": False}, {"writes": (f"{WORK}/a",)}, ALLOW),
        ({"read_only": "yes"}, {"writes": (f"{WORK}/a",)}, CONFIRM),
    ],
)
def test_filesystem_constraints(given: dict, touches: dict, expected: Ruling) -> None:
    assert covered(skill("a", declares("filesystem", **given)), tool="write", **touches) is expected


@pytest.mark.parametrize(
    ("given", "depth", "expected"),
    [
        ({"maxDepth": 2}, 2, ALLOW), ({"maxDepth": 2}, 3, DENY), ({"max_depth": 0}, 1, DENY),
        ({"maxDepth": -1}, 1, CONFIRM), ({"maxDepth": True}, 1, CONFIRM), ({"maxDepth": "2"}, 1, CONFIRM),
        ({"maxDepth": 1, "max_depth": 9}, 5, DENY), ({"maxDepth": 1, "max_depth": 9}, 1, CONFIRM),
    ],
)  # fmt: skip
def test_sessions_constraints(given: dict, depth: int, expected: Ruling) -> None:
    assert covered(skill("a", declares("sessions", **given)), tool="sessions_spawn", depth=depth) is expected


def test_what_is_unclear_is_not_within_a_limit() -> None:
    some = skill("a", declares("filesystem", paths=["out"]))
    assert covered(some, tool="write", writes=(f"{WORK}/out/a",), unclear=("the patch",)) is CONFIRM


def test_tools_and_hosts_of_a_grant_are_the_capabilities_of_a_bundle() -> None:
    bundle = skill("triage")
    ours = gift(bundle, tools=("http_get", "exec"), egress=("status.example.com:443",), group="ops")
    ops: dict[str, Any] = {"grants": (ours,), "group": Group(name="ops")}
    assert step("capabilities", "exec", world(bundle, **ops)) is ALLOW
    assert step("capabilities", "write", world(bundle, **ops)) is DENY
    assert step("capabilities", "http_get", world(bundle, **ops), hosts=("status.example.com:443",)) is ALLOW
    assert step("capabilities", "http_get", world(bundle, **ops), hosts=("evil.example.com:443",)) is DENY
    assert step("capabilities", "http_get", world(bundle, **ops)) is CONFIRM
    assert step("capabilities", "exec", world(bundle, grants=(ours,), group=Group(name="dev"))) is DENY


def test_the_tools_of_one_bundle_are_not_lent_to_another_skill() -> None:
    bundle, other = skill("triage"), skill("notes")
    context = world(bundle, other, grants=(gift(bundle, tools=("exec",)),))
    assert step("capabilities", "exec", context) is CONFIRM


def test_a_group_has_its_own_tools_and_those_its_bundles_bring_to_it_alone() -> None:
    bundle = skill("triage")
    ops = Group(name="ops", tools=("read",))
    brought = gift(bundle, tools=("http_get",), group="ops")
    assert step("group", "read", world(bundle, group=ops)) is ALLOW
    assert step("group", "http_get", world(bundle, group=ops)) is DENY
    assert step("group", "http_get", world(bundle, group=ops, grants=(brought,))) is ALLOW
    for odd in ({"group": ""}, {"group": "dev"}, {"seal": "sha256:x"}, {"seal": ""}, {"skill": "ghost"}):
        other = gift(bundle, **{"tools": ("http_get",), "group": "ops", **odd})
        assert step("group", "http_get", world(bundle, group=ops, grants=(other,))) is DENY


def test_however_many_lack_it_the_reason_can_be_read_and_all_are_named() -> None:
    many = tuple(skill(f"s{number}") for number in range(500))
    (told,) = steps(decide(call("exec"), world(*many)), StepName.CAPABILITIES)
    assert len(told.skills) == 500
    assert told.reason.endswith("nor do 480 more")
    assert len(told.reason) < 2_000
