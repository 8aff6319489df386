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


def modules() -> list[str]:
    return [module.name for module in pkgutil.iter_modules(formats.__path__) if not module.ispkg]


@pytest.mark.parametrize("name", modules())
def test_a_file_that_parses_a_format_ends_in_its_object(name: str) -> None:
    module = import_module(f"{formats.__name__}.{name}")
    parse, found = getattr(module, "parse", None), getattr(module, "FORMAT", None)
    # What formats share stands in the same folder, and has no `parse`.
    assert (parse is None) == (found is None), f"{name}.py parses and ends without FORMAT = Format(...)"
    assert found is None or (isinstance(found, Format) and found.parse is parse)


@pytest.mark.parametrize("name", modules())
def test_a_format_of_skills_is_in_the_registry(name: str) -> None:
    found = getattr(import_module(f"{formats.__name__}.{name}"), "FORMAT", None)
    assert found is None or found.name not in tuple(Dialect) or MANIFEST_FORMATS[found.filename] is found


def test_every_dialect_has_one_format_and_the_walk_knows_its_file() -> None:
    assert {one.value for one in Dialect} == set(MANIFEST_FORMATS) == set(MANIFESTS)
    assert {one.filename: one.name for one in MANIFEST_FORMATS.values()} == {one.value: one for one in Dialect}


@pytest.mark.parametrize("dialect", Dialect)
def test_a_skill_of_every_dialect_can_be_started(dialect: Dialect) -> None:
    assert dialect.value in {file.path for file in samples.files_of("a-skill", dialect)}


def test_every_file_of_the_commands_folder_is_a_command() -> None:
    assert [command.name for command in commands()] == names()
