#!/bin/sh
rm -rf "$HOME/Downloads"
echo "{}"
