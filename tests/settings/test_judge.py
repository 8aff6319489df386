"""Where packages may be sent, and what of it is told."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.settings.house import House

from sealskill.model.settings import Secret, SecretRef

HIDDEN = "sk-live-8f3a9c"


def house(base: Path, **judge: Any) -> House:
    return House(base, {"home/.sealskill/config.yaml": yaml.safe_dump({"scan": {"judge": judge}})})


@pytest.mark.parametrize(
    "url",
    [
        "http://models.example.com/v1",
        "http://127.0.0.1.example.com",
        "http://localhost.example.com",
        "http://0.0.0.0:8000",
        "http://[::]:8000",
        "http://169.254.169.254/latest",
        "http://127.0.0.1@example.com",
        "http://10.0.0.1",
        "http://2130706433",
        "http:/127.0.0.1",
        "//127.0.0.1",
        "https://",
        "https:///v1",
        "https://example.com:port",
        "https://exa mple.com",
        "https://exämple.com",
        f"https://{HIDDEN}@example.com",
        f"https://user:{HIDDEN}@example.com",
        f"https://example.com/v1?key={HIDDEN}",
        f"https://example.com/v1#{HIDDEN}",
        "ftp://example.com",
        "file:///etc/passwd",
        "unix:///var/run/x",
        "example.com",
        "http://[::1",
        7,
        "",
    ],
)
def test_an_address_that_could_be_overheard_or_tells_a_secret_is_refused(url: Any, tmp_path: Path) -> None:
    [problem] = house(tmp_path, url=url).problems()
    assert "`scan.judge.url` " in problem
    assert HIDDEN not in problem


@pytest.mark.parametrize(
    ("url", "kept"),
    [
        ("https://api.example.com/v1/", "https://api.example.com/v1"),
        ("http://127.0.0.1:8080/v1", "http://127.0.0.1:8080/v1"),
        ("http://127.9.9.9", "http://127.9.9.9"),
        ("http://localhost:11434/v1", "http://localhost:11434/v1"),
        ("http://[::1]:8000", "http://[::1]:8000"),
        ("HTTPS://API.example.com", "HTTPS://API.example.com"),
    ],
)
def test_https_goes_anywhere_and_http_stays_here(url: str, kept: str, tmp_path: Path) -> None:
    assert house(tmp_path, url=url).load().scan.judge.url == kept


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("provider", "gemini"), ("max_tokens", 0), ("max_chars", -1), ("timeout", 0), ("timeout", 1.5), ("retries", -1),
        ("concurrency", 0), ("price_in", -1), ("price_in", "1"), ("price_out", True), ("price_out", float("nan")),
        ("price_out", float("inf")), ("enabled", "yes"), ("required", 1), ("model", ""), ("model", "a\x1b[31m"),
        ("key", [HIDDEN]), ("temperature", 1),
    ],
)  # fmt: skip
def test_what_is_no_setting_of_a_judge_is_refused(name: str, value: Any, tmp_path: Path) -> None:
    [problem] = house(tmp_path, **{name: value}).problems()
    assert f"`scan.judge.{name}`" in problem
    assert HIDDEN not in problem


def test_nothing_is_asked_unless_somebody_says_so(tmp_path: Path) -> None:
    found = House(tmp_path, {}).load().scan.judge
    assert (found.enabled, found.required, found.url, found.model, found.key) == (False, False, "", "", None)


@pytest.mark.parametrize(
    ("given", "secret", "shown"),
    [
        (HIDDEN, Secret(value=HIDDEN), "written in the settings"),
        ("$JUDGE_KEY", Secret(ref=SecretRef(source="env", id="JUDGE_KEY")), "env:JUDGE_KEY"),
    ],
)
def test_the_key_is_never_shown(given: str, secret: Secret, shown: str, tmp_path: Path) -> None:
    world = house(tmp_path, key=given)
    assert world.load().scan.judge.key == secret
    assert world.row("scan.judge.key").value == shown
    assert HIDDEN not in repr(world.load())
    by_variable = house(tmp_path).load(environ={"SEALSKILL__SCAN__JUDGE__KEY": HIDDEN})
    assert by_variable.scan.judge.key == Secret(value=HIDDEN)


def test_every_setting_can_be_given_and_stands(tmp_path: Path) -> None:
    given = {
        "enabled": True, "provider": "anthropic", "url": "https://api.example.com", "model": "m", "max_tokens": 1,
        "max_chars": 2, "timeout": 3, "retries": 0, "price_in": 3, "price_out": 15.5, "required": True, "concurrency": 6,
    }  # fmt: skip
    found = house(tmp_path, **given).load().scan.judge
    assert {name: getattr(found, name) for name in given} == given
