"""What holds in every world, whatever is in it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from tests.policy.house import WORK, declares, gift, owned, skill

from sealskill.model.call import Call, Touches
from sealskill.model.context import Allowance, Context, Counting, Group, Scope, Usage
from sealskill.model.decision import Ruling, Step, StepName, decided
from sealskill.model.manifest import ToolClass
from sealskill.model.persona import PermissionMode, Persona
from sealskill.model.skill import TrustLevel
from sealskill.model.tools import MATRIX
from sealskill.policy.decide import decide

NAMES = ["a", "b", "c"]
HOSTS = ["x.com:443", "x.com:80", "y.com:443", "odd"]
PATHS = [f"{WORK}/f", "/data/f", "/etc/f", "rel"]
CAPABILITIES = [
    declares("shell"), declares("shell", mode="restricted", allow=["git"]), declares("shell", odd=1),
    declares("network"), declares("network", hosts=["x.com"]), declares("network", web_search=True),
    declares("filesystem"), declares("filesystem", paths=["/data"]), declares("filesystem", read_only=True),
    declares("sessions", maxDepth=1), declares("messaging"),
]  # fmt: skip


def some(values: list[str]) -> st.SearchStrategy[tuple[str, ...]]:
    return st.lists(st.sampled_from(values), max_size=2, unique=True).map(tuple)


def skills() -> st.SearchStrategy[Counting]:
    return st.builds(
        lambda key, seal, trust, caps: Counting(key=key, seal=seal, trust=trust, capabilities=tuple(caps)),
        st.sampled_from(NAMES), st.sampled_from(["", "s1", "s2"]), st.sampled_from(["community", "signed", "local", "builtin"]).map(_trust),
        st.lists(st.sampled_from(CAPABILITIES), max_size=3),
    )  # fmt: skip


def _trust(word: str) -> TrustLevel:
    return TrustLevel(word)


GRANTS = st.builds(
    lambda key, seal, **what: gift(skill(key, seal=seal or "-"), **{**what, "seal": seal}),
    key=st.sampled_from(NAMES), seal=st.sampled_from(["", "s1", "s2"]), group=st.sampled_from(["", "g", "h"]),
    egress=some(HOSTS), env=some(["T", "U"]), tools=some(["exec", "web_fetch"]),
    paths=st.dictionaries(st.sampled_from(["/data", "/", "rel"]), st.sampled_from(["read", "write"]), max_size=2),
    accepts=st.sampled_from([None, *ToolClass]), boundary=st.sampled_from(["", "unconfined"]),
)  # fmt: skip
TOOLS = {**MATRIX, **{f"t_{name}": owned(f"t_{name}", skill(name, seal="s1"), "mutating") for name in NAMES}}
TOUCHES = st.builds(
    Touches, reads=some(PATHS), writes=some(PATHS), hosts=some(HOSTS), method=st.sampled_from(["", "GET", "POST"]),
    command=st.sampled_from(["", "git status", "git; evil"]), argv=some(["git", "evil"]),
    programs=st.sampled_from([{}, {"git": "/usr/bin/git"}, {"git": f"{WORK}/git"}]), secrets=some(["T", "U"]),
    depth=st.integers(0, 2), unconfined=st.booleans(), own=st.booleans(), unclear=some(["it"]),
)  # fmt: skip
CALLS = st.builds(
    Call, id=st.just("1"), tool=st.sampled_from([*TOOLS, "nobody"]), skill=st.sampled_from(["", *NAMES, "ghost"]),
    touches=TOUCHES,
)  # fmt: skip
PERSONAS = st.builds(
    Persona, permission_mode=st.sampled_from([*PermissionMode, "", "odd"]),
    tools=st.sampled_from([None, None, None, (), ("exec", "w*", "t_*")]), disallowed_tools=st.sampled_from([(), (), ("e*",)]),
)  # fmt: skip
CONTEXTS = st.builds(
    Context, tools=st.just(TOOLS), persona=PERSONAS, loaded=st.lists(skills(), max_size=3).map(tuple),
    active=st.lists(skills(), max_size=3).map(tuple), scope=st.sampled_from(Scope),
    grants=st.lists(GRANTS, max_size=4).map(tuple), usage=st.builds(Usage, turns=st.integers(0, 3)),
    group=st.sampled_from([None, None, Group(name="g"), Group(name="g", tools=("exec",))]),
    allowance=st.just(Allowance(turns=2)), stopped=st.sampled_from(["", "", "", "x"]), workspace=st.just(WORK),
    inside_run=st.booleans(),
)  # fmt: skip


def strictness(call: Call, context: Context) -> int:
    return decide(call, context).ruling.strictness


@given(CALLS, CONTEXTS)
def test_the_strictest_step_wins_and_every_step_is_told(call: Call, context: Context) -> None:
    found = decide(call, context)
    assert found.ruling.strictness == max(one.ruling.strictness for one in found.steps)
    assert {one.name for one in found.steps} == set(StepName)
    assert [one.name for one in found.steps] == sorted((one.name for one in found.steps), key=list(StepName).index)
    assert all(one.reason for one in found.steps)


@given(st.lists(st.sampled_from(Ruling)), st.lists(st.sampled_from(Ruling)))
def test_two_lots_of_steps_give_no_less_than_either_alone(one: list[Ruling], other: list[Ruling]) -> None:
    def of(rulings: list[Ruling]) -> int:
        return decided(Step(name=StepName.TOOL, ruling=ruling, reason="r") for ruling in rulings).ruling.strictness

    assert of([*one, *other]) >= max(of(some) for some in (one, other) if some or not (one or other))
    assert of([]) == Ruling.DENY.strictness


@given(CALLS, CONTEXTS, skills())
def test_one_more_skill_that_counts_never_lets_a_call_through(call: Call, context: Context, more: Counting) -> None:
    before = decide(call, context).ruling
    if not context.counting or before is Ruling.ALLOW:
        return
    assert decide(call, replace(context, active=(*context.active, more))).ruling is not Ruling.ALLOW


@given(CALLS, CONTEXTS)
def test_taking_a_grant_away_never_allows_more(call: Call, context: Context) -> None:
    now = strictness(call, context)
    for index in range(len(context.grants)):
        fewer = replace(context, grants=context.grants[:index] + context.grants[index + 1 :])
        assert strictness(call, fewer) >= now


@given(CALLS, CONTEXTS)
def test_what_nobody_knows_is_never_allowed(call: Call, context: Context) -> None:
    for unknown in (
        (replace(call, tool="no_such_tool"), context),
        (replace(call, touches=replace(call.touches, unclear=("something",))), context),
        (replace(call, skill="no such skill"), context),
        (call, replace(context, persona=replace(context.persona, permission_mode="no-such-mode"))),
        (call, replace(context, stopped="nobody knows why")),
    ):
        assert decide(*unknown).ruling is not Ruling.ALLOW


@given(CALLS, CONTEXTS)
def test_inside_a_run_the_answer_is_yes_or_no(call: Call, context: Context) -> None:
    outside = decide(call, replace(context, inside_run=False)).ruling
    inside = decide(call, replace(context, inside_run=True)).ruling
    assert inside is (Ruling.ALLOW if outside is Ruling.ALLOW else Ruling.DENY)


@given(CALLS, CONTEXTS, TOUCHES)
def test_a_stricter_persona_never_allows_more(call: Call, context: Context, touches: Touches) -> None:
    modes = [PermissionMode.READ_ONLY, PermissionMode.MUTATING_WITH_CONFIRM, PermissionMode.DUAL_SIGN_REQUIRED]
    found = [
        strictness(call, replace(context, persona=replace(context.persona, permission_mode=mode))) for mode in modes
    ]
    assert found == sorted(found, reverse=True)


@given(CALLS, CONTEXTS)
def test_the_same_question_has_the_same_answer(call: Call, context: Context) -> None:
    assert decide(call, context) == decide(call, context)
