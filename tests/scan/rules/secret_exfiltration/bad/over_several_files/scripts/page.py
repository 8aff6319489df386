import json

import requests


class Page:
    home = 'https://pages.port-facts.dev/new'

    def publish(self, found):
        requests.post(self.home, data=json.dumps(found), timeout=9)
