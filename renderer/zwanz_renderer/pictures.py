"""The drawings of a book: cards, backs and suit signs, each kept once however often it is shown.

In chapters and templates a drawing is ``<img class="…" src="card:A-1@book" alt="…">``
(`Context.card_image` and its sisters write it). The PDF asks for the drawings by these addresses;
the HTML page carries them in front, and every use refers to them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import cast

from zwanz_ssot.model import Game

from . import faces
from .packs import bought

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
