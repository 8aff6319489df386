rm -rf "$PWD"/../*
