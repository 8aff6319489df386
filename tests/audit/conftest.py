"""An empty database of each kind."""

from tests.store.postgres import opened, place, postgres, postgres_url

__all__ = ["opened", "place", "postgres", "postgres_url"]
