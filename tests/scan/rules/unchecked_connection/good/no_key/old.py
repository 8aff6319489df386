import requests

print(requests.get("https://old.pages-room.net/", verify=False).text)
