"""All commands as one program, and the last place an error can go."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import wraps
from typing import Annotated

import typer
from typer.main import get_command

from sealskill import __version__
from sealskill.cli.frame import exits, screen
from sealskill.cli.frame.command import Command, commands, names
from sealskill.cli.frame.light import LightCommand, LightGroup
from sealskill.errors import BadSettings, Error, UnknownSkill

_HELP = """Run agent skills you did not write.

Exit codes: 0 done and nothing at the threshold; 1 findings, problems or a refusal at the threshold; 2 wrong usage;
3 could not look."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command line and return its exit code. Errors become words, never a traceback."""
    args = list(sys.argv[1:] if argv is None else argv)
    screen.prepare()
    try:
        code = get_command(build(args[0] if args else None)).main(
            args=args, prog_name="sealskill", standalone_mode=False
        )
        sys.stdout.flush()
    except typer.TyperException as exc:
        return _refused(args, exc)
    except Error as exc:
        return _failed(args, exc)
    except (typer.Abort, KeyboardInterrupt):
        return exits.INTERRUPTED
    except BrokenPipeError:
        return _unheard()
    except OSError as exc:  # rooms translate theirs: this is our own output, or nobody thought of it
        return _unprinted(exc)
    return int(code or exits.DONE)


def build(only: str | None = None) -> typer.Typer:
    """The program with every command of the folder, or with the one that is asked for, which starts sooner."""
    # Without markup typer leaves rich alone, which halves the time of `--help`.
    app = typer.Typer(cls=LightGroup, rich_markup_mode=None, pretty_exceptions_enable=False, help=_HELP)
    app.callback(invoke_without_command=True)(_start)
    for command in commands(only):
        app.command(command.name, cls=LightCommand)(_quietly(command))
    return app


def _start(
    ctx: typer.Context, version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False
) -> None:
    if version:
        screen.say(f"sealskill {__version__}")
        raise typer.Exit
    if ctx.invoked_subcommand is None:
        screen.raw(ctx.get_help())


def _quietly(command: Command) -> Callable[..., int]:
    """The command, ending without a word when nobody reads what it prints. Typer would exit 1, which means findings."""

    @wraps(command.run)
    def run(*args: object, **kwargs: object) -> int:
        try:
            code = command.run(*args, **kwargs)
            sys.stdout.flush()
        except BrokenPipeError:
            return _unheard()
        return code

    return run


def _unheard() -> int:
    # Python flushes stdout once more at exit; let it flush into nothing.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return exits.PIPE_CLOSED


def _unprinted(exc: OSError) -> int:
    # An answer that was cut off must not end like one that was given; 1 would be findings.
    with suppress(OSError):
        screen.hear(f"error: {exc.strerror or exc}")
    _unheard()
    return exits.NOT_SEEN


def _refused(args: list[str], exc: typer.TyperException) -> int:
    known = [word for word in args[:1] if word in names()]
    advice = f"run `{' '.join(['sealskill', *known, '--help'])}` for the words it knows"
    _tell(args, {"error": exc.format_message(), "kind": "wrong_usage", "advice": advice})
    return int(exc.exit_code)


def _failed(args: list[str], exc: Error) -> int:
    kind = re.sub(r"(?<!^)(?=[A-Z])", "_", type(exc).__name__).lower()
    near = {"skill": exc.name, "near": exc.near} if isinstance(exc, UnknownSkill) else {}
    every = {"problems": exc.problems} if isinstance(exc, BadSettings) else {}
    _tell(args, {"error": str(exc), "kind": kind, "advice": exc.advice, **near, **every})
    return exits.code_of(exc)


def _tell(args: list[str], error: dict[str, object]) -> None:
    if "--json" in args:
        screen.emit("error/1", error)
    problems = error.get("problems", (error["error"],))
    for said in problems if isinstance(problems, tuple) else ():
        screen.hear(f"error: {said}")
    if error["advice"]:
        screen.hear(str(error["advice"]))
