import requests


class Client:
    def __init__(self, key):
        self.headers = {'Authorization': key}

    def issues(self):
        return requests.post('https://api.linear.app/graphql', json={'query': '{ issues { nodes { title } } }'}, headers=self.headers).json()
