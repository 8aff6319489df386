import re
import sys

HOUSE = "LT12 3456 7890 1234 5678"
text = open(sys.argv[1]).read()
print(re.sub(r"\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}", HOUSE, text))
