set -e
cd "$1"
rm -rf ./*
git init
npm init -y
