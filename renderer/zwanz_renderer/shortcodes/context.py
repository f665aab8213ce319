"""The context of a block: where it stands, and what it may use while it is drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, Protocol

from markupsafe import Markup

from zwanz_ssot.model import Game
from zwanz_ssot.paths import parse_step
from zwanz_ssot.problems import Mark, ProblemList

Html = Markup
"""Text that is HTML already; everything else is escaped."""

Values = dict[str, Any]
"""The values that a block's template is given."""


_IMAGE = Markup('<img class="{}" src="{}" alt="{}">')


class BodyLine(NamedTuple):
    """A line of a raw body, with its number in the chapter."""

    number: int
    text: str


Raw = tuple[BodyLine, ...]
"""The body of a block that parses its lines itself."""


class Writer(Protocol):
    """Renders Markdown with shortcodes for a context."""

    def inline(
        self, ctx: Context, text: str, *, lint: bool = False, shortcodes: bool = True
    ) -> Html: ...


@dataclass(frozen=True)
class Context:
    """Where a block is, and what it may use.

    `line` and `column` are those of the block's tag, counted from 1; `block` is its name. `game` is
    the loaded game, `found` collects the problems of the whole run.
    """

    game: Game
    lang: str
    file: str
    writer: Writer
    found: ProblemList = field(default_factory=ProblemList)
    line: int = 1
    column: int = 1
    block: str = ""
    stage: dict[str, Any] = field(default_factory=dict)
    """Notes of a section's blocks for those below them; the heading of the next one clears it."""
    titles: Mapping[str, str] = field(default_factory=dict)
    """The headings of the book as written, by their ids."""

    def at(self, line: int, column: int, block: str) -> Context:
        """The same context for another place."""
        return replace(self, line=line, column=column, block=block)

    def problem(
        self, text: str, hint: str = "", *, line: int | None = None, column: int | None = None
    ) -> None:
        """Report an error and go on: at the tag, or where another `line` of the chapter begins."""
        if column is None:
            column = self.column if line in (None, self.line) else 1
        mark = Mark(self.file, self.line if line is None else line, column)
        self.found.add(mark, self.block, text, hint, code="shortcode")

    def find(self, path: str) -> Any:
        """The value of the rule files at a dotted path (``contracts.plain.value``, ``deck.suits``).

        Each step is a key, or a number in a list; the first may also be a field of the loaded game
        (``changes``). KeyError when there is none.
        """
        steps = path.split(".")
        thing: Any = self.game.data
        if steps[0] == "deck" and len(steps) > 1:
            thing, steps = self.game.deck.data, steps[1:]
        elif steps[0] not in thing and steps[0] in getattr(self.game, "__dataclass_fields__", ()):
            thing, steps = getattr(self.game, steps[0]), steps[1:]
        for step in steps:
            if isinstance(thing, Mapping) and step in thing:
                thing = thing[step]
                continue
            number = parse_step(step)
            listed = isinstance(thing, Sequence) and not isinstance(thing, str)
            if not (listed and isinstance(number, int) and number < len(thing)):
                raise KeyError(path)
            thing = thing[number]
        return thing

    def has(self, path: str) -> bool:
        """True if a value other than None, False or an empty one is at a path of the rules."""
        try:
            thing = self.find(path)
        except KeyError:
            return False
        is_number = isinstance(thing, int | float) and not isinstance(thing, bool)
        return is_number or bool(thing)

    def render_inline(self, text: str) -> Html:
        """A line of Markdown, without a paragraph round it. Problems are reported at the block's
        tag.
        """
        return self.writer.inline(self, text)

    def typeset(self, text: str) -> Html:
        """A line of words and data, in which a shortcode is text: no name in the rules runs one."""
        return self.writer.inline(self, text, shortcodes=False)

    def written(self, text: str) -> Html:
        """A line of Markdown that the chapter's author wrote (a caption, a comment).

        What a chapter may not type (numbers of the rules) is refused in it, too.
        """
        return self.writer.inline(self, text, lint=True)

    def card_image(self, card: str, alt: str, *, detail: str = "book", kind: str = "card") -> Html:
        """A drawn card of the game's deck, by its id. `alt` is read aloud; `kind` is its CSS class.

        Cards are drawn once for the whole book, however often they are shown. `detail` is ``book``
        for cards up to an inch wide, ``head`` for the upper half of one, else ``full``.
        """
        return _IMAGE.format(kind, f"card:{card}@{detail}", alt)

    def suit_image(self, motif: str, alt: str) -> Html:
        """A suit sign in running text, by the name of its drawing (``hearts``); as high as a
        capital.
        """
        return _IMAGE.format("suit", f"suit:{motif}", alt)
