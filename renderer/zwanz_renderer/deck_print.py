"""A pack of cards: its drawings as files, and a PDF to print, cut and play with."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

import jinja2

from zwanz_ssot import places
from zwanz_ssot.model import Card, Deck
from zwanz_ssot.problems import WrongCall
from zwanz_ssot.prose.template import capital

from . import faces, press, styles
from .building import templates
from .deck_sheets import BLEED, SheetLayout, sheet_for
from .pictures import Pictures

Cards = Deck | Iterable[faces.CardLike]
_NOT_A_NAME: Final = re.compile(r"[^A-Za-z0-9_-]+")


@cache
def words_in(lang: str) -> Mapping[str, Any]:
    """The words of the sheets in a language."""
    path = places.data("templates") / f"deck_print.{lang}.yaml"
    if not re.fullmatch(r"[A-Za-z-]+", lang) or not path.exists():
        known = sorted(
            found.name.split(".")[1] for found in places.data("templates").glob("deck_print.*.yaml")
        )
        raise WrongCall(
            f"the sheets of cards have no words in '{lang}'", f"known are {', '.join(known)}"
        )
    words: Mapping[str, Any] = places.table(path)
    return words


def file_name(name: str) -> str:
    """A name for a file, made of an id."""
    return _NOT_A_NAME.sub("_", name)


def title_of(deck: Cards, lang: str) -> str:
    """What the pack is called."""
    return deck.name.said(lang) if isinstance(deck, Deck) else str(words_in(lang)["deck"])


def corners_of(deck: Cards, lang: str) -> Mapping[str, str]:
    """What is in the corners of the cards of each rank; nothing for a list of cards."""
    return deck.corners_in(lang) if isinstance(deck, Deck) else {}


def named(deck: Cards, lang: str) -> tuple[list[faces.CardLike], dict[str, str]]:
    """The cards as a hand is held, and the name of each; a list of cards stays as it is, with the
    ids for names.
    """
    words = words_in(lang)
    if not isinstance(deck, Deck):
        cards = list(deck)
        if not cards:
            raise WrongCall("there is no card to draw", "a pack has at least one")
        return cards, {card.id: card.id for card in cards}
    titles = {}
    for card in deck.cards:
        points = words["points"]["one" if card.points == 1 else "other"].format(n=card.points)
        titles[card.id] = words["title"].format(name=_name(deck, card, lang), points=points)
    return [deck.by_id[name] for name in deck.shown(deck.all)], titles


def _name(deck: Deck, card: Card, lang: str) -> str:
    """The card's own name, or its rank and its suit."""
    if card.name:
        return card.name.said(lang)
    suit, rank = deck.suits[card.suit].name.said(lang), deck.rank_names.get(card.rank)
    words = words_in(lang)
    if rank:
        return str(words["court"].format(rank=rank.said(lang), suit=suit))
    return str(words["numbered"].format(rank=card.rank, suit=suit))


_CUTS = ((400, "normal"), (700, "normal"))
"""Weight and style of the letters below cards, and of their heading."""
_WISHES = {"PrintScaling": "/None", "Duplex": "/DuplexFlipLongEdge", "PickTrayByPDFSize": "true"}
"""To print nothing scaled, and both sides, turned over the long edge."""


def write_svgs(
    deck: Cards,
    out: Path,
    detail: faces.Detail = "full",
    lang: str = "en",
) -> list[Path]:
    """Write one SVG a card, one a back, and ``index.html``, which shows them all, into the folder
    ``out``.

    Returns the paths written. A card's title is its name and its points in the language, where the
    pack has them.
    """
    cards, titles = named(deck, lang)
    style, words, corners = faces.style_of(cards), words_in(lang), corners_of(deck, lang)
    out.mkdir(parents=True, exist_ok=True)
    shown = []
    for card in cards:
        title, index = titles[card.id], corners.get(card.rank, "")
        drawing = faces.svg(card, detail=detail, title=title, style=style, index=index)
        shown.append((file_name(card.id), title, drawing))
    for design in faces.BACKS:
        title = words["backs"][design]
        drawing = faces.back(detail=detail, title=title, style=style, design=design)
        shown.append((f"back-{design}", title, drawing))
    for name, _, svg in shown:
        (out / f"{name}.svg").write_text(svg, encoding="utf-8", newline="\n")
    name = capital(title_of(deck, lang))
    cuts = [cut for cut in styles.cuts_for(lang) if (cut.weight, cut.style) in _CUTS]
    text = styles.characters(name + "".join(title for _, title, _ in shown))
    fonts = styles.rules(lambda cut: styles.embedded(cut, text), cuts)
    page = _template("deck_sheet").render(
        lang=lang, words=words, name=name, shown=shown, fonts=fonts
    )
    (out / "index.html").write_text(page, encoding="utf-8", newline="\n")
    return [*(out / f"{name}.svg" for name, _, _ in shown), out / "index.html"]


def print_pdf(
    deck: Cards,
    out: Path,
    lang: str = "en",
    paper: str = "a4",
    design: str = "lattice",
) -> Path:
    """Write the pack as a PDF to print on both sides, cut and play with. ``out`` is the file, or a
    folder for it.

    The first two pages are instructions, and test the printer. Each card has an alternative text.
    The same pack gives the same bytes.
    """
    press.require()
    from .press.pdf import write_sheets

    cards, titles = named(deck, lang)
    sheet = sheet_for(faces.style_of(cards), paper)
    pages = [cards[i : i + sheet.room] for i in range(0, len(cards), sheet.room)]
    words = words_in(lang)
    html = _template("deck_print").render(
        lang=lang,
        words=words,
        name=capital(title_of(deck, lang)),
        fonts=styles.rules(lambda cut: f"font:{cut.file}", styles.cuts_for(lang)),
        sheet=sheet,
        pages=[_placed(page, sheet) for page in pages],
        told={f"card:{id}": title for id, title in titles.items()}
        | {"back:": words["backs"][design]},
        facts=_facts(len(cards), len(pages), sheet),
    )
    path = out
    if out.suffix != ".pdf":
        path = out / f"{file_name(deck.id) if isinstance(deck, Deck) else 'deck'}.pdf"
    path.parent.mkdir(parents=True, exist_ok=True)
    pictures = _Pictures(cards, corners_of(deck, lang), design)
    path.write_bytes(write_sheets(html, pictures, _WISHES).data)
    return path


def _placed(
    cards: Sequence[faces.CardLike], sheet: SheetLayout
) -> dict[str, list[tuple[str, float, float]]]:
    """The cards of a sheet and the backs behind them, each with the corner where it begins."""
    spots = [(i % sheet.columns, i // sheet.columns) for i in range(len(cards))]
    return {
        "fronts": [
            (f"card:{card.id}", *sheet.corner(*spot))
            for card, spot in zip(cards, spots, strict=True)
        ],
        "backs": [("back:", *sheet.corner(*sheet.behind(*spot))) for spot in spots],
    }


def _facts(cards: int, sheets: int, sheet: SheetLayout) -> dict[str, str]:
    """The figures that the instructions name."""
    return {
        "cards": str(cards),
        "sheets": str(sheets),
        "pages": str(2 + 2 * sheets),
        "across": f"{sheet.across:g}",
        "down": f"{sheet.down:g}",
    }


class _Pictures(Pictures):
    """The cards with their bleed, by the addresses ``card:<id>`` and ``back:``."""

    def __init__(
        self, cards: Sequence[faces.CardLike], corners: Mapping[str, str], design: str
    ) -> None:
        super().__init__(cards, corners)
        self._pack = {f"card:{card.id}": card for card in cards}
        self._design: str = design
        self._seen: dict[str, str] = {}

    def svg(self, address: str) -> str:
        """The drawing at an address; KeyError for an unknown one."""
        if address not in self._seen:
            bleed, style = BLEED * 10, self._style
            if address == "back:":
                self._seen[address] = faces.back(
                    detail="full", style=style, design=self._design, bleed=bleed
                )
            else:
                card = self._pack[address]
                index = self._corners.get(card.rank, "")
                self._seen[address] = faces.svg(
                    card, detail="full", style=style, bleed=bleed, index=index
                )
        return self._seen[address]


def _template(name: str) -> jinja2.Template:
    return templates(places.data("templates")).get_template(f"{name}.html.j2")
