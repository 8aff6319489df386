"""The process that spawns, with nothing but the standard library: it is forked for each run and has to stay small."""
