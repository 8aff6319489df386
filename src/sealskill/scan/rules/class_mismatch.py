"""A tool that calls itself safe is run without a question; one that writes, deletes or sends must not be."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sealskill.model.manifest import ToolClass
from sealskill.model.report import Axis, Confidence, Finding, Severity
from sealskill.scan.act import Doer, Verb
from sealskill.scan.rule import Hits, Rule

if TYPE_CHECKING:
    from sealskill.scan.act import Act
    from sealskill.scan.package import Package

_CHANGES = {
    Verb.SEND: "sends data away",
    Verb.WRITE: "writes to a place that outlives it",
    Verb.DELETE: "deletes files",
    Verb.INSTALL: "installs programs",
    Verb.ENCRYPT: "encrypts files",
    Verb.STOP: "switches a guard off",
    Verb.SPEND: "moves money",
    Verb.SHELL: "gives a shell away",
}
_SCRATCH = ("/tmp/", "$TMPDIR", "tempfile")  # noqa: S108  what a script makes and removes there is its own


def look(package: Package, hits: Hits) -> Iterator[Finding]:
    """Every act that changes the world in the entry of a tool declared safe."""
    for tool in package.manifest.tools if package.manifest else ():
        if tool.tool_class is not ToolClass.SAFE or not tool.entry:
            continue
        document = package.document(tool.entry.removeprefix("./"))
        for act in document.acts if document is not None else ():
            if _changes(act):
                yield RULE.at(act.span, message=f"the tool {tool.name} says it is safe and {_CHANGES[act.verb]}")


def _changes(act: Act) -> bool:
    return act.verb in _CHANGES and act.doer is Doer.CODE and not act.path.startswith(_SCRATCH)


RULE = Rule(
    id="class-mismatch",
    title="a tool declared safe changes the world",
    axis=Axis.POWER,
    severity=Severity.MEDIUM,
    confidence=Confidence.MEDIUM,
    why="The class decides whether a person is asked before each call. A tool in the wrong class acts without anybody "
    "having said yes.",
    remedy="declare class mutating or dangerous in skill.json, or stop changing things",
    look=look,
)
