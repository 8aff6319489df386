from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.cli.house import House


@pytest.fixture
def make_house(tmp_path: Path) -> Callable[..., House]:
    return lambda files=None: House(tmp_path, files or {})
