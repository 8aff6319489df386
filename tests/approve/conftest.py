"""An empty database of each kind, and the room that asks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from tests.approve.ground import Desk
from tests.store.postgres import opened, place, postgres, postgres_url

__all__ = ["desk", "opened", "place", "postgres", "postgres_url"]


@pytest.fixture
def desk(opened: Callable[[], Any]) -> Desk:
    return Desk(opened())
