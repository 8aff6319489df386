"""Standing: what an address is to a skill. Every rule about where something goes or comes from asks here."""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache

from sealskill.scan.facts.brands import all_owners, brands_in, imitated, is_installer, owners_of
from sealskill.scan.facts.hosts import NAMELESS, HostKind, account_of, host_of, kind_of_url
from sealskill.scan.facts.vendor import Vendor
from sealskill.scan.pattern import pattern


class Standing(StrEnum):
    """What an address is to the skill that names it."""

    UNSAID = "unsaid"
    """No address in sight: a variable, or whatever the caller passes in."""
    HERE = "here"
    """This machine or its network."""
    EXAMPLE = "example"
    VENDOR = "vendor"
    """It belongs to what the skill says it is."""
    KNOWN = "known"
    """A well-known owner, if not this skill's."""
    SPOKEN = "spoken of"
    """The text points there openly, more than once."""
    THIRD = "third party"
    """A name of its own that the skill does not explain."""
    CODE = "code host"
    """A stranger's account on a code host."""
    HOOK = "message hook"
    FREE = "free hosting"
    NAMELESS = "nameless"
    """Nobody can be held to anything there."""
    FALSE = "look-alike"
    """It imitates a well-known name."""


STRANGE = frozenset({Standing.HOOK, Standing.FREE, Standing.NAMELESS, Standing.FALSE})
"""Places to which nothing of a person goes unless the skill is about just that."""
FOREIGN = STRANGE | {Standing.THIRD, Standing.CODE}
"""Places that the skill does not explain."""
TRUSTED = frozenset({Standing.HERE, Standing.VENDOR})


def standing(url: str, vendor: Vendor) -> Standing:
    """What an address is to a skill."""
    url = _before_variable(url)
    host = host_of(url)
    if not host or "{" in host or "$" in host or "<" in host:
        return Standing.UNSAID
    kind = kind_of_url(url)
    if kind in NAMELESS or _HOSTILE.search(host.encode()):
        return Standing.NAMELESS
    if imitated(host):
        return Standing.FALSE
    return _fixed(kind) or _earned(url, kind, vendor)


# Who calls a place that way does not mean it well, even under a name that is kept for examples.
_HOSTILE = pattern(
    r"(?:^|[.-])(?:attacker|evil|exfil\w*|malicious|malware|hacker|stealer|hostile|phish\w*|c2|cnc|botnet|payload|backdoor|"
    r"collector\.bad|bad-?actor|adversary|rat)s?(?:[.-]|$)"
)


_MARKS = "${<"
"""What a value that is filled in later begins with."""


def _before_variable(url: str) -> str:
    """The address up to where a variable begins, where the host is whole by then: `https://a.dev$path`."""
    cut = min((at for mark in _MARKS if (at := url.find(mark)) >= 0), default=-1)
    whole = cut > 0 and "." in url[:cut].partition("://")[2].rstrip(".")
    return url[:cut] if whole else url


def _fixed(kind: HostKind) -> Standing | None:
    if kind is HostKind.LOCAL:
        return Standing.HERE
    return Standing.EXAMPLE if kind is HostKind.EXAMPLE else None


def _earned(url: str, kind: HostKind, vendor: Vendor) -> Standing:
    if vendor.owns(url):
        return Standing.VENDOR
    if kind is HostKind.HOOK:
        return Standing.HOOK
    account = account_of(url)
    if _well_known(account):
        return Standing.KNOWN
    if kind is HostKind.CODE:
        named = vendor.documented[account] > _OFTEN or vendor.names(url)
        return Standing.SPOKEN if named else Standing.CODE
    if kind is HostKind.FREE:
        return Standing.FREE
    return Standing.SPOKEN if vendor.documented[account] > 1 else Standing.THIRD


_OFTEN = 2
"""Mentions of an account on a code host from which it is no passing link."""


@lru_cache(4096)
def _well_known(account: str) -> bool:
    return ("/" not in account and account in all_owners()) or is_installer(account)


def key_fits(names: tuple[str, ...], url: str) -> bool:
    """Whether a variable is named after the owner of a host: `TELEGRAM_BOT_TOKEN` and api.telegram.org."""
    host = host_of(url)
    if host.owner in owners_of(brands_in(*(name.replace("_", " ") for name in names))):
        return True
    bare = host.replace("-", "").replace(".", " ").replace("_", "")
    words = {part for name in names for part in name.lower().split("_")}
    return any(len(word) > 2 and word not in _TOKENS and word in bare for word in words)


_TOKENS = frozenset(
    "api key token secret access auth bot app user pass password client id url the http https www com org".split()
)
