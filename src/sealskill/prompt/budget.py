"""How much of the context a listing may take, and the largest listing that fits."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import accumulate

from msgspec.structs import replace

from sealskill.model.skill import Ready
from sealskill.model.value import Value
from sealskill.prompt import clean
from sealskill.prompt.catalogue import CLOSE, OPEN, Entry, Form, shown_name

SHARE = 20
"""The listing may take a twentieth of the context window."""
CHARS_PER_TOKEN = 4
"""The estimate without a counter. With `SHARE` it is a fifth of the window in characters, as in the reference."""
SHORTEST = 64
"""Descriptions are not cut below this: with less, a model can no longer choose between two skills."""
WHOLE = 1_000_000_000
"""A limit no description reaches."""
NOTE_NAMES = 400
"""Characters of names in the note; the rest is found by searching."""
NOTE_RESERVE = 120
"""More than any note without names takes."""


class Budget(Value):
    """Every limit that is set must hold. Without any, everything is listed in full."""

    max_chars: int | None = None
    max_skills: int | None = None
    context_window: int | None = None
    """Tokens the model can hold."""
    count_tokens: Callable[[str], int] | None = None
    """The model's own counter. Without it a token is taken for four characters."""

    @property
    def chars(self) -> int:
        """The characters the listing may have, as far as characters limit it."""
        limits = [WHOLE if self.max_chars is None else self.max_chars]
        if self.context_window is not None and self.count_tokens is None:
            limits.append(self.context_window * CHARS_PER_TOKEN // SHARE)
        return min(limits)

    @property
    def skills(self) -> int:
        """How many skills may be listed."""
        return WHOLE if self.max_skills is None else max(self.max_skills, 0)

    def counts(self, text: str) -> bool:
        """Whether a text fits by the model's own counter; True when there is none to ask."""
        if self.count_tokens is None or self.context_window is None:
            return True
        return self.count_tokens(text) <= self.context_window // SHARE


class Page(Value):
    """A listing that may be printed: how many of the entries, and how long their descriptions are."""

    count: int
    longest: int = WHOLE


class Sheet:
    """Entries in order of importance, and what any number of them would measure.

    `ranked` are all skills the model may know of, so that the note can count those that are not among the entries.
    """

    def __init__(self, form: Form, entries: Iterable[Entry], ranked: tuple[Ready, ...]) -> None:
        self.form = form
        self.entries = tuple(entries)
        self.ranked = ranked
        self._sums: dict[int, list[int]] = {}

    def listed(self, count: int) -> tuple[Entry, ...]:
        """The first so many, in the order they are printed."""
        return tuple(sorted(self.entries[:count], key=lambda one: one.order))

    def omitted(self, count: int) -> tuple[Ready, ...]:
        """What is not listed when so many are, most important first."""
        listed = {one.ready.skill.folder for one in self.entries[:count]}
        return tuple(one for one in self.ranked if one.skill.folder not in listed)

    def chars(self, page: Page) -> int:
        """The length of the page with a note that names nobody. No text is written to find it."""
        if page.longest not in self._sums:
            sizes = (one.size(page.longest) for one in self.entries)
            self._sums[page.longest] = list(accumulate(sizes, initial=frame(self.form)))
        return self._sums[page.longest][page.count] + len(self.note(page.count, 0))

    def text(self, page: Page, room: int = 0) -> str:
        """The page, its note with as many names as `room` characters hold."""
        body = "".join(one.text(page.longest) for one in self.listed(page.count))
        return self.form.head + self.note(page.count, room) + OPEN + body + CLOSE

    def note(self, count: int, room: int) -> str:
        """The line that tells the model what it does not see; empty if it sees everything."""
        total = len(self.ranked)
        missing = total - count
        if not missing or not self.form.notes:
            return ""
        verb = "is" if missing == 1 else "are"
        names = _names(self.omitted(count), room) if room > 0 else ""
        return f"Note: {missing} of {total} skills {verb} not listed{names}. {self.form.hint}".rstrip() + "\n"


def _names(omitted: tuple[Ready, ...], room: int) -> str:
    """`: a, b … and 5 more`, as many names as fit; empty if none does."""
    shown: list[str] = []
    text = ""
    for ready in omitted:
        shown.append(_mention(ready))
        rest = len(omitted) - len(shown)
        longer = ": " + ", ".join(shown) + (f" … and {rest} more" if rest else "")
        if len(longer) > room:
            break
        text = longer
    return text


def _mention(ready: Ready) -> str:
    # The note stands among our own sentences, outside the element. A name that could be a sentence goes by its slug.
    name = shown_name(ready.skill)
    one_word = len(name) <= SHORTEST and name.replace("-", "").replace("_", "").isalnum()
    return clean.escape(name if one_word else ready.skill.slug)


def frame(form: Form) -> int:
    """The characters around the entries."""
    return len(form.head) + len(OPEN) + len(CLOSE)


def alone(form: Form, budget: Budget, one: Entry) -> bool:
    """Whether an entry would fit if nothing else were listed. One that would not must not stand in others' way."""
    # The reserve is the same for every entry and every number of skills, so this never depends on who else is there.
    return frame(form) + one.size(SHORTEST) + NOTE_RESERVE * form.notes <= budget.chars


def holds(budget: Budget, sheet: Sheet, page: Page) -> bool:
    """Whether the page keeps every limit. The counter, which needs the text, is asked last."""
    if sheet.chars(page) > budget.chars:
        return False
    return budget.count_tokens is None or budget.counts(sheet.text(page))


def all_listed(budget: Budget, sheet: Sheet) -> Page | None:
    """Every entry, with descriptions as long as they can be; None if even the shortest are too long."""
    whole = Page(count=len(sheet.entries))
    if holds(budget, sheet, whole):
        return whole
    longest = max(len(one.words) for one in sheet.entries)
    limit = _largest(SHORTEST, longest, lambda size: holds(budget, sheet, replace(whole, longest=size)))
    return None if limit is None else replace(whole, longest=limit)


def some_listed(budget: Budget, sheet: Sheet) -> Page:
    """The most important entries, as many as fit with short descriptions. None of them may be what fits."""
    short = Page(count=0, longest=SHORTEST)
    count = _largest(1, len(sheet.entries), lambda number: holds(budget, sheet, replace(short, count=number)))
    return replace(short, count=count or 0)


def printed(budget: Budget, sheet: Sheet, page: Page) -> str:
    """The text of a page that holds, its note with as many names as there is room left for."""
    spare = min(NOTE_NAMES, budget.chars - sheet.chars(page))
    texts = (sheet.text(page, room) for room in (spare, spare // 2, spare // 4))
    return next(filter(budget.counts, texts), sheet.text(page))


def _largest(low: int, high: int, fits: Callable[[int], bool]) -> int | None:
    # Only a number that was tried is returned: a counter that is not quite monotonic costs room, never the limit.
    best = None
    while low <= high:
        middle = (low + high) // 2
        if fits(middle):
            best, low = middle, middle + 1
        else:
            high = middle - 1
    return best
