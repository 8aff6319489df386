"""The environment of one child: what never gets there, what a stranger gets, and that nobody else sees it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from rich.pretty import pretty_repr
from tests.check.made import BUILTIN, COMMUNITY, LOCAL, SIGNED, skill

from sealskill.errors import HostError
from sealskill.execute import env
from sealskill.model.manifest import Dialect, EnvVar, Requires, ToolSpec
from sealskill.model.settings import EntrySettings, Secret, SecretRef
from sealskill.model.skill import Ready, Skill, Trust
from sealskill.model.verdict import Verdict

SEAL, OTHER = "sha256:" + "a" * 64, "sha256:" + "b" * 64
OURS = {"PATH": "/usr/bin:/bin", "HOME": "/home/me", "LANG": "C.UTF-8", "LC_TIME": "de_DE.UTF-8", "TZ": "UTC",
        "TOKEN": "token-of-mine", "AWS_SECRET_ACCESS_KEY": "the-keys-of-the-house", "EMPTY": ""}  # fmt: skip
LOADERS = ("LD_PRELOAD", "ld_audit", "DYLD_INSERT_LIBRARIES", "BASH_FUNC_ls%%", "PYTHONPATH", "PYTHONWARNINGS",
           "NODE_OPTIONS", "NODE_REPL_HISTORY", "PERL5OPT", "RUBYOPT", "BASH_ENV", "ENV", "PS4", "IFS", "SHELL",
           "GIT_CONFIG_COUNT", "GIT_DIR", "GIT_SSL_NO_VERIFY", "NPM_CONFIG_PREFIX", "CARGO_BUILD_RUSTC",
           "CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUNNER", "CMAKE_TOOLCHAIN_FILE", "RUSTC_WRAPPER", "TF_VAR_x",
           "JAVA_TOOL_OPTIONS", "GLIBC_TUNABLES", "OPENSSL_CONF", "A=B", "A\0B", "", "\ud800")  # fmt: skip


def ready(one: Skill, trust: Trust = LOCAL, seal: str | None = SEAL) -> Ready:
    return Ready(skill=one, seal=seal, trust=trust, verdict=Verdict.CLEAN)


def needs(*names: str, primary: str = "", **more: Any) -> Skill:
    return skill(requires=Requires(env=names), primary_env=primary, **more)


def tool(*names: str) -> ToolSpec:
    return ToolSpec(name="t", entry="run.sh", env_allow=names)


def reveal(secret: Secret) -> str:
    if secret.ref is not None:
        raise HostError("nothing is there")
    return secret.value


def values(wanted: env.Wanted, ours: Mapping[str, str] = OURS) -> dict[str, str]:
    return dict(env.filled(wanted, ours, reveal, "/scratch").values)


def of_tool(*names: str, trust: Trust = LOCAL, **more: Any) -> env.Wanted:
    return env.of_tool(ready(skill(dialect=Dialect.SKILL_JSON), trust), tool(*names), OURS, **more)


def of_text(one: Skill, trust: Trust = LOCAL, ours: Mapping[str, str] = OURS, **more: Any) -> env.Wanted:
    return env.of_text(ready(one, trust), ours, **more)


def beyond(wanted: env.Wanted) -> dict[str, str]:
    """What a text skill is given besides what everything is given."""
    return {name: value for name, value in values(wanted).items() if name not in values(env.of_nobody(OURS))}


# What never passes, whoever asks and wherever it is kept.


@pytest.mark.parametrize("name", LOADERS)
@pytest.mark.parametrize("trust", [BUILTIN, LOCAL, COMMUNITY])
def test_what_loads_code_passes_by_no_road(name: str, trust: Trust) -> None:
    ours = {**OURS, name: "x"}
    entry = EntrySettings(env={name: Secret(value="x")}, api_key=Secret(value="x"), seal=SEAL)
    roads = [
        env.of_tool(ready(skill(), trust), tool(name), ours, entry=entry, granted=[name]),
        of_text(needs(name, primary=name), trust, ours, entry=entry, granted=[name]),
        of_text(skill(env_vars=(EnvVar(name=name, required=True),)), trust, ours, entry=entry, granted=[name]),
    ]
    for wanted in roads:
        assert name not in values(wanted, ours)
        assert [one.name for one in wanted.dropped if one.name == name and one.why] == ([name] if name else [""])
    assert not any(name and name in wanted.secrets for wanted in roads)


@pytest.mark.parametrize("name", ["HOME", "PATH", "GH_TOKEN", "XDG_CONFIG_HOME", "PIP_INDEX_URL", "HTTPS_PROXY"])
def test_what_steers_other_programs_passes_only_where_the_manifest_names_it(name: str) -> None:
    entry = EntrySettings(env={name: Secret(value="theirs")})
    unset = {"LANG": "C"}
    quiet = of_text(skill(), LOCAL, unset, entry=entry, granted=[name])
    assert "theirs" not in values(quiet, unset).values()
    named = of_text(needs(name), LOCAL, unset, entry=entry)
    assert values(named, unset)[name] == ("/scratch" if name == "HOME" else "theirs")


def test_a_described_variable_is_named_and_an_optional_one_is_not_taken_from_us() -> None:
    one = skill(env_vars=(EnvVar(name="GH_TOKEN"), EnvVar(name="TOKEN")))
    entry = EntrySettings(env={"GH_TOKEN": Secret(value="given")})
    assert beyond(of_text(one, entry=entry)) == {"GH_TOKEN": "given"}


@pytest.mark.parametrize("value", ["a\0b", "\ud800", "x" * 140_000])
def test_a_value_no_child_can_hold_is_dropped_and_said(value: str) -> None:
    got = env.filled(of_text(needs("BAD"), ours={**OURS, "BAD": value}), {**OURS, "BAD": value}, reveal, "/scratch")
    assert "BAD" not in got.values
    assert [one.name for one in got.dropped] == ["BAD"]
    assert value not in repr(got)


# Subprocess tools.


def test_an_empty_list_is_an_empty_environment() -> None:
    entry = EntrySettings(env={"TOKEN": Secret(value="x")}, api_key=Secret(value="y"))
    assert values(of_tool(entry=entry, granted=["TOKEN"])) == {}


def test_a_tool_gets_the_names_it_lists_and_nothing_else() -> None:
    assert values(of_tool("PATH", "TOKEN", "EMPTY", "UNSET")) == {
        "PATH": OURS["PATH"],
        "TOKEN": "token-of-mine",
        "EMPTY": "",
    }


def test_home_and_the_folder_for_temporary_files_are_the_scratch_folder() -> None:
    assert values(of_tool("HOME", "TMPDIR")) == {"HOME": "/scratch", "TMPDIR": "/scratch"}
    assert values(env.of_nobody(OURS))["HOME"] == "/scratch"


@pytest.mark.parametrize("trust", [COMMUNITY, SIGNED])
def test_a_strangers_tool_gets_nothing_secret_by_listing_it(trust: Trust) -> None:
    wanted = of_tool("PATH", "LC_TIME", "TZ", "LANG", "HOME", "TOKEN", "AWS_SECRET_ACCESS_KEY", trust=trust)
    assert set(values(wanted)) == {"PATH", "LC_TIME", "TZ", "LANG", "HOME"}
    assert [(one.name, one.advice) for one in wanted.dropped] == [
        ("TOKEN", "sealskill grants add pdf --env TOKEN"),
        ("AWS_SECRET_ACCESS_KEY", "sealskill grants add pdf --env AWS_SECRET_ACCESS_KEY"),
    ]
    assert wanted.secrets == ()


def test_a_strangers_tool_gets_what_was_granted_and_never_what_it_does_not_list() -> None:
    wanted = of_tool("TOKEN", trust=COMMUNITY, granted=["TOKEN", "AWS_SECRET_ACCESS_KEY"])
    assert values(wanted) == {"TOKEN": "token-of-mine"}
    assert wanted.secrets == ("TOKEN",)


# Text skills.


def test_a_text_skill_gets_what_it_requires_and_no_other_secret() -> None:
    wanted = of_text(needs("TOKEN", "EMPTY", "UNSET"))
    assert beyond(wanted) == {"TOKEN": "token-of-mine"}
    assert wanted.secrets == ("TOKEN",)


def test_our_own_environment_wins_over_the_settings_and_those_over_the_key() -> None:
    one = needs(primary="KEY")
    entry = EntrySettings(
        env={"TOKEN": Secret(value="settings"), "EXTRA": Secret(value="extra")}, api_key=Secret(value="key")
    )
    assert beyond(of_text(one, entry=entry)) == {"EXTRA": "extra", "KEY": "key", "TOKEN": "token-of-mine"}
    kept = EntrySettings(env={"KEY": Secret(value="written")}, api_key=Secret(value="key"))
    assert beyond(of_text(one, entry=kept)) == {"KEY": "written"}
    assert beyond(of_text(needs(primary="TOKEN"), entry=EntrySettings(api_key=Secret(value="key")))) == {
        "TOKEN": "token-of-mine"
    }


def test_the_key_is_no_other_variable() -> None:
    assert beyond(of_text(needs("OTHER"), entry=EntrySettings(api_key=Secret(value="key")))) == {}


@pytest.mark.parametrize("dialect", [Dialect.SKILL_YAML, Dialect.SKILL_JSON])
def test_a_bundle_and_a_mere_tool_lend_nothing(dialect: Dialect) -> None:
    one = needs("TOKEN", primary="TOKEN", dialect=dialect)
    entry = EntrySettings(env={"X": Secret(value="y")}, api_key=Secret(value="z"))
    assert of_text(one, entry=entry, granted=["TOKEN"]) == env.of_nobody(OURS)


@pytest.mark.parametrize("trust", [COMMUNITY, SIGNED])
@pytest.mark.parametrize(("kept", "seal"), [("", SEAL), ("", None), (SEAL, None), (OTHER, SEAL)])
def test_a_newcomer_with_the_same_key_gets_nothing_and_is_told_how_to_ask(
    trust: Trust, kept: str, seal: str | None
) -> None:
    entry = EntrySettings(env={"EXTRA": Secret(value="e")}, api_key=Secret(value="k"), seal=kept)
    wanted = env.of_text(ready(needs("TOKEN", primary="KEY"), trust, seal), OURS, entry=entry)
    assert beyond(wanted) == {}
    advice = {one.name: one.advice for one in wanted.dropped}
    assert advice["TOKEN"] == "sealskill grants add pdf --env TOKEN"
    assert advice["EXTRA"] == advice["KEY"] == f"set skills.entries.pdf.seal to {seal or 'its seal'} to let it have it"
    # The decision is asked for what is there, so that nothing runs half armed.
    assert wanted.secrets == wanted.ungranted == ("TOKEN",)


def test_a_strangers_very_seal_gets_what_is_kept_for_it_and_no_other_secret() -> None:
    entry = EntrySettings(env={"TOKEN": Secret(value="unused")}, api_key=Secret(value="k"), seal=SEAL)
    wanted = of_text(needs("TOKEN", "AWS_SECRET_ACCESS_KEY", primary="KEY"), COMMUNITY, entry=entry)
    assert beyond(wanted) == {"TOKEN": "token-of-mine", "KEY": "k"}
    assert wanted.ungranted == ("AWS_SECRET_ACCESS_KEY",)


def test_secrets_that_are_bound_to_a_seal_go_to_no_edited_package_of_ones_own() -> None:
    entry = EntrySettings(api_key=Secret(value="k"), seal=OTHER)
    assert beyond(of_text(needs(primary="KEY"), LOCAL, entry=entry)) == {}


def test_a_grant_gives_a_stranger_what_is_ours_and_not_what_is_kept_for_another() -> None:
    entry = EntrySettings(api_key=Secret(value="k"), seal=OTHER)
    wanted = of_text(needs("TOKEN", primary="KEY"), COMMUNITY, entry=entry, granted=["TOKEN", "KEY"])
    assert beyond(wanted) == {"TOKEN": "token-of-mine"}


def test_a_secret_that_cannot_be_there_is_not_waited_for() -> None:
    entry = EntrySettings(env={"EXTRA": Secret(ref=SecretRef(source="env", id="NOT_SET"))})
    assert beyond(of_text(skill(), entry=entry)) == {}


def test_a_secret_that_is_not_where_it_should_be_stops_the_run() -> None:
    entry = EntrySettings(api_key=Secret(ref=SecretRef(source="file", id="/nowhere")))
    with pytest.raises(HostError):
        values(of_text(needs(primary="KEY"), entry=entry))


# Nobody else sees it.


def test_it_goes_to_one_child_and_never_into_our_own_environment(tmp_path: Path) -> None:
    before = dict(os.environ)
    got = values(of_text(needs("TOKEN")))
    told = [sys.executable, "-c", "import json, os, sys; sys.stdin.read(); print(json.dumps(dict(os.environ)))"]
    pipe = subprocess.PIPE
    with (
        subprocess.Popen(told, env=got, stdin=pipe, stdout=pipe) as child,
        subprocess.Popen(told, env=values(env.of_nobody(OURS)), stdin=pipe, stdout=pipe) as other,
    ):
        assert dict(os.environ) == before  # both run at this moment
        seen, others = (json.loads(one.communicate(b"")[0]) for one in (child, other))
    assert seen["TOKEN"] == "token-of-mine"
    assert "token-of-mine" not in others.values()
    assert dict(os.environ) == before


def test_it_shows_names_and_no_value() -> None:
    got = env.filled(of_text(needs("TOKEN")), OURS, reveal, "/scratch")
    assert got.secrets == {"TOKEN": "token-of-mine"}
    for shown in (repr(got), str(got), f"{got}", pretty_repr(got), repr([got])):
        assert "token-of-mine" not in shown
        assert "TOKEN" in shown
