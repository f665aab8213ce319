"""A pack of cards to keep or to play with: its drawings as files, and a PDF to print, cut and shuffle.

The sheets show the cards in true size with a bleed, and crop marks that lie 2 mm off every cut; the page after
each sheet shows the backs, in register when the printer turns the paper over its long edge.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import jinja2
import pydyf  # type: ignore[import-untyped]
import weasyprint
from weasyprint.text.fonts import FontConfiguration
from weasyprint.urls import FatalURLFetchingError, URLFetcher, URLFetcherResponse

from renderer import faces, typefaces
from renderer.deck.names import Cards, corners_of, file_name, named, title_of, words_in
from renderer.deck.sheets import BLEED, Sheet, sheet_for
from renderer.pictures import Pictures
from renderer.press.placed import placed_pictures
from renderer.templating import templates
from zwanz_ssot import places
from zwanz_ssot.model import Deck
from zwanz_ssot.prose.template import capital

_CUTS = ((400, "normal"), (700, "normal"))
"""Weight and style of the letters below cards, and of their heading."""


def write_svgs(
    deck: Cards,
    out: Path,
    detail: faces.Detail = "full",
    lang: str = "en",
) -> list[Path]:
    """Write one SVG a card, one a back, and ``index.html``, which shows them all, into the folder ``out``.

    Returns the paths written. A card's title is its name and its points in the language, where the pack has them.
    """
    cards, titles = named(deck, lang)
    style, words, corners = faces.style_of(cards), words_in(lang), corners_of(deck, lang)
    out.mkdir(parents=True, exist_ok=True)
    shown = [
        (
            file_name(card.id),
            titles[card.id],
            faces.svg(card, detail=detail, title=titles[card.id], style=style, index=corners.get(card.rank, "")),
        )
        for card in cards
    ]
    for design in faces.BACKS:
        title = words["backs"][design]
        shown.append((f"back-{design}", title, faces.back(detail=detail, title=title, style=style, design=design)))
    for name, _, svg in shown:
        (out / f"{name}.svg").write_text(svg, encoding="utf-8", newline="\n")
    name = capital(title_of(deck, lang))
    cuts = [cut for cut in typefaces.cuts_for(lang) if (cut.weight, cut.style) in _CUTS]
    text = typefaces.characters(name + "".join(title for _, title, _ in shown))
    fonts = typefaces.rules(lambda cut: typefaces.embedded(cut, text), cuts)
    page = _template("deck_sheet").render(lang=lang, words=words, name=name, shown=shown, fonts=fonts)
    (out / "index.html").write_text(page, encoding="utf-8", newline="\n")
    return [*(out / f"{name}.svg" for name, _, _ in shown), out / "index.html"]


def print_pdf(
    deck: Cards,
    out: Path,
    lang: str = "en",
    paper: str = "a4",
    design: faces.Design = "lattice",
) -> Path:
    """Write the pack as a PDF to print on both sides, cut and play with. ``out`` is the file, or a folder for it.

    The first two pages tell how, and test the printer. The same pack gives the same bytes.
    """
    cards, _ = named(deck, lang)
    sheet = sheet_for(faces.style_of(cards), paper)
    pages = [cards[i : i + sheet.room] for i in range(0, len(cards), sheet.room)]
    html = _template("deck_print").render(
        lang=lang,
        words=words_in(lang),
        name=capital(title_of(deck, lang)),
        fonts=typefaces.rules(lambda cut: f"font:{cut.file}", typefaces.cuts_for(lang)),
        sheet=sheet,
        pages=[_placed(page, sheet) for page in pages],
        facts=_facts(len(cards), len(pages), sheet),
    )
    path = out / f"{file_name(deck.id) if isinstance(deck, Deck) else 'deck'}.pdf" if out.suffix != ".pdf" else out
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(_pdf(html, _Pictures(cards, corners_of(deck, lang), design), typefaces.cuts_for(lang)))
    return path


def _placed(cards: Sequence[faces.CardLike], sheet: Sheet) -> dict[str, list[tuple[str, float, float]]]:
    """The cards of a sheet and the backs behind them, each with the corner where it begins."""
    spots = [(i % sheet.columns, i // sheet.columns) for i in range(len(cards))]
    return {
        "fronts": [(f"card:{card.id}", *sheet.corner(*spot)) for card, spot in zip(cards, spots, strict=True)],
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

    def __init__(self, cards: Sequence[faces.CardLike], corners: Mapping[str, str], design: faces.Design) -> None:
        super().__init__(cards, corners)
        self._pack = {f"card:{card.id}": card for card in cards}
        self._design: faces.Design = design
        self._seen: dict[str, str] = {}

    def svg(self, address: str) -> str:
        """The drawing at an address; KeyError for an unknown one."""
        if address not in self._seen:
            bleed, style = BLEED * 10, self._style
            if address == "back:":
                self._seen[address] = faces.back(detail="full", style=style, design=self._design, bleed=bleed)
            else:
                card = self._pack[address]
                index = self._corners.get(card.rank, "")
                self._seen[address] = faces.svg(card, detail="full", style=style, bleed=bleed, index=index)
        return self._seen[address]


class _Fetcher(URLFetcher):  # type: ignore[misc]
    """Gives out the drawings and the fonts, and refuses everything else."""

    def __init__(self, pictures: _Pictures, cuts: Iterable[typefaces.Cut]) -> None:
        super().__init__()
        self._pictures = pictures
        self._fonts = {f"font:{cut.file}": cut for cut in cuts}

    def fetch(self, url: str, headers: object = None) -> URLFetcherResponse:
        if url in self._fonts:
            return URLFetcherResponse(url, self._fonts[url].source, {"Content-Type": "font/otf"})
        try:
            return URLFetcherResponse(url, self._pictures.svg(url).encode(), {"Content-Type": "image/svg+xml"})
        except KeyError:
            raise FatalURLFetchingError(f"a pack fetches nothing: {url}") from None


def _pdf(html: str, pictures: _Pictures, cuts: Iterable[typefaces.Cut]) -> bytes:
    def ask_the_viewer(_document: Any, pdf: Any) -> None:
        """The title in the window's bar; when it prints nothing scaled, both sides, turned over the long edge."""
        wishes = {"PrintScaling": "/None", "Duplex": "/DuplexFlipLongEdge", "PickTrayByPDFSize": "true"}
        pdf.catalog["ViewerPreferences"] = pydyf.Dictionary({"DisplayDocTitle": "true", **wishes})

    page = weasyprint.HTML(string=html, base_url="deck:", url_fetcher=_Fetcher(pictures, cuts))
    data = page.write_pdf(
        font_config=FontConfiguration(),
        cache=placed_pictures(pictures, html),
        finisher=ask_the_viewer,
        pdf_identifier=hashlib.md5(html.encode(), usedforsecurity=False).hexdigest(),
    )
    assert isinstance(data, bytes)
    return data


def _template(name: str) -> jinja2.Template:
    return templates(places.data("templates")).get_template(f"{name}.html.j2")
