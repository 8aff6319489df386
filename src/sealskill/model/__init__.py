"""Frozen values that all rooms share. No input or output, no policy."""
