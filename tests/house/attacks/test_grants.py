"""A grant is for whom it names."""

from __future__ import annotations

import pytest

from sealskill.model.call import Call, Touches
from sealskill.model.context import Context, Counting, Group
from sealskill.model.decision import Ruling, StepName
from sealskill.model.grant import Grant
from sealskill.model.skill import TrustLevel
from sealskill.policy.decide import decide
from sealskill.policy.granted import grants_of

GIVEN = Grant(id="grt_1", skill="pdf", seal="sha256:1", group="ops", env=("TOKEN",))
PDF = Counting(key="pdf", seal="sha256:1", trust=TrustLevel.COMMUNITY)


@pytest.mark.parametrize("group", [None, Group(name="dev"), Group(name="OPS"), Group(name="")])
def test_a_grant_of_a_group_is_none_elsewhere(group: Group | None) -> None:
    assert grants_of(PDF, Context(tools={}, grants=(GIVEN,), group=group)) == ()
    assert grants_of(PDF, Context(tools={}, grants=(GIVEN,), group=Group(name="ops"))) == (GIVEN,)


@pytest.mark.parametrize(
    ("host", "ruling"),
    [
        ("db.internal:5432", Ruling.ALLOW),
        ("db.internal:5433", Ruling.DENY),
        ("db.internal:443", Ruling.DENY),
        ("db.internal.evil.example:5432", Ruling.DENY),
        ("10.1.0.1:5432", Ruling.DENY),
    ],
)
def test_a_private_host_is_reached_by_its_very_name_and_port(host: str, ruling: Ruling) -> None:
    given = Grant(id="grt_1", skill="pdf", seal="sha256:1", unsafe_private=("db.internal:5432@10.1.0.0/16",))
    call = Call(id="1", tool="http_get", skill="pdf", touches=Touches(hosts=(host,), method="GET"))
    steps = decide(call, Context(tools={}, loaded=(PDF,), active=(PDF,), grants=(given,))).steps
    assert [one.ruling for one in steps if one.name is StepName.GRANTS] == [ruling]
