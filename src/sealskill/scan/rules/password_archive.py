"""An archive and the password for it, side by side: no guard on the way can look inside, only the person can."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sealskill.model.report import Axis, Confidence, Finding, Severity
from sealskill.scan.facts.hosts import host_of
from sealskill.scan.facts.standing import Standing
from sealskill.scan.facts.wares import Ware
from sealskill.scan.pattern import pattern
from sealskill.scan.rule import Hits, Rule
from sealskill.scan.rules import _lures
from sealskill.scan.rules._lures import Lure

if TYPE_CHECKING:
    from sealskill.scan.package import Package

_PACKED = pattern(
    r"\b(?:extract|unzip|unpack|unrar|decompress|archive|\.?zip|\.?rar|\.?7z)\b|解压|压缩|архив|entpack|decompri|extrai"
)


def look(package: Package, hits: Hits) -> Iterator[Finding]:
    """Every address that stands in one sentence with a password for what it gives."""
    for document in hits:
        for lure in _lures.lures(package, document):
            if _locked(lure) and _lures.PASSWORD.search(lure.words):
                worse = bool(_lures.RUNS.search(lure.words)) or lure.standing is not Standing.VENDOR
                yield RULE.at(
                    lure.span, severity=Severity.HIGH if worse else Severity.MEDIUM,
                    message=f"an archive from {host_of(lure.url)} comes with its password",
                    chain=(lure.sentence.span, lure.span),
                )  # fmt: skip


def _locked(lure: Lure) -> bool:
    """Whether it is an archive as far as the address or the words say."""
    if lure.standing in (Standing.HERE, Standing.EXAMPLE):
        return False
    return lure.ware is Ware.ARCHIVE or (lure.ware is not Ware.PAGE and bool(_PACKED.search(lure.words)))


RULE = Rule(
    id="password-archive",
    title="an archive comes with its password",
    axis=Axis.MALICE,
    severity=Severity.HIGH,
    confidence=Confidence.MEDIUM,
    why="A password that everybody is told protects nothing; it keeps scanners from looking inside.",
    remedy="Offer the archive without a password and publish its digest.",
    look=look,
    anchors=(
        r"\bpass",
        r"\bpwd\b",
        r"\bpin\b",
        r"\bextract",
        r"\bunzip",
        r"\bunpack",
        r"\bunlock",
        "密码|пароль|contraseña|passwort|senha|パスワード|비밀번호",
    ),
    given=(("://",),),
)
