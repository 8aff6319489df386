"""Fetch the sdist of skills-ref, pinned by hash, and unpack its tests and sources into .cache/skills-ref.

It is never installed and never committed: our tests run its tests against our library.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).resolve().parent.parent
PIN = ROOT / "requirements" / "skills-ref.txt"
TARGET = ROOT / ".cache" / "skills-ref"
WANTED = ("tests", "src", "LICENSE", "PKG-INFO")
# Its test-suite as released; fewer files mean that the archive is not the one we think it is.
EXPECTED = ("tests/test_parser.py", "tests/test_prompt.py", "tests/test_validator.py", "src/skills_ref/parser.py")

ADVICE = f"""\
set-up: the test-suite of skills-ref could not be fetched (pip says why above).
        `make test` needs it once, from the package index that pip is set up to use; afterwards no network is needed.
        Behind a mirror: check `pip config list`. Without network: copy {TARGET.relative_to(ROOT)} from elsewhere.
"""


def download(folder: Path) -> Path:
    """Return the sdist; pip refuses any file whose digest is not the pinned one."""
    # --no-build-isolation: pip asks the sdist for its metadata, with our pinned hatchling and nothing fetched for it.
    command = [
        *(sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-input", "download", "-qq"),
        *("--require-hashes", "--no-deps", "--no-binary", ":all:", "--no-build-isolation"),
        *("--dest", str(folder), "-r", str(PIN)),
    ]
    if subprocess.run(command, check=False, stdin=subprocess.DEVNULL).returncode != 0:
        sys.exit(ADVICE)
    (sdist,) = folder.glob("*.tar.gz")
    return sdist


def unpack(sdist: Path, folder: Path) -> None:
    """Write the wanted regular files of `sdist` under `folder`, without its leading folder."""
    with tarfile.open(sdist) as archive:
        for member in archive:
            parts = PurePosixPath(member.name).parts[1:]
            if not (member.isfile() and parts and parts[0] in WANTED and ".." not in parts):
                continue
            content = archive.extractfile(member)
            if content is not None:
                path = folder.joinpath(*parts)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content.read())


def main() -> None:
    with tempfile.TemporaryDirectory() as temporary:
        fresh = Path(temporary) / "skills-ref"
        unpack(download(Path(temporary)), fresh)
        missing = [name for name in EXPECTED if not (fresh / name).is_file()]
        if missing:
            sys.exit(f"set-up: the sdist of skills-ref holds no {', '.join(missing)}; nothing was unpacked.")
        shutil.rmtree(TARGET, ignore_errors=True)
        TARGET.parent.mkdir(exist_ok=True)
        shutil.copytree(fresh, TARGET)
    print("set-up: fetched the test-suite of skills-ref")


if __name__ == "__main__":
    main()
