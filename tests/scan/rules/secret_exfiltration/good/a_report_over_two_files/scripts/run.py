import json
import subprocess
from pathlib import Path

done = subprocess.run(["pytest", "-q"], capture_output=True, text=True)
Path("test-report.json").write_text(json.dumps({"code": done.returncode, "out": done.stdout}))
