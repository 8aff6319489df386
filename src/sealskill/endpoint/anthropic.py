"""Anthropic's messages. The form of the answer is that of a tool the model has to call; no tool is ever run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from sealskill.endpoint.wire import CUT_OFF, EMPTY, NAME, Count, Wire, decoded
from sealskill.model.opinion import Question, Reply

_VERSION = "2023-06-01"
_CUT = frozenset({"max_tokens", "model_context_window_exceeded"})


class _Block(msgspec.Struct):
    type: str
    text: str = ""
    name: str = ""
    input: msgspec.Raw = msgspec.Raw(b"")


class _Usage(msgspec.Struct):
    input_tokens: Count | None = None
    output_tokens: Count | None = None
    cache_creation_input_tokens: Count | None = None
    cache_read_input_tokens: Count | None = None

    @property
    def sent(self) -> int | None:
        """Everything that was read for the answer, from a cache of theirs or not."""
        if self.input_tokens is None:
            return None
        return self.input_tokens + (self.cache_creation_input_tokens or 0) + (self.cache_read_input_tokens or 0)


class _Body(msgspec.Struct):
    content: list[_Block]
    stop_reason: str | None = None
    usage: _Usage | None = None


def _headers(key: str) -> Mapping[str, str]:
    return {"anthropic-version": _VERSION, **({"x-api-key": key} if key else {})}


def _body(model: str, question: Question) -> dict[str, Any]:
    tool = {"name": NAME, "description": "Hand in the answer.", "input_schema": question.schema}
    return {
        "model": model,
        "system": question.system,
        "messages": [{"role": "user", "content": question.text}],
        "tools": [tool],
        "tool_choice": {"type": "tool", "name": NAME},
    }


def _read(data: bytes) -> Reply:
    body: _Body = decoded(data, _Body)
    usage = body.usage or _Usage()
    return msgspec.structs.replace(_said(body), input_tokens=usage.sent, output_tokens=usage.output_tokens)


def _said(body: _Body) -> Reply:
    words = "".join(one.text for one in body.content if one.type == "text")
    if body.stop_reason == "refusal":
        return Reply(refused=True, failed=words or "it said no more than that")
    if body.stop_reason in _CUT:
        return Reply(failed=CUT_OFF)
    given = next((one for one in body.content if one.type == "tool_use" and one.name == NAME), None)
    text = bytes(given.input).decode("utf-8", "replace") if given is not None else words
    return Reply(text=text) if text else Reply(failed=EMPTY)


ANTHROPIC = Wire(path="/v1/messages", headers=_headers, body=_body, read=_read)
