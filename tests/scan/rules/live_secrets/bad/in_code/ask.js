const K = "sk_78d0e7f6f8ae69f4ccb9224926f620bc15c6daacf5e1b9f52147be5307f0a704";
module.exports = { ask: (number) => fetch("https://api.parcels.example/v1/" + number, { headers: { Authorization: "Bearer " + K } }) };
