"""What the row about decisions does, each in a process of its own: prints how many and how long, as JSON."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable

from sealskill.model.call import Call, Touches
from sealskill.model.capability import Capability, CapabilityName
from sealskill.model.context import Context, Counting, Scope
from sealskill.model.grant import Grant
from sealskill.model.manifest import ToolClass
from sealskill.model.persona import DEFAULT
from sealskill.model.tools import MATRIX
from sealskill.policy.decide import decide
from sealskill.policy.permission import TABLE

COUNT = 2_000
"""Decisions of one round."""
MANY = 2_400
HOST = "api.example.com:443"
_NETWORK = Capability(name=CapabilityName.NETWORK, constraints={"hosts": ["api.example.com"]})
_SHELL = Capability(name=CapabilityName.SHELL, constraints={"allow": ["git"]})


def _skill(key: str) -> Counting:
    return Counting(key=key, seal=f"sha256:{key}", capabilities=(_NETWORK, _SHELL))


def _world(number: int, scope: Scope = Scope.ACTIVE) -> Context:
    skills = tuple(_skill(f"skill-{place}") for place in range(number))
    grants = tuple(Grant(id=one.key, skill=one.key, seal=one.seal, egress=(HOST,)) for one in skills)
    active = () if scope is Scope.LOADED else skills
    return Context(tools=MATRIX, loaded=skills, active=active, scope=scope, grants=grants, workspace="/w")


FETCH = Call(id="1", tool="web_fetch", skill="skill-0", touches=Touches(hosts=(HOST,), method="GET"))
LINE = Touches(command="git add a && git commit -m 'b'", programs={"git": "/usr/bin/git"})


def table() -> None:
    """The floor: one look into the table of class and mode."""
    if DEFAULT.mode is not None:
        TABLE[DEFAULT.mode][ToolClass.SAFE]


def _asking(call: Call, context: Context) -> Callable[[], object]:
    return lambda: decide(call, context)


TASKS: dict[str, tuple[Callable[[], object], int]] = {
    "table": (table, COUNT),
    "read": (_asking(Call(id="1", tool="read", touches=Touches(reads=("/w/a",))), _world(0)), COUNT),
    "fetch": (_asking(FETCH, _world(3)), COUNT),
    "line": (_asking(Call(id="1", tool="exec", touches=LINE), _world(3)), COUNT),
    "many": (_asking(FETCH, _world(MANY, Scope.LOADED)), COUNT // 100),
}


def main() -> None:
    task, _, rounds, warmup = sys.argv[1:5]
    act, count = TASKS[task]
    spent = []
    for place in range(int(rounds) + int(warmup)):
        began = time.perf_counter()
        for _ in range(count):
            act()
        if place >= int(warmup):
            spent.append((time.perf_counter() - began) * 1e3 * COUNT / count)
    print(json.dumps({"skills": COUNT, "ms": spent}))


if __name__ == "__main__":
    main()
