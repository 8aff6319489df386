"""Commands that speak to other machines by anything but HTTP, which has a file of its own."""

from __future__ import annotations

from sealskill.scan.act import Data, Source, Verb
from sealskill.scan.facts.hosts import HostKind, kind_of
from sealskill.scan.language._commands.call import Call, Handler, key_of
from sealskill.scan.language._commands.files import written
from sealskill.scan.language._commands.stuff import NOTHING, UNKNOWN, Stuff, together
from sealskill.scan.language._commands.web import file_sent, last_of


def _is_remote(text: str) -> bool:
    head = text.partition(":")[0]
    return ":" in text and "/" not in head and len(head) > 1 and not text.startswith(("/", ".", "~"))


def _copied(call: Call) -> Stuff:
    """`scp`, `rsync`, `sftp`: whichever side names a host is the other machine."""
    options = call.options(
        frozenset({"-i", "-P", "-p", "-o", "-F", "-e", "-c", "-l", "--exclude", "--include", "--rsh"})
    )
    remote = [one for one in options.rest if _is_remote(one.text)]
    local = [one for one in options.rest if not _is_remote(one.text)]
    if not remote:
        if call.name == "rsync" and len(local) > 1:
            written(call.machine, local[-1], call.reads(local[:-1]), call.span)
        return UNKNOWN
    if options.rest and options.rest[-1] is remote[-1] and local:
        content = together([file_sent(call, one) for one in local])
        call.act(Verb.SEND, url=_host(remote[-1].text), data=content.data, names=content.names, flow=content.flow)
        return UNKNOWN
    call.act(Verb.FETCH, url=_host(remote[0].text), path=local[-1].text if local else "")
    return Stuff("$_", known=False, source=Source.FETCHED, url=_host(remote[0].text), flow=(call.span,))


def _host(text: str) -> str:
    if "://" in text:
        return text
    return text.partition(":")[0].rpartition("@")[2]


def _netcat(call: Call) -> Stuff:
    options = call.options(
        frozenset({"-e", "-c", "-p", "-w", "-s", "-q", "-i", "-x", "--exec", "--sh-exec", "-X", "-T"})
    )
    if options.has("-z"):
        return UNKNOWN
    host = options.rest[0].text if options.rest else ""
    url = ":".join(one.text for one in options.rest[:2])
    listens = options.has("-l", "--listen")
    fed = call.stdin.text == "$fifo" or any(name in call.machine.files for name in ("$fifo",))
    if options.has("-e", "--exec", "--sh-exec", "-c") or fed:
        call.act(Verb.SHELL, url=url)
    elif listens:
        call.act(Verb.LISTEN, what=call.said[:200])
    elif host:
        sent = call.stdin
        call.act(Verb.SEND, url=url, data=sent.data, names=sent.names, flow=sent.flow)
    return Stuff("$_", known=False, source=Source.FETCHED, url=url, flow=(call.span,))


def _socat(call: Call) -> Stuff:
    said = call.said
    low = said.lower()
    url = next((word.partition(":")[2].partition(",")[0] for word in call.words if _connects(word.lower())), "")
    if "exec:" in low or "system:" in low:
        call.act(Verb.SHELL, url=url, what=said[:200])
    elif "listen" in low:
        call.act(Verb.LISTEN, what=said[:200])
    elif url:
        call.act(Verb.SEND, url=url, data=call.stdin.data, names=call.stdin.names, flow=call.stdin.flow)
    return Stuff("$_", known=False, source=Source.FETCHED, url=url, flow=(call.span,))


def _connects(word: str) -> bool:
    return word.startswith(("tcp", "udp", "openssl", "ssl")) and "listen" not in word and ":" in word


_SSH_VALUED = frozenset("-i -p -o -F -l -L -R -D -J -b -c -e -m -O -Q -S -W -w -E -I".split())


def _ssh(call: Call) -> Stuff:
    options = call.options(_SSH_VALUED)
    host = _host(options.rest[0].text) if options.rest else ""
    if options.has("-R"):
        call.act(Verb.LISTEN, url=host, what=call.said[:200])
    if call.stdin.data:
        call.act(Verb.SEND, url=host, data=call.stdin.data, names=call.stdin.names, flow=call.stdin.flow)
    return Stuff("$_", known=False, source=Source.FETCHED, url=host, flow=(call.span,))


def _git(call: Call) -> Stuff:
    options = call.options(
        frozenset({"-C", "-c", "--git-dir", "--work-tree", "-b", "--branch", "--depth", "-m", "-o", "-F"})
    )
    verb = options.rest[0].text if options.rest else ""
    rest = options.rest[1:]
    if verb in ("clone", "pull", "fetch", "submodule") or (verb == "remote" and len(rest) > 2):
        return _cloned(call, verb, rest)
    if verb == "push":
        if options.has("-f", "--force", "--force-with-lease", "--mirror", "--delete"):
            call.act(Verb.DELETE, path=rest[0].text if rest else "origin", what=call.said[:200])
        to = call.machine.files.get(f"{_REMOTE}{rest[0].text}", rest[0]).text if rest else ""
        call.act(Verb.SEND, url=to if "/" in to else "", data=frozenset({Data.FILES}))
    elif (verb == "reset" and options.has("--hard")) or (verb == "clean" and options.has("-f", "--force")):
        call.act(Verb.DELETE, path=".", what=call.said[:200])
    elif verb == "config":
        _configured(call, rest)
    return UNKNOWN


def _cloned(call: Call, verb: str, rest: list[Stuff]) -> Stuff:
    url = next((one.text for one in rest if "/" in one.text or "@" in one.text), "")
    if not url:
        return UNKNOWN
    if verb == "remote":
        call.machine.files[f"{_REMOTE}{rest[1].text}"] = Stuff(url)
    folder = rest[-1].text if len(rest) > 1 and verb == "clone" else last_of(url).removesuffix(".git")
    call.act(Verb.FETCH, url=url, path=folder if verb == "clone" else "")
    if verb == "clone":
        call.machine.files[f"{folder}/"] = Stuff("$_", known=False, url=url, flow=(call.span,))
    return UNKNOWN


_REMOTE = "$remote "
"""What a name that a script gave to another repository is kept under."""


def _configured(call: Call, rest: list[Stuff]) -> None:
    key = rest[0].text.lower() if rest else ""
    if key == "core.hookspath" and len(rest) > 1:
        call.act(Verb.WRITE, path="core.hooksPath", what=rest[1].text)
    elif key.startswith(("alias.", "core.sshcommand", "core.pager", "core.editor", "core.fsmonitor")) and len(rest) > 1:
        call.act(Verb.WRITE, path=f"git config {key}", what=rest[1].text)
    elif key == "http.sslverify" and len(rest) > 1 and rest[1].text.lower() == "false":
        call.act(Verb.STOP, what="the check of certificates")


_BUCKETS = ("s3://", "gs://", "az://", "b2://")


def _bucket(call: Call) -> Stuff:
    """`aws s3 cp`, `gsutil cp`, `rclone copy`: the last place is where things go."""
    words = [one for one in call.args if not one.text.startswith("-")]
    verbs = {one.text for one in words[:3]}
    if (
        not verbs & {"cp", "sync", "mv", "copy", "copyto", "put", "upload", "move", "rsync", "upload-batch"}
        or len(words) < 3
    ):
        return UNKNOWN
    last = words[-1]
    if (
        last.text.startswith(_BUCKETS)
        or (call.name == "rclone" and _is_remote(last.text))
        or "upload" in verbs
        or "put" in verbs
    ):
        content = file_sent(call, words[-2])
        call.act(Verb.SEND, url=last.text, data=content.data, names=content.names, flow=content.flow)
    elif any(one.text.startswith(_BUCKETS) or _is_remote(one.text) for one in words):
        call.act(Verb.FETCH, url=words[-2].text, path=last.text)
    return UNKNOWN


def _lookup(call: Call) -> Stuff:
    """A question to the name service carries whatever stands in the name."""
    carried = together([*call.args, call.stdin])
    if carried.data - {Data.CHOSEN}:
        call.act(Verb.SEND, url=_zone(carried.text.strip()), data=carried.data, names=carried.names, flow=carried.flow)
    return Stuff("$_", known=False, source=Source.FETCHED, url=call.words[-1] if call.words else "", flow=(call.span,))


def _zone(name: str) -> str:
    """Whose name server is asked: the part of a name behind whatever is put in front of it."""
    known = name.rpartition("$")[2].partition(".")[2] if "$" in name else name
    return f"dns://{known}" if "." in known else name


def _mail(call: Call) -> Stuff:
    options = call.options(
        frozenset({"-s", "-a", "-A", "-r", "-S", "-c", "-b", "-f", "-t", "--to", "--attach", "-u", "-m", "-o"})
    )
    to = next((one.text for one in [*options.values("-t", "--to"), *options.rest] if "@" in one.text), "")
    files = together([file_sent(call, one) for one in options.values("-a", "-A", "--attach") if "@" not in one.text])
    sent = together([call.stdin, files, *options.values("-m", "-s")])
    call.act(Verb.SEND, url=f"mailto:{to}", data=sent.data, names=sent.names, flow=sent.flow)
    return NOTHING


def _tunnel(call: Call) -> Stuff:
    words = set(call.words)
    idle = {"version", "--version", "authtoken", "config", "--help", "help", "update", "login"}
    if not words & idle or "http" in words or "tcp" in words:
        call.act(Verb.LISTEN, url=call.name, what=call.said[:200])
    return UNKNOWN


def _openssl_client(call: Call) -> Stuff:
    """`openssl s_client`: netcat with a certificate."""
    at = call.words.index("-connect") + 1 if "-connect" in call.words else 0
    url = call.words[at] if 0 < at < len(call.words) else ""
    if "$fifo" in call.machine.files or call.stdin.text == "$fifo":
        call.act(Verb.SHELL, url=url)
    elif call.stdin.data:
        call.act(Verb.SEND, url=url, data=call.stdin.data, names=call.stdin.names, flow=call.stdin.flow)
    return Stuff("$_", known=False, source=Source.FETCHED, url=url, flow=(call.span,))


def _fifo(call: Call) -> Stuff:
    for path in call.options().rest:
        fifo = Stuff("$fifo", known=False)
        call.machine.files["$fifo"] = fifo
        call.machine.files[key_of(path.text)] = fifo
    return NOTHING


def _gist(call: Call) -> Stuff:
    words = call.words
    if words[:2] in (["ssh-key", "add"], ["deploy-key", "add"], ["gpg-key", "add"]) or words[:3] == ["repo", *_DEPLOYS]:
        given = next((one for one in words[2:] if not one.startswith("-") and one not in _DEPLOYS), "")
        call.act(Verb.WRITE, path=f"deploy key {given}", what=call.said[:200])
    if words[:2] in (["gist", "create"], ["release", "upload"], ["release", "create"], ["issue", "create"]):
        sent = together([call.stdin, *[file_sent(call, one) for one in call.args[2:] if not one.text.startswith("-")]])
        if words[0] == "gist" or sent.data - {Data.FILES, Data.CHOSEN}:
            call.act(Verb.SEND, url="https://gist.github.com", data=sent.data, names=sent.names, flow=sent.flow)
    return UNKNOWN if words[:2] != ["auth", "token"] else _token(call)


_DEPLOYS = ["deploy-key", "add"]


def _token(call: Call) -> Stuff:
    data = frozenset({Data.KEY})
    call.act(Verb.READ, what=call.said, data=data)
    return Stuff("$_", known=False, data=data, names=("GH_TOKEN",), flow=(call.span,))


def local(url: str) -> bool:
    """Whether an address leads nowhere but here."""
    return kind_of(url) is HostKind.LOCAL


TABLE: dict[str, Handler] = {
    **dict.fromkeys("scp rsync sftp pscp lftp".split(), _copied),
    **dict.fromkeys("nc ncat netcat nc.traditional nc.openbsd telnet".split(), _netcat),
    "socat": _socat, "ssh": _ssh, "git": _git, "gh": _gist, "glab": _gist,
    "openssl s_client": _openssl_client,
    **dict.fromkeys("aws gsutil gcloud az rclone s3cmd mc b2 azcopy".split(), _bucket),
    **dict.fromkeys("dig nslookup host drill ping ping6".split(), _lookup),
    **dict.fromkeys("mail mailx mutt sendmail ssmtp msmtp swaks sendemail".split(), _mail),
    **dict.fromkeys("ngrok cloudflared lt localtunnel bore frpc chisel pagekite zrok tailscale-funnel "
    "playit".split(), _tunnel),
    "mkfifo": _fifo, "mknod": _fifo,
}  # fmt: skip
