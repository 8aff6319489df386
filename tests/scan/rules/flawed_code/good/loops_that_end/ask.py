import time


def ask(parcels):
    while True:
        look(parcels)


def look(parcels):
    time.sleep(1)
    print(len(parcels))


def take(parcels):
    while True:
        drop(parcels)


def drop(parcels):
    parcels.pop()
