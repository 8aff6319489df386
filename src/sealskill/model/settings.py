"""What a person decided about this machine, after every layer was read and merged.

The field docstrings are the settings reference: `docs/settings.md` is made from them. Each limit says why it stands.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from sealskill.model.grant import Grant
from sealskill.model.skill import TrustLevel
from sealskill.model.value import Value

Also = Literal["openclaw", "clawdis", "claude", "codex", "ongrid", "omniagent"]


class SecretRef(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where a secret is kept: `env` names a variable, `file` a path, `exec` a command, `keyring` service and name."""

    source: Literal["env", "file", "exec", "keyring"]
    id: str = ""
    provider: str = ""
    """The service of a keyring."""
    command: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"SecretRef({self.kept})"

    def __rich_repr__(self) -> list[tuple[str, Any]]:
        return [("kept", self.kept)]

    @property
    def kept(self) -> str:
        """The source and the place. Of a command only the program is named: its words may hold a token."""
        where = f"{self.provider}/{self.id}" if self.source == "keyring" else self.id
        return f"{self.source}:{where or ' '.join(self.command[:1])}"


class Secret(Value):
    """A secret, or the place where it is kept. It never shows what it holds."""

    value: str = ""
    ref: SecretRef | None = None

    def __repr__(self) -> str:
        return f"Secret({self.kept})"

    def __rich_repr__(self) -> list[tuple[str, Any]]:
        # Without this, rich would print the fields: in a traceback with locals, for one.
        return [("kept", self.kept)]

    @property
    def kept(self) -> str:
        """What may be said aloud: where it is, never what it is."""
        if self.ref is None:
            return "written in the settings" if self.value else "empty"
        return self.ref.kept

    def expected(self, environ: Mapping[str, str]) -> bool:
        """Whether it can be expected to be there. Nothing is read or run to find out."""
        if self.ref is None:
            return bool(self.value)
        if self.ref.source == "env":
            return bool(environ.get(self.ref.id, "").strip())
        return bool(self.ref.id or self.ref.command)


class EntrySettings(Value):
    """What a person set for one skill, by its key."""

    enabled: bool = True
    """`false` removes the skill everywhere; it stays visible in `list`, `info` and `check`."""
    api_key: Secret | None = None
    """Fed to the skill's `primaryEnv`."""
    env: Mapping[str, Secret] = {}
    """Variables for this skill, used where our own environment does not set them."""
    config: Mapping[str, Any] = {}
    """A free bag for the skill's author."""
    seal: str = ""
    """The one seal these secrets and this grant are meant for. Without it only builtin and local skills get them."""
    grant: Grant | None = None
    """What the skill may have: `{egress, unsafe_private, paths, env, class, boundary}`."""

    def meant_for(self, trust: TrustLevel, seal: str | None) -> bool:
        """Whether a package of that key is the one these secrets are for."""
        return seal == self.seal if self.seal else trust.tier == 0


class LoadSettings(Value):
    """Where skills come from."""

    extra_dirs: tuple[str, ...] = ()
    """More roots, below all others. `skills.paths` adds to the same list."""
    also: tuple[Also, ...] = ()
    """Folders of other systems to read as well. What is found there counts as community."""
    trusted_roots: tuple[str, ...] = ()
    """Roots whose skills count as local when no record says where they came from."""
    allow_link_targets: tuple[str, ...] = ()
    """Real paths that links out of a root may lead into."""
    external_dirs: tuple[str, ...] = ("/etc/sealskill/skills",)
    """Allow-list roots of `skill.json` packages; absolute. `SEALSKILL_EXTERNAL_DIRS` replaces them."""
    ignore_files: bool = False
    """Honour `.gitignore`, `.ignore` and `.fdignore` while discovering."""
    watch: bool = True
    """Let `sealskill watch` and the library's watcher rebuild snapshots on change."""
    watch_debounce_ms: int = 250
    """How long a change must have settled before a rebuild."""
    allow_json_in: tuple[str, ...] = ()
    """Further roots in which a `skill.json` may stand."""


class Limits(Value):
    """Caps. Each stops an accident or an attack; reaching one is reported with what was left out."""

    max_depth: int = 6
    """Folders below a root: the client guide advises 4 to 6; grouped layouts need 3."""
    max_candidates_per_root: int = 20_000
    """Packages per root: ten thousand skills must load, a runaway generator must not."""
    max_entries_per_root: int = 2_000_000
    """File-system entries per root, so that a root pointed at `/` ends."""
    max_files_per_skill: int = 5_000
    """Files of one package: the largest of 2,417 real ones has 94, MCP allows 512."""
    max_bytes_per_skill: int = 256_000_000
    """Bytes of one package: the largest of 2,417 real ones has 961 kB, MCP allows 16 MiB."""
    max_skipped_entries: int = 20_000
    """Entries looked at inside one skipped folder when counting the manifests in it."""
    max_skill_file_bytes: int = 256_000
    """One manifest: the longest of 2,417 real ones has 95 kB."""
    max_frontmatter_bytes: int = 64 * 1024
    """YAML handed to a parser: the longest real one has 6 kB."""
    max_schema_bytes: int = 64 * 1024
    """A tool's JSON Schema, which goes to the model whole."""
    max_schema_depth: int = 32
    """Nesting of a tool's JSON Schema; validators recurse."""
    max_timeout_seconds: int = 600
    """The longest a subprocess skill may ask to run."""
    max_skills_loaded_per_source: int = 20_000
    """Well-formed skills taken from one root."""
    max_skills_in_prompt: int = 150
    """Skills listed for the model."""
    max_skills_prompt_chars: int = 18_000
    """Characters of the listing: about 4,500 tokens."""


class Waiver(Value):
    """What a person accepted: the findings of one rule in one seal, until a day."""

    rule: str
    """The id of the rule. `unread` accepts that the file `path` was not read."""
    seal: str
    """The one seal it is meant for: an edit of the package ends it."""
    reason: str
    """Why it is fine; every report repeats it."""
    until: str
    """The last day it holds, as `2027-01-31`."""
    path: str = ""
    """Only in this file of the package; required for `unread`."""


class JudgeSettings(Value):
    """The second reader: which model is asked about a package, where it is, and what that may take."""

    enabled: bool = False
    """Ask at every `sealskill scan`, as `--judge` does for one. Loading never asks."""
    provider: Literal["openai", "anthropic"] = "openai"
    """Which wire format the endpoint speaks: OpenAI's chat completions, or Anthropic's messages."""
    url: str = ""
    """Where it is: `https://`, or `http://` to this machine. There is no default: packages are sent there."""
    model: str = ""
    """The model that is asked, as the endpoint names it."""
    key: Secret | None = None
    """The key of the endpoint. A server on this machine may need none."""
    max_tokens: int = 4_000
    """Tokens of one answer, thinking included where a model thinks aloud. One that is cut off is a failure."""
    max_chars: int = 200_000
    """Characters of a package that are sent: about 50,000 tokens. What does not fit is told, and nothing is cut."""
    timeout: int = 120
    """Seconds for one call, from the first byte sent to the last byte read."""
    retries: int = 2
    """Further tries after `429` or `5xx`, or where nobody could be reached. Any other failure is one."""
    price_in: float | None = None
    """The price of a million tokens sent, in any currency. Without both prices no cost is told."""
    price_out: float | None = None
    """The price of a million tokens answered."""
    required: bool = False
    """Where the judge was to be asked and did not judge, the package is `incomplete`, as if nobody had read it."""
    concurrency: int = 4
    """Calls under way at once."""


class ScanSettings(Value):
    """What is made of a scan."""

    policy: Literal["strict", "balanced", "lenient"] = "balanced"
    """What blocks and what warns: `strict` takes less for a block, `lenient` more."""
    incomplete_local: Literal["warn", "block"] = "warn"
    """What becomes of a builtin or local skill that could not be read whole. A stranger's is always stopped."""
    on_load: bool = True
    """Scan at load what no scan is kept of. `false` scans nothing then, and what was not scanned is blocked."""
    jobs: int = 0
    """Processes that scan at load when there is much to scan; 0 is one for each processor."""
    waivers: tuple[Waiver, ...] = ()
    """Findings a person accepted: a list of `{rule, seal, reason, until, path}`."""
    baseline: str = ""
    """A file of findings that are known and accepted, as `sealskill scan --write-baseline` writes it."""
    judge: JudgeSettings = JudgeSettings()


class WebSearchSettings(Value):
    """The search engine that `web_search` asks. Without a provider the tool says that there is none."""

    provider: Literal["", "searxng", "brave"] = ""
    """Which engine: `searxng`, or any that answers like it, or `brave`."""
    url: str = ""
    """Where it is: `https://`, or `http://` to this machine. `brave` has an address of its own."""
    key: Secret | None = None
    """The key of the engine. It goes to its host and nowhere else."""
    unsafe_private: tuple[str, ...] = ()
    """Networks the engine may stand in although they are not public, as `127.0.0.0/8`. Only its own host and port."""


class MemorySettings(Value):
    """The notes that `memory_search` and `memory_get` read."""

    folder: str = ""
    """The folder of notes, `.md` and `.txt`; `memory` in our own folder where none is named."""


class ToolsSettings(Value):
    """What the built-in tools need to be told."""

    web_search: WebSearchSettings = WebSearchSettings()
    memory: MemorySettings = MemorySettings()


class PolicySettings(Value):
    """How decisions about calls are made."""

    capability_scope: Literal["active", "loaded"] = "active"
    """From when on a community skill counts: once it is `active`, or as soon as it is `loaded`."""


class SessionSettings(Value):
    """What one session may spend. A persona may say less."""

    max_turns: int | None = None
    """Turns of one session. Absent is no limit."""
    calls_per_minute: int = 60
    """Calls of one tool within any sixty seconds: more than one a second is a loop."""
    seconds: int | None = None
    """Seconds that all calls of one session may take together. Absent is no limit."""


class AnchorSettings(Value):
    """The second place: where checkpoints of the audit go. It is worth what it takes to change it: another machine, a
    printer, a medium that is written once. Each place that is named gets every checkpoint."""

    file: str = ""
    """A file that lines are added to. Its folder has to be there."""
    command: tuple[str, ...] = ()
    """A program and its words, run without a shell, that takes one line on standard input."""
    syslog: str = ""
    """The socket of a syslog daemon (`/dev/log`), or `host:port` of one that listens on TCP."""


class AuditSettings(Value):
    """How the audit is kept."""

    arguments: bool = False
    """Keep the arguments of calls, redacted, beside their keyed digest."""
    key: Secret | None = None
    """The key of digests and checkpoints, 32 bytes or more. Without it one is made, `audit.key` in our own folder."""
    anchor: AnchorSettings = AnchorSettings()
    anchor_every: int = 100
    """Entries between two checkpoints: an edit of those since the last one may go unseen."""


class DatabaseSettings(Value):
    """Where changes, grants, people and the audit are kept."""

    url: Secret | None = None
    """`postgresql+pg8000://user@host/name`, or the absolute path of an SQLite file. Without it, `sealskill.db` in our
    own folder."""


class Settings(Value):
    """Every decision, merged. Rooms read this and nothing else."""

    home: str
    """The person's home folder."""
    state: str
    """Our own folder, `~/.sealskill` unless `SEALSKILL_HOME` says otherwise."""
    workspace: str
    """The folder the agent works in."""
    workspace_trusted: bool = False
    """Whether a person trusted the workspace as its settings stand now."""
    enabled: bool = True
    """`false` switches every skill off."""
    disabled: tuple[str, ...] = ()
    """Keys or names of skills to switch off."""
    max_injected: int = 20
    """Skills whose whole body `--format full` injects; 0 injects none."""
    pinned: tuple[str, ...] = ()
    """Keys or names that stay in the listing when others are left out."""
    pinned_by_person: tuple[str, ...] = ()
    """Those of them that no untrusted workspace named: only they are always active, where a stranger asks for that."""
    allow_bundled: tuple[str, ...] | None = None
    """Bundled skills that may load, by key or name. Absent allows all, an empty list none."""
    agent_skills: tuple[str, ...] | None = None
    """Skills the current agent may use, by key or name. Absent allows all, an empty list none."""
    load: LoadSettings = LoadSettings()
    limits: Limits = Limits()
    entries: Mapping[str, EntrySettings] = {}
    scan: ScanSettings = ScanSettings()
    tools: ToolsSettings = ToolsSettings()
    policy: PolicySettings = PolicySettings()
    session: SessionSettings = SessionSettings()
    audit: AuditSettings = AuditSettings()
    database: DatabaseSettings = DatabaseSettings()
    host_config: Mapping[str, Any] = {}
    """What `requires.config` is answered from: a map here, or read from the host's own JSON5 file."""

    def entry(self, key: str) -> EntrySettings:
        """What was set for a skill, or the defaults."""
        return self.entries.get(key, EntrySettings())


class Shown(Value):
    """One setting as `config show` prints it: the value, where it came from, and why it was ignored if it was."""

    key: str
    value: Any
    source: str
    ignored: str = ""
