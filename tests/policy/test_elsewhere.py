"""What went wrong in other systems, each tried here: a policy that is written down and asked by nobody is none."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path

import pytest
from tests.cli.house import skill as skill_md
from tests.policy.house import DUAL, READ_ONLY, declares, gift, owned, ruled, skill, step, world

from sealskill.errors import UsageError
from sealskill.execute.backends.bubblewrap import BACKEND
from sealskill.model.decision import Ruling
from sealskill.model.manifest import ToolClass
from sealskill.model.persona import PermissionMode, Persona
from sealskill.model.tools import MATRIX, KnownTool, Tier
from sealskill.runtime import Runtime

ALLOW, CONFIRM, DUAL_SIGN, DENY = Ruling


class Home:
    """A real load in a temporary folder."""

    def __init__(self, base: Path, files: dict[str, str]) -> None:
        self.base = base
        for path, text in files.items():
            file = base / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
            file.chmod(0o755 if path.endswith(".sh") else 0o644)
        (base / "work").mkdir(exist_ok=True)

    def load(self) -> Runtime:
        home = self.base / "home"
        environ = {
            "HOME": str(home), "PATH": "/usr/bin:/bin", "SEALSKILL_HOME": str(home / ".sealskill"),
            "SEALSKILL_EXTERNAL_DIRS": str(self.base / "external"),
        }  # fmt: skip
        return Runtime.load(home=home, workspace=self.base / "work", environ=environ)


def persona(more: str) -> str:
    return (
        f"---\nname: ops\ndescription: Looks after hosts.\nwhen_to_use: When ill.\n{more}\n---\nYou look after hosts.\n"
    )


def tool_json(name: str, tool_class: str | None) -> str:
    found = {"name": name, "description": "Does it.", "entry": "run.sh", "schema": {"type": "object"}}
    return json.dumps({**found, "class": tool_class} if tool_class else found)


def test_a_permission_mode_is_read_by_the_decision_and_not_only_by_a_page(tmp_path: Path) -> None:
    """Ongrid O1: `specialist-ops` is read-only, lists a restart and a shell, and runs both."""
    home = Home(
        tmp_path, {"home/.sealskill/personas/ops.md": persona("permission_mode: read-only\ntools: [exec, read]")}
    )
    runtime = home.load()
    assert runtime.why("exec", persona="ops").decision is DENY
    assert runtime.why("read", persona="ops").decision is ALLOW
    (found,) = runtime.personas
    assert [one.code for one in found.problems] == ["tool-never-runs"]  # type: ignore[union-attr]


def test_mutating_asks_one_person_and_dangerous_two_whoever_calls(tmp_path: Path) -> None:
    """Ongrid O2: mutating ran at once for some, dangerous was refused for all, and neither was ever asked about."""
    files = {f"external/{name}/skill.json": tool_json(name, name) for name in ("safe", "mutating", "dangerous")}
    files |= {f"external/{name}/run.sh": "#!/bin/sh\necho 1\n" for name in ("safe", "mutating", "dangerous")}
    files["home/.sealskill/personas/ops.md"] = persona("permission_mode: dual-sign-required")
    runtime = Home(tmp_path, files).load()
    found = {name: runtime.why(name, persona="ops").decision for name in ("safe", "mutating", "dangerous")}
    assert found == {"safe": ALLOW, "mutating": CONFIRM, "dangerous": DUAL_SIGN}


def test_what_a_skill_brings_is_a_tool_on_every_road(tmp_path: Path) -> None:
    """Ongrid O3: the default kernel never saw the tools that the page promised."""
    files = {"external/count/skill.json": tool_json("count", None), "external/count/run.sh": "#!/bin/sh\necho 1\n"}
    runtime = Home(tmp_path, files).load()
    assert "count" in {one.name for one in runtime.tools.rows}
    assert runtime.why("count").decision is ALLOW
    assert runtime.why("count", arguments={}).decision is (DENY if BACKEND.missing() else ALLOW)


def test_trust_follows_where_a_skill_came_from_and_not_where_it_lies(tmp_path: Path) -> None:
    """OpenClaw, hole 1 and trap 9: an installed skill lies in the workspace and counts as one's own."""
    record = json.dumps({"version": 1, "registry": "https://clawhub.ai", "slug": "notes", "installedVersion": "1.0.0"})
    files = {
        "home/.agents/skills/notes/SKILL.md": skill_md("notes"),
        "home/.agents/skills/notes/.clawhub/origin.json": record,
        "home/.agents/skills/mine/SKILL.md": skill_md("mine"),
    }
    runtime = Home(tmp_path, files).load()
    assert runtime.why("write", skills=["notes"]).decision is DENY
    assert runtime.why("write", skills=["mine"]).decision is CONFIRM


def test_one_session_decides_nothing_for_another() -> None:
    """OpenClaw, hole 2: the last load wins, for every agent of the process."""
    restricted, free = world(skill("notes")), world()
    for _ in range(3):
        assert ruled("exec", restricted) is DENY
        assert ruled("exec", free) is CONFIRM


def test_capabilities_are_no_union() -> None:
    """OpenClaw, hole 3 and trap 8: one `shell` skill unlocks exec for all the others."""
    assert step("capabilities", "exec", world(skill("deploy", "shell"), skill("notes"))) is CONFIRM


def test_a_loaded_skill_takes_nothing_from_the_person_who_loaded_it() -> None:
    """OpenClaw, hole 4: loading any community skill restricts everything, so people switch it off."""
    context = world(loaded=(skill("notes"), skill("other", trust="signed")))
    assert [ruled(tool, context) for tool in ("read", "write", "exec", "message")] == [ALLOW, CONFIRM, CONFIRM, CONFIRM]


def test_every_gated_tool_can_be_unlocked_by_some_capability() -> None:
    """OpenClaw, hole 5: a tool is dangerous and in no group, so nothing ever unlocks it."""
    for tool in MATRIX.values():
        assert (tool.capability is not None) is (tool.tier is Tier.GATED), tool.name
        if tool.capability is not None:
            context = world(skill("a", tool.capability.value))
            assert step("capabilities", tool.name, context) is ALLOW


@pytest.mark.parametrize("name", ["mcp__server__run", "plugin_tool", "Exec", "exec ", "", "lobster", "read\x00"])
def test_a_tool_nobody_registered_is_denied_whatever_is_active(name: str) -> None:
    """OpenClaw, hole 6 and trap 8: a tool in neither list is allowed."""
    every = skill("a", "shell", "filesystem", "network", "browser", "sessions", "messaging", "scheduling")
    assert ruled(name, world(every, persona=DUAL)) is DENY
    assert ruled(name, world(persona=DUAL)) is DENY


def test_a_switched_off_skill_is_no_skill_to_act_for(tmp_path: Path) -> None:
    """OpenClaw, trap 4: `enabled: false` hides a skill from the listing and from nothing else."""
    files = {
        "home/.agents/skills/mine/SKILL.md": skill_md("mine"),
        "home/.sealskill/config.yaml": "skills: {entries: {mine: {enabled: false}}}\n",
    }
    runtime = Home(tmp_path, files).load()
    with pytest.raises(UsageError, match="not ready"):
        runtime.why("read", skills=["mine"])


def test_a_grant_ends_with_the_bytes_it_was_given_to() -> None:
    """OpenClaw, trap 10: what was looked at is not what is read later."""
    before, after = skill("notes", "network", seal="sha256:1"), skill("notes", "network", seal="sha256:2")
    host = ("api.example.com:443",)
    given = (gift(before, egress=host),)
    assert step("grants", "web_fetch", world(before, grants=given), by="notes", hosts=host) is ALLOW
    assert step("grants", "web_fetch", world(after, grants=given), by="notes", hosts=host) is DENY


EXPECTED = {
    PermissionMode.READ_ONLY: (ALLOW, DENY, DENY),
    PermissionMode.MUTATING_WITH_CONFIRM: (ALLOW, CONFIRM, DENY),
    PermissionMode.DUAL_SIGN_REQUIRED: (ALLOW, CONFIRM, DUAL_SIGN),
}


@pytest.mark.parametrize(("mode", "tool_class"), list(product(PermissionMode, ToolClass)))
def test_each_mode_and_class_is_as_written_for_native_and_subprocess_tools_alike(
    mode: PermissionMode, tool_class: ToolClass
) -> None:
    """The table that Ongrid documents and nothing in it implements."""
    who, place = Persona(permission_mode=mode), list(ToolClass).index(tool_class)
    owner, stranger = skill("own", trust="local"), skill("odd")
    native = KnownTool(name="native", tier=Tier.ALLOWED, tool_class=tool_class)
    tools = (native, owned("sub", owner, tool_class), owned("theirs", stranger, tool_class))
    context = world(owner, stranger, tools=tools, persona=who)
    assert ruled("native", context) is ruled("sub", context) is EXPECTED[mode][place]
    assert ruled("theirs", context) is EXPECTED[mode][-1], "nobody accepted the class of a stranger's tool"


@pytest.mark.parametrize("tool_class", ["Safe", "SAFE", "readonly", "none", 1])
def test_a_class_nobody_knows_is_no_tool(tmp_path: Path, tool_class: object) -> None:
    found = {"name": "count", "description": "x", "class": tool_class, "entry": "run.sh", "schema": {}}
    files = {"external/count/skill.json": json.dumps(found), "external/count/run.sh": "#!/bin/sh\n"}
    assert Home(tmp_path, files).load().why("count").decision is DENY


def test_a_tool_that_came_later_is_on_no_list_either() -> None:
    """Ongrid: tools of servers and skills pass by the list of the persona."""
    owner = skill("own", trust="local")
    lists = Persona(permission_mode="dual-sign-required", tools=("read",))
    assert ruled("sub", world(owner, tools=(owned("sub", owner),), persona=lists)) is DENY
    barred = Persona(permission_mode="dual-sign-required", disallowed_tools=("sub",))
    assert ruled("sub", world(owner, tools=(owned("sub", owner),), persona=barred)) is DENY


def test_a_reader_is_still_asked_where_a_read_must_be_asked_about() -> None:
    context = world(skill("a", declares("network", odd=1)), persona=READ_ONLY)
    fetches = KnownTool(
        name="look", tier=Tier.GATED, tool_class=ToolClass.SAFE, capability=MATRIX["web_fetch"].capability
    )
    asked = world(skill("a", declares("network", odd=1)), tools=(fetches,), persona=READ_ONLY)
    assert ruled("look", asked) is CONFIRM
    assert ruled("web_fetch", context) is DENY
