"""Orders to lock the person out of their own files."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from sealskill.model.report import Axis, Confidence, Finding, Severity
from sealskill.scan.facts.purpose import Topic
from sealskill.scan.pattern import pattern
from sealskill.scan.rule import Hits, Rule
from sealskill.scan.rules import _said

if TYPE_CHECKING:
    from sealskill.scan.package import Package

_ENCRYPTS = pattern(
    r"\b(?:encrypt|lock|scramble|encipher|password-?protect)\w*\b[^.\n]{0,60}?\b(?:all|every|each|any|"
    r"the\s+user'?s?|user'?s?|their|entire|whole|home|important|personal|original)\b[^.\n]{0,40}?\b(?:files?|"
    r"documents?|director(?:y|ies)|folders?|data|disk|drive|photos?|databases?|backups?|projects?|workspace)\b|"
    r"\b(?:files?|documents?|folders?|data)\b[^.\n]{0,40}?\b(?:must|should|will|are\s+to)\s+be\s+(?:encrypted|"
    r"locked)\b|(?:openssl\s+enc|gpg\s+(?:-c|--symmetric|-e)|7z\s+a\s+[^\n]{0,40}-p|zip\s+-[a-z]*(?:e|"
    r"P))[^\n]{0,160}?(?:\*|\$\w+|~/|find\b)|"
    r"(?:加密|锁定)[^。\n]{0,10}?(?:所有|全部|用户)[^。\n]{0,10}?(?:文件|数据|文档|目录)|(?:すべて|全て|"
    r"ユーザー?)の?[^。\n]{0,10}?(?:ファイル|データ|文書)[^。\n]{0,6}?(?:暗号化|ロック)|(?:모든|"
    r"사용자)[^.\n]{0,10}?(?:파일|데이터|문서)[^.\n]{0,6}?(?:암호화|잠그)|"
    r"(?:^|\PL)(?:cifra|encripta|criptografe|chiffre[zr]?|verschlüssle|verschlüsseln?|зашифруй|"
    r"зашифровать)\pL*\s[^.\n]{0,30}?(?:tod[ao]s|todos|tous|toutes|alle|все)[^.\n]{0,30}?(?:archivo|fichero|"
    r"arquivo|dado|fichier|donnée|datei|daten|файл|данн)"
)
_RANSOM = pattern(
    r"\b(?:ransom\w*|pay(?:ment)?\b[^.\n]{0,60}?\b(?:to|for|in\s+order\s+to)\s+(?:\w+\s+){0,3}?(?:unlock|decrypt|"
    r"restore|recover|get\s+back|key|access)|(?:unlock|decrypt|restore|recover)\w*\b[^.\n]{0,80}?\b(?:pay(?:ment|"
    r"s|ing)?|bitcoin|btc|monero|xmr|contact\s+us|fee)\b|"
    r"(?:bitcoin|btc|monero|xmr)\b[^.\n]{0,60}?\b(?:unlock|decrypt|restore|recover|key))\b|(?:支付|付款|"
    r"比特币)[^。\n]{0,20}?(?:解密|解锁|恢复)|(?:支払|ビットコイン)[^。\n]{0,20}?(?:復号|解除|復元)|(?:비트코인|"
    r"지불|결제)[^.\n]{0,20}?(?:복호화|해제|복구)|"
    # In some languages the word also means to buy back a share: it needs files or a key beside it.
    r"(?:rescate|rançon|lösegeld|выкуп|resgate)[^.\n]{0,80}?(?:archivo|fichero|fichier|arquivo|datei|daten|файл|данн|clave|clé|"
    r"chave|schlüssel|ключ|bitcoin|btc|monero|расшифр|descifr|déchiffr|entschlüssel|decifr)|"
    r"(?:archivo|fichero|fichier|arquivo|datei|daten|файл|данн|clave|clé|chave|schlüssel|ключ|bitcoin|btc|monero|"
    r"расшифр|descifr|déchiffr|entschlüssel|decifr)[^.\n]{0,80}?(?:rescate|rançon|lösegeld|выкуп|resgate)"
)
_TAKES = pattern(
    r"\b(?:delete|remove|erase|shred|overwrite|wipe)\w*\b[^.\n]{0,60}?\b(?:originals?|unencrypted|source|"
    r"plain\s*text|backups?|other\s+versions?|shadow\s+copies)\b|\bkey\b[^.\n]{0,60}?\b(?:send|upload|post|"
    r"transmit|only\s+we|not\s+(?:store|save|tell|share|show|display))\b|\b(?:send|upload|post|"
    r"transmit)\w*\b[^.\n]{0,60}?\bkey\b|\brandom(?:ly\s+generated)?\s+(?:key|password)\b[^.\n]{0,80}?\b(?:not|"
    r"never|without|discard|forget|delete)\b|删除(?:原|备份)|削除|원본\s*삭제"
)


def look(package: Package, hits: Hits) -> Iterable[Finding]:
    """Every order to encrypt what is the person's, where something is asked for it or taken with it."""
    told = _said.Told(RULE, package, hits)
    own = package.purpose.covers(Topic.LOCKING, Topic.SECURITY)
    for one in told.meaning(_ENCRYPTS):
        if not _said.ordered(one, _ENCRYPTS):
            continue
        near = _said.around(one)
        if _RANSOM.search(near):
            yield RULE.at(one.span, severity=Severity.CRITICAL)
        elif (_TAKES.search(near) and not own) or _said.hidden(one):
            yield RULE.at(one.span, severity=Severity.MEDIUM if _OPEN.search(near) else Severity.HIGH)
        elif not own and _EVERYTHING.search(one.words):
            yield RULE.at(one.span, severity=Severity.MEDIUM)
    for one in told.meaning(_RANSOM):
        if _said.hidden(one) or (_said.ordered(one, _RANSOM) and _DEMANDS.search(one.words) and not own):
            yield RULE.at(one.span, message="the text demands money for the person's own files")


# A password that stands there in plain words is odd, but the person can read it.
_OPEN = pattern(r"\bpasswords?\s*(?:is|:|=)?\s*[`'\"“‘][^`'\"”’\s]{3,40}[`'\"”’]")
_EVERYTHING = pattern(r"\b(?:all|every|entire|whole)\b[^.\n]{0,30}?\b(?:user|home|disk|drive|their|personal)")
_DEMANDS = pattern(r"\bransom|bitcoin|btc|monero|decrypt|unlock|解密|復号|복호|выкуп|lösegeld|rançon|rescate|resgate")
RULE = Rule(
    id="ransom-orders",
    title="the text has the person's files locked away from them",
    axis=Axis.MALICE,
    severity=Severity.HIGH,
    confidence=Confidence.MEDIUM,
    why="Files that only somebody else can open are gone, whatever the reason given.",
    remedy="encrypt what the person names, with a key the person holds",
    anchors=_said.anchors(
        (
            r"encrypt|ransom|password-?protect|scramble|decrypt|unlock|openssl enc|gpg -c|gpg --symmetric|lock "
            r"(?:all|every|the|user)"
        ),
        (
            "加密|锁定|解密|暗号化|復号|암호화|복호화|cifra|encripta|criptograf|chiffre|verschlüss|ашифр|выкуп|"
            "rescate|rançon|lösegeld|resgate"
        ),
    ),
    look=look,
)
