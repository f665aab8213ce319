"""The drawings of a book: cards, backs and suit signs, each kept once however often it is shown;
the cards on the title page and the cover; the pack that one buys.

In chapters and templates a drawing is ``<img class="…" src="card:A-1@book" alt="…">``
(`Context.card_image` and its sisters write it). The PDF asks for the drawings by these addresses;
the HTML page carries them in front, and every use refers to them.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from html import escape
from types import MappingProxyType
from typing import cast

from zwanz_ssot import places
from zwanz_ssot.model import Card, Deck, Game
from zwanz_ssot.prose import Prose

from . import faces

DRAWINGS = ("card:", "back:", "suit:")
"""How the address of a drawing begins."""
_IMAGE = re.compile(r'<img class="([^"]*)" src="((?:card|back|suit):[^"]*)" alt="([^"]*)">')
_HEAD = "@head"
_NOT_ID = re.compile(r"[^A-Za-z0-9-]+")


class Pictures:
    """The drawings of a pack, in its size and style (`faces.style_of`).

    ``corners`` are the signs in the corners by rank, where they are not the rank.
    """

    def __init__(
        self, cards: Iterable[faces.CardLike], corners: Mapping[str, str] = MappingProxyType({})
    ) -> None:
        self._cards = {card.id: card for card in cards}
        self._style, self._corners = faces.style_of(self._cards.values()), corners
        self._drawn: dict[str, faces.Picture] = {}

    @classmethod
    def of(cls, game: Game, lang: str) -> Pictures:
        """The drawings of a game's cards, and of those that it leaves out of the bought pack."""
        pack = bought(game.deck)
        return cls((*game.deck.cards, *(pack.spare if pack else ())), game.deck.corners_in(lang))

    def box(self, address: str) -> tuple[float, float, float, float]:
        """The view box of the drawing at an address: left, top, width, height.

        Cards are not drawn for it.
        """
        if address.startswith(("card:", "back:")):
            across, down = faces.size(self._style, address.endswith(_HEAD))
            return 0.0, 0.0, float(across), float(down)
        return self.picture(address).box

    def svg(self, address: str) -> str:
        """The drawing at an address as an untitled ``<svg>``; KeyError for an unknown one."""
        return self.picture(address).svg()

    def picture(self, address: str) -> faces.Picture:
        """The drawing at an address; KeyError for an unknown one."""
        if address not in self._drawn:
            self._drawn[address] = self._draw(address)
        return self._drawn[address]

    def _draw(self, address: str) -> faces.Picture:
        kind, _, rest = address.partition(":")
        name, _, detail = rest.partition("@")
        level = cast(faces.Detail, detail or "book")
        if kind == "card":
            card = self._cards[name]
            index = self._corners.get(card.rank, "")
            return faces.card_picture(
                card, detail=level, uid=_id(address), style=self._style, index=index
            )
        if kind == "back":
            return faces.back_picture(detail=level, uid=_id(address), style=self._style)
        if kind == "suit":
            return faces.suit_picture(name)
        raise KeyError(address)

    def addresses(self, html: str) -> list[str]:
        """The drawings that a page shows, each once, in order."""
        return list(dict.fromkeys(match[1] for match in _IMAGE.findall(html)))

    def with_symbols(self, html: str, worth: Mapping[str, str]) -> str:
        """The page with a reference in the place of each drawing, and the drawings in front.

        `worth` has the texts ``one`` and ``other`` with the places ``{name}`` and ``{points}``:
        what is shown of a card that the pointer or the focus rests on.
        """
        shown = self.addresses(html)
        boxes = {address: self.picture(address).view_box for address in shown}

        def refer(match: re.Match[str]) -> str:
            classes, address, alt = match.groups()
            read_aloud = f'role="img" aria-label="{alt}"' if alt else 'aria-hidden="true"'
            use = f'<use href="#{_id(address)}"/></svg>'
            if not alt or not address.startswith("card:"):
                return f'<svg class="{classes}" viewBox="{boxes[address]}" {read_aloud}>{use}'
            card = self._cards[address.partition(":")[2].partition("@")[0]]
            points = getattr(card, "points", None)
            text = worth["one" if points == 1 else "other"].format(name=alt, points=points)
            text = alt if points is None else text
            drawn = f'<svg class="{classes}" viewBox="{boxes[address]}" aria-hidden="true">{use}'
            named = f'tabindex="0" role="img" aria-label="{text}" data-told="{text}"'
            return f'<span class="named" {named}>{drawn}</span>'

        return self._symbols(shown) + _IMAGE.sub(refer, html)

    def _symbols(self, shown: list[str]) -> str:
        if not shown:
            return ""
        drawings = "\n".join(
            f'<g id="{_id(address)}">{self.picture(address).inner}</g>' for address in shown
        )
        unseen = 'class="symbols" width="0" height="0" aria-hidden="true"'
        return f"<svg {unseen}><defs>\n{drawings}\n</defs></svg>\n"


def file_name(address: str) -> str:
    """The name of a drawing that is a file of its own."""
    return f"{_id(address)}.svg"


def _id(address: str) -> str:
    """An id made of an address: ``card:A-1@book`` gives ``card-A-1-book``."""
    return _NOT_ID.sub("-", address)


# Packs as one buys them (``templates/packs.yaml``), and what a game leaves out of them.

_DECKS = 16


@dataclass(frozen=True, slots=True)
class SpareCard:
    """A card of a pack that a game does not play with: it has neither a name nor points there."""

    id: str
    suit: str
    rank: str


@dataclass(frozen=True, slots=True)
class BoughtPack:
    """A pack that one can buy for a game: how many cards it has, and which are left out."""

    id: str
    count: int
    spare: tuple[SpareCard, ...]


@cache
def _packs() -> Mapping[str, Mapping[str, list[str]]]:
    packs: Mapping[str, Mapping[str, list[str]]] = places.table(
        places.data("templates") / "packs.yaml"
    )
    return packs


@lru_cache(_DECKS)
def bought(deck: Deck) -> BoughtPack | None:
    """The smallest pack that has all cards of a deck; None where there is none, or where the deck
    has a card twice.
    """
    if deck.copies > 1:
        return None
    signs = {suit.id: faces.sign_of(suit.id) for suit in deck.suits.values()}
    mine = {(signs[card.suit], card.rank) for card in deck.cards}
    found = [
        (len(whole), name)
        for name, pack in _packs().items()
        if mine <= (whole := {(sign, rank) for sign, ranks in pack.items() for rank in ranks})
    ]
    if not found:
        return None
    count, name = min(found)
    spare = []
    for suit in deck.suits.values():
        sign = signs[suit.id]
        for rank in _packs()[name][sign]:
            if (sign, rank) not in mine:
                spare.append(SpareCard(f"{suit.letter}-{rank}", suit.id, rank))
    return BoughtPack(name, count, tuple(spare))


# Three cards fanned out on the title page, and the cover of an EPUB.

_TURNS = (-13, 0, 13)
_WIDTH, _HEIGHT = 1200, 1800
_CARD = (610, 1130)


def title_cards(game: Game) -> tuple[Card, ...]:
    """The three cards on the title page: of the longest suit the two strongest and the weakest.

    Only cards with a picture count, where the suit has three of them.
    """
    suit = max(game.deck.suits.values(), key=lambda suit: len(suit.ranks))
    held = [game.deck.by_id[id] for id in game.deck.shown(suit.mask)]
    pictures = [card for card in held if faces.has_picture(card)]
    held = pictures if len(pictures) > 2 else held
    return (held[1], held[0], held[-1]) if len(held) > 2 else tuple(held)


def named_title_cards(game: Game, lang: str) -> list[tuple[str, str]]:
    """Id and name of each card of the fan."""
    prose = Prose(game, lang)
    return [(card.id, prose.card(card.index)) for card in title_cards(game)]


def cover_drawing(title: str, kind: str, cards: tuple[Card, ...], pictures: Pictures) -> str:
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
