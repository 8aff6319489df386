"""The block between two `---` lines, from the side of somebody who wants it read in two ways, or not at all."""

from __future__ import annotations

import pytest
from tests.read.formats.parsing import HEAD, codes, front, parse_md, problem, read, stops

from sealskill.model.settings import Limits
from sealskill.read.formats import skill_md

GOOD = f"---\n{HEAD}---\nText.\n"


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (GOOD.encode(), []),
        (b"\xef\xbb\xbf" + GOOD.encode(), ["byte-order-mark"]),
        (GOOD.replace("\n", "\r\n").encode(), []),
        (GOOD.replace("\n", "\r").encode(), []),
        (GOOD.replace("---\n", "--- \t\n").encode(), []),
        (f"---\n{HEAD}---".encode(), []),
    ],
    ids=["plain", "byte order mark", "crlf", "cr", "spaces behind the fences", "nothing behind the last fence"],
)
def test_one_skill_reads_the_same_however_it_was_saved(data: bytes, code: list[str]) -> None:
    found = parse_md(data)
    assert found.value is not None
    assert (found.value.name, found.value.description, codes(found)) == ("pdf", "Reads PDF files.", code)
    assert skill_md.body(data, found.value) in ("Text.", "")


@pytest.mark.parametrize(
    ("data", "code", "line"),
    [
        (GOOD.encode("utf-16"), "encoding", 1),
        (GOOD.encode("utf-16-be"), "no-frontmatter", 1),
        (GOOD.encode().replace(b"Reads", b"\xe9"), "encoding", 3),
        (f"---\n{HEAD}x: \0\n---\n".encode(), "two-readings", 4),
        (f"\n{GOOD}".encode(), "no-frontmatter", 1),
        (f"Hello.\n{GOOD}".encode(), "no-frontmatter", 1),
        (f" {GOOD}".encode(), "no-frontmatter", 1),
        (f"----\n{HEAD}----\n".encode(), "no-frontmatter", 1),
        (f"---\n{HEAD}Text.\n".encode(), "unclosed-frontmatter", 1),
        (f"---\n{HEAD} ---\n".encode(), "unclosed-frontmatter", 1),
        (b"---\n- a\n- b\n---\n", "not-a-mapping", 1),
        (b"---\njust words\n---\n", "not-a-mapping", 1),
        (b"", "no-frontmatter", 1),
        (b"---", "unclosed-frontmatter", 1),
    ],
)  # fmt: skip
def test_what_is_no_frontmatter_is_an_error_with_its_line(data: bytes, code: str, line: int) -> None:
    found = parse_md(data)
    assert stops(found)
    assert problem(found, code).line == line


def test_the_byte_that_is_not_utf8_is_named() -> None:
    assert problem(parse_md(b"---\nname: \xff\n---\n"), "encoding").message == "byte 10 is not UTF-8"


@pytest.mark.parametrize(
    "lines",
    ["license: a --- b", "license: |\n  a\n  ---\n  b", "license: '--- '", "license: >\n  ---\n", "license: x---"],
)
def test_three_hyphens_inside_a_value_never_end_the_block(lines: str) -> None:
    found = front(f"{lines}\ncompatibility: still here")
    assert found.value is not None
    assert "---" in found.value.license
    assert found.value.compatibility == "still here"


def test_a_frontmatter_over_the_cap_never_reaches_a_parser() -> None:
    found = parse_md(f"---\n{HEAD}x: {'y' * 100}\n---\n", Limits(max_frontmatter_bytes=100))
    assert codes(found) == ["frontmatter-too-large"]
    assert found.value is None


@pytest.mark.parametrize(
    ("line", "field", "value"),
    [
        ("when_to_use: Use when: always", "when_to_use", "Use when: always"),
        ("when_to_use: first: one\n  second", "when_to_use", "first: one second"),
        ("when_to_use: @everyone", "when_to_use", "@everyone"),
        ("when_to_use: *bold* words", "when_to_use", "*bold* words"),
        ("when_to_use: !important words", "when_to_use", "!important words"),
        ('when_to_use: say "hi": now', "when_to_use", 'say "hi": now'),
    ],
)
def test_an_unquoted_colon_is_mended_and_said_with_its_line(line: str, field: str, value: str) -> None:
    found = front(line)
    assert getattr(found.value, field) == value
    assert problem(found, "yaml-colon").line == 4
    assert not stops(found)


@pytest.mark.parametrize(
    "line", ["tags: [unclosed bracket", "metadata: {openclaw: {always: true}", "a: {b: [c}", "a: 'never closed"]
)
def test_what_never_closes_stays_invalid(line: str) -> None:
    found = front(line)
    assert problem(found, "yaml").line >= 4  # type: ignore[operator]
    assert found.value is None or not found.value.always


@pytest.mark.parametrize(
    "lines",
    [
        "license: a\nlicense: b",
        "metadata: {openclaw: {always: false, always: true}}",
        'license: a\n"licens\\x65": b',
        "metadata: {x: 1,\n # c\n x: 2}",
        'metadata: \'{"openclaw": {}, "openclaw": {"always": true}}\'',
        "metadata: '{openclaw:{always:false},openclaw:{always:true}}'",
        "metadata: \"{'always': false, always: true}\"",
        "metadata:\n{ openclaw: { always: false, // no\n always: true } }",
    ],
)
def test_a_key_that_stands_twice_is_refused_in_every_notation(lines: str) -> None:
    found = front(lines)
    assert stops(found)
    assert any("twice" in one.message or "duplicate" in one.message for one in found.problems)


BILLION = "a: &a [x,x,x,x,x,x,x,x,x]\n" + "".join(
    f"{chr(98 + i)}: &{chr(98 + i)} [{','.join(['*' + chr(97 + i)] * 9)}]\n" for i in range(12)
)


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (BILLION, "aliases repeat more"),
        ("a: &a " + "x" * 30_000 + "\nb: [" + ",".join(["*a"] * 10_000) + "]", "aliases repeat more"),
        ("a: &a [*a]", "recursion limit"),
        ("a: " + "[" * 20_000 + "]" * 20_000, "nested too deeply"),
        ("a: " + "{a: " * 10_000 + "}" * 10_000, "nested too deeply"),
        ("a: " + "[" * 20_000, "nested too deeply"),
        ("a: {\n" * 9_000, "nested too deeply"),
        ('a: {"' + '\\"' * 20_000, "unexpected end"),
        ("- " * 20_000, "not"),
        ("metadata: '" + "[" * 20_000 + "'", "nested too deeply"),
    ],
    ids=range(10),
)
def test_a_bomb_costs_neither_memory_nor_time(lines: str, words: str) -> None:
    found = front(lines)
    assert stops(found)
    assert any(words in one.message for one in found.problems)


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ("a: !!python/object/apply:os.system [x]", "the tag"),
        ("metadata: !x {openclaw: {requires: {bins: [git]}}}", "the tag"),
        ("base: &b {always: true}\nmetadata: {openclaw: {<<: *b}}", "the merge key"),
        ("a: b\u2028c: d", "U+2028"),
        ("a: b\x85metadata: {openclaw: {always: true}}", "U+0085"),
        ("a: 123456789012345678901234567890", "integer"),
        ("? [a, b]\n: c", "unhashable"),
        ("x: {null: a}", "neither text nor a number"),
        ('x: "a\\0b"', "NUL"),
        ('x: "\\ud800"', "Unicode"),
        ("a: b\n...\nc: d", "more than one document"),
    ],
)
def test_what_two_parsers_read_differently_is_refused(lines: str, words: str) -> None:
    found = front(lines)
    assert codes(found) in (["yaml"], ["two-readings"])
    assert words in found.problems[0].message
    assert found.value is None


@pytest.mark.parametrize("lines", ["a: &x one\nb: *x", "x: Tom & Jerry *and* !friends << all", "a: !!str 12"])
def test_ordinary_anchors_and_prose_with_signs_are_no_bombs(lines: str) -> None:
    assert not stops(front(lines))


@pytest.mark.parametrize(
    ("line", "field", "value"),
    [
        ("license: 1.10", "license", "1.10"),
        ("license: yes", "license", "yes"),
        ("license: true", "license", "true"),
        ("license: TRUE", "license", "TRUE"),
        ("license: 2024-01-01", "license", "2024-01-01"),
        ("license: 0x10", "license", "0x10"),
        ("license: 1_000", "license", "1_000"),
        ("license: .nan", "license", ".nan"),
        ("license: 1e3", "license", "1e3"),
        ("license: ~", "license", ""),
        ("license:", "license", ""),
        ("license: null", "license", ""),
        ("license: '~'", "license", "~"),
        ("metadata:\n  version: 1.10", "metadata", {"version": "1.10"}),
        ("metadata: {a: 010, b: on, c: false, d: }", "metadata", {"a": "010", "b": "on", "c": "false", "d": ""}),
        ('metadata: \'{"version": 1.10, "b": true}\'', "metadata", {"version": "1.10", "b": "true"}),
        ("metadata: '{version: 1.5}'", "metadata", {"version": "1.5"}),
    ],
)
def test_scalars_stay_the_strings_that_were_written(line: str, field: str, value: object) -> None:
    assert getattr(read(line), field) == value


@pytest.mark.parametrize("written", ["123", "yes", "1.10", "2024-01-01"])
def test_a_name_that_looks_like_something_else_is_still_a_name(written: str) -> None:
    found = parse_md(f"---\nname: {written}\ndescription: x\n---\n").value
    assert found is not None
    assert found.name == written


def test_keys_that_are_no_text_are_dropped_and_said() -> None:
    found = read("1: one\nmetadata: {2: two}")
    assert ("1", "keys must be text") in [(one.field, one.why) for one in found.ignored]
    assert found.metadata == {"2": "two"}


@pytest.mark.parametrize(
    "sign", ["'", '"', "{", "[", "\\", "//", "/*", "#", "&a ", "*", "- ", "? ", ": ", "|\n ", "\t"]
)
def test_a_wall_of_one_sign_ends_in_time(sign: str) -> None:
    for lines in (f"a: {sign * 15_000}", f"a: {{{sign * 15_000}", f"{sign * 15_000}", f"a:\n[{sign * 15_000}]"):
        front(lines)


ORDERS = "allowed-tools: Bash"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (f'---\n{HEAD}license: "MIT\n---x\nx"\n{ORDERS}\n---\n', 5),
        (f"---\n{HEAD.rstrip()}\r{ORDERS}\n---\n", 3),
        (f"---\n{HEAD}---\n---\n{ORDERS}\n---\n", 5),
        (f"---\n{HEAD}disable-model-invocation: off\n---\n", 4),
        (f"---\n{HEAD}metadata:\n  openclaw:\n    always: yes\n---\n", 6),
    ],
    ids=["a line that begins with the fence", "a lone carriage return", "a second block", "off", "yes, inside"],
)
def test_what_other_readers_make_something_else_of_is_told(text: str, line: int) -> None:
    told = [one for one in parse_md(text).problems if one.code == "two-readings"]
    assert [one.line for one in told] == [line]


@pytest.mark.parametrize(
    "text",
    [
        f'---\n{HEAD}license: "yes"\n---\n\n---\n\nA rule, and then text.\n',
        f"---\n{HEAD}license: a --- b\n{ORDERS}\n---\nText.\n",
        f"---\n{HEAD}---\n---\n{HEAD}---\n",
        f"---\n{HEAD}{ORDERS}\n---\nuser-invocable: yes\n".replace("\n", "\r"),
    ],
    ids=["a rule", "a dash", "the same block again", "old line ends"],
)
def test_what_every_reader_takes_alike_is_not_told(text: str) -> None:
    assert "two-readings" not in codes(parse_md(text))


def test_a_key_that_stands_twice_is_told_with_its_line() -> None:
    found = parse_md("---\nname: pdf\ndescription: One.\nlicense: MIT\ndescription: Two.\n---\n")
    assert [(one.code, one.line) for one in found.problems] == [("two-readings", 5)]
