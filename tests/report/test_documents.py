"""The shapes of `--json`: the names are promises."""

from __future__ import annotations

import json
from typing import Any

from msgspec.structs import replace
from tests.report.made import (
    COMMUNITY,
    EVIL,
    GIT,
    OLD,
    SETTINGS,
    SUMMARIZE,
    blocked,
    invalid,
    ready,
    shadowed,
    skill,
    unmet,
)

from sealskill.model.draft import Entry, EntryKind, Passed, Tree, Unreadable
from sealskill.model.inventory import Inventory
from sealskill.model.manifest import Activation, Command, GrantsAsked, Manifest, ToolSpec
from sealskill.model.verdict import Verdict
from sealskill.report import check, info, listing
from sealskill.report.encode import encode
from sealskill.report.plain import draw, harmless, width

HIDDEN = ready(skill("hidden", model_invocable=False))
FILTERED = blocked(skill("filtered"), unmet("agent", message="not for this agent"))
WORLD = Inventory(
    ready=(GIT, HIDDEN),
    blocked=(SUMMARIZE, EVIL, OLD, FILTERED),
    shadowed=(shadowed(skill("git-autopush", source="bundled"), by="/work/skills/git-autopush"),),
    invalid=(invalid("broken", "a description is required"),),
    unreadable=(
        Unreadable(path="/x/SKILL.md", why="permission denied"),
        Unreadable(path="/y", why="no", manifest=False),
    ),
    passed=(Passed(path="/a", state="nested", why="in a skill"), Passed(path="/b", state="skipped", why="dot folder")),
    notices=("a cap was reached",),
)
COMMANDS = {GIT.skill.folder: "git_autopush"}


def listed() -> dict[str, Any]:
    shown = listing.document(WORLD, SETTINGS, listing.chosen(WORLD), COMMANDS)
    return dict(json.loads(encode("list/1", shown)))


def row(name: str) -> dict[str, Any]:
    return next(dict(row) for row in listed()["skills"] if row["name"] == name)


ROW = [
    "name",
    "key",
    "slug",
    "description",
    "emoji",
    "category",
    "dialect",
    "status",
    "eligible",
    "disabled",
    "blocked_by_allowlist",
    "blocked_by_agent_filter",
    "model_visible",
    "user_invocable",
    "command_visible",
    "command",
    "source",
    "bundled",
    "path",
    "primary_env",
    "homepage",
    "capabilities",
    "seal",
    "trust",
    "verdict",
    "scan",
    "missing",
    "reasons",
]
SUMMARY = [
    "manifests",
    "ready",
    "blocked",
    "disabled",
    "invalid",
    "unreadable",
    "shadowed",
    "nested",
    "skipped",
    "blocked_by",
    "total",
    "eligible",
    "model_visible",
    "command_visible",
    "agent_filtered",
    "not_injected",
    "missing_requirements",
]
INFO = [
    "file_path",
    "base_dir",
    "skill_key",
    "always",
    "platform_incompatible",
    "version",
    "author",
    "license",
    "trust_why",
    "shadowed_by",
    "capability_details",
    "requirements",
    "config_checks",
    "checks",
    "install",
    "resources",
    "when_to_use",
    "tags",
    "env_vars",
    "dependencies",
    "links",
    "cli_help",
    "ignored",
    "problems",
    "findings",
    "unread",
    "tools",
    "grants",
    "activation",
    "user_command",
    "compatibility",
    "allowed_tools",
    "config",
    "signature",
    "extra",
]
CHECK = [
    "schema",
    "agent_id",
    "agent_skill_filter",
    "workspace_dir",
    "managed_skills_dir",
    "summary",
    "eligible",
    "model_visible",
    "command_visible",
    "disabled",
    "blocked",
    "agent_filtered",
    "not_injected",
    "missing_requirements",
    "invalid",
    "unreadable",
    "shadowed",
    "passed",
    "warnings",
    "community_capabilities",
    "policy_restrictions",
    "scan",
    "notices",
    "log",
]


def test_list_has_the_names_it_promises() -> None:
    document = listed()
    assert list(document) == [
        "schema", "workspace_dir", "managed_skills_dir", "skills", "summary", "unreadable", "notices",
    ]  # fmt: skip
    assert document["schema"] == "sealskill.list/1"
    assert list(document["summary"]) == SUMMARY
    assert all(list(row) == ROW for row in document["skills"])
    assert list(row("summarize")["missing"]) == ["bins", "any_bins", "env", "config", "os", "tools"]


def test_every_package_is_listed_with_its_status() -> None:
    assert [(row["name"], row["status"]) for row in listed()["skills"]] == [
        ("broken", "invalid"),
        ("evil-injector", "blocked"),
        ("filtered", "blocked"),
        ("git-autopush", "ready"),
        ("git-autopush", "shadowed"),
        ("hidden", "ready"),
        ("old-skill", "disabled"),
        ("summarize", "missing"),
    ]


def test_a_row_says_why() -> None:
    assert row("summarize")["missing"]["bins"] == ["summarize"]
    assert row("filtered")["blocked_by_agent_filter"]
    assert row("old-skill")["disabled"]
    assert row("evil-injector")["verdict"] == "block"
    assert row("evil-injector")["reasons"] == [
        {"gate": "verdict", "name": "", "message": "prompt injection detected", "advice": ""}
    ]
    assert row("broken")["reasons"][0]["gate"] == "spec"


def test_a_hidden_skill_is_eligible_but_not_for_the_model() -> None:
    assert (row("hidden")["eligible"], row("hidden")["model_visible"]) == (True, False)
    assert (row("git-autopush")["command_visible"], row("git-autopush")["command"]) == (True, "git_autopush")


def test_the_parts_of_the_summary_add_up() -> None:
    summary = listed()["summary"]
    assert summary["manifests"] == sum(summary[part] for part in SUMMARY[1:9]) == 11
    assert summary["blocked_by"] == {"bins": 1, "verdict": 1, "agent": 1}
    assert sum(summary["blocked_by"].values()) == summary["blocked"]
    assert summary["total"] == summary["ready"] + summary["blocked"] + summary["disabled"]


def test_info_holds_the_row_and_the_names_it_promises() -> None:
    document = json.loads(encode("info/1", info.document(SUMMARIZE)))
    assert list(document) == ["schema", *ROW, *INFO]
    assert document["install"] == [
        {
            "id": "brew",
            "kind": "brew",
            "label": "Install summarize",
            "bins": ["summarize"],
            "os": [],
            "command": "brew install summarize",
        }
    ]


def test_info_shows_what_an_author_asks_for_and_brings() -> None:
    one = ready(
        skill(
            "web", allowed_tools="Bash(*)", compatibility="needs a screen", config={"depth": 3}, extra={"model": "big"},
            activation=Activation(mode="keyword", keywords=("web", "net")), command=Command(dispatch="tool", tool="exec"),
            tools=(ToolSpec(name="clean", entry="run.sh", timeout_seconds=60, env_allow=("PATH",)), ToolSpec(name="q")),
            grants=GrantsAsked(persona="You search.", egress=("a.com", "b.com")), signature="sig",
        )
    )  # fmt: skip
    document = json.loads(encode("info/1", info.document(one)))
    assert document["tools"][0]["env_allow"] == ["PATH"]
    assert document["requirements"]["tools"] == ["q"]
    assert document["grants"] == {"persona": "You search.", "tools": [], "egress": ["a.com", "b.com"], "assets": []}
    assert document["activation"] == {"mode": "keyword", "keywords": ["web", "net"]}
    assert (document["user_command"]["tool"], document["config"]) == ("exec", {"depth": 3})
    assert (document["extra"], document["signature"]) == ({"model": "big"}, "sig")
    page = [line.split() for line in draw(info.info(one)).splitlines()]
    for line in (
        "clean safe (not said) run.sh 60 s PATH", "egress a.com, b.com", "persona You search.",
        "Activation keyword: web, net", "Dispatches to exec", "Would use Bash(*) (grants nothing)",
        "Made for needs a screen",
    ):  # fmt: skip
        assert line.split() in page


def test_check_has_the_names_it_promises() -> None:
    document = json.loads(encode("check/1", check.document(WORLD, SETTINGS, "coder", COMMANDS)))
    assert list(document) == CHECK
    assert document["agent_id"] == "coder"
    assert document["not_injected"] == [{"name": "hidden", "reason": "disable-model-invocation"}]
    assert [one["name"] for one in document["blocked"]] == ["summarize", "evil-injector", "filtered"]
    assert [one["name"] for one in document["missing_requirements"]] == ["summarize"]
    assert document["scan"] == {"clean": 5, "warning": 0, "blocked": 1, "incomplete": 0, "not_scanned": 0}
    assert document["community_capabilities"]["network"] == ["git-autopush"]


def test_check_prints_further_rows_only_when_they_count() -> None:
    text = draw(check.check(WORLD))
    for line in (
        "Blocked (security)    1",
        "Blocked (agent)       1",
        "Invalid               1",
        "Nested                1",
    ):
        assert line in text
    assert "! invalid  broken: SKILL.md:2: a description is required" in text
    assert "! unreadable  /x/SKILL.md: permission denied" in text
    assert "Not scanned" not in text
    assert "Invalid" not in draw(check.check(Inventory(ready=(GIT,))))


def test_unscanned_skills_are_counted_as_such() -> None:
    unseen = Inventory(ready=(ready(skill("new"), verdict=Verdict.NOT_SCANNED),))
    assert "Clean        0\nWarning      0\nBlocked      0\nNot scanned  1" in draw(check.check(unseen))
    assert "Scan   - not scanned" in draw(info.info(unseen.ready[0]))


def test_category_and_eligible_choose_what_is_listed() -> None:
    world = Inventory(ready=(ready(skill("a", category="text")), GIT), blocked=(SUMMARIZE,))
    assert [one.skill.name for one in listing.chosen(world, category="text")] == ["a"]  # type: ignore[union-attr]
    assert [one.skill.name for one in listing.chosen(world, eligible=True)] == ["a", "git-autopush"]  # type: ignore[union-attr]


HOSTILE = skill("evil\x1b[2J\nname", "[red]x[/red]\n+ ready  forged \u202e\x9b31m", homepage="http://a\x1b]8;;b\x07")


def test_strangers_cannot_steer_the_terminal_through_any_report() -> None:
    world = Inventory(
        ready=(ready(HOSTILE, trust=COMMUNITY),),
        invalid=(invalid("bro\x1bken", "bad \x1b[31m\nvalue", manifest=Manifest(dialect=HOSTILE.manifest.dialect)),),
        unreadable=(Unreadable(path="/x\x1b\n", why="\x07"),),
        notices=("no\x1btice\nforged",),
    )
    texts = [
        draw(listing.listing(listing.chosen(world), verbose=True)),
        draw(check.check(world, verbose=True)),
        *(draw(info.info(one)) for one in world),
        encode("list/1", listing.document(world, SETTINGS, listing.chosen(world))),
        encode("check/1", check.document(world, SETTINGS)),
        *(encode("info/1", info.document(one)) for one in world),
    ]
    for text in texts:
        assert not set(text) & {"\x1b", "\x07", "\x9b", "\u202e", "\r"}
        assert "\n+ ready  forged" not in text
        assert "\nforged" not in text


def test_decoded_json_is_harmless_too() -> None:
    one = json.loads(encode("info/1", info.document(ready(HOSTILE))))
    assert one["description"] == "[red]x[/red] + ready  forged \\u202e\\x9b31m"
    assert one["name"] == "evil\\x1b[2J name"
    assert "\x1b" not in one["homepage"] + one["path"]


def test_a_string_is_judged_by_itself_however_it_lies_beside_others() -> None:
    pieces = ["中", "a\u200db", "中", "\x7f", "two\nlines", 'quoted "\\n"', "\ud800", "🗂️", "plain"]
    for at, piece in enumerate(pieces):
        rows = [{"a": "中", "b": piece, "c": "中"}, {piece: [at, piece]}]
        shown = json.loads(encode("x/1", {"rows": rows}))["rows"]
        said = harmless(piece)
        assert shown == [{"a": "中", "b": said, "c": "中"}, {said: [at, said]}]


def test_a_screen_of_forty_cells_still_shows_names_and_states() -> None:
    assert draw(listing.listing((GIT, SUMMARIZE, OLD)), 40) == (
        "Skills (1/2 ready)\n"
        "Status      Skill               Source\n"
        "+ ready     git-autopush >_ 🌐  managed\n"
        "x missing   summarize >_        bundled\n"
        "- disabled  old-skill           works...\n"
    )


def test_the_name_of_a_stranger_hides_no_column_of_the_others() -> None:
    wants = " ".join(f"program-{n}" for n in range(30))
    loud = blocked(skill("x" * 300, "loud", "workspace", asks="shell"), *(unmet("bins", one) for one in wants.split()))
    for columns, verbose in [(80, False), (120, False), (120, True)]:
        lines = draw(listing.listing((GIT, loud), verbose=verbose), columns).splitlines()
        assert lines[1].split() == ["Status", "Skill", "Description", "Source", *(["Missing"] * verbose)]
        assert "managed" in lines[2]
        assert "workspace" in lines[3]
        assert all(width(line) <= columns for line in lines)


def test_seals_are_shown_whole_when_asked_for_on_any_screen() -> None:
    seal = "sha256:" + "a" * 64
    rows = (ready(skill("pdf", "Reads. " * 20), seal=seal), OLD, invalid("bad", "no"))
    for columns in (40, 120):
        lines = draw(listing.listing(rows, verbose=True, seals=True), columns).splitlines()
        assert lines[1].endswith("  Seal")
        ends = zip(lines[2:], (seal, "cannot be sealed", ""), strict=True)
        assert [line for line, end in ends if not line.endswith(end)] == []
    assert seal not in draw(listing.listing(rows, verbose=True))


def test_the_resources_of_a_package_are_named() -> None:
    entry = Entry(
        path="scripts/go.sh", kind=EntryKind.FILE, size=1, mode=0o755, dev=1, ino=1, links=1, mtime_ns=1, ctime_ns=1
    )
    packed = ready(replace(GIT.skill, tree=Tree(entries=(entry,))))
    assert info.document(packed).resources.scripts == ("scripts/go.sh",)
    assert "Files\nscripts/  scripts/go.sh\n" in draw(info.info(packed))


def test_home_is_shortened_only_where_it_is_home() -> None:
    assert info.tilde("/home/user/x", "/home/user") == "~/x"
    assert info.tilde("/home/user2/x", "/home/user") == "/home/user2/x"
    assert info.tilde("/x", "") == "/x"
