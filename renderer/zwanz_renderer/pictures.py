"""The drawings of a book: cards, backs and suit signs, each kept once however often it is shown;
the cover; the pack that one buys.

In chapters and templates a drawing is ``<img class="…" src="card:A-1@book" alt="…">``
(`Context.card_image` and its sisters write it). The PDF asks for the drawings by these addresses;
the HTML page has each drawing once at its top, and refers to it wherever it is shown.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from html import escape
from types import MappingProxyType
from typing import cast
from zlib import crc32

from zwanz_ssot import places
from zwanz_ssot.model import Card, Deck, Game

from . import faces
from .faces import covers
from .text.html_tree import Edits, Element, tags
from .text.polish import wide_letters

DRAWINGS = ("card:", "back:", "suit:", "cover:")
"""How the address of a drawing begins."""
FRONT, BACK, MOTIF = "cover:front", "cover:back", "cover:motif"
"""The drawings of a cover: its two sides as backgrounds of pages, and the window alone."""
_HEAD = "@head"
_NOT_ID = re.compile(r"[^A-Za-z0-9-]+")


class Pictures:
    """The drawings of a pack, in its size and style (`faces.style_of`).

    `corners` are the signs in the corners by rank, where the rank itself does not stand there;
    `game` is the game whose cover can be drawn.
    """

    def __init__(
        self,
        cards: Iterable[faces.CardLike],
        corners: Mapping[str, str] = MappingProxyType({}),
        game: Game | None = None,
    ) -> None:
        self._game = game
        self._cards = {card.id: card for card in cards}
        self._style, self._corners = faces.style_of(self._cards.values()), corners
        self._drawn: dict[str, faces.Picture] = {}

    @classmethod
    def of(cls, game: Game, lang: str) -> Pictures:
        """The drawings of a game's cards, and of those that it leaves out of the bought pack."""
        pack = bought(game.deck)
        cards: tuple[faces.CardLike, ...] = (*game.deck.cards, *(pack.spare if pack else ()))
        return cls(cards, game.deck.corners_in(lang), game)

    def box(self, address: str) -> tuple[float, float, float, float]:
        """The view box of the drawing at an address: left, top, width, height.

        A card need not be drawn for it. KeyError for an unknown address.
        """
        if address.startswith(("card:", "back:")):
            across, down = faces.size(self._style, address.endswith(_HEAD))
            return 0.0, 0.0, float(across), float(down)
        if address.startswith("cover:"):
            across, down = covers.SIZES[address.removeprefix("cover:")]
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
        if kind == "cover" and self._game is not None:
            return covers.drawing(name, cover_of(self._game), _id(address))
        raise KeyError(address)

    def addresses(self, html: str) -> list[str]:
        """The drawings that a page shows, each once, in order."""
        return list(dict.fromkeys(image.attributes["src"] for image in _drawings(html)))

    def with_symbols(self, html: str, worth: Mapping[str, str]) -> str:
        """The page with a reference in the place of each drawing, and the drawings at its top.

        `worth` has the texts ``one`` and ``other`` with the places ``{name}`` and ``{points}``,
        shown for a card under the pointer or the focus.
        """
        shown = self.addresses(html)
        boxes = {address: self.picture(address).view_box for address in shown}

        def reference(classes: str, address: str, alt: str) -> str:
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

        edits = Edits(html)
        for image in _drawings(html):
            given = image.attributes
            drawn = reference(given.get("class", ""), given["src"], given.get("alt", ""))
            edits.replace(image.start, image.end, drawn)
        return self._symbols(shown) + edits.made()

    def _symbols(self, shown: list[str]) -> str:
        if not shown:
            return ""
        drawings = "\n".join(
            f'<g id="{_id(address)}">{self.picture(address).inner}</g>' for address in shown
        )
        unseen = 'class="symbols" width="0" height="0" aria-hidden="true"'
        return f"<svg {unseen}><defs>\n{drawings}\n</defs></svg>\n"


def _drawings(html: str) -> Iterator[Element]:
    """The images in some HTML that show drawings."""
    images = tags(html, "img")
    return (each for each in images if each.attributes.get("src", "").startswith(DRAWINGS))


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
    """A pack that one can buy for a game: how many cards it has, and which the game leaves out."""

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
    found = []
    for name, pack in _packs().items():
        whole = {(sign, rank) for sign, ranks in pack.items() for rank in ranks}
        if mine <= whole:
            found.append((len(whole), name))
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


# The cover: the motif of the game, framed.

_WIDTH, _HEIGHT = covers.WIDE, covers.HIGH
_TITLE_FOOT = 450
"""The line about which a title without a subtitle stands, in 0.1 mm from the top."""
_LETTER_WIDTH = 0.6
"""The mean width of a capital or lower-case letter of the title, in em."""


def motif_card(game: Game) -> Card:
    """The card on the cover: that which the rules name, else the strongest with a picture."""
    deck = game.deck
    chosen = game.at(("cover", "card"))
    if chosen is not None:
        return next(card for card in deck.cards if chosen in (card.id, card.kind))
    suits = sorted(deck.suits.values(), key=lambda suit: -len(suit.ranks))
    held = [deck.by_id[id] for suit in suits for id in deck.shown(suit.mask)]
    return next((card for card in held if faces.has_picture(card)), held[0])


def cover_of(game: Game) -> covers.Cover:
    """What the cover of a game shows; without a ground in the rules, its name chooses one."""
    grounds = tuple(covers.GROUNDS)
    ground = game.at(("cover", "ground")) or grounds[crc32(game.id.encode()) % len(grounds)]
    return faces.cover_of(motif_card(game), game.deck.suits, ground)


def ground_of(game: Game) -> str:
    """The colour of the cover's ground, as CSS has it."""
    return covers.GROUNDS[cover_of(game).ground]


def cover_drawing(title: str, kind: str, pictures: Pictures) -> str:
    """The cover of an EPUB as a complete ``<svg>``: the drawing with the title on its tablet."""
    name, _, variant = title.partition(" – ")
    # Sizes and places in 0.1 mm. 1040 is the width of the tablet less 50 on either side.
    size = min(150, 1040 / _LETTER_WIDTH / max(len(name) + wide_letters(name), 1))
    below = textwrap.wrap(variant, 44)[:2]
    foot = _TITLE_FOOT - 34 * len(below) + size * 0.3
    lines = [(kind, 44, 290, "#63584C", "normal"), (name, size, foot, "#A8281F", "bold")]
    lines += [(line, 50, foot + 90 + 62 * at, "#231F1C", "italic") for at, line in enumerate(below)]
    text = "".join(_line(*line) for line in lines)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}">'
        f"<title>{escape(title)}</title>"
        f"{pictures.picture(FRONT).inner}"
        f'<g font-family="Vollkorn, Georgia, serif" text-anchor="middle">{text}</g></svg>\n'
    )


def _line(text: str, size: float, y: float, ink: str, face: str) -> str:
    """A line of text in the middle; `face` is normal, bold or italic."""
    weight = "bold" if face == "bold" else "normal"
    style = "italic" if face == "italic" else "normal"
    return (
        f'<text x="{_WIDTH / 2:g}" y="{y:g}" font-size="{size:g}" fill="{ink}" '
        f'font-weight="{weight}" font-style="{style}">{escape(text)}</text>'
    )
