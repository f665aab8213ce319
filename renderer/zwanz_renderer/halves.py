"""A list of contents in two halves side by side, as cells of a table.

WeasyPrint tries CSS columns of a list like this for as long as it takes for ten chapters, to find
the height at which both end alike (Kozea/WeasyPrint#2495). `in_halves` reckons it from the number
of lines.
"""

from __future__ import annotations

import re

_LIST = re.compile(
    r'(<nav class="contents dense\b[^>]*>.*?)<ol class="entries">\n(.*)</ol>\n(?=</nav>)', re.DOTALL
)
_ENTRY = re.compile(r"<li>.*?\n</li>\n", re.DOTALL)
_TAGS = re.compile(r"<[^>]*>")
_HEAD, _LINE = 24.0, 13.5  # pt: print.css
_FULL = 42  # characters of a line


def in_halves(front: str) -> str:
    """What stands before the chapters, with a long list of contents in halves; else as it is."""
    return _LIST.sub(lambda found: found[1] + _halves(_ENTRY.findall(found[2])), front, count=1)


def _halves(entries: list[str]) -> str:
    left = _first_half([_height(entry) for entry in entries])
    lists = (
        f'<div class="half"><ol class="entries" style="counter-reset: entry {before}">\n{"".join(part)}</ol></div>\n'
        for before, part in ((0, entries[:left]), (left, entries[left:]))
    )
    return f'<div class="halves">\n{"".join(lists)}</div>\n'


def _height(entry: str) -> float:
    """How high an entry is with the lines below it, in pt."""
    texts = [_TAGS.sub("", line) for line in entry.split("\n")]
    lines = sum(-(-len(text) // _FULL) for text in texts)
    return _HEAD + _LINE * (lines - 1)


def _first_half(heights: list[float]) -> int:
    """How many entries stand on the left, so that the higher half is as low as can be; the last is
    never alone.
    """
    whole = sum(heights)
    before = [sum(heights[:count]) for count in range(len(heights) + 1)]
    splits = [count for count in range(1, len(heights)) if count != len(heights) - 1 or count == 1]
    lowest = min((max(before[count], whole - before[count]) for count in splits), default=whole)
    return max((count for count in splits if before[count] <= lowest), default=len(heights))
