import json
import urllib.request

print(json.load(urllib.request.urlopen('https://quotes.example.org/today'))['text'])
