"""Hooks: what cannot be read is never run, and nothing outside the folder is a handler."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealskill.model.draft import Unreadable
from sealskill.model.hook import HANDLERS, Hook, HookFolder, HookRuntime
from sealskill.model.manifest import Requires
from sealskill.model.problem import Level
from sealskill.model.settings import Limits, Settings
from sealskill.read import hooks
from sealskill.read.formats import hook as format_
from sealskill.read.formats.format import Parsed

SETTINGS = Settings(home="/", state="/", workspace="/")
EVENTS = 'metadata: {"openclaw": {"events": ["command:new"]}}'


def text(*lines: str, name: str = "memory") -> str:
    return "\n".join(["---", f"name: {name}", "description: Keeps a note.", *lines, "---", "# Memory", ""])


def read(*lines: str) -> Parsed[Hook]:
    return format_.parse(text(*lines).encode(), Limits())


def errors(parsed: Parsed[Hook] | HookFolder) -> list[str]:
    return [one.code for one in parsed.problems if one.level is Level.ERROR]


def house(folder: Path, *files: str, manifest: str = text(EVENTS)) -> Path:
    """A hook in a folder, with these files beside it."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "HOOK.md").write_text(manifest)
    for name in files:
        (folder / name).write_text("true\n")
    return folder


def look(folder: Path) -> HookFolder:
    found = hooks.read(str(folder), SETTINGS)
    assert isinstance(found, HookFolder)
    return found


# From the attacker's side.


def test_two_blocks_that_name_other_events_are_a_fault() -> None:
    assert errors(read('metadata: {"openclaw": {"events": ["tool"]}, "clawdbot": {"events": ["message"]}}')) == [
        "vendor-conflict"
    ]


def test_two_blocks_that_ask_for_other_things_are_a_fault() -> None:
    given = {"openclaw": {"events": ["tool"], "always": True}, "clawdbot": {"events": ["tool"]}}
    assert errors(read(f"metadata: {json.dumps(given)}")) == ["vendor-conflict"]


def test_metadata_that_cannot_be_read_never_drops_a_requirement() -> None:
    assert errors(read("metadata: '{openclaw: {events: [tool], requires'"))[0] == "metadata"


@pytest.mark.parametrize("events", ["[]", "null", "{}", "[[tool]]", "['']", "['tool:*']", "['../x']", "['Tool']", "1"])
def test_events_nobody_can_read_are_a_fault(events: str) -> None:
    assert errors(read(f"events: {events}"))


def test_a_kind_of_event_nobody_sends_is_said() -> None:
    assert [one.message for one in read("events: [moon:full]").problems] == ["nobody here sends 'moon:full'"]


@pytest.mark.parametrize("given", ['"true"', "1", '"yes"'])
def test_only_a_real_true_makes_a_hook_skip_its_requirements(given: str) -> None:
    parsed = read(f'metadata: {{"openclaw": {{"events": ["tool"], "always": {given}}}}}')
    assert parsed.value is not None
    assert parsed.value.always is False


def test_a_handler_that_is_a_link_out_of_the_folder_is_a_fault(tmp_path: Path) -> None:
    (tmp_path / "elsewhere.sh").write_text("rm\n")
    folder = house(tmp_path / "hook")
    (folder / "handler.sh").symlink_to("../elsewhere.sh")
    assert errors(look(folder)) == ["link-escape"]


def test_a_manifest_that_is_a_link_out_of_the_folder_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "HOOK.md").write_text(text(EVENTS))
    (tmp_path / "hook").mkdir()
    (tmp_path / "hook/HOOK.md").symlink_to("../HOOK.md")
    found = hooks.read(str(tmp_path / "hook"), SETTINGS)
    assert isinstance(found, Unreadable)
    assert "link out of its folder" in found.why


def test_a_folder_that_is_a_link_out_of_its_root_is_not_entered(tmp_path: Path) -> None:
    house(tmp_path / "elsewhere", "handler.sh")
    house(tmp_path / "hooks/mine", "handler.sh")
    (tmp_path / "hooks/theirs").symlink_to("../elsewhere")
    mine, theirs = hooks.discover(str(tmp_path / "hooks"), SETTINGS)
    assert mine.dialect == "HOOK.md" if isinstance(mine, HookFolder) else False
    assert isinstance(theirs, Unreadable)
    assert "leads out of its root" in theirs.why


@pytest.mark.parametrize("name", ["HOOK.md", "handler.sh"])
def test_a_file_that_everybody_may_change_is_a_fault(name: str, tmp_path: Path) -> None:
    folder = house(tmp_path / "hook", "handler.sh")
    (folder / name).chmod(0o777)
    assert errors(look(folder)) == ["world-writable"]


def test_a_folder_with_two_handlers_runs_neither(tmp_path: Path) -> None:
    found = look(house(tmp_path / "hook", "handler.sh", "handler.ts"))
    assert errors(found) == ["handler"]
    assert found.hook is not None
    assert found.hook.runtime is None


def test_a_folder_without_a_handler_is_a_fault(tmp_path: Path) -> None:
    assert errors(look(house(tmp_path / "hook", "index.ts", "handler.rb"))) == ["handler"]


def test_a_folder_called_like_a_handler_is_none(tmp_path: Path) -> None:
    folder = house(tmp_path / "hook")
    (folder / "handler.sh").mkdir()
    assert errors(look(folder)) == ["handler"]


@pytest.mark.parametrize("missing", ["name", "description"])
def test_what_is_required_is_named_when_it_is_missing(missing: str) -> None:
    lines = [line for line in text("events: [tool]").split("\n") if not line.startswith(missing)]
    assert errors(format_.parse("\n".join(lines).encode(), Limits())) == [missing]


# What a well-formed hook says.


@pytest.mark.parametrize(("handler", "runtime"), HANDLERS.items(), ids=HANDLERS)
def test_a_handler_is_run_by_what_its_suffix_says(handler: str, runtime: HookRuntime, tmp_path: Path) -> None:
    found = look(house(tmp_path / "hook", handler))
    assert found.problems == ()
    assert found.hook is not None
    assert (found.hook.handler, found.hook.runtime) == (handler, runtime)


@pytest.mark.parametrize(
    "line",
    [
        EVENTS,
        "metadata:\n  {\n    'openclaw': { 'events': ['command:new'], },\n  }",
        "metadata:\n  clawdbot:\n    events: command:new",
        "events: [command:new]",
    ],
    ids=["json", "flow", "block", "top"],
)
def test_events_are_read_in_every_shape(line: str) -> None:
    parsed = read(line)
    assert parsed.problems == ()
    assert parsed.value is not None
    assert parsed.value.events == ("command:new",)


def test_requirements_are_read_as_those_of_a_skill() -> None:
    block = {
        "events": ["agent:bootstrap", "command"],
        "os": ["macos"],
        "always": True,
        "hookKey": "memo",
        "export": "default",
        "requires": {"bins": ["node"], "anyBins": ["a", "b"], "env": ["X"], "config": ["workspace.dir"]},
    }
    parsed = read("homepage: https://example.com", f"metadata: {json.dumps({'openclaw': block})}")
    assert parsed.problems == ()
    assert parsed.value is not None
    one = parsed.value
    assert one.requires == Requires(bins=("node",), any_bins=("a", "b"), env=("X",), config=("workspace.dir",))
    assert (one.os, one.always, one.claimed_key, one.homepage) == (("darwin",), True, "memo", "https://example.com")


def test_discovery_takes_folders_with_a_manifest_and_no_others(tmp_path: Path) -> None:
    house(tmp_path / "b", "handler.py", manifest=text(EVENTS, name="b"))
    house(tmp_path / "a", "handler.py", manifest=text(EVENTS, name="a"))
    (tmp_path / "empty").mkdir()
    (tmp_path / "HOOK.md").write_text("not a folder")
    assert [one.name for one in hooks.discover(str(tmp_path), SETTINGS) if isinstance(one, HookFolder)] == ["a", "b"]
    assert list(hooks.discover(str(tmp_path / "gone"), SETTINGS)) == []


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=9),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(
                    [
                        "openclaw",
                        "clawdbot",
                        "sealskill",
                        "events",
                        "hookKey",
                        "export",
                        "requires",
                        "os",
                        "always",
                        "bins",
                        "x",
                    ]
                ),
                inner,
                max_size=4,
            )
        ),
        max_leaves=8,
    )
)
def test_any_metadata_ends_in_a_hook_or_a_fault(metadata: object) -> None:
    parsed = read(f"metadata: {json.dumps(metadata)}")
    assert parsed.problems or (parsed.value is not None and parsed.value.events)


@given(st.binary(max_size=300))
def test_any_bytes_end_in_a_hook_or_a_fault(data: bytes) -> None:
    for one in (data, b"---\n" + data + b"\n---\n"):
        parsed = format_.parse(one, Limits())
        assert parsed.value is not None or parsed.problems
