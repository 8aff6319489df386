"""What holds for every file of the project."""

from __future__ import annotations

import ast
import re
import tomllib

import pytest
from tests.house.ground import PACKAGE, ROOT, kept, short

import sealskill

LONGEST = 400
# The brackets keep this file from holding what it looks for.
MACHINE = re.compile("/[w]ork/main|/[w]ork/shared|/[w]ork/wt|/[t]mp/tmp|/[h]ome/runner")
HOMES = re.compile("/[r]oot/|/[U]sers/")
HOSTS = re.compile("pypi[.]org|pythonhosted[.]org|npmjs[.](org|com)|ghcr[.]io")
INDEX = re.compile(r"--(extra-)?index-ur[l][ =]\S*://|^\s*(extra-)?index-ur[l]\s*=|^registr[y]\s*=", re.MULTILINE)


# Homes and indexes of packages are what attacks are after, so the scanner and its samples name them.
ATTACKED = ("src/sealskill/scan/", "tests/scan/")


def text_of_all(*but: str) -> dict[str, str]:
    """The text of every file, by path, except below some folders; bytes that are no text count as nothing."""
    paths = [path for path in kept() if not short(path).startswith(but)]
    return {short(path): path.read_bytes().decode("utf-8", "replace") for path in paths}


@pytest.mark.parametrize(
    ("pattern", "but"),
    [(MACHINE, ()), (HOMES, ATTACKED), (HOSTS, ()), (INDEX, ATTACKED)],
    ids=["machine path", "home", "registry host", "index address"],
)
def test_no_file_names_a_machine_or_a_registry(pattern: re.Pattern[str], but: tuple[str, ...]) -> None:
    assert {path: hit[0] for path, text in text_of_all(*but).items() if (hit := pattern.search(text))} == {}


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        (HOMES, "run {}root/bin/x".format("/")),
        (MACHINE, "see {}work/main/x".format("/")),
        (HOSTS, "see {}.org/simple".format("pypi")),
        (INDEX, "--index-{} https://x".format("url")),
        (INDEX, "extra-index-{} = https://x".format("url")),
    ],
)
def test_what_must_not_be_named_would_be_found(pattern: re.Pattern[str], text: str) -> None:
    assert pattern.search(text)


def test_no_source_file_is_longer_than_a_newcomer_reads() -> None:
    lengths = {short(path): len(path.read_text(encoding="utf-8").splitlines()) for path in PACKAGE.rglob("*.py")}
    assert {path: length for path, length in lengths.items() if length > LONGEST} == {}


def test_the_version_is_said_once() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] == sealskill.__version__


def test_the_package_is_described_by_the_readme() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["readme"] == "README.md"
    assert (PACKAGE / "py.typed").is_file()


def test_every_module_says_what_it_is() -> None:
    modules = [path for path in PACKAGE.rglob("*.py") if path.stat().st_size and "bundled" not in path.parts]
    assert [short(path) for path in modules if not ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))] == []
