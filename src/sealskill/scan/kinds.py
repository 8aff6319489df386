"""What a file is: by its name, its first line, its first bytes. Contents win over names."""

from __future__ import annotations

import codecs
import posixpath

from sealskill.scan.document import Kind

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
    Kind.INI: "ini cfg conf service timer socket reg",
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
    ".profile": Kind.SHELL, ".bash_profile": Kind.SHELL, "crontab": Kind.SHELL, "gemfile": Kind.CODE,
    "rakefile": Kind.CODE, "vagrantfile": Kind.CODE,
}  # fmt: skip
_INTERPRETERS = {
    "sh": Kind.SHELL, "bash": Kind.SHELL, "zsh": Kind.SHELL, "dash": Kind.SHELL, "ksh": Kind.SHELL, "fish": Kind.SHELL,
    "python": Kind.PYTHON, "uv": Kind.PYTHON, "pypy": Kind.PYTHON, "node": Kind.JAVASCRIPT, "bun": Kind.TYPESCRIPT,
    "deno": Kind.TYPESCRIPT, "tsx": Kind.TYPESCRIPT, "ts-node": Kind.TYPESCRIPT, "pwsh": Kind.POWERSHELL,
    "ruby": Kind.CODE, "perl": Kind.CODE, "php": Kind.CODE, "lua": Kind.CODE, "osascript": Kind.CODE,
}  # fmt: skip
_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF32_LE, "utf-32"), (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"),
)  # fmt: skip
_CONTROLS = bytes(range(0x20)).translate(None, b"\t\n\v\f\r\x1b")
_MAX_CONTROLS = 0.02
"""The share of control characters up to which bytes are still text somebody typed."""


def kind_of(path: str, data: bytes) -> Kind:
    """What a text is written in; plain text where nothing says more."""
    name = posixpath.basename(path).lower()
    if data.startswith(b"#!"):
        return _shebang(data) or _SUFFIXES.get(name.rpartition(".")[2], Kind.TEXT)
    if name in _NAMES or name.partition(".")[0] in ("dockerfile", "makefile"):
        return _NAMES.get(name, Kind.SHELL)
    return _SUFFIXES.get(name.rpartition(".")[2], Kind.TEXT) if "." in name else _unnamed(data)


def _unnamed(data: bytes) -> Kind:
    return Kind.SHELL if data.startswith((b"export ", b"set -e")) else Kind.TEXT


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


def text_of(data: bytes) -> bytes | None:
    """The bytes as UTF-8 with `\\n` at line ends, or None where they are no text anybody typed.

    Bytes that are not valid UTF-8 become U+FFFD: what stands around them is read all the same.
    """
    for bom, encoding in _BOMS:
        if data.startswith(bom):
            return _folded(data.decode(encoding, "replace").encode("utf-8", "replace"))
    if data.isascii():
        return None if _binary(data) else _folded(data)
    if b"\0" in data[:4096] and (wide := _wide(data)):
        return _folded(wide)
    if _binary(data):
        return None
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        text = data.decode("utf-8", "replace")
        # Latin-1 prose has a stray byte here and there; a program or an image is full of them.
        if text.count("�") * 10 > len(text):
            return None
        return _folded(text.encode())
    return _folded(data)


def _wide(data: bytes) -> bytes | None:
    """UTF-16 without a mark: every other byte of English is zero."""
    for encoding, zeros in (("utf-16-le", data[1:4096:2]), ("utf-16-be", data[0:4096:2])):
        if zeros.count(0) * 10 > len(zeros) * 9:
            return data.decode(encoding, "replace").encode("utf-8", "replace")
    return None


def _binary(data: bytes) -> bool:
    controls = len(data) - len(data.translate(None, _CONTROLS))
    return controls > len(data) * _MAX_CONTROLS


def _folded(data: bytes) -> bytes:
    return data.replace(b"\r\n", b"\n").replace(b"\r", b"\n") if b"\r" in data else data
