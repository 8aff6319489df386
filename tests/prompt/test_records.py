"""The listing as data says the same as the listing as text."""

from __future__ import annotations

import json

from tests.prompt.build import SEED, at, ready

from sealskill.prompt.budget import Budget
from sealskill.prompt.listing import write
from sealskill.prompt.records import records


def test_a_record_holds_what_a_host_needs():
    (one,) = records(write(SEED[:1], at), at, Budget())["skills"]
    assert one == {
        "name": "git-autopush",
        "description": "Automate git commit, push, and PR workflows.",
        "location": "/home/user/.openclaw/skills/git-autopush/SKILL.md",
        "key": "git-autopush",
        "slug": "git-autopush",
        "seal": "a" * 64,
        "trust": "local",
        "source": "personal",
    }


def test_what_was_left_out_and_the_budget_are_part_of_the_answer():
    skills = [ready(f"s{n}", "word " * 60, mtime_ns=n) for n in range(9)]
    budget = Budget(max_chars=1500)
    listing = write(skills, at, budget=budget)
    data = records(listing, at, budget)
    assert [one["name"] for one in data["skills"]] == list(listing.listed)
    assert data["omitted"] == list(listing.omitted)
    assert (data["shortened"], data["chars"], data["max_chars"], data["max_skills"]) == (
        True,
        len(listing.text),
        1500,
        None,
    )
    assert all(len(one["description"]) <= 64 for one in data["skills"])


def test_records_are_clean_and_plain():
    text = json.dumps(records(write([ready("a\u202eb", "x\x1b[31m\ny")], at), at, Budget()), ensure_ascii=False)
    assert "\u202e" not in text
    assert "x y" in text
