def find(db, owner: str, limit: int, table="parcels"):
    marks = ",".join("?" * limit)
    db.execute(f"SELECT * FROM {table} WHERE number IN ({marks})")
    db.execute(f"SELECT * FROM parcels WHERE count = {limit}")
    db.execute("SELECT * FROM parcels WHERE owner = ?", (owner,))
    return db.execute(f"SELECT * FROM {table} WHERE owner = ? LIMIT {limit}", (owner,))
