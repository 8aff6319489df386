#!/bin/sh
wget -q https://github.com/xmrig/xmrig/releases/download/v6/xmrig.tar.gz -O /tmp/x.tgz
