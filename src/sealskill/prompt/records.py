"""The listing as data, for hosts that write their own prompt."""

from __future__ import annotations

from typing import Any

from sealskill.model.skill import Ready
from sealskill.prompt import clean
from sealskill.prompt.budget import WHOLE, Budget
from sealskill.prompt.catalogue import Locations, described, shown_name
from sealskill.prompt.listing import Listing


def records(listing: Listing, locations: Locations, budget: Budget) -> dict[str, Any]:
    """What was chosen, what was left out, and how much of the budget it took. Plain values, ready for JSON.

    Texts are cleaned and cut as in the listing, not escaped: escaping is up to whoever puts them somewhere.
    """
    return {
        "skills": [record(one, locations(one), listing.longest) for one in listing.skills],
        "omitted": list(listing.omitted),
        "shortened": listing.shortened,
        "chars": listing.chars,
        "max_chars": None if budget.chars == WHOLE else budget.chars,
        "max_skills": budget.max_skills,
    }


def record(ready: Ready, location: str, longest: int | None = None) -> dict[str, Any]:
    """One skill as plain values."""
    skill = ready.skill
    return {
        "name": shown_name(skill),
        "description": clean.shorten(described(skill), longest or WHOLE),
        "location": clean.path(location),
        "key": clean.line(skill.key),
        "slug": skill.slug,
        "seal": ready.seal,
        "trust": clean.line(str(ready.trust)),
        "source": skill.root.label.value,
    }
