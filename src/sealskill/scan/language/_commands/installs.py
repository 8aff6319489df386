"""Commands that install packages, and the few other things a command can do that matter."""

from __future__ import annotations

from sealskill.scan.act import Data, Source, Verb
from sealskill.scan.language._commands.call import Call, Handler
from sealskill.scan.language._commands.stuff import UNKNOWN, Stuff, passed

_SAID = 300
_REGISTRY = (
    "--index-url",
    "-i",
    "--extra-index-url",
    "--registry",
    "--source",
    "-s",
    "--find-links",
    "-f",
    "--index",
    "--default-index",
)
_VALUED = frozenset(
    "-r --requirement -c --constraint -t --target --prefix --root --python -p --version -v --channel --features "
    "--git --branch --tag --rev --path --trusted-host --proxy --cert -e --editable --with --from --package "
    "--call".split()
) | frozenset(_REGISTRY)
# Program → the words behind which names of packages follow.
_VERBS: dict[str, str] = {
    "npm": "install i add ci exec x create init update", "pnpm": "add install i dlx exec create", "yarn": "add global "
    "dlx create",
    "bun": "add install i x create", "pip": "install", "pip3": "install", "pipx": "install run inject", "uv": "add "
    "pip tool run sync",
    "poetry": "add install", "pdm": "add install", "pipenv": "install", "conda": "install create", "mamba": "install",
    "brew": "install tap cask reinstall", "apt": "install", "apt-get": "install", "yum": "install localinstall",
    "dnf": "install",
    "apk": "add", "pacman": "-S -Sy -Syu -U", "zypper": "install in", "snap": "install", "flatpak": "install",
    "port": "install",
    "choco": "install", "winget": "install", "scoop": "install", "go": "install get run", "cargo": "install add "
    "binstall",
    "gem": "install", "bundle": "add install", "composer": "require global", "dotnet": "tool add", "nuget": "install",
    "deno": "install add", "dpkg": "-i --install", "rpm": "-i -ivh -Uvh -U", "installer": "-pkg", "easy_install": "",
    "code": "--install-extension", "cursor": "--install-extension", "clawhub": "install", "clawdhub": "install",
    "skills": "add",
    "openclaw": "install skills plugins", "clawdbot": "install skills plugins", "nix-env": "-i -iA", "asdf": "install "
    "plugin",
    "mise": "install use", "volta": "install", "helm": "install upgrade", "gh-extension": "install", "cpan": "",
    "cpanm": "",
    "luarocks": "install", "opkg": "install", "emerge": "", "msiexec": "/i /package", "pkg": "install",
}  # fmt: skip
_RUNNERS = frozenset("npx bunx uvx pnpx dlx".split())
_SKIPPED = frozenset("tool pip run global skills plugins plugin cask package install add create".split())


def _install(call: Call) -> Stuff:
    words = call.words
    if words[:1] == ["config"] and _set_up(call):
        return UNKNOWN
    verbs = _VERBS[call.name].split()
    at = next((at for at, word in enumerate(words[:6]) if word in verbs), -1)
    if at < 0 and verbs:
        return _else(call)
    if (call.name in ("npm", "pnpm", "yarn", "bun") and words[at] in ("exec", "x", "dlx")) or (
        call.name == "uv" and words[at] == "run"
    ):
        return _package_run(call, call.args[at + 1 :])
    _named(call, call.args[at + 1 :])
    return UNKNOWN


def _set_up(call: Call) -> bool:
    """`npm config set registry …`, `pip config set global.index-url …`: where packages come from hereafter."""
    words = [word for one in call.words[1:] for word in one.split("=", 1)]
    url = next((word for word in words if "://" in word), "")
    kept = bool(url) and any(word.endswith(("registry", "index-url", "index")) for word in words)
    if kept:
        call.act(Verb.INSTALL, what="", path=call.name, url=url)
    return kept


def _else(call: Call) -> Stuff:
    from sealskill.scan.language._commands.runs import TABLE as runs

    if call.name in ("bun", "deno", "poetry", "pipenv", "pdm") and call.name in runs:
        return runs[call.name](call)
    return passed(call.stdin)


def _named(call: Call, args: list[Stuff]) -> None:
    from sealskill.scan.language._commands.call import told_apart

    options = told_apart(args, _VALUED)
    registry = next((one.text for one in options.values(*_REGISTRY) if one.text), "")
    names = [one for one in options.rest if one.text not in _SKIPPED][:40]
    names += [Stuff(f"-r {one.text}") for one in options.values("-r", "--requirement")]
    names += options.values("--git", "--path", "-e", "--editable", "-pkg", "--install-extension")
    for name in names:
        url = registry or (name.text if "://" in name.text or name.text.startswith(("git+", "git@")) else "")
        kept = call.machine.files.get(name.text.rstrip("/").rpartition("/")[2])
        call.act(
            Verb.INSTALL, what=name.text, path=call.name, url=url or (kept.url if kept else ""),
            flow=kept.flow if kept else ()
        )  # fmt: skip
    if not names:
        call.act(Verb.INSTALL, what="", path=call.name, url=registry)


def _package_run(call: Call, args: list[Stuff]) -> Stuff:
    """`npx name`: the package is fetched and run in one go."""
    from sealskill.scan.language._commands.call import told_apart

    options = told_apart(
        args,
        frozenset({"-p", "--package", "--from", "--registry", "--index-url", "--with", "--python", "-c", "--index"}),
    )
    named = [*options.values("-p", "--package", "--from"), *options.rest[:1]][:1]
    for name in named:
        if call.name != "uv" or not name.text.endswith(".py"):
            call.act(
                Verb.INSTALL,
                what=name.text,
                path=call.name,
                url=options.value("--registry", "--index-url", "--index").text,
            )
    rest = options.rest
    if (rest and rest[0].text in ("python", "python3", "node", "tsx", "ts-node", "bash", "sh", "tsc")) or (
        rest and rest[0].text.endswith((".py", ".ts", ".js"))
    ):
        return call.machine.call(rest, call.stdin, call.span)
    return passed(call.stdin)


def _runner(call: Call) -> Stuff:
    return _package_run(call, call.args)


def _miner(call: Call) -> Stuff:
    url = next((word for word in call.words if "://" in word or (word.count(":") == 1 and "." in word)), "")
    call.act(Verb.RUN, source=Source.LOCAL, path=call.name, url=url, what="a miner")
    return UNKNOWN


_SPENDING = {
    "cast": ("send", "publish"), "solana": ("transfer",), "spl-token": ("transfer", "approve"), "near": ("send",
    "call"),
    "bitcoin-cli": ("sendtoaddress", "sendmany", "sendall"), "lncli": ("payinvoice", "sendpayment", "sendcoins"),
    "sui": ("client",), "aptos": ("move",), "stripe": ("charges", "payouts", "transfers", "payment_intents"),
    "ethereal": ("transaction",), "geth": ("attach",), "monero-wallet-cli": ("transfer",), "xrpl": ("payment",),
}  # fmt: skip


def _spend(call: Call) -> Stuff:
    if any(word in _SPENDING[call.name] for word in call.words[:3]):
        call.act(Verb.SPEND, what=call.said[:_SAID])
    return passed(call.stdin)


def _flood(call: Call) -> Stuff:
    said = call.said
    if call.name in ("slowloris", "goldeneye", "hulk", "loic", "mdk3", "mdk4") or "--flood" in said:
        call.act(Verb.REPEAT, what=said[:_SAID], url=call.words[-1] if call.words else "")
    return UNKNOWN


def _query(call: Call) -> Stuff:
    """A client of a database: what it is told to drop, and what is written into it."""
    said = call.said
    low = said.lower()
    if call.stdin.known and call.stdin.text:
        low += " " + call.stdin.text[:2_000].lower()
    for words in (
        "drop database",
        "drop table",
        "drop schema",
        "truncate table",
        "flushall",
        "dropdatabase",
        "delete from",
    ):
        if words in low and not (words == "delete from" and " where " in low):
            call.act(Verb.DELETE, path="", what=said[:_SAID])
            break
    return passed(call.stdin)


TABLE: dict[str, Handler] = {
    **dict.fromkeys(_VERBS, _install), **dict.fromkeys(_RUNNERS, _runner),
    **dict.fromkeys("xmrig xmr-stak minerd cpuminer cgminer bfgminer nbminer t-rex lolminer phoenixminer ethminer "
    "nanominer gminer teamredminer ccminer".split(), _miner),
    **dict.fromkeys(_SPENDING, _spend),
    **dict.fromkeys("hping3 hping slowloris goldeneye hulk loic mdk3 mdk4".split(), _flood),
    **dict.fromkeys("psql mysql mariadb mongo mongosh redis-cli sqlcmd sqlite3 clickhouse-client cqlsh".split(),
    _query),
}  # fmt: skip


def terraform(call: Call) -> Stuff:
    """Whole environments, taken down."""
    if "destroy" in call.words and {"-auto-approve", "--auto-approve", "-force", "--yes", "-y"} & set(call.words):
        call.act(Verb.DELETE, path="", what=call.said[:_SAID])
    return passed(call.stdin)


TABLE.update(dict.fromkeys("terraform tofu terragrunt pulumi cdk".split(), terraform))
_ = Data
