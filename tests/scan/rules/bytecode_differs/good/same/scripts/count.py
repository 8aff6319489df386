"""Count words."""
from collections import Counter
from pathlib import Path
import sys


def frequent(text, most=10):
    """The most frequent words."""
    return Counter(text.lower().split()).most_common(most)


if __name__ == "__main__":
    for word, times in frequent(Path(sys.argv[1]).read_text()):
        print("-" * 20)
        print(f"{word}: {times}")
