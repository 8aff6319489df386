"""The one room that imports rooms: what a load, a snapshot and a session are made of."""
