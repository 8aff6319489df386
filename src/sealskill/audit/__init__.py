"""The record of what was decided, asked and done: a chain in which each entry holds the hash of the one before."""
