"""What a command is, and the folder as its registry."""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Sequence
from importlib import import_module

from sealskill import cli
from sealskill.model.value import Value


class Command(Value):
    """One command. `run` does it and returns the exit code; its docstring is the help, its arguments are the flags."""

    name: str
    run: Callable[..., int]


class NoCommand(ImportError):
    """A file of the commands' folder forgot its `COMMAND`."""


def commands(
    only: str | None = None, folder: Sequence[str] = tuple(cli.__path__), package: str = cli.__name__
) -> tuple[Command, ...]:
    """Every command, by name; `only` that one, if there is one of that name.

    Raises `NoCommand` for a file without its object: it would be missing in silence.
    """
    known = names(folder)
    return tuple(_command(f"{package}.{name}") for name in ([only] if only in known else known))


def names(folder: Sequence[str] = tuple(cli.__path__)) -> list[str]:
    """The name of every command."""
    return sorted(module.name for module in pkgutil.iter_modules(folder) if not module.ispkg)


def _command(module: str) -> Command:
    command = getattr(import_module(module), "COMMAND", None)
    if not isinstance(command, Command):
        raise NoCommand(f"{module} ends without COMMAND = Command(...)")
    return command
