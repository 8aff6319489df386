"""No spelling of a secret gets out, wherever it stands, however it is cut and whatever surrounds it."""

from __future__ import annotations

import base64
import json
import shlex
import textwrap
import time
import urllib.parse
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from enum import StrEnum
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.pretty import pretty_repr

from sealskill.model.event import Event, Happening
from sealskill.model.tool import Outcome, Why
from sealskill.session.redaction import Redactor, Stream

SECRET = 'p4ss/"w0rd" +&é\\x'
PEM = "-----BEGIN KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC\nBKcwggSjAgEAAoIBAQDH7/8B2dDkW2x0\nshort\n-----END KEY-----\n"
LONG = "".join(f"{number:x}+/Z{number * 7919:o}" for number in range(400))


def standard(data: bytes) -> str:
    return base64.b64encode(data).decode()


def urlsafe(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def percent(text: str) -> str:
    return "".join(f"%{byte:02X}" for byte in text.encode())


def among(encode: Callable[[bytes], str], before: int, behind: int) -> Callable[[str], str]:
    return lambda text: encode(b"u" * before + text.encode() + b":" * behind)


SPELLINGS: dict[str, Callable[[str], str]] = {
    "as it is": str,
    "json": json.dumps,
    "json without escapes": lambda text: json.dumps(text, ensure_ascii=False),
    "json in json": lambda text: json.dumps(json.dumps({"a": text})),
    "json in json in json": lambda text: json.dumps(json.dumps(json.dumps([text]))),
    "repr": repr,
    "quote": urllib.parse.quote,
    "quote all": lambda text: urllib.parse.quote(text, safe=""),
    "quote plus": urllib.parse.quote_plus,
    "percent": percent,
    "form": lambda text: urllib.parse.urlencode({"key": text}),
    "hex": lambda text: text.encode().hex(),
    "HEX": lambda text: text.encode().hex().upper(),
    "hex with colons": lambda text: text.encode().hex(":"),
    "hex of a language": lambda text: "".join(f"\\x{byte:02x}" for byte in text.encode()),
    **{f"base64 behind {count}": among(standard, count, 0) for count in range(4)},
    **{f"base64 before {count}": among(standard, 0, count) for count in range(4)},
    **{f"urlsafe behind {count}": among(urlsafe, count, 1) for count in range(3)},
    "base64 in lines": lambda text: textwrap.fill(standard(text.encode()), 7),
    "base64 of mime": lambda text: base64.encodebytes(text.encode() * 5).decode(),
    "base64 in an address": lambda text: urllib.parse.quote(standard(text.encode()), safe=""),
}
SPELLED = pytest.mark.parametrize("spelled", SPELLINGS.values(), ids=SPELLINGS)


def cores(text: str) -> list[str]:
    """What must be nowhere: the text, and the letters of base64 and hex that hold nothing else."""
    data = text.encode()
    letters = [
        base64.b64encode(bytes(shift) + data)[(8 * shift + 5) // 6 : 8 * (shift + len(data)) // 6] for shift in range(3)
    ]
    every = [
        text,
        data.hex(),
        urllib.parse.quote(text, safe=""),
        json.dumps(text)[1:-1],
        *(one.decode() for one in letters),
    ]
    return every + [one.decode().replace("+", "-").replace("/", "_") for one in letters]


def in_pieces(redactor: Redactor, data: bytes, cuts: list[int]) -> bytes:
    stream, told, at = redactor.stream(), [], 0
    for cut in [*sorted(cuts), len(data)]:
        told.append(stream.feed(data[at:cut]))
        at = max(at, cut)
    return b"".join([*told, stream.close()])


# Every spelling.


@SPELLED
def test_no_spelling_gets_out(spelled: Callable[[str], str]) -> None:
    said = Redactor({"TOKEN": SECRET}).text(f"before {spelled(SECRET)} after")
    assert "[secret TOKEN]" in said
    assert (said.startswith("before "), said.endswith(" after")) == (True, True)
    assert not [core for core in cores(SECRET) if core in said]
    assert len(said) < 50


@pytest.mark.parametrize(
    "secret", [SECRET, PEM.strip(), LONG, "é" * 8, "\\" * 9, "a" * 8, "-_~.!*'()", "\udcff\udce4abcdefg"]
)
def test_any_secret_is_found_in_the_middle(secret: str) -> None:
    assert Redactor({"T": secret}).text(f"x={secret};") == "x=[secret T];"
    assert Redactor({"T": secret}).text(f"x={secret}{secret}") == "x=[secret T]"


@given(st.text(min_size=8, max_size=40), st.sampled_from(sorted(SPELLINGS)), st.text(max_size=20), st.text(max_size=20))
def test_no_form_of_any_secret_survives(secret: str, how: str, before: str, after: str) -> None:
    secret = secret.strip(" \t\r\n")
    if len(secret) < 8 or secret in "[secret TOKEN]":
        return
    try:
        spelled = SPELLINGS[how](secret)
    except UnicodeEncodeError:
        return  # half a character has no bytes to spell
    said = Redactor({"TOKEN": secret}).text(before + spelled + after)
    assert not [
        core for core in cores(secret) if core in said.replace("[secret TOKEN]", "\n\0\n") and "\n\0\n" not in core
    ]


def test_a_secret_of_several_lines_is_found_line_by_line() -> None:
    redactor = Redactor({"KEY": PEM})
    for line in PEM.splitlines()[1:3]:
        assert redactor.text(f"{line}\n") == "[secret KEY]\n"
    assert redactor.text("-----BEGIN KEY-----\nshort\n") == "-----BEGIN KEY-----\nshort\n"
    assert redactor.text(PEM.replace("\n", "\r\n")) == "[secret KEY]\r\n"


def test_a_long_secret_is_one_secret() -> None:
    redactor = Redactor({"KEY": LONG})
    for spelled in (LONG, LONG.encode().hex(), json.dumps(LONG)[1:-1], percent(LONG)[1:]):
        assert redactor.text(f"<{spelled}>") == "<[secret KEY]>"
    assert len(redactor.text(standard(b"." + LONG.encode()))) < 40


def test_the_password_of_an_address_is_a_secret_of_its_own() -> None:
    redactor = Redactor({"DATABASE_URL": "postgres://app:hunter2-hunter2@db.example.com/app"})
    assert redactor.text("wrong password 'hunter2-hunter2' for app") == "wrong password '[secret DATABASE_URL]' for app"
    assert redactor.text("app@db.example.com/app") == "app@db.example.com/app"


def test_white_space_around_a_secret_does_not_hide_it() -> None:
    assert Redactor({"TOKEN": f" {SECRET}\n"}).text(f"<{SECRET}>") == "<[secret TOKEN]>"


def test_secrets_that_overlap_leave_no_rest() -> None:
    redactor = Redactor({"A": "abcdefgh", "B": "efghijkl", "C": "abcdefghijklmnop"})
    assert redactor.text("-abcdefghijkl-") == "-[secret A]-"
    assert redactor.text("-abcdefghijklmnop-") == "-[secret C]-"
    later = Redactor({"A": "abcdefgh"})
    later.learn({"C": "abcdefghijklmnop"})
    assert later.text("-abcdefghijklmnop-") == "-[secret C]-"
    assert redactor.text("-abcdefghefghijkl-") == "-[secret A][secret B]-"


def test_what_was_learned_later_is_found_too_and_by_streams_that_began_before() -> None:
    redactor = Redactor()
    stream = redactor.stream()
    assert stream.feed(b"one-of-them") == b"one-of-them"
    redactor.learn({"A": "one-of-them"})
    redactor.learn({"B": "another-one", "A": "a-new-value"})
    assert stream.feed(b"one-of-them another-one a-new-value!") + stream.close() == b"[secret A] [secret B] [secret A]!"


def test_many_threads_that_learn_at_once_lose_none() -> None:
    redactor = Redactor()
    secrets = [f"secret-number-{number:04}" for number in range(60)]
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda one: redactor.learn({one.upper(): one}), secrets))
    assert [one for one in secrets if one in redactor.text(" ".join(secrets))] == []
    assert len(vars(vars(redactor)["_pattern"])["_parts"]) < 20  # and not everything goes through sixty patterns


# What is not looked for, and what is said of it.


def test_a_short_secret_is_not_looked_for_and_it_is_told() -> None:
    redactor = Redactor({"PIN": "1234567", "NOTHING": "", "TOKEN": "12345678"})
    assert list(redactor.gaps) == ["PIN"]
    assert redactor.text("1234567 and 12345678") == "1234567 and [secret TOKEN]"


def test_of_a_secret_longer_than_any_the_beginning_is_looked_for_and_it_is_told() -> None:
    secret = (LONG * 8)[:20_000]
    redactor = Redactor({"ALL": secret})
    assert redactor.text(f"<{secret[:16_384]}>") == "<[secret ALL]>"
    assert "16384" in redactor.gaps["ALL"]


def test_nothing_is_changed_where_nothing_is_to_be_hidden() -> None:
    redactor = Redactor({"TOKEN": SECRET})
    text, data, value = "all is well", b"\xff\x00\n", {"a": [1, None, True, 2.5, "x", b"y", ("t",), {3}]}
    assert redactor.text(text) is text
    assert redactor.data(data) is data
    assert redactor.value(value) == value
    assert Redactor().value(value) is value


@pytest.mark.parametrize(
    ("name", "secret"), [("TOKEN", "secret TOKEN"), ("TOKEN", "[secret]"), ("long-name-that-is-it", "name-that")]
)
def test_what_is_written_instead_is_no_secret(name: str, secret: str) -> None:
    assert secret not in Redactor({name: secret}).text(f"it is {secret}!")


def test_a_name_from_elsewhere_draws_nothing() -> None:
    assert Redactor({"A\x1b[31m\nB]": SECRET}).text(SECRET) == "[secret A__31m_B_]"


def test_it_shows_no_secret_itself() -> None:
    redactor = Redactor({"TOKEN": SECRET})
    shown = [repr(redactor), pretty_repr(redactor), repr(vars(redactor)["_pattern"])]
    assert not [one for one in shown if "p4ss" in one]


# Values.


class Colour(StrEnum):
    RED = "red-is-a-secret"


def test_values_are_searched_to_the_bottom_keys_and_numbers_too() -> None:
    redactor = Redactor({"TOKEN": SECRET, "PIN": "12345678"})
    value = {"a": [{"b": (SECRET, 1)}], SECRET: b"x" + SECRET.encode(), "n": 123456789, "f": -12345678.5, "ok": True}
    assert redactor.value(value) == {
        "a": [{"b": ("[secret TOKEN]", 1)}], "[secret TOKEN]": b"x[secret TOKEN]", "n": "[secret PIN]9",
        "f": "-[secret PIN].5", "ok": True,
    }  # fmt: skip


def test_our_own_values_and_errors_are_searched() -> None:
    redactor = Redactor({"TOKEN": SECRET})
    outcome = Outcome(why=Why.FAILED, error=f"no: {SECRET}", stderr=SECRET, result={"a": SECRET})
    event = Event(number=1, at=0.0, session="s", what=Happening.LINE, text=SECRET, data={"line": SECRET})
    assert redactor.value(outcome) == Outcome(
        why=Why.FAILED, error="no: [secret TOKEN]", stderr="[secret TOKEN]", result={"a": "[secret TOKEN]"}
    )
    assert redactor.value(event).data == {"line": "[secret TOKEN]"}
    found: list[Any] = [ValueError(SECRET)]
    assert redactor.value(found) == ["[secret TOKEN]"]
    assert Redactor({"A": "red-is-a-secret"}).value(Colour.RED) is Colour.RED


def test_a_value_nested_without_end_is_not_looked_through_and_not_shown() -> None:
    number: Any = 10**5_000
    assert Redactor({"TOKEN": SECRET}).value(number) == "[number too long to be shown]"
    value: Any = SECRET
    for _ in range(5_000):
        value = [value]
    found = Redactor({"TOKEN": SECRET}).value(value)
    depth = 0
    while isinstance(found, list):
        [found], depth = found, depth + 1
    assert (found, depth < 200) == ("[nested too deep to be shown]", True)


# Streams.


@SPELLED
def test_a_secret_that_comes_byte_by_byte_is_caught(spelled: Callable[[str], str]) -> None:
    redactor = Redactor({"TOKEN": SECRET})
    data = f"before {spelled(SECRET)} after".encode()
    assert in_pieces(redactor, data, list(range(len(data)))) == redactor.data(data)


ALIKE = st.lists(st.sampled_from(["abababab", "babababa", "ab", "a", "b", "c", "\n", "abababababab"]), max_size=12).map(
    "".join
)


@given(st.one_of(ALIKE, st.text(alphabet="ab%\\6012u\n", max_size=60)), st.lists(st.integers(0, 80), max_size=12))
def test_pieces_give_what_the_whole_gives(text: str, cuts: list[int]) -> None:
    redactor = Redactor({"A": "abababab", "B": "ababababab", "C": "bbbbbbbb\\aaaa"})
    data = text.encode()
    assert in_pieces(redactor, data, [min(cut, len(data)) for cut in cuts]) == redactor.data(data)


@given(
    st.sampled_from(sorted(SPELLINGS)),
    st.binary(max_size=30),
    st.binary(max_size=30),
    st.lists(st.integers(0, 300), max_size=8),
)
def test_no_cut_lets_a_secret_out(how: str, before: bytes, after: bytes, cuts: list[int]) -> None:
    redactor = Redactor({"TOKEN": SECRET, "KEY": PEM})
    data = before + SPELLINGS[how](SECRET).encode() + after + SPELLINGS[how](PEM).encode()
    said = in_pieces(redactor, data, [min(cut, len(data)) for cut in cuts])
    assert said == redactor.data(data)
    assert not [core for core in cores(SECRET) if core.encode() in said]


def test_only_what_may_be_a_beginning_is_held_back() -> None:
    stream = Redactor({"TOKEN": "tok-0123456789"}).stream()
    assert stream.feed(b"nothing to hide\n") == b"nothing to hide\n"
    assert stream.feed(b"a tok") == b"a "
    assert stream.feed(b"en\n") == b"token\n"
    assert stream.feed(b"tok-0123") == b""
    assert stream.feed(b"456789 done") + stream.close() == b"[secret TOKEN] done"


def test_a_flood_of_beginnings_is_not_kept() -> None:
    redactor = Redactor({"A": "a" * 20})
    stream, told = redactor.stream(), 0
    for _ in range(200):
        told += len(stream.feed(b"a" * 1000))
        assert held(stream) < 2_000
    assert told + len(stream.close()) == len("[secret A]")


def held(stream: Stream) -> int:
    return len(vars(stream)["_held"])


def test_twice_the_output_costs_no_more_than_about_twice() -> None:
    redactor = Redactor({"A": "sk-live-abcdefghijklmnop", "B": "ababababab" * 3})
    piece = ("ab" * 500 + "sk-live-abcdefghijklmnop sk-live-abc " + shlex.quote(SECRET) + "\n").encode()

    def took(times: int) -> float:
        began = time.process_time()
        redactor.data(piece * times)
        return time.process_time() - began

    took(20)
    once = min(took(100) for _ in range(3))
    assert min(took(200) for _ in range(3)) < 4 * once + 0.05
