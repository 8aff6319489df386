"""What matters most comes first, and nobody can talk himself to the front."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

from tests.prompt.build import at, ready

from sealskill.model.skill import Ready, TrustLevel
from sealskill.prompt.budget import Budget
from sealskill.prompt.listing import write
from sealskill.prompt.select import Wishes, order


def names(skills: Iterable[Ready], **wishes: Any) -> list[str]:
    return [one.skill.name for one in order(skills, Wishes(**wishes))]


def test_pinned_comes_before_used_before_relevant_before_trusted_before_near_before_changed():
    skills = [
        ready("changed", mtime_ns=5, rank=2),
        ready("old", mtime_ns=1, rank=2),
        ready("near", rank=1),
        ready("signed", trust=TrustLevel.SIGNED),
        ready("stranger", trust=TrustLevel.COMMUNITY),
        ready("relevant", "Works with pdf.", trust=TrustLevel.COMMUNITY),
        ready("used", trust=TrustLevel.COMMUNITY),
        ready("pinned", trust=TrustLevel.COMMUNITY),
    ]
    random.Random(1).shuffle(skills)
    wanted = names(skills, pinned=("pinned",), last_used={"used": 1.0}, task="a pdf")
    assert wanted == ["pinned", "used", "relevant", "near", "changed", "old", "signed", "stranger"]


def test_the_order_does_not_depend_on_how_skills_arrive():
    skills = [ready(f"s{n}", folder=f"/x/{n}") for n in range(30)]
    assert names(skills) == names(reversed(skills))


def test_the_alphabet_is_no_reason():
    assert names([ready("aaa", mtime_ns=1), ready("zzz", mtime_ns=2)]) == ["zzz", "aaa"]


def test_repeating_a_keyword_gains_nothing():
    honest = ready("tables", "Extract tables from a pdf.", mtime_ns=2)
    stuffed = ready("best", "pdf " * 300 + "tables extract", mtime_ns=1)
    assert names([stuffed, honest], task="extract the tables of this pdf") == ["tables", "best"]


def test_keywords_after_the_start_of_a_description_do_not_count():
    late = ready("late", "x" * 200 + " pdf tables", trust=TrustLevel.COMMUNITY)
    assert names([late, ready("other")], task="pdf tables") == ["other", "late"]


def test_common_words_of_a_request_do_not_count():
    chatty = ready("chatty", "Use this when you want to do what is in the file", trust=TrustLevel.COMMUNITY)
    assert names([chatty, ready("quiet")], task="what do you want to use this for") == ["quiet", "chatty"]


def test_relevance_is_seen_in_every_script():
    for word, description in [
        ("翻译", "把网页翻译成中文"),
        ("перевод", "Быстрый Перевод."),
        ("अनुवाद", "तेज़ अनुवाद।"),
        ("แปล", "แปลภาษาไทย"),
    ]:
        skills = [ready("other", mtime_ns=9), ready("found", description)]
        assert names(skills, task=word)[0] == "found", word


def test_letters_inside_a_longer_word_are_not_the_word():
    assert names([ready("du", "schedule"), ready("other", mtime_ns=1)], task="sched")[0] == "other"


def test_pins_keep_the_order_they_were_given_in():
    skills = [ready("a"), ready("b"), ready("c", key="vendor.c")]
    assert names(skills, pinned=("vendor.c", "b", "nobody")) == ["c", "b", "a"]


def test_a_stranger_with_the_name_of_a_pinned_skill_is_not_pinned():
    mine = ready("pdf", "mine", folder="/mine", trust=TrustLevel.LOCAL)
    theirs = ready("pdf", "theirs", key="evil.pdf", folder="/a", trust=TrustLevel.COMMUNITY)
    other = ready("other", folder="/b", trust=TrustLevel.BUILTIN, mtime_ns=9)
    assert [one.skill.folder for one in order([theirs, other, mine], Wishes(pinned=("pdf",)))] == ["/mine", "/b", "/a"]


def test_a_used_skill_survives_a_hundred_others():
    skills = [ready(f"s{n:03}", "many words " * 20, folder=f"/{n}", mtime_ns=n) for n in range(100)]
    listing = write(skills, at, budget=Budget(max_chars=2500), wishes=Wishes(last_used={"s000": 1.0}))
    assert "s000" in listing.listed
    assert listing.listed == tuple(sorted(listing.listed))
