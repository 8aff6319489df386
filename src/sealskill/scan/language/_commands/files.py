"""Commands that read, write, move and delete files."""

from __future__ import annotations

import re

from sealskill.scan.act import Data, Source, Verb
from sealskill.scan.document import Kind, Span
from sealskill.scan.facts import places
from sealskill.scan.kinds import kind_of
from sealskill.scan.language._commands.call import Call, Handler, Machine, key_of
from sealskill.scan.language._commands.stuff import NOTHING, UNKNOWN, Stuff, but, passed, together
from sealskill.scan.pattern import pattern

MAX_SAID = 400
"""Characters of what is written that an act repeats."""
_SHELL_RC = pattern(
    r"bashrc|zshrc|profile|zshenv|bash_login|rc\.local|init\.d|hooks/|config\.fish|sudoers|/cron|crontab"
)
_CRON = re.compile(r"^\s{0,8}(?:@\w{1,12}|(?:[\d*/,\-]{1,20}\s{1,4}){5})(?:root\s{1,4})?", re.MULTILINE)
_CRON_DIR = pattern(r"/cron|crontab")


def written(machine: Machine, target: Stuff, content: Stuff, span: Span, *, added: bool = False) -> None:
    """A file is written: an act, and remembered for whoever reads or runs it."""
    path = target.text
    if path.startswith("/dev/") or path == "-" or not path:
        return
    said = content.text[:MAX_SAID] if content.known else ""
    machine.act(
        Verb.WRITE, span,
        {"path": path, "what": said, "data": content.data, "names": content.names, "url": content.url,
         "flow": content.flow, "source": content.source},
    )  # fmt: skip
    key = key_of(path)
    before = machine.files.get(key)
    machine.files[key] = together([before, content], "\n") if added and before is not None else content
    raw = path.encode("utf-8", "replace")
    if content.known and content.text.strip() and places.AUTOSTART.search(raw) and _SHELL_RC.search(raw):
        text = _CRON.sub("", content.text) if _CRON_DIR.search(raw) else content.text
        machine.nested(but(content, text), span, Kind.SHELL, unasked=True)


def ran(call: Call, path: Stuff, kind: Kind | None = None) -> Stuff:
    """A file is run: what was fetched or written into it before comes along."""
    kept = call.machine.files.get(key_of(path.text))
    if kept is None:
        call.act(Verb.RUN, source=Source.LOCAL, path=path.text, url=path.url, flow=path.flow)
        return passed(path)
    source = Source.DECODED if kept.source is Source.DECODED else Source.LOCAL
    call.act(
        Verb.RUN, source=source, path=path.text, url=kept.url, flow=kept.flow, data=kept.data & {Data.CHOSEN}
    )  # fmt: skip
    if kept.known and kept.text.strip():
        language = kind or kind_of(path.text, kept.text.encode("utf-8", "replace"))
        return call.machine.nested(kept, call.span, language if language in _PROGRAMS else Kind.SHELL)
    return passed(kept)


_PROGRAMS = frozenset({Kind.SHELL, Kind.PYTHON, Kind.JAVASCRIPT, Kind.TYPESCRIPT, Kind.POWERSHELL})


def _filter(call: Call) -> Stuff:
    """Whatever reads files or its input and prints something of it."""
    options = call.options(_FILTER_VALUED)
    read = call.reads(_paths(options.rest))
    return passed(together([call.stdin, read]))


_FILTER_VALUED = frozenset({"-n", "-c", "-f", "-d", "-F", "-k", "-t", "-o", "-A", "-B", "-C", "-m", "--max-count"})


def _paths(args: list[Stuff]) -> list[Stuff]:
    return [arg for arg in args if "/" in arg.text or "." in arg.text or arg.telling]


def _cat(call: Call) -> Stuff:
    args = [arg for arg in call.args if not arg.text.startswith("-") or arg.text == "-"]
    return call.reads(args) if args and args[0].text != "-" else call.stdin


def _echo(call: Call) -> Stuff:
    from sealskill.scan.language._shell_words import unescaped

    args = call.args
    escapes = False
    while args and args[0].text in ("-e", "-n", "-en", "-ne", "-E"):
        escapes = escapes or "e" in args[0].text
        args = args[1:]
    said = together(args, " ") if len(args) != 1 else args[0]
    if escapes and "\\" in said.text:
        text = unescaped(said.text.encode("utf-8", "replace")).decode("utf-8", "replace")
        return _decoded(said, text) if _ENCODED.search(said.text.encode("utf-8", "replace")) else but(said, text)
    return Stuff() if said is NOTHING else said


def _decoded(stuff: Stuff, text: str, *, known: bool = True) -> Stuff:
    source = stuff.source if stuff.source is Source.FETCHED else Source.DECODED
    return Stuff(text, known, source, stuff.url, "", stuff.data, stuff.names, stuff.flow)


_ENCODED = pattern(r"\\(?:x[0-9a-f]{2}|0?[0-7]{3}|u[0-9a-f]{4})")
_FORMAT = re.compile(r"%[-0-9.]{0,6}[sbdqcx]")


def _printf(call: Call) -> Stuff:
    from sealskill.scan.language._shell_words import unescaped

    args = call.args[2:] if call.args and call.args[0].text == "-v" else call.args
    if not args:
        return NOTHING
    form, values = args[0], args[1:]
    whole = together(args, " ")
    text = form.text
    if values:
        left = iter(values * 1)
        text = _FORMAT.sub(lambda _: next(left, NOTHING).text, text) if _FORMAT.search(text) else text
        text += "".join(one.text for one in left) if _FORMAT.fullmatch(form.text.rstrip("\\n")) else ""
    shown = unescaped(text.encode("utf-8", "replace")).decode("utf-8", "replace")
    if _ENCODED.search(whole.text.encode("utf-8", "replace")):
        return _decoded(whole, shown, known=whole.known)
    return but(whole, shown)


def _tee(call: Call) -> Stuff:
    options = call.options()
    for path in options.rest:
        written(call.machine, path, call.stdin, call.span, added=options.has("-a", "--append"))
    return call.stdin


def _copy(call: Call) -> Stuff:
    options = call.options(frozenset({"-t", "-m", "-o", "-g"}))
    rest = options.rest
    if len(rest) < 2:
        return UNKNOWN
    content = call.reads(rest[:-1])
    if not content.telling and content.path and call.name != "mv":
        content = Stuff("$_", known=False, path=content.path, data=content.data)
    written(call.machine, rest[-1], content, call.span)
    for path in rest[:-1]:
        call.machine.files.setdefault(f"{key_of(rest[-1].text)}/{key_of(path.text)}", content)
        call.machine.files.setdefault(key_of(path.text), content)
    _taken_away(call, rest[:-1])
    return UNKNOWN


def _taken_away(call: Call, paths: list[Stuff]) -> None:
    if call.name == "mv":
        for path in paths:
            if _HOMELESS.search(path.text.encode("utf-8", "replace")):
                call.act(Verb.DELETE, path=path.text, what=call.said[:MAX_SAID])


_HOMELESS = pattern(r"^(?:~|\$HOME|/home/[^/]+|/Users/[^/]+|/)/?\*?$")


def _remove(call: Call) -> Stuff:
    options = call.options()
    for path in options.rest:
        call.act(Verb.DELETE, path=path.text, what=call.said[:MAX_SAID])
    if not options.rest and call.stdin.telling:
        call.act(Verb.DELETE, path="$_", what=call.said[:MAX_SAID])
    return NOTHING


def _destroy(call: Call) -> Stuff:
    rest = call.options(frozenset({"-n", "-s", "-t", "-L"})).rest
    call.act(Verb.DELETE, path=rest[-1].text if rest else "", what=call.said[:MAX_SAID])
    return NOTHING


def _dd(call: Call) -> Stuff:
    given = {name: but(arg, value) for arg in call.args for name, _, value in [arg.text.partition("=")] if value}
    content = call.reads([given["if"]]) if "if" in given else call.stdin
    target = given.get("of")
    if target is None:
        return content
    if target.text.startswith("/dev/") and not target.text.startswith(("/dev/null", "/dev/std")):
        call.act(Verb.DELETE, path=target.text, what=call.said[:MAX_SAID])
    else:
        written(call.machine, target, content, call.span)
    return NOTHING


def _find(call: Call) -> Stuff:
    said = call.said
    where = call.args[0].text if call.args else ""
    if "-delete" in call.words:
        call.act(Verb.DELETE, path=where, what=said[:MAX_SAID])
    found = call.reads([Stuff(said)] if _TELLS.search(said.encode("utf-8", "replace")) else [])
    for flag in ("-exec", "-execdir", "-ok"):
        if flag in call.words:
            at = call.words.index(flag) + 1
            argv = [found if arg.text == "{}" else arg for arg in call.args[at:] if arg.text not in (";", "+")]
            argv = [but(arg, _matched(call, where)) if arg is found else arg for arg in argv]
            return call.machine.call(argv, found, call.span)
    return passed(found, where)


def _matched(call: Call, where: str) -> str:
    """The files that `find` finds, as one path."""
    named = next((value for name, value in zip(call.words, call.words[1:], strict=False) if name in _NAMED), "")
    return f"{where.rstrip('/')}/{named}" if named else where


_NAMED = ("-name", "-iname", "-path", "-ipath")
_TELLS = pattern(r"-i?(?:name|path|regex|wholename)|~|\$HOME|/home|/Users|/root")


def _chmod(call: Call) -> Stuff:
    for path in call.options().rest[1:]:
        if places.AUTOSTART.search(path.text.encode("utf-8", "replace")):
            call.act(Verb.WRITE, path=path.text, what=call.said[:MAX_SAID])
    return NOTHING


def _archive(call: Call) -> Stuff:
    """`tar`, `zip`, `7z`: files in, one file out, or the other way round."""
    first = call.args[0].text if call.args else ""
    packs = call.name in ("zip", "rar") or (
        "c" in first.lstrip("-") if call.name in ("tar", "gtar", "bsdtar") else first in ("a", "u")
    ) or "--create" in call.words  # fmt: skip
    rest = [arg for arg in call.args[1:] if arg.text == "-" or not arg.text.startswith("-")]
    if call.name in ("zip", "rar") and not first.startswith("-"):
        rest = [call.args[0], *rest] if call.args else rest
    if not packs:
        return _unpacked(call, [arg for arg in call.args if not arg.text.startswith("-")])
    if call.name.endswith("tar") and "f" not in first.lstrip("-") and "--file" not in call.said:
        return passed(call.reads(rest))  # to its output, as no file is named
    content = call.reads(rest[1:]) if rest[1:] else call.stdin
    if any(word.startswith(("-p", "-P", "--password", "-hp", "-e")) for word in call.words) and call.name != "tar":
        call.act(Verb.ENCRYPT, path=rest[1].text if len(rest) > 1 else "", what=call.said[:MAX_SAID])
    if content.data and rest and rest[0].text not in ("-",):
        written(call.machine, rest[0], passed(content), call.span)
    return passed(content)


def _unpacked(call: Call, paths: list[Stuff]) -> Stuff:
    kept = next((found for path in paths if (found := call.machine.files.get(key_of(path.text)))), call.stdin)
    if kept.url or kept.source is Source.DECODED:
        call.machine.files["*"] = passed(kept)
    return passed(kept)


TABLE: dict[str, Handler] = {
    **dict.fromkeys("cat bat tac nl less more".split(), _cat),
    **dict.fromkeys(
        "head tail grep egrep fgrep rg ag sed awk gawk cut sort uniq strings od hexdump jq yq wc split paste "
        "column fold fmt iconv xmllint plutil sqlite3 defaults gzip bzip2 xz zstd lz4 pigz".split(), _filter
    ),
    "echo": _echo, "print": _echo, "printf": _printf, "tee": _tee,
    **dict.fromkeys("cp mv install ln rsync-local ditto".split(), _copy),
    **dict.fromkeys("rm unlink rmdir trash srm".split(), _remove),
    **dict.fromkeys("shred wipe wipefs mkfs mke2fs blkdiscard scrub fdisk parted truncate".split(), _destroy),
    "dd": _dd, "find": _find, "fd": _find, "chmod": _chmod, "chattr": _chmod,
    **dict.fromkeys("tar gtar bsdtar zip rar 7z 7za 7zz unzip unrar".split(), _archive),
}  # fmt: skip
