"""What commands do, for every language that runs some: `os.system`, `child_process`, a shell script, a code span."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from sealskill.scan import readers
from sealskill.scan.act import Act, Doer
from sealskill.scan.document import Document, Kind, Span


def acts_of_command(document: Document, start: int, end: int, *, doer: Doer = Doer.CODE) -> tuple[Act, ...]:
    """What the command line in a run of bytes of a document does; spans point at the very words."""
    part = document.part(start, end, Kind.SHELL)
    part.hits = _all_anchors(Kind.SHELL)
    return _by(part.acts, doer)


def acts_of_runs(document: Document, runs: list[tuple[int, int]], kind: Kind = Kind.SHELL) -> tuple[Act, ...]:
    """What a script does that stands in several runs of bytes of a document, each as it is."""
    part = document.joined(runs, kind)
    part.hits = _all_anchors(kind)
    return part.acts


def acts_of_text(
    command: str, span: Span, *, doer: Doer = Doer.CODE, kind: Kind = Kind.SHELL
) -> tuple[Act, ...]:  # fmt: skip
    """What a command line does that was put together elsewhere and stands, in whatever form, at `span`.

    A part that nobody knows is written `$NAME`: a variable of the environment by its name, anything else as `$_`.
    `kind` may name any other language as well: the text of an `exec` is Python.
    """
    inner = Document(
        span.document.path, kind, command.encode("utf-8", "replace"), span.document.readers,
        layers=span.document.layers, hits=_all_anchors(kind),
    )  # fmt: skip
    moved = (msgspec.structs.replace(act, span=span, flow=(span,) * bool(act.flow)) for act in inner.acts)
    return _by(tuple(moved), doer)


def acts_of_argv(argv: Sequence[str], span: Span, *, doer: Doer = Doer.CODE) -> tuple[Act, ...]:
    """What one command with its arguments does, run without a shell: `subprocess.run([...])`, `spawn`."""
    return acts_of_text(" ".join(_quoted(word) for word in argv), span, doer=doer)


def _quoted(word: str) -> str:
    # Double quotes, since `$NAME` stands for what nobody knows.
    escaped = word.replace("\\", "\\\\").replace('"', '\\"').replace("`", "\\`").replace("$(", "\\$(")
    return f'"{escaped}"'


def _by(acts: tuple[Act, ...], doer: Doer) -> tuple[Act, ...]:
    if doer is Doer.CODE:
        return acts
    return tuple(msgspec.structs.replace(act, doer=doer) if act.doer is Doer.CODE else act for act in acts)


def _all_anchors(kind: Kind) -> frozenset[str]:
    """Somebody wants this text read, so it is, whether or not an anchor stood in the outer document."""
    return frozenset(readers.readers()[kind].anchors)
