"""Where lines of a terminal end in languages without blanks: no line begins with a closing mark.

The rule is called kinsoku. Rich breaks such texts anywhere, so they are broken before it sees them.
"""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.text import Text

NEVER_FIRST = frozenset("、。，．・：；？！ー々）」』】〕〉》％")
"""Marks that no line begins with."""
NEVER_LAST = frozenset("（「『【〔〈《")
"""Marks that no line ends with."""


class LineBreakingConsole(Console):
    """A console that breaks lines by the rule."""

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterable[Segment]:
        """Render an object, and all that is in it."""
        chosen = options or self.options
        if isinstance(renderable, str):
            renderable = self.render_str(
                renderable, highlight=chosen.highlight, markup=chosen.markup
            )
        if isinstance(renderable, Text) and not (renderable.no_wrap or chosen.no_wrap):
            renderable = broken(self, renderable, chosen.max_width)
        return super().render(renderable, options)


def broken(console: Console, text: Text, width: int) -> Text:
    """A text with its lines broken to a width, if it has any of the marks.

    >>> broken(Console(), Text("勝つのはこの側です。"), 18).plain.split("\\n")
    ['勝つのはこの側で', 'す。']
    """
    if not NEVER_FIRST.union(NEVER_LAST).intersection(text.plain):
        return text
    lines = [
        part
        for line in text.split(allow_blank=True)
        for part in line.divide(_ends(console, line.plain, width))
    ]
    between = Text(
        "\n", justify=text.justify, overflow=text.overflow, no_wrap=text.no_wrap, end=text.end
    )
    return between.join(lines)


def _ends(console: Console, line: str, width: int) -> list[int]:
    """Where a line is broken. A line of marks alone is broken anywhere."""
    found: list[int] = []
    begin = 0
    while len(parts := Text(line[begin:]).wrap(console, width, overflow="fold")) > 1:
        end = begin + len(parts[0])
        end += len(line[end:]) - len(line[end:].lstrip())
        best = end
        while best > begin and (line[best] in NEVER_FIRST or line[best - 1] in NEVER_LAST):
            best -= 1
        begin = best if best > begin else end
        found.append(begin)
    return found
