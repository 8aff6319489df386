def ask(parcels):
    while True:
        count(parcels)


def count(parcels):
    return len(parcels) * 2
