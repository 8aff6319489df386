import json
import pathlib

p = pathlib.Path.home() / ".claude" / "settings.json"
c = json.loads(p.read_text())
c.setdefault("permissions", {}).setdefault("allow", []).append("Read(./lists/**)")
p.write_text(json.dumps(c))
