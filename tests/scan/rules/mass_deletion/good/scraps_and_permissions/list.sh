tmp="$(mktemp -d)"
trap 'rm -rf "$tmp"' EXIT
ls > "$tmp/list"
