"""Where a text stood in its file, after Markdown has cut it out of its lines."""

from __future__ import annotations

import re
from bisect import bisect_right

from markdown_it.token import Token

_INDENT = re.compile("^[ \t]*", re.MULTILINE)


class Origins:
    """Finds the line and column of what the text rules are looking at.

    Markdown gives them the text of a paragraph, a heading or a table cell without its indentation
    and marks; the place of each of its lines is searched in the source again, cell after cell.
    """

    def __init__(self, source: str, first_line: int = 1) -> None:
        self._source = source.split("\n")
        self._first_line = first_line
        self._cursors: dict[int, int] = {}
        self._starts: list[tuple[int, int]] = [(first_line, 0)]
        self._text, self._lines, self._inner = "", [0], [0]

    def enter(self, token: Token) -> None:
        """The text rules begin with this token."""
        if token.map is None:
            return
        self._starts = [
            (number, self._find(number, text.strip(), token.meta.get("from", 0)))
            for number, text in enumerate(token.content.split("\n"), token.map[0])
        ]

    def _find(self, number: int, text: str, begin: int) -> int:
        if number >= len(self._source):
            return 0
        line, begin = self._source[number], max(begin, self._cursors.get(number, 0))
        at = line.find(text, begin)
        if at < 0:  # a bar inside a table cell is written with a backslash
            at = line.find(text.replace("|", "\\|"), begin)
        if at < 0:
            return max(line.find(text), 0)
        self._cursors[number] = at + len(text)
        return at

    def place(self, text: str, at: int) -> tuple[int, int]:
        """The line (in the file) of an offset of the current text, and what makes offsets columns.

        The column of any offset of the same line is the offset less the second number.
        """
        if text is not self._text:
            indents = list(_INDENT.finditer(text))
            self._text = text
            self._lines, self._inner = (
                [each.start() for each in indents],
                [each.end() for each in indents],
            )
        nth = bisect_right(self._lines, at) - 1
        number, start = self._starts[min(nth, len(self._starts) - 1)]
        return number + self._first_line, self._inner[nth] - start - 1


class At(Origins):
    """The origins of a text that a block renders by itself: everything in it stands at the block's
    tag.
    """

    def __init__(self, line: int, column: int) -> None:
        super().__init__("", line)
        self._line, self._column = line, column

    def enter(self, token: Token) -> None:
        """Nothing changes."""

    def place(self, text: str, at: int) -> tuple[int, int]:
        """Always the tag's line and column."""
        return self._line, at - self._column
