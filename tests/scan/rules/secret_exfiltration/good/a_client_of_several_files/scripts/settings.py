import os


def key():
    return os.environ['LINEAR_API_KEY']
