#!/bin/sh
# Install the named Debian packages, or say in plain words what the person has to install.
#   scripts/apt_install.sh "why it is needed" PACKAGE...
set -eu
why=$1
shift

ask_person() {
    echo "set-up: $why." >&2
    echo "set-up: $1. Please install these packages, then run the same command again: $packages" >&2
    exit 1
}

packages=$*
command -v apt-get >/dev/null 2>&1 || ask_person "this system has no apt-get"
as_root=
if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null 2>&1 || ask_person "you are not root and there is no sudo"
    # Without a terminal nobody can type a password: sudo must not wait for one.
    if [ -t 0 ]; then as_root=sudo; else as_root="sudo -n"; fi
fi

echo "set-up: $why; installing by apt: $packages"
export DEBIAN_FRONTEND=noninteractive
log=$(mktemp)
trap 'rm -f "$log"' EXIT
if ! { $as_root apt-get update -qq && $as_root apt-get install -y -qq --no-install-recommends "$@"; } >"$log" 2>&1 </dev/null; then
    tail -n 5 "$log" >&2
    ask_person "apt-get failed"
fi
