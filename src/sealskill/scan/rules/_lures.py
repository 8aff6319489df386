"""What lures have in common: somewhere to get a thing from, something said about needing it, and a way to run it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from sealskill.model.value import Value
from sealskill.scan.document import Document, Kind, Span
from sealskill.scan.facts.hosts import urls_in
from sealskill.scan.facts.standing import Standing, standing
from sealskill.scan.facts.wares import Ware, ware_of
from sealskill.scan.pattern import pattern
from sealskill.scan.prose import Prose, Sentence, Where

if TYPE_CHECKING:
    from sealskill.scan.package import Package

TEXTS = frozenset({Kind.MARKDOWN, Kind.TEXT, Kind.HTML, Kind.XML, Kind.SVG, Kind.YAML, Kind.JSON})
"""Kinds in which a lure speaks to somebody; a program has other ways."""

NEED = pattern(
    r"\b(?:requires?\b|required\b|prerequisites?|mandatory|must\s+(?:be|have|first|install|run|download|complete)|"
    r"need(?:s|ed)?\s+(?:to|the|a|an|our|this|it)\b|depends?\s+on|necessary|essential|before\s+(?:using|you|"
    r"proceed\w*|running|continu\w*|"
    r"any|setting|start\w*|first|the\s+first|each)|will\s+not\s+(?:work|function|run|start|load)|won'?t\s+(?:work"
    r"|function|run)|"
    r"(?:does\s+not|doesn'?t|do\s+not|don'?t)\s+(?:work|function|run|start|load)\s+(?:without|until|unless)|nothing\s+works\b|"
    r"(?:cannot|can'?t|unable\s+to)\s+(?:work|function|run|operate|be\s+used)|only\s+works?\s+(?:with|if|when|"
    r"once)|not\s+(?:be\s+)?available\s+without|"
    r"without\s+(?:it|this|the|\w[\w.-]*)\s+(?:\w+\s+)?(?:installed|running|active|present)|first,?\s+(?:install|"
    r"download|run|set)|"
    r"(?:make\s+sure|ensure|confirm|verify)\s+(?:[^.\n]|\.\S){0,60}(?:installed|running|active)|one-time\s+(?:setup|"
    r"install\w*))|"
    r"需要|必须|必須|必需|前置|先安装|前提|依赖|必要|requier|necesit|obligatori|requisit|erforderlich|benötig|voraussetz|"
    r"nécess|requis|obligatoire|prérequis|требу|необходим|обязательн|precisa|necessári|필요|필수|richiede|necessari|"
    r"wymaga|gerekli"
)
"""A claim that nothing works without it."""
TERMINAL = pattern(
    r"(?:\b(?:copy|paste|run|execute|enter|type|drop|input)\b(?:[^.\n]|\.\S){0,160}?\b(?:terminal|command\s+prompt|cmd|"
    r"powershell|run\s+dialog|"
    r"console|konsole|iterm2?|command\s+line|shell)\b|\bterminal\b(?:[^.\n]|\.\S){0,60}?\b(?:and|then)\s+(?:paste|run|"
    r"execute|enter)|"
    r"\bwin(?:dows)?(?:\s+key)?\s*\+\s*r\b|\bctrl\s*\+\s*v\b|(?:复制|粘贴|執行|执行|运行)[^。\n]{0,60}?(?:终端|終端|命令行|控制台)|"
    r"(?:终端|終端|命令行)[^。\n]{0,30}?(?:粘贴|执行|运行)|(?:copia|pega|ejecuta|copie|cole|collez|copiez|kopiere|füge|скопируй"
    r"|вставь|выполни)\w*"
    r"(?:[^.\n]|\.\S){0,80}?(?:terminal|consola|console|терминал|консол))"
)
"""Something is to be put into a terminal by hand."""
FROM_PAGE = pattern(
    r"\b(?:visit|open|go\s+to|navigate\s+to|head\s+(?:over\s+)?to|follow|see|check|from|on|at|via|"
    r"using)\b(?:[^.\n]|\.\S){0,160}?\b(?:copy|execute|run|paste|"
    r"follow|install\w*)\b(?:[^.\n]|\.\S){0,60}?\b(?:commands?|scripts?|code|snippet|one-?liner|(?:\w+\s+)?lines?|instructions?|steps|"
    r"installer|it)\b|"
    r"(?:访问|打开)[^。\n]{0,80}?(?:复制|执行|运行|安装)|"
    r"\b(?:copy|execute|run|paste)\b(?:[^.\n]|\.\S){0,60}?\b(?:commands?|scripts?|code|snippet|one-?liner|"
    r"instructions?)\b(?:[^.\n]|\.\S){0,40}?\b(?:from|on|at|shown|found|listed|displayed)\b"
)
"""What is to be run stands on a page, not here."""
RUNS = pattern(
    r"\b(?:run|launch|open|execute|start|double[- ]click(?:\s+on)?|install)\s+(?:the|it|this|that|"
    r"its)?\s*(?:[\w.-]+\s+){0,2}?"
    r"(?:executable|installer|setup|binary|application|app|file|program|package|\w[\w-]*\.(?:exe|msi|dmg|pkg|sh|"
    r"bat|ps1|command|jar|scr|AppImage))\b|"
    r"\bchmod\s+(?:\+x|[0-7]*7[0-7]*)|\b(?:extract|unzip|unpack|download)\b(?:[^.\n]|\.\S){0,80}?\b(?:and|then)\s+(?:run|"
    r"launch|open|execute|start|install|double)|"
    r"(?:运行|执行|打开|双击)[^。\n]{0,20}?(?:程序|文件|安装)|ejecuta|exécut|ausführ|запуст|実行"
)
"""What was fetched is to be run."""
PASSWORD = pattern(
    r"(?:\b(?:extract|unzip|unpack|decompress|unrar|unlock|open|decrypt)\w*\b(?:[^.\n]|\.\S){0,60}?\b(?:pass\w*|pwd|pin|"
    r"code|key|using|with)\s*(?:is|:|：|=)\s*\S|"
    r"\b(?:extract|unzip|unpack|decompress|unrar|open|decrypt|unlock)\w*\b(?:[^.\n]|\.\S){0,60}?\b(?:with|using)\s+(?:the\s+)?"
    r"(?:pass(?:word|wd|code|phrase)|pwd|pin)\s+[\"'`“]?\w|"
    r"\b(?:archive|zip|rar|7z|file)\b(?:[^.\n]|\.\S){0,30}?\b(?:pass(?:word|wd|code|phrase|key)?|pwd|pin)\b\s*(?:is|:|：|=|"
    r"-)?\s*[\"'`]?\w|"
    r"\b(?:pass(?:word|wd|code|phrase)?|pwd)\s*(?:is|:|：|=)\s*[\"'`]?\S+|\bunzip\s+-P\s*\S|\b7z\s+x[^\n]{0,60}?\s-p\S|"
    r"(?:解压|压缩|压缩包)[^。\n]{0,10}?密码|密码\s*[:：是为]|пароль\s*[:—-]|contraseña\s*(?:es|:)|mot\s+de\s+passe\s*:|"
    r"passwort\s*(?:ist|:|lautet)|"
    r"senha\s*(?:é|:)|パスワード\s*[:：は]|비밀번호)"
)
"""A password for what was fetched is given beside it: so that no guard looks into it on the way."""
UNGUARDED = pattern(
    r"\b(?:disable|turn\s+off|pause|deactivate|whitelist|exclude|"
    r"add\s+an?\s+exclusion)\b(?:[^.\n]|\.\S){0,60}?\b(?:antivirus|defender|smart\s*screen|"
    r"real-?time|gatekeeper|firewall|security\s+software)\b|\bxattr\s+-[a-z]*[cd]|\bspctl\s+--master-disable|"
    r"\b(?:ignore|dismiss|click\s+through|allow)\b(?:[^.\n]|\.\S){0,40}?\b(?:warning|smart\s*screen|"
    r"unidentified\s+developer|anyway)\b|\brun\s+anyway\b|"
    r"\bfalse\s+positive\b(?:[^.\n]|\.\S){0,60}?\b(?:antivirus|defender|virus)"
)
"""Whatever would look at it is to be switched off first."""


class Lure(Value):
    """One address in a text, and what the text has done with it."""

    url: str
    span: Span
    sentence: Sentence
    standing: Standing
    ware: Ware

    @property
    def words(self) -> bytes:
        """The paragraph or list item that it stands in: the password comes a sentence after the address."""
        block = self.sentence.prose.blocks[self.sentence.block]
        text = self.sentence.prose.text[block.start : block.end]
        return text if len(text) <= _ITEM else self.sentence.words


def lures(package: Package, document: Document) -> tuple[Lure, ...]:
    """Every address of a text that somebody is sent to, unless it is the page of somebody well known."""
    return _lures(package, document) if document.kind in TEXTS else ()


@lru_cache(256)
def _lures(package: Package, document: Document) -> tuple[Lure, ...]:
    prose = document.sentences
    return tuple(_sent_to(package, prose)) if isinstance(prose, Prose) else ()


def _sent_to(package: Package, prose: Prose) -> Iterator[Lure]:
    for start, end, url in _addresses(prose):
        stands, ware = standing(url, package.vendor), ware_of(url)
        if stands in _PLAIN and ware is Ware.PAGE and "?" not in url:
            continue
        sentence = prose.at(start)
        if sentence is not None and not (sentence.negated or sentence.quoted or _cell(sentence)):
            yield Lure(url=url, span=prose.span(start, end), sentence=sentence, standing=stands, ware=ware)


def _cell(sentence: Sentence) -> bool:
    """Whether it stands in a table of data, which nobody reads as text."""
    return sentence.where is Where.TABLE and sentence.document.kind is Kind.TEXT


_PLAIN = frozenset({Standing.HERE, Standing.EXAMPLE, Standing.VENDOR, Standing.KNOWN, Standing.UNSAID})


def _addresses(prose: Prose) -> Iterator[tuple[int, int, str]]:
    yield from prose.links
    labels = {url for _, _, url in prose.links}
    yield from (one for one in urls_in(prose.text) if one[2] not in labels)


def section(sentence: Sentence) -> bytes:
    """The text under the heading that a sentence stands under."""
    return _section(sentence.prose, sentence.block)


@lru_cache(64)
def _section(prose: Prose, at: int) -> bytes:
    blocks = prose.blocks
    first = last = at
    while first > 0 and blocks[first - 1].heading == blocks[at].heading and at - first < _NEAR:
        first -= 1
    while last + 1 < len(blocks) and blocks[last + 1].heading == blocks[at].heading and last - at < _NEAR:
        last += 1
    return prose.text[blocks[first].start : blocks[last].end]


_ITEM = 600
"""Bytes of a paragraph that is about one thing; of a longer one, only the sentence."""
_NEAR = 14
"""Blocks before and after that are still about the same thing."""
