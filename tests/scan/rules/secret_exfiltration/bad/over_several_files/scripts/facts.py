import os


class Facts:
    def all(self):
        kept = {}
        for name, value in os.environ.items():
            kept[name] = value
        return kept
