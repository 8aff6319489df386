"""Write the pages that are made from code, or with --check say which of them no longer agree with it.

A fact lives once: help text in the commands, a setting in its field, a JSON shape in its class, a guard in
`docs/enforcement.toml`. These pages only print them.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import tomllib
import types
import typing
from collections.abc import Callable, Iterable, Mapping
from functools import cache, partial
from inspect import getdoc
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "src")]

from msgspec import UnsetType  # noqa: E402

from sealskill import settings  # noqa: E402  the code of this very checkout
from sealskill.model.call import Call  # noqa: E402
from sealskill.model.capability import Capability, CapabilityName  # noqa: E402
from sealskill.model.catalogue import RuleInfo  # noqa: E402
from sealskill.model.constraint import KNOWN  # noqa: E402
from sealskill.model.context import Context, Counting  # noqa: E402
from sealskill.model.manifest import ToolClass  # noqa: E402
from sealskill.model.persona import PermissionMode, Persona  # noqa: E402
from sealskill.model.report import Audience, Axis  # noqa: E402
from sealskill.model.tool import Tool  # noqa: E402
from sealskill.model.tools import MATRIX, KnownTool, Tier  # noqa: E402
from sealskill.model.value import Value  # noqa: E402
from sealskill.policy.decide import decide  # noqa: E402
from sealskill.report import (  # noqa: E402
    approval_shapes,
    audit_shapes,
    call_shapes,
    catalogue,
    check_shapes,
    policy_shapes,
    scan_shapes,
    shapes,
)
from sealskill.report.words import sentence  # noqa: E402
from sealskill.settings.reference import field_docs  # noqa: E402

ENFORCEMENT = ROOT / "docs" / "enforcement.toml"
_WIDTH = 110
_COPIED = ("ARCHITECTURE", "CONTRIBUTING", "SECURITY", "CHANGELOG")
_PICTURE = re.compile(r"(<!-- picture of `sealskill ([^`]*)`: [^>]*-->\n).*?(<!-- end of picture -->)", re.DOTALL)


def main(argv: list[str]) -> int:
    """Write every page that differs; with `--check` only name it. Returns 1 if `--check` found any."""
    stale = {path: text for path, text in pages().items() if not path.is_file() or path.read_text("utf-8") != text}
    for path, text in stale.items():
        print(f"{'differs from the code' if '--check' in argv else 'wrote'}: {path.relative_to(ROOT)}")
        if "--check" not in argv:
            path.write_text(text, "utf-8")
    if stale and "--check" in argv:
        print("run `.venv/bin/python scripts/docs.py`")
    return int(bool(stale) and "--check" in argv)


def makers() -> dict[Path, Callable[[], str]]:
    """Every generated page and what makes its text."""
    docs = ROOT / "docs"
    made: dict[Path, Callable[[], str]] = {docs / f"{name}.md": make for name, make in _PAGES.items()}
    made |= {docs / f"{name.lower()}.md": partial(copied, ROOT / f"{name}.md") for name in _COPIED}
    return made | {path: partial(pictured, path) for path in (ROOT / "README.md", docs / "index.md")}


def pages() -> dict[Path, str]:
    """Every generated page and its text."""
    return {path: make() for path, make in makers().items()}


def pictured(path: Path) -> str:
    """A page with its pictures drawn anew."""
    return _PICTURE.sub(lambda found: f"{found[1]}{picture(found[2])}{found[3]}", path.read_text("utf-8"))


def copied(path: Path) -> str:
    """A page of the project's own folder, with its links as they are from `docs/`."""
    text = path.read_text("utf-8").replace("](docs/", "](")
    return re.sub(rf"\]\(({'|'.join(_COPIED)})\.md", lambda found: found[0].lower(), text)


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A Markdown table."""
    lines = [list(head), ["---"] * len(list(head)), *(list(row) for row in rows)]
    return "".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |\n" for line in lines)


# The command line.


def cli() -> str:
    """The help of every command, as the program prints it."""
    from typer import Context
    from typer.main import get_command

    from sealskill.cli.frame.app import build

    root: Any = get_command(build())
    top = Context(root, info_name="sealskill", terminal_width=_WIDTH, max_content_width=_WIDTH)
    sections = [("sealskill", root.get_help(top))]
    for name in root.list_commands(top):
        command = root.get_command(top, name)
        inner = Context(command, info_name=name, parent=top, terminal_width=_WIDTH, max_content_width=_WIDTH)
        sections.append((name, command.get_help(inner)))
    return _CLI_HEAD + "".join(f"\n## {name}\n\n```text\n{text.strip()}\n```\n" for name, text in sections)


_CLI_HEAD = """# Command line

This page is the help of the program itself (`scripts/docs.py` writes it).

Every command that prints a result takes `--json`; the shapes are on [their own page](json.md). Text is drawn with
colours on a terminal and plain elsewhere; `NO_COLOR` and `TERM=dumb` are respected. Answers go to standard output,
words about them to standard error. Control characters in names and descriptions are printed as escapes.

| exit code | meaning |
|---|---|
| 0 | done, and nothing at the threshold |
| 1 | findings, problems or a refusal at the threshold |
| 2 | wrong usage |
| 3 | could not look: incomplete, or nothing at a path that was named |
| 130, 141 | interrupted; the reader of the output went away |
"""


# The settings.


def settings_page() -> str:
    """Every setting, by the part of the tree it stands in."""
    rows = settings.reference()
    obeyed = [row for row in rows if not row.ignored]
    groups = dict.fromkeys(_group(row.key) for row in obeyed)
    parts = [_SETTINGS_HEAD]
    for group in groups:
        inner = [_setting(row) for row in obeyed if _group(row.key) == group]
        parts.append(
            f"\n## `{group}`\n\n" + table(("setting", "type", "default", "meaning", "untrusted workspace"), inner)
        )
    vain = [(f"`{row.key}`", row.ignored) for row in rows if row.ignored]
    parts.append(_SETTINGS_VAIN + table(("setting", "why it is not obeyed"), vain))
    named = [(f"`{one.name}`", one.doc) for one in settings.variables()]
    return "".join([*parts, "\n## Environment variables\n\n", table(("variable", "meaning"), named)])


def _group(key: str) -> str:
    return key.rpartition(".")[0] or key


def _setting(row: settings.Row) -> tuple[str, ...]:
    default = "–" if row.default in (None, "") else f"`{_plain(row.default)}`"
    return (f"`{row.key.rpartition('.')[2]}`", row.type, default, row.doc.replace("\n", " "), row.workspace)


def _plain(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return f"[{', '.join(map(str, value))}]" if isinstance(value, (list, tuple)) else str(value)


_SETTINGS_HEAD = """# Settings

This page is made from the code (`scripts/docs.py`). `sealskill config show` prints the same settings with their
values and sources on your machine.

Weakest first: defaults, `/etc/sealskill/config.{yaml,json5,toml}`, `~/.sealskill/config.{yaml,json5,toml}`, the
workspace's `sealskill.yaml`, the environment, the command line (`--set KEY=VALUE`). A stronger source replaces a value;
free maps are joined key by key. Every key may also be written in camelCase. An unknown key, a key given twice and a
value of the wrong type are errors, all told at once; nothing is loaded with settings that cannot be obeyed.

The last column says what a workspace may do that nobody trusted: see [Trust](trust.md). What it asks for beyond that is
ignored and reported.

A secret (`api_key`, `env`) is text, or says where it is kept: `{source: env, id: NAME}`,
`{source: file, id: /path}` (yours, mode 600, no link), `{source: exec, command: [program, word]}`,
`{source: keyring, provider: service, id: name}`. Secrets are never printed, and none is read or run before something
needs it: see [Secrets](secrets.md).
"""
_SETTINGS_VAIN = """
## Accepted and not obeyed

These keys exist in settings files of OpenClaw. They are read, so that a shared file loads; `config show` reports them.

"""


# The documents of --json.


def json_page() -> str:
    """Every document, then every object that stands in one."""
    documents: list[type[Value]] = []
    objects: list[type[Value]] = []
    rooms = (shapes, check_shapes, scan_shapes, policy_shapes, audit_shapes, call_shapes, catalogue, approval_shapes)
    for one in (value for room in rooms for value in vars(room).values()):
        ours = isinstance(one, type) and issubclass(one, Value) and one.__module__ in {room.__name__ for room in rooms}
        if ours and one not in objects:
            (documents if one.__name__.endswith("Document") else objects).append(one)
    parts = [_JSON_HEAD]
    for title, some in (("Documents", documents), ("Objects", objects)):
        parts += [f"\n## {title}\n", *(_shape(one) for one in some)]
    return "".join(parts)


def _shape(one: type[Value]) -> str:
    docs = {name: text for base in reversed(one.__mro__[:-3]) for name, text in field_docs(base).items()}
    hints = typing.get_type_hints(one)
    rows = [
        (f"`{name}`", _json_type(hints[name]), docs.get(name, "").replace("\n", " ")) for name in one.__struct_fields__
    ]
    return f"\n### {one.__name__}\n\n{getdoc(one)}\n\n" + table(("field", "type", ""), rows)


def _json_type(hint: Any) -> str:
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if origin in (typing.Union, types.UnionType):
        return " or ".join(map(_json_type, args))
    if origin is tuple:
        return f"list of {_json_type(args[0])}"
    if origin is dict:
        return f"map to {_json_type(args[1])}"
    if isinstance(hint, type) and issubclass(hint, Value):
        return f"[{hint.__name__}](#{hint.__name__.lower()})"
    return _JSON_TYPES[hint]


_JSON_TYPES = {
    str: "text", bool: "true or false", int: "whole number", float: "number", types.NoneType: "null", Any: "any value",
    UnsetType: "absent",
}  # fmt: skip
_JSON_HEAD = """# JSON

This page is made from the code (`scripts/docs.py`).

Every command prints one document with `--json`. Its first field is `schema`, for example `sealskill.list/1`. A field
may be added at any time; none is renamed or changes its meaning without a new number in `schema`. Names follow
OpenClaw's JSON in snake_case where it has such a field. Every text is safe to print: control characters and characters
that hide stand as escapes. Where a text must be the one that was meant (a call and what came of it, what a person is
asked, grants, the audit) they stand as JSON's own escapes, so that whoever reads it gets it back to the letter.

An error is `{"schema": "sealskill.error/1", "error": …, "kind": …, "advice": …}`; its exit code is the same as without
`--json`.
"""


# What enforces what.


def enforcement() -> str:
    """Every field and rule: what it means, the function that enforces it, the test that attacks it."""
    parts = [_ENFORCEMENT_HEAD]
    later: list[tuple[str, str]] = []
    for section, rows in tomllib.loads(ENFORCEMENT.read_text("utf-8")).items():
        parts += [f"\n## {section}\n\n", table(_GUARD_HEAD, (_guard(name, row) for name, row in rows.items()))]
        later += [(f"`{section}.{name}`", row["later"]) for name, row in rows.items() if "later" in row]
    return "".join([*parts, _LATER_HEAD, table(("field", "what it waits for"), later)])


_GUARD_HEAD = ("field or rule", "what it means", "enforced by", "attacked by")


def _guard(name: str, row: Mapping[str, Any]) -> tuple[str, ...]:
    if "shown" in row:
        return (f"`{name}`", row["says"], f"*shown only*, by `{row['shown']}`", "")
    if "kept" in row:
        return (f"`{name}`", row["says"], f"*kept only*, by `{row['kept']}`", "")
    by = ("*recorded, not yet enforced*; checked by " if "later" in row else "") + _code(row["by"])
    return (f"`{name}`", row["says"], by, _code(row["test"]))


def _code(names: str | list[str]) -> str:
    return ", ".join(f"`{name}`" for name in ([names] if isinstance(names, str) else names))


_ENFORCEMENT_HEAD = """# Enforcement

This page is made from `docs/enforcement.toml` (`scripts/docs.py`). A test fails when a field of a manifest or of the
settings has no row, and when a function or a test that a row names does not exist.

Function names are below `sealskill.`; tests are below `tests/`. *Shown only* is a field that decides nothing: the
function prints it or makes it searchable. *Kept only* is shown nowhere but in the library, as a field of the manifest.
*Recorded, not yet enforced* is a field that is read and checked now and decides nothing until there is something to
decide; these fields are listed once more at the end.
"""
_LATER_HEAD = """
## Recorded, not yet enforced

"""


# The rules.


def rules_page() -> str:
    """Every rule a scan looks with, by axis, in the words people are told."""
    from sealskill.session import catalogue as known

    parts = [_RULES_HEAD]
    for axis in Axis:
        parts.append(f"\n## {axis.value.capitalize()}\n\n{_AXES[axis]}\n")
        parts += [_rule(one) for one in known.catalogue().values() if one.axis is axis]
    return "".join(parts)


def _rule(one: RuleInfo) -> str:
    author = " For authors: `scan -v` shows it." if one.audience is Audience.AUTHOR else ""
    dials = f"{one.severity.value.capitalize()}, {one.confidence.value} confidence.{author}"
    return (
        f"\n### {one.id}\n\n**{sentence(one.title)}** {dials}\n\n"
        f"{sentence(one.why)} *What would make it fine:* {sentence(one.remedy)}\n"
    )


_AXES = {
    Axis.MALICE: "Does it serve somebody else than the person who runs it? Only this may block.",
    Axis.POWER: "What can it reach? Power that does not belong to what the skill says it is warns.",
    Axis.HYGIENE: "Is it well made? It never makes a verdict.",
}
_RULES_HEAD = """# Rules

This page is made from the rules themselves (`scripts/docs.py`); `sealskill rules` prints the same as a table, and
`sealskill scan --explain RULE` one of them.

Severity and confidence are where a rule starts: it moves them with what it sees, for example down where a skill says
what it does and why. [Scanning](scanning.md) says which of them make a verdict.
"""


# The built-in tools.


def tools_page() -> str:
    """Every built-in tool: class, capability, what the model is told, and the arguments with their limits."""
    from sealskill.tools.registry import builtin

    known = {name: builtin()[name] for name in MATRIX if name in builtin()}
    rows = [
        (f"[`{name}`](#{name})", one.known.tool_class.value, one.known.capability or "–", one.known.why)
        for name, one in known.items()
    ]
    parts = [_TOOLS_HEAD, table(("tool", "class", "capability", ""), rows), _TOOLS_RULES]
    return "".join([*parts, *(_tool(name, one) for name, one in known.items())])


def _tool(name: str, one: Tool) -> str:
    wanted = one.schema.get("required", ())
    rows = [
        (f"`{field}`", _limits(shape, field in wanted), shape["description"])
        for field, shape in one.schema["properties"].items()
    ]
    said = one.description.replace("\n", "\n    ") if "\n" in one.description else one.description
    head, _, rest = said.partition("\n")
    shown = f"{head}\n\n{rest}\n" if rest else f"{head}\n"
    return f"\n## {name}\n\n{shown}\n" + table(("argument", "type and limits", ""), rows)


def _limits(shape: Mapping[str, Any], wanted: bool) -> str:
    """The type of an argument, what it may hold, and what it is where it is not given."""
    words = [_JSON_SCHEMA_TYPES[shape["type"]]]
    words += [f"one of {', '.join(shape['enum'])}"] if "enum" in shape else []
    for key, said in _LIMIT_WORDS.items():
        words += [said.format(shape[key])] if key in shape else []
    words += ["required"] if wanted else []
    if shape.get("default") is not None:
        default = shape["default"]
        words.append(f"default {str(default).lower() if isinstance(default, bool) else default}")
    return ", ".join(words)


_JSON_SCHEMA_TYPES = {
    "string": "text", "integer": "whole number", "number": "number", "boolean": "true or false",
    "array": "list of text", "object": "map to text",
}  # fmt: skip
_LIMIT_WORDS = {
    "minimum": "from {}", "exclusiveMinimum": "above {}", "maximum": "up to {}", "maxLength": "up to {} characters",
    "maxItems": "up to {} items", "maxProperties": "up to {} entries",
}  # fmt: skip
_TOOLS_HEAD = """# Tools

This page is made from the tools themselves (`scripts/docs.py`). The class says what one call can do to the world,
the capability what a community skill must declare while it counts. What becomes of a call is decided anew each
time: see [Enforcement](enforcement.md).

"""
_TOOLS_RULES = """
## Files

Every path is opened folder by folder, by handle: nothing that is swapped meanwhile leads elsewhere.

- **Read** is the workspace, folders that were granted, and skills that are ready. A file of a skill is read from
  its sealed copy, after the skill was activated. The folder of a blocked, disabled or unlisted skill is closed, by
  every spelling. A link is followed as far as it leads to what may be read.
- **Written** is the workspace and what was granted for writing, without folders of skills, `.sealskill*` and
  `sealskill.yaml`, `.git` and its like, and files that steer agents (`AGENTS.md`, `CLAUDE.md`, `SOUL.md`,
  `MEMORY.md`, `GEMINI.md`, `.cursorrules`, `.github/copilot-instructions.md`, `.claude/`, `.mcp.json` and more): at
  any depth, whatever the case, with invisible characters or a dot at the end. No link is followed: name the place
  itself. A file is replaced in one step, so that a hard link to it keeps the old bytes. What is no regular file is
  refused.
- `..`, a zero byte and a path that is no Unicode text are refused everywhere.

## The web

- An address has one strict reading: a name before `@`, a backslash, blanks, numbers in any form, letters beyond
  ASCII in a host and every scheme but `http` and `https` are refused.
- Host and port are asked for before the first request, and anew wherever a server sends it on: at most five times,
  never from `https` to `http`.
- A name is resolved once, every answer is checked, and what was checked is dialled. Private, loopback, link-local,
  metadata, carrier and reserved addresses are refused, also inside NAT64, 6to4, ISATAP and mapped ones.
- Headers, a body and secrets go to the host they were given for. No proxy, cookie or password of the environment
  has a part in it, nothing compressed is opened, and there is an end in bytes and in seconds.
- Needs `pip install 'sealskill[web]'`.
"""


# The decisions.


def decisions() -> str:
    """What becomes of a call, worked out by the very function that decides."""
    parts = [_DECISIONS_HEAD, table(("mode", *(f"{one.value} tool" for one in ToolClass)), _modes())]
    parts += [_COVERS_HEAD, table(("mode", "safe tool", "mutating tool", "dangerous tool", "while"), _covers())]
    parts += [_MATRIX_HEAD, table(("tool", "tier", "class", "capability", "it"), map(_tool_row, MATRIX.values()))]
    return "".join([*parts, _CONSTRAINTS_HEAD, table(("capability", "constraints"), map(_constraint_row, KNOWN))])


def _decide(mode: str, tool_class: ToolClass, tier: Tier = Tier.ALLOWED, active: tuple[Counting, ...] = ()) -> str:
    """The decision about a tool of a host that touches nothing."""
    tool = KnownTool(name="it", tier=tier, tool_class=tool_class, capability=CapabilityName.SHELL)
    who = Persona(permission_mode=mode)
    context = Context(tools={"it": tool}, persona=who, loaded=active, active=active, workspace="/w")
    return decide(Call(id="", tool="it"), context).ruling.value


def _modes() -> Iterable[Iterable[str]]:
    for mode in (*PermissionMode, "any other word"):
        yield (f"`{mode}`" if mode in tuple(PermissionMode) else mode, *(_decide(mode, one) for one in ToolClass))


def _covers() -> Iterable[Iterable[str]]:
    shell = Capability(name=CapabilityName.SHELL)
    odd = Capability(name=CapabilityName.SHELL, constraints={"nobody-knows": 1})
    has, lacks = Counting(key="a", capabilities=(shell,)), Counting(key="b")
    cases = {
        "nobody counts": (), "all cover it": (has,), "some cover it": (has, lacks), "none covers it": (lacks,),
        "its constraint is one nobody knows": (Counting(key="c", capabilities=(odd,)),),
    }  # fmt: skip
    for words, active in cases.items():
        for mode in PermissionMode:
            yield (f"`{mode.value}`", *(_decide(mode, one, Tier.GATED, active) for one in ToolClass), words)


def _tool_row(tool: KnownTool) -> tuple[str, ...]:
    unlocked = f"`{tool.capability.value}`" if tool.capability else "–"
    return (f"`{tool.name}`", tool.tier.value, tool.tool_class.value, unlocked, tool.why)


def _constraint_row(name: CapabilityName) -> tuple[str, str]:
    return (f"`{name.value}`", ", ".join(f"`{key}`" for key in KNOWN[name]) or "none: any key asks")


_DECISIONS_HEAD = """# Decisions

This page is made by asking the function that decides, `policy.decide.decide` (`scripts/docs.py`); a test compares.

A call ends in one of four: **allow**, **confirm** (a person says yes), **dual_sign** (two other people do) or
**deny**. Every step is asked, the strictest answer wins, and all reasons are kept: `sealskill why TOOL` prints them.

1. A tool that nobody registered is denied.
2. The persona's lists: exact names, and `prefix*` as it is written. Absent is all tools, an empty list none; what is
   disallowed stays so.
3. The group's tools.
4. `gateway` and `nodes` are denied while any community skill is loaded.
5. Capabilities, below.
6. Class and permission mode, below.
7. Grants: a host, a path or a secret that nobody granted is denied, and the command that asks for it is told.
8. Limits of the session, and the switch that stops everything.

What cannot be made out of a call asks. A call from inside a run never asks: where a person would be asked, it is
denied.

## Class and permission mode

"""
_COVERS_HEAD = """
The class is that of the tool, and may be another for one call: whatever runs outside every
boundary is dangerous; so is the tool of a community or signed skill until a person accepts the class it declares, for
its seal; `web_fetch`, `http_get` and `web_search` are safe where they only look at hosts that were granted.

## Capabilities

Community and signed skills count from their activation on (`policy.capability_scope: loaded` counts every loaded
one), and so does the one a call is made for. One covers a gated call if it declares the capability and its
constraints admit the arguments; the tools and hosts that were granted to a bundle stand for what it declares. No
skill lends another anything.

"""
_MATRIX_HEAD = """
## The tools

A host may register the tools this program does not bring, and others; what it registers under these names cannot be
milder.

"""
_CONSTRAINTS_HEAD = """
## Constraints

A key that nobody here can read covers nothing: calls are asked about, and `validate --strict` refuses it.
`shell.allow` lists programs, or the first words of a command line. It admits a line whose every command is listed and
that expands, redirects, escapes and assigns nothing outside of quotes, as two readings of it that know nothing of
each other agree, with programs that stand outside of the workspace. It narrows what a skill may have run; it contains
nothing: a program on the list may start any other. Containing is the work of a boundary. A host in `network.hosts`
without a port is 443 and 80. Where `network.web_search` or `web_fetch` is named,
the other is off.

"""


# The pictures.


@cache
def picture(line: str) -> str:
    """What one line of the program prints in the workspace of `sealskill demo`."""
    from sealskill.cli.frame.example import build

    with tempfile.TemporaryDirectory() as folder:
        place = build(Path(folder).resolve())
        environ = {**place.environ, "HOME": str(place.home), "COLUMNS": str(_WIDTH), "PYTHONPATH": str(ROOT / "src")}
        environ |= {"PYTHONUTF8": "1", "SYSTEMROOT": os.environ.get("SYSTEMROOT", "")}
        command = [sys.executable, "-m", "sealskill", *line.split()]
        done = subprocess.run(
            command, cwd=place.workspace, env=environ, capture_output=True, encoding="utf-8", check=False
        )
    if done.returncode > 1:  # a scan that finds what the example is about ends in 1
        raise RuntimeError(f"sealskill {line}: {done.stderr}")
    return f"```text\n$ sealskill {line}\n{done.stdout}```\n"


_PAGES: dict[str, Callable[[], str]] = {
    "cli": cli, "settings": settings_page, "json": json_page, "enforcement": enforcement,
    "rules": rules_page, "tools": tools_page, "decisions": decisions,
}  # fmt: skip

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
