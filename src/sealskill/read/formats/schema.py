"""Whether a tool's JSON Schema is one, without ever leaving the document.

A validator that resolves references would fetch addresses and read files that the schema names; ours refuses both.
"""

from __future__ import annotations

from typing import Any


class ExternalReference(ValueError):
    """The schema points outside itself."""


def fault(schema: dict[str, Any]) -> str:
    """Why this is no usable schema, or "" when it is one."""
    import jsonschema_rs  # late: most trees hold no tool with a schema

    try:
        # In this order: the second call fetches a `$schema` it does not know, and the first refuses to know it.
        jsonschema_rs.validator_for(schema, retriever=_refuse)
        jsonschema_rs.meta.validate(schema)
    except jsonschema_rs.ValidationError as exc:
        return exc.message
    except (jsonschema_rs.ReferencingError, ValueError, RecursionError) as exc:
        return str(exc) or "it cannot be read"
    return ""


def validator(schema: dict[str, Any]) -> Any:
    """What holds values against a schema. Raises ValueError for one that is none, or that leads outside itself."""
    import jsonschema_rs  # as above

    why = fault(schema)
    if why:
        raise ValueError(why)
    return jsonschema_rs.validator_for(schema, retriever=_refuse)


def _refuse(address: str) -> Any:
    raise ExternalReference(f"$ref to {address} leads outside the schema")
