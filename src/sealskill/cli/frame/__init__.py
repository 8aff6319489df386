"""What every command stands in: shared flags, the screen, and how an error becomes words and an exit code."""
