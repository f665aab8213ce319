"""Three cards fanned out on the title page, and the cover of an EPUB."""

from __future__ import annotations

import textwrap
from html import escape

from zwanz_ssot.model import Card, Game
from zwanz_ssot.prose import Prose

from . import faces
from .pictures import Pictures

_TURNS = (-13, 0, 13)
_WIDTH, _HEIGHT = 1200, 1800
_CARD = (610, 1130)


def fan(game: Game) -> tuple[Card, ...]:
    """The three cards on the title page: of the longest suit the two strongest and the weakest.

    Only cards with a picture count, where the suit has three of them.
    """
    suit = max(game.deck.suits.values(), key=lambda suit: len(suit.ranks))
    held = [game.deck.by_id[id] for id in game.deck.shown(suit.mask)]
    pictures = [card for card in held if faces.has_picture(card)]
    held = pictures if len(pictures) > 2 else held
    return (held[1], held[0], held[-1]) if len(held) > 2 else tuple(held)


def named(game: Game, lang: str) -> list[tuple[str, str]]:
    """Id and name of each card of the fan."""
    prose = Prose(game, lang)
    return [(card.id, prose.card(card.index)) for card in fan(game)]


def cover(title: str, kind: str, cards: tuple[Card, ...], pictures: Pictures) -> str:
    """The cover as a complete ``<svg>``: the title above, the cards below."""
    name, _, variant = title.partition(" – ")
    size = min(150, 1900 // max(len(name), 1))
    lines = [(kind, 44, 190, "#63584C", "normal"), (name, size, 340, "#A8281F", "bold")]
    lines += [
        (line, 54, 440 + 66 * at, "#231F1C", "italic")
        for at, line in enumerate(textwrap.wrap(variant, 36)[:3])
    ]
    text = "".join(_line(*line) for line in lines)
    drawings = [pictures.picture(f"card:{card.id}@book") for card in cards]
    drawn = "".join(map(_turned, drawings, _TURNS))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}">'
        f"<title>{escape(title)}</title>"
        f'<path fill="#FBF5E6" d="M0 0h{_WIDTH}v{_HEIGHT}h-{_WIDTH}z"/>'
        f'<path fill="none" stroke="#D6A03C" stroke-width="6" d="M50 50h1100v1700h-1100z"/>'
        f'<g font-family="Vollkorn, Georgia, serif" text-anchor="middle">{text}</g>{drawn}</svg>\n'
    )


def _line(text: str, size: int, y: int, ink: str, face: str) -> str:
    """A line of text in the middle; `face` is normal, bold or italic."""
    weight = "bold" if face == "bold" else "normal"
    style = "italic" if face == "italic" else "normal"
    return (
        f'<text x="{_WIDTH / 2:g}" y="{y}" font-size="{size}" fill="{ink}" '
        f'font-weight="{weight}" font-style="{style}">{escape(text)}</text>'
    )


def _turned(picture: faces.Picture, turn: int) -> str:
    """A card standing on the lower part of the cover, turned about a point below it."""
    *_, width, height = picture.box
    scale = _CARD[1] * 0.82 / height
    x, y = (_WIDTH - width * scale) / 2, 720
    return (
        f'<g transform="rotate({turn} {_WIDTH / 2:g} {_HEIGHT + 500})">'
        f'<g transform="translate({x:.1f} {y}) scale({scale:.4f})">{picture.inner}</g></g>'
    )
