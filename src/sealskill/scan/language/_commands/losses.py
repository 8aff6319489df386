"""Commands after which work, history or a whole installation is gone."""

from __future__ import annotations

from sealskill.scan.act import Verb
from sealskill.scan.language._commands.call import Call
from sealskill.scan.language._commands.stuff import Stuff, passed
from sealskill.scan.pattern import pattern

_SAID = 200
_GONE = {
    "git": r"\breset\s+(?:\S+\s+)*?--hard|\bclean\s+-\w*f|\bpush\s+(?:\S+\s+)*?(?:--force(?:\s|$)|-f\b)|"
    r"\bstash\s+clear|"
    r"\bfilter-(?:branch|repo)|\breflog\s+expire",
    "docker": r"\b(?:volume|system|container|image)\s+(?:rm|prune)|\brm\s+-\w*f|\bdown\s+(?:\S+\s+)*?-v\b",
    "kubectl": r"\bdelete\s+(?:(?:ns|namespaces?|pvc?|persistent\w+)\b|\S+\s+--all\b|--all\b)",
    "aws": r"\bs3\s+(?:rm|rb)\s+(?:\S+\s+)*?(?:--recursive|--force)|\b(?:delete|terminate)-[a-z-]+",
    "gsutil": r"\brm\s+-\w*r",
    "gcloud": r"\b(?:projects|instances|buckets|databases|clusters)\s+delete",
    "gh": r"\brepo\s+delete|\brelease\s+delete",
    "npm": r"\bunpublish\b",
    "heroku": r"\bapps:destroy|\bpg:reset",
}
_PATTERNS = {name: pattern(source) for name, source in _GONE.items()}
NAMES = frozenset(_GONE)


def lost(call: Call) -> Stuff:
    """What such a command takes away is not in sight; what it is, the command says."""
    if _PATTERNS[call.name].search(call.said.encode("utf-8", "replace")):
        call.act(Verb.DELETE, path="", what=call.said[:_SAID])
    return passed(call.stdin)
