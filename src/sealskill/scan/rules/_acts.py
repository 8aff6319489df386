"""What rules over acts share: which acts are meant, how sure one is of them, and the way that leads to them."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from typing import TYPE_CHECKING

from sealskill.model.report import Confidence, Severity
from sealskill.scan.act import Act, Doer, Verb
from sealskill.scan.document import Document, Kind, Span
from sealskill.scan.facts.hosts import account_of, host_of
from sealskill.scan.facts.purpose import Topic
from sealskill.scan.facts.standing import FOREIGN, Standing, standing
from sealskill.scan.pattern import pattern

if TYPE_CHECKING:
    from sealskill.scan.package import Package
    from sealskill.scan.rule import Hits

CALLS = (
    r"\bcurl\b", r"\bwget\b", r"\bInvoke-(?:WebRequest|RestMethod)\b", r"\biwr\b", r"\birm\b", r"\brequests?\.",
    r"\burllib",
    r"\bhttpx\b", r"\baiohttp\b", r"\bhttp\.client\b", r"\bhttps?\.(?:get|post|request)\b", r"\bfetch\s*\(",
    r"\baxios\b",
    r"\bsockets?\b", r"/dev/(?:tcp|udp)/", r"\bnc\b", r"\bncat\b", r"\bXMLHttpRequest\b", r"\bsendBeacon\b",
    r"\bWebSocket\b",
    r"\bsmtplib\b", r"\bscp\b", r"\brsync\b", r"\bftp", r"\bnslookup\b", r"\bdig\b", r"\bgethostby", r"\bdns\b",
    r"\bgot\b",
    r"\bundici\b", r"\bnet\.",
    r"\bhttps?\b.{0,40}\brequire\b|\brequire\b.{0,40}\bhttps?\b|\bfrom [\"'](?:node:)?https?",
    r"\bDownload(?:String|File|Data)\b", r"\bWebClient\b", r"\bgit\b", r"\bboto", r"\bparamiko\b", r"\bwebhook",
    r"\bNet::|\bLWP\b|\bHTTP::|\bfsockopen\b|\bcurl_(?:exec|easy|init)|\bfile_get_contents\b|\bsocket\.http\b|\bhttp\.Post",
    r"\bURLSession\b|\breqwest\b|\bureq\b|\bHttpClient\b|\bOkHttp|URLConnection\b|\bTcp(?:Stream|Client)\b|XMLHTTP",
    r"\bFaraday\b|\bHTTParty\b|\bRestClient\b|\bExcon\b|\bHTTPoison\b|\bPostAsync\b|\bhttpr?::|\bNewRequest",
)  # fmt: skip
"""Words without which no program sends or fetches."""
SINKS = (
    r"\b(?:eval|exec|execfile|execSync|spawnSync|Function)\s*\(|\bos\.(?:system|popen)\b|\bsubprocess\b|\bchild_process\b",
    r"(?m:^|[;&|(]\s{0,8})\s{0,8}eval\s|\|\s*(?:sudo\s+)?(?:/\S{1,20}/)?(?:ba|z|da|k)?sh\b|\b(?:ba|z|da|k)?sh\s+-\w{0,3}c\b",
)
"""Words with which a program runs text: what is put together first shows none of the words above."""
NETWORK = ("://", *CALLS, *SINKS)
"""Words without which no text has anything sent or fetched."""
_CALLS = frozenset(CALLS + SINKS)
_PROGRAMS = frozenset(
    {Kind.PYTHON, Kind.JAVASCRIPT, Kind.TYPESCRIPT, Kind.TSX, Kind.SHELL, Kind.POWERSHELL, Kind.BATCH, Kind.CODE}
)
_SAMPLES = pattern(
    r"(?:^|/)(?:tests?|__tests__|spec|fixtures?|samples?|testdata|test[_-]?(?:data|cases)|evals?|corpus|payloads?|"
    r"mocks?|__mocks__|rules|signatures|patterns|detectors?|reports?|yara)/|(?:^|/)(?:test_[^/]*|[^/]*[._-](?:test|spec))\.\w+$|"
    r"(?:^|/)(?:evals?|(?:test[_-]?)?cases?|fixtures?)\.(?:jsonl?|ya?ml|csv)$"
)


# Whoever runs the tests runs these first, whatever they are called in the text.
_STARTS = pattern(r"(?:^|/)(?:conftest|sitecustomize|usercustomize)\.py$")


def meant(hits: Hits, *verbs: Verb) -> Iterator[Act]:
    """The acts of some verbs that somebody does or is told to do; what is only shown is left out."""
    return (act for document in hits for act in document.acts if act.verb in verbs and is_meant(act))


def linked(hits: Hits, *verbs: Verb) -> Iterator[Act]:
    """The same, of documents that can reach a network; an address in a comment of a program is no reason to read it."""
    return (act for document in reaching(hits) for act in document.acts if act.verb in verbs and is_meant(act))


def reaching(hits: Hits) -> Iterator[Document]:
    """The documents that can reach a network."""
    return (one for one in hits if one.kind not in _PROGRAMS or one.hits & _CALLS)


def is_meant(act: Act) -> bool:
    """Whether somebody does it or is told to."""
    return act.doer is not Doer.NOBODY


def stands(package: Package, act: Act) -> Standing:
    """What the other end of an act is to the skill."""
    return standing(act.url, package.vendor)


def unasked(package: Package, act: Act) -> bool:
    """Whether it happens without being asked for: by itself, or because a text has the program run with all work."""
    if act.unasked or act.doer is not Doer.CODE:
        return act.unasked
    order = package.errand(act.span.document.path)
    return order is not None and order.standing


def strange(package: Package, url: str) -> Severity | None:
    """How bad it is to run what an address gives: nobody can be held to it, it is only called alike, or nothing."""
    if standing(url, package.vendor) in FOREIGN:
        return Severity.HIGH
    owned = standing(url, package.vendor) is Standing.VENDOR
    return Severity.MEDIUM if owned and not package.vendor.vouched(url) else None


def concealed(act: Act) -> bool:
    """Whether nobody who reads the file sees where an act leads: it stands in a layer, or was put together."""
    document = act.span.document
    if any(not one.startswith(_OPEN) for one in document.layers):
        return not (document.layers == (_PIECES,) and _whole(act))
    said = f"{act.url} {act.path}".lower().encode("utf-8", "replace")
    if "." not in host_of(act.url) or _FILLED.search(said):
        return False
    whole = _outermost(document)
    names = (account_of(act.url).rpartition("/")[2].lower().encode("utf-8", "replace"), *_WORDS.findall(said))
    return any(one not in whole for one in names)


def _whole(act: Act) -> bool:
    """Whether an act stands in the file as it is, address and all, beside the pieces that a layer was joined from."""
    data, url = act.span.document.data, act.url.encode()
    at = data.find(url)
    said = data[min(at, act.span.start) : max(at + len(url), act.span.end)]
    return bool(url) and at >= 0 and said.lower() in _outermost(act.span.document)


_PIECES = "pieces"
_WORDS = pattern(r"[a-z]{4,40}")
"""An address is put together word by word where it is honest; cut inside a word it is meant not to be found."""
_FILLED = pattern(r"[{}$<>*%]")
"""What is only known when it runs; nobody hid that."""


def out_of_sight(said: str, document: Document) -> bool:
    """Whether words of a text that a program holds stand nowhere in its file."""
    words = set(_WORDS.findall(said.lower().encode("utf-8", "replace")))
    whole = _outermost(document)
    # `-T` and `svg` may be put together to `-Tsvg`: a letter in front hides nothing.
    return len([one for one in words if one not in whole and one[1:] not in whole]) > len(words) // _FEW


_FEW = 4
"""One word in so many may come from a table or a name that somebody reads elsewhere."""
_OPEN = (
    "cell",
    "page",
    "script",
    "zip",
    "tar",
    "gzip",
    "docx",
    "xlsx",
    "pptx",
    "jar",
    "whl",
    "entities",
    "escapes",
    "percent",
    "data",
    "widths",
)
"""Layers that honest files are made of."""


def _outermost(document: Document) -> bytes:
    """The bytes of the file a document stands in, in small letters, as hosts are."""
    while document.embedding is not None:
        document = document.embedding.outer
    return document.data.lower()


def spoken_of(package: Package, act: Act) -> bool:
    """Whether the text that has it done says that something is sent: an order is odd, a secret one is malice."""
    order = package.errand(act.span.document.path) if act.doer is Doer.CODE else None
    span = order.span if order else act.span
    document, start = span.document, span.start
    while document.embedding is not None:
        start = place_in(document.embedding.outer, document.span(start, start + 1))
        document = document.embedding.outer
    before = document.data[max(start - _AROUND, 0) : start]
    said = before[before.rfind(b"\n\n") + 1 :] + (b"" if act.coded else span.data)
    return bool(_SENDING.search(said)) or (
        order is not None and bool(_SENDING.search(document.data[start : start + _AROUND]))
    )


_AROUND = 300
"""Bytes of a text before a command that say what it is for."""
_SENDING = pattern(
    r"\b(?:send|sends|sending|sent|upload\w*|post|posts|posted|transmit\w*|servers?|cloud|remote|sync\w*|shar(?:e|ed|ing)|"
    r"endpoints?|submit\w*|collectors?|online|push\w*|report\s+to|forward\w*)\b|服务器|上传|云端|サーバ|送信|서버|업로드|"
    r"servidor|serveur|hochlad|сервер|отправ"
)


def trail(package: Package, act: Act) -> tuple[Span, ...]:
    """The steps that end in an act: the text that sends the agent to the file, where the data was read, the act."""
    order = package.errand(act.span.document.path) if act.doer is Doer.CODE else None
    way = package.way_to(act.span.document.path)
    steps = (*(way[:-1] if order and way else way), *((order.span,) if order else ()), *act.flow)
    return (*steps, act.span) if steps else ()


def sure(package: Package, act: Act, usual: Confidence = Confidence.MEDIUM) -> Confidence:
    """How sure one is that an act is done: less of a sample that no text leads to, more of a skill about attacks."""
    if is_sample(package, act.span.document):
        return Confidence.LOW
    return usual


def is_sample(package: Package, document: Document) -> bool:
    """Whether a file is there to be tested with, not to be run."""
    named = document.path.encode()
    return bool(_SAMPLES.search(named) and not _STARTS.search(named)) and (
        package.purpose.covers(Topic.SECURITY) or not package.way_to(document.path)
    )


# An argument list passes through no shell and no evaluator, whatever stands in it.
_EVALUATES = pattern(
    r"^\W*(?:\w+\.)*(?:eval|exec|compile|system|execSync|Function|runInNewContext|loads?|execute|executescript|raw)\s*\(|"
    r"\bos\.popen\s*\(|shell\s*=\s*True|^\s*(?:eval|bash\s+-c|sh\s+-c)\b|new\s+Function"
)


def evaluates(act: Act) -> bool:
    """Whether what an act runs goes through a shell or an evaluator."""
    return bool(_EVALUATES.search(act.span.data))


def piped(act: Act) -> bool:
    """Whether code that was fetched goes through a shell, rather than being evaluated by the program itself."""
    return act.span.document.kind not in _EVALUATING or bool(_SHELLED.search(act.span.data))


_EVALUATING = frozenset({Kind.PYTHON, Kind.JAVASCRIPT, Kind.TYPESCRIPT, Kind.TSX, Kind.NOTEBOOK})
_SHELLED = pattern(r"\b(?:curl|wget|iwr|irm|Invoke-WebRequest)\b")


_OWN_KEY = pattern(r"\.pub\b|\bssh-copy-id\b")
_GIVEN_KEY = pattern(r"\b(?:ssh-(?:rsa|ed25519|dss)|ecdsa-sha2-\S+)\s+AAAA|://")


def own_key(package: Package, act: Act) -> bool:
    """Whether the person's own public key lets them in, and not one that comes with the skill or from elsewhere."""
    said = act.span.data
    if not _OWN_KEY.search(said) or _GIVEN_KEY.search(said):
        return False
    return not any(one.endswith(".pub") and one.rpartition("/")[2].encode() in said for one in package.files)


def place_in(document: Document, span: Span) -> int:
    """Where a span of a document that may be a part of this one stands in this one."""
    inner, at = span.document, span.start
    while inner is not document and inner.embedding is not None:
        segments = inner.embedding.segments
        at = segments[0][1] + at if segments else inner.embedding.start
        inner = inner.embedding.outer
    return at


def whither(act: Act) -> str:
    """The other end, as a message names it."""
    return host_of(act.url) or act.url or "an address that is not in sight"


def within(path: str, *, home: bool = False) -> bool:
    """Whether a path stays in a folder of its own: relative and not upwards, or under a place for scraps."""
    bare = path.strip("\"'`")
    if bare.startswith(("/tmp/", "/var/tmp/", "$TMP", "${TMP", "%TEMP%", "$TEMP", "/dev/shm/")):  # noqa: S108  their paths
        return True
    if home and bare.startswith(("~/", "$HOME/", "${HOME}/")):
        return bare.count("/") > 1
    return (
        bool(bare) and not bare.startswith(("/", "~", "$", "%", "\\")) and not posixpath.normpath(bare).startswith("..")
    )
