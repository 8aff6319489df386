"""Coherence: which hosts belong to what a skill says it is."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from sealskill.model.manifest import Manifest
from sealskill.model.value import Value
from sealskill.scan.document import Document, Kind
from sealskill.scan.facts.brands import brands_in, owners_of
from sealskill.scan.facts.hosts import NAMELESS, HostKind, account_of, host_of, kind_of_url, owner_of, urls_of

# Words of names that say nothing about whose a host is.
_COMMON = frozenset(
    (
        "api app apps the and for with from your skill skills agent agents tool tools cli mcp key token secret client "
        "manager helper assistant search data file files web http https server service cloud online pro plus free open "
        "auto smart easy simple best new code dev test docs info help news get set use run plugin official "
        "claude openclaw clawdbot moltbot codex bot chat url host user name pass access auth env home path port "
        "update updates download install setup system core main image video audio text config validator checker "
        "check validation upload sync backup logs logging metrics server servers collector secure security share "
        "storage staging capture track tracker service services webhook webhooks gateway remote central cloudflare "
        "environment development project common python node bash shell curl format markdown document documents "
        "generate generator create creator build builder workflow automation workspace local global support "
        "account accounts work working email mail message messages team public private super smartly"
    ).split()
)
_WORD = re.compile(r"[a-z0-9]{3,40}")
_LEAST = 4
"""Letters a word must have to tie a host to a name: three-letter words are everywhere."""


class Vendor(Value):
    """Whom the skill says it works with."""

    declared: frozenset[str] = frozenset()
    """Owners of hosts in the frontmatter: homepage, links, description, install options."""
    words: frozenset[str] = frozenset()
    """Telling words of name, tags, required programs and variables."""
    topics: frozenset[str] = frozenset()
    """Telling words of the description: many, and each says less."""
    owners: frozenset[str] = frozenset()
    """Owners of hosts of the well-known names it is called after or speaks of."""
    documented: Counter[str] = Counter()
    """Owner → how often the text for the agent points there."""

    @classmethod
    def of(cls, name: str, manifest: Manifest | None, documents: Iterable[Document]) -> Vendor:
        """What a package says of itself, openly."""
        said = _said(name, manifest)
        described = f"{manifest.description} {manifest.when_to_use}".lower() if manifest else ""
        urls = [url for document in documents if document.kind is Kind.MARKDOWN for _, _, url in urls_of(document)]
        return cls(
            declared=frozenset(account_of(url) for url in _addresses(manifest)),
            words=_telling(said),
            topics=_telling(_ADDRESS.sub(" ", described)),
            owners=owners_of(brands_in(said, described)),
            documented=Counter(account_of(url) for url in urls),
        )

    def owns(self, url: str) -> bool:
        """Whether an address belongs to what the skill says it is. A nameless place belongs to nobody."""
        kind = kind_of_url(url)
        if kind in NAMELESS:
            return False
        if kind in (HostKind.LOCAL, HostKind.EXAMPLE, HostKind.PACKAGES):
            return True
        account = account_of(url)
        return account in self.declared or owner_of(host_of(url)) in self._brands or self._named(account)

    def vouched(self, url: str) -> bool:
        """Whether somebody can be held to it: it is declared, known or local, and not only called alike."""
        if not self.owns(url):
            return False
        kind, account = kind_of_url(url), account_of(url)
        open_to_all = kind in (HostKind.LOCAL, HostKind.EXAMPLE, HostKind.PACKAGES)
        return open_to_all or account in self.declared or owner_of(host_of(url)) in self._brands

    @property
    def _brands(self) -> frozenset[str]:
        """Hosts of well-known names; a code host is full of strangers, whatever the skill is called."""
        return self.owners - _CODE_HOSTS

    def _named(self, account: str) -> bool:
        """Whether a telling word of the skill and the owner's name are one, or one begins or ends the other."""
        owner = account.rpartition("/")[2] if "/" in account else account.split(".", maxsplit=1)[0]
        bare = owner.replace("-", "").replace("_", "")
        parts = {part for part in re.split(r"[-_]", owner) if len(part) >= _LEAST and part not in _COMMON}
        if parts & self.words or bare in self.words or bare in self.topics or account in self.topics:
            return True
        return any(_ends(word, bare) or _ends(bare, word) for word in self.words) or _joined(bare, self.topics)

    def names(self, url: str) -> bool:
        """Whether something at an address is called what the skill is called, or what it declares to need."""
        path = url.partition("://")[2].partition("/")[2].lower()
        return any(word in path for word in self.words)

    def knows(self, url: str) -> bool:
        """Whether the skill's own text speaks of that owner elsewhere: weaker than owning."""
        return self.owns(url) or self.documented[account_of(url)] > 1


_CODE_HOSTS = frozenset({"github.com", "githubusercontent.com", "github.io", "gitlab.com", "gitlab.io"})
_TELLING = 5
"""Letters from which the beginning or end of a longer name is no coincidence."""


def _ends(part: str, whole: str) -> bool:
    return (len(part) >= _TELLING and part not in _COMMON and whole.startswith(part)) or (
        len(part) >= _TELLING + 1 and part not in _COMMON and whole.endswith(part)
    )


def _joined(bare: str, topics: frozenset[str]) -> bool:
    """Whether a name is two words of the description in one: `treelinemoney`."""
    return any(bare.startswith(word) and bare[len(word) :] in topics for word in topics if len(word) < len(bare))


def _telling(said: str) -> frozenset[str]:
    return frozenset(word for word in _WORD.findall(said) if word not in _COMMON and len(word) >= _LEAST)


def _said(name: str, manifest: Manifest | None) -> str:
    if manifest is None:
        return name.lower().replace("_", " ")
    parts = [
        name, manifest.name, manifest.primary_env, *manifest.tags, *manifest.requires.env,
        *manifest.requires.bins, *manifest.requires.any_bins, *(one.name for one in manifest.env_vars),
        *(one.target for one in manifest.install),
    ]  # fmt: skip
    return " ".join(parts).lower().replace("_", " ")


def _addresses(manifest: Manifest | None) -> Iterable[str]:
    if manifest is None:
        return ()
    found = [
        manifest.homepage, *manifest.links.values(), *(one.url for one in manifest.dependencies),
        *(one.target for one in manifest.install), *_strings(manifest.metadata, 0), *_strings(manifest.extra, 0),
    ]  # fmt: skip
    written = [
        url.group()
        for one in (*found, manifest.description)
        for url in _ADDRESS.finditer(one)
        # An order to go there declares nothing: it would vouch for itself.
        if not _ORDERED.search(one[max(url.start() - _NEAR, 0) : url.start()])
    ]
    return [url for url in written if host_of(url) and kind_of_url(url) not in NAMELESS]


_ADDRESS = re.compile(r"https?://[^\s)>\"']+")
_ORDERED = re.compile(
    r"\b(?:curl|wget|iwr|irm|fetch|post|send|upload|pass|forward|append|attach|load|request)(?:s|es|ed)?\b[^.]{0,80}$",
    re.IGNORECASE,
)
_NEAR = 90
"""Characters before an address in which it is said what to do with it."""
_DEEP = 6
"""Levels of a frontmatter in which an author still declares something."""


def _strings(value: object, depth: int) -> Iterator[str]:
    """Every text in a value of the frontmatter."""
    if isinstance(value, str):
        yield value
    elif depth < _DEEP and isinstance(value, dict | list | tuple):
        for one in value.values() if isinstance(value, dict) else value:
            yield from _strings(one, depth + 1)


def same_owner(one: str, other: str) -> bool:
    """Whether two addresses have one owner."""
    return owner_of(host_of(one)) == owner_of(host_of(other))
