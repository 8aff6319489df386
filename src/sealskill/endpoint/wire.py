"""What a wire format is: how a question is put into bytes, and what bytes mean as a reply."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any

import msgspec

from sealskill.model.opinion import Question, Reply
from sealskill.model.value import Value

NAME = "judgement"
"""What an answer is called where a wire format wants a name for it."""
CUT_OFF = "the answer was cut off: it is longer than scan.judge.max_tokens"
EMPTY = "the answer is empty"
Count = Annotated[int, msgspec.Meta(ge=0)]


class Unreadable(Exception):
    """The bytes are no reply of this wire format."""


class Wire(Value):
    """One wire format."""

    path: str
    """Below the address of the endpoint."""
    headers: Callable[[str], Mapping[str, str]]
    """The headers that go with a key; an empty key sends none."""
    body: Callable[[str, Question], dict[str, Any]]
    """The message for a model, without its cap of tokens."""
    read: Callable[[bytes], Reply]
    """The reply in a body. Raises Unreadable."""
    caps: tuple[str, ...] = ("max_tokens",)
    """The names of the cap of tokens: the next is taken where a server refuses one and names the other."""

    def address(self, url: str) -> str:
        """The full address, whether the given one ends before the path or with it."""
        return url if url.endswith(self.path) else f"{url}{self.path}"


def decoded(data: bytes, kind: Any) -> Any:
    """The body as a value. Raises Unreadable."""
    try:
        return msgspec.json.decode(data, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError) as exc:
        raise Unreadable(str(exc)) from None
