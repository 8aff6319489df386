#!/bin/sh
grep -i "$1" words.txt
