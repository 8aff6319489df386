"""Commands that speak HTTP: what they fetch, what they send along, where it is kept."""

from __future__ import annotations

import msgspec

from sealskill.scan.act import Data, Source, Verb
from sealskill.scan.language._commands.call import Call, Handler, Options, key_of
from sealskill.scan.language._commands.stuff import NOTHING, UNKNOWN, Stuff, but, together

_CURL_VALUED = frozenset(
    (
        "-X --request -d --data --data-raw --data-binary --data-ascii --data-urlencode --json -F --form --form-string "
        "-T --upload-file -H --header -u --user -b --cookie -c --cookie-jar -o --output --output-dir -A --user-agent "
        "-e --referer -x --proxy -m --max-time --connect-timeout --retry --retry-delay --retry-max-time -w --write-out "
        "--url --url-query -K --config --cacert --cert -E --key -r --range -C --continue-at -D --dump-header -z "
        "--limit-rate --resolve --interface -U --proxy-user --socks5 --socks5-hostname -y -Y --unix-socket "
        "--max-filesize "
        "--oauth2-bearer --aws-sigv4 --max-redirs -Q --quote --ciphers --tls-max --trace --stderr --doh-url "
        "--dns-servers"
    ).split()
)


_BODIES = ("-d", "--data", "--data-raw", "--data-binary", "--data-ascii", "--data-urlencode", "--json", "--url-query")


_FORMS = ("-F", "--form")


_HEADS = (
    "-H",
    "--header",
    "-u",
    "--user",
    "-b",
    "--cookie",
    "-A",
    "--user-agent",
    "-e",
    "--referer",
    "--oauth2-bearer",
)


_CHANGES = frozenset({"POST", "PUT", "PATCH"})


def _curl(call: Call) -> Stuff:
    options = call.options(_CURL_VALUED)
    urls = [*options.rest, *options.values("--url")]
    heads = together(options.values(*_HEADS), " ")
    bodies = [_body(call, one) for one in options.values(*_BODIES)]
    bodies += [_part(call, one) for one in options.values(*_FORMS)]
    bodies += [file_sent(call, one) for one in options.values("-T", "--upload-file")]
    bodies += options.values("--form-string")
    method = options.value("-X", "--request").text.upper()
    saved = _saved(call, options, urls)
    return _spoken(
        call, urls, heads, bodies, sends=method in _CHANGES or (bool(bodies) and method != "GET"), saved=saved
    )


def _saved(call: Call, options: Options, urls: list[Stuff]) -> str:
    if options.has("-o", "--output"):
        path = options.value("-o", "--output").text
        return "" if path in ("-", "/dev/null", "/dev/stdout") else path
    if options.has("-O", "--remote-name", "-J") and urls:
        return last_of(urls[0].text)
    return call.output


def last_of(url: str) -> str:
    """The name that what an address gives is kept under."""
    return url.partition("?")[0].rstrip("/").rpartition("/")[2]


def _spoken(
    call: Call, urls: list[Stuff], heads: Stuff, bodies: list[Stuff], *, sends: bool, saved: str
) -> Stuff:  # fmt: skip
    """A request is made to each address; the answer comes back."""
    body = together(bodies, " ")
    answers = []
    if call.machine.endless and urls:
        call.act(Verb.REPEAT, url=urls[0].text, what=call.said[:200])
    for url in urls or ([UNKNOWN] if sends or heads.telling else []):
        carried = together([body, heads, but(url, "")])
        _sent(call, url, carried, sends=sends)
        if not sends or saved or not body.data:
            call.act(Verb.FETCH, url=url.text, path=saved, names=carried.names, data=heads.data | url.data)
        answers.append(
            Stuff("$_", known=False, source=Source.FETCHED, url=url.text, flow=(call.span,), data=url.data & _LASTING)
        )
    answer = together(answers)
    if saved and answers:
        call.machine.files[key_of(saved)] = answer
    return answer


_LASTING = frozenset({Data.CHOSEN})


def _sent(call: Call, url: Stuff, carried: Stuff, *, sends: bool) -> None:
    data = carried.data | ({Data.KEY} if any(carried.names) and carried.data else frozenset())
    if sends or carried.data - {Data.CHOSEN}:
        call.act(
            Verb.SEND, url=url.text, data=data, names=carried.names, flow=carried.flow, what=carried.text[:400]
        )  # fmt: skip


def file_sent(call: Call, path: Stuff) -> Stuff:
    """The contents of a file that is sent."""
    if path.text in ("-", ".", "/dev/stdin", ""):
        return call.stdin
    content = call.reads([path])
    if content.data or (content.known and content.text):
        return content
    return msgspec.structs.replace(content, data=content.data | {Data.FILES})


def _body(call: Call, value: Stuff) -> Stuff:
    text = value.text
    if text.startswith("@"):
        return file_sent(call, but(value, text[1:]))
    name, _, path = text.partition("@")
    if (
        path
        and name
        and len(name) < 40
        and name.replace("_", "").isalnum()
        and "=" not in name
        and "--data-urlencode" in call.words
    ):
        return file_sent(call, but(value, path))
    return value


def _part(call: Call, value: Stuff) -> Stuff:
    _, mark, path = value.text.partition("=@")
    if not mark:
        _, mark, path = value.text.partition("=<")
    return file_sent(call, but(value, path.partition(";")[0].strip("\"'"))) if mark else value


_WGET_VALUED = frozenset(
    (
        "-O --output-document -o --output-file -P --directory-prefix -t --tries -T --timeout --header -U --user-agent "
        "--post-data --post-file --body-data --body-file --method -a -i --input-file --user --password -e --referer -w "
        "--limit-rate -l -A -R -D -Q"
    ).split()
)


def _wget(call: Call) -> Stuff:
    options = call.options(_WGET_VALUED)
    heads = together(options.values("--header", "--user", "--password", "-U", "--user-agent", "--referer"), " ")
    bodies = options.values("--post-data", "--body-data")
    bodies += [file_sent(call, one) for one in options.values("--post-file", "--body-file")]
    saved = options.value("-O", "--output-document").text
    piped = saved in ("-", "/dev/stdout") or any(word.startswith("-") and word.endswith("O-") for word in call.words)
    if not saved and options.rest and not piped:
        saved = last_of(options.rest[0].text)
    sends = bool(bodies) or options.value("--method").text.upper() in _CHANGES
    return _spoken(call, options.rest, heads, bodies, sends=sends, saved=call.output if piped else saved)


def _fetcher(call: Call) -> Stuff:
    """`aria2c`, `axel`, `lynx -dump`: an address, and a file of its name."""
    options = call.options(frozenset({"-o", "-d", "-x", "-s", "--out", "--dir", "-q", "--output"}))
    urls = [one for one in options.rest if "://" in one.text or "." in one.text or one.text.startswith("$")]
    out = options.value("-o", "--out", "--output").text
    dumps = call.name in ("lynx", "w3m", "links", "elinks")
    saved = out or (call.output if dumps else last_of(urls[0].text) if urls else "")
    return _spoken(call, urls, NOTHING, [], sends=False, saved=saved)


_METHODS = frozenset("GET POST PUT PATCH DELETE HEAD OPTIONS".split())


def _httpie(call: Call) -> Stuff:
    rest = call.options(frozenset({"-o", "--output", "-a", "--auth", "--timeout", "--body"})).rest
    method = next((one.text.upper() for one in rest[:1] if one.text.upper() in _METHODS), "")
    rest = rest[1:] if method else rest
    bodies = [_part(call, one) if "@" in one.text else one for one in rest[1:]]
    sends = method in _CHANGES or (bool(bodies) and not method) or call.stdin.telling
    heads = call.options(frozenset({"-a", "--auth"})).value("-a", "--auth")
    return _spoken(call, rest[:1], heads, [*bodies, call.stdin], sends=sends, saved=call.output)


TABLE: dict[str, Handler] = {
    "curl": _curl, "curl.exe": _curl, "wget": _wget, "wget2": _wget,
    **dict.fromkeys("aria2c axel lynx w3m links elinks fetch wcurl".split(), _fetcher),
    **dict.fromkeys("http https xh xhs httpie".split(), _httpie),
}  # fmt: skip
