"""What a file is: by its name, its first line, its first bytes. Contents win over names."""

from __future__ import annotations

import posixpath

from sealskill.scan.document import Kind
from sealskill.scan.guess import guess

_BY_SUFFIX = {
    Kind.MARKDOWN: "md markdown mdx mdc",
    Kind.SHELL: "sh bash zsh ksh fish command bats envrc",
    Kind.POWERSHELL: "ps1 psm1 psd1",
    Kind.BATCH: "bat cmd",
    Kind.PYTHON: "py pyw pyi",
    Kind.JAVASCRIPT: "js mjs cjs jsx",
    Kind.TYPESCRIPT: "ts mts cts",
    Kind.TSX: "tsx",
    Kind.JSON: "json jsonl json5 jsonc webmanifest",
    Kind.YAML: "yaml yml",
    Kind.TOML: "toml",
    Kind.INI: "ini cfg conf service timer socket path mount reg npmrc yarnrc pypirc gitconfig gitmodules cron "
    "properties",
    Kind.NOTEBOOK: "ipynb",
    Kind.DESKTOP: "desktop url webloc",
    Kind.HTML: "html htm xhtml vue svelte",
    Kind.SVG: "svg",
    Kind.XML: "xml plist xsd xsl xslt rels opf",
    Kind.CODE: "go rs c h cc cpp hpp java kt swift rb php pl pm lua r cs fs scala sql applescript scpt vbs ps "
    "gradle groovy dart jl ex exs erl hs ml clj el vim tf nix proto graphql css scss less",
}
_SUFFIXES = {suffix: kind for kind, suffixes in _BY_SUFFIX.items() for suffix in suffixes.split()}
_NAMES = {
    "makefile": Kind.SHELL, "gnumakefile": Kind.SHELL, "justfile": Kind.SHELL, "dockerfile": Kind.SHELL,
    "containerfile": Kind.SHELL, "procfile": Kind.SHELL, ".bashrc": Kind.SHELL, ".zshrc": Kind.SHELL,
    ".profile": Kind.SHELL, ".bash_profile": Kind.SHELL, "crontab": Kind.INI,
    ".condarc": Kind.YAML, "pipfile": Kind.TOML, "gemfile": Kind.CODE,
    "rakefile": Kind.CODE, "vagrantfile": Kind.CODE,
}  # fmt: skip
_PROGRAMS = frozenset(
    {Kind.SHELL, Kind.POWERSHELL, Kind.BATCH, Kind.PYTHON, Kind.JAVASCRIPT, Kind.TYPESCRIPT, Kind.TSX}
)
_INTERPRETERS = {
    "sh": Kind.SHELL, "bash": Kind.SHELL, "zsh": Kind.SHELL, "dash": Kind.SHELL, "ksh": Kind.SHELL, "fish": Kind.SHELL,
    "python": Kind.PYTHON, "uv": Kind.PYTHON, "pypy": Kind.PYTHON, "node": Kind.JAVASCRIPT, "bun": Kind.TYPESCRIPT,
    "deno": Kind.TYPESCRIPT, "tsx": Kind.TYPESCRIPT, "ts-node": Kind.TYPESCRIPT, "pwsh": Kind.POWERSHELL,
    "ruby": Kind.CODE, "perl": Kind.CODE, "php": Kind.CODE, "lua": Kind.CODE, "osascript": Kind.CODE,
}  # fmt: skip


def kind_of(path: str, data: bytes) -> Kind:
    """What a text is written in; plain text where nothing says more."""
    return kinds_of(path, data)[0]


def kinds_of(path: str, data: bytes) -> tuple[Kind, ...]:
    """Everything a text may be run as: a first line and a name that disagree are both believed."""
    named = _named(path)
    said = _shebang(data) if data.startswith(b"#!") else None
    if said:
        return (said, named) if named in _PROGRAMS and named is not said else (said,)
    return (named or guess(data),)


def _named(path: str) -> Kind | None:
    name = posixpath.basename(path).lower()
    if name in _NAMES or name.partition(".")[0] in ("dockerfile", "makefile"):
        return _NAMES.get(name, Kind.SHELL)
    return _SUFFIXES.get(name.rpartition(".")[2]) if "." in name else None


def _shebang(data: bytes) -> Kind | None:
    words = data[2:200].split(b"\n", 1)[0].decode("latin-1").replace("/", " ").split()
    for word in words:
        bare = word.rstrip("0123456789.")
        if bare in _INTERPRETERS:
            return _INTERPRETERS[bare]
    return None


def of_language(info: str) -> Kind | None:
    """The kind a code fence says it is in; None for a language nobody here reads."""
    word = info.strip().lower().split()[0].strip("{}.,") if info.strip() else ""
    word = _FENCES.get(word, word)
    return _SUFFIXES.get(word)


_FENCES = {
    "shell": "sh", "console": "sh", "terminal": "sh", "shell-session": "sh", "shellsession": "sh", "sh-session": "sh",
    "python": "py", "python3": "py", "py3": "py", "javascript": "js", "node": "js", "nodejs": "js", "typescript": "ts",
    "powershell": "ps1", "pwsh": "ps1", "posh": "ps1", "batch": "bat", "dos": "bat", "markdown": "md",
    "dockerfile": "sh", "makefile": "sh", "ruby": "rb", "rust": "rs", "golang": "go",
}  # fmt: skip
