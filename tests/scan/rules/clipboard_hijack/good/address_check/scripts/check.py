import re

import pyperclip

text = pyperclip.paste().strip()
if re.match(r"^0x[a-fA-F0-9]{40}$", text):
    print("looks like an address of Ethereum")
elif re.match(r"^(bc1|[13])[a-zA-HJ-NP-Z0-9]{25,60}$", text):
    print("looks like an address of Bitcoin")
