"""May this skill be used on this host, now? One evaluator, one record that every door prints."""

from __future__ import annotations

import shlex
from collections.abc import Iterator

from sealskill.check.rank import folded
from sealskill.model.draft import RootLabel
from sealskill.model.environment import never_passes, plain
from sealskill.model.host import Host
from sealskill.model.report import Scanned
from sealskill.model.settings import EntrySettings, Settings
from sealskill.model.skill import Blocked, Check, Ready, Skill, Trust
from sealskill.model.tools import MATRIX
from sealskill.model.value import Value
from sealskill.model.verdict import Verdict

GATES = (
    "enabled", "bundled", "agent", "identity", "limit", "verdict", "os", "bins", "any_bins", "env", "config", "tools",
)  # fmt: skip


_ENABLED = Check(gate="enabled", ok=True)
_PASSED = {verdict: Check(gate="verdict", ok=True, message=verdict.value) for verdict in Verdict}


class _Case(Value):
    """One skill before the gates, and everything they may ask about it."""

    skill: Skill
    host: Host
    settings: Settings
    trust: Trust
    verdict: Verdict
    seal: str | None
    identity: Check | None
    why: str

    @property
    def entry(self) -> EntrySettings:
        return self.settings.entry(self.skill.key)


def check(
    skill: Skill, host: Host, settings: Settings, trust: Trust, verdict: Verdict,
    *, seal: str | None = None, identity: Check | None = None, scan: Scanned | None = None,
) -> Ready | Blocked:  # fmt: skip
    """Ask every gate in order and keep every answer. `identity` is a collision found among all skills, if any."""
    case = _Case(
        skill=skill, host=host, settings=settings, trust=trust, verdict=verdict, seal=seal, identity=identity,
        why=scan.why if scan else "",
    )  # fmt: skip
    checks = tuple(_ask(case))
    kind = Ready if all(one.ok for one in checks) else Blocked
    return kind(skill=skill, seal=seal, trust=trust, verdict=verdict, checks=checks, scan=scan)


def _ask(case: _Case) -> Iterator[Check]:
    skill, host = case.skill, case.host
    yield _enabled(skill, case.settings)
    yield from _bundled(skill, case.settings)
    yield from _agent(skill, case.settings)
    if case.identity is not None:
        yield case.identity
    yield _verdict(case)
    yield from _os(skill, host)
    if not skill.manifest.always:
        yield from _bins(skill, host)
        yield from _env(case)
        yield from _config(skill, host)
    yield from _tools(skill, host)


def _named(skill: Skill, names: tuple[str, ...]) -> bool:
    return skill.key in names or skill.name in names


def _enabled(skill: Skill, settings: Settings) -> Check:
    if settings.enabled and not settings.entries and not settings.disabled:
        return _ENABLED  # what nearly everybody has: nothing to compare a name with
    if not settings.enabled:
        return Check(gate="enabled", ok=False, message="all skills are switched off", advice="set skills.enabled: true")
    called = {folded(skill.key), folded(skill.name)}
    for key, entry in settings.entries.items():
        if not entry.enabled and folded(key) in called:
            advice = f"set skills.entries.{key}.enabled: true"
            return Check(gate="enabled", ok=False, message="switched off in the settings", advice=advice)
    for name in settings.disabled:
        if folded(name) in called:
            advice = f"remove {name} from skills.disabled"
            return Check(gate="enabled", ok=False, message="listed in skills.disabled", advice=advice)
    return _ENABLED


def _bundled(skill: Skill, settings: Settings) -> Iterator[Check]:
    if skill.root.label is RootLabel.BUNDLED and settings.allow_bundled is not None:
        ok = _named(skill, settings.allow_bundled)
        said = "" if ok else "not in skills.allow_bundled"
        yield Check(
            gate="bundled", ok=ok, message=said, advice="" if ok else f"add {skill.name} to skills.allow_bundled"
        )


def _agent(skill: Skill, settings: Settings) -> Iterator[Check]:
    if settings.agent_skills is not None:
        ok = _named(skill, settings.agent_skills)
        said = "" if ok else "not among this agent's skills"
        yield Check(gate="agent", ok=ok, message=said, advice="" if ok else f"add {skill.name} to the agent's skills")


def _verdict(case: _Case) -> Check:
    """`block` and `not scanned` stop every trust, `incomplete` strangers, and the rest where a person says so."""
    if case.verdict is Verdict.BLOCK:
        advice = f"`sealskill scan {case.skill.folder}` shows the lines"
        return Check(gate="verdict", ok=False, message=case.why or "blocked by the scanner", advice=advice)
    if case.verdict is Verdict.NOT_SCANNED:
        advice = f"run `sealskill scan {case.skill.folder}`, or set scan.on_load: true"
        return Check(gate="verdict", ok=False, message="nobody has scanned it", advice=advice)
    if case.verdict is Verdict.INCOMPLETE and (
        case.trust.level.tier > 0 or case.settings.scan.incomplete_local == "block"
    ):
        said = case.why or "not everything in it could be read by the scanner"
        advice = f"`sealskill scan {case.skill.folder}` says what and why; a waiver of `unread` accepts one file"
        return Check(gate="verdict", ok=False, message=said, advice=advice)
    return _PASSED[case.verdict]


def _os(skill: Skill, host: Host) -> Iterator[Check]:
    wanted = skill.manifest.os
    if wanted:
        ok = host.os in wanted
        said = "" if ok else f"made for {', '.join(wanted)}; this is {host.os}"
        yield Check(gate="os", ok=ok, name=", ".join(wanted), message=said)


def _bins(skill: Skill, host: Host) -> Iterator[Check]:
    for name in skill.manifest.requires.bins:
        ok = bool(host.binaries.get(name))
        yield Check(
            gate="bins", ok=ok, name=name, message="" if ok else f"needs {name}", advice=_install(skill, name, ok)
        )
    choice = skill.manifest.requires.any_bins
    if choice:
        found = next((name for name in choice if host.binaries.get(name)), "")
        said = "" if found else f"needs one of {', '.join(choice)}"
        advice = _install(skill, choice[0], bool(found))
        yield Check(gate="any_bins", ok=bool(found), name=found or ", ".join(choice), message=said, advice=advice)


def _install(skill: Skill, name: str, ok: bool) -> str:
    option = next((one for one in skill.manifest.install if name in one.bins), None)
    if ok:
        return ""
    return f"install it: {option.label or f'{option.kind} {option.target}'}" if option else f"install {name}"


def _env(case: _Case) -> Iterator[Check]:
    """A variable counts when it is set here or a person keeps one for this very skill, and could reach a child."""
    manifest = case.skill.manifest
    for name in dict.fromkeys([*manifest.requires.env, *(one.name for one in manifest.env_vars if one.required)]):
        why = never_passes(name)
        if why:
            yield Check(gate="env", ok=False, name=name, message=f"{name} is never given to a skill: {why}")
        elif case.host.environ.get(name):
            yield _set_here(case, name)
        else:
            yield _kept(case, name)


def _set_here(case: _Case, name: str) -> Check:
    """It is there. A stranger is handed it where a person gave it to its seal, which a decision asks for later."""
    kept = name in case.entry.env or (name == case.skill.manifest.primary_env and case.entry.api_key is not None)
    if case.trust.level.tier == 0 or plain(name) or (kept and case.entry.meant_for(case.trust.level, case.seal)):
        return Check(gate="env", ok=True, name=name)
    advice = f"sealskill grants add {shlex.quote(case.skill.key)} --env {shlex.quote(name)}"
    return Check(
        gate="env", ok=True, name=name, message=f"{name} is set here, and handed over once it is granted", advice=advice
    )


def _kept(case: _Case, name: str) -> Check:
    """Whether the settings keep the variable, and for these very bytes where they are a stranger's."""
    key, primary = case.skill.key, name == case.skill.manifest.primary_env
    secret = case.entry.env.get(name) or (case.entry.api_key if primary else None)
    if secret is None or not secret.expected(case.host.environ):
        place = f"skills.entries.{key}.{'api_key' if primary else f'env.{name}'}"
        return Check(gate="env", ok=False, name=name, message=f"needs {name}", advice=f"set {name}, or {place}")
    if not case.entry.meant_for(case.trust.level, case.seal):
        said = f"{name} is kept for another package; this one is {case.trust}"
        to_see = f"`sealskill info {case.skill.name} --seal`"
        advice = f"set skills.entries.{key}.seal to its seal ({to_see}) to let it have it"
        return Check(gate="env", ok=False, name=name, message=said, advice=advice)
    return Check(gate="env", ok=True, name=name, message="from the settings")


def _config(skill: Skill, host: Host) -> Iterator[Check]:
    for path in skill.manifest.requires.config:
        ok = host.has_setting(path)
        yield Check(
            gate="config", ok=ok, name=path, message="" if ok else f"needs the setting {path}",
            advice="" if ok else f"set host_config.{path}",
        )  # fmt: skip


def _tools(skill: Skill, host: Host) -> Iterator[Check]:
    """A tool that asks to be bound must name one that is registered here."""
    for tool in skill.manifest.tools:
        if tool.entry:
            continue
        wanted = tool.impl or tool.name
        ok = wanted in host.tools or wanted.removeprefix("builtin:") in MATRIX
        said = "" if ok else f"the tool {tool.name} is bound to {wanted}, which nobody registered"
        yield Check(
            gate="tools", ok=ok, name=wanted, message=said, advice="" if ok else "register it in the host application"
        )
