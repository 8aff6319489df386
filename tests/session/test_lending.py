"""Whose secrets a call is lent: nobody else's, none unasked, and a decision is told before anything is fetched."""

from __future__ import annotations

import shlex
from collections.abc import Iterable
from typing import Any

import pytest
from tests.check.made import BUILTIN, COMMUNITY, LINUX, LOCAL, SIGNED, settings, skill

from sealskill.check import gate
from sealskill.execute import env
from sealskill.model import environment
from sealskill.model.call import Call, Touches
from sealskill.model.context import Context, Counting
from sealskill.model.decision import Decision, Ruling, StepName
from sealskill.model.grant import Grant
from sealskill.model.host import Host
from sealskill.model.manifest import EnvVar, Requires
from sealskill.model.settings import EntrySettings, Secret, Settings
from sealskill.model.skill import Ready, Skill, Trust
from sealskill.model.tools import MATRIX
from sealskill.model.verdict import Verdict
from sealskill.policy.decide import decide
from sealskill.policy.granted import grants_of
from sealskill.session import lending

SEAL, OTHER = "sha256:" + "a" * 64, "sha256:" + "b" * 64
VALUE = "s3cret-value"


def ready(one: Skill, trust: Trust = LOCAL, seal: str = SEAL) -> Ready:
    return Ready(skill=one, seal=seal, trust=trust, verdict=Verdict.CLEAN)


def counting(one: Ready) -> Counting:
    return Counting(key=one.skill.key, seal=one.seal or "", trust=one.trust.level)


def granted(one: Ready, grants: Iterable[Grant]) -> list[str]:
    return [name for grant in grants_of(counting(one), Context(tools={}, grants=tuple(grants))) for name in grant.env]


def decided(one: Ready, handed: env.Wanted, grants: Iterable[Grant] = (), others: tuple[Ready, ...] = ()) -> Decision:
    """The decision about an `exec` that is lent these."""
    touches = lending.touched(Touches(argv=("true",)), handed)
    call = Call(id="1", tool="exec", skill=one.skill.key, touches=touches)
    every = tuple(map(counting, (one, *others)))
    return decide(call, Context(tools=MATRIX, loaded=every, active=every, grants=tuple(grants)))


def of_grants(decision: Decision) -> list[tuple[Ruling, str]]:
    return [(step.ruling, step.advice) for step in decision.steps if step.name is StepName.GRANTS]


# Who lends.


@pytest.mark.parametrize(
    ("named", "active", "lends"),
    [
        (None, (), ""),
        (None, ("weather",), "weather"),
        (None, ("weather", "weather"), "weather"),
        (None, ("weather", "mail"), ""),
        ("mail", ("weather",), "mail"),
        ("mail", ("weather", "mail"), "mail"),
        ("", ("weather",), ""),
        (7, ("weather",), "weather"),
    ],
)
def test_one_skill_lends_and_it_is_never_guessed_among_two(named: object, active: tuple[str, ...], lends: str) -> None:
    assert lending.lender(named, active) == lends


# What a decision is told.

NEEDS = skill("weather", requires=Requires(env=("TOKEN",)), primary_env="KEY")
OURS = {"PATH": "/bin", "TOKEN": VALUE}


def test_a_strangers_call_for_a_secret_nobody_gave_is_denied_with_the_command_that_asks() -> None:
    one = ready(NEEDS, COMMUNITY)
    handed = env.of_text(one, OURS)
    assert of_grants(decided(one, handed)) == [(Ruling.DENY, "sealskill grants add weather --env TOKEN")]
    assert "TOKEN" not in env.filled(handed, OURS, _never, "/scratch").values


def test_the_same_call_goes_on_after_that_command_and_no_other() -> None:
    one, wrong = ready(NEEDS, COMMUNITY), Grant(id="g", skill="weather", seal=OTHER, env=("TOKEN",))
    right = Grant(id="g", skill="weather", seal=SEAL, env=("TOKEN",))
    for grants, ruling, given in (((wrong,), Ruling.DENY, False), ((right,), Ruling.ALLOW, True)):
        handed = env.of_text(one, OURS, granted=granted(one, grants))
        assert of_grants(decided(one, handed, grants))[0][0] is ruling
        assert ("TOKEN" in env.filled(handed, OURS, _never, "/scratch").values) is given


def test_what_the_settings_keep_for_a_seal_is_given_to_it_and_to_no_newcomer() -> None:
    entry = EntrySettings(env={"EXTRA": Secret(value=VALUE)}, api_key=Secret(value=VALUE), seal=SEAL)
    known = settings(entries={"weather": entry})
    right, newcomer = ready(NEEDS, COMMUNITY), ready(NEEDS, COMMUNITY, OTHER)
    assert [one.env for one in lending.bound(known, [right])] == [("EXTRA", "KEY")]
    assert lending.bound(known, [newcomer]) == ()
    unset = {"PATH": "/bin"}
    grants = lending.bound(known, [right])
    handed = env.of_text(right, unset, entry=entry, granted=granted(right, grants))
    assert handed.secrets == ("KEY", "EXTRA")
    assert {ruling for ruling, _ in of_grants(decided(right, handed, grants))} == {Ruling.ALLOW}
    assert env.of_text(newcomer, unset, entry=entry).secrets == ()


def test_an_entry_without_a_seal_gives_a_stranger_nothing() -> None:
    known = settings(entries={"weather": EntrySettings(api_key=Secret(value=VALUE))})
    assert lending.bound(known, [ready(NEEDS, COMMUNITY), ready(NEEDS, LOCAL)]) == ()


def test_a_secret_is_not_used_unasked_while_another_stranger_counts() -> None:
    one, other = ready(NEEDS, LOCAL), ready(skill("mail"), COMMUNITY)
    handed = env.of_text(one, OURS)
    assert Ruling.CONFIRM not in [ruling for ruling, _ in of_grants(decided(one, handed))]
    assert Ruling.CONFIRM in [ruling for ruling, _ in of_grants(decided(one, handed, others=(other,)))]
    assert Ruling.CONFIRM not in [ruling for ruling, _ in of_grants(decided(one, env.of_nobody(OURS), others=(other,)))]


def test_a_call_that_starts_nothing_hands_over_nothing() -> None:
    handed = env.of_text(ready(NEEDS), OURS)
    assert lending.touched(Touches(hosts=("example.com:443",)), handed).secrets == ()
    assert lending.touched(Touches(secrets=("A",), command="x"), handed).secrets == ("A", "TOKEN")


# The gate and the environment agree on every name there is a rule for.

NAMES = sorted(
    {*environment._LOADS, *environment._OVERRIDES}
    | {f"{prefix}X" for prefix in (*environment._LOADS_PREFIXES, *environment._OVERRIDES_PREFIXES)}
    | {"CARGO_TARGET_X_LINKER", "CARGO_TARGET_X_RUNNER", "LANG", "TZ", "LC_ALL", "A=B", "A\0B"}
    | {"WEATHER_API_KEY", "lower", "ld_library_path", "npm_config_x", "LDAP_HOST", "NODE_ENV"}
)
WAYS = ("ours", "kept", "key", "described")


def asks(name: str, way: str) -> Skill:
    if way == "described":
        return skill("weather", env_vars=(EnvVar(name=name, required=True),))
    return skill("weather", requires=Requires(env=(name,)), primary_env=name if way == "key" else "")


def world(name: str, way: str, seal: str) -> tuple[dict[str, str], Settings]:
    ours = {name: VALUE} if way in ("ours", "described") else {}
    secret = Secret(value=VALUE)
    entry = {"kept": EntrySettings(env={name: secret}, seal=seal), "key": EntrySettings(api_key=secret, seal=seal)}
    return ours, settings(entries={"weather": entry[way]} if way in entry else {})


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("trust", [BUILTIN, LOCAL, SIGNED, COMMUNITY], ids=lambda trust: trust.level.value)
@pytest.mark.parametrize("seal", ["", SEAL, OTHER], ids=["no seal", "its seal", "another seal"])
def test_a_credential_that_passes_the_gate_can_be_handed_over_and_no_other(way: str, trust: Trust, seal: str) -> None:
    for name in NAMES:
        ours, known = world(name, way, seal)
        one = asks(name, way)
        passed = isinstance(
            gate.check(one, Host(os="linux", environ=ours), known, trust, Verdict.CLEAN, seal=SEAL), Ready
        )
        given, denied = handed_over(ready(one, trust), ours, known)
        if denied:  # it is there, and a grant is all that is missing: the very command is told, and it is enough
            assert denied == [f"sealskill grants add weather --env {shlex.quote(name)}"], name
            grant = Grant(id="g", skill="weather", seal=SEAL, env=(name,))
            given, denied = handed_over(ready(one, trust), ours, known, grant)
        had = name in given and (passed or name not in environment.SCRATCH)  # a scratch folder is there in any case
        assert (passed, denied) == (had, []), name


def handed_over(one: Ready, ours: dict[str, str], known: Settings, *grants: Grant) -> tuple[dict[str, str], list[str]]:
    """What a child would be given, and what must be done first where the decision says no."""
    every = (*grants, *lending.bound(known, [one]))
    handed = env.of_text(one, ours, entry=known.entry(one.skill.key), granted=granted(one, every))
    found = of_grants(decided(one, handed, every))
    values = env.filled(handed, ours, lambda secret: secret.value, "/scratch").values
    return dict(values), [advice for ruling, advice in found if ruling is Ruling.DENY]


def test_the_gate_tells_how_a_stranger_gets_what_is_set_here() -> None:
    answer = gate.check(NEEDS, Host(os="linux", environ=OURS), settings(), COMMUNITY, Verdict.CLEAN, seal=SEAL)
    [said] = [one for one in answer.checks if one.gate == "env"]
    assert (said.ok, said.message) == (True, "TOKEN is set here, and handed over once it is granted")
    assert said.advice == "sealskill grants add weather --env TOKEN"
    local = gate.check(NEEDS, Host(os="linux", environ=OURS), settings(), LOCAL, Verdict.CLEAN, seal=SEAL)
    assert [one.message for one in local.checks if one.gate == "env"] == [""]


def _never(secret: Secret) -> Any:
    raise AssertionError("no secret is kept")


def test_the_names_that_are_walked_are_all_there_are() -> None:
    assert len(NAMES) > 150
    assert LINUX.environ == {}
