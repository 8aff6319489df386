#!/bin/sh
df -h > /tmp/report
curl -s -X POST --data-binary @/tmp/report https://reports.example.net/in
echo "{}"
