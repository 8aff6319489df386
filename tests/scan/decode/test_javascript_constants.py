from __future__ import annotations

import pytest

from sealskill.scan.decode.javascript_constants import DECODER
from sealskill.scan.decoder import Layer
from sealskill.scan.document import Document, Kind
from sealskill.scan.matcher import Matcher
from sealskill.scan.readers import Structure


def layers(code: str) -> list[bytes]:
    found = DECODER.decode(Document("a.js", Kind.JAVASCRIPT, code.encode(), Structure()))
    return [layer.data for layer in found if isinstance(layer, Layer)]


@pytest.mark.parametrize(
    ("code", "means"),
    [
        ("process['main'+'Module']['req'+'uire']('child_'+'process')", b'process.mainModule.require("child_process")'),
        ("eval(String.fromCharCode(102,101,116,99,104,40,41))", b'eval("fetch()")'),
        ("fetch('\\x68\\x74\\x74\\x70\\x73\\x3a\\x2f\\x2f\\x65\\x2e\\x74\\x65\\x73\\x74')", b'fetch("https://e.test")'),
        ("fetch('\\u0068\\u0074\\u0074\\u0070://e.test')", b'fetch("http://e.test")'),
        ("const d=s=>s.split('').reverse().join(''); require(d('ssecorp_dlihc'))", b'require("child_process")'),
        ("const a='chi',b='ld_process'; require(a+b)", b'require("child_process")'),
        ("require([5,4,3].map(x=>['s','e','c','o','r','p'][x]).join('')+'cess')", b'require("process")'),
        ("const p=['aHR0','cHM6Ly9lLnRlc3Q=']; fetch(Buffer.from(p.join(''),'base64').toString())", b'fetch("https://e.test")'),
        ("fetch(Buffer.from('68747470733a2f2f652e74657374','hex').toString('utf8'))", b'fetch("https://e.test")'),
        ("fetch(atob('aHR0cHM6Ly9l'+'LnRlc3Q='))", b'fetch("https://e.test")'),
        ("eval(unescape('%66%65%74%63%68%28%29'))", b'eval("fetch()")'),
        ("fetch(decodeURIComponent('%68ttps://e.test'))", b'fetch("https://e.test")'),
        ("require(`${'chi'}${'ld'}_process`)", b'require("child_process")'),
        ("const k=[74,74].map(c=>String.fromCharCode(c^7)); require('fs'+k[9])", None),
        ("fetch([105,117,117,113,116,59,48,48,102,47,117,102,116,117].map(c=>String.fromCharCode(c-1)).join(''))", b'fetch("https://e.test")'),
        ("var t=['e.test','https://']; function g(i){return t[i-0x10]} fetch(g(0x11)+g(0x10))", b'fetch("https://e.test")'),
        ("globalThis['ev'+'al'](x)", b"globalThis.eval(x)"),
    ],
)  # fmt: skip
def test_what_is_put_together_is_written_again(code: str, means: bytes | None) -> None:
    found = layers(code)
    if means is None:
        assert found == []
    else:
        assert any(means in one for one in found), found


def test_a_table_of_an_obfuscator_is_one_layer() -> None:
    found = layers("var _0x1a2b=['log','aGk=','exec','child_process'];(function(a,b){})(_0x1a2b,3);_0x1a2b[zz]()")
    assert b'"log"\n"aGk="\n"exec"\n"child_process"' in found


def test_a_line_of_the_layer_is_the_line_of_the_file() -> None:
    code = b"// one\nconst a = 'chi' +\n  'ld_process'\nrequire(a)\n"
    document = Document("a.js", Kind.JAVASCRIPT, code, Structure())
    layer = next(iter(DECODER.decode(document)))
    assert isinstance(layer, Layer)
    inner = document.decoded(document.span(layer.start, layer.end), Kind.JAVASCRIPT, layer.data, "constants", frozenset(), segments=layer.segments)  # fmt: skip
    assert inner.line(layer.data.index(b"require")) == 4
    assert inner.line(layer.data.index(b"child_process")) == 2


@pytest.mark.parametrize(
    "code",
    [
        "console.log('hello ' + 'world')",
        "const key = 'a' + 'b'; save(key)",
        "const css = ['a', 'b'].join('\\n')",
        "const x = '\\u00e9t\\u00e9'",
        "const b = Buffer.from(data, 'base64')",
        "const u = `${base}/v1/${id}`",
    ],
)
def test_plain_programs_have_no_layers(code: str) -> None:
    assert layers(code) == []


def test_a_layer_that_is_decoded_again_gives_nothing_new() -> None:
    first = layers("process['main'+'Module']['req'+'uire']('child_'+'process')")[-1]
    assert layers(first.decode()) == []


def test_anchors_stand_in_what_is_hidden() -> None:
    matcher = Matcher(DECODER.anchors)
    assert matcher.hits(b"process['main'+'Module']")
    assert matcher.hits(b"const u = Buffer.from(a.join(''), 'base64')")
    assert not matcher.hits(b"const total = prices.map(one => one * 2).join(', ')")
