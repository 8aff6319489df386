"""The opinions of a judge: kept ones by seal, model and question, new ones from the endpoint the settings name.

Loading uses what is kept and sends nothing. Only a scan asks, where a person said so.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

import msgspec

from sealskill.errors import HostError, UsageError
from sealskill.model.opinion import Estimate, Opinion
from sealskill.model.settings import JudgeSettings
from sealskill.model.value import Value
from sealskill.read.whole import Subject
from sealskill.scan.judge.words import PROMPT, SYSTEM
from sealskill.session import secrets
from sealskill.store.cache import Cache

if TYPE_CHECKING:
    from sealskill.endpoint.client import Client

Progress = Callable[[int, int], None]
_MILLION = 1_000_000
_PER_TOKEN = 4
"""Bytes of a token, about: of English text, of code and of Chinese alike."""
_ENCODE = msgspec.msgpack.Encoder()
_DECODE = msgspec.msgpack.Decoder(Opinion)


class Case(Value):
    """One package that is to be judged, and the seal of what was scanned."""

    subject: Subject
    seal: str | None


def cost(settings: JudgeSettings, sent: int | None, answered: int | None) -> float | None:
    """What so many tokens cost; None where a price or a count is missing."""
    if settings.price_in is None or settings.price_out is None or sent is None or answered is None:
        return None
    return round((sent * settings.price_in + answered * settings.price_out) / _MILLION, 6)


class Opinions:
    """Where opinions are kept, and how new ones are had."""

    def __init__(self, cache: Cache, environ: Mapping[str, str]) -> None:
        self._cache = cache
        self._environ = environ

    def check(self, settings: JudgeSettings) -> None:
        """Raise HostError where nobody is named who could be asked: before a long scan, not after it."""
        missing = [name for name in ("url", "model") if not getattr(settings, name)]
        if missing:
            raise HostError(
                f"the judge has no {' and no '.join(f'scan.judge.{name}' for name in missing)}",
                advice="write them into your own settings, or give them with --set",
            )

    def kept(self, settings: JudgeSettings, seals: Iterable[str | None]) -> dict[str, Opinion]:
        """Seal → the opinion that is kept of it; nothing where no judge is set up."""
        if not (settings.url and settings.model):
            return {}
        keys = {_key(settings, seal): seal for seal in seals if seal is not None}
        found = self._cache.answers(list(keys))
        return {keys[key]: one for key, packed in found.items() if (one := _unpacked(packed)) is not None}

    def estimate(self, settings: JudgeSettings, cases: Sequence[Case], kept: int) -> Estimate:
        """What asking about some packages is going to take."""
        sizes = (sum(entry.size for entry in one.subject.tree.entries) for one in cases)
        sent = sum((min(size, settings.max_chars) + len(SYSTEM)) // _PER_TOKEN for size in sizes)
        answered = len(cases) * settings.max_tokens
        return Estimate(
            packages=len(cases) + kept, kept=kept, calls=len(cases), input_tokens=sent, output_tokens=answered,
            cost=cost(settings, sent, answered),
        )  # fmt: skip

    def asked(self, settings: JudgeSettings, cases: Sequence[Case], progress: Progress | None = None) -> list[Opinion]:
        """A new opinion on each package, in order; what failed says so. Raises HostError where nothing can be asked."""
        if not cases:
            return []
        import asyncio  # late: no load needs it, and it costs as much as all of a small one

        from sealskill.session.hearing import Hearing  # late: readers of every format come with it

        client = self._client(settings)
        done: list[Case] = []

        def told(case: Case, opinion: Opinion) -> None:
            self._keep(settings, case, opinion)
            done.append(case)
            if progress is not None:
                progress(len(done), len(cases))

        try:
            return asyncio.run(Hearing(settings, told).hear(client, cases))
        finally:
            self._cache.flush()  # what was answered is paid for, also where a person interrupts the rest

    def _client(self, settings: JudgeSettings) -> Client:
        _idle()
        try:
            from sealskill.endpoint.client import Client  # late: an extra, and nobody else needs it
        except ImportError as exc:
            raise HostError("the judge needs httpx2", advice="pip install 'sealskill[judge]'") from exc
        return Client(settings, _key_of(settings, self._environ))

    def _keep(self, settings: JudgeSettings, case: Case, opinion: Opinion) -> None:
        """Keep what was answered. A refusal, a failure and half a package without reproach may end better next time."""
        if case.seal is None or opinion.verdict is None:
            return
        try:
            packed = _ENCODE.encode(opinion)
        except (ValueError, TypeError, OverflowError):
            return  # an answer no cache can hold is asked for each time
        self._cache.keep_answer(_key(settings, case.seal), PROMPT, packed)


def _idle() -> None:
    """Raise UsageError inside a running event loop, which asking would stop."""
    import asyncio  # late, as above

    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return
    raise UsageError("asking a judge would stop this event loop", advice="call it through asyncio.to_thread")


def _key_of(settings: JudgeSettings, environ: Mapping[str, str]) -> str:
    key = secrets.revealed(settings.key, environ) if settings.key is not None else ""
    if not (key.isascii() and key.isprintable()) or " " in key:
        raise HostError("scan.judge.key is no key: it holds spaces, line ends or letters no header can hold")
    return key


def _key(settings: JudgeSettings, seal: str) -> str:
    """What an answer belongs to: the bytes, who was asked, in which words, and how much of it was shown."""
    asked = "\n".join((settings.provider, settings.url, settings.model, PROMPT, str(settings.max_chars)))
    return f"{seal} {hashlib.sha256(asked.encode()).hexdigest()[:32]}"


def _unpacked(packed: bytes) -> Opinion | None:
    try:
        found = _DECODE.decode(packed)
    except msgspec.MsgspecError:
        return None  # kept by another make of ours: ask again
    return msgspec.structs.replace(found, cached=True, cost=0.0)
