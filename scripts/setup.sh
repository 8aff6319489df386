#!/bin/sh
# Complete .venv in place: pinned, hashed packages, then sealskill itself as an editable install.
#   scripts/setup.sh run    every dependency and every extra
#   scripts/setup.sh dev    the same, and the tools of `make test` and `make check`
#   scripts/setup.sh tools  the tools without sealskill: for `make lock`, when pyproject.toml and the locks disagree
# PYTHON chooses the interpreter of a new .venv. Nothing is ever deleted.
set -eu
cd "$(dirname "$0")/.."
kind=$1
started=$(date +%s)

say() { echo "set-up: $*"; }
fail() {
    echo "set-up: $1" >&2
    shift
    for line in "$@"; do echo "        $line" >&2; done
    exit 1
}

# These variables send pip or Python somewhere else than the .venv.
unset PYTHONHOME PYTHONPATH PIP_USER PIP_TARGET PIP_PREFIX PIP_REQUIRE_VIRTUALENV

venv_works() { .venv/bin/python -m pip --version >/dev/null 2>&1; }

make_venv() {
    python=${PYTHON:-$(sh scripts/find_python.sh)}
    [ -n "$python" ] || fail "no Python 3.11 or newer found." \
        "On Debian 12: apt-get install python3.11 python3.11-venv; or name one: make PYTHON=/path/to/python3.11"
    "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null ||
        fail "$python does not run, or is older than 3.11." "Name another: make PYTHON=python3.12"
    version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
    # Debian keeps ensurepip, without which a .venv has no pip, in a package of its own.
    if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
        sh scripts/apt_install.sh "$python cannot make a virtual environment (no ensurepip)" "python$version-venv"
        "$python" -c 'import ensurepip, venv' 2>/dev/null ||
            fail "$python still has no ensurepip: it is probably not Debian's Python $version." \
                "Use a Python that has it: make PYTHON=/usr/bin/python$version"
    fi
    say "making .venv with $python ($("$python" -c 'import platform; print(platform.python_version())'))"
    "$python" -m venv .venv
    venv_works || fail ".venv exists but its pip does not run." "Remove the folder .venv and run the same command again."
}

pip() { .venv/bin/python -m pip --disable-pip-version-check --no-input "$@"; }

# Two runs at once (a second terminal, an editor) must not install into one .venv together.
mkdir -p .venv
if command -v flock >/dev/null 2>&1; then
    exec 9>.venv/.set-up.lock
    flock -n 9 || { say "waiting for another set-up in this folder"; flock 9; }
fi

venv_works || make_venv
.venv/bin/python -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
    fail ".venv holds a Python older than 3.11." "Remove the folder .venv and run the same command again."

case $kind in
run) locks="-r requirements/build.txt -r requirements/run.txt" ;;
dev | tools) locks="-r requirements/dev.txt" ;;
*) fail "unknown kind of set-up: $kind" ;;
esac

say "installing the pinned packages ($kind)"
# shellcheck disable=SC2086  # $locks is a list of words
pip install -qq --require-hashes $locks || fail "the pinned packages could not be installed (pip says why above)." \
    "No network or no package index: check 'pip config list'. A hash that does not match: do not go on; report it."
[ "$kind" != tools ] || exit 0

pip install -qq --no-deps --no-build-isolation -e . || fail "sealskill itself could not be installed (pip says why above)."
pip check >.venv/.pip-check 2>&1 || {
    cat .venv/.pip-check >&2
    fail "pyproject.toml and the lock files disagree." "Run 'make lock', look at the change, and commit both."
}
[ -x .venv/bin/sealskill ] || fail ".venv/bin/sealskill is missing: pyproject.toml no longer names its entry point."

touch .venv/.stamp-run
[ "$kind" = run ] || touch .venv/.stamp-dev
say "done in $(($(date +%s) - started)) s"
