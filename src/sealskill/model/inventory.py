"""Everything one load found, each manifest in exactly one state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from sealskill.model.draft import Passed, Root, Unreadable
from sealskill.model.skill import Blocked, Invalid, Ready, Shadowed
from sealskill.model.value import Value

Listed = Ready | Blocked | Shadowed | Invalid


class Census(Value):
    """The states of all manifests seen on disk. `manifests` is the sum of the others."""

    ready: int = 0
    blocked: int = 0
    disabled: int = 0
    invalid: int = 0
    unreadable: int = 0
    shadowed: int = 0
    nested: int = 0
    skipped: int = 0
    blocked_by: dict[str, int] = {}
    """`blocked` split by the gate that stopped each skill first."""

    @property
    def manifests(self) -> int:
        """How many manifests were seen."""
        return (
            self.ready + self.blocked + self.disabled + self.invalid
            + self.unreadable + self.shadowed + self.nested + self.skipped
        )  # fmt: skip


class Inventory(Value):
    """What a load found. Sorted by name, then by precedence."""

    ready: tuple[Ready, ...] = ()
    blocked: tuple[Blocked, ...] = ()
    """Disabled skills are among them."""
    shadowed: tuple[Shadowed, ...] = ()
    invalid: tuple[Invalid, ...] = ()
    unreadable: tuple[Unreadable, ...] = ()
    passed: tuple[Passed, ...] = ()
    roots: tuple[Root, ...] = ()
    notices: tuple[str, ...] = ()
    """What a person should hear: caps that were reached, links that were refused, collisions, ignored settings."""
    log: tuple[str, ...] = ()
    """One line for each `skill.json`, as its format promises."""

    def __iter__(self) -> Iterator[Listed]:
        """All packages, by name."""
        everyone: list[Listed] = [*self.ready, *self.blocked, *self.shadowed, *self.invalid]
        return iter(sorted(everyone, key=name_of))

    @property
    def skills(self) -> tuple[Ready | Blocked, ...]:
        """The skills that exist here, usable or not."""
        return tuple(sorted([*self.ready, *self.blocked], key=name_of))

    @property
    def census(self) -> Census:
        """How many manifests ended in which state."""
        states = Counter(one.state for one in self.passed)
        disabled = sum(one.disabled for one in self.blocked)
        return Census(
            ready=len(self.ready),
            blocked=len(self.blocked) - disabled,
            disabled=disabled,
            invalid=len(self.invalid),
            unreadable=sum(one.manifest for one in self.unreadable),
            shadowed=len(self.shadowed),
            nested=states["nested"],
            skipped=states["skipped"],
            blocked_by=dict(Counter(one.cause for one in self.blocked if not one.disabled)),
        )


def name_of(one: Listed) -> tuple[str, str]:
    """The sort key of a package: its name, then its folder."""
    package = one.draft if isinstance(one, Invalid) else one.skill
    return (package.name, package.folder)
