'''Shortcodes: what a chapter of the book may say besides Markdown.

A chapter writes

    [card-row cards="A-1, A-2, B-K" labels="one, two, the King" width=80]

    [note title="A hint"]
    Markdown, with **more shortcodes** in it.
    [/note]

    Whoever holds the [[A-1]] pays [value at=contracts.plain.value] points.

    [if has=contracts.plain] … [/if]       (on lines of their own)

Only registered names are shortcodes; ``[x]``, ``[1]``, ``[sic]`` and ``[^note]`` stay text, and so
does everything in code or after a backslash. A block's tags begin a line; inline tags stand
anywhere in text. A tag never runs over the end of its line.

Writing a block
---------------
One function, one template, one sample:

    from zwanz_renderer.shortcodes import Context, Html, Values, block

    @block("card-row", sample='[card-row cards="A-1 A-2"]')
    def card_row(ctx: Context, *, cards: list[CardRef], labels: tuple[str, ...] = ()) -> Values:
        """Cards side by side, each with its label."""
        if labels and len(labels) != len(cards):
            ctx.problem(f"{len(cards)} cards but {len(labels)} labels")
        return {"cards": cards, "labels": labels}

It returns the values for ``templates/blocks/<name>.html.j2`` (Jinja, autoescape on, undefined names
are errors; the template sees them and ``ctx``), or ready `Html`. The first paragraph of its
docstring and the sample go into the block reference, under the group of
``templates/reference.<language>.yaml`` that lists the block.

`block` takes
  name      lower case, hyphens allowed
  body      False: no closing tag. True: Markdown between the tags, given as ``body: Html``.
            "raw": the lines between the tags, given as ``body: Raw``; the block parses them itself.
            "optional": the same, or nothing, where an empty line stands below the tag and no tag
            closes it.
  inline    True: stands inside a paragraph, a table cell, a heading; has no body. An inline block
            named ``card`` also answers ``[[…]]``: ``[[A-1 as=name]]`` is
            ``[card <its first attribute>=A-1 as=name]``; ``ref`` answers ``[[#…]]``.
  plain     True: the engine puts nothing round it, so ``width`` and ``annotation`` are not
            accepted (for columns and the like; inline blocks are always plain).
  sample    a chapter text that shows the block

``@condition("if")`` registers a function that answers True or False: its body is kept or left out,
and in a body left out no attribute is read (a missing contract may be named there).

Attributes are the keyword parameters after ``ctx`` (and ``body``), read by their annotation:

    str                      any text (not empty)          int      a whole number
    Annotated[str, Text(may_be_empty=True)]                any text, or none behind ``=``
    bool                     yes or no                     Percent  1 to 100
    Literal["a", "b"]        one of these words            Annotated[int, Whole(1, 8)]
    list[X], tuple[X, ...]   items at commas, or at spaces where there is no comma;
                             texts at commas only
    X | None                 X, for an attribute that may be left out
    Annotated[T, C]          what the converter C makes of it

A parameter without a default is required. ``not_`` is written ``not``, ``first_lead``
``first-lead``. A converter is any object with ``wants`` (what it asks for, in words) and
``parse(text, ctx)`` that returns the value or raises `BadValue(sentence, hint)`; the sentence
continues the attribute's name. For names that only the game knows there is `Named`:

    CardRef = Annotated[Card, Named("card of the deck", lambda ctx: ctx.game.deck.by_id)]

The style of blocks goes into ``templates/blocks/*.css`` (all of it is put into the book). A
property that WeasyPrint does not know fails the build: what only a browser understands stands under
``@media screen``.

The annotations are read when the module is imported: import their names at run time, not under
TYPE_CHECKING.

``width=N`` (percent, centred) and ``annotation=text`` (inline Markdown under the block) are
accepted by every block that is not plain; the engine draws them. A block that declares one of them
gets it instead.

`Context` gives a block: ``game``, ``lang``, ``file``, ``line``, ``column``; ``ctx.has(path)`` and
``ctx.find(path)`` look into the rule files; ``ctx.card_image(id, alt)`` and
``ctx.suit_image(motif, alt)`` place drawings (never put the SVG of a card into a template
yourself); ``ctx.render_inline(text)`` renders a line of Markdown with shortcodes,
``ctx.typeset(text)`` a line of words and names in the rules, which runs no shortcodes,
``ctx.written(text)`` what the author wrote into an attribute (numbers that are typed there are
refused); ``ctx.problem(text, hint="", line=None)`` reports an error and lets the block go
on. Every problem of every chapter is gathered; then the build fails with all of them. A block never
raises for bad input.
'''

from .attributes import Attribute, BadValue, Named, OneOf, Percent, Text, Whole
from .context import BodyLine, Context, Html, Raw, Values
from .pairing import keep_if
from .registry import BLOCKS, Block, Parameter, Registry, block, condition

__all__ = [
    "BLOCKS",
    "Attribute",
    "BadValue",
    "Block",
    "BodyLine",
    "Context",
    "Html",
    "Named",
    "OneOf",
    "Parameter",
    "Percent",
    "Raw",
    "Registry",
    "Text",
    "Values",
    "Whole",
    "block",
    "condition",
    "keep_if",
]
