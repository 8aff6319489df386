"""One file per rule. The folder is the registry."""
