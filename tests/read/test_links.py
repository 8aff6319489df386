"""Links, odd files and loose permissions: contained by real path, named, and never waited for."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from tests.read.ground import (
    RUN,
    drafts,
    errors,
    md,
    notices,
    on_disk,
    one_draft,
    passed,
    plant,
    root,
    said,
    tool,
    unreadable,
    walk,
)  # fmt: skip

from sealskill.model.draft import Unreadable

GOOD = md()


def folders(base: Path, seen: object) -> list[str]:
    return sorted(os.path.relpath(one.folder, base) for one in drafts(seen))  # type: ignore[arg-type]


def test_a_link_out_of_the_root_is_not_followed_and_says_how_to_allow_it(tmp_path: Path) -> None:
    plant(tmp_path, {"out/a/SKILL.md": GOOD, "top/b -> ../out/a": "", "top/c -> ../out": ""})
    seen = walk(tmp_path / "top")
    assert drafts(seen) == []
    assert [(one.advice, one.manifest) for one in unreadable(seen)] == [
        (f"add {tmp_path}/out/a to skills.load.allow_link_targets if that is meant", True),
        (f"add {tmp_path}/out to skills.load.allow_link_targets if that is meant", False),
    ]


@pytest.mark.parametrize("allowed", ["out", "out/a", "shortcut"])
def test_an_allowed_target_is_entered(tmp_path: Path, allowed: str) -> None:
    plant(tmp_path, {"out/a/SKILL.md": GOOD, "top/b -> ../out/a": "", "shortcut -> out": ""})
    seen = walk(tmp_path / "top", allow_link_targets=(str(tmp_path / allowed),))
    assert folders(tmp_path, seen) == ["out/a"]


def test_a_neighbour_with_a_longer_name_is_not_the_allowed_target(tmp_path: Path) -> None:
    plant(tmp_path, {"out-evil/a/SKILL.md": GOOD, "top/b -> ../out-evil/a": "", "out/": ""})
    assert len(unreadable(walk(tmp_path / "top", allow_link_targets=(str(tmp_path / "out"),)))) == 1


def test_links_that_climb_back_in_or_lead_into_the_root_load_each_skill_once(tmp_path: Path) -> None:
    plant(tmp_path, {"top/a/SKILL.md": GOOD, "top/b -> a": "", "top/c -> ../top/a": "", "top/d -> .": ""})
    seen = walk(tmp_path / "top")
    assert folders(tmp_path, seen) == ["top/a"]
    assert unreadable(seen) == []
    assert len(notices(seen)) == 3


def test_a_link_into_another_root_is_read_there(tmp_path: Path) -> None:
    plant(tmp_path, {"one/a -> ../two/b": "", "two/b/SKILL.md": GOOD})
    seen = walk(tmp_path / "one", tmp_path / "two")
    assert folders(tmp_path, seen) == ["two/b"]
    assert "another root" in notices(seen)[0]


def test_a_link_that_leads_nowhere_is_said(tmp_path: Path) -> None:
    seen = walk(plant(tmp_path, {"a -> gone": "", "b -> b": "", "c -> ../../../../../../../../nowhere": ""}))
    assert unreadable(seen) == []
    assert [text.rpartition(": ")[2] for text in notices(seen)] == ["the link leads nowhere, or round in a ring"] * 3


@pytest.mark.parametrize("name", [".dot", "node_modules"])
def test_a_link_with_the_name_of_a_folder_that_is_never_searched_is_not_followed(tmp_path: Path, name: str) -> None:
    plant(tmp_path, {"out/a/SKILL.md": GOOD, f"top/{name} -> ../out": "", "top/x/y": ""})
    assert walk(tmp_path / "top", allow_link_targets=(str(tmp_path / "out"),)) == []


def test_a_ring_of_five_thousand_links_ends(tmp_path: Path) -> None:
    plant(tmp_path, {"top/a/SKILL.md": GOOD, "hall/": "", "top/in -> ../hall": ""})
    for number in range(5_000):
        (tmp_path / f"hall/{number}").symlink_to(f"{(number + 1) % 5_000}")
    for number in range(100):
        (tmp_path / f"hall/back{number}").symlink_to(tmp_path / ("hall" if number % 2 else "top"))
    seen = walk(tmp_path / "top", allow_link_targets=(str(tmp_path / "hall"),))
    assert folders(tmp_path, seen) == ["top/a"]


def test_a_package_with_a_chain_of_five_thousand_links_is_read(tmp_path: Path) -> None:
    plant(tmp_path, {"p/SKILL.md": GOOD, "p/d/": "", "p/far -> " + "d/../" * 800 + "SKILL.md": ""})
    for number in range(4_990):
        (tmp_path / f"p/{number:04}").symlink_to(f"{number + 1:04}")
    assert errors(one_draft(tmp_path)) == ["link-escape"]
    plant(tmp_path, {"q/skill.json": tool(entry="run"), "q/run -> ../p/0000": ""})
    plant(tmp_path, {"r/SKILL.md -> ../p/0000": ""})
    assert len(walk(tmp_path, external=True)) == 3


def test_two_links_to_one_allowed_target_load_it_once(tmp_path: Path) -> None:
    plant(tmp_path, {"out/a/SKILL.md": GOOD, "top/x -> ../out": "", "top/y -> ../out": "", "top/z/w -> ../../out": ""})
    seen = walk(tmp_path / "top", allow_link_targets=(str(tmp_path / "out"),))
    assert folders(tmp_path, seen) == ["out/a"]


def test_a_manifest_that_is_a_link_is_read_inside_its_folder_alone(tmp_path: Path) -> None:
    plant(tmp_path, {"r/a/SKILL.md -> docs/text.md": "", "r/a/docs/text.md": GOOD,
                     "r/b/SKILL.md -> ../../out.md": "", "out.md": GOOD,
                     "r/c/SKILL.md -> ../a/docs/text.md": "", "r/d/SKILL.md -> docs": "", "r/d/docs/": "",
                     "r/e/SKILL.md -> gone": "", "r/f/SKILL.md -> SKILL.md": ""})  # fmt: skip
    seen = walk(tmp_path / "r", allow_link_targets=(str(tmp_path / "out.md"),))
    assert folders(tmp_path, seen) == ["r/a"]
    assert errors(drafts(seen)[0]) == []
    assert [one.path[-10:-9] for one in unreadable(seen)] == ["b", "c", "d", "e", "f"]


LINKS = [
    ("x -> y", True), ("d/x -> ../y", True), ("x -> d/../y", True), ("x -> gone", True), ("x -> .", True),
    ("x -> /etc/passwd", False), ("x -> ..", False), ("x -> ../other", False), ("d/x -> ../../y", False),
    ("x -> ../p/y", False), ("x -> d/../../p/y", False), ("x -> /", False),
]  # fmt: skip


@pytest.mark.parametrize(("link", "fine"), LINKS)
def test_a_link_of_a_package_stays_inside_at_every_step(tmp_path: Path, link: str, fine: bool) -> None:
    """`../p/y` comes back into the package by its name, which its sealed copy has not."""
    plant(tmp_path, {"p/SKILL.md": GOOD, "p/y": "", "p/d/z": "", "other": "", f"p/{link}": ""})
    assert errors(one_draft(tmp_path)) == ([] if fine else ["link-escape"])


def test_an_absolute_link_into_its_own_package_is_refused(tmp_path: Path) -> None:
    plant(tmp_path, {"p/SKILL.md": GOOD, "p/y": "", f"p/x -> {tmp_path}/p/y": ""})
    assert errors(one_draft(tmp_path)) == ["link-escape"]


def test_two_links_that_each_look_harmless_do_not_add_up_to_an_escape(tmp_path: Path) -> None:
    plant(
        tmp_path, {"p/SKILL.md": GOOD, "p/d/e/": "", "p/up -> d/e": "", "p/x -> up/../../../secret": "", "secret": ""}
    )
    assert errors(one_draft(tmp_path)) == ["link-escape"]


def test_a_folder_behind_a_link_in_a_package_is_not_walked(tmp_path: Path) -> None:
    plant(tmp_path, {"r/p/SKILL.md": GOOD, "r/p/x -> ../../out": "", "out/SKILL.md": GOOD})
    seen = walk(tmp_path / "r")
    assert ([entry.path for entry in drafts(seen)[0].tree], passed(seen)) == (["SKILL.md", "x"], {})


def test_a_fifo_a_socket_and_a_device_are_named_and_never_opened(tmp_path: Path) -> None:
    plant(tmp_path, {"p/SKILL.md": GOOD})
    os.mkfifo(tmp_path / "p/fifo")
    place = os.getcwd()
    os.chdir(tmp_path / "p")  # a socket's path has room for about a hundred letters
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("socket")
    os.chdir(place)
    expected = {"fifo", "socket"}
    if os.geteuid() == 0:
        os.mknod(tmp_path / "p/device", 0o20600, os.makedev(1, 3))
        expected.add("device")
    one = one_draft(tmp_path)
    assert {problem.path for problem in one.problems if problem.code == "special-file"} == expected


@pytest.mark.parametrize("name", ["SKILL.md", "skill.json", "skill.yaml"])
def test_a_manifest_that_is_a_fifo_does_not_hang_the_walk(tmp_path: Path, name: str) -> None:
    plant(tmp_path, {"p/": "", "q/": "", f"q/{name} -> pipe": ""})
    os.mkfifo(tmp_path / f"p/{name}")
    os.mkfifo(tmp_path / "q/pipe")
    assert [one.why for one in unreadable(walk(tmp_path, external=True))] == ["not a regular file"] * 2


def test_a_codex_file_that_is_a_fifo_hides_the_skill_and_does_not_hang(tmp_path: Path) -> None:
    plant(tmp_path, {"p/SKILL.md": GOOD, "p/agents/": ""})
    os.mkfifo(tmp_path / "p/agents/openai.yaml")
    one = one_draft(tmp_path)
    assert one.manifest is not None
    assert one.manifest.model_invocable is False


def test_a_hard_link_is_named(tmp_path: Path) -> None:
    plant(tmp_path, {"p/SKILL.md": GOOD, "secret": "x"})
    os.link(tmp_path / "secret", tmp_path / "p/data")
    assert "2 names" in said(one_draft(tmp_path), "hard-link")


def test_files_everybody_may_change_and_files_nobody_may_read_are_named(tmp_path: Path) -> None:
    plant(tmp_path, {"p/SKILL.md": GOOD, "p/open": "", "p/shut": ""})
    (tmp_path / "p/open").chmod(0o666)
    (tmp_path / "p/shut").chmod(0o000)
    one = one_draft(tmp_path)
    assert "open may be changed" in said(one, "world-writable")
    assert "shut may be read by nobody" in said(one, "unreadable-file")


@pytest.mark.parametrize("loose", ["", "t", "t/skill.json", "t/run.sh"])
def test_a_tool_that_everybody_may_change_is_refused(tmp_path: Path, loose: str) -> None:
    plant(tmp_path, {"t/skill.json": tool(), "t/run.sh*": RUN})
    path = tmp_path / loose
    path.chmod(path.stat().st_mode | 0o002)
    one = one_draft(tmp_path, external=True)
    assert "world-writable" in errors(one)
    assert one.manifest is not None
    assert all(problem.advice for problem in one.problems if problem.code == "world-writable")


def test_a_tools_manifest_behind_a_link_is_judged_by_the_file_and_not_by_the_link(tmp_path: Path) -> None:
    plant(tmp_path, {"t/skill.json -> real.json": "", "t/real.json": tool(), "t/run.sh*": RUN})
    assert errors(one_draft(tmp_path, external=True)) == []
    (tmp_path / "t/real.json").chmod(0o666)
    assert errors(one_draft(tmp_path, external=True)) == ["world-writable"]


AS_NOBODY = """
import os, sys
from pathlib import Path
from tests.read.ground import walk
os.setgroups([]); os.setegid(65534); os.seteuid(65534)
for one in walk(Path(sys.argv[1])):
    print(type(one).__name__, getattr(one, "path", ""), getattr(one, "why", ""), getattr(one, "manifest", "") is True)
"""


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody who may not read")
def test_what_may_not_be_read_is_said_and_the_rest_is_found(tmp_path: Path) -> None:
    for parent in [tmp_path, *tmp_path.parents][:4]:
        parent.chmod(parent.stat().st_mode | 0o055)
    plant(tmp_path, {"a/SKILL.md": GOOD, "shut/b/SKILL.md": GOOD, "c/SKILL.md": GOOD, "d/SKILL.md": GOOD, "d/in/x": ""})
    for path, mode in {"shut": 0o000, "c/SKILL.md": 0o000, "d/in": 0o000}.items():
        (tmp_path / path).chmod(mode)
    for where, expected in (
        (tmp_path, ["Draft", "Unreadable", "Draft", "Unreadable"]),
        (tmp_path / "shut", ["Unreadable"]),
    ):
        done = subprocess.run(
            [sys.executable, "-c", AS_NOBODY, str(where)], capture_output=True, text=True, timeout=60, check=True
        )
        lines = done.stdout.splitlines()
        assert [line.split()[0] for line in lines] == expected
        assert all("Permission denied" in line for line in lines if line.startswith("Unreadable"))


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can mount a root that is read-only")
def test_a_root_that_may_only_be_read_is_read(tmp_path: Path) -> None:
    plant(tmp_path, {"a/SKILL.md": GOOD, "t/skill.json": tool(), "t/run.sh*": RUN})
    for place, _, files in os.walk(tmp_path, topdown=False):
        for name in files:
            os.chmod(os.path.join(place, name), 0o555 if name == "run.sh" else 0o444)
        os.chmod(place, 0o555)
    assert [errors(one) for one in drafts(walk(tmp_path, external=True))] == [[], []]
    assert on_disk(tmp_path) == 2


def test_roots_are_judged_by_their_real_path(tmp_path: Path) -> None:
    plant(tmp_path, {"real/r/a -> ../b": "", "real/b/SKILL.md": GOOD, "r -> real/r": ""})
    (one,) = walk(root(tmp_path / "r"))
    assert isinstance(one, Unreadable)


def test_a_link_into_a_folder_that_is_never_searched_opens_a_way_and_each_manifest_has_one_state(
    tmp_path: Path,
) -> None:
    plant(tmp_path, {".store/a/SKILL.md": GOOD, ".store/a/node_modules/SKILL.md": GOOD, ".store/b/SKILL.md": GOOD,
                     ".g/x/SKILL.md": GOOD, ".g/.y/SKILL.md": GOOD, "a -> .store/a": "", "g -> .g": ""})  # fmt: skip
    seen = walk(tmp_path)
    assert folders(tmp_path, seen) == [".g/x", ".store/a"]
    assert sorted(os.path.relpath(path, tmp_path) for path in passed(seen)) == [
        ".g/.y/SKILL.md", ".store/a/node_modules/SKILL.md", ".store/b/SKILL.md",
    ]  # fmt: skip
    assert len(drafts(seen)) + len(passed(seen)) == on_disk(tmp_path)


def test_links_that_only_lead_to_each_other_are_told(tmp_path: Path) -> None:
    plant(tmp_path, {"top/a -> b": "", "top/b -> a": "", "top/self -> self": ""})
    told = notices(walk(tmp_path / "top"))
    assert len(told) == 3
    assert all("round in a ring" in one for one in told)
