"""The filter says the same on every kind of machine: it is read here as the kernel reads it."""

from __future__ import annotations

import struct

import pytest

from sealskill.execute import seccomp
from sealskill.execute.seccomp import _ABSENT, _LOOKED_AT, _TABLES

ALLOW, KILL = "allow", "kill"


def verdict(machine: str, number: int, *arguments: int, arch: int | None = None) -> str | int:
    """What the filter of a machine says of a call: `allow`, `kill`, or the number of an error."""
    program = list(struct.iter_unpack("=HBBI", seccomp.program(machine)))
    words = [number, _TABLES[machine][0] if arch is None else arch, 0, 0]
    for value in (*arguments, *[0] * (6 - len(arguments))):
        words += [value & 0xFFFFFFFF, value >> 32]
    held, at = 0, 0
    while True:
        code, yes, no, value = program[at]
        at += 1
        if code == 0x20:
            held = words[value // 4]
        elif code == 0x54:
            held &= value
        elif code == 0x15:
            at += yes if held == value else no
        elif code == 0x45:
            at += yes if held & value else no
        elif code == 0x06:
            return ALLOW if value == 0x7FFF0000 else KILL if value == 0x80000000 else int(value) & 0xFFFF


@pytest.fixture(params=sorted(_TABLES))
def machine(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_every_call_of_the_table_is_refused_or_looked_at(machine: str) -> None:
    own = {"socket", "socketpair", "ioctl", *_LOOKED_AT}
    for name, number in _TABLES[machine][1].items():
        said = verdict(machine, number)
        assert said == (38 if name in _ABSENT else 97 if name.startswith("socket") else ALLOW if name in own else 1), (
            name
        )


def test_every_other_call_is_allowed(machine: str) -> None:
    named = set(_TABLES[machine][1].values())
    assert {verdict(machine, number) for number in range(470) if number not in named} == {ALLOW}


def test_another_kind_of_machine_ends_it(machine: str) -> None:
    assert verdict(machine, 1, arch=0x40000003) == KILL
    assert verdict(machine, 0x40000000 | 1) == KILL


def test_bits_that_make_somebody_else_are_refused_wherever_they_stand(machine: str) -> None:
    table = _TABLES[machine][1]
    for name, (argument, bits) in _LOOKED_AT.items():
        for bit in range(32):
            words = [0] * argument + [1 << bit]
            if name in table:
                assert verdict(machine, table[name], *words) == (1 if bits >> bit & 1 else ALLOW), (name, bit)


@pytest.mark.parametrize(
    ("family", "kind", "said"),
    [(1, 1, ALLOW), (2, 1, ALLOW), (10, 2, ALLOW), (2, 0o2000001, ALLOW), (2, 3, 1), (10, 0o2000003, 1), (1, 3, 1)]
    + [(family, 1, 97) for family in (0, 3, 16, 17, 29, 38, 40, 44)],
)
def test_sockets(machine: str, family: int, kind: int, said: str | int) -> None:
    assert verdict(machine, _TABLES[machine][1]["socket"], family, kind) == said


def test_nobody_types_for_somebody_else(machine: str) -> None:
    number = _TABLES[machine][1]["ioctl"]
    assert [verdict(machine, number, 0, one) for one in (0x5412, 0x541C, 0x5401, 0x1_0000_5412)] == [1, 1, ALLOW, 1]


def test_a_machine_nobody_knows_has_no_filter() -> None:
    assert not seccomp.known("mips")
    with pytest.raises(KeyError):
        seccomp.program("mips")
