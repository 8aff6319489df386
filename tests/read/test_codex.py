"""The Codex side file may take a skill from the model; nothing that is wrong with it gives the skill back."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.read.ground import errors, md, one_draft, plant


@pytest.mark.parametrize(
    ("text", "offered"),
    [
        ("policy:\n  allow_implicit_invocation: false\n", False),
        ("policy:\n  allow_implicit_invocation: true\n", True),
        ("policy: {}\n", True),
        ("interface: {display_name: x}\n", True),
        ("", True),
        ("\ufeffpolicy: {allow_implicit_invocation: false}", False),
        ("policy: {allow_implicit_invocation: 'false'}", False),
        ("policy: {allow_implicit_invocation: no}", False),
        ("policy: {allow_implicit_invocation: 0}", False),
        ("policy: [x]", False),
        ("- x", False),
        ("policy: {allow_implicit_invocation: true", False),
        ("policy: {allow_implicit_invocation: true, allow_implicit_invocation: false}", False),
        ("a: " + "[" * 50_000, False),
        ("policy: &p {x: *p}", False),
        ("x: " + "y" * 70_000, False),
    ],
    ids=range(16),
)
def test_the_model_is_offered_only_what_the_file_clearly_allows(tmp_path: Path, text: str, offered: bool) -> None:
    one = one_draft(plant(tmp_path, {"a/SKILL.md": md(), "a/agents/openai.yaml": text}))
    assert one.manifest is not None
    assert (one.manifest.model_invocable, errors(one)) == (offered, [])
    assert one.manifest.user_invocable


@pytest.mark.parametrize("data", [b"\xff\xfe", b"\xff", b"a: \x00"])
def test_bytes_that_are_no_text_hide_the_skill(tmp_path: Path, data: bytes) -> None:
    one = one_draft(plant(tmp_path, {"a/SKILL.md": md(), "a/agents/openai.yaml": data}))
    assert one.manifest is not None
    assert not one.manifest.model_invocable


@pytest.mark.parametrize("link", ["a/agents -> other", "a/agents/openai.yaml -> ../other/openai.yaml"])
def test_a_file_behind_a_link_hides_the_skill_too(tmp_path: Path, link: str) -> None:
    plant(tmp_path, {"a/SKILL.md": md(), "a/other/openai.yaml": "policy: {allow_implicit_invocation: true}", link: ""})
    one = one_draft(tmp_path)
    assert one.manifest is not None
    assert not one.manifest.model_invocable


def test_it_never_gives_back_what_the_manifest_took(tmp_path: Path) -> None:
    files = {"a/SKILL.md": md(front="disable-model-invocation: true\n"),
             "a/agents/openai.yaml": "policy: {allow_implicit_invocation: true}"}  # fmt: skip
    one = one_draft(plant(tmp_path, files))
    assert one.manifest is not None
    assert not one.manifest.model_invocable
