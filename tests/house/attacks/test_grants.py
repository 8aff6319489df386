"""A grant is for whom it names."""

from __future__ import annotations

import pytest

from sealskill.model.context import Context, Counting, Group
from sealskill.model.grant import Grant
from sealskill.model.skill import TrustLevel
from sealskill.policy.granted import grants_of

GIVEN = Grant(id="grt_1", skill="pdf", seal="sha256:1", group="ops", env=("TOKEN",))
PDF = Counting(key="pdf", seal="sha256:1", trust=TrustLevel.COMMUNITY)


@pytest.mark.parametrize("group", [None, Group(name="dev"), Group(name="OPS"), Group(name="")])
def test_a_grant_of_a_group_is_none_elsewhere(group: Group | None) -> None:
    assert grants_of(PDF, Context(tools={}, grants=(GIVEN,), group=group)) == ()
    assert grants_of(PDF, Context(tools={}, grants=(GIVEN,), group=Group(name="ops"))) == (GIVEN,)
