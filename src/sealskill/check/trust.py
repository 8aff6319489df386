"""How far a package is believed: from its seal, the records of its origin, and the root it stands in."""

from __future__ import annotations

from sealskill.model.draft import Root
from sealskill.model.skill import Origin, Trust, TrustLevel


def judge(root: Root, origin: Origin, seal: str | None, builtin: frozenset[str]) -> Trust:
    """The trust of one package.

    1. A seal in the list that ships with us is builtin, wherever it stands.
    2. A record of origin makes it community: records can lower trust and never raise it.
    3. Without a record it is local in a root of the user's own.
    4. Anywhere else it is community.
    """
    if seal is not None and seal in builtin:
        return Trust(level=TrustLevel.BUILTIN, why="it ships with sealskill, byte for byte")
    if origin.source:
        return Trust(level=TrustLevel.COMMUNITY, why=f"{origin.record} says it came from {origin.ref or origin.source}")
    if root.trusted:
        return Trust(level=TrustLevel.LOCAL, why=f"it stands in your own {root.label} root without a record of origin")
    return Trust(level=TrustLevel.COMMUNITY, why=f"nobody vouched for the {root.label} root {root.path}")
