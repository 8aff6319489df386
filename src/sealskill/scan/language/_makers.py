"""Which acts follow from a sentence that is an order, verb by verb."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

from sealskill.scan.act import Act, Data, Source, Verb
from sealskill.scan.document import Span
from sealskill.scan.facts.guards import GUARDS
from sealskill.scan.facts.places import AGENT_FILES, AUTOSTART
from sealskill.scan.language import _verbs
from sealskill.scan.language._spoken import Said
from sealskill.scan.pattern import pattern
from sealskill.scan.prose import Link

_OWN = frozenset((Data.CREDENTIALS, Data.PASSWORD, Data.KEY))
"""What one gets for oneself, of a vendor, to begin with."""
_TAKES = pattern(r"^(?:get|obtain|retrieve|access|take|copy|grab|note|获取|取得|복사|copi[ae]|récup\S*|получ\S*)$")
_THEIRS = pattern(
    r"\b(?:user'?s|their|all|every|any|stored|saved|cached|existing|other|browser|keychain|ssh|aws|private|"
    r"system)\b|[~/$]\S|所有|全部|すべて|모든"
)
_MUTE = frozenset((Data.FILES, Data.KEY))
"""Data that one reads all day; only where they go matters."""
_TERMINAL = pattern(
    r"\b(?:terminal|command\s+prompt|powershell|shell|console|cmd)\b|终端|命令行|ターミナル|터미널|терминал"
)
_PASTE = pattern(
    r"\b(?:paste|copy)\b|粘贴|复制|貼り付け|コピー|붙여|복사|peg[ae]|copi[ae]|cole\b|einfüg|kopier|colle[zr]|"
    r"copie[zr]|встав|скопир"
)
_LOOKS = pattern(
    r"^(?:visit|open|go|navigate|head|browse|get|访问|打开|开い|방문|visit[ae]|acesse|besuch|öffne|ouvr|перейд|откро|посет)"
)
_PROGRAM = pattern(
    r"\b(?:scripts?|commands?|installers?|code|binary|executable|program|one-?liner|snippet)\b|脚本|命令|代码|"
    r"スクリプト|コマンド|コード|"
    r"스크립트|명령|코드|comando|código|befehl|skript|commande|команд|скрипт|код"
)
_OBJECT = 60
"""Bytes after `run` in which stands what is run."""
_OBEY = pattern(r"^(?:follow|obey|perform|apply|import)\b")
_CODE = pattern(
    r"^[\s:\"'(]*(?:(?:the|this|any|all|our|a)\s+)?(?:\w+\s+){0,2}?(?:scripts?|code|commands?|installer|binary|"
    r"program|payload|file|"
    r"instructions?|contents?|whatever|output|脚本|代码|命令|スクリプト|コード|스크립트|코드|script|código|"
    r"skript|скрипт|код)\b.{0,40}$"
)
_PASSIVE = pattern(r"\b(?:be|are|is|was|were|been|gets?)\s+(?:\w+\s+)?(?:sent|\w+ed)\b")
"""What is sent stands before `is to be sent`."""
_COPIED = pattern(r"^b?cc\b")
_LETTERS = frozenset((Data.CONVERSATION,))
"""What whoever stands in `bcc` reads."""
_MAX_WORDS = 4
"""Words for one verb in a sentence that are tried."""
_REACH = 160
"""Bytes between a verb and what it is done to."""


def acts(said: Said) -> Iterator[Act]:
    """The acts that follow from it, each once."""
    seen = set()
    for verb, make in _MAKERS:
        for act in _first(said, verb, make):
            if (key := (act.verb, act.url, act.path)) not in seen:
                seen.add(key)
                yield act


def _first(said: Said, verb: Verb, make: Callable[[Said, int, int], Iterator[Act]]) -> list[Act]:
    """What the first word for a verb makes that makes anything: the `report` that is written is not sent."""
    for found in islice(_verbs.VERBS[verb].finditer(said.text), _MAX_WORDS):
        made = list(make(said, found.start(), 0 if said.verbs_last else found.end()))
        if made:
            return made
    return []


def _read(said: Said, at: int, end: int) -> Iterator[Act]:
    data = said.data(end)
    if _TAKES.search(said.text[at:end]) and not _THEIRS.search(said.text, end):
        data -= _OWN
    if Data.PASSWORD in data and _verbs.LOCKED.search(said.text):
        data -= {Data.PASSWORD}
    if data - _MUTE:
        said.recent.keep(data, (said.sentence.span,))
        yield from said.act(Verb.READ, at, data=data - {Data.FILES} or data)
    elif data and not (said.recent.data - _MUTE and _verbs.IT.search(said.text)):
        said.recent.keep(data, (said.sentence.span,))  # `each file found` is what was read before


def _send(said: Said, at: int, end: int) -> Iterator[Act]:
    copied = bool(_COPIED.search(said.text, at, end or len(said.text)))
    end = 0 if copied else end
    link = said.link(end)
    elsewhere = None if link else _verbs.ELSEWHERE.search(said.text, end)
    if link is None and elsewhere is None:
        return
    passive = bool(_PASSIVE.search(said.text, max(at - _OBJECT, 0), end or len(said.text)))
    data: frozenset[Data] = said.data(0 if passive else at) | (_LETTERS if copied else frozenset())
    flow: tuple[Span, ...] = ()
    here = said.recent.flow[-1:] == (said.sentence.span,)
    if not data - _MUTE and said.recent.data and (here or _verbs.IT.search(said.text, end)):
        data, flow = data | said.recent.data, said.recent.flow
    address = elsewhere.group().decode("utf-8", "replace").rstrip(".-") if elsewhere else ""
    if link is None and not data - {Data.FILES} and not (data and "@" in address and said.unasked):
        return
    url = link.url if link else address if "@" in address else ""
    yield from said.act(Verb.SEND, at, url=url, what=address, data=data or frozenset((Data.CHOSEN,)), flow=flow)


def _fetch(said: Said, at: int, end: int) -> Iterator[Act]:
    link = said.link(end)
    if link is None:
        return
    said.recent.url, said.recent.page = link.url, bool(_LOOKS.search(said.text[at : end or len(said.text)]))
    if _PASTE.search(said.text, end) and _TERMINAL.search(said.text, end):
        yield from said.act(Verb.RUN, at, source=Source.FETCHED, url=link.url, what="a command that a page shows")
        return
    what = "instructions" if _verbs.INSTRUCTIONS.search(said.text, end) else ""
    locked = "an archive with a password" if _verbs.LOCKED.search(said.around) else ""
    yield from said.act(Verb.FETCH, at, url=link.url, what=locked or what)


def _run(said: Said, at: int, end: int) -> Iterator[Act]:
    if _OBEY.search(said.text[at : end or len(said.text)]) and _verbs.INSTRUCTIONS.search(said.text, end):
        return  # words to be followed are no program; that they are fetched is an act of its own
    link = said.link(end)
    if link is not None and _directly(said, end, link):
        yield from said.act(Verb.RUN, at, source=Source.FETCHED, url=link.url)
    elif said.recent.url and (_PROGRAM if said.recent.page else _verbs.IT).search(said.text, end, end + _OBJECT):
        yield from said.act(Verb.RUN, at, source=Source.FETCHED, url=said.recent.url)


def _directly(said: Said, end: int, link: Link) -> bool:
    """Whether what is run is what stands at an address: `run the script from https://…`."""
    text = said.text[end:]
    at = text.find(link.label.encode())
    return at >= 0 and bool(_CODE.search(text[:at]))


def _write(said: Said, at: int, end: int) -> Iterator[Act]:
    for place in (AGENT_FILES, AUTOSTART):
        found = place.search(said.text, end)
        if found and found.start() - end < _REACH and not _KEPT_IN.search(said.text[end : found.start()]):
            yield from said.act(Verb.WRITE, at, path=found.group().decode("utf-8", "replace"))


# The place is where something is, or comes from, and not where it is written to.
_KEPT_IN = pattern(
    r"(?:\b(?:is|are|lives?|stands?|was|comes?|found|defined)\s+(?:\w+\s+)?(?:in|at)|\bfrom)\s+[`'\"(~/$\w{}]*$"
)


def _delete(said: Said, at: int, end: int) -> Iterator[Act]:
    much = _verbs.MUCH.search(said.text, end, end + _REACH)
    data = said.data(end)
    if much and data:
        path = next((one.text for one in said.sentence.codes), much.group().decode("utf-8", "replace"))
        yield from said.act(Verb.DELETE, at, path=path, data=data)


def _encrypt(said: Said, at: int, end: int) -> Iterator[Act]:
    if Data.FILES in said.data(end) and _verbs.MUCH.search(said.text, end, end + _REACH):
        path = next((one.text for one in said.sentence.codes), "")
        yield from said.act(Verb.ENCRYPT, at, path=path, data=frozenset((Data.FILES,)))


def _stop(said: Said, at: int, end: int) -> Iterator[Act]:
    found = GUARDS.search(said.text, end, end + _REACH) or _verbs.APPROVALS.search(said.text, end, end + _REACH)
    if found:
        yield from said.act(Verb.STOP, at, what=found.group().decode("utf-8", "replace"))


def _spend(said: Said, at: int, end: int) -> Iterator[Act]:
    found = _verbs.MONEY.search(said.text, end, end + _OBJECT)
    if found:
        link = said.link(end)
        yield from said.act(
            Verb.SPEND, at, what=found.group().decode("utf-8", "replace"), url=link.url if link else ""
        )  # fmt: skip


def _repeat(said: Said, at: int, end: int) -> Iterator[Act]:
    if _verbs.REQUESTS.search(said.text, end):
        link = said.link(end)
        yield from said.act(Verb.REPEAT, at, url=link.url if link else "")


def _install(said: Said, at: int, end: int) -> Iterator[Act]:
    link = said.link(end)
    codes = [one for one in said.sentence.codes if b" " not in one.data]
    if link is not None or codes:
        yield from said.act(
            Verb.INSTALL, at, what=codes[0].text if codes else link.label if link else "", url=link.url if link else ""
        )  # fmt: skip


_MAKERS: tuple[tuple[Verb, Callable[[Said, int, int], Iterator[Act]]], ...] = (
    (Verb.READ, _read), (Verb.FETCH, _fetch), (Verb.INSTALL, _install), (Verb.RUN, _run), (Verb.SEND, _send),
    (Verb.WRITE, _write), (Verb.DELETE, _delete), (Verb.ENCRYPT, _encrypt), (Verb.STOP, _stop), (Verb.SPEND, _spend),
    (Verb.REPEAT, _repeat),
)  # fmt: skip
