"""The tree of every setting: where it stands, what it holds, and what an untrusted workspace may do to it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

from sealskill.model.settings import (
    Also,
    AuditSettings,
    EntrySettings,
    JudgeSettings,
    Limits,
    LoadSettings,
    MemorySettings,
    PolicySettings,
    ScanSettings,
    SessionSettings,
    WebSearchSettings,
)
from sealskill.model.value import Value
from sealskill.settings import address, granted, kinds, secret, waivers
from sealskill.settings.kinds import Kind
from sealskill.settings.narrow import ADD, INTERSECT, LOWER, ONLY_FALSE, REFUSE, Narrow, towards

Key = tuple[str, ...]


class Leaf(Value):
    """One setting."""

    kind: Kind
    default: Any = None
    narrow: Narrow = REFUSE
    doc: str = ""
    """Only where no field of `model` says it already."""
    fallback: Key = ()
    """The setting that stands where this one is absent."""
    ignored: str = ""
    """Why the setting is accepted and not obeyed."""


class Group(Value):
    """Settings under fixed names."""

    children: Mapping[str, Leaf | Group | Each | Listed]
    aliases: Mapping[str, str] = {}
    stray: str = ""
    """Advice for a key that does not belong here."""


class Each(Value):
    """The same settings for every key of a map."""

    node: Leaf | Group
    of: str
    pattern: str = r".*"


class Listed(Value):
    """A list of maps that is another way to write the map `into`, keyed by their field `by`."""

    into: str
    by: str


_LOAD = LoadSettings()
_LIMITS = Limits()
_NOTHING_INSTALLS = "nothing is installed by this version"
_NO_WORKSHOP = "there is no workshop here"


def _install(kind: Kind) -> Leaf:
    return Leaf(kind=kind, ignored=_NOTHING_INSTALLS, doc="Read so that a file shared with OpenClaw loads.")


def _workshop(kind: Kind) -> Leaf:
    return Leaf(kind=kind, ignored=_NO_WORKSHOP, doc="Read so that a file shared with OpenClaw loads.")


LOAD = Group(
    children={
        "extra_dirs": Leaf(kind=kinds.PATHS, default=_LOAD.extra_dirs),
        "also": Leaf(
            kind=kinds.listed(f"a list of {', '.join(get_args(Also))}", kinds.choice(*get_args(Also))),
            default=_LOAD.also,
        ),
        "trusted_roots": Leaf(kind=kinds.PATHS, default=_LOAD.trusted_roots),
        "allow_link_targets": Leaf(kind=kinds.PATHS, default=_LOAD.allow_link_targets),
        "external_dirs": Leaf(kind=kinds.FOLDERS, default=_LOAD.external_dirs),
        "ignore_files": Leaf(kind=kinds.FLAG, default=_LOAD.ignore_files),
        "watch": Leaf(kind=kinds.FLAG, default=_LOAD.watch),
        "watch_debounce_ms": Leaf(kind=kinds.count(0), default=_LOAD.watch_debounce_ms),
        "allow_json_in": Leaf(kind=kinds.PATHS, default=_LOAD.allow_json_in),
    },
    aliases={"allow_symlink_targets": "allow_link_targets"},
)

LIMITS = Group(
    children={
        name: Leaf(kind=kinds.count(1), default=getattr(_LIMITS, name), narrow=LOWER)
        for name in Limits.__struct_fields__
    }
)

ENTRY = Group(
    children={
        "enabled": Leaf(kind=kinds.FLAG, default=EntrySettings().enabled, narrow=ONLY_FALSE),
        "api_key": Leaf(kind=secret.API_KEY),
        "env": Each(node=Leaf(kind=secret.VERBATIM), of="variable", pattern=r"[A-Za-z_][A-Za-z0-9_]*"),
        "config": Leaf(kind=kinds.BAG, default=EntrySettings().config),
        "seal": Leaf(kind=kinds.TEXT, default=EntrySettings().seal),
        "grant": Leaf(kind=granted.GRANT),
    },
    stray="a skill's own keys go under `config`: move it there",
)

SKILLS = Group(
    children={
        "enabled": Leaf(kind=kinds.FLAG, default=True, narrow=ONLY_FALSE),
        "paths": Leaf(
            kind=kinds.PATHS, default=(), doc="More roots, below all others. `skills.load.extra_dirs` says the same."
        ),
        "disabled": Leaf(kind=kinds.NAMES, default=(), narrow=ADD),
        "max_injected": Leaf(kind=kinds.count(0), default=20, narrow=LOWER),
        "pinned": Leaf(kind=kinds.NAMES, default=(), narrow=ADD),
        "allow_bundled": Leaf(kind=kinds.NAMES, narrow=INTERSECT),
        "load": LOAD,
        "limits": LIMITS,
        "entries": Each(node=ENTRY, of="skill"),
        "install": Group(
            children={
                "prefer_brew": _install(kinds.FLAG),
                "node_manager": _install(
                    Kind(says="npm, pnpm, yarn or bun", read=kinds.choice("npm", "pnpm", "yarn", "bun"))
                ),
                "allow_uploaded_archives": _install(kinds.FLAG),
            }
        ),
        "workshop": Group(
            children={
                "autonomous": Group(children={"enabled": _workshop(kinds.FLAG)}),
                "allow_symlink_target_writes": _workshop(kinds.FLAG),
                "approval_policy": _workshop(Kind(says="pending or auto", read=kinds.choice("pending", "auto"))),
                "max_pending": _workshop(kinds.count(1)),
                "max_skill_bytes": _workshop(kinds.count(1)),
            }
        ),
    }
)

AGENT = Group(
    children={
        "skills": Leaf(
            kind=kinds.NAMES,
            narrow=INTERSECT,
            fallback=("agents", "defaults", "skills"),
            doc="Skills this agent may use, by key or name; replaces `agents.defaults.skills`. An empty list is none.",
        ),
        "skills_limits": Group(
            children={
                "max_skills_prompt_chars": Leaf(
                    kind=kinds.count(1),
                    narrow=LOWER,
                    fallback=("skills", "limits", "max_skills_prompt_chars"),
                    doc="Characters of this agent's listing; replaces `skills.limits.max_skills_prompt_chars`.",
                )
            }
        ),
    }
)

AGENTS = Group(
    children={
        "defaults": Group(
            children={
                "skills": Leaf(
                    kind=kinds.NAMES,
                    narrow=INTERSECT,
                    doc="Skills an agent may use that has no list of its own. Absent allows all, an empty list none.",
                )
            }
        ),
        "entries": Each(node=AGENT, of="agent"),
        "list": Listed(into="entries", by="id"),
    }
)

_JUDGE = JudgeSettings()
# An unknown workspace has no say in any of it: it could send packages somewhere, spend money or switch the judge off.
_JUDGE_KINDS = {
    "enabled": kinds.FLAG,
    "provider": Kind(says="openai or anthropic", read=kinds.choice("openai", "anthropic")),
    "url": address.ADDRESS,
    "model": kinds.TEXT,
    "key": secret.API_KEY,
    "max_tokens": kinds.count(1),
    "max_chars": kinds.count(1),
    "timeout": kinds.count(1),
    "retries": kinds.count(0),
    "price_in": kinds.PRICE,
    "price_out": kinds.PRICE,
    "required": kinds.FLAG,
    "concurrency": kinds.count(1),
}
JUDGE = Group(
    children={name: Leaf(kind=kind, default=getattr(_JUDGE, name)) for name, kind in _JUDGE_KINDS.items()},
)

_SCAN = ScanSettings()
_POLICIES = ("lenient", "balanced", "strict")

SCAN = Group(
    children={
        "policy": Leaf(
            kind=Kind(says="strict, balanced or lenient", read=kinds.choice("strict", "balanced", "lenient")),
            default=_SCAN.policy,
            narrow=towards(*_POLICIES),
        ),
        "incomplete_local": Leaf(
            kind=Kind(says="warn or block", read=kinds.choice("warn", "block")),
            default=_SCAN.incomplete_local,
            narrow=towards("warn", "block"),
        ),
        "on_load": Leaf(kind=kinds.FLAG, default=_SCAN.on_load, narrow=ONLY_FALSE),
        "jobs": Leaf(kind=kinds.count(0), default=_SCAN.jobs),
        "waivers": Leaf(kind=waivers.WAIVERS, default=_SCAN.waivers),
        "baseline": Leaf(kind=kinds.PATH, default=_SCAN.baseline),
        "judge": JUDGE,
    }
)

# What a tool asks and reads is a person's: a workspace could have questions sent to itself, or its own notes believed.
_SEARCH_KINDS = {
    "provider": Kind(says="searxng or brave", read=kinds.choice("searxng", "brave")),
    "url": address.ADDRESS,
    "key": secret.API_KEY,
    "unsafe_private": address.NETWORKS,
}
TOOLS = Group(
    children={
        "web_search": Group(
            children={
                name: Leaf(kind=kind, default=getattr(WebSearchSettings(), name))
                for name, kind in _SEARCH_KINDS.items()
            }
        ),
        "memory": Group(children={"folder": Leaf(kind=kinds.PATH, default=MemorySettings().folder)}),
    }
)
_AUDIT = AuditSettings()
# An unknown workspace has no say in where it is recorded what it does.
AUDIT = Group(
    children={
        "arguments": Leaf(kind=kinds.FLAG, default=_AUDIT.arguments),
        "key": Leaf(kind=secret.API_KEY),
        "anchor": Group(
            children={
                "file": Leaf(kind=kinds.PATH, default=_AUDIT.anchor.file),
                "command": Leaf(kind=kinds.COMMAND, default=_AUDIT.anchor.command),
                "syslog": Leaf(kind=address.SYSLOG, default=_AUDIT.anchor.syslog),
            }
        ),
        "anchor_every": Leaf(kind=kinds.count(1), default=_AUDIT.anchor_every),
    }
)
DATABASE = Group(children={"url": Leaf(kind=secret.API_KEY)})

_POLICY = PolicySettings()
_SESSION = SessionSettings()

POLICY = Group(
    children={
        "capability_scope": Leaf(
            kind=Kind(says="active or loaded", read=kinds.choice("active", "loaded")),
            default=_POLICY.capability_scope,
            narrow=towards("active", "loaded"),
        ),
    }
)
SESSION = Group(
    children={
        name: Leaf(kind=kinds.count(1), default=getattr(_SESSION, name), narrow=LOWER)
        for name in SessionSettings.__struct_fields__
    }
)

ROOT = Group(
    children={
        "skills": SKILLS,
        "agents": AGENTS,
        "scan": SCAN,
        "tools": TOOLS,
        "policy": POLICY,
        "session": SESSION,
        "audit": AUDIT,
        "database": DATABASE,
        "host_config": Leaf(kind=kinds.HOST_CONFIG, default=kinds.Bag()),
    }
)


def at(key: Key) -> Leaf | Group | Each | Listed | None:
    """What stands under a key, if anything does."""
    node: Leaf | Group | Each | Listed | None = ROOT
    for part in key:
        if isinstance(node, Each):
            node = node.node
        elif isinstance(node, Group):
            node = node.children.get(node.aliases.get(part, part))
        else:
            return None
    return node


def leaf(key: Key) -> Leaf:
    """The setting under a key that is known to be one."""
    found = at(key)
    assert isinstance(found, Leaf), key  # noqa: S101  keys come from the tree itself
    return found


def fixed(node: Leaf | Group | Each | Listed = ROOT, key: Key = ()) -> list[Key]:
    """The keys of all settings that need no name of a skill or an agent, in the order of the tree."""
    if isinstance(node, Leaf):
        return [key]
    children = node.children if isinstance(node, Group) else {}
    return [found for name, child in children.items() for found in fixed(child, (*key, name))]
