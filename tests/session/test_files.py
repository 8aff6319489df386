"""Files of a session, from the side of whoever wants out of the workspace, into a skill, or into what steers agents."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealskill.errors import Failed, Refused
from sealskill.session.files import SessionFiles
from sealskill.session.ground import Ground
from sealskill.session.guarded import folded, guarded


class House:
    """A workspace with a ready skill, a blocked one, and a secret outside."""

    def __init__(self, base: Path) -> None:
        self.base = base
        self.workspace, self.home, self.state = base / "ws", base / "home", base / "home/.sealskill"
        self.copy = self.state / "sealed/sha256-aa"
        self.activated: list[str] = []
        for path, text in {
            "ws/a.txt": "alpha", "ws/skills/good/SKILL.md": "on disk", "ws/skills/bad/SKILL.md": "poison",
            "ws/skills/README.md": "stray", "ws/AGENTS.md": "orders", "ws/.git/config": "[core]",
            "home/.agents/skills/mine/SKILL.md": "mine", "home/.ssh/id": "key", "secret.txt": "secret",
            "home/.sealskill/sealed/sha256-aa/SKILL.md": "sealed", "home/.sealskill/sealed/sha256-bb/SKILL.md": "other",
        }.items():  # fmt: skip
            (base / path).parent.mkdir(parents=True, exist_ok=True)
            (base / path).write_text(text)

    def ground(self) -> Ground:
        return Ground(
            str(self.workspace),
            home=str(self.home),
            state=str(self.state),
            roots=[str(self.workspace / "skills"), str(self.home / ".agents/skills")],
            skills={str(self.workspace / "skills/good"): "good"},
            kept={str(self.copy): "good"},
            closed=[str(self.workspace / "skills/bad"), str(self.home / ".agents/skills/mine")],
        )

    def files(self, **granted: str) -> SessionFiles:
        def on_read(key: str) -> Path:
            self.activated.append(key)
            return self.copy

        return SessionFiles(self.ground(), on_read, {str(self.base / k): v for k, v in granted.items()})  # type: ignore[misc]


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path)


OUT = [
    "../secret.txt",
    "a/../../secret.txt",
    "{base}/secret.txt",
    "~/.ssh/id",
    "/etc/passwd",
    "a\0b",
    "x" * 5000,
    "\udcff",
]


@pytest.mark.parametrize("path", OUT)
def test_a_path_out_of_the_workspace_is_refused(house: House, path: str) -> None:
    name, files = path.format(base=house.base), house.files()
    acts: list[Callable[[], object]] = [
        lambda: files.read(name, 100), lambda: files.listing(name), lambda: files.write(name, b""),
        lambda: files.remove(name),
    ]  # fmt: skip
    for act in acts:
        with pytest.raises(Refused):
            act()
    assert (house.base / "secret.txt").read_text() == "secret"


def test_a_folder_beside_the_workspace_with_a_longer_name_is_outside(house: House) -> None:
    (house.base / "ws2").mkdir()
    (house.base / "ws2/x").write_text("x")
    with pytest.raises(Refused):
        house.files().read(str(house.base / "ws2/x"), 10)


def test_a_link_out_of_the_workspace_is_not_followed(house: House) -> None:
    (house.workspace / "out").symlink_to(house.base)
    (house.workspace / "leaf").symlink_to(house.base / "secret.txt")
    files = house.files()
    for name in ("out/secret.txt", "leaf"):
        with pytest.raises(Refused):
            files.read(name, 100)
        with pytest.raises(Refused):
            files.write(name, b"gone")
    with pytest.raises(Refused):
        files.listing("out")
    with pytest.raises(Refused):
        files.write("out/fresh/deep/file", b"new")
    assert not (house.base / "fresh").exists()
    assert (house.base / "secret.txt").read_text() == "secret"


def test_a_read_follows_a_link_within_the_workspace_and_a_write_names_the_place_itself(house: House) -> None:
    (house.workspace / "src").mkdir()
    (house.workspace / "lib").symlink_to("src")
    (house.workspace / "src/x").write_text("x")
    files = house.files()
    assert files.read("lib/x", 10) == b"x"
    assert [one.name for one in files.listing("lib")] == ["x"]
    with pytest.raises(Refused, match="link"):
        files.write("lib/x", b"y")
    files.write("src/x", b"y")
    assert files.read("src/x", 10) == b"y"


def test_a_file_of_a_ready_skill_is_its_sealed_copy_and_activates_it_first(house: House) -> None:
    files = house.files()
    assert files.read("skills/good/SKILL.md", 100) == b"sealed"
    assert house.activated == ["good"]
    assert files.read(str(house.copy / "SKILL.md"), 100) == b"sealed"
    assert [one.name for one in files.listing("skills/good")] == ["SKILL.md"]
    assert house.activated == ["good"] * 3


def test_a_skill_that_its_root_links_to_is_read_by_either_name_and_a_link_to_elsewhere_by_none(house: House) -> None:
    (house.workspace / "packages").mkdir()
    (house.workspace / "skills/good").rename(house.workspace / "packages/good")
    (house.workspace / "skills/good").symlink_to("../packages/good")
    (house.workspace / "skills/other").symlink_to("../packages")
    ground = Ground(
        str(house.workspace), home=str(house.home), state=str(house.state), roots=[str(house.workspace / "skills")],
        skills={str(house.workspace / "packages/good"): "good"},
    )  # fmt: skip
    files = SessionFiles(ground, lambda key: house.copy)
    for path in ("packages/good/SKILL.md", "skills/good/SKILL.md", "skills/other/good/SKILL.md"):
        assert files.read(path, 100) == b"sealed"
    (house.workspace / "packages/x").write_text("x")
    with pytest.raises(Refused):
        files.read("skills/other/x", 100)


def test_a_file_of_a_skill_that_became_a_link_is_the_sealed_one(house: House) -> None:
    (house.workspace / "skills/good/SKILL.md").unlink()
    (house.workspace / "skills/good/SKILL.md").symlink_to(house.workspace / "a.txt")
    assert house.files().read("skills/good/SKILL.md", 100) == b"sealed"


def test_an_activation_that_fails_hands_out_nothing(house: House) -> None:
    def no(key: str) -> Path:
        raise Refused("the sealed copy was changed")

    with pytest.raises(Refused, match="changed"):
        SessionFiles(house.ground(), no).read("skills/good/SKILL.md", 100)


CLOSED = [
    "skills/bad/SKILL.md", "skills/README.md", "skills/newcomer/SKILL.md", "~/.agents/skills/mine/SKILL.md",
    "{base}/home/.sealskill/sealed/sha256-bb/SKILL.md", "{base}/home/.sealskill/config.yaml",
]  # fmt: skip


@pytest.mark.parametrize("path", CLOSED)
def test_the_folder_of_a_skill_that_may_not_be_used_is_closed(house: House, path: str) -> None:
    (house.workspace / "skills/newcomer").mkdir()
    (house.workspace / "skills/newcomer/SKILL.md").write_text("new")
    with pytest.raises(Refused):
        house.files(home="read").read(path.format(base=house.base), 100)
    with pytest.raises(Refused):
        house.files(home="write").write(path.format(base=house.base), b"mine")
    assert house.activated == []


def test_a_closed_folder_stays_closed_by_a_link_and_by_another_spelling(house: House) -> None:
    (house.workspace / "way").symlink_to("skills/bad")
    (house.workspace / "root").symlink_to("skills")
    files = house.files()
    for name in ("way/SKILL.md", "root/bad/SKILL.md", "./skills//bad/./SKILL.md"):
        with pytest.raises(Refused):
            files.read(name, 100)


def test_a_folder_is_known_by_what_it_is_and_not_by_its_name(house: House) -> None:
    """As on a file system without case, where `SKILLS` is `skills`: the folder moved here keeps its identity."""
    ground = house.ground()
    assert ground.fences
    (house.workspace / "skills/bad").rename(house.workspace / "renamed")
    with pytest.raises(Refused):
        SessionFiles(ground, lambda key: house.copy).read("renamed/SKILL.md", 100)
    for act in (SessionFiles.listing, SessionFiles.folder):
        with pytest.raises(Refused):
            act(SessionFiles(ground, lambda key: house.copy), "renamed")
    with pytest.raises(Refused):
        SessionFiles(ground, lambda key: house.copy).write("renamed/x", b"")


def test_a_folder_of_skills_shows_only_those_that_may_be_used(house: House) -> None:
    files = house.files()
    assert [one.name for one in files.listing("skills")] == ["good"]
    with pytest.raises(Refused):
        files.listing("skills/bad")


def test_a_skill_has_no_link_out_of_its_copy(house: House) -> None:
    (house.copy / "ref").symlink_to(house.base / "secret.txt")
    with pytest.raises(Refused):
        house.files().read("skills/good/ref", 100)


GUARDED = [
    "AGENTS.md", "sub/deep/agents.MD", "CLAUDE.md", "Soul.md", "MEMORY.md", "GEMINI.md", ".cursorrules",
    ".github/copilot-instructions.md", ".GitHub/Instructions/x.md", ".git/hooks/pre-commit", "sub/.git/config", ".GIT/config",
    ".git./config", ".git /config", "git~1/config", ".g\u200cit/config", ".git\u200d/config", ".git::$INDEX_ALLOCATION/config",
    "AGENTS.md.", "AGENTS.md ", "AGENTS.md::$DATA", "\uff21GENTS.md", "AGENT\u017f.md", ".sealskill/config.yaml",
    ".sealskill.new", "sealskill.yaml", ".Claude/settings.json", ".cursor/rules/a.mdc", ".mcp.json", ".vscode/mcp.json",
    "skills/x/SKILL.md", "Skills/x/SKILL.md", "skills./x/SKILL.md", "skills/good/SKILL.md", ".agents/skills/x/SKILL.md",
    "pkg/.agents/skills/x/SKILL.md", ".hg/hgrc", ".git", "sub\\AGENTS.md", ".git\\hooks\\pre-commit", ".kiro/steering/x.md",
]  # fmt: skip


@pytest.mark.parametrize("path", GUARDED)
def test_what_steers_agents_or_runs_by_itself_is_never_written(house: House, path: str) -> None:
    before = sorted(str(one) for one in house.base.rglob("*"))
    for name in (path, str(house.workspace / path)):
        with pytest.raises(Refused):
            house.files().write(name, b"obey me")
        with pytest.raises(Refused):
            house.files().remove(name)
    assert sorted(str(one) for one in house.base.rglob("*")) == before
    assert (house.workspace / "AGENTS.md").read_text() == "orders"


def test_a_granted_folder_is_guarded_as_the_workspace_is(house: House) -> None:
    (house.base / "data").mkdir()
    files = house.files(data="write")
    files.write(str(house.base / "data/x/y.txt"), b"fine")
    assert files.read(str(house.base / "data/x/y.txt"), 10) == b"fine"
    with pytest.raises(Refused):
        files.write(str(house.base / "data/CLAUDE.md"), b"orders")
    with pytest.raises(Refused):
        house.files(data="read").write(str(house.base / "data/z"), b"no")


def test_a_granted_file_is_that_file_alone(house: House) -> None:
    files = house.files(**{"secret.txt": "write"})
    assert files.read(str(house.base / "secret.txt"), 10) == b"secret"
    files.write(str(house.base / "secret.txt"), b"mine")
    for name in ("other.txt", "secret.txt2", "secret.txt/x"):
        with pytest.raises((Refused, Failed)):
            files.write(str(house.base / name), b"no")
    assert not (house.base / "other.txt").exists()


def test_a_grant_of_everything_opens_no_skill_and_nothing_that_steers_agents(house: House) -> None:
    everything = SessionFiles(house.ground(), lambda key: house.copy, {"/": "write"})
    assert everything.read(str(house.base / "secret.txt"), 100) == b"secret"
    for path in (*CLOSED[:4], "AGENTS.md", ".git/config"):
        with pytest.raises(Refused):
            everything.write(path.format(base=house.base), b"obey")
    for path in CLOSED[:4]:
        with pytest.raises(Refused):
            everything.read(path.format(base=house.base), 100)


def test_a_chain_of_links_without_end_is_refused_and_ends_nothing(house: House) -> None:
    for number in range(2_000):
        (house.workspace / f"way{number}").symlink_to(f"way{number + 1}")
    for files in (house.files(), house.files(**{"ws/way0": "write"})):
        assert files.read("a.txt", 10) == b"alpha"
        acts: list[Callable[[], object]] = [
            partial(files.read, "way0/x", 10), partial(files.listing, "way0"), partial(files.write, "way0/x", b""),
        ]  # fmt: skip
        for act in acts:
            with pytest.raises((Refused, Failed)):
                act()


def test_no_grant_at_all_is_the_workspace_and_no_more(house: House) -> None:
    nothing = SessionFiles(house.ground(), lambda key: house.copy, {})
    assert nothing.read("a.txt", 10) == b"alpha"
    with pytest.raises(Refused):
        nothing.read(str(house.base / "secret.txt"), 10)


def test_a_folder_to_work_in_is_one_that_may_be_read(house: House) -> None:
    files = house.files()
    assert files.folder(".") == str(house.workspace)
    assert files.folder("skills/good") == str(house.copy)
    assert house.activated == ["good"]
    for path in ("skills/bad", "..", "/", "~", "a.txt", "none"):
        with pytest.raises((Refused, Failed)):
            files.folder(path)


ORDINARY = ["a.txt", "src/new/deep/x.py", "docs/agents.py", "my-skills/x", "gitignore", ".gitignore", ".github/workflows/ci.yml",
            "notes/MEMORY.txt", ".vscode/settings.json", "a:b", "été.txt", "-rf", " lead"]  # fmt: skip


@pytest.mark.parametrize("path", ORDINARY)
def test_ordinary_work_is_written_and_read_back(house: House, path: str) -> None:
    files = house.files()
    files.write(path, b"one")
    files.write(path, b"two", over=b"one")
    assert files.read(path, 10) == b"two"
    assert not list(house.workspace.rglob(".sealskill-*"))
    files.remove(path)
    with pytest.raises(Failed):
        files.read(path, 10)


def test_a_hard_link_keeps_the_old_bytes(house: House) -> None:
    os.link(house.base / "secret.txt", house.workspace / "twin")
    house.files().write("twin", b"changed")
    assert (house.base / "secret.txt").read_text() == "secret"
    assert (house.workspace / "twin").read_text() == "changed"


def test_what_is_no_file_is_neither_read_nor_replaced(house: House) -> None:
    os.mkfifo(house.workspace / "pipe")
    files = house.files()
    for act in (lambda: files.read("pipe", 10), lambda: files.write("pipe", b"x"), lambda: files.remove("pipe")):
        with pytest.raises((Refused, Failed)):
            act()
    (house.workspace / "dir").mkdir()
    for act in (lambda: files.read("dir", 10), lambda: files.write("dir", b"x"), lambda: files.remove("dir")):
        with pytest.raises(Failed):
            act()
    for name in ("a.txt/x", "", "   ", "."):
        with pytest.raises((Refused, Failed)):
            files.write(name, b"x")


def test_a_file_over_the_cap_is_not_read_in_part(house: House) -> None:
    assert house.files().read("a.txt", 5) == b"alpha"
    with pytest.raises(Failed, match="5 bytes"):
        house.files().read("a.txt", 4)


def test_a_new_file_never_replaces_one_and_an_edit_never_what_it_did_not_see(house: House) -> None:
    files = house.files()
    with pytest.raises(Failed, match="already"):
        files.write("a.txt", b"x", new=True)
    for seen in (b"alph", b"alphabet", b"alphx", b""):
        with pytest.raises(Failed):
            files.write("a.txt", b"x", over=seen)
    with pytest.raises(Failed):
        files.write("none/none.txt", b"x", over=b"")
    assert not (house.workspace / "none").exists()
    assert (house.workspace / "a.txt").read_text() == "alpha"
    files.write("b.txt", b"new", new=True)
    assert [one.name for one in house.workspace.iterdir() if one.name.startswith(".sealskill")] == []


def test_without_hard_links_a_new_file_still_replaces_nothing(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*args: object, **more: object) -> None:
        raise PermissionError(1, "no hard links here")

    monkeypatch.setattr(os, "link", none)
    files = house.files()
    files.write("b.txt", b"new", new=True)
    assert files.read("b.txt", 10) == b"new"
    (house.workspace / "dangling").symlink_to("nowhere")
    for name in ("b.txt", "dangling"):
        with pytest.raises((Failed, Refused)):
            files.write(name, b"x", new=True)


def test_the_mode_of_a_file_stays_and_no_right_is_added(house: House) -> None:
    (house.workspace / "run.sh").write_text("#!/bin/sh")
    (house.workspace / "run.sh").chmod(0o4750)
    house.files().write("run.sh", b"#!/bin/sh\n")
    assert (house.workspace / "run.sh").stat().st_mode & 0o7777 == 0o750


def test_a_listing_says_what_each_entry_is(house: House) -> None:
    (house.workspace / "d").mkdir()
    (house.workspace / "d/f").write_text("12")
    (house.workspace / "d/l").symlink_to("/etc")
    (house.workspace / "d/s").mkdir()
    os.mkfifo(house.workspace / "d/p")
    got = [(one.name, one.kind, one.size) for one in house.files().listing("d")]
    assert got == [("f", "file", 2), ("l", "link", 0), ("p", "other", 0), ("s", "folder", 0)]
    assert {one.name for one in house.files().listing(".")} >= {"a.txt", "skills"}


SWAP_FILE = """
import os, sys
ws, outside = sys.argv[1:]
print("ready", flush=True)
for _ in range(int(1e9)):
    try:
        os.symlink(outside + "/f", ws + "/link"); os.rename(ws + "/link", ws + "/d/f")
        open(ws + "/plain", "w").write("inside"); os.rename(ws + "/plain", ws + "/d/f")
    except OSError:
        pass
"""
SWAP = """
import os, sys
ws, outside = sys.argv[1:]
print("ready", flush=True)
for _ in range(int(1e9)):
    try:
        os.rename(ws + "/d", ws + "/kept"); os.symlink(outside, ws + "/d")
        os.unlink(ws + "/d"); os.rename(ws + "/kept", ws + "/d")
    except OSError:
        pass
"""


def swapping(house: House, program: str) -> Iterator[Path]:
    """Another process that makes something a link out and what it was again, as fast as it can; the place outside."""
    outside = house.base / "outside"
    outside.mkdir()
    (outside / "f").write_text("secret")
    (house.workspace / "d").mkdir()
    (house.workspace / "d/f").write_text("inside")
    child = subprocess.Popen(
        [sys.executable, "-c", program, str(house.workspace), str(outside)], stdout=subprocess.PIPE
    )
    assert child.stdout
    child.stdout.readline()
    yield outside
    child.kill()
    child.wait()
    child.stdout.close()


@pytest.fixture(params=[SWAP, SWAP_FILE], ids=["folder", "file"])
def outside(house: House, request: pytest.FixtureRequest) -> Iterator[Path]:
    """The place outside, while a folder or a file in the workspace is swapped for a link there."""
    yield from swapping(house, request.param)


def test_a_folder_that_is_swapped_for_a_link_leads_nowhere(house: House, outside: Path) -> None:
    files, done = house.files(), 0
    for number in range(400):
        acts: list[Callable[[], None]] = [
            partial(files.write, f"d/new{number}", b"mine", new=True),
            partial(files.write, "d/f", b"inside"),
            partial(files.remove, f"d/new{number}"),
        ]
        for act in acts:
            try:
                act()
                done += 1
            except (Refused, Failed):
                pass
        try:
            assert files.read("d/f", 10) in (b"inside", b"")
        except (Refused, Failed):
            pass
    assert [one.name for one in outside.iterdir()] == ["f"]
    assert (outside / "f").read_text() == "secret"
    assert done > 0


ODD = "\u200b\u200c\u200d\u2060\ufeff\u00ad\u034f\ufe0f"


@given(
    st.lists(st.sampled_from(ODD), max_size=4),
    st.integers(0, 4),
    st.booleans(),
    st.sampled_from(["", ".", " ", ". .", ":x"]),
)
def test_no_spelling_of_a_guarded_name_gets_by(odd: list[str], at: int, upper: bool, tail: str) -> None:
    for name in (".git", "agents.md", ".sealskill"):
        spelled = name[:at] + "".join(odd) + name[at:]
        assert guarded(["x", (spelled.upper() if upper else spelled) + tail, "y"])


@given(st.text(max_size=30))
def test_folding_twice_is_folding_once(name: str) -> None:
    assert folded(folded(name)) == folded(name)


@given(st.text(max_size=60))
def test_no_text_is_a_path_out(name: str) -> None:
    house = Ground("/nowhere/ws", home="/nowhere/home", state="/nowhere/home/.sealskill")
    try:
        found = house.absolute(name)
    except (Refused, Failed):
        return
    assert os.path.isabs(found)
    assert ".." not in found.split("/")
