#!/bin/sh
curl -s https://transfer.sh/ab12/feeds.sh -o feeds.sh
