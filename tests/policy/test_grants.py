"""What nobody gave is not had: not by saying another's name, not by saying nobody's, not by spelling it differently."""

from __future__ import annotations

from typing import Any

import pytest
from tests.policy.house import DUAL, READ_ONLY, WORK, call, gift, owned, ruled, skill, step, steps, world

from sealskill.model.context import Counting, Group
from sealskill.model.decision import Ruling, StepName
from sealskill.model.grant import Grant
from sealskill.model.manifest import ToolClass
from sealskill.policy.decide import decide

ALLOW, CONFIRM, DUAL_SIGN, DENY = Ruling
HOST = "api.example.com:443"
STRANGER = skill("notes", "network", "filesystem", "shell")
MINE = skill("mine", trust="local")


def granted(
    one: Counting = STRANGER,
    by: str = "notes",
    tool: str = "web_fetch",
    active: tuple[Counting, ...] = (),
    grants: tuple[Grant, ...] | None = None,
    touches: dict[str, Any] | None = None,
    **what: Any,
) -> Ruling:
    given = (gift(one, **what),) if grants is None else grants
    context = world(one, *active, grants=given)
    return step("grants", tool, context, by=by, **(touches or {"hosts": (HOST,)}))


def test_a_host_that_was_declared_and_not_granted_is_denied_with_the_command_that_asks_for_it() -> None:
    found = decide(call("web_fetch", by="notes", hosts=(HOST,), method="GET"), world(STRANGER))
    assert found.ruling is DENY
    assert f"sealskill grants add notes --egress {HOST}" in found.advice


def test_a_skill_of_ones_own_is_given_nothing_by_being_one() -> None:
    assert granted(MINE, by="mine", grants=()) is DENY
    assert granted(MINE, by="mine", egress=(HOST,)) is ALLOW


@pytest.mark.parametrize("egress", ["api.example.com:80", "example.com:443", "api.example.com.evil.net:443", "*:443",
                                    "*.example.com:443", "api.example.com:0443x", "api.example.com:", ":443", "",
                                    "user@api.example.com:443", "https://api.example.com:443", "api.example.com:443/x"])  # fmt: skip
def test_another_host_or_port_is_another_host(egress: str) -> None:
    assert granted(egress=(egress,)) is DENY


@pytest.mark.parametrize("egress", [HOST, "API.example.com:443", "api.example.com.:443", "api.example.com"])
def test_the_same_host_is_the_same_in_any_spelling(egress: str) -> None:
    assert granted(egress=(egress,)) is ALLOW


@pytest.mark.parametrize(
    "host", ["api.example.com", "api.example.com:", "api.example.com:99999", "api.example.com:443:80", ""]
)
def test_a_host_without_a_port_that_can_be_one_is_granted_to_nobody(host: str) -> None:
    assert granted(egress=(HOST, "api.example.com"), touches={"hosts": (host,)}) is DENY


def test_a_grant_to_a_stranger_is_for_one_seal() -> None:
    assert granted(egress=(HOST,), seal="sha256:another") is DENY
    assert granted(egress=(HOST,), seal="") is DENY
    assert granted(skill("notes", seal="sha256:x"), egress=(HOST,)) is ALLOW
    unsealed = gift(STRANGER, egress=(HOST,), seal="")
    nobody = Counting(key="notes")
    assert granted(nobody, grants=(unsealed,)) is DENY, "two empty seals are no equal seals"


def test_a_grant_is_for_one_skill_and_one_group() -> None:
    assert granted(egress=(HOST,), skill="other") is DENY
    context = world(STRANGER, grants=(gift(STRANGER, egress=(HOST,), group="ops"),))
    assert step("grants", "web_fetch", context, by="notes", hosts=(HOST,)) is DENY
    context = world(STRANGER, grants=(gift(STRANGER, egress=(HOST,), group="ops"),), group=Group(name="dev"))
    assert step("grants", "web_fetch", context, by="notes", hosts=(HOST,)) is DENY
    context = world(STRANGER, grants=(gift(STRANGER, egress=(HOST,), group="ops"),), group=Group(name="ops"))
    assert step("grants", "web_fetch", context, by="notes", hosts=(HOST,)) is ALLOW


def test_a_grant_of_a_group_is_no_grant_to_a_stranger_in_it() -> None:
    context = world(STRANGER, grants=(Grant(id="1", group="ops", egress=(HOST,)),), group=Group(name="ops"))
    assert step("grants", "web_fetch", context, by="notes", hosts=(HOST,)) is DENY


def test_a_grant_of_nothing_to_nobody_is_no_grant_to_all() -> None:
    anybody = (Grant(id="1", egress=(HOST,)),)
    assert granted(MINE, by="mine", grants=anybody) is DENY
    assert granted(STRANGER, by="notes", grants=anybody) is DENY


def test_saying_no_skill_is_no_way_round_the_grants() -> None:
    other = skill("mail", "network")
    assert granted(by="", egress=(HOST,)) is ALLOW
    assert granted(by="", grants=()) is DENY
    assert granted(by="", egress=(HOST,), active=(other,)) is CONFIRM
    assert granted(by="", grants=(), active=(other,)) is DENY


def test_saying_a_skill_that_is_not_here_is_no_way_round_either() -> None:
    assert granted(by="ghost", egress=(HOST,)) is DENY
    assert granted(by="ghost", tool="read", egress=(HOST,), touches={"reads": (f"{WORK}/a",)}) is DENY
    assert granted(by="Notes", egress=(HOST,)) is DENY


def test_a_skill_does_not_speak_with_the_tool_of_another() -> None:
    owner = skill("stats", trust="local")
    context = world(owner, MINE, tools=(owned("stats", owner),), grants=(gift(MINE, env=("TOKEN",)),))
    assert step("grants", "stats", context, by="mine") is DENY
    assert step("grants", "stats", context, by="stats") is ALLOW


@pytest.mark.parametrize(
    ("paths", "touches", "expected"),
    [
        ({"/data": "read"}, {"reads": ("/data/a",)}, ALLOW),
        ({"/data/": "read"}, {"reads": ("/data/a",)}, ALLOW),
        ({"/data": "read"}, {"writes": ("/data/a",)}, DENY),
        ({"/data": "write"}, {"reads": ("/data/a",), "writes": ("/data/b",)}, ALLOW),
        ({"/data": "read"}, {"reads": ("/database",)}, DENY),
        ({"/data": "read"}, {"reads": ("/data/../etc/passwd",)}, DENY),
        ({"/data/../etc": "read"}, {"reads": ("/etc/passwd",)}, ALLOW),
        ({"data": "read"}, {"reads": ("/data",)}, DENY),
        ({"~": "read"}, {"reads": ("/home/ann/x",)}, DENY),
        ({"": "read"}, {"reads": ("/etc/passwd",)}, DENY),
        ({"/": "read"}, {"reads": ("/etc/passwd",)}, ALLOW),
        ({"/data": "execute"}, {"reads": ("/data/a",)}, DENY),
        ({}, {"reads": (f"{WORK}/a",), "writes": (f"{WORK}/b",)}, ALLOW),
        ({}, {"reads": (f"{WORK}/../.ssh/id",)}, DENY),
        ({}, {"reads": (f"{WORK}er/a",)}, DENY),
        ({}, {"reads": ("a",)}, DENY),
        ({}, {"writes": (f"{WORK}/\0",)}, DENY),
    ],
)
def test_paths(paths: dict, touches: dict, expected: Ruling) -> None:
    assert granted(paths=paths, tool="write", touches=touches) is expected


def test_sealed_copies_may_be_read_and_never_written() -> None:
    context = world(STRANGER, readable=("/s/abc",))
    assert step("grants", "read", context, reads=("/s/abc/SKILL.md",)) is ALLOW
    assert step("grants", "write", context, writes=("/s/abc/SKILL.md",)) is DENY


def test_a_secret_goes_to_whom_it_was_given_and_to_a_skill_of_ones_own() -> None:
    secret = {"secrets": ("TOKEN",)}
    assert granted(tool="exec", touches=secret, env=("OTHER",)) is DENY
    assert granted(tool="exec", touches=secret, env=("TOKEN",)) is ALLOW
    assert granted(MINE, by="mine", tool="exec", touches=secret) is ALLOW
    assert granted(MINE, by="", tool="exec", touches=secret) is DENY


def test_a_secret_is_not_used_unasked_while_another_stranger_counts() -> None:
    other = skill("mail", "shell")
    secret = {"secrets": ("TOKEN",)}
    assert granted(tool="exec", touches=secret, env=("TOKEN",), active=(other,)) is CONFIRM
    assert granted(MINE, by="mine", tool="exec", touches=secret, active=(other,)) is CONFIRM


def test_no_stranger_runs_outside_every_boundary_whatever_was_granted() -> None:
    out = {"unconfined": True}
    assert granted(tool="exec", touches=out, boundary="unconfined") is DENY
    assert granted(by="", tool="exec", touches=out, boundary="unconfined") is DENY
    assert (
        ruled(
            "exec",
            world(STRANGER, persona=DUAL, grants=(gift(STRANGER, boundary="unconfined"),)),
            by="notes",
            unconfined=True,
        )
        is DENY
    )
    assert ruled("exec", world(MINE, persona=DUAL), by="mine", unconfined=True) is DUAL_SIGN
    assert ruled("exec", world(persona=DUAL), unconfined=True) is DUAL_SIGN
    assert ruled("exec", world(), unconfined=True) is DENY


def test_what_is_unclear_asks_even_where_nothing_else_would() -> None:
    assert ruled("read", world(), reads=(f"{WORK}/a",)) is ALLOW
    assert ruled("read", world(), reads=(f"{WORK}/a",), unclear=("the rest",)) is CONFIRM
    assert ruled("read", world(inside_run=True), unclear=("the rest",)) is DENY


def test_a_look_at_a_granted_host_is_safe_and_anything_else_is_not() -> None:
    free = world(MINE, grants=(gift(MINE, egress=(HOST,)),))
    get: dict[str, Any] = {"by": "mine", "hosts": (HOST,)}
    assert ruled("web_fetch", free, **get, method="GET") is ALLOW
    assert ruled("web_fetch", free, **get, method="HEAD") is ALLOW
    for method in ("POST", "PUT", "DELETE", "get", "", "GET "):
        assert ruled("web_fetch", free, **get, method=method) is CONFIRM
    assert ruled("web_fetch", free, **get, method="GET", writes=(f"{WORK}/a",)) is CONFIRM
    assert ruled("web_fetch", free, method="GET", hosts=(HOST,)) is CONFIRM, "nobody was granted it: a person is asked"
    assert ruled("web_fetch", free, **get, method="GET", unclear=("x",)) is CONFIRM
    reader = world(MINE, grants=(gift(MINE, egress=(HOST,)),), persona=READ_ONLY)
    assert ruled("web_fetch", reader, **get, method="POST") is DENY


def test_the_class_of_a_strangers_tool_is_accepted_for_one_seal() -> None:
    owner = skill("stats")
    tool = owned("stats", owner, "mutating")
    cases: list[tuple[dict[str, Any], Ruling]] = [
        ({}, DENY), ({"accepts": ToolClass.MUTATING}, CONFIRM), ({"accepts": ToolClass.SAFE}, DENY),
        ({"accepts": ToolClass.MUTATING, "seal": "sha256:other"}, DENY), ({"accepts": ToolClass.MUTATING, "skill": "x"}, DENY),
    ]  # fmt: skip
    for what, expected in cases:
        assert ruled("stats", world(owner, tools=(tool,), grants=(gift(owner, **what),))) is expected
    found = decide(call("stats"), world(owner, tools=(tool,)))
    assert "sealskill grants add stats --accept mutating" in found.advice


def test_a_row_that_says_its_skill_is_ours_is_not_believed_over_the_skill() -> None:
    owner = skill("stats")
    row = owned("stats", skill("stats", trust="builtin"))
    assert ruled("stats", world(owner, tools=(row,))) is DENY


def test_the_class_that_was_accepted_is_that_of_the_seal_that_would_run() -> None:
    old, new = skill("stats", seal="sha256:old"), skill("stats", seal="sha256:new")
    context = world(new, tools=(owned("stats", new),), grants=(gift(old, accepts=ToolClass.SAFE),))
    assert ruled("stats", context) is DENY
    assert [one.name for one in steps(decide(call("stats"), context), StepName.CLASS)] == [StepName.CLASS]


def test_a_private_host_is_granted_by_name_and_port_and_is_never_only_looked_at() -> None:
    private = ("db.example:5432@10.1.2.0/24",)
    assert granted(unsafe_private=private, touches={"hosts": ("db.example:5432",)}) is ALLOW
    assert granted(unsafe_private=private, touches={"hosts": ("db.example:443",)}) is DENY
    assert granted(unsafe_private=private, touches={"hosts": ("10.1.2.3:5432",)}) is DENY
    mine = world(MINE, grants=(gift(MINE, unsafe_private=private),))
    assert ruled("web_fetch", mine, by="mine", method="GET", hosts=("db.example:5432",)) is CONFIRM


def test_what_a_session_started_itself_may_be_looked_at_and_nothing_dangerous_is_made_safe_by_it() -> None:
    assert ruled("process", world(), own=True) is ALLOW
    assert ruled("process", world(), own=True, argv=("ls",)) is CONFIRM
    assert ruled("process", world(STRANGER), own=True, secrets=("TOKEN",)) is DENY
    assert ruled("gateway", world(), own=True) is DENY
    owner = skill("stats")
    assert ruled("stats", world(owner, tools=(owned("stats", owner),)), own=True) is DENY
