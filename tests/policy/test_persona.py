"""What a persona says is what decides: its lists, its mode, its turns."""

from __future__ import annotations

import pytest
from tests.policy.house import DUAL, READ_ONLY, ruled, step, world

from sealskill.model.context import Allowance, Usage
from sealskill.model.decision import Ruling
from sealskill.model.persona import Persona
from sealskill.model.tools import MATRIX
from sealskill.policy.permission import TABLE

ALLOW, CONFIRM, DUAL_SIGN, DENY = Ruling


def seen(tool: str, **lists) -> bool:
    return step("persona", tool, world(persona=Persona(**lists))) is ALLOW


def test_an_absent_list_is_all_tools_and_an_empty_one_none() -> None:
    assert seen("exec", tools=None)
    assert not any(seen(tool, tools=()) for tool in MATRIX)


def test_what_is_disallowed_stays_so_whatever_else_is_listed() -> None:
    assert not seen("exec", tools=("exec", "e*"), disallowed_tools=("exec",))
    assert not seen("exec", tools=("exec",), disallowed_tools=("ex*",))


@pytest.mark.parametrize("pattern", ["Exec", "exe", "exec ", "exec.run", "execute", "e?ec", "[e]xec", "ex.*c"])
def test_only_the_name_itself_or_its_beginning_with_a_star_is_listed(pattern: str) -> None:
    assert not seen("exec", tools=(pattern,))


@pytest.mark.parametrize("pattern", ["*exec", "e*c", "**", "e**"])
def test_a_pattern_nobody_can_read_lists_nothing_and_bars_everything(pattern: str) -> None:
    assert not seen("exec", tools=(pattern,))
    assert not seen("read", disallowed_tools=(pattern,))


@pytest.mark.parametrize("mode", ["", "readonly", "READ-ONLY", "read_only", "dual-sign", "bypassPermissions", "*"])
def test_a_mode_nobody_knows_denies_every_tool(mode: str) -> None:
    context = world(persona=Persona(permission_mode=mode))
    assert {ruled(tool, context) for tool in MATRIX} == {DENY}


def test_a_persona_without_a_mode_reads_and_does_nothing_else() -> None:
    context = world(persona=Persona())
    assert [ruled(tool, context) for tool in ("read", "write", "exec", "gateway")] == [ALLOW, DENY, DENY, DENY]


def test_the_table_is_the_one_of_the_format() -> None:
    written = [[ruling.value for ruling in row.values()] for row in TABLE.values()]
    assert written == [["allow", "deny", "deny"], ["allow", "confirm", "deny"], ["allow", "confirm", "dual_sign"]]


@pytest.mark.parametrize(
    ("persona", "rulings"),
    [(READ_ONLY, [ALLOW, DENY, DENY]), (Persona(permission_mode="mutating-with-confirm"), [ALLOW, CONFIRM, DENY]),
     (DUAL, [ALLOW, CONFIRM, DUAL_SIGN])],
)  # fmt: skip
def test_class_and_mode(persona: Persona, rulings: list[Ruling]) -> None:
    assert [ruled(tool, world(persona=persona)) for tool in ("read", "write", "gateway")] == rulings


@pytest.mark.parametrize(
    ("own", "allowed", "turns", "expected"),
    [
        (None, None, 10_000, ALLOW), (3, None, 3, ALLOW), (3, None, 4, DENY), (9, 3, 4, DENY), (3, 9, 4, DENY),
        (None, 3, 4, DENY), (0, None, 0, DENY), (-1, None, 0, DENY),
    ],
)  # fmt: skip
def test_the_lower_number_of_turns_counts(own: int | None, allowed: int | None, turns: int, expected: Ruling) -> None:
    context = world(persona=Persona(max_turns=own), allowance=Allowance(turns=allowed), usage=Usage(turns=turns))
    assert step("limits", "read", context) is expected


@pytest.mark.parametrize(
    ("usage", "allowance", "expected"),
    [
        (Usage(recent_calls=59), Allowance(), ALLOW), (Usage(recent_calls=60), Allowance(), DENY),
        (Usage(recent_calls=999), Allowance(calls_per_minute=None), ALLOW), (Usage(), Allowance(calls_per_minute=0), DENY),
        (Usage(seconds=1.9), Allowance(seconds=2.0), ALLOW), (Usage(seconds=2.0), Allowance(seconds=2.0), DENY),
        (Usage(seconds=float("nan")), Allowance(seconds=2.0), DENY), (Usage(), Allowance(seconds=float("nan")), DENY),
    ],
)  # fmt: skip
def test_what_a_session_may_spend(usage: Usage, allowance: Allowance, expected: Ruling) -> None:
    assert step("limits", "read", world(usage=usage, allowance=allowance)) is expected


def test_nothing_is_called_while_everything_is_stopped() -> None:
    assert {ruled(tool, world(stopped="by ann", persona=DUAL)) for tool in MATRIX} == {DENY}


def test_a_call_from_inside_a_run_is_never_asked_about() -> None:
    inside = world(persona=DUAL, inside_run=True)
    assert [ruled(tool, inside) for tool in ("read", "write", "gateway")] == [ALLOW, DENY, DENY]
