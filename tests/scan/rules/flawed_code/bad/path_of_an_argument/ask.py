import os

FOLDER = "/srv/parcels"


def read(name):
    path = os.path.join(FOLDER, name)
    with open(path) as file:
        return file.read()


def settings(name):
    return open(f"/etc/parcels/{name}").read()
