"""A model behind a real HTTP server on this machine, that says what a test wrote for it, in turn."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from sealskill.model.settings import JudgeSettings
from sealskill.model.value import Value


class Asked(Value):
    """One request as it came."""

    path: str
    headers: Mapping[str, str]
    body: Any

    @property
    def text(self) -> str:
        """Everything a model would read."""
        messages = "\n".join(one["content"] for one in self.body["messages"])
        return f"{self.body.get('system', '')}\n{messages}"


Step = Callable[[BaseHTTPRequestHandler], None]


class Server:
    """Answers each request with the next step; the last one stays."""

    def __init__(self, steps: tuple[Step, ...]) -> None:
        self.steps = list(steps)
        self.asked: list[Asked] = []
        self.lock = threading.Lock()
        self.arrived = threading.Condition(self.lock)
        self.over = threading.Event()
        """Set at the end of the test: whoever hangs may go."""
        self.url = ""

    def reached(self, count: int) -> bool:
        """Wait until so many requests came."""
        with self.arrived:
            return self.arrived.wait_for(lambda: len(self.asked) >= count, timeout=30)

    def settings(self, **change: Any) -> JudgeSettings:
        base = {"url": self.url, "model": "m-1", "timeout": 20, "concurrency": 2, "retries": 2}
        return JudgeSettings(**{**base, **change})

    def overrides(self, **change: Any) -> dict[str, Any]:
        """The same as settings of a load."""
        given = {"url": self.url, "model": "m-1", "timeout": 20, **change}
        return {f"scan.judge.{name}": value for name, value in given.items()}


@contextmanager
def serving(*steps: Step) -> Iterator[Server]:
    """A server for the length of a test."""
    pytest.importorskip("httpx2", reason="the extra `judge` is not installed")
    server = Server(steps)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("content-length", 0)))
            with server.lock:
                headers = {name.lower(): value for name, value in self.headers.items()}
                self.asked = Asked(path=self.path, headers=headers, body=json.loads(body))
                server.asked.append(self.asked)
                server.arrived.notify_all()
                step = server.steps.pop(0) if len(server.steps) > 1 else server.steps[0]
            self.server.script = server  # type: ignore[attr-defined]
            step(self)

        do_GET = do_POST

        def log_message(self, *args: object) -> None:
            pass

    class Quiet(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, *args: object) -> None:
            pass  # a client that hung up is what some tests are about

    http = Quiet(("127.0.0.1", 0), Handler)
    server.url = f"http://127.0.0.1:{http.server_address[1]}"
    thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.over.set()
        http.shutdown()
        thread.join()
        http.server_close()


def sends(body: bytes | str, status: int = 200, kind: str = "application/json", **headers: str) -> Step:
    """One whole response."""
    data = body.encode() if isinstance(body, str) else body

    def step(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(status)
        given = {"Content-Length": str(len(data)), **({"Content-Type": kind} if kind else {})}
        for name, value in {**given, **{key.replace("_", "-"): value for key, value in headers.items()}}.items():
            handler.send_header(name, value)
        handler.end_headers()
        handler.wfile.write(data)

    return step


def openai(
    text: str | None, finish: str = "stop", refusal: str | None = None, tokens: tuple[int, int] = (100, 20)
) -> Step:
    """A chat completion."""
    message = {"role": "assistant", "content": text, "refusal": refusal}
    usage = {"prompt_tokens": tokens[0], "completion_tokens": tokens[1], "total_tokens": sum(tokens)}
    return sends(json.dumps({"choices": [{"index": 0, "message": message, "finish_reason": finish}], "usage": usage}))


def anthropic(text: str, stop: str = "tool_use", *, tool: bool = True, tokens: tuple[int, int] = (100, 20)) -> Step:
    """A message, its answer in the call of a tool or in words."""
    block: dict[str, Any] = {"type": "text", "text": text}
    if tool:
        block = {"type": "tool_use", "id": "t1", "name": "judgement", "input": json.loads(text)}
    usage = {"input_tokens": tokens[0], "output_tokens": tokens[1], "cache_read_input_tokens": 0}
    return sends(json.dumps({"type": "message", "content": [block], "stop_reason": stop, "usage": usage}))


def error(status: int, message: str = "no", **headers: str) -> Step:
    """An error as both kinds of endpoint put it."""
    return sends(json.dumps({"error": {"type": "e", "message": message}}), status, **headers)


def hangs_up(handler: BaseHTTPRequestHandler) -> None:
    """Half an answer, then nothing."""
    handler.send_response(200)
    handler.send_header("Content-Type", "application/json")
    handler.send_header("Content-Length", "1000")
    handler.end_headers()
    handler.wfile.write(b'{"choices": [')
    handler.wfile.flush()
    handler.connection.close()
    handler.close_connection = True


def says_nothing(handler: BaseHTTPRequestHandler) -> None:
    """A connection that stays open and silent."""
    handler.server.script.over.wait(30)  # type: ignore[attr-defined]
    handler.close_connection = True


def drips(handler: BaseHTTPRequestHandler) -> None:
    """One byte now and then, so that no single read ever takes long."""
    handler.send_response(200)
    handler.send_header("Content-Type", "application/json")
    handler.end_headers()
    while not handler.server.script.over.wait(0.05):  # type: ignore[attr-defined]
        handler.wfile.write(b" ")
        handler.wfile.flush()


def floods(handler: BaseHTTPRequestHandler) -> None:
    """An answer without end."""
    handler.send_response(200)
    handler.send_header("Content-Type", "application/json")
    handler.end_headers()
    while not handler.server.script.over.is_set():  # type: ignore[attr-defined]
        handler.wfile.write(b" " * 65536)


def answer(
    stand: str = "none",
    *points: tuple[bool, str, str],
    facts: tuple[tuple[str, str, str], ...] = (),
    reason: str = "as it is",
) -> str:
    """An answer of the form; a point is (belongs, path, quotation), a fact (kind, path, quotation)."""
    return json.dumps(
        {
            "purpose": "minutes of a meeting",
            "facts": [
                {"kind": kind, "says": "it does so", "path": path, "quote": quote} for kind, path, quote in facts
            ],
            "coherence": [
                {"belongs": belongs, "says": "this line", "path": path, "quote": quote}
                for belongs, path, quote in points
            ],
            "raise": stand,
            "reason": reason,
        }
    )
