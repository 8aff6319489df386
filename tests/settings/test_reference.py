"""The reference is made from the code, and covers all of it."""

from __future__ import annotations

from sealskill import settings
from sealskill.model.settings import EntrySettings, Limits, LoadSettings
from sealskill.settings import Row


def test_every_setting_is_explained() -> None:
    assert [row.key for row in settings.reference() if not row.doc.strip()] == []


def test_every_field_of_the_model_has_its_setting() -> None:
    keys = {row.key for row in settings.reference()}
    fields = [f"skills.load.{name}" for name in LoadSettings.__struct_fields__]
    fields += [f"skills.limits.{name}" for name in Limits.__struct_fields__]
    fields += [f"skills.entries.<skill>.{name}" for name in EntrySettings.__struct_fields__ if name != "env"]
    assert keys.issuperset(fields)


def test_a_row_says_all_there_is() -> None:
    rows = {row.key: row for row in settings.reference()}
    assert rows["skills.limits.max_depth"] == Row(
        key="skills.limits.max_depth",
        type="a positive whole number",
        default=6,
        doc="Folders below a root: the client guide advises 4 to 6; grouped layouts need 3.",
        workspace="may lower",
    )
    assert rows["skills.workshop.max_pending"].ignored == "there is no workshop here"
    assert rows["skills.entries.<skill>.env.<variable>"].workspace == "has no say"


def test_every_variable_is_explained() -> None:
    assert all(variable.doc for variable in settings.variables())
    assert "SEALSKILL_HOME" in {variable.name for variable in settings.variables()}
