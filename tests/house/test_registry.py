"""The folder is the registry: a file that is there is known, and one that forgets its object fails loudly."""

from __future__ import annotations

import pkgutil
from importlib import import_module

import pytest

from sealskill.cli.frame import samples
from sealskill.cli.frame.command import commands, names
from sealskill.model.manifest import Dialect
from sealskill.read import formats
from sealskill.read.formats import MANIFEST_FORMATS
from sealskill.read.formats.format import Format
from sealskill.read.walk import MANIFESTS

# What formats share stands in the same folder; a new file that is none of these has to be a format.
PARTS = frozenset({"codex", "fields", "flow", "format", "frontmatter", "schema", "strictness", "vendor"})


def modules() -> list[str]:
    return [module.name for module in pkgutil.iter_modules(formats.__path__) if not module.ispkg]


@pytest.mark.parametrize("name", modules())
def test_every_file_of_the_formats_folder_is_a_format_or_a_known_part(name: str) -> None:
    found = getattr(import_module(f"{formats.__name__}.{name}"), "FORMAT", None)
    assert isinstance(found, Format) or name in PARTS, f"{name}.py ends without FORMAT = Format(...)"


def test_every_dialect_has_one_format_and_the_walk_knows_its_file() -> None:
    assert {one.value for one in Dialect} == set(MANIFEST_FORMATS) == set(MANIFESTS)
    assert {one.filename: one.name for one in MANIFEST_FORMATS.values()} == {one.value: one for one in Dialect}


@pytest.mark.parametrize("dialect", Dialect)
def test_a_skill_of_every_dialect_can_be_started(dialect: Dialect) -> None:
    assert dialect.value in {file.path for file in samples.files_of("a-skill", dialect)}


def test_every_file_of_the_commands_folder_is_a_command() -> None:
    assert [command.name for command in commands()] == names()
