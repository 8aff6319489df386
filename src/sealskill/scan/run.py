"""One package in, one report out: unfold, match, look. Pure: whoever calls reads the bytes and applies the policy."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from sealskill.model.content import Content
from sealskill.model.manifest import Manifest
from sealskill.model.problem import Problem
from sealskill.model.report import Axis, Coverage, Finding, Report, Unread, Why
from sealskill.scan import masks, readers
from sealskill.scan.decoder import decoders
from sealskill.scan.document import Document
from sealskill.scan.engine import engine
from sealskill.scan.matcher import Matcher
from sealskill.scan.package import Package
from sealskill.scan.rule import MAX_FINDINGS, Hits, Rule, rules
from sealskill.scan.unfold import unfold

_PREPARED: list[Matcher] = []


def matcher(packed: bytes = b"") -> Matcher:
    """The one matcher of this process, with the anchors of all rules, readers and decoders.

    `packed` is `matcher().packed` of another process of the same engine: the first call takes it instead of compiling.
    """
    if not _PREPARED:
        _PREPARED.append(Matcher(sorted(_anchors()), packed))
    return _PREPARED[0]


def _anchors() -> frozenset[str]:
    named = {anchor for rule in rules() for anchor in rule.all_anchors}
    named |= {anchor for decoder in decoders() for anchor in decoder.anchors}
    return readers.anchors() | named


def scan(
    contents: Iterable[Content | Unread], manifest: Manifest | None, *, name: str, seal: str | None = None,
    only: Sequence[Rule] | None = None, problems: Sequence[Problem] = (),
) -> Report:  # fmt: skip
    """Everything the rules point at in one package. A reader or rule that fails leaves the report incomplete."""
    read = list(contents)
    documents, unread = _unfolded(read)
    package = Package(name, manifest, documents, [one.path for one in read], problems)
    findings, crashed = [], []
    for rule in rules() if only is None else only:
        try:
            findings += _capped(rule, _look(rule, package))
        except Exception as exc:  # noqa: BLE001  whatever failed, it did not look: the report says so
            crashed.append(
                Unread(
                    path="",
                    why=Why.CRASHED,
                    said=masks.masked(f"the rule {rule.id} failed: {type(exc).__name__}: {exc}"),
                )
            )
    sizes = [len(one.data) for one in read if isinstance(one, Content)]
    coverage = Coverage(
        files=len(read),
        bytes=sum(sizes),
        documents=len(documents),
        structured=sum(one.asked for one in documents),
        unread=(*unread, *crashed),
    )
    return Report(
        seal=seal, engine=engine(), findings=tuple(sorted(findings, key=lambda one: one.order)), coverage=coverage
    )


def _unfolded(contents: Iterable[Content | Unread]) -> tuple[list[Document], list[Unread]]:
    documents: list[Document] = []
    unread: list[Unread] = []
    for one in contents:
        try:
            for found in unfold([one], matcher()):
                if isinstance(found, Unread):
                    unread.append(found)
                else:
                    documents.append(found)
        except Exception as exc:  # noqa: BLE001  a decoder that failed on one file must not hide the others
            unread.append(Unread(path=one.path, why=Why.CRASHED, said=masks.masked(f"{type(exc).__name__}: {exc}")))
    return documents, unread


def _look(rule: Rule, package: Package) -> Iterator[Finding]:
    if rule.wants(package.standing):
        hit = [one for one in package.documents if not rule.anchors or one.hits.intersection(rule.anchors)]
        yield from rule.look(package, Hits(documents=tuple(hit)))


def _weight(one: Finding) -> tuple[bool, int, int]:
    return (one.axis is not Axis.MALICE, one.severity.rank, one.confidence.rank)


def _capped(rule: Rule, found: Iterator[Finding]) -> list[Finding]:
    """The worst findings of a rule, each place once, and how many more there are: mild ones crowd out no grave one."""
    seen: dict[tuple[object, ...], Finding] = {}
    for one in found:
        at = (one.path, one.line, one.message)
        if at not in seen or _weight(one) < _weight(seen[at]):
            seen[at] = one
    kept = sorted(seen.values(), key=_weight)
    if len(kept) <= MAX_FINDINGS:
        return kept
    more = f"{kept[MAX_FINDINGS - 1].message} (and {len(kept) - MAX_FINDINGS} more places)"
    return [*kept[: MAX_FINDINGS - 1], msgspec.structs.replace(kept[MAX_FINDINGS - 1], message=more)]
