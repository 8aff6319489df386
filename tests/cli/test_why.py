"""`why`, `tools`, `personas`, `persona check` and the end of `check`: the real program tells what would be decided."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.house import House, skill

CAPABLE = (
    'metadata: {"openclaw": {"capabilities": {"shell": {"mode": "restricted", "allow": ["git"]}, "network": true}}}'
)
MOST = "exec, process, write, edit, apply_patch, browser, sessions_spawn, sessions_send, subagents, message, cron"
PERSONA = "---\nname: {name}\ndescription: Looks.\nwhen_to_use: When asked.\n{more}---\nYou look.\n"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> House:
    made = House(
        tmp_path_factory.mktemp("why"),
        {
            "skills/notes/SKILL.md": skill("notes"),
            "skills/deploy/SKILL.md": skill("deploy", "Deploys. Use when asked.", CAPABLE),
            "reader.md": PERSONA.format(name="reader", more="tools: [exec, read, host_restart]\n"),
            "signer.md": PERSONA.format(name="signer", more="permission_mode: dual-sign-required\n"),
            "odd.md": PERSONA.format(name="odd", more="permission_mode: yolo\n"),
        },
    )
    folder = made.home / ".sealskill" / "personas"
    folder.mkdir(parents=True)
    (folder / "reader.md").write_text((made.work / "reader.md").read_text())
    return made


def why(house: House, *words: str) -> tuple[str, list[str]]:
    done = house.run("why", *words, "--json")
    assert (done.code, done.err) == (0, "")
    return done.json["decision"], done.json["reasons"]


@pytest.mark.parametrize(
    ("words", "decision"),
    [
        (["read"], "allow"),
        (["write"], "confirm"),
        (["gateway"], "deny"),
        (["gateway", "--persona", "signer.md"], "deny"),
        (["write", "--skill", "notes"], "deny"),
        (["web_fetch", "--skill", "deploy", "--skill", "notes"], "confirm"),
        (["web_fetch", "--skill", "deploy"], "confirm"),
        (["write", "--persona", "reader"], "deny"),
        (["read", "--persona", "odd.md"], "deny"),
        (["no_such_tool"], "deny"),
        (["read", "--args", '{"path": "notes.md"}'], "allow"),
        (["read", "--args", '{"path": "/etc/passwd"}'], "deny"),
        (["read", "--args", '{"pth": "notes.md"}'], "deny"),
        (["write", "--args", '{"path": "a.md", "content": "x"}'], "confirm"),
        (["exec", "--args", '{"command": "git status"}'], "confirm"),
    ],
)
def test_a_call_nobody_makes_is_decided(house: House, words: list[str], decision: str) -> None:
    assert why(house, *words)[0] == decision


def test_a_host_that_nobody_granted_is_denied_with_the_command_that_asks_for_it(house: House) -> None:
    done = house.run(
        "why", "web_fetch", "--skill", "deploy", "--args", '{"url": "https://api.example.com/x"}', "--json"
    )
    assert done.json["decision"] == "deny"
    assert "sealskill grants add deploy --egress api.example.com:443" in done.json["advice"]
    assert {one["name"] for one in done.json["steps"]} >= {
        "tool", "persona", "group", "always-denied", "capabilities", "class", "grants", "limits",
    }  # fmt: skip


def test_asking_why_writes_no_database_and_no_audit(house: House) -> None:
    why(house, "write", "--args", '{"path": "a.md", "content": "x"}')
    made = {one.name for one in (house.home / ".sealskill").iterdir()}
    assert made <= {"cache", "personas", "lock.json", "lock.json.lock"}
    assert not (house.work / "a.md").exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["read", "--skill", "note"], "did you mean notes?"),
        (["read", "--persona", "raeder"], "did you mean reader?"),
        (["read", "--persona", "nowhere.md"], "cannot be read"),
        (["read", "--args", "{"], "is not JSON"),
        (["read", "--args", "[1]"], "is not an object"),
    ],
)
def test_a_name_that_is_wrong_is_answered_well(house: House, words: list[str], said: str) -> None:
    done = house.run("why", *words)
    assert done.code in (1, 2)
    assert said in done.err


def test_tools_prints_the_matrix(house: House) -> None:
    rows = {one["name"]: one for one in house.run("tools", "--json").json["tools"]}
    assert (rows["gateway"]["tier"], rows["gateway"]["tool_class"]) == ("always denied", "dangerous")
    assert (rows["exec"]["tier"], rows["exec"]["capability"], rows["exec"]["builtin"]) == (
        "capability-gated",
        "shell",
        True,
    )
    assert (rows["message"]["capability"], rows["message"]["builtin"]) == ("messaging", False)
    assert (rows["read"]["tier"], rows["read"]["capability"]) == ("always allowed", "")
    assert "capability-gated  mutating   shell" in house.run("tools").out


def test_a_persona_that_lists_a_tool_its_mode_never_runs_is_reported(house: House) -> None:
    done = house.run("persona", "check", "reader.md", "--json")
    assert done.code == 1
    assert [one["code"] for one in done.json["persona"]["problems"]] == ["tool-never-runs"]
    assert done.json["persona"]["usable"]
    assert "exec is mutating, which read-only never runs" in house.run("personas").out
    assert house.run("persona", "check", "signer.md").code == 0
    odd = house.run("persona", "check", "odd.md", "--json")
    assert (odd.code, odd.json["persona"]["usable"]) == (1, False)


def test_check_ends_with_what_strangers_cost(house: House) -> None:
    shown = house.run("check").out
    last = shown[shown.index("Runtime policy restrictions") :].splitlines()
    assert last[1:] == [
        "deny now: gateway, nodes — because of deploy, notes",
        f"deny once active: {MOST} — because of deploy, notes",
        "confirm once active: web_fetch, web_search, http_get — because of notes",
    ]
    rows = json.loads(house.run("check", "--json").out)["policy_restrictions"]
    assert {"tool": "gateway", "decision": "deny", "when": "now", "skills": ["deploy", "notes"]}.items() <= rows[
        0
    ].items()


def test_a_workspace_of_ones_own_is_not_restricted(tmp_path: Path) -> None:
    house = House(tmp_path, {"skills/notes/SKILL.md": skill("notes")})
    assert house.run("trust", ".").code == 0
    assert house.run("check").out.rstrip().endswith("Runtime policy restrictions\n(none)")
    assert why(house, "exec", "--skill", "notes")[0] == "confirm"
