"""The benchmark room: a generated tree of skills, the loaders of others, and one run that measures them all."""
