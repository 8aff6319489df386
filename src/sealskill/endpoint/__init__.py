"""Asking a model somewhere else. The one room that sends anything; it knows nothing of packages or verdicts."""
