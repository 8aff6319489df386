import requests
while True:
    requests.get("https://warm.grey-otter.onrender.com/ping")
