"""The suit signs, French and German, each in a box 100 high about the origin."""

from __future__ import annotations

from html import escape
from typing import Final

from .pen import (
    BLUE,
    DARK_GOLD,
    GOLD,
    GREEN,
    INK,
    MEADOW,
    PAPER,
    RED,
    group,
    inked,
    line,
    path,
    ring,
    shape,
)

_HEART = "M0 48C-14 26-47 8-47-20C-47-40-33-50-20-50C-9-50-2-43 0-33C2-43 9-50 20-50C33-50 47-40 47-20C47 8 14 26 0 48Z"
_DIAMOND = "M0-54C10-34 24-16 40 0C24 16 10 34 0 54C-10 34-24 16-40 0C-24-16-10-34 0-54Z"
_SPADE = (
    "M0-52C14-28 47-10 47 16C47 32 36 40 25 40C15 40 8 34 5 26C6 38 11 47 20 52L-20 52C-11 47-6 38-5 26"
    "C-8 34-15 40-25 40C-36 40-47 32-47 16C-47-10-14-28 0-52Z"
)
_CLUB = (
    "M0-52C13-52 23-42 23-29C23-20 19-13 12-8C16-10 21-12 26-12C39-12 48-2 48 11"
    "C48 24 38 34 26 34C16 34 8 28 4 19"
    "C5 33 10 45 19 52L-19 52C-10 45-5 33-4 19C-8 28-16 34-26 34C-38 34-48 24-48 11C-48-2-39-12-26-12"
    "C-21-12-16-10-12-8C-19-13-23-20-23-29C-23-42-13-52 0-52Z"
)
_LEAF = "M0-52C20-44 46-22 44 6C42 26 24 34 6 26C7 38 10 46 18 54L4 54C-2 46-5 38-6 26C-24 34-42 26-44 6C-46-22-20-44 0-52Z"
_ACORN = "M-27-6C-32 24-14 44 0 54C14 44 32 24 27-6Z"
_ACORN_CUP = "M-36-4C-38-24-20-36-5-37L-9-54L7-52L5-37C20-36 38-24 36-4C14-10-14-10-36-4Z"

_ONE_INK: Final = {
    "hearts": (_HEART, RED),
    "diamonds": (_DIAMOND, RED),
    "spades": (_SPADE, INK),
    "clubs": (_CLUB, INK),
    "leaves": (_LEAF, GREEN),
}
MOTIFS: Final = (*_ONE_INK, "bells", "acorns", "trump")
_TEXT_COLOURS: Final = {"bells": DARK_GOLD, "acorns": GREEN, "trump": BLUE}


def colour_of(name: str) -> str:
    """The ink in which indices of this suit are printed; black for an unknown suit."""
    return _ONE_INK[name][1] if name in _ONE_INK else _TEXT_COLOURS.get(name, INK)


def _bell(colour: str | None) -> str:
    if colour:
        return (
            path(ring(0, 4, 44) + "M-9-40v-14h18v14z", colour)
            + line("M-42 0H42M-42 12H42", 5, PAPER)
            + path(ring(0, 30, 6) + "M-3 30h6v16h-6z", PAPER)
        )
    return (
        line(ring(0, -46, 7), 5)
        + shape(ring(0, 5, 45), GOLD, 5)
        + path("M-45 0C-16 10 16 10 45 0V14C16 24-16 24-45 14Z", RED, INK, 3.5)
        + path(ring(0, 32, 7) + "M-3 32h6v16h-6z", INK)
    )


def _acorn(colour: str | None) -> str:
    if colour:
        return path(_ACORN + _ACORN_CUP, colour)
    return (
        shape(_ACORN, GOLD, 5)
        + line("M-12 4C-13 20-8 30-3 37", 4.5, DARK_GOLD)
        + shape(_ACORN_CUP, GREEN, 5)
        + line("M-22-14L-15-26M-6-14L-3-27M12-14L11-27", 4, MEADOW)
    )


def _trump(colour: str) -> str:
    tips = "M0-52L11-26L37-37L26-11L52 0L26 11L37 37L11 26L0 52L-11 26L-37 37L-26 11L-52 0L-26-11L-37-37L-11-26Z"
    return path(tips, colour)


def sign(name: str, colour: str | None = None) -> str:
    """A suit sign about the origin, 100 high; in its own inks, or in the one given. A disc if
    unknown.
    """
    if name in _ONE_INK:
        d, own = _ONE_INK[name]
        out = path(d, colour or own)
        if name == "leaves":
            out += line(
                "M0-34V22M0-6L20-16M0-6L-20-16M0 12L18 4M0 12L-18 4",
                4,
                MEADOW if not colour else PAPER,
            )
        return out
    if name == "bells":
        return _bell(colour)
    if name == "acorns":
        return _acorn(colour)
    if name == "trump":
        return _trump(colour or BLUE)
    return path(ring(0, 0, 36), colour or INK)


def motif(
    name: str, x: float, y: float, height: float, *, turn: float = 0, colour: str | None = None
) -> str:
    """A suit sign centred on a place."""
    return group(sign(name, colour), x, y, k=height / 104, turn=turn)


def suit_svg(name: str, *, colour: bool = True, title: str = "") -> str:
    """A suit sign for running text: one inline ``<svg>`` as high as a capital, with a title for
    screen readers.

    Without colour it takes the ink of the text round it.
    """
    label = f"<title>{escape(title)}</title>" if title else ""
    role = 'role="img"' if title else 'aria-hidden="true"'
    body = sign(name) if colour else sign(name, "currentColor")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-52 -56 104 112" class="suit suit-{escape(name)}" '
        f'width=".74em" height=".8em" {role}>{label}'
        f"{inked(body)}</svg>"
    )
