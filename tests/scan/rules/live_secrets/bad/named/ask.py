API_KEY = "gbGjUjas-0mvXVlSFjhM980VJSdqF3bGU2bkphFp"


def ask(number):
    return {"number": number, "key": API_KEY}
