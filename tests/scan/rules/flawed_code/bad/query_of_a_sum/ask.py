def find(db, number):
    return db.cursor().execute("DELETE FROM parcels WHERE number = '" + number + "'")
