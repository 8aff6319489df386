"""What flows through words, variables, files and pipes: some text, and what is known of where it came from."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import msgspec

from sealskill.scan.act import Data, Source
from sealskill.scan.document import Span
from sealskill.scan.facts import places
from sealskill.scan.pattern import pattern

MAX_TEXT = 1 << 16
"""Characters of one value: doubling a variable forty times must not fill the memory."""
_KEY = pattern(
    r"(?:^|_|[a-z])(?:key|token|secret|passw|passphrase|pwd|credential|auth|cookie|bearer|jwt|private|mnemonic|seed_?phrase)"
)


class Stuff(msgspec.Struct, frozen=True, gc=False):
    """A value of which something is known."""

    text: str = ""
    """Its text; what nobody knows of it is written `$NAME`."""
    known: bool = True
    """Whether the text is all of it."""
    source: Source | None = None
    """Fetched, decoded, or what the caller passed in."""
    url: str = ""
    path: str = ""
    """The file it was read from."""
    data: frozenset[Data] = frozenset()
    names: tuple[str, ...] = ()
    """Environment names in it."""
    flow: tuple[Span, ...] = ()
    """Where it was read or fetched."""

    @property
    def telling(self) -> bool:
        """Whether anything is known of it beside its text."""
        return bool(self.data or self.names or self.url or self.source or self.flow)


NOTHING = Stuff()
UNKNOWN = Stuff(text="$_", known=False)
_NO_DATA: frozenset[Data] = frozenset()
_RANKS = {Source.FETCHED: 3, Source.DECODED: 2, Source.INPUT: 1, None: 0, Source.LOCAL: 0, Source.TEXT: 0}


def but(stuff: Stuff, text: str, *, known: bool | None = None) -> Stuff:
    """The same stuff in other words."""
    return msgspec.structs.replace(stuff, text=text[:MAX_TEXT], known=stuff.known if known is None else known)


def passed(stuff: Stuff, text: str = "$_") -> Stuff:
    """What a program makes of it that nobody follows: other text of the same descent."""
    return but(stuff, text, known=False)


def together(parts: Iterable[Stuff], glue: str = "") -> Stuff:
    """Several values as one."""
    found = [part for part in parts if part is not NOTHING]
    if len(found) < 2:
        return found[0] if found else NOTHING
    text = glue.join(part.text for part in found)
    known = len(text) <= MAX_TEXT and all(part.known for part in found)
    telling = [part for part in found if part.telling]
    if not telling:
        return Stuff(text[:MAX_TEXT], known)
    first = max(telling, key=lambda part: _RANKS[part.source])
    return Stuff(
        text=text[:MAX_TEXT],
        known=known,
        source=first.source,
        url=first.url,
        data=_NO_DATA.union(*(part.data for part in telling)),
        names=tuple(dict.fromkeys(name for part in telling for name in part.names)),
        flow=tuple(dict.fromkeys(span for part in telling for span in part.flow))[:8],
    )


@lru_cache(8192)
def leads(path: str) -> frozenset[Data]:
    """What lies at a path, or at the paths in a text."""
    if not _ANY.search(path.encode("utf-8", "replace")):
        return _NO_DATA
    found = places.data_at(path)
    if _KEYS.search(path.encode("utf-8", "replace")):
        found |= {Data.CREDENTIALS}
    return found if found else frozenset({Data.FILES})


_KEYS = pattern(
    r"\.(?:pem|p12|pfx|kdbx|ovpn|keystore|jks|ppk)(?:$|[\s\"'*])|wallet[^/]{0,20}\.(?:json|dat|key)|\bseed\.txt|"
    r"tdata\b|\.gnupg|id_(?:rsa|ed25519|ecdsa)"
)
_HOME = (
    r"^(?:~|\$HOME|\$\{HOME\}|\$USERPROFILE|%USERPROFILE%|\$env:USERPROFILE|/Users/[^/]+|/home/[^/]+|/root|/Users|/home)"
    r"(?:/\*?)?$|(?:~|\$HOME|\$\{HOME\}|/Users/[^/]+|/home/[^/]+|USERPROFILE%?)[/\\](?:Documents|Desktop|Downloads|Pictures)|"
    r"(?:^|/)(?:Documents|Desktop|Downloads|Pictures)(?:/|$)"
)
_ANY = pattern(
    _HOME + "|" + "|".join(one.pattern.decode() for one in places.secret_patterns()) + "|" + _KEYS.pattern.decode()
)


@lru_cache(4096)
def is_key(name: str) -> bool:
    """Whether the name of a variable is that of a secret."""
    return bool(_KEY.search(name.encode("utf-8", "replace")))


def of_variable(name: str) -> Stuff:
    """A variable that the script does not set: of the environment, or what the caller passes in."""
    if name in ("@", "*") or name.isdigit():
        return Stuff(f"${name}", known=False, source=Source.INPUT, data=frozenset({Data.CHOSEN}))
    if not name.isupper() and not is_key(name):
        return Stuff(f"${name}", known=False)
    if is_key(name):
        return Stuff(f"${name}", known=False, data=frozenset({Data.KEY}), names=(name,))
    return Stuff(f"${name}", known=False, names=(name,) if name not in _PLAIN else ())


_PLAIN = frozenset(
    "HOME PWD OLDPWD USER LOGNAME PATH SHELL TMPDIR TMP TEMP RANDOM SECONDS UID EUID HOSTNAME OSTYPE BASH_SOURCE IFS "
    "LINENO"
    " SCRIPT_DIR DIR ROOT URL".split()
)
