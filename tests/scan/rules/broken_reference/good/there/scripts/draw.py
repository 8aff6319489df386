print("a table")
