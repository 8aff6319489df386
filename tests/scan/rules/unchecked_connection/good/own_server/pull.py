import os

import requests

answer = requests.get(os.environ["DESK_URL"], headers={"Authorization": os.environ["DESK_TOKEN"]}, verify=False)
print(answer.json())
