def lines():
    while True:
        line = input()
        if not line:
            break
        yield line
