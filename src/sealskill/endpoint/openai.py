"""OpenAI's chat completions, which most servers speak: vLLM, llama.cpp, Ollama, LM Studio, gateways."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from sealskill.endpoint.wire import CUT_OFF, EMPTY, NAME, Count, Unreadable, Wire, decoded
from sealskill.model.opinion import Question, Reply


class _Message(msgspec.Struct):
    content: str | None = None
    refusal: str | None = None


class _Choice(msgspec.Struct):
    message: _Message
    finish_reason: str | None = None


class _Usage(msgspec.Struct):
    prompt_tokens: Count | None = None
    completion_tokens: Count | None = None


class _Body(msgspec.Struct):
    choices: list[_Choice]
    usage: _Usage | None = None


def _headers(key: str) -> Mapping[str, str]:
    return {"Authorization": f"Bearer {key}"} if key else {}


def _body(model: str, question: Question) -> dict[str, Any]:
    schema = {"name": NAME, "strict": True, "schema": question.schema}
    return {
        "model": model,
        "messages": [
            {"role": "system", "content": question.system},
            {"role": "user", "content": question.text},
        ],
        "response_format": {"type": "json_schema", "json_schema": schema},
    }


def _read(data: bytes) -> Reply:
    body: _Body = decoded(data, _Body)
    if not body.choices:
        raise Unreadable("there is no choice in it")
    usage = body.usage or _Usage()
    said = _said(body.choices[0])
    return msgspec.structs.replace(said, input_tokens=usage.prompt_tokens, output_tokens=usage.completion_tokens)


def _said(one: _Choice) -> Reply:
    if one.message.refusal or one.finish_reason == "content_filter":
        return Reply(refused=True, failed=one.message.refusal or "a filter of the endpoint stopped it")
    if one.finish_reason == "length":
        return Reply(failed=CUT_OFF)
    return Reply(text=one.message.content) if one.message.content else Reply(failed=EMPTY)


# Newer models of OpenAI refuse the first name, many other servers do not know the second.
OPENAI = Wire(
    path="/chat/completions", headers=_headers, body=_body, read=_read, caps=("max_tokens", "max_completion_tokens")
)
