"""Full-text search, so that ten thousand skills need not stand in the prompt."""

from __future__ import annotations

import sqlite3
import threading
import weakref
from collections.abc import Iterable, Iterator
from itertools import chain

from sealskill.errors import HostError
from sealskill.model.skill import Ready
from sealskill.model.value import Value
from sealskill.prompt import clean
from sealskill.prompt.catalogue import shown_name
from sealskill.prompt.words import words

MOST_WORDS = 32
"""Words of a query that count. A pasted page must not become a query of thousands of terms."""
LOOKED_AT = 4_000
"""Characters of each field that are indexed: four times what the format allows for a description."""

# Columns weigh 10, 5, 3 and 2: a name says most, then what the author filed it under, then when it helps.
_RANKED = """
    SELECT rowid, -bm25(skills, 10.0, 5.0, 3.0, 2.0) AS score FROM skills
    WHERE skills MATCH ? AND rowid < ? ORDER BY score DESC, rowid LIMIT ?
"""
_CREATE = """
    CREATE VIRTUAL TABLE skills USING fts5(
        name, tags, moment, description, content='', tokenize='porter unicode61 remove_diacritics 2')
"""


class Found(Value):
    """A skill and how well it answers. Scores of one answer may be compared with each other and with nothing else."""

    skill: Ready
    score: float


class Index:
    """The searchable text of a snapshot. Built once; any thread may ask, they are answered one at a time."""

    def __init__(self, ready: Iterable[Ready]) -> None:
        """Index the skills. Raises `HostError` where this Python's SQLite has no full-text search."""
        skills = tuple(ready)
        # What the model may know of comes first, so that "not hidden" is "below this row".
        self._skills = tuple(sorted(skills, key=lambda one: not one.skill.manifest.model_invocable))
        self._known = sum(one.skill.manifest.model_invocable for one in skills)
        rows = [_fields(one) for one in self._skills]
        self._names = [row[0].casefold() for row in rows]
        self._texts = ["\n".join(row).casefold() for row in rows]
        # SQLite would allow the connection on several threads; the lock keeps a cursor of one from another's hands.
        self._lock = threading.Lock()
        self._base = _filled(rows)
        weakref.finalize(self, self._base.close)

    def find(self, query: str, limit: int = 10, *, include_hidden: bool = False) -> tuple[Found, ...]:
        """The skills that answer a query best, at most `limit`; none for an empty query.

        First the skill of exactly that name, then whole words (and the start of the last one) in any form, then parts
        of words. A query is words and never a formula: operators and quotes in it mean nothing.
        """
        asked = clean.line(query[:LOOKED_AT]).casefold()
        terms = tuple(dict.fromkeys(words(asked)))[:MOST_WORDS]
        end = len(self._skills) if include_hidden else self._known
        if not asked or limit < 1:
            return ()
        best: dict[int, float] = {}
        for row, score in chain(self._named(asked, end), self._ranked(terms, end, limit), self._partly(terms, end)):
            best.setdefault(row, score)
            if len(best) == limit:
                break
        return tuple(Found(skill=self._skills[row], score=score) for row, score in best.items())

    def _named(self, asked: str, end: int) -> Iterator[tuple[int, float]]:
        return ((row, 3.0) for row in range(end) if self._names[row] == asked)

    def _ranked(self, terms: tuple[str, ...], end: int, limit: int) -> Iterator[tuple[int, float]]:
        if not terms:
            return
        # Quoted, a word is only ever a word; `words` leaves no quote in one.
        formula = " OR ".join(f'"{term}"' for term in terms) + "*"
        with self._lock:
            rows = self._base.execute(_RANKED, (formula, end, limit)).fetchall()
        for row, score in rows:
            yield row, 1 + max(score, 0.0) / (1 + max(score, 0.0))

    def _partly(self, terms: tuple[str, ...], end: int) -> Iterator[tuple[int, float]]:
        # A pass over ten thousand short texts takes milliseconds; a trigram index takes longer to build than the rest
        # of this class, and cannot find words of two characters, which is what most Chinese words are.
        if not terms:
            return
        hits = [(sum(term in text for term in terms), row) for row, text in enumerate(self._texts[:end])]
        for count, row in sorted(((count, row) for count, row in hits if count), key=lambda hit: (-hit[0], hit[1])):
            yield row, count / (len(terms) + 1)


def _fields(ready: Ready) -> tuple[str, str, str, str]:
    skill, manifest = ready.skill, ready.skill.manifest
    filed = " ".join((*manifest.tags, *manifest.activation.keywords, manifest.category))
    name, *others = shown_name(skill), filed, manifest.when_to_use, skill.description
    tags, moment, description = (clean.line(text[:LOOKED_AT]) for text in others)
    return name[:LOOKED_AT], tags, moment, description


def _filled(rows: Iterable[tuple[str, ...]]) -> sqlite3.Connection:
    base = sqlite3.connect(":memory:", check_same_thread=False)
    try:
        base.execute(_CREATE)
    except sqlite3.OperationalError as exc:
        base.close()
        raise HostError("full-text search is missing", advice="use a Python whose SQLite has FTS5") from exc
    split = ((number, *map(_spaced, row)) for number, row in enumerate(rows))
    base.executemany("INSERT INTO skills(rowid, name, tags, moment, description) VALUES (?, ?, ?, ?, ?)", split)
    return base


def _spaced(text: str) -> str:
    # SQLite takes a sentence without spaces for one word. It splits ASCII as well as we do, and faster.
    return text if text.isascii() else " ".join(words(text))
