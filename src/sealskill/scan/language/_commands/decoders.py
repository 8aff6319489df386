"""Commands that turn text into other text: decoders, ciphers, whatever rewrites letters."""

from __future__ import annotations

import base64
import binascii
import codecs

from sealskill.scan.act import Data, Source, Verb
from sealskill.scan.language._commands.call import Call, Handler, Options
from sealskill.scan.language._commands.files import written
from sealskill.scan.language._commands.stuff import NOTHING, UNKNOWN, Stuff, but, passed, together

_SAID = 400


def _decode(call: Call) -> Stuff:
    """`base64 -d`: the text where it is known, and in any case that it was decoded."""
    options = call.options(frozenset({"-w", "-i", "-o", "-b"}))
    files = [*options.rest, *options.values("-i")]
    read = call.reads([one for one in files if one.text != "-"]) if files and files[0].text != "-" else call.stdin
    if not options.has("-d", "-D", "--decode"):
        return passed(read)
    return decoded(read, _BASES[call.name])


_BASES = {"base64": base64.b64decode, "gbase64": base64.b64decode, "base32": base64.b32decode}


def decoded(stuff: Stuff, by: object) -> Stuff:
    """What a decoder makes of it: text where that is known."""
    text = ""
    if stuff.known and callable(by):
        raw = "".join(stuff.text.split()).encode("utf-8", "replace")
        try:
            text = by(raw + b"=" * (-len(raw) % 4)).decode("utf-8", "replace")
        except (ValueError, binascii.Error):
            text = ""
    source = stuff.source if stuff.source is Source.FETCHED else Source.DECODED
    return Stuff(text or "$_", bool(text), source, stuff.url, "", stuff.data, stuff.names, stuff.flow)


def _hex(call: Call) -> Stuff:
    options = call.options(frozenset({"-c", "-g", "-l", "-s", "-o"}))
    read = call.reads(options.rest) if options.rest else call.stdin
    if not options.has("-r"):
        return passed(read)
    return decoded(but(read, read.text.replace("\\x", "").replace("0x", "")), _unhex)


def _unhex(raw: bytes) -> bytes:
    return binascii.unhexlify(raw.rstrip(b"="))


def _reversed(call: Call) -> Stuff:
    read = call.reads(call.options().rest) if call.options().rest else call.stdin
    text = "\n".join(line[::-1] for line in read.text.split("\n")) if read.known else "$_"
    return _made(read, text)


def _made(stuff: Stuff, text: str) -> Stuff:
    source = stuff.source if stuff.source is Source.FETCHED else Source.DECODED
    return Stuff(text, stuff.known, source, stuff.url, "", stuff.data, stuff.names, stuff.flow)


def _translate(call: Call) -> Stuff:
    """`tr`: letters for letters; `tr -d` takes some away."""
    read = call.stdin
    options = call.options()
    sets = [one.text for one in options.rest]
    if not read.known or not sets or len(read.text) > 1 << 16:
        return passed(read)
    if options.has("-d"):
        gone = set(_spread(sets[0]))
        return _made(read, "".join(one for one in read.text if one not in gone)) if read.text else read
    if len(sets) < 2:
        return read
    old, new = _spread(sets[0]), _spread(sets[1])
    new = new + new[-1:] * (len(old) - len(new))
    return _made(read, read.text.translate({ord(a): b for a, b in zip(old, new, strict=False)}))


_CLASSES = {
    "[:upper:]": "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "[:lower:]": "abcdefghijklmnopqrstuvwxyz", "[:space:]": " \t\n",
    "[:digit:]": "0123456789",
}  # fmt: skip


def _spread(said: str) -> str:
    """`a-z` written out."""
    for name, letters in _CLASSES.items():
        said = said.replace(name, letters)
    said = said[:300].replace("\\n", "\n").replace("\\t", "\t")
    found = ""
    at = 0
    while at < len(said):
        if at + 2 < len(said) and said[at + 1] == "-" and said[at] < said[at + 2] < "\u0100":
            found += "".join(map(chr, range(ord(said[at]), ord(said[at + 2]) + 1)))
            at += 3
        else:
            found += said[at]
            at += 1
    return found


def _rot13(call: Call) -> Stuff:
    return _made(call.stdin, codecs.encode(call.stdin.text, "rot13"))


def _openssl(call: Call) -> Stuff:
    """`openssl enc`: decoding, or making files unreadable."""
    verb = call.words[0] if call.words else ""
    options = call.options(
        frozenset("-in -out -k -K -iv -pass -passin -connect -inkey -pubin -S -md -iter".split()), single=True
    )
    if verb == "s_client":
        from sealskill.scan.language._commands.net import TABLE as net

        return net["openssl s_client"](call)
    given = options.value("-in")
    read = call.reads([given]) if given is not NOTHING else call.stdin
    if options.has("-d") or (verb in ("rsautl", "pkeyutl") and options.has("-decrypt")):
        made = (
            decoded(read, base64.b64decode)
            if verb == "base64" or ("-base64" in call.words and len(call.words) < 4)
            else passed(_made(read, "$_"))
        )
        return _kept(call, options, made)
    if verb.startswith("-"):
        return UNKNOWN
    if verb in ("enc", "rsautl", "pkeyutl", "smime", "cms") or verb.startswith(("aes", "des", "camellia", "aria")):
        if verb != "enc" or not options.has("-base64") or len(options.given) > 3:
            call.act(Verb.ENCRYPT, path=given.text, what=call.said[:_SAID])
        return _kept(call, options, passed(read))
    return passed(read)


def _kept(call: Call, options: Options, made: Stuff) -> Stuff:
    out = options.value("-out")
    if out is NOTHING:
        return made
    written(call.machine, out, made, call.span)
    return NOTHING


def _gpg(call: Call) -> Stuff:
    options = call.options(
        frozenset(
            "-r --recipient -o --output --passphrase --batch-file --homedir -u --passphrase-file --cipher-algo".split()
        )
    )
    if options.has("-c", "--symmetric", "-e", "--encrypt"):
        path = options.rest[0].text if options.rest else ""
        call.act(Verb.ENCRYPT, path=path, what=call.said[:_SAID])
    if options.has("--export-secret-keys"):
        call.act(Verb.READ, what=call.said[:_SAID], data=frozenset({Data.CREDENTIALS}))
        return Stuff("$_", known=False, data=frozenset({Data.CREDENTIALS}), flow=(call.span,))
    return passed(together([call.stdin, *(call.content(one) for one in options.rest)]))


def _age(call: Call) -> Stuff:
    options = call.options(frozenset({"-r", "-R", "-o", "-i"}))
    if not options.has("-d", "--decrypt"):
        call.act(Verb.ENCRYPT, path=options.rest[0].text if options.rest else "", what=call.said[:_SAID])
    return passed(call.stdin)


def _unzipped(call: Call) -> Stuff:
    options = call.options()
    return passed(call.reads(options.rest) if options.rest else call.stdin)


TABLE: dict[str, Handler] = {
    "base64": _decode, "gbase64": _decode, "base32": _decode, "xxd": _hex, "rev": _reversed, "tac": _reversed,
    "tr": _translate, "rot13": _rot13, "openssl": _openssl, "gpg": _gpg, "gpg2": _gpg, "age": _age, "ccrypt": _age,
    **dict.fromkeys("gunzip zcat gzcat bunzip2 bzcat unxz xzcat".split(), _unzipped),
}  # fmt: skip
