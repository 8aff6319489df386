"""The gates: their order, and what passes none of them."""

from __future__ import annotations

from typing import Any

import pytest
from tests.check.made import BUILTIN, COMMUNITY, LINUX, LOCAL, SIGNED, settings, skill, tool

from sealskill.check import gate
from sealskill.model.host import Host
from sealskill.model.manifest import EnvVar, InstallOption, Requires, ToolSpec
from sealskill.model.settings import EntrySettings, Limits, ScanSettings, Secret, SecretRef, Settings
from sealskill.model.skill import Blocked, Check, Ready, Skill, Trust
from sealskill.model.verdict import Verdict
from sealskill.read.formats import skill_md

SEAL = "sha256:" + "a" * 64
OTHER = "sha256:" + "b" * 64


def ask(
    one: Skill, host: Host = LINUX, known: Settings | None = None, trust: Trust = LOCAL, **more: Any
) -> Ready | Blocked:
    return gate.check(one, host, known or settings(), trust, more.pop("verdict", Verdict.CLEAN), **more)


def failed(answer: Ready | Blocked) -> list[tuple[str, str]]:
    """Gate and name of each check that said no."""
    return [(one.gate, one.name) for one in answer.checks if not one.ok]


# Order.

NO = Check(gate="identity", ok=False, message="the key is another's")
HOPELESS = skill(
    label="bundled",
    os=("darwin",),
    requires=Requires(bins=("b",), any_bins=("c", "d"), env=("E",), config=("f.g",)),
    tools=(ToolSpec(name="t", impl="nobody:has"),),
)
CLOSED = settings(disabled=("pdf",), allow_bundled=(), agent_skills=())


def test_every_gate_is_asked_in_order_and_every_answer_is_kept() -> None:
    answer = ask(HOPELESS, known=CLOSED, verdict=Verdict.BLOCK, identity=NO)
    asked = [name for name in gate.GATES if name != "limit"]  # told, like a collision, by what ranks all skills
    assert [one.gate for one in answer.checks] == asked
    assert [name for name, _ in failed(answer)] == asked


def test_the_first_no_names_the_cause() -> None:
    answer = ask(HOPELESS, known=CLOSED, verdict=Verdict.BLOCK, identity=NO)
    assert isinstance(answer, Blocked)
    assert answer.cause == "enabled"
    assert answer.disabled


def test_a_skill_that_asks_for_nothing_is_ready_and_its_record_says_so() -> None:
    answer = ask(skill())
    assert isinstance(answer, Ready)
    assert [(one.gate, one.ok, one.message) for one in answer.checks] == [
        ("enabled", True, ""),
        ("verdict", True, "clean"),
    ]


def test_always_skips_requirements_and_never_the_system_or_a_tool() -> None:
    one = skill(always=True, os=("darwin",), requires=HOPELESS.manifest.requires, tools=HOPELESS.manifest.tools)
    assert failed(ask(one)) == [("os", "darwin"), ("tools", "nobody:has")]
    assert failed(ask(one, Host(os="darwin", tools=frozenset({"nobody:has"})))) == []


# A person's no.


@pytest.mark.parametrize(
    "known",
    [
        settings(enabled=False),
        settings(disabled=("pdf",)),
        settings(disabled=("PDF",)),
        settings(disabled=("reader",)),
        settings(disabled=("pd\u200bf",)),
        settings(entries={"reader": EntrySettings(enabled=False)}),
        settings(entries={"pdf": EntrySettings(enabled=False)}),
        settings(entries={"Pdf": EntrySettings(enabled=False)}),
    ],
    ids=["all", "name", "case", "key", "unseen", "entry by key", "entry by name", "entry by case"],
)
def test_no_spelling_and_no_claimed_key_escapes_a_persons_no(known: Settings) -> None:
    answer = ask(skill("pdf", "reader"), known=known)
    assert isinstance(answer, Blocked)
    assert answer.disabled


def test_an_entry_that_is_on_does_not_undo_the_list() -> None:
    known = settings(disabled=("pdf",), entries={"pdf": EntrySettings(enabled=True)})
    assert failed(ask(skill(), known=known)) == [("enabled", "")]


@pytest.mark.parametrize(
    ("allowed", "label", "ok"),
    [
        (None, "bundled", True),
        ((), "bundled", False),
        (("pdf",), "bundled", True),
        (("reader",), "bundled", True),
        (("other",), "bundled", False),
        ((), "personal", True),
    ],
)
def test_an_absent_bundled_list_allows_all_and_an_empty_one_none(
    allowed: tuple[str, ...] | None, label: str, ok: bool
) -> None:
    answer = ask(skill("pdf", "reader", label=label), known=settings(allow_bundled=allowed))
    assert isinstance(answer, Ready) is ok


@pytest.mark.parametrize(("allowed", "ok"), [(None, True), ((), False), (("pdf",), True), (("PDF",), False)])
def test_an_absent_agent_list_allows_all_and_an_empty_one_none(allowed: tuple[str, ...] | None, ok: bool) -> None:
    assert isinstance(ask(skill(), known=settings(agent_skills=allowed)), Ready) is ok


# The scanner's word.


@pytest.mark.parametrize("trust", [BUILTIN, LOCAL, SIGNED, COMMUNITY])
@pytest.mark.parametrize("verdict", Verdict)
def test_a_verdict_stops_whom_it_should(verdict: Verdict, trust: Trust) -> None:
    always = verdict in (Verdict.BLOCK, Verdict.NOT_SCANNED)
    stops = always or (verdict is Verdict.INCOMPLETE and trust in (SIGNED, COMMUNITY))
    assert isinstance(ask(skill(), trust=trust, verdict=verdict), Blocked) is stops


@pytest.mark.parametrize("trust", [BUILTIN, LOCAL])
def test_a_person_may_stop_their_own_skills_too_where_not_everything_was_read(trust: Trust) -> None:
    tight = settings(scan=ScanSettings(incomplete_local="block"))
    assert failed(ask(skill(), known=tight, trust=trust, verdict=Verdict.INCOMPLETE)) == [("verdict", "")]
    assert failed(ask(skill(), known=tight, trust=trust, verdict=Verdict.WARN)) == []


# What the machine has.


def test_macos_is_darwin_however_it_is_written() -> None:
    text = '---\nname: pdf\ndescription: x\nmetadata: {"openclaw": {"os": ["macos", "Windows"]}}\n---\n'
    parsed = skill_md.parse(text.encode(), Limits())
    assert parsed.value is not None
    one = skill(os=parsed.value.os)
    assert [isinstance(ask(one, Host(os=system)), Ready) for system in ("darwin", "win32", "linux")] == [
        True,
        True,
        False,
    ]


def test_one_of_several_programs_is_enough_and_none_is_not() -> None:
    one = skill(requires=Requires(any_bins=("curl", "wget")))
    assert failed(ask(one)) == [("any_bins", "curl, wget")]
    found = ask(one, Host(os="linux", binaries={"curl": None, "wget": "/usr/bin/wget"}))
    assert isinstance(found, Ready)
    assert [check.name for check in found.checks if check.gate == "any_bins"] == ["wget"]


def test_a_missing_program_names_the_way_to_get_it() -> None:
    option = InstallOption(id="brew-0", kind="brew", bins=("pdfgrep",), target="pdfgrep")
    answer = ask(skill(requires=Requires(bins=("pdfgrep", "qpdf")), install=(option,)))
    assert [one.advice for one in answer.checks if not one.ok] == ["install it: brew pdfgrep", "install qpdf"]


@pytest.mark.parametrize("value", [None, False, 0, 0.0, "", "  ", "\n"])
def test_a_setting_that_is_off_does_not_count(value: Any) -> None:
    host = Host(os="linux", config={"browser": {"enabled": value}})
    assert failed(ask(skill(requires=Requires(config=("browser.enabled",))), host)) == [("config", "browser.enabled")]


@pytest.mark.parametrize("value", [True, 1, "no", [], {}, [0], {"a": None}])
def test_a_setting_that_is_there_counts_and_empty_lists_and_maps_are_there(value: Any) -> None:
    host = Host(os="linux", config={"browser": {"enabled": value}})
    assert isinstance(ask(skill(requires=Requires(config=("browser.enabled",))), host), Ready)


@pytest.mark.parametrize("path", ["", ".", "browser.", ".browser", "browser.enabled.more", "browser.0"])
def test_a_path_that_leads_nowhere_does_not_count(path: str) -> None:
    host = Host(os="linux", config={"browser": {"enabled": "yes"}})
    assert failed(ask(skill(requires=Requires(config=(path,))), host)) == [("config", path)]


@pytest.mark.parametrize("impl", ["read", "builtin:read", "host:mine"])
def test_a_bound_tool_is_one_that_is_there(impl: str) -> None:
    one = skill(tools=(ToolSpec(name="t", impl=impl),))
    assert isinstance(ask(one, Host(os="linux", tools=frozenset({"host:mine"}))), Ready)


def test_a_tool_the_package_brings_need_not_be_registered() -> None:
    assert isinstance(ask(skill(tools=tool("mine"))), Ready)


# Variables and secrets.

NEEDS = skill(requires=Requires(env=("TOKEN",)), primary_env="TOKEN")


def keep(**entry: Any) -> Settings:
    return settings(entries={"pdf": EntrySettings(**entry)})


@pytest.mark.parametrize("value", ["", None])
def test_an_empty_variable_is_missing(value: str | None) -> None:
    host = Host(os="linux", environ={} if value is None else {"TOKEN": value})
    assert failed(ask(NEEDS, host)) == [("env", "TOKEN")]


@pytest.mark.parametrize(
    "known",
    [
        keep(api_key=Secret(value="s")),
        keep(env={"TOKEN": Secret(value="s")}),
        keep(api_key=Secret(ref=SecretRef(source="file", id="/run/secret"))),
        keep(api_key=Secret(ref=SecretRef(source="exec", command=("pass", "show")))),
        keep(api_key=Secret(ref=SecretRef(source="keyring", provider="pdf", id="me"))),
    ],
)
def test_a_variable_the_settings_keep_counts(known: Settings) -> None:
    assert isinstance(ask(NEEDS, known=known), Ready)


@pytest.mark.parametrize(
    "known",
    [
        keep(api_key=Secret()),
        keep(env={"TOKEN": Secret(value="")}),
        keep(env={"OTHER": Secret(value="s")}),
        keep(api_key=Secret(ref=SecretRef(source="env", id="NOT_SET"))),
        keep(api_key=Secret(ref=SecretRef(source="file"))),
        settings(entries={"other": EntrySettings(api_key=Secret(value="s"))}),
    ],
)
def test_a_secret_that_cannot_be_there_does_not_count(known: Settings) -> None:
    assert failed(ask(NEEDS, known=known)) == [("env", "TOKEN")]


def test_the_api_key_answers_the_primary_variable_and_no_other() -> None:
    one = skill(requires=Requires(env=("TOKEN", "OTHER")), primary_env="TOKEN")
    assert failed(ask(one, known=keep(api_key=Secret(value="s")))) == [("env", "OTHER")]


def test_a_required_variable_of_the_description_is_a_requirement_and_asked_once() -> None:
    described = (EnvVar(name="TOKEN", required=True), EnvVar(name="A", required=True), EnvVar(name="B"))
    assert failed(ask(skill(requires=Requires(env=("TOKEN",)), env_vars=described))) == [("env", "TOKEN"), ("env", "A")]


@pytest.mark.parametrize(
    "name",
    ["LD_PRELOAD", "ld_preload", "DYLD_INSERT_LIBRARIES", "NODE_OPTIONS", "PYTHONPATH", "BASH_ENV", "GIT_CONFIG_COUNT",
     "NPM_CONFIG_PREFIX", "CARGO_TARGET_X86_LINKER", "BASH_FUNC_ls%%", "A=B", "A\0B"],
)  # fmt: skip
def test_a_variable_that_can_never_be_handed_over_never_passes(name: str) -> None:
    one = skill(requires=Requires(env=(name,)))
    host = Host(os="linux", environ={name: "x"})
    assert failed(ask(one, host, keep(env={name: Secret(value="x")}))) == [("env", name)]


@pytest.mark.parametrize("name", ["GITHUB_TOKEN", "GH_TOKEN", "HOME", "AWS_SECRET_ACCESS_KEY", "LDAP_HOST", "NODE_ENV"])
def test_an_ordinary_credential_that_passes_can_be_handed_over(name: str) -> None:
    assert isinstance(ask(skill(requires=Requires(env=(name,))), Host(os="linux", environ={name: "x"})), Ready)


@pytest.mark.parametrize("trust", [COMMUNITY, SIGNED])
@pytest.mark.parametrize(("kept", "seal"), [("", SEAL), ("", None), (SEAL, None), (OTHER, SEAL)])
def test_a_strangers_skill_gets_no_secret_without_its_very_seal(trust: Trust, kept: str, seal: str | None) -> None:
    known = keep(api_key=Secret(value="s"), seal=kept)
    assert failed(ask(NEEDS, known=known, trust=trust, seal=seal)) == [("env", "TOKEN")]


def test_a_strangers_skill_gets_the_secret_kept_for_its_seal() -> None:
    assert isinstance(ask(NEEDS, known=keep(api_key=Secret(value="s"), seal=SEAL), trust=COMMUNITY, seal=SEAL), Ready)


def test_no_answer_ever_holds_a_secret() -> None:
    known = keep(api_key=Secret(value="hunter2"), env={"TOKEN": Secret(value="hunter2")})
    assert "hunter2" not in repr(ask(NEEDS, known=known)) + repr(ask(NEEDS, known=known, trust=COMMUNITY))
