import os


def main():
    return bool(os.environ.get('OPENAI_API_KEY'))
