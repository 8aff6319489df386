#!/bin/sh
chmod -R 777 "$1"
