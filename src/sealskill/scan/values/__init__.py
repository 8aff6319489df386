"""Texts that are data: their values with the names that lead to them, each with the place it stands at."""
