"""One endpoint, asked over HTTP. Every call ends in a `Reply`: an answer, a refusal, or why there is none.

What it keeps to: no redirect is followed, nothing compressed is opened, an answer has a largest size and a call a
deadline, only `429`, `5xx` and an address nobody answers at are tried again, and the key is in no word it says.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlsplit

import httpx2
import msgspec

from sealskill import __version__
from sealskill.endpoint.anthropic import ANTHROPIC
from sealskill.endpoint.openai import OPENAI
from sealskill.endpoint.wire import Unreadable, Wire
from sealskill.model.opinion import Question, Reply
from sealskill.model.settings import JudgeSettings
from sealskill.model.value import Value

WIRES = {"openai": OPENAI, "anthropic": ANTHROPIC}
MAX_ANSWER = 1 << 20
"""Bytes of a body that are read: the longest answer of the form has some ten thousand."""
_MAX_WAIT = 60.0
"""Seconds a server may make us wait between two tries."""
_LONGEST_BACKOFF = 30.0
_SAID = 300
"""Characters of a server's own words that are repeated."""
_OK, _BAD_REQUEST, _TOO_MANY, _SERVER = 200, 400, 429, 500
_HOPELESS = frozenset({401, 403, 404, 405})
"""Wrong key, no right, no such model or path: the next question would fare no better."""

Sleep = Callable[[float], Awaitable[None]]


class _Again(Value):
    """A try that may be repeated, and when."""

    why: str
    after: float | None = None
    hopeless: bool = False


class _TooLarge(Exception):
    """A body went on and on."""


class Client:
    """Use it as `async with Client(settings, key) as client: await client.ask(question)`."""

    def __init__(self, settings: JudgeSettings, key: str, sleep: Sleep = asyncio.sleep) -> None:
        self._settings = settings
        self._key = key
        self._sleep = sleep
        self._wire: Wire = WIRES[settings.provider]
        self._cap = 0
        """Which of the wire's names for the cap of tokens this server takes."""
        headers = {
            "Accept": "application/json", "Accept-Encoding": "identity", "Content-Type": "application/json",
            "User-Agent": f"sealskill/{__version__}", **self._wire.headers(key),
        }  # fmt: skip
        # A proxy of the environment must not see what is sent to this very machine.
        elsewhere = urlsplit(settings.url).scheme == "https"
        self._http = httpx2.AsyncClient(
            headers=headers, timeout=settings.timeout, follow_redirects=False, trust_env=elsewhere,
            limits=httpx2.Limits(max_connections=settings.concurrency),
        )  # fmt: skip

    async def __aenter__(self) -> Self:
        await self._http.__aenter__()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, exc: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._http.__aexit__(kind, exc, trace)

    async def ask(self, question: Question) -> Reply:
        """What the model answers."""
        tries = 0
        while True:
            cap = self._cap
            said = await self._once(question, cap)
            if isinstance(said, Reply):
                return said
            if cap == self._cap:  # else another name for the cap is tried, which is no second try
                if tries >= self._settings.retries:
                    return Reply(failed=said.why, hopeless=said.hopeless)
                await self._sleep(_wait(said.after, tries))
                tries += 1

    async def _once(self, question: Question, cap: int) -> Reply | _Again:
        body = self._wire.body(self._settings.model, question)
        body[self._wire.caps[cap]] = self._settings.max_tokens
        try:
            # The library's own time-outs are for one read each: a server that drips would be waited for for ever.
            async with asyncio.timeout(self._settings.timeout):
                return await self._posted(msgspec.json.encode(body), cap)
        except (TimeoutError, httpx2.ReadTimeout, httpx2.WriteTimeout, httpx2.PoolTimeout):
            return Reply(failed=f"no answer within {self._settings.timeout} seconds")
        except (httpx2.ConnectError, httpx2.ConnectTimeout) as exc:
            return _Again(why=self._clean(f"nobody could be reached: {str(exc) or type(exc).__name__}"), hopeless=True)
        except (httpx2.HTTPError, httpx2.InvalidURL) as exc:
            return Reply(failed=self._clean(f"the connection broke: {type(exc).__name__} {exc}"))
        except _TooLarge:
            return Reply(failed=f"the answer is larger than {MAX_ANSWER} bytes")
        except Unreadable as exc:
            return Reply(failed=self._clean(f"what came back is no answer of this kind of endpoint: {exc}"))

    async def _posted(self, body: bytes, cap: int) -> Reply | _Again:
        async with self._http.stream("POST", self._wire.address(self._settings.url), content=body) as response:
            if response.is_redirect:
                said = "it sends us to another address: set scan.judge.url to the one that answers"
                return Reply(failed=said, hopeless=True)
            data = await _whole(response)
            if response.status_code != _OK:
                return self._refused(response, _error(data), cap)
            kind = response.headers.get("content-type", "")
            if kind.partition(";")[0].strip().lower() != "application/json":
                return Reply(failed=self._clean(f"what came back is {kind or 'of no kind'}, not JSON"))
            return self._wire.read(data)

    def _refused(self, response: httpx2.Response, words: str, cap: int) -> Reply | _Again:
        status = response.status_code
        why = self._clean(f"HTTP {status}{f': {words}' if words else ''}")
        if status == _TOO_MANY or status >= _SERVER:
            return _Again(why=why, after=_seconds(response.headers.get("retry-after", "")))
        after = self._wire.caps[cap + 1 : cap + 2]
        if status == _BAD_REQUEST and after and after[0] in words:
            self._cap = max(self._cap, cap + 1)
            return _Again(why=why)
        return Reply(failed=why, hopeless=status in _HOPELESS)

    def _clean(self, said: str) -> str:
        """Words that may be repeated: one line, cut, and without the key, which servers like to quote."""
        line = " ".join(said.split())
        line = line.replace(self._key, "<the key>") if self._key else line
        return line if len(line) <= _SAID else line[: _SAID - 1] + "…"


async def _whole(response: httpx2.Response) -> bytes:
    """The body as it came, up to its largest size. Raises _TooLarge or Unreadable."""
    if response.headers.get("content-encoding", "identity").lower() != "identity":
        raise Unreadable("it is compressed, which was not asked for")
    parts, size = [], 0
    async for part in response.aiter_raw():
        parts.append(part)
        size += len(part)
        if size > MAX_ANSWER:
            raise _TooLarge
    return b"".join(parts)


def _error(data: bytes) -> str:
    """The message in the body of an error; empty where there is none."""
    try:
        found: Any = msgspec.json.decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return ""
    error = found.get("error") if isinstance(found, dict) else None
    message = error.get("message") if isinstance(error, dict) else error
    return message if isinstance(message, str) else ""


def _wait(after: float | None, tries: int) -> float:
    """What the server asks for, or twice as long each time."""
    return min(2.0**tries, _LONGEST_BACKOFF) if after is None else min(after, _MAX_WAIT)


def _seconds(text: str) -> float | None:
    """`Retry-After` in seconds; its form as a date is not worth believing a stranger's clock."""
    text = text.strip()
    return float(text) if text.isascii() and text.isdigit() and len(text) < 10 else None
