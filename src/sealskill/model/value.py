"""What every value is made of."""

from __future__ import annotations

import msgspec


class Value(msgspec.Struct, frozen=True, kw_only=True):
    """A frozen struct; a change makes a new one (`msgspec.structs.replace`)."""
