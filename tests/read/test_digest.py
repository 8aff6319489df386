"""The seal: whatever a session could see of a package is in it, and nothing else is."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.read.ground import RUN, drafts, errors, md, one_draft, plant, tool, walk

from sealskill.errors import CannotSeal, ChangedWhileRead
from sealskill.model.draft import Entry, EntryKind
from sealskill.read import digest

FILES: dict[str, str | bytes] = {
    "a/SKILL.md": md(),
    "a/data": "x",
    "a/run*": RUN,
    "a/.env": "K=V",
    "a/link -> data": "",
    "a/d/e": "",
}


def seal(base: Path) -> str:
    return digest.seal(one_draft(base))


def renamed(base: Path) -> None:
    (base / "a/data").rename(base / "a/Data2")


def relinked(base: Path) -> None:
    (base / "a/link").unlink()
    (base / "a/link").symlink_to("d/e")


def link_became_file(base: Path) -> None:
    (base / "a/link").unlink()
    (base / "a/link").write_text("data")


CHANGES: dict[str, Callable[[Path], object]] = {
    "one byte": lambda base: (base / "a/data").write_text("y"),
    "one byte of the manifest": lambda base: (base / "a/SKILL.md").write_text(md(body="Do it!")),
    "the execute bit given": lambda base: (base / "a/data").chmod(0o755),
    "the execute bit taken": lambda base: (base / "a/run").chmod(0o644),
    "a new name": renamed,
    "an empty file": lambda base: (base / "a/empty").write_text(""),
    "an empty file deeper down": lambda base: plant(base, {"a/d/f/g": ""}),
    "a dotfile": lambda base: (base / "a/.env").write_text("K=W"),
    "a new dotfile": lambda base: (base / "a/.bashrc").write_text(""),
    "a dot folder": lambda base: plant(base, {"a/.github/x": ""}),
    "where a link leads": relinked,
    "a link that became a file with the same text": link_became_file,
    "a file that is gone": lambda base: (base / "a/d/e").unlink(),
    "a file that moved": lambda base: (base / "a/d/e").rename(base / "a/e"),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_whatever_changes_the_seal_changes(tmp_path: Path, change: Callable[[Path], object]) -> None:
    before = seal(plant(tmp_path, FILES))
    change(tmp_path)
    assert seal(tmp_path) != before


SAME: dict[str, Callable[[Path], object]] = {
    "bookkeeping": lambda base: plant(base, {f"a/{one}/x": "" for one in (".git", ".hg", ".svn", "__pycache__", "d/__pycache__")}),
    "a Finder's file": lambda base: plant(base, {"a/.DS_Store": "x", "a/d/.DS_Store": "y"}),
    "an empty folder": lambda base: plant(base, {"a/nothing/": ""}),
    "times": lambda base: os.utime(base / "a/data", ns=(1, 1)),
    "bits other than execute": lambda base: (base / "a/data").chmod(0o600),
    "which execute bit": lambda base: (base / "a/run").chmod(0o700),
    "its own place": lambda base: (base / "a").rename(base / "b"),
}  # fmt: skip


@pytest.mark.parametrize("change", SAME.values(), ids=SAME)
def test_what_no_session_sees_does_not_change_the_seal(tmp_path: Path, change: Callable[[Path], object]) -> None:
    before = seal(plant(tmp_path, FILES))
    change(tmp_path)
    assert seal(tmp_path) == before


def test_the_seal_of_a_known_tree_is_known(tmp_path: Path) -> None:
    """It is written into approvals and signatures: a change of this number is a new format, with a new header."""
    plant(tmp_path, {"a/SKILL.md": "---\nname: a\ndescription: b\n---\n", "a/run*": RUN, "a/l -> run": "", "a/é/x": ""})
    assert seal(tmp_path) == KNOWN
    fields: list[bytes] = [b"sealskill seal 1"]
    for path, kind, bit, content in (
        ("SKILL.md", b"file", b"-", b"---\nname: a\ndescription: b\n---\n"), ("l", b"link", b"-", b"run"),
        ("run", b"file", b"x", RUN.encode()), ("é/x", b"file", b"-", b""),
    ):  # fmt: skip
        fields += [path.encode(), kind, bit, str(len(content)).encode(), hashlib.sha256(content).hexdigest().encode()]
    framed = b"".join(len(field).to_bytes(8, "big") + field for field in fields)
    assert f"sha256:{hashlib.sha256(framed).hexdigest()}" == KNOWN


KNOWN = "sha256:de9a6158e4b00c85c88c09cf55fdbc053f4df098d576f90ca538b68eaec3cc4c"


def test_composed_and_decomposed_names_have_one_seal(tmp_path: Path) -> None:
    one = seal(plant(tmp_path / "1", {"a/SKILL.md": md(), "a/é": "x"}))
    assert seal(plant(tmp_path / "2", {"a/SKILL.md": md(), "a/e\u0301": "x"})) == one


Small = dict[str, tuple[EntryKind, bool, bytes]]
PATH = st.text(st.sampled_from("ab/-0x"), min_size=1, max_size=6).filter(
    lambda path: "//" not in path and path.strip("/") == path
)
TREE = st.dictionaries(PATH, st.tuples(st.sampled_from([EntryKind.FILE, EntryKind.LINK]), st.booleans(), st.binary(max_size=3)), max_size=4)  # fmt: skip


def combined(tree: Small) -> str:
    entries = [
        Entry(path, kind, len(data), 0o755 if bit else 0o644, 1, 1, 1, 1, 1) for path, (kind, bit, data) in tree.items()
    ]
    return digest.combine(entries, {path: hashlib.sha256(data).hexdigest() for path, (_, _, data) in tree.items()})


def plain(tree: Small) -> Small:
    """A tree as a session sees it: a link has no execute bit of its own."""
    return {path: (kind, bit and kind is EntryKind.FILE, data) for path, (kind, bit, data) in tree.items()}


@given(TREE, TREE)
def test_trees_have_the_same_seal_only_if_they_are_the_same(one: Small, other: Small) -> None:
    assert (combined(one) == combined(other)) is (plain(one) == plain(other))


@given(TREE)
def test_the_order_in_which_a_tree_was_listed_does_not_matter(tree: Small) -> None:
    assert combined(dict(reversed(tree.items()))) == combined(tree)


def test_two_trees_that_spell_the_same_letters_have_two_seals() -> None:
    x, y = (EntryKind.FILE, False, b""), (EntryKind.FILE, False, b"-")
    assert len({combined({"ab": x}), combined({"a": x, "b": x}), combined({"a": x, "b": y}), combined({"ab-": x})}) == 4


def test_a_manifest_that_changed_after_it_was_parsed_has_no_seal(tmp_path: Path) -> None:
    one = one_draft(plant(tmp_path, FILES))
    digest.seal(one)
    (tmp_path / "a/SKILL.md").write_text(md(body="Do it?"))
    with pytest.raises(ChangedWhileRead):
        digest.seal(one)


def test_values_and_seal_come_from_the_same_bytes(tmp_path: Path) -> None:
    """Even a manifest that looks unchanged must be the one that was parsed."""
    one = one_draft(plant(tmp_path, FILES))
    other = msgspec.structs.replace(one, manifest_digests={"SKILL.md": "0" * 64})
    with pytest.raises(ChangedWhileRead, match="changed since it was read"):
        digest.seal(other)


def test_a_tree_that_was_cut_short_has_no_seal(tmp_path: Path) -> None:
    one = one_draft(plant(tmp_path, FILES), limits={"max_files_per_skill": 2})
    with pytest.raises(CannotSeal, match="too large"):
        digest.seal(one)


def test_a_package_with_a_fifo_has_no_seal(tmp_path: Path) -> None:
    plant(tmp_path, FILES)
    os.mkfifo(tmp_path / "a/pipe")
    one = one_draft(tmp_path)
    assert errors(one) == ["special-file"]
    with pytest.raises(CannotSeal, match="fifo"):
        digest.seal(one)


def test_a_package_that_is_gone_has_no_seal(tmp_path: Path) -> None:
    one = one_draft(plant(tmp_path, FILES))
    (tmp_path / "a").rename(tmp_path / "b")
    with pytest.raises(CannotSeal, match="cannot be read"):
        digest.seal(one)


def test_an_executable_from_elsewhere_is_in_the_seal(tmp_path: Path) -> None:
    plant(tmp_path, {"t/skill.json": tool(entry=f"{tmp_path}/bin/go"), "bin/go*": RUN})
    (before,) = drafts(walk(tmp_path, external=True))
    first = digest.seal(before)
    (tmp_path / "bin/go").write_text(RUN + "# more\n")
    with pytest.raises(ChangedWhileRead):
        digest.seal(before)
    (after,) = drafts(walk(tmp_path, external=True))
    assert digest.seal(after) != first
