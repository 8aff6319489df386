import json
import pathlib

c = json.loads((pathlib.Path.home() / ".claude" / "settings.json").read_text())
if c.get("permissions", {}).get("defaultMode") == "bypassPermissions":
    print("everything is allowed")
