"""Ask pip-audit about every pinned package, and never take "could not look" for "nothing known".

Exit codes: 0 every package was looked up and none has a known vulnerability, or nothing could be looked up at all and
that was said; 1 a vulnerability, or a look-up that failed for some packages only; 3 could not look and AUDIT=required.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
LOCK = "requirements/dev.txt"  # a superset of run.txt and build.txt


def ask() -> list[dict[str, Any]] | str:
    """Return what pip-audit says of each package, or why it could not look."""
    command = [
        *(sys.executable, "-m", "pip_audit", "-r", LOCK, "--require-hashes", "--disable-pip"),
        *("--format", "json", "--progress-spinner", "off", "--timeout", "15"),
    ]
    done = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    try:
        packages: list[dict[str, Any]] = json.loads(done.stdout)["dependencies"]
    except (ValueError, KeyError):
        lines = done.stderr.strip().splitlines() or [f"pip-audit ended with exit code {done.returncode}"]
        return lines[-1]
    return packages


def could_not_look(why: str) -> int:
    print(f"audit: SKIPPED, NOT PASSED: no vulnerability service could be asked ({why})")
    print("audit: run `make audit` where the service of the package index is reachable; AUDIT=required makes this fail")
    return 3 if os.environ.get("AUDIT") == "required" else 0


def main() -> int:
    packages = ask()
    if isinstance(packages, str):
        return could_not_look(packages)
    skipped = [package for package in packages if "skip_reason" in package]
    vulnerable = [package for package in packages if package.get("vulns")]
    for package in vulnerable:
        for vuln in package["vulns"]:
            fixed = ", ".join(vuln["fix_versions"]) or "no version yet"
            print(f"audit: {package['name']} {package['version']}: {vuln['id']}, fixed in {fixed}")
    if not packages or len(skipped) == len(packages):
        return could_not_look(skipped[0]["skip_reason"] if skipped else "no package was named")
    for package in skipped:
        print(f"audit: {package['name']} could not be looked up: {package['skip_reason']}")
    looked_up = len(packages) - len(skipped)
    print(f"audit: {looked_up} packages looked up, {len(vulnerable)} vulnerable, {len(skipped)} not looked up")
    return 1 if vulnerable or skipped else 0


if __name__ == "__main__":
    sys.exit(main())
