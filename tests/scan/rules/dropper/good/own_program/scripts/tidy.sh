#!/bin/sh
bash scripts/part.sh
