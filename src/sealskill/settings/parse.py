"""Text of a settings file → a map, or the one sentence and line that say why not.

Foreign messages never pass: parsers quote what they stumbled over, and that may be a secret.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from sealskill.settings.bombs import too_clever_in_yaml
from sealskill.settings.twice import members, written_members, written_twice_in_yaml


class Unparsed(Exception):
    """Why a text is not a settings file, and in which line (0 where nobody knows)."""

    def __init__(self, why: str, line: int = 0) -> None:
        super().__init__(why)
        self.why = why
        self.line = line


def parse(text: str, language: str) -> Mapping[Any, Any]:
    """The map a text holds in `yaml`, `json5` or `toml`. Raises `Unparsed`."""
    if not text.strip():
        # A file cut short looks like this, so it is never taken for "nothing is set".
        raise Unparsed("is empty: write `{}` or delete the file", 1)
    tree = _PARSERS[language](text)
    if not isinstance(tree, Mapping):
        raise Unparsed("is not a map of settings", 1)
    return tree


def yaml(text: str) -> Any:
    """One YAML document. Aliases and deep nesting are refused: they cost gigabytes and minutes (`bombs.py`)."""
    import ryaml  # late: most starts have no settings file

    refused = too_clever_in_yaml(text)
    if refused:
        raise Unparsed(*refused)
    try:
        return ryaml.loads(text)
    except ValueError as error:
        said = str(error)
    if "duplicate entry" in said:
        twice = written_twice_in_yaml(text)
        raise Unparsed("gives a key twice", twice or _number(r"line (\d+)", said))
    raise Unparsed("is not valid YAML", _number(r"line (\d+)", said))


def json5(text: str) -> Any:
    """One JSON5 value in which no key is given twice, which pyjson5 itself would let pass."""
    import pyjson5  # late, as above

    try:
        tree = pyjson5.decode(text)
    except (pyjson5.Json5DecoderException, ValueError, RecursionError) as error:
        # Only the first argument: the others hold what was read so far.
        where = _number(r"near (\d+)", str(error.args[0]))
        raise Unparsed("is not valid JSON5", text.count("\n", 0, where) + 1) from None
    written, line = written_members(text)
    if written != members(tree) or line:
        raise Unparsed("gives a key twice", line)
    return tree


def toml(text: str) -> Any:
    """One TOML document."""
    import tomllib  # late, as above

    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        said = str(error)
    line = _number(r"at line (\d+)", said) or (text.count("\n") + 1 if "end of document" in said else 0)
    if re.search("overwrite|twice|[Dd]uplicate", said):
        raise Unparsed("gives a key twice", line)
    raise Unparsed("is not valid TOML", line)


def _number(pattern: str, said: str) -> int:
    found = re.search(pattern, said)
    return int(found[1]) if found else 0


_PARSERS: Mapping[str, Callable[[str], Any]] = {"yaml": yaml, "json5": json5, "toml": toml}
