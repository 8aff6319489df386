def find(db, number):
    return db.cursor().execute("SELECT * FROM parcels WHERE number = '%s'" % number)
