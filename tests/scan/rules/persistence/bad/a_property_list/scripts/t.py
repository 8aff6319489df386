import plistlib
from pathlib import Path

with open(Path.home() / 'Library/LaunchAgents/dev.tide.plist', 'wb') as out:
    plistlib.dump({'Label': 'dev.tide', 'RunAtLoad': True}, out)
