"""The compact listing: name, description and location of each skill. The model reads a body only when it chose one."""

from __future__ import annotations

import html
from collections.abc import Callable

from sealskill.model.skill import Ready, Skill
from sealskill.model.value import Value
from sealskill.prompt import clean

LONGEST_NAME = 200
"""Three times what the format allows. A name of a whole page would take the room of all others, so it is not listed."""

Locations = Callable[[Ready], str]
"""The path the model is told to read: the manifest, or the sealed copy of it."""

Words = Callable[[str], str]


def described(skill: Skill) -> str:
    """What a skill is for, and when, as one line."""
    when = clean.line(skill.manifest.when_to_use)
    description = clean.line(skill.description)
    return f"{description} When to use: {when}" if when else description


def described_by_reference(skill: Skill) -> str:
    """The description alone, with the line breaks its author made, as skills-ref prints it."""
    return clean.seen(skill.description).strip()


def escape_path(text: str) -> str:
    """A location for our own listing: one line, escaped."""
    return clean.escape(clean.path(text))


def leave_path(text: str) -> str:
    """A location for skills-ref, which does not escape it. One that could open or close an element is escaped here."""
    shown = clean.path(text)
    return html.escape(shown) if "<" in shown or ">" in shown else shown


class Form(Value):
    """How a listing is written. `tags` stand before the name, the description and the location, and after."""

    tags: tuple[str, str, str, str]
    head: str = ""
    hint: str = ""
    """Ends the note on what was left out; a host without `find_skill` says something else here."""
    notes: bool = True
    """Whether the form has a place for that note."""
    empty: str = ""
    """The listing of no skill at all."""
    describe: Callable[[Skill], str] = described
    escape: Words = clean.escape
    place: Words = escape_path


OPEN, CLOSE = "<available_skills>\n", "</available_skills>"

CATALOGUE = Form(
    head="""\
## Skills (mandatory)
Before replying: scan <available_skills> <description> entries.
- If exactly one skill clearly applies: read its SKILL.md at <location> with `read`, then follow it.
- If multiple could apply: choose the most specific one, then read/follow it.
- If none clearly apply: do not read any SKILL.md.
Constraints: never read more than one skill up front; only read after selecting.
The following skills provide specialized instructions for specific tasks.
Use the read tool to load a skill's file when the task matches its description.
When a skill file references a relative path, resolve it against the skill
directory (parent of SKILL.md / dirname of the path) and use that absolute
path in tool commands.
""",
    hint="Find them with find_skill.",
    tags=(
        "  <skill>\n    <name>",
        "</name>\n    <description>",
        "</description>\n    <location>",
        "</location>\n  </skill>\n",
    ),
)
"""The default."""

SKILLS_REF = Form(
    tags=(
        "<skill>\n<name>\n",
        "\n</name>\n<description>\n",
        "\n</description>\n<location>\n",
        "\n</location>\n</skill>\n",
    ),
    notes=False,
    empty=OPEN + CLOSE,
    describe=described_by_reference,
    escape=html.escape,
    place=leave_path,
)
"""What the reference library prints. It has no instructions and no place for a note."""


class Entry(Value):
    """One skill, ready to be printed: everything but its description is escaped and final."""

    ready: Ready
    name: str
    before: str
    words: str
    after: str
    escape: Words
    fixed: int
    whole: int
    """Characters of the entry with its whole description."""

    def text(self, longest: int) -> str:
        """The entry with at most `longest` characters of description."""
        return self.before + self.escape(clean.shorten(self.words, longest)) + self.after

    def cut(self, longest: int) -> bool:
        """Whether that limit shortens the description."""
        return len(self.words) > longest

    def size(self, longest: int) -> int:
        """The length of `text(longest)`, without writing it where that can be spared."""
        if not self.cut(longest):
            return self.whole
        short = clean.shorten(self.words, longest)
        plain = self.whole - self.fixed == len(self.words)
        return self.fixed + len(short if plain else self.escape(short))

    @property
    def order(self) -> tuple[str, str]:
        """Where it is printed: by name, so that a changed order of importance does not shuffle the prompt."""
        return (self.name, self.ready.skill.folder)


def entry(form: Form, ready: Ready, location: str) -> Entry:
    """One skill as it is printed in that form."""
    name, words = shown_name(ready.skill), form.describe(ready.skill)
    before = form.tags[0] + form.escape(name) + form.tags[1]
    after = form.tags[2] + form.place(location) + form.tags[3]
    fixed = len(before) + len(after)
    return Entry(
        ready=ready,
        name=name,
        before=before,
        words=words,
        after=after,
        escape=form.escape,
        fixed=fixed,
        whole=fixed + len(form.escape(words)),
    )


def shown_name(skill: Skill) -> str:
    """The name the model sees; the slug where nothing of the name can be seen."""
    return clean.line(skill.name) or skill.slug


def visible(ready: Ready) -> bool:
    """Whether the model may know of this skill as text it could read.

    A `skill.json` alone is a tool and is offered as one. A `skill.yaml` bundle has no body to open: its persona text
    enters with a grant and its tools with a group, so there is nothing at its location for a model to read.
    """
    return not ready.skill.manifest.unlisted


def listable(ready: Ready) -> bool:
    """Whether its name is short enough to be printed."""
    return len(ready.skill.name) <= LONGEST_NAME


def tilde(location: str, homes: tuple[str, ...]) -> str:
    """The location with a home folder written `~`. Only for a reader that expands it; most file tools do not."""
    shown = location.replace("\\", "/")
    for home in sorted((one.replace("\\", "/").rstrip("/") for one in homes), key=len, reverse=True):
        if home and shown.startswith(home + "/"):
            return "~" + shown[len(home) :]
    return location
