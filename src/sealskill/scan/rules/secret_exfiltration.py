"""Secrets of the person that leave for somebody who has no business with them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sealskill.model.report import Axis, Confidence, Finding, Severity
from sealskill.scan.act import Act, Data, Verb
from sealskill.scan.facts.brands import all_owners, brands_in, owners_of
from sealskill.scan.facts.hosts import account_of, host_of, opened
from sealskill.scan.facts.purpose import Topic
from sealskill.scan.facts.standing import STRANGE, Standing, key_fits
from sealskill.scan.pattern import pattern
from sealskill.scan.rule import Hits, Rule
from sealskill.scan.rules import _acts

if TYPE_CHECKING:
    from sealskill.scan.package import Package

Dials = tuple[Axis, Severity, Confidence]
_BLOCK: Dials = (Axis.MALICE, Severity.CRITICAL, Confidence.MEDIUM)
_WARN: Dials = (Axis.MALICE, Severity.MEDIUM, Confidence.MEDIUM)
_POWER: Dials = (Axis.POWER, Severity.MEDIUM, Confidence.MEDIUM)
_INFO: Dials = (Axis.POWER, Severity.INFO, Confidence.HIGH)
# Nothing that is about one service needs these: they are of all services, or of the person.
_STORES = (
    Data.CREDENTIALS, Data.ENVIRONMENT, Data.HISTORY, Data.KEYS, Data.CARD, Data.ENV_FILE, Data.PASSWORD,
    Data.CLIPBOARD, Data.CONVERSATION, Data.LOCATION, Data.KEY,
)  # fmt: skip
# What a skill may be about in the open, so that sending such data is what one asked it for.
_ABOUT = {
    Data.CONVERSATION: (Topic.MEMORY, Topic.MESSAGES, Topic.TELEMETRY, Topic.BACKUP),
    Data.LOCATION: (Topic.PLACES,),
    Data.CLIPBOARD: (Topic.CLIPBOARD,),
    Data.PASSWORD: (Topic.ACCOUNTS,),
    Data.CARD: (Topic.MONEY,),
}


def look(package: Package, hits: Hits) -> Iterator[Finding]:
    """Every act that sends secrets, judged by what they are and whom they reach."""
    told: set[tuple[Data, str, tuple[str, ...]]] = set()
    for said in _acts.linked(hits, Verb.SEND):
        act = package.staged.carried(said) if Data.FILES in said.data or said.path else said
        kind = next((one for one in _STORES if one in act.data), Data.KEY if act.names else None)
        dials = _dials(package, act, kind) if kind else None
        if kind and dials and (dials != _INFO or (kind, host_of(act.url), act.names) not in told):
            told.add((kind, host_of(act.url), act.names))
            axis, severity, confidence = dials
            yield RULE.at(
                act.span, axis=axis, severity=severity, confidence=_acts.sure(package, act, confidence),
                message=f"{_named(act, kind)} leaves for {_acts.whither(act)}", chain=_acts.trail(package, act),
            )  # fmt: skip


def _named(act: Act, kind: Data) -> str:
    return ", ".join(act.names[:4]) if kind is Data.KEY and act.names else str(kind)


def _dials(package: Package, act: Act, kind: Data) -> Dials | None:
    stands = _acts.stands(package, act)
    if stands is Standing.HERE:
        return None
    if kind is Data.KEY:
        return _key(package, act, stands)
    if kind in _ABOUT:
        return _personal(package, act, kind, stands)
    return _store(package, act, kind, stands)


def _key(package: Package, act: Act, stands: Standing) -> Dials | None:
    """A key belongs to one service; sent there it is how that service works."""
    if stands in _CONCEALABLE and _acts.concealed(act) and not key_fits(act.names, act.url):
        return _BLOCK
    if stands in (Standing.NAMELESS, Standing.FALSE):
        return None if key_fits(act.names, act.url) and stands is Standing.NAMELESS else _BLOCK
    if opened(act.url) or (act.url.startswith(_BY_NAME) and "." in host_of(act.url)):
        return _BLOCK
    if stands in (Standing.HOOK, Standing.FREE):
        if key_fits(act.names, act.url) or package.vendor.documented[account_of(act.url)] > _MAIN:
            return _INFO
        return _BLOCK if act.hidden or _acts.unasked(package, act) else _WARN
    if stands is Standing.EXAMPLE and len(act.names) > 1:
        return _WARN
    if stands in (Standing.THIRD, Standing.CODE) and not key_fits(act.names, act.url):
        away = act.hidden or _acts.unasked(package, act) or len(act.names) > _FEW or _of_a_known_service(act)
        return _WARN if away else _INFO
    alike = stands is Standing.VENDOR and not package.vendor.vouched(act.url)
    return _WARN if alike and _of_a_known_service(act) and not key_fits(act.names, act.url) else _INFO


def _of_a_known_service(act: Act) -> bool:
    """Whether a key is called after a well-known service: somebody else has it in his hands from then on."""
    return bool(owners_of(brands_in(*(name.replace("_", " ") for name in act.names))))


_BY_NAME = "dns://"
"""A key in a question to a name server is how it gets past whoever watches the doors."""
_CONCEALABLE = frozenset({Standing.THIRD, Standing.CODE, Standing.FREE, Standing.HOOK, Standing.EXAMPLE})
"""Places of which nobody honest makes a secret by putting the address together out of pieces."""
_MAIN = 3
"""Times that a text names a host from which that host is what the skill is about."""
_FEW = 3
"""Keys that one request to one service needs at most."""


def _personal(package: Package, act: Act, kind: Data, stands: Standing) -> Dials | None:
    """What is the person's own and may still be what a skill is about."""
    about = package.purpose.covers(*_ABOUT[kind])
    if stands is Standing.VENDOR and kind in _THEIRS and not about and not package.vendor.vouched(act.url):
        return _BLOCK if act.hidden or _acts.unasked(package, act) else _WARN
    if stands in (Standing.VENDOR, Standing.KNOWN, Standing.SPOKEN):
        return _POWER if (act.hidden or _acts.unasked(package, act)) and not about else _INFO
    if stands is Standing.UNSAID:
        return _INFO if about or kind in (Data.PASSWORD, Data.CARD) else _POWER
    if about and not act.hidden:
        return _WARN if stands in STRANGE and stands is not Standing.HOOK else _INFO
    return _BLOCK if stands in STRANGE or act.hidden or _acts.unasked(package, act) else _WARN


_THEIRS = frozenset({Data.CONVERSATION, Data.CLIPBOARD})
"""What no service that is only called like the skill has been given by anybody."""


# Keys to a whole machine, account or purse: no service asks for those, whatever it is called.
_MASTER = pattern(
    r"\.ssh\b|\bid_(?:rsa|ed25519|ecdsa|dsa)|\.pem\b|\.p12\b|\.keystore|\.aws\b|gcloud|application_default|\.azure|"
    r"\.kube|keychain|Login\s?Data|cookies|key4\.db|logins\.json|wallet|\.gnupg|/etc/shadow|\.electrum|solana/id|"
    r"\.git-credentials|\.netrc|\.docker/config|\.pgpass|\.gem/credentials|\.cargo/credentials|tdata|Local Storage|"
    r"exodus|Ledger Live|Safe Storage"
)
_PUBLIC = pattern(r"\bpublic\w*|\.pub\b")


def _places(act: Act) -> Iterator[bytes]:
    """The files that were read on the way, as the programs that read them call them."""
    for document in {id(one.document): one.document for one in act.flow}.values():
        for one in document.acts:
            if one.verb is Verb.READ and one.path and one.span in act.flow:
                yield one.path.encode("utf-8", "replace")


def _store(package: Package, act: Act, kind: Data, stands: Standing) -> Dials | None:
    """Credentials, whole environments, histories: there is no service to which they belong."""
    steps = b"\n".join((act.span.data, act.path.encode(), *(one.data for one in act.flow), *_places(act)))
    if kind is Data.CREDENTIALS and _PUBLIC.search(steps):
        return None
    if kind is Data.CREDENTIALS and not _MASTER.search(steps):
        return _BLOCK if _of_somebody_else(package, act, steps) else _own_login(act, stands)
    if stands is Standing.UNSAID:
        return _POWER
    if kind is Data.ENV_FILE and stands in _NAMED_SERVICES and act.names and key_fits(act.names, act.url):
        return _INFO  # its own key, looked up in a file that holds others as well
    if stands is Standing.KNOWN or (stands is Standing.VENDOR and host_of(act.url).owner in all_owners()):
        return _POWER
    if kind is Data.ENV_FILE and stands in (Standing.VENDOR, Standing.SPOKEN):
        alike = stands is Standing.VENDOR and not package.vendor.vouched(act.url)
        return _BLOCK if alike and (act.hidden or _acts.unasked(package, act)) else _POWER
    return _BLOCK


def _of_somebody_else(package: Package, act: Act, steps: bytes) -> bool:
    """Whether a login of one well-known service goes to a host that is none of its, and only called like the skill."""
    if package.vendor.vouched(act.url) or _acts.stands(package, act) is not Standing.VENDOR:
        return False
    return bool(_ISSUED_BY_OTHERS.search(steps)) and host_of(act.url).owner not in all_owners()


_ISSUED_BY_OTHERS = pattern(
    r"\.config/gh/|\.pypirc|\.npmrc|\.pgpass|\.my\.cnf|\.boto\b|\.s3cfg|rclone\.conf|\.vault-token|\.terraformrc|"
    r"\.cargo/credentials|\.gem/credentials|\.config/hub\b|\.dockercfg|\.composer/auth|\.huggingface/token"
)
"""Where programs that everybody uses keep the logins of their own services."""
_NAMED_SERVICES = frozenset({Standing.VENDOR, Standing.KNOWN, Standing.SPOKEN})


def _own_login(act: Act, stands: Standing) -> Dials | None:
    """The login that a service issued, on its way to that service."""
    if stands in (Standing.VENDOR, Standing.KNOWN, Standing.SPOKEN):
        return _WARN if act.hidden and act.unasked else _INFO
    if stands is Standing.UNSAID:  # the person's own server, as a rule: its address is a setting
        return _POWER if act.hidden or act.unasked else _INFO
    return _BLOCK


RULE = Rule(
    id="secret-exfiltration",
    title="secrets leave for somebody who has no business with them",
    axis=Axis.MALICE,
    severity=Severity.CRITICAL,
    confidence=Confidence.MEDIUM,
    why="Whoever holds keys, logins or an environment can act as the person everywhere those are valid.",
    remedy="Send only the key that a service issued, only to that service, and declare both.",
    look=look,
    anchors=_acts.NETWORK,
)
