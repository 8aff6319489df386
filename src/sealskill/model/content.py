"""The bytes of one file of a package, as a scan gets them."""

from __future__ import annotations

from sealskill.model.value import Value


class Content(Value):
    """One file, read whole. What could not be read comes as an `Unread` instead."""

    path: str
    """Relative to the package, `/`-separated; `pack.zip!/inner.sh` inside an archive."""
    data: bytes
    executable: bool = False
    layers: tuple[str, ...] = ()
    """The archives it was taken out of, outermost first."""
