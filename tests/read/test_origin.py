"""Records of origin are a stranger's files: whatever is in them, they never raise trust and never stop a load."""

from __future__ import annotations

import json
import os
from pathlib import Path

import msgspec
import pytest
from tests.read.ground import md, one_draft, plant

from sealskill.model.draft import Draft, RootLabel
from sealskill.read.origin import IN_PACKAGE, Records

GOOD = md()


def origin(base: Path, one: Draft) -> tuple[str, str]:
    found = Records(str(base / "work"), str(base / "home")).origin(one)
    return found.source, found.ref


@pytest.mark.parametrize(("path", "source"), IN_PACKAGE.items())
@pytest.mark.parametrize(
    ("text", "ref"),
    [
        (json.dumps({"slug": "a/b"}), "a/b"), (json.dumps({"sourceUrl": "https://x.example"}), "https://x.example"), ("{}", ""),
        ("[]", ""), ("not json", ""), ("", ""), ('{"slug": 5}', ""), ("[" * 100_000, ""), ('{"slug": "' + "x" * 500 + '"}', "x" * 200),
        ("1" * 5_000, ""), ('{"slug": "a"', ""),
    ],
    ids=range(11),
)  # fmt: skip
def test_that_a_record_stands_there_counts_whatever_it_says(
    tmp_path: Path, path: str, source: str, text: str, ref: str
) -> None:
    one = one_draft(plant(tmp_path / "root", {"a/SKILL.md": GOOD, f"a/{path}": text}))
    assert origin(tmp_path, one) == (source, ref)


@pytest.mark.parametrize("kind", ["fifo", "link", "folder behind a link", "binary"])
def test_a_record_that_cannot_be_read_still_counts(tmp_path: Path, kind: str) -> None:
    plant(tmp_path / "root", {"a/SKILL.md": GOOD, "a/.clawhub/": ""})
    record = tmp_path / "root/a/.clawhub/origin.json"
    if kind == "fifo":
        os.mkfifo(record)
    elif kind == "link":
        record.symlink_to("/etc/passwd")
    elif kind == "binary":
        record.write_bytes(b"\xff\xfe\0")
    else:
        record.symlink_to("..")
    assert origin(tmp_path, one_draft(tmp_path / "root")) == ("clawhub", "")


def test_a_lock_of_the_workspace_names_skills_of_the_workspace_alone(tmp_path: Path) -> None:
    plant(
        tmp_path,
        {"work/skills/a/SKILL.md": md("pdf"), "work/skills-lock.json": '{"skills": {"pdf": {"source": "o/r"}}}'},
    )
    one = one_draft(tmp_path / "work/skills")
    assert origin(tmp_path, one) == ("", "")
    inside = msgspec.structs.replace(one, root=msgspec.structs.replace(one.root, label=RootLabel.WORKSPACE))
    assert origin(tmp_path, inside) == ("lock", "o/r")


@pytest.mark.parametrize("text", ['{"skills": []}', '{"skills": {"pdf": 5}}', "[]", "x", "[" * 100_000])
def test_a_torn_lock_of_others_is_no_record(tmp_path: Path, text: str) -> None:
    plant(tmp_path, {"work/skills/a/SKILL.md": md("pdf"), "work/skills-lock.json": text})
    assert origin(tmp_path, one_draft(tmp_path / "work/skills"))[1] == ""
