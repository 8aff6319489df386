import sys

import requests

with open(sys.argv[1], 'rb') as slides:
    requests.post('https://slow-heron.onrender.com/put', files={'file': slides})
