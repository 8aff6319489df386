"""Orders to delete what the person did not ask to lose."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from sealskill.model.report import Axis, Confidence, Finding, Severity
from sealskill.scan.act import Act, Doer, Verb
from sealskill.scan.facts.purpose import Topic
from sealskill.scan.facts.triggers import UNASKED
from sealskill.scan.pattern import pattern
from sealskill.scan.prose import Sentence
from sealskill.scan.rule import Hits, Rule
from sealskill.scan.rules import _acts, _said

if TYPE_CHECKING:
    from sealskill.scan.package import Package

_DELETE = r"(?:delet|remov|eras|wip|purg|destroy|shred|drop|truncat|nuk|format|overwrit|clear)(?:e|es|ing|ed)?\b"
_THINGS = (
    r"(?:files?|director(?:y|ies)|folders?|databases?|tables?|backups?|data|logs?|history|workspace|repositor(?:y|"
    r"ies)|documents?|versions?|copies|originals?|commits?|branch(?:es)?|records?|drive|disk|partition|volumes?|"
    r"snapshots?|emails?|messages?|photos?)"
)
_SCALE = (
    r"(?:all|every|everything|entire|whole|any|the\s+(?:original|user'?s?)|other|original|existing|older|old|"
    r"outdated|previous|remaining|unused|production|user'?s?|home)"
)
_DELETES = pattern(
    rf"\b{_DELETE}\s+[^.\n]{{0,40}}?\b{_THINGS}\b[^.\n]{{0,60}}?\b(?:older\s+than|not\s+been\s+\w+|for\s+(?:a|one|"
    rf"two|\d+)\s+(?:days?|weeks?|months?)|untouched|unprotected)\b|"
    rf"\b{_DELETE}\s+(?:\w+\s+){{0,3}}?{_SCALE}\b[^.\n]{{0,50}}?\b{_THINGS}\b|"
    rf"\b{_THINGS}\b[^.\n]{{0,40}}?\b(?:older\s+than|not\s+(?:used|modified|"
    rf"accessed))\b[^.\n]{{0,60}}?\b{_DELETE}|\b{_DELETE}[^.\n]{{0,40}}?\b(?:outdated|old|"
    rf"older)\s+\w*\s*{_THINGS}\b|"
    r"\brm\s+-[a-z]*(?:rf|fr)[a-z]*\s+(?:--no-preserve-root\s+)?[\"']?(?:~|/|\$HOME|\*|\.(?:\s|$|/?\*)|/\*|\.\.)|"
    r"\bDROP\s+(?:DATABASE|SCHEMA)\b|\bgit\s+push\s+(?:--force|-f)\b[^.\n]{0,40}?\b(?:main|master)|\bmkfs\b|"
    r"\bdd\s+if=/dev/(?:zero|urandom)\s+of=/dev/|\bgit\s+(?:reset\s+--hard|clean\s+-[a-z]*f)|"
    r"(?:删除|清空|抹除|销毁|格式化)[^。\n]{0,12}?(?:所有|全部|整个|旧|原始|用户)[^。\n]{0,12}?(?:文件|数据|目录|"
    r"备份|数据库|日志|记录|磁盘)|(?:すべて|全て|全|古い|元)の?[^。\n]{0,12}?(?:ファイル|データ|バックアップ|"
    r"ディレクトリ|データベース)[^。\n]{0,8}?(?:削除|消去|破棄)|(?:모든|전체|오래된|원본)[^.\n]{0,12}?(?:파일|"
    r"데이터|백업|폴더|디렉터리|데이터베이스)[^.\n]{0,8}?(?:삭제|제거|지우)|"
    r"(?:^|\PL)(?:borra|elimina|apaga|apague|exclua|remova|supprime[zr]?|efface[zr]?|lösche|entferne|удали|сотри|"
    r"уничтожь)\pL*\s[^.\n]{0,30}?(?:tod[ao]s|todos|tout|tous|toutes|alle|antigu|original|ancien|alten|все|всё|"
    r"стары|исходн)[^.\n]{0,30}?(?:archivo|fichero|datos|copia|arquivo|dados|fichier|données|sauvegarde|datei|"
    r"daten|sicherung|файл|данн|копи|баз)"
)
_STEM = (
    rf"\b{_DELETE}|older\s+than|\brm\s+-|drop\s+(?:database|schema)|mkfs|dd\s+if=|git\s+(?:reset|clean|push)|删除|"
    r"清空|抹除|销毁|格式化|削除|消去|破棄|삭제|제거|지우|borra|elimina|apag|exclua|remova|supprim|effac|lösche|"
    r"entferne|дали|отри|ничтож"
)
_TOTAL = pattern(
    rf"\b{_DELETE}\s+(?:\w+\s+){{0,2}}?(?:all|every|everything|entire|"
    r"whole)\s+(?:of\s+)?(?:\w+\s+){0,3}?(?:user'?s?|files?\s+(?:in|on|under|from)\s+(?:the\s+)?(?:home|user|"
    r"system|computer|disk|drive|root|workspace|project|repo\w*|director\w+|machine)|databases?|backups?|home|"
    r"disks?|drives?|workspace|repositor(?:y|ies)|data\b|tables|production|emails?|snapshots?)|"
    r"\brm\s+-[a-z]*(?:rf|fr)[a-z]*\s+(?:--no-preserve-root\s+)?[\"']?(?:~|/(?:\s|\*|$|home|Users|etc|var)|"
    r"\$HOME|\*)|\bDROP\s+(?:DATABASE|SCHEMA)\b|\bmkfs\b|\bdd\s+if=/dev/(?:zero|urandom)\s+of=/dev/|(?:删除|清空|"
    r"销毁)[^。\n]{0,6}?(?:所有|全部|整个)|(?:すべて|全て)[^。\n]{0,20}?(?:削除|消去)|모든[^.\n]{0,20}?삭제|"
    r"(?:^|\PL)(?:borra|elimina|apague|exclua|supprime|lösche|удали)\pL*\s+(?:tod|tous|toutes|alle|вс)"
)
_OWN = pattern(
    r"\b(?:temp(?:orary)?|tmp|cache[ds]?|build|dist|intermediate|generated|unpacked|node_modules|lock|test|stale|"
    r"placeholder|sample|example|orphan\w*|duplicates?|empty\s+(?:files?|folders?|director\w+|rows?|cells?|lines?|"
    r"columns?|values?)|unused\s+(?:imports?|variables|code|css|styles|"
    r"slides|layouts|relationship\w*|media)|comments?|whitespace|session\s+files?|artifacts?|\.bak|pyc|"
    r"__pycache__|log\s+rotation|draft|its\s+own|this\s+skill(?:'s)?\s+(?:own|files|folder|cache)|uninstall\w*|"
    r"formatting|shapes?|rows?|columns?|elements?|nodes?|tags?|slides?|records?\s+with|keys?|items?|entries|"
    r"containers?|images?|pods?|resources?|stack|cluster)\b|临时|缓存"
)


def look(package: Package, hits: Hits) -> Iterable[Finding]:
    """Every such order that is neither what the skill is for nor about its own leftovers."""
    told = _said.Told(RULE, package, hits, stem=_STEM)
    for one in told.meaning(_DELETES):
        if _said.ordered(one, _DELETES) and (_said.hidden(one) or not _asked(one)):
            yield from _judged(package, one)

    for act in _acts.meant(hits, Verb.DELETE):
        if act.doer is Doer.AGENT and not act.coded and not _harmless(act.span.data):
            yield from _told(package, act)


def _asked(one: Sentence) -> bool:
    return _asked_for(one.words) or _is_clear(one)


def _asked_for(words: bytes) -> bool:
    return bool(_OWN.search(words) or _WITH_YES.search(words))


def _told(package: Package, act: Act) -> Iterator[Finding]:
    """A deletion in words that comes with all work; of what cannot be made again, it is malice."""
    own = package.purpose.covers(Topic.CLEANING, Topic.DATABASE, Topic.BACKUP)
    if act.unasked and not own:
        aged = _AGED.search(act.span.data)
        grave = _grave(act.span.data) and not aged
        yield RULE.at(act.span, severity=Severity.HIGH if grave or act.hidden else Severity.MEDIUM)


def _harmless(words: bytes) -> bool:
    """Whether what sounds like an order to delete is asked for, is what something is like, or what a tool is for."""
    return _asked_for(words) or bool(_CHOOSES.search(words)) or _is_state(words) or _names_tool(words)


def _names_tool(words: bytes) -> bool:
    """Whether tools are shared out: "`files_trash` to trash files; `call` for everything else"."""
    deletes = [part for half in words.split(b";") for part in half.split(b". ") if _VERB.search(part)]
    return bool(deletes) and all(_TOOL.search(part) and not UNASKED.search(part) for part in deletes)


_TOOL = pattern(r"`[a-z]+[_A-Z][\w]*`\s+(?:to|for)\s+(?:delet|remov|eras|clear|trash|discard|empty)\w*\s+[a-z]+s\b")


def _is_state(words: bytes) -> bool:
    """Whether nothing is done, and something only is so: `the folder starts empty on every call`."""
    return bool(_STATE.search(words)) and not _VERB.search(_STATE.sub(b" ", words))


def _grave(words: bytes) -> bool:
    """Whether what cannot be made again stands where the deletion does, and not in the next clause."""
    said = [clause for clause in words.split(b";") if _VERB.search(clause)]
    if not said or any(_BACK.search(clause) for clause in said):
        return bool(_PRECIOUS.search(words))
    return any(_PRECIOUS.search(clause) for clause in said)


# What is dropped out of a list of things to write about is no file.
_CHOOSES = pattern(r"\bdrop\s+(?:everything|anything|whatever)\s+(?:where|for\s+which)\s+(?:you|there|they|we)\b")
_STATE = pattern(
    r"\b(?:starts?|begins?|is|are|was|were|be|been|remains?|stays?|left|looks?|still|an?|comes?\s+(?:back|up))\s+empty\b"
)
_VERB = pattern(
    r"\b(?:delet|remov|eras|wip|purg|destroy|shred|clear|truncat|format|drop|nuk|overwrit|empty|emptie|discard|trash|"
    r"get\s+rid|clean\s+out|throw)|\brm\b|删除|清空|清除|擦除|抹除|削除|消去|삭제|지우|borr|elimin|apag|exclu|lösch|"
    r"entfern|supprim|effac|удал|сотр|очист"
)
_BACK = pattern(r"\b(?:it|them|these|those|this|that|its|their|all)\b|[^\x00-\x7f]")
_AGED = pattern(
    r"\b(?:older\s+than|not\s+(?:used|modified|accessed|opened)|untouched|\d+\s+(?:days?|weeks?|months?))\b"
)
_PRECIOUS = pattern(
    r"\b(?:originals?|inputs?|backups?|source\s+(?:files?|documents?)|user'?s?|home|databases?|repositor(?:y|ies)|"
    r"workspace|everything|whole|entire|disks?|drives?|photos?|e-?mails?|history|git)\b|sicherung|copias|sauvegarde|"
    r"备份|原始|バックアップ|元の|백업|원본|копии|исходн"
)


def _is_clear(one: Sentence) -> bool:
    """Whether `clear` says what something is like: `clear definitions for all data`."""
    match = _DELETES.search(one.words)
    words = match.group() if match else b""
    return bool(_FIGURE.search(words)) or (bool(_CLEAR.search(words)) and not _CLEARS.search(words))


_CLEAR = pattern(r"^clear\s")
# To drop everything that, or for which, one has nothing is advice on what to write.
_FIGURE = pattern(r"^(?:drop|remove|cut)\s+(?:everything|anything|whatever)\s+(?:where|that|which|you|for\s+which)\b")
_CLEARS = pattern(
    r"^clear\s+(?:out\s+)?(?:the|all|any|every|everything|your|their|its|old|older|previous|existing|entire|whole|user'?s?|"
    r"outdated|other|unused|remaining|production|home|logs?|history|data|files?|tables?|records?|backups?)\b"
)


_WITH_YES = pattern(
    r"\b(?:if\s+(?:the\s+)?user|with\s+(?:the\s+)?(?:user'?s?\s+)?(?:confirmation|permission|approval|consent)|"
    r"after\s+(?:the\s+user\s+)?confirm\w*|ask\s+(?:the\s+user|before|first)|confirm\s+(?:with|before|first)|"
    r"only\s+if|when\s+(?:the\s+)?user\s+(?:asks|requests)|user\s+(?:wants|asks|requests))\b"
)


def _judged(package: Package, one: Sentence) -> Iterator[Finding]:
    unasked = bool(UNASKED.search(one.words))
    own = package.purpose.covers(Topic.CLEANING, Topic.DATABASE)
    if _said.hidden(one) or (_TOTAL.search(one.words) and unasked and not own):
        yield RULE.at(one.span)
    elif unasked and not own:
        yield RULE.at(one.span, severity=Severity.MEDIUM)


RULE = Rule(
    id="destructive-orders",
    title="the text has files or data deleted that nobody asked to lose",
    axis=Axis.MALICE,
    severity=Severity.HIGH,
    confidence=Confidence.MEDIUM,
    why="What is deleted on the side, after a task about something else, is missed only when it is needed.",
    remedy="delete only what the skill made itself, and ask before anything else",
    anchors=_said.anchors(
        (
            r"\b(?:delet|remov|eras|wip|purg|destroy|shred|drop|truncat|overwrit|clear|nuk)(?:e|es|ing|ed)? (?:the )?"
            r"(?:all|files|every|entire|whole|original|other|old|older|existing|outdated|previous|user|production|"
            r"home|"
            r"any|everything)"
        ),
        (
            r"\b(?:empty|discard|trash|get rid of|clean out|throw (?:away|out)|clear|remove|delete|erase) (?:\w+ "
            r"){0,2}?"
            r"(?:folder|director|input|documents?|data|backups?|originals?|files?)"
        ),
        r"older than|rm -|drop (?:database|schema)|mkfs|dd if=|git (?:reset --hard|clean|push)|outdated",
        "删除|清空|销毁|削除|消去|삭제|borra|elimina|apague|exclua|supprime|efface|lösche|дали|отри",
    ),
    look=look,
)
