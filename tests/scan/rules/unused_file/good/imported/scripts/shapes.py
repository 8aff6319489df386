def table():
    print("a table")
