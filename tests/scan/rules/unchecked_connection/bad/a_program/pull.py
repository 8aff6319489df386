import os

import requests

answer = requests.get(
    "https://desk.ticket-room.net/api",
    headers={"Authorization": "Bearer " + os.environ["DESK_TOKEN"]},
    verify=False,
)
print(answer.json())
