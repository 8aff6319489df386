#!/bin/sh
gpg --symmetric --output note.gpg note.txt
