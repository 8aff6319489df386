"""Programs that want the reader to crash, to hang or to fill the memory."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.scan.language.pace import BOMB, cost

from sealskill.scan.decode.javascript_constants import DECODER
from sealskill.scan.decoder import Layer
from sealskill.scan.document import Document, Kind
from sealskill.scan.language import javascript
from sealskill.scan.readers import Structure

WORDS = (
    "( ) { } [ ] ` ' \" ${ / a b fetch eval require exec process env await async function => = == + - * ? : , ; . ... "
    "// /* */ import from type enum class new return this constructor atob Buffer 'x' 'child_process' 1 0x1 \\ \n < > "
    "<a> </a> <!-- @ # $ é 😀 for of in let const var try catch if else while static get export default as"
).split(" ")


def whole(code: bytes, kind: Kind = Kind.JAVASCRIPT) -> None:
    document = Document("a.js", kind, code, Structure())
    javascript.acts(document)
    for layer in DECODER.decode(document):
        assert isinstance(layer, Layer)
        assert layer.start <= layer.end <= len(code)
        made = document.decoded(document.span(layer.start, layer.end), kind, layer.data, "x", frozenset(), segments=layer.segments)  # fmt: skip
        assert 1 <= made.line(len(layer.data)) <= code.count(b"\n") + 1


@given(st.lists(st.sampled_from(WORDS), max_size=60), st.sampled_from([Kind.JAVASCRIPT, Kind.TYPESCRIPT, Kind.TSX]))
@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_any_words_are_read(words: list[str], kind: Kind) -> None:
    whole(" ".join(words).encode(), kind)
    whole("".join(words).encode(), kind)


@given(st.text(max_size=200))
@settings(max_examples=200, deadline=None)
def test_any_text_is_read(text: str) -> None:
    whole(text.encode("utf-8", "replace"))


def typed(code: bytes) -> None:
    whole(code, Kind.TYPESCRIPT)


HONEST = (
    b"""import fs from 'fs'
export async function push(path, key = process.env.TIDE_KEY) {
  const rows = fs.readFileSync(path, 'utf8').split('\\n').map(line => line.split(','))
  for (const row of rows) {
    const answer = await fetch('https://api.tides.test/v1/' + row[0], {method: 'POST', body: JSON.stringify({name: row[1]})})
    console.log('sent', row[0], answer.status)
  }
}
push('rows.csv')
"""
    * 400
)

BOMBS = {
    "brackets": b"(" * 200_000,
    "closed brackets": b"[" * 100_000 + b"]" * 100_000,
    "calls": b"eval(" * 40_000,
    "calls of calls": b"f()" + b"()" * 60_000,
    "members": b"fetch(a" + b".b" * 60_000 + b")",
    "a sum": b"eval('a'" + b"+'a'" * 60_000 + b")",
    "a sum of unknowns": b"eval(a" + b"+'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'+b" * 20_000 + b")",
    "templates": b"eval(`${" * 20_000,
    "functions": b"function f(a){return " * 10_000,
    "arrows": b"eval((a)=>" * 20_000,
    "ternaries": b"eval(" + b"a?b:" * 40_000 + b"c)",
    "destructuring": b"const {" + b"a:{" * 30_000,
    "many names": b"".join(b"var v%d = v%d + v%d; fetch(v%d);" % (at, at - 1, at - 2, at) for at in range(2, 4000)),
    "doubling": b"const a0='xxxxxxxxxx';" + b"".join(b"const a%d=a%d+a%d;" % (at, at - 1, at - 1) for at in range(1, 64)) + b"eval(a63)",
    "repeating": b"eval('a'.repeat(1e9)); eval('a'.padStart(1e9)); eval(Array(1e9).join('x')); eval('a'.repeat(200000).split('').join('aaaaaaaaaaaaaaaaaaaa'))",
    "replacing": b"eval('a'.repeat(100000).replaceAll('a','b'.repeat(100000)))",
    "recursion": b"function f(a){return f(a+'x')+f(a+'y')} eval(f('z')); const g=a=>g(g(a)); eval(g('x'))",
    "mutual": b"".join(b"function f%d(a){return f%d(a)+f%d(a)} " % (at, (at + 1) % 40, (at + 7) % 40) for at in range(40)) + b"eval(f0(x)); fetch(f3(y))",
    "mapping": b"eval([" + b"1," * 50_000 + b"].map(a=>String.fromCharCode(a)).join(''))",
    "big shifts": b"eval(1<<99999999999); eval(2**99999999); eval(9e999%3); eval('9'.repeat(100000)*1); eval(1/0)",
    "callbacks": b"a.then(b=>c.then(d=>" * 10_000,
    "reassigned": b"let s='';" + b"s+=x;" * 20_000 + b"eval(s)",
    "shared": b"const o={};" + b"".join(b"o.k%d=o;" % at for at in range(3000)) + b"fetch(o.k1,{body:o})",
    "types": b"a<" * 50_000,
    "bundle": b"!function(e){var t=e.a(1,2);return fetch(t.b(t.c?1:2),{method:'POST',body:e})}({});" * 5_000,
    "escapes": b"'" + b"\\x41" * 100_000 + b"'",
    "comments": b"/*" * 100_000,
    "words": b"eval" * 100_000,
    "attempts": b"try{" * 20_000 + b"fetch(a)" + b"}catch{}" * 20_000,
}  # fmt: skip


@pytest.mark.parametrize("name", BOMBS)
def test_no_bomb_goes_off(name: str) -> None:
    assert cost(whole, BOMBS[name]) < BOMB * cost(whole, HONEST)


@pytest.mark.parametrize("name", ["brackets", "types", "arrows", "destructuring", "bundle", "comments", "words"])
def test_no_bomb_of_types_goes_off(name: str) -> None:
    assert cost(typed, BOMBS[name]) < BOMB * cost(typed, HONEST)


@pytest.mark.parametrize(
    "code",
    [b'[e"\'"}=\xef\xbf\xbd', b"[i&new import/>//:c c if.1?->", b"(xclass ${/*=>/enum \n=[[enum :/*type }class <;;*/"],
)
@pytest.mark.parametrize("kind", [Kind.TYPESCRIPT, Kind.TSX])
def test_text_on_which_another_grammar_never_ends_is_read(code: bytes, kind: Kind) -> None:
    whole(code, kind)


def test_many_tangled_calls_do_not_hide_the_last_one() -> None:
    tangle = b"".join(
        b"function f%d(a){return f%d(a)+f%d(a)} " % (at, (at + 1) % 40, (at + 7) % 40) for at in range(40)
    )
    code = tangle + b"fetch(f0(x));" * 50 + b"fetch('https://last.test')"
    acts = javascript.acts(Document("a.js", Kind.JAVASCRIPT, code, Structure()))
    assert acts[-1].url == "https://last.test"


def test_an_object_that_is_spread_into_itself_ends() -> None:
    code = b"let a = {...b}; let b = {...a}; a = {...a}; fetch('https://last.test', a);"
    acts = javascript.acts(Document("a.js", Kind.JAVASCRIPT, code, Structure()))
    assert [act.url for act in acts] == ["https://last.test"]
