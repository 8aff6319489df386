"""A page as text: headings, lists, links and paragraphs, and nothing a reader would not see.

Read in one pass: a page is a stranger's, and each character of it is looked at a fixed number of times.
"""

from __future__ import annotations

import html
import re
from urllib.parse import urljoin

_TAG = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9]{0,30})(?=[\s/>])", re.ASCII)
_STOP = re.compile("[>\"']")
_HREF = re.compile(r"""\shref\s{0,8}=\s{0,8}(?:"([^"]{0,2000})"|'([^']{0,2000})'|([^\s>"']{1,2000}))""", re.IGNORECASE)
_BLANKS = re.compile(r"[ \t\r\f\v\n]+")
_LONGEST_TAG = 8_192
"""Characters of a tag that are looked at for a link."""
_LONGEST_TITLE = 500
_UNSEEN = frozenset("script style noscript template svg iframe object title".split())
_ENDS = {name: re.compile(rf"</{name}\b", re.IGNORECASE | re.ASCII) for name in _UNSEEN}
_BLOCKS = frozenset(
    "p div br li tr ul ol dl dt dd table pre blockquote hr section article main header footer nav aside form figure "
    "h1 h2 h3 h4 h5 h6".split()
)
_BEFORE = {**{f"h{level}": f"\n{'#' * level} " for level in range(1, 7)}, "li": "- ", "td": " ", "th": " "}


class Page:
    """A page that is being read."""

    def __init__(self, source: str, base: str) -> None:
        self._source, self._base = source, base
        self._parts: list[str] = []
        self._links: list[str] = []
        self.title = ""

    def text(self) -> str:
        """All that a reader would see, a line for each block."""
        at = 0
        while (start := self._source.find("<", at)) >= 0:
            self._said(self._source[at:start])
            at = self._marked(start)
        self._said(self._source[at:])
        lines = (_BLANKS.sub(" ", line).strip() for line in "".join(self._parts).split("\n"))
        return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()

    def _said(self, text: str) -> None:
        if text:
            self._parts.append(_BLANKS.sub(" ", unescaped(text)))

    def _marked(self, start: int) -> int:
        """Take what begins with `<` at a place; where what follows it begins."""
        if self._source.startswith("<!--", start):
            return self._behind("-->", start + 4)
        if self._source.startswith(("<!", "<?"), start):
            return self._behind(">", start)
        tag = _TAG.match(self._source, start)
        if not tag:
            self._said("<")
            return start + 1
        end, name = self._tag_end(tag.end()), tag[2].lower()
        if tag[1]:
            self._closed(name)
            return end
        if name in _UNSEEN:
            return self._over(name, end)
        self._opened(name, self._source[start : min(end, start + _LONGEST_TAG)])
        return end

    def _opened(self, name: str, tag: str) -> None:
        self._parts.append("\n" * (name in _BLOCKS) + _BEFORE.get(name, ""))
        if name == "a":
            found = _HREF.search(tag)
            self._links.append(
                _absolute(self._base, unescaped(found[1] or found[2] or found[3] or "")) if found else ""
            )
            self._parts.append("[" if self._links[-1] else "")

    def _link(self, tag: str) -> str:
        found = _HREF.search(tag)
        return _absolute(self._base, unescaped(found[1] or found[2] or found[3] or "")) if found else ""

    def _closed(self, name: str) -> None:
        if name == "a" and self._links:
            link = self._links.pop()
            self._parts.append(f"]({link})" if link else "")
        self._parts.append("\n" if name in _BLOCKS else "")

    def _over(self, name: str, at: int) -> int:
        """Where an element that nobody sees ends; the first title is kept."""
        found = _ENDS[name].search(self._source, at)
        stop = found.start() if found else len(self._source)
        if name == "title" and not self.title:
            self.title = _BLANKS.sub(" ", unescaped(self._source[at : min(stop, at + _LONGEST_TITLE)])).strip()
        return self._behind(">", stop)

    def _tag_end(self, at: int) -> int:
        """Behind the `>` of a tag; one in quotes is none."""
        while found := _STOP.search(self._source, at):
            if found[0] == ">":
                return found.end()
            close = self._source.find(found[0], found.end())
            if close < 0:
                return self._behind(">", found.end())
            at = close + 1
        return len(self._source)

    def _behind(self, mark: str, at: int) -> int:
        found = self._source.find(mark, at)
        return len(self._source) if found < 0 else found + len(mark)


def unescaped(text: str) -> str:
    """A text with its entities read."""
    try:
        return html.unescape(text)
    except ValueError:  # a number of thousands of digits
        return text


def _absolute(base: str, link: str) -> str:
    try:
        found = urljoin(base, link.strip())
    except ValueError:
        return ""
    plain = found.startswith(("http://", "https://")) and not re.search(r"[\s()<>]", found)
    return found if plain and found.partition("#")[0] != base.partition("#")[0] else ""
