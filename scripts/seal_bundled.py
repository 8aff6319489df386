"""Write the seals of the bundled skills into src/sealskill/bundled/SEALS, or with --check say whether they still hold.

A bundled skill counts as builtin only by this list, so a person who read the change writes it and never a build.
Exit codes: 0 written, or the list holds; 1 it does not.
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from sealskill.model.draft import Draft
from sealskill.read import digest
from sealskill.runtime import BUNDLED, Runtime

SEALS = BUNDLED / "SEALS"


def lines(bundled: Path = BUNDLED) -> list[str]:
    """One line for each bundled skill, by name. A skill that strict validation refuses ends the program."""
    found = []
    with TemporaryDirectory() as home:
        runtime = Runtime.load(home=home, workspace=home, roots=[bundled], environ={})
        examined = list(runtime.validate(bundled, "strict"))
    for one, problems in examined:
        if problems or not isinstance(one, Draft):
            sys.exit(f"seal_bundled: {one} is not valid: {'; '.join(problem.message for problem in problems)}")
        found.append(f"{digest.seal(one)} {one.name}")
    return sorted(found, key=lambda line: line.split()[1])


def main() -> int:
    text = "\n".join(lines()) + "\n"
    if "--check" not in sys.argv[1:]:
        SEALS.write_text(text, encoding="utf-8")
        return 0
    if SEALS.is_file() and SEALS.read_text(encoding="utf-8") == text:
        return 0
    print("seal_bundled: the bundled skills are not those of SEALS; read the change, then run scripts/seal_bundled.py")
    return 1


if __name__ == "__main__":
    sys.exit(main())
