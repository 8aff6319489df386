"""One file for each boundary, each ending in `BACKEND`."""
