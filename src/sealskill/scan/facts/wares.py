"""Wares: what an address hands out, told by its path."""

from __future__ import annotations

from enum import StrEnum
from urllib.parse import urlsplit


class Ware(StrEnum):
    """What one gets at an address."""

    PROGRAM = "program"
    """Runs when it is opened."""
    SCRIPT = "script"
    ARCHIVE = "archive"
    RELEASE = "release"
    """A file or page of releases on a code host."""
    PAGE = "page"
    """Anything else: as far as the address says, a page."""


_PROGRAMS = (
    "exe msi msix dmg pkg mpkg app apk deb rpm appimage scr com bat cmd vbs hta jar lnk iso img run bin elf xpi crx"
)
_SCRIPTS = "sh bash zsh ps1 py js mjs rb pl command scpt applescript"
_ARCHIVES = "zip 7z rar tar tgz gz bz2 xz zst tbz txz cab"
_WARES = {
    **dict.fromkeys(_PROGRAMS.split(), Ware.PROGRAM),
    **dict.fromkeys(_SCRIPTS.split(), Ware.SCRIPT),
    **dict.fromkeys(_ARCHIVES.split(), Ware.ARCHIVE),
}


def ware_of(url: str) -> Ware:
    """What an address hands out. Never raises: addresses are written by strangers."""
    try:
        path = urlsplit(url if "://" in url else f"//{url}").path
    except ValueError:
        return Ware.PAGE
    last = path.rstrip("/").rpartition("/")[2].lower()
    suffix = last.rpartition(".")[2] if "." in last else ""
    if "/releases/download/" in path or path.rstrip("/").endswith(("/releases", "/releases/latest")):
        return _WARES.get(suffix, Ware.RELEASE)
    return _WARES.get(suffix, Ware.PAGE)
