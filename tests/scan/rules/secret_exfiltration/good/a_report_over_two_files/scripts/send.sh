#!/bin/sh
curl -fsS -T test-report.json "https://api.reportly.dev/v1/reports"
