"""Languages without a grammar of their own here: Go, Ruby, PHP, Perl, Lua, Java, C#, Rust, Swift, C, AppleScript…"""

from __future__ import annotations

from sealskill.scan.act import Act
from sealskill.scan.document import Document, Kind
from sealskill.scan.language import _orders, plain
from sealskill.scan.language._code_flow import Reading
from sealskill.scan.pattern import pattern
from sealskill.scan.readers import Reader

_REACHING = (
    r"https?\.|https?://|\bsockets?\b|\bcurl_|\bfsockopen\b|\bNet::|\bLWP\b|\bURLSession\b|\breqwest\b|\bureq\b|\bHttpClient\b|\bWebClient\b",
    r"\bOkHttp|\bURLConnection\b|\bnet\.Dial|\bTcp(?:Stream|Client)\b|\bTCPSocket\b|XMLHTTP|\bWinHttp|\bFaraday\b|\bHTTParty\b|\bRestClient\b",
)
_RUNNING = (
    r"\bexec\b|\bsystem\b|\bshell_exec\b|\bpassthru\b|\bpopen\b|\bproc_open\b|\bProcess\b",
    r"\bRuntime\b|\bShellExecute|\bdo shell script\b",
    r"\beval\b|\bloadstring\b|\bAssembly\b|\bos\.execute\b|\bspawn\b|\bCommand\b|\bWScript\b|\bexecl?[vp]*e?\s*\(|`",
)
_TAKING = (
    r"\bgetenv\b|\benviron\b|\bENV\b|\bGetAsyncKeyState\b|\bSetWindowsHookEx|\bCGEventTap|clipboard|pasteboard|\bCryptUnprotectData\b",
    r"\bSecItemCopyMatching\b|\bBitBlt\b|CopyFromScreen|createScreenCapture|\bdisplay dialog\b",
    r"\bunlink\b|\brm_rf\b|\bremove_?(?:all|file|dir)|\bencrypt|\bcipher\b|\bopenssl_|\.Seal\b",
)  # fmt: skip
_ACTING = pattern("|".join(f"(?:{one})" for one in (*_REACHING, *_RUNNING, *_TAKING)))


def acts(document: Document) -> tuple[Act, ...]:
    """What the program does, and what its comments order."""
    done = Reading(document).read() if _ACTING.search(document.data) else ()
    return (*done, *plain.acts(document))


READER = Reader(
    kinds=(Kind.CODE,), acts=acts, sentences=plain.sentences,
    anchors=(*_orders.ANCHORS, *_REACHING, *_RUNNING, *_TAKING),
)  # fmt: skip
