"""Secrets are used, never shown: not by a value, not by an error, not by `config show`."""

from __future__ import annotations

import traceback
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console
from tests.settings.house import House, refusal

from sealskill.model.settings import Secret, SecretRef

HIDDEN = "sk-live-8f3a9c"


def entry(text: str) -> str:
    return f"skills:\n  entries:\n    pdf:\n      {text}\n"


@pytest.mark.parametrize(
    "text",
    [
        f"enabled: {HIDDEN}",
        f"api_key: [{HIDDEN}]",
        f"api_key: {{source: {HIDDEN}}}",
        f"api_key: {{source: env, id: {HIDDEN}}}",
        f"api_key: {{source: env, id: GOOD, provider: {HIDDEN}}}",
        f"api_key: {{{HIDDEN}: 1}}",
        f"api_key: {{source: exec, command: {HIDDEN}}}",
        f"api_key: {{source: exec, command: [run, {HIDDEN}], id: 7}}",
        f"env: {{{HIDDEN}: GOOD}}",
        f"env: {{GOOD: [{HIDDEN}]}}",
        f"env: {HIDDEN}",
        f"{HIDDEN}: api_key",
        f"api_key: {HIDDEN}\n      apiKey: {HIDDEN}",
        f"api_key: {HIDDEN}\n      api_key: {HIDDEN}",
        f"api_key: '{HIDDEN}",
        f"api_key: {HIDDEN}: x",
        f"api_key: !!int {HIDDEN}",
        f"seal: [{HIDDEN}]",
        "api_key: 99999999999999999999999999999999999999999999",
    ],
)
def test_no_error_repeats_a_secret(tmp_path: Path, text: str) -> None:
    house = House(tmp_path, {"home/.sealskill/config.yaml": entry(text)})
    error = refusal(house)
    told = "".join(traceback.format_exception(error)) + repr(error) + error.advice
    assert HIDDEN not in told
    assert "9999" not in told
    # Not even through the exceptions behind it, which a debugger prints with their arguments.
    assert (error.__cause__, error.__context__) == (None, None)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("config.json5", f"{{skills: {{entries: {{pdf: {{apiKey: '{HIDDEN}', apiKey: '{HIDDEN}'}}}}}}}}"),
        ("config.json5", f"{{skills: {{entries: {{pdf: {{apiKey: '{HIDDEN}'"),
        ("config.json5", f"{{skills: {HIDDEN}}}"),
        ("config.toml", f"[skills.entries.pdf]\napi_key = '{HIDDEN}'\napi_key = '{HIDDEN}'\n"),
        ("config.toml", f"[skills.entries.pdf]\napi_key = {HIDDEN}\n"),
    ],
)
def test_no_error_of_another_language_repeats_one_either(tmp_path: Path, name: str, text: str) -> None:
    error = refusal(House(tmp_path, {f"home/.sealskill/{name}": text}))
    assert HIDDEN not in str(error)
    assert error.__context__ is None


def test_a_variable_that_is_refused_does_not_show_its_value(tmp_path: Path) -> None:
    house = House(tmp_path, {})
    environ = {
        "SEALSKILL__SKILLS__ENTRIES__PDF__API_KEY": "{source: " + HIDDEN,
        "SEALSKILL__SKILLS__ENABLED": HIDDEN,
        "SEALSKILL_TOKEN": HIDDEN,
    }
    found = house.explain(environ=environ)
    assert found.problems == (
        "environment SEALSKILL__SKILLS__ENABLED: `skills.enabled` must be true or false, not text",
        "environment SEALSKILL__SKILLS__ENTRIES__PDF__API_KEY is not a YAML value",
    )
    assert HIDDEN not in repr(found)


def test_what_is_shown_says_where_a_secret_is_kept(tmp_path: Path) -> None:
    house = House(
        tmp_path,
        {
            "home/.sealskill/config.yaml": f"""
skills:
  entries:
    pdf:
      api_key: {HIDDEN}
      env:
        A: {{source: env, id: GOOD}}
        B: {{source: file, id: keys/b}}
        C: {{source: exec, command: [~/bin/tell, {HIDDEN}]}}
        D: $NOT_A_REFERENCE
      config: {{token: {HIDDEN}}}
    web: {{apiKey: "${{WEB_KEY}}"}}
    map: {{apiKey: $MAP_KEY}}
host_config: {{channel: {{token: {HIDDEN}}}}}
"""
        },
    )
    found = house.explain()
    rows = {row.key.removeprefix("skills.entries."): row.value for row in found.shown if "skills.entries" in row.key}
    assert rows == {
        "pdf.api_key": "written in the settings",
        "pdf.env.A": "env:GOOD",
        "pdf.env.B": f"file:{house.home}/.sealskill/keys/b",
        "pdf.env.C": f"exec:{house.home}/bin/tell",
        "pdf.env.D": "written in the settings",
        "pdf.config": ("token",),
        "web.api_key": "env:WEB_KEY",
        "map.api_key": "env:MAP_KEY",
    }
    assert house.row("host_config").value == ("channel",)
    assert HIDDEN not in repr(found)
    got = house.load()
    assert got.entry("pdf").api_key == Secret(value=HIDDEN)
    assert got.entry("pdf").env["D"] == Secret(value="$NOT_A_REFERENCE")
    assert got.entry("map").api_key == Secret(ref=SecretRef(source="env", id="MAP_KEY"))


def test_a_console_that_prints_values_shows_none(tmp_path: Path) -> None:
    text = entry(f"api_key: {HIDDEN}\n      env: {{C: {{source: exec, command: [tell, {HIDDEN}]}}}}")
    house = House(
        tmp_path, {"home/.sealskill/config.yaml": text + f"      config: {{a: {HIDDEN}}}\nhost_config: {{a: {HIDDEN}}}"}
    )
    page = StringIO()
    Console(file=page, width=200).print(house.load(), house.load().entries, house.load().host_config)
    assert HIDDEN not in page.getvalue()


def test_text_that_looks_like_yaml_stays_a_secret_in_a_variable(tmp_path: Path) -> None:
    house = House(tmp_path, {})
    for written in ("0123", "yes", "a: b", "[x", "*a &b"):
        got = house.load(environ={"SEALSKILL__SKILLS__ENTRIES__PDF__API_KEY": written})
        assert got.entry("pdf").api_key == Secret(value=written)
