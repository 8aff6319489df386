"""Text of a stranger as a model may be shown it: nothing in it steers, hides, or passes for our own lines.

What is changed stays visible, and a line stays one line: the model quotes what it saw, and a quote is looked up there.
"""

from __future__ import annotations

# Words by which chat templates tell who speaks. Some servers take them for that wherever they stand.
_SPOKEN = (
    "<|", "<\uff5c", "<s>", "</s>", "<bos>", "<eos>", "<pad>", "<think>", "</think>", "<start_of_turn>",
    "<end_of_turn>", "<<SYS>>", "<</SYS>>", "<tool_call>", "</tool_call>", "[INST]", "[/INST]", "[SYSTEM_PROMPT]",
    "[/SYSTEM_PROMPT]", "[AVAILABLE_TOOLS]", "[TOOL_CALLS]", "[gMASK]", "[|",
)  # fmt: skip
_BROKEN = {"<": "\u2039", "[": "\u2045"}
_OPEN, _CLOSE = "\u27e6", "\u27e7"
"""Around the number of a character that cannot be shown."""
_LINE_ENDS = "\u2028\u2029"


def plain(line: str) -> str:
    """One line, with what cannot be seen written as its number and the words of chat templates broken."""
    line = line.replace("\t", "    ")
    if not (line.isascii() and line.isprintable()):
        line = "".join(map(_seen, line))
    for word in _SPOKEN:
        if word in line:
            line = line.replace(word, _BROKEN[word[0]] + word[1:])
    return line


def _seen(char: str) -> str:
    if char.isprintable() and char != _OPEN:
        return char
    wide = char.isspace() and char > "\u009f" and char not in _LINE_ENDS
    return " " if wide else f"{_OPEN}U+{ord(char):04X}{_CLOSE}"


def lines(text: str) -> list[str]:
    """The lines of a text, each plain. Only a newline ends one, as in every report."""
    return [plain(line) for line in text.split("\n")]
