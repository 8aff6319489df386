"""The settings reference, made from the tree of settings and from the docstrings of the values they end in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sealskill.model.settings import (
    AnchorSettings,
    AuditSettings,
    DatabaseSettings,
    EntrySettings,
    JudgeSettings,
    Limits,
    LoadSettings,
    MemorySettings,
    PolicySettings,
    ScanSettings,
    SessionSettings,
    Settings,
    WebSearchSettings,
)
from sealskill.model.value import Value
from sealskill.settings.environ import VARIABLES
from sealskill.settings.merge import printed
from sealskill.settings.shape import ROOT, Each, Group, Key, Leaf, Listed

# Whose docstrings explain the settings under a key; the longest that fits counts.
_EXPLAINED_BY: dict[Key, type[Value]] = {
    (): Settings,
    ("skills",): Settings,
    ("skills", "load"): LoadSettings,
    ("skills", "limits"): Limits,
    ("scan",): ScanSettings,
    ("scan", "judge"): JudgeSettings,
    ("policy",): PolicySettings,
    ("session",): SessionSettings,
    ("audit",): AuditSettings,
    ("audit", "anchor"): AnchorSettings,
    ("database",): DatabaseSettings,
    ("skills", "entries", "<skill>"): EntrySettings,
    ("tools", "web_search"): WebSearchSettings,
    ("tools", "memory"): MemorySettings,
}


class Row(Value):
    """One setting, as the reference prints it."""

    key: str
    type: str
    default: Any
    doc: str
    workspace: str
    """What a workspace that nobody trusted may do to it."""
    ignored: str = ""
    """Why it is accepted and not obeyed."""


class Variable(Value):
    """One environment variable we read."""

    name: str
    doc: str


def reference() -> list[Row]:
    """Every setting, in the order of the tree."""
    return list(_rows(ROOT, ()))


def variables() -> list[Variable]:
    """Every environment variable we read."""
    return [Variable(name=name, doc=doc) for name, doc in VARIABLES.items()]


def field_docs(owner: type[Value]) -> dict[str, str]:
    """The docstring under each field of a value class; Python itself does not keep them."""
    import ast  # late: only the reference looks at source
    import inspect
    import itertools

    [tree] = ast.parse(inspect.getsource(owner)).body
    body = tree.body if isinstance(tree, ast.ClassDef) else []
    docs = {}
    for field, after in itertools.pairwise(body):
        text = after.value if isinstance(after, ast.Expr) else None
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name) and isinstance(text, ast.Constant):
            docs[field.target.id] = str(text.value)
    return docs


def _rows(node: Leaf | Group | Each | Listed, key: Key) -> Iterator[Row]:
    match node:
        case Leaf():
            yield _row(node, key)
        case Group():
            for name, child in node.children.items():
                yield from _rows(child, (*key, name))
        case Each():
            yield from _rows(node.node, (*key, f"<{node.of}>"))
        case Listed():
            pass  # another way to write what stands in the tree already


def _row(node: Leaf, key: Key) -> Row:
    return Row(
        key=".".join(key),
        type=node.kind.says,
        default=printed(node, node.default),
        doc=node.doc or _doc(key),
        workspace=node.narrow.says,
        ignored=node.ignored,
    )


def _doc(key: Key) -> str:
    """The docstring of the field a setting ends in; a variable of a skill is explained by the map it stands in."""
    root = max((root for root in _EXPLAINED_BY if key[: len(root)] == root), key=len)
    return field_docs(_EXPLAINED_BY[root]).get(key[len(root)], "")
