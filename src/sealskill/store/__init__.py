"""Keepers: the disposable cache and the lock."""
