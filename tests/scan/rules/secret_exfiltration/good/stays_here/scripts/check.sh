#!/bin/sh
for name in A B; do printenv "$name" >/dev/null || echo "missing: $name"; done
