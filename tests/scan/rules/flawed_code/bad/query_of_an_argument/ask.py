import sqlite3


def find(owner, table):
    db = sqlite3.connect("parcels.db")
    query = f"SELECT * FROM {table} WHERE owner LIKE '%{owner}%'"
    return db.execute(query).fetchall()
