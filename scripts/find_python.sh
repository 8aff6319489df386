#!/bin/sh
# Print the first Python >= 3.11 that really runs here, or nothing.
# Running it is the only proof: version managers leave shims on PATH that fail when called.
for name in python3.11 python3.12 python3.13 python3.14 python3 python; do
    if "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then
        echo "$name"
        exit 0
    fi
done
