export const find = (db, owner) => db.query(`SELECT * FROM parcels WHERE owner = '${owner}'`);
