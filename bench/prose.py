"""Text for generated skills: sentences, Markdown and code made from one word list; nothing is copied from anybody."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

WORDS, VERBS, LINKS = (part.split() for part in (Path(__file__).parent / "words.txt").read_text().split("\n\n"))

# One entry is one name; every script that people write skill names in should appear.
SCRIPTS = [
    "مخطط-القطار",
    "պարտեզի-ցուցակ",
    "বাগান-তালিকা",
    "整理书架",
    "мой-навык",
    "बगीचा-सूची",
    "የአትክልት-ዝርዝር",
    "ბაღის-სია",
    "κατάλογος-κήπου",
    "רשימת-גן",
    "庭のメモ",
    "បញ្ជីសួន",
    "정원-목록",
    "café-crème",
    "தோட்ட-பட்டியல்",
    "รายการสวน",
]

# One function of each language; `a` and `b` are words, `n` a number, `s` a sentence.
CODE = {
    "py": """def {a}_{b}(items: list[str], limit: int = {n}) -> list[str]:
    \"\"\"{s}\"\"\"
    kept = [item.strip() for item in items if item]
    return sorted(kept)[:limit]


""",
    "sh": """{a}_{b}() {{
  # {s}
  local limit=${{1:-{n}}}
  sort -u "${{2:-/dev/stdin}}" | head -n "$limit"
}}

""",
    "ts": """/** {s} */
export function {a}{b}(items: string[], limit = {n}): string[] {{
  return items.filter(Boolean).sort().slice(0, limit);
}}

""",
    "js": """// {s}
function {a}{b}(items, limit = {n}) {{
  return items.filter(Boolean).sort().slice(0, limit);
}}

""",
    "mjs": """// {s}
export const {a}{b} = (items, limit = {n}) => items.filter(Boolean).sort().slice(0, limit);

""",
    "go": """// {a}{b}: {s}
func {a}{b}(items []string) int {{
\tif len(items) > {n} {{
\t\treturn {n}
\t}}
\treturn len(items)
}}

""",
    "rs": """/// {s}
pub fn {a}_{b}(items: &[String]) -> usize {{
    items.len().min({n})
}}

""",
}
HEADS = {"py": '"""{s}"""\n\n\n', "sh": "#!/bin/sh\n# {s}\nset -eu\n\n", "go": "// {s}\npackage main\n\n"}
POOL = 400  # pieces of each sort, made once; files are drawn from them, so that 60 MB of text take about a second


@dataclass
class Prose:
    """Draws every text of a tree from one random source, so that the same seed gives the same bytes."""

    rng: Random
    _pieces: dict[str, list[str]] = field(default_factory=dict)

    def word(self) -> str:
        return self.rng.choice(WORDS)

    def sentence(self) -> str:
        """One sentence without a colon, a hash or a quote, so that it is a plain YAML scalar."""
        rng = self.rng
        words = [rng.choice(VERBS), "the", self.word(), self.word()]
        for _ in range(rng.randrange(1, 5)):
            words += [rng.choice(LINKS), "the", self.word()]
        return " ".join(words).capitalize() + "."

    def line(self, length: int) -> str:
        """Sentences on one line, cut at a word near `length` characters."""
        text = self.sentence()
        while len(text) < length:
            text += " " + self.sentence()
        return text if len(text) - length < 12 else text[: max(length, 1)].rsplit(" ", 1)[0]

    def markdown(self, length: int) -> str:
        return self._fill("md", length)

    def code(self, suffix: str, length: int) -> str:
        head = HEADS.get(suffix, "").format(s=self.sentence())
        return head + self._fill(suffix, length - len(head))

    def data(self, length: int) -> str:
        """A JSON document of about `length` characters."""
        rows = [
            {"id": number, "label": self.word(), "note": self.sentence()} for number in range(max(1, length // 110))
        ]
        return json.dumps({"title": self.sentence(), "rows": rows}, indent=1) + "\n"

    def file(self, suffix: str, length: int) -> str:
        if suffix == "json":
            return self.data(length)
        return self.markdown(length) if suffix == "md" else self.code(suffix, length)

    def _fill(self, sort: str, length: int) -> str:
        pool = self._pieces.get(sort) or self._pieces.setdefault(sort, [self._piece(sort) for _ in range(POOL)])
        parts: list[str] = []
        while length > 0:
            parts.append(self.rng.choice(pool))
            length -= len(parts[-1])
        return "".join(parts)

    def _piece(self, sort: str) -> str:
        if sort != "md":
            rng = self.rng
            return CODE[sort].format(
                a=self.word(), b=self.word().capitalize(), n=rng.randrange(2, 90), s=self.sentence()
            )
        return self.rng.choice((self._paragraph, self._paragraph, self._steps, self._table, self._fence))()

    def _paragraph(self) -> str:
        return f"## {self.word().capitalize()} {self.word()}\n\n{self.line(self.rng.randrange(80, 420))}\n\n"

    def _steps(self) -> str:
        return "".join(f"{number}. {self.sentence()}\n" for number in range(1, self.rng.randrange(3, 8))) + "\n"

    def _table(self) -> str:
        rows = "".join(f"| {self.word()} | {self.sentence()} |\n" for _ in range(self.rng.randrange(2, 6)))
        return f"| part | what to do |\n|---|---|\n{rows}\n"

    def _fence(self) -> str:
        return f"```sh\nls {self.word()}/{self.word()}\ngrep -n {self.word()} {self.word()}.md\n```\n\n"
