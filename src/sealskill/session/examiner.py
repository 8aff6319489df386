"""One package is read and scanned: in this process, or in one of a crew."""

from __future__ import annotations

from collections.abc import Sequence

from sealskill.model.draft import Draft
from sealskill.model.report import Coverage, Report, Unread, Why
from sealskill.model.skill import Skill
from sealskill.model.value import Value
from sealskill.read import whole
from sealskill.read.whole import Subject
from sealskill.scan.engine import engine

YOUNG = (50_000, 10, 10)
"""Objects after which garbage is looked for: documents live to the end of their package, so sooner is in vain."""


class Examined(Value):
    """The report on one package, and the digest of what is never sealed."""

    report: Report
    loose: str | None


class Wanted(Value):
    """One package that is to have a report: what to read, and how its path is spelt."""

    subject: Subject
    path: str


def subject_of(package: Draft | Skill) -> Subject:
    """What a scan needs to know of a package that was found."""
    return Subject(
        folder=package.folder,
        name=package.name,
        tree=package.tree,
        manifest=package.manifest,
        manifest_digests=package.manifest_digests,
        members=package.members,
        unread=whole.cut_short(package.tree, package.problems),
        root=package.root.path,
        problems=package.problems,
    )


def usable(packed: bytes) -> bool:
    """Whether compiled anchors of this engine can be loaded on this machine."""
    from sealskill.scan import matcher  # late: most commands match nothing

    return matcher.loaded(packed) is not None


def prepare(packed: bytes = b"") -> bytes:
    """Make this process ready to scan, from compiled anchors or by compiling them, and give those out."""
    from sealskill.scan import run  # late, as below

    return run.matcher(packed).packed


def examine(subject: Subject, only: Sequence[str] = ()) -> Examined:
    """Read a package once, seal it from those bytes and scan them. `only` are the ids of the rules to look with."""
    from sealskill.scan import run  # late: all rules and grammars come with it, and a kept report needs none
    from sealskill.scan.rule import rules

    read = whole.read(subject)
    chosen = [rule for rule in rules() if rule.id in only] if only else None
    report = run.scan(
        read.contents, subject.manifest, name=subject.name, seal=read.seal, only=chosen, problems=subject.problems
    )
    return Examined(report=report, loose=read.loose)


def failed(said: str) -> Examined:
    """The report on a package whose scan came to no end: nobody looked, and it says so."""
    lost = Unread(path="", why=Why.CRASHED, said=said)
    return Examined(report=Report(seal=None, engine=engine(), coverage=Coverage(unread=(lost,))), loose=None)
