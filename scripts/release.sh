#!/bin/sh
# Build the wheel and the sdist of the last commit twice, in different places and under different umasks, zones and
# locales; refuse if one byte differs; install the wheel in an empty environment; write the SBOM of that environment.
# Everything lands in dist/.
set -eu
cd "$(dirname "$0")/.."
fail() { echo "release: $*" >&2; exit 1; }

root=$PWD
python=$root/.venv/bin/python
[ -z "$(git status --porcelain --untracked-files=no)" ] || echo "release: changes that are not committed are left out"
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

build_in() { # FOLDER UMASK ZONE
    mkdir -p "$work/$1"
    (
        umask "$2"
        git archive HEAD | tar -x -C "$work/$1"
        cd "$work/$1"
        TZ=$3 "$python" -m build --no-isolation --outdir out . >build.log 2>&1 || { tail -n 20 build.log >&2; exit 1; }
        cd out && sha256sum ./* | sed 's, \./, ,' >"$work/$1.sums"
    )
}
build_in one 022 UTC
build_in another/place 077 Asia/Kathmandu
cmp -s "$work/one.sums" "$work/another/place.sums" || {
    diff "$work/one.sums" "$work/another/place.sums" >&2 || true
    fail "two builds of one commit differ"
}

mkdir -p dist
rm -f dist/*
cp "$work"/one/out/* dist/

"$python" -m venv --without-pip "$work/clean"
"$python" -m pip --python "$work/clean/bin/python" --disable-pip-version-check install -qq --require-hashes -r requirements/run.txt
"$python" -m pip --python "$work/clean/bin/python" --disable-pip-version-check install -qq --no-deps dist/*.whl
(cd "$work" && HOME="$work" "$work/clean/bin/sealskill" --help >/dev/null) || fail "the installed wheel does not start"

wheel=$(basename dist/*.whl)
.venv/bin/cyclonedx-py environment "$work/clean/bin/python" --pyproject pyproject.toml --output-reproducible \
    --output-format JSON --output-file "dist/${wheel%%-py3*}.cdx.json"
(cd dist && sha256sum ./* | sed 's, \./, ,' >"$work/SHA256SUMS" && cp "$work/SHA256SUMS" .)
echo "release: built twice from $(git rev-parse --short HEAD), the same bytes both times"
cat dist/SHA256SUMS
