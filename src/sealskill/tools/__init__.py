"""The built-in tools, one file each; the folder is the registry."""
