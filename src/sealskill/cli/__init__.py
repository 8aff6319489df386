"""The command line: one file per command, and the frame they stand in."""
