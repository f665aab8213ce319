"""A pack of cards to keep or to play with: its drawings as files, and a PDF to print, cut and
shuffle.

The sheets show the cards in true size with a bleed, and crop marks that lie 2 mm off every cut; the
page after each sheet shows the backs, in register when the printer turns the paper over its long
edge.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import jinja2

from zwanz_renderer import faces, press, typefaces
from zwanz_renderer.deck.names import Cards, corners_of, file_name, named, title_of, words_in
from zwanz_renderer.deck.sheets import BLEED, Sheet, sheet_for
from zwanz_renderer.pictures import Pictures
from zwanz_renderer.templating import templates
from zwanz_ssot import places
from zwanz_ssot.model import Deck
from zwanz_ssot.prose.template import capital

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
    shown = [
        (
            file_name(card.id),
            titles[card.id],
            faces.svg(
                card,
                detail=detail,
                title=titles[card.id],
                style=style,
                index=corners.get(card.rank, ""),
            ),
        )
        for card in cards
    ]
    for design in faces.BACKS:
        title = words["backs"][design]
        shown.append(
            (
                f"back-{design}",
                title,
                faces.back(detail=detail, title=title, style=style, design=design),
            )
        )
    for name, _, svg in shown:
        (out / f"{name}.svg").write_text(svg, encoding="utf-8", newline="\n")
    name = capital(title_of(deck, lang))
    cuts = [cut for cut in typefaces.cuts_for(lang) if (cut.weight, cut.style) in _CUTS]
    text = typefaces.characters(name + "".join(title for _, title, _ in shown))
    fonts = typefaces.rules(lambda cut: typefaces.embedded(cut, text), cuts)
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
    design: faces.Design = "lattice",
) -> Path:
    """Write the pack as a PDF to print on both sides, cut and play with. ``out`` is the file, or a
    folder for it.

    The first two pages tell how, and test the printer. Each card says what it is to who cannot see
    it. The same pack gives the same bytes.
    """
    press.require()
    from zwanz_renderer.press.pdf import write_sheets

    cards, titles = named(deck, lang)
    sheet = sheet_for(faces.style_of(cards), paper)
    pages = [cards[i : i + sheet.room] for i in range(0, len(cards), sheet.room)]
    words = words_in(lang)
    html = _template("deck_print").render(
        lang=lang,
        words=words,
        name=capital(title_of(deck, lang)),
        fonts=typefaces.rules(lambda cut: f"font:{cut.file}", typefaces.cuts_for(lang)),
        sheet=sheet,
        pages=[_placed(page, sheet) for page in pages],
        told={f"card:{id}": title for id, title in titles.items()}
        | {"back:": words["backs"][design]},
        facts=_facts(len(cards), len(pages), sheet),
    )
    path = (
        out / f"{file_name(deck.id) if isinstance(deck, Deck) else 'deck'}.pdf"
        if out.suffix != ".pdf"
        else out
    )
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(
        write_sheets(html, _Pictures(cards, corners_of(deck, lang), design), _WISHES).data
    )
    return path


def _placed(
    cards: Sequence[faces.CardLike], sheet: Sheet
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


def _facts(cards: int, sheets: int, sheet: Sheet) -> dict[str, str]:
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
        self, cards: Sequence[faces.CardLike], corners: Mapping[str, str], design: faces.Design
    ) -> None:
        super().__init__(cards, corners)
        self._pack = {f"card:{card.id}": card for card in cards}
        self._design: faces.Design = design
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
