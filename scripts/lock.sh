#!/bin/sh
# Write requirements/{build,run,dev}.txt anew. Pins already there are kept unless UPGRADE=1.
# The files name no index, so whoever installs chooses the index and the hashes decide what is accepted.
set -eu
cd "$(dirname "$0")/.."
[ -x .venv/bin/uv ] || sh scripts/setup.sh tools

compile() {
    .venv/bin/uv pip compile --quiet --no-config --universal --python-version 3.11 --generate-hashes \
        --no-header --no-emit-index-url --no-emit-find-links ${UPGRADE:+--upgrade} "$@"
}
# Each file is bound by the ones before it, so that all three can be installed into one environment.
compile requirements/build.in -o requirements/build.txt
compile pyproject.toml --all-extras -c requirements/build.txt -o requirements/run.txt
compile pyproject.toml --all-extras requirements/build.in requirements/dev.in \
    -c requirements/build.txt -c requirements/run.txt -o requirements/dev.txt
