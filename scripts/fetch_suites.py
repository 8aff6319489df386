"""Fetch what others wrote and our tests hold us to, pinned by hash, and unpack the wanted part into .cache/suites.

It is never installed and never committed.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).resolve().parent.parent
PIN = ROOT / "requirements" / "suites.txt"
TARGET = ROOT / ".cache" / "suites"
# Archive → its first path parts that are unpacked, and files without which it is not the one we think it is.
SUITES = {
    "skills_ref": (
        ("tests", "src", "LICENSE", "PKG-INFO"),
        ("tests/test_parser.py", "tests/test_prompt.py", "tests/test_validator.py", "src/skills_ref/parser.py"),
    ),
    "sarif_om": (("sarif-2.1.0-rtm.4.json", "LICENSE"), ("sarif-2.1.0-rtm.4.json",)),
}

ADVICE = f"""\
set-up: the material of the conformance tests could not be fetched (pip says why above).
        `make test` needs it once, from the package index that pip is set up to use; afterwards no network is needed.
        Behind a mirror: check `pip config list`. Without network: copy {TARGET.relative_to(ROOT)} from elsewhere.
"""


def download(folder: Path) -> None:
    """Put the sdists into a folder; pip refuses any file whose digest is not the pinned one."""
    # --no-build-isolation: pip asks an sdist for its metadata, with our pinned tools and nothing fetched for it.
    command = [
        *(sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-input", "download", "-qq"),
        *("--require-hashes", "--no-deps", "--no-binary", ":all:", "--no-build-isolation"),
        *("--dest", str(folder), "-r", str(PIN)),
    ]
    if subprocess.run(command, check=False, stdin=subprocess.DEVNULL).returncode != 0:
        sys.exit(ADVICE)


def unpack(sdist: Path, folder: Path, wanted: tuple[str, ...]) -> None:
    """Write the wanted regular files of `sdist` under `folder`, without its leading folder."""
    with tarfile.open(sdist) as archive:
        for member in archive:
            parts = PurePosixPath(member.name).parts[1:]
            if not (member.isfile() and parts and parts[0] in wanted and ".." not in parts):
                continue
            content = archive.extractfile(member)
            if content is not None:
                path = folder.joinpath(*parts)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content.read())


def main() -> None:
    with tempfile.TemporaryDirectory() as temporary:
        here = Path(temporary)
        download(here)
        for name, (wanted, expected) in SUITES.items():
            (sdist,) = here.glob(f"{name}-*.tar.gz")
            unpack(sdist, here / name, wanted)
            missing = [one for one in expected if not (here / name / one).is_file()]
            if missing:
                sys.exit(f"set-up: the sdist of {name} holds no {', '.join(missing)}; nothing was unpacked.")
            shutil.rmtree(TARGET / name, ignore_errors=True)
            shutil.copytree(here / name, TARGET / name)
    print(f"set-up: fetched {' and '.join(SUITES)} for the conformance tests")


if __name__ == "__main__":
    main()
