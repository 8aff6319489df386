"""Arguments read without pydantic. Typer imports it for the first value of any kind, which took a third of a command.

Text, paths and values that are right already need no library. All else (numbers, choices, every error) goes to typer.
Should a later typer forget the one private attribute used here, commands start slower and mean the same.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, get_args, get_origin

import typer
import typer.core


class Light:
    """What a parameter asks for its value."""

    def __init__(self, annotation: Any) -> None:
        self.annotation = annotation

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        """The value as the command wants it."""
        many = param.multiple or param.nargs == -1
        if value is None:
            return () if many else None
        kind = get_args(self.annotation)[0] if get_origin(self.annotation) is list else self.annotation
        values = list(value) if many else [value]
        if kind in (str, Path):
            if kind is Path and any(one == "" for one in values):
                # An unset variable, most often; as a path it would be the current folder.
                raise typer.BadParameter("a path must not be empty", ctx=ctx, param=param)
            values = [kind(one) for one in values]
        elif not all(type(one) is kind for one in values):
            param._runtime_param = None
            return param.get_runtime_param().coerce(value, param=param, ctx=ctx)
        return values if many else values[0]


def _lightened(params: list[Any]) -> list[Any]:
    for param in params:
        descriptor = getattr(param, "type_descriptor", None)
        if descriptor is not None and param._runtime_param is None:
            param._runtime_param = Light(descriptor.annotation)
    return params


class LightCommand(typer.core.TyperCommand):
    """A command whose parameters start light."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Every parameter, `--help` included."""
        return _lightened(super().get_params(ctx))


class LightGroup(typer.core.TyperGroup):
    """The program itself, which has parameters too."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Every parameter, `--help` included."""
        return _lightened(super().get_params(ctx))
