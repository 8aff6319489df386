"""Who may answer: people with a secret, and how one of them is known again.

A login is good for some minutes, in the process that saw the secret, and only while its person stands. Attempts are
counted before the secret is looked at, so that many at once count like one after another.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Callable

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import Connection, delete, insert, select, update

from sealskill.approve import secret as rules
from sealskill.errors import Conflict, NotFound, Refused, UsageError
from sealskill.model.database import Database
from sealskill.model.record import Category, Record, Recorder
from sealskill.model.value import Value

OWNER = "owner (no person registered)"
"""Who acts on grants and people while nobody is registered: whoever may edit the settings, too."""
LOGIN_SECONDS = 300
"""How long a login is good: long enough to read what is asked, too short to be left lying about."""
_NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,62}")
_TAKEN = frozenset({"owner", "system", "nobody", "software", "host", "anyone"})
_FREE = 3
"""Attempts before one has to wait: fingers slip."""
_LONGEST_WAIT = 900
"""Seconds. Longer would let whoever types nonsense lock a person out for the day."""
_ADD = "run `sealskill people add NAME` at a terminal"


class Person(Value):
    """Somebody who may answer."""

    name: str
    since: float
    by: str
    """Who registered them."""
    revoked: float | None = None


class Login(Value):
    """A person who has just shown their secret. Made by `People.login`; any other is good for nothing."""

    name: str
    until: float
    token: str

    def __repr__(self) -> str:
        return f"Login({self.name})"


class People:
    """The people of one database, and the logins this process has seen."""

    def __init__(
        self, database: Database, recorder: Recorder, clock: Callable[[], float], hasher: PasswordHasher | None = None
    ) -> None:
        self._database, self._recorder, self._clock = database, recorder, clock
        self._hasher = hasher or PasswordHasher()
        self._people, self._attempts = database.tables["people"], database.tables["attempts"]
        self._seen: dict[str, tuple[Login, str]] = {}
        self._stranger = ""

    def all(self) -> tuple[Person, ...]:
        """Everybody who was ever registered, by name."""
        with self._database.read() as connection:
            rows = connection.execute(select(self._people).order_by(self._people.c.name)).all()
        return tuple(Person(name=row.name, since=row.since, by=row.by, revoked=row.revoked) for row in rows)

    def names(self, connection: Connection) -> tuple[str, ...]:
        """Everybody who stands, by name."""
        found = select(self._people.c.name).where(self._people.c.revoked.is_(None)).order_by(self._people.c.name)
        return tuple(connection.execute(found).scalars())

    def standing(self) -> tuple[str, ...]:
        """The same, at this moment."""
        with self._database.read() as connection:
            return self.names(connection)

    def add(self, name: str, secret: str, by: Login | None = None) -> Person:
        """Register a person. While nobody is registered nobody need vouch for the first.

        Raises UsageError for a name or a secret that will not do, Refused without the login of somebody who is
        registered, Conflict for a name that is.
        """
        name = named(name)
        if fault := rules.fault(secret, name):
            raise UsageError(f"that secret will not do: {fault}")
        hashed = self._hasher.hash(rules.plain(secret))
        with self._database.begin() as connection:
            actor, now = self.actor(connection, by), self._clock()
            if name in self.names(connection):
                raise Conflict(f"{name} is registered already", advice=f"`sealskill people revoke {name}` first")
            connection.execute(delete(self._people).where(self._people.c.name == name))
            connection.execute(insert(self._people).values(name=name, hash=hashed, since=now, by=actor, revoked=None))
            self._note(connection, "people.added", actor, name)
        return Person(name=name, since=now, by=actor)

    def end(self, connection: Connection, name: str, actor: str) -> None:
        """Take a person's right to answer, in this transaction. Raises NotFound for nobody who stands."""
        if name not in self.names(connection):
            raise NotFound(f"nobody named {name} is registered", advice="`sealskill people list` shows who is")
        gone = update(self._people).where(self._people.c.name == name).values(revoked=self._clock(), hash="")
        connection.execute(gone)
        self._note(connection, "people.revoked", actor, name)

    def login(self, name: str, secret: str) -> Login:
        """Know a person by the secret. Raises Refused, without saying whether it was the name or the secret."""
        name, nobody = name.strip().lower(), self._nobody()
        hashed = self._attempt(name)
        # For nobody the same work is done, so that time does not tell who is registered.
        if not self._matches(hashed or nobody, secret) or not hashed:
            self._failed(name if hashed else "")
            raise Refused("that name and that secret do not belong together")
        with self._database.begin() as connection:
            connection.execute(delete(self._attempts).where(self._attempts.c.name == _key(name)))
            self._note(connection, "people.login", name, name)
        login = Login(name=name, until=self._clock() + LOGIN_SECONDS, token=secrets.token_hex(16))
        self._seen[login.token] = (login, hashed)
        return login

    def actor(self, connection: Connection, who: Login | None) -> str:
        """Whose name stands below what is done: the person's, or the owner's while nobody is registered.

        Raises Refused for a login that is not good any more, and for none where somebody is registered.
        """
        if who is not None:
            return self.known(connection, who)
        if self.names(connection):
            raise Refused("somebody is registered here, so a registered person has to do it", advice=_LOG_IN)
        return OWNER

    def known(self, connection: Connection, who: Login) -> str:
        """The name of whoever logged in, if they still stand. Raises Refused."""
        seen, hashed = self._seen.get(who.token, (None, ""))
        row = connection.execute(select(self._people).where(self._people.c.name == who.name)).one_or_none()
        # No two registrations have the same hash: a name that was given anew is another person's.
        if seen != who or row is None or row.revoked is not None or row.hash != hashed:
            raise Refused("that login is not one of a person who is registered", advice=_ADD)
        if self._clock() >= who.until:
            raise Refused("that login is too old", advice="log in again")
        return who.name

    def _attempt(self, name: str) -> str:
        """Count an attempt before it is made; the hash to hold the secret against, "" for nobody."""
        now, key = self._clock(), _key(name)
        with self._database.begin() as connection:
            found = connection.execute(select(self._attempts).where(self._attempts.c.name == key)).one_or_none()
            wait = (found.until - now) if found else 0.0
            if wait <= 0:
                self._count(connection, key, (found.failures if found else 0) + 1, now)
            else:
                self._note(connection, "people.login_refused", "nobody", "", outcome="too many attempts")
            row = connection.execute(select(self._people).where(self._people.c.name == name)).one_or_none()
        if wait > 0:
            raise Refused("too many attempts", advice=f"try again in {int(min(wait, _LONGEST_WAIT)) + 1} s")
        return str(row.hash) if row is not None and row.revoked is None else ""

    def _count(self, connection: Connection, key: str, failures: int, now: float) -> None:
        until = now + (min(2.0 ** min(failures - _FREE, 10), _LONGEST_WAIT) if failures >= _FREE else 0.0)
        old = self._attempts.c.until < now - _LONGEST_WAIT * 4
        connection.execute(delete(self._attempts).where((self._attempts.c.name == key) | old))
        connection.execute(insert(self._attempts).values(name=key, failures=failures, until=until))

    def _matches(self, hashed: str, secret: str) -> bool:
        try:
            return self._hasher.verify(hashed, rules.plain(secret))
        except (VerificationError, InvalidHashError):
            return False

    def _nobody(self) -> str:
        self._stranger = self._stranger or self._hasher.hash(secrets.token_hex(16))
        return self._stranger

    def _failed(self, name: str) -> None:
        # A name nobody has is not repeated: secrets are typed at the wrong prompt.
        with self._database.begin() as connection:
            self._note(connection, "people.login_failed", "nobody", name, outcome="refused")

    def _note(self, connection: Connection, action: str, actor: str, name: str, outcome: str = "") -> None:
        category = Category.SECURITY if outcome else Category.PEOPLE
        detail = {"person": name} if name else {}
        record = Record(action=action, category=category, actor=actor, outcome=outcome, detail=detail)
        self._recorder.append_in(connection, record)


_LOG_IN = "run it at a terminal, where your name and secret are asked for"


def named(name: str) -> str:
    """A name as it is kept. Raises UsageError for one that could be taken for another."""
    name = name.strip()
    if not _NAME.fullmatch(name) or name in _TAKEN:
        raise UsageError(
            "that is no name for a person",
            advice="use up to 63 of a-z, 0-9, `.`, `_` and `-`, beginning with a letter or a figure",
        )
    return name


def _key(name: str) -> str:
    return hashlib.sha256(name.encode("utf-8", "replace")).hexdigest()
