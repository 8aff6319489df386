"""What the documentation says is so: snippets run, commands exist, links lead somewhere, generated pages are current."""

from __future__ import annotations

import pydoc
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import yaml
from scripts import docs
from tests.cli.house import House
from tests.house.ground import DOCS, PACKAGE, ROOT, SRC, pages, short
from tests.session.ground import OPAQUE, good
from typer.main import get_command

from sealskill.cli.frame.app import build
from sealskill.model.report import Axis
from sealskill.scan import verdict

FENCE = re.compile(r"^```(\w+)[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")


def blocks(path: Path, *languages: str) -> Iterator[str]:
    """The text of every fenced block in one of these languages."""
    return (text for language, text in FENCE.findall(path.read_text(encoding="utf-8")) if language in languages)


def snippets() -> list[tuple[str, str]]:
    return [(short(path), text) for path in pages() for text in blocks(path, "python")]


def command_lines() -> list[tuple[str, list[str]]]:
    """Every line of a shell block that calls our program, as words."""
    lines = ((short(path), line) for path in pages() for text in blocks(path, "sh") for line in text.splitlines())
    return [(path, line.split("#")[0].split()[1:]) for path, line in lines if line.startswith("sealskill ")]


@pytest.mark.parametrize(("page", "snippet"), snippets(), ids=[f"{page}-{n}" for n, (page, _) in enumerate(snippets())])
def test_every_python_snippet_runs(page: str, snippet: str, tmp_path: Path) -> None:
    skill = tmp_path / "work" / "skills" / "minutes"
    skill.mkdir(parents=True)
    (skill / "SKILL.md").write_text("---\nname: minutes\ndescription: Minutes of a meeting.\n---\nList decisions.\n")
    environ = {"HOME": str(tmp_path), "PATH": "/usr/bin:/bin", "PYTHONPATH": str(SRC), "PYTHONUTF8": "1"}
    command = [sys.executable, "-W", "error", "-c", snippet]
    done = subprocess.run(command, cwd=tmp_path / "work", env=environ, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_snippets_are_found_at_all() -> None:
    assert {"README.md", "docs/library.md"} <= {page for page, _ in snippets()}
    assert {"list", "check", "prompt", "trust"} <= {words[0] for _, words in command_lines()}


@pytest.mark.parametrize(
    ("page", "words"), command_lines(), ids=lambda one: " ".join(one) if isinstance(one, list) else one
)
def test_every_command_line_is_one_the_program_knows(page: str, words: list[str]) -> None:
    root = get_command(build())
    flags = {flag for param in root.commands[words[0]].params for flag in param.opts} | {"--help"}  # type: ignore[attr-defined]
    assert {word.split("=")[0] for word in words if word.startswith("-")} <= flags


def test_the_waiver_on_the_page_accepts_the_file_it_names(make_house: Callable[..., House]) -> None:
    house = make_house({"pkg/SKILL.md": good("pkg")})
    tool = house.work / "pkg/bin/tool"
    tool.parent.mkdir()
    tool.write_bytes(OPAQUE)
    before = house.run("scan", "pkg", "--json")
    [waiver] = blocks(DOCS / "scanning.md", "yaml")
    config = house.home / ".sealskill/config.yaml"
    config.parent.mkdir(exist_ok=True)
    config.write_text(waiver.replace("sha256:" + "0" * 64, before.json["skills"][0]["seal"]))
    after = house.run("scan", "pkg")
    assert (before.code, after.code) == (3, 0)
    assert "built here from source that was reviewed" in after.out


def test_the_settings_that_ci_is_shown_are_those_there_are() -> None:
    hooks, action = (yaml.safe_load(text) for text in blocks(DOCS / "ci.md", "yaml"))
    offered = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    inputs = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))["inputs"]
    assert {one["id"] for one in hooks["repos"][0]["hooks"]} == {one["id"] for one in offered}
    assert set(action["steps"][1]["with"]) <= set(inputs)
    text = (DOCS / "ci.md").read_text(encoding="utf-8")
    assert [name for name in inputs if f"| `{name}` |" not in text] == []


def test_the_policies_on_the_page_are_the_table_of_the_code() -> None:
    text = (DOCS / "scanning.md").read_text(encoding="utf-8")
    told = dict(re.findall(r"^\| `(strict|balanced|lenient)` \| (.*) \|$", text, re.MULTILINE))
    for policy, row in told.items():
        [least] = verdict._BLOCKS[verdict.Policy(policy)]
        assert row.startswith(f"{least.severity.value}, {least.confidence.value} confidence | ")
        powers = [one.severity.value for one in verdict._WARNS[verdict.Policy(policy)] if one.axis is Axis.POWER]
        assert row.endswith(f"| {powers[0]}")
    assert set(told) == set(verdict.Policy)


def test_every_make_target_in_the_docs_exists() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    text = "\n".join(path.read_text(encoding="utf-8") for path in pages())
    named = set(re.findall(r"`make ([a-z-]+)", text)) | set(re.findall(r"^make ([a-z-]+)", text, re.MULTILINE))
    assert {"run", "test"} <= named <= targets


def anchors(path: Path) -> set[str]:
    """The anchors of a page's headings, as mkdocs makes them."""
    heads = re.findall(r"^#+ (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[\s-]+", "-", re.sub(r"[^\w\s-]", "", head).strip().lower()) for head in heads}


@pytest.mark.parametrize("page", pages(), ids=short)
def test_every_link_leads_somewhere(page: Path) -> None:
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    missing = []
    for link in LINK.findall(text):
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        if "://" not in link and not (target.exists() and (not anchor or anchor in anchors(target))):
            missing.append(link)
    assert missing == []


SOURCES = ("ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md")
SPAN = re.compile(r"`(\w[\w./]+)`")


def spans() -> list[tuple[str, str]]:
    return [(page, one) for page in SOURCES for one in SPAN.findall((ROOT / page).read_text(encoding="utf-8"))]


@pytest.mark.parametrize(("page", "name"), [one for one in spans() if "." in one[1] and "/" not in one[1]])
def test_every_function_a_page_names_exists(page: str, name: str) -> None:
    if (PACKAGE / name.partition(".")[0]).is_dir():  # a room: otherwise it is a setting, a file or another's word
        assert pydoc.locate(f"sealskill.{name}") is not None


@pytest.mark.parametrize(("page", "name"), [one for one in spans() if "/" in one[1] and one[1].count(".") <= 1])
def test_every_path_a_page_names_exists(page: str, name: str) -> None:
    homes = (ROOT, PACKAGE, PACKAGE / "cli")
    assert any((home / name).exists() for home in homes)


def test_every_page_is_reached_from_the_navigation() -> None:
    nav = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    named = [path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")]
    index = (DOCS / "adr" / "index.md").read_text(encoding="utf-8")
    assert [name for name in named if name not in nav and name.removeprefix("adr/") not in index] == []


@pytest.mark.parametrize("path", docs.makers(), ids=short)
def test_a_generated_page_agrees_with_the_code(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == docs.makers()[path](), "run `.venv/bin/python scripts/docs.py`"


def test_the_readme_is_read_in_a_minute() -> None:
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) < 150


def test_the_generator_says_what_differs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    stale = ROOT / "docs" / "never.md"
    monkeypatch.setattr(docs, "pages", lambda: {stale: "text"})
    assert docs.main(["--check"]) == 1
    assert "differs from the code: docs/never.md" in capsys.readouterr().out
    assert not stale.exists()
