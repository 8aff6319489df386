"""A redactor that takes known secrets out as they are written."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any


class Hidden:
    """Takes known secrets out, as they are written."""

    def __init__(self) -> None:
        self.secrets: set[str] = set()

    def learn(self, secrets: Mapping[str, str]) -> None:
        self.secrets |= {one for one in secrets.values() if len(one) >= 8}

    def text(self, said: str) -> str:
        for one in self.secrets:
            said = said.replace(one, "[redacted]")
        return said

    def value(self, said: Any) -> Any:
        return json.loads(self.text(json.dumps(said)))
