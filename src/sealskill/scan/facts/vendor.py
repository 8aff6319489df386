"""Coherence: which hosts belong to what a skill says it is."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import cached_property

from sealskill.model.manifest import Manifest
from sealskill.model.value import Value
from sealskill.scan.document import Document, Kind
from sealskill.scan.facts.hosts import NAMELESS, HostKind, account_of, host_of, kind_of_url, owner_of, urls_of

# Words of names that say nothing about whose a host is.
_COMMON = frozenset(
    (
        "api app apps the and for with from your skill skills agent agents tool tools cli mcp key token secret client "
        "manager helper assistant search data file files web http https server service cloud online pro plus free open "
        "auto smart easy simple best new code dev test docs info help news get set use run plugin official "
        "claude openclaw clawdbot moltbot codex bot chat url host user name pass access auth env home path port "
        "update updates download install setup system core main image video audio text"
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
    """Telling words of name, description, tags, required programs and variables."""
    documented: Counter[str] = Counter()
    """Owner → how often the text for the agent points there."""

    @classmethod
    def of(cls, name: str, manifest: Manifest | None, documents: Iterable[Document]) -> Vendor:
        """What a package says of itself, openly."""
        said = _said(name, manifest)
        urls = [url for document in documents if document.kind is Kind.MARKDOWN for _, _, url in urls_of(document)]
        return cls(
            declared=frozenset(account_of(url) for url in _addresses(manifest)),
            words=frozenset(word for word in _WORD.findall(said) if word not in _COMMON and len(word) >= _LEAST),
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
        return account in self.declared or self._named(account)

    def _named(self, account: str) -> bool:
        """Whether a telling word of the skill is a part of the owner's name, or the other way round."""
        owner = account.rpartition("/")[2] if "/" in account else account.split(".", maxsplit=1)[0]
        bare = owner.replace("-", "").replace("_", "")
        parts = [part for part in re.split(r"[-_]", owner) if len(part) >= _LEAST and part not in _COMMON]
        return any(word in bare or bare in word for word in self.words if len(bare) >= _LEAST) or any(
            part in self.words for part in parts
        )

    def knows(self, url: str) -> bool:
        """Whether the skill's own text speaks of that owner elsewhere: weaker than owning."""
        return self.owns(url) or self.documented[account_of(url)] > 1

    @cached_property
    def topics(self) -> frozenset[str]:
        """The telling words, for rules that ask what a skill is about."""
        return self.words


def _said(name: str, manifest: Manifest | None) -> str:
    if manifest is None:
        return name.lower().replace("_", " ")
    parts = [
        name, manifest.name, manifest.description, manifest.primary_env, *manifest.tags, *manifest.requires.env,
        *manifest.requires.bins, *manifest.requires.any_bins, *(one.name for one in manifest.env_vars),
        *(one.target for one in manifest.install),
    ]  # fmt: skip
    return " ".join(parts).lower().replace("_", " ")


def _addresses(manifest: Manifest | None) -> Iterable[str]:
    if manifest is None:
        return ()
    found = [manifest.homepage, *manifest.links.values(), *(one.url for one in manifest.dependencies)]
    written = re.findall(r"https?://[^\s)>\"']+", manifest.description)
    return [url for url in (*found, *written) if host_of(url) and kind_of_url(url) not in NAMELESS]


def same_owner(one: str, other: str) -> bool:
    """Whether two addresses have one owner."""
    return owner_of(host_of(one)) == owner_of(host_of(other))
