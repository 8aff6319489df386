"""YAML that is small to write and costly to read, found before the parser is let near it.

Measured with ryaml 0.5.1: one long string and its aliases make 130 kB of text 2 GB of values; 400,000 open brackets
take five minutes, because each is compared with all before it until the whole text is scanned.
"""

from __future__ import annotations

# Settings nest six deep. ryaml would stop at 128, but only after the scan.
_DEEPEST = 100
# So few levels or directives cost no parser anything, and spare every honest file the second look.
_HARMLESS = 1000


def too_clever_in_yaml(text: str) -> tuple[str, int] | None:
    """What settings have no use for, and its line: an alias, nesting without end, or tags without end."""
    if text.count("%TAG") > _HARMLESS:
        return "declares YAML tags without end", 1
    opening = sum(text.count(mark) for mark in ("[", "{", "- ", "? "))
    return _looked_through(text) if opening > _HARMLESS or ("*" in text and "&" in text) else None


def _looked_through(text: str) -> tuple[str, int] | None:
    """The first of them as the event parser meets it. Text that is no YAML is left to the parser that says why."""
    import yaml  # late: only a suspicious file needs it

    depth = 0
    try:
        for event in yaml.parse(text, Loader=yaml.CBaseLoader):
            depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
            line = event.start_mark.line + 1 if event.start_mark else 0
            if isinstance(event, yaml.AliasEvent):
                return "uses a YAML alias: write the settings out", line
            if depth > _DEEPEST:
                return "is nested too deep", line
    except (yaml.YAMLError, ValueError):
        return None
    return None
