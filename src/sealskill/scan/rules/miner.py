"""A program that makes money for somebody with this machine."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sealskill.model.report import Axis, Confidence, Finding, Severity
from sealskill.scan.act import Act, Verb
from sealskill.scan.pattern import pattern
from sealskill.scan.rule import Hits, Rule
from sealskill.scan.rules import _acts

if TYPE_CHECKING:
    from sealskill.scan.package import Package

_MINERS = pattern(
    r"stratum\+|\bxmrig\b|\bxmr-stak|\bminerd\b|\bcpuminer|\bcgminer\b|\bbfgminer\b|\bethminer\b|\bnbminer\b|"
    r"\blolminer\b|"
    r"\bphoenixminer\b|\bt-rex\b.{0,40}-a\s|\bgminer\b|\bteamredminer\b|\bnicehash|coinhive|cryptonight|"
    r"--algo\s+r?x|\brandomx\b|"
    r"\b(?:pool|xmr|eth|rx)[\w.-]*\.(?:minexmr|supportxmr|nanopool|hashvault|moneroocean|f2pool|2miners|"
    r"herominers|unmineable)\.\w+|"
    r"\b(?:minexmr|supportxmr|nanopool|hashvault|moneroocean|2miners|herominers|unmineable)\.(?:com|org|pro|stream)"
)
_MINES = pattern(r"\bmin(?:er|ers|ing)\b|挖矿|hashrate")


def look(package: Package, hits: Hits) -> Iterator[Finding]:
    """Every act that has to do with mining."""
    for act in _acts.meant(hits, Verb.RUN, Verb.FETCH, Verb.INSTALL, Verb.SEND):
        if _MINERS.search(_said(act)):
            said = bool(_MINES.search(package.purpose.said.encode())) and not act.hidden
            yield RULE.at(
                act.span, axis=Axis.POWER if said else Axis.MALICE,
                severity=Severity.MEDIUM if said else Severity.CRITICAL,
                confidence=_acts.sure(package, act), chain=_acts.trail(package, act),
            )  # fmt: skip


def _said(act: Act) -> bytes:
    return f"{act.what}\n{act.url}\n{act.path}\n".encode("utf-8", "replace") + act.span.data


RULE = Rule(
    id="miner",
    title="coins are mined on this machine",
    axis=Axis.MALICE,
    severity=Severity.CRITICAL,
    confidence=Confidence.MEDIUM,
    why="Somebody else earns; the person pays for the power and the wear.",
    remedy="Remove it, or say in the description that mining is what the skill is for.",
    look=look,
    anchors=(
        r"stratum\+", r"xmrig|xmr-stak", r"miner", r"nicehash|coinhive|cryptonight|randomx",
        r"minexmr|supportxmr|nanopool|hashvault|moneroocean|f2pool|unmineable",
    ),
)  # fmt: skip
