"""A pack of cards to keep or to play with: its drawings as files, and a PDF to print, cut and shuffle.

The sheets show the cards in true size with a bleed, and crop marks that lie 2 mm off every cut; the page after
each sheet shows the backs, in register when the printer turns the paper over its long edge.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Any, Final

import jinja2
import pydyf  # type: ignore[import-untyped]
import weasyprint
import yaml
from weasyprint.text.fonts import FontConfiguration
from weasyprint.urls import FatalURLFetchingError, URLFetcher, URLFetcherResponse

from renderer import faces, typefaces
from renderer.pictures import Pictures
from renderer.placed import placed_pictures
from zwanz_ssot import places
from zwanz_ssot.model import Deck
from zwanz_ssot.problems import WrongCall

Cards = Deck | Iterable[faces.CardLike]
PAPERS: Final = {"a4": (210.0, 297.0), "a3": (297.0, 420.0), "letter": (215.9, 279.4), "tabloid": (279.4, 431.8)}
"""Width and height in mm."""
BLEED: Final = 3.0
_EDGE: Final = 4.0
"""What a printer leaves white at the edge of the paper, in mm."""
_CLEAR: Final = 2.0
"""How far a crop mark keeps off the cut, in mm."""
_NOT_A_NAME: Final = re.compile(r"[^A-Za-z0-9_-]+")


def write_svgs(
    deck: Cards,
    out: Path,
    detail: faces.Detail = "full",
    lang: str = "en",
) -> list[Path]:
    """Write one SVG a card, one a back, and ``index.html``, which shows them all, into the folder ``out``.

    Returns the paths written. A card's title is its name and its points in the language, where the pack has them.
    """
    cards, titles = _named(deck, lang)
    style, words = faces.style_of(cards), _words(lang)
    out.mkdir(parents=True, exist_ok=True)
    shown = [
        (_file(card.id), titles[card.id], faces.svg(card, detail=detail, title=titles[card.id], style=style))
        for card in cards
    ]
    for design in faces.BACKS:
        title = words["backs"][design]
        shown.append((f"back-{design}", title, faces.back(detail=detail, title=title, style=style, design=design)))
    for name, _, svg in shown:
        (out / f"{name}.svg").write_text(svg, encoding="utf-8", newline="\n")
    page = _template("deck_sheet").render(lang=lang, words=words, name=_title(deck, lang), shown=shown)
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
    cards, _ = _named(deck, lang)
    sheet = _sheet(faces.style_of(cards), paper)
    pages = [cards[i : i + sheet.room] for i in range(0, len(cards), sheet.room)]
    html = _template("deck_print").render(
        lang=lang,
        words=_words(lang),
        name=_title(deck, lang),
        fonts=typefaces.rules(lambda cut: f"font:{cut.file}"),
        sheet=sheet,
        paper=paper.upper() if paper.startswith("a") else paper,
        pages=[_placed(page, sheet) for page in pages],
        count=len(cards),
        facts=_facts(len(cards), len(pages), sheet),
    )
    path = out / f"{_file(deck.id) if isinstance(deck, Deck) else 'deck'}.pdf" if out.suffix != ".pdf" else out
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(_pdf(html, _Pictures(cards, design)))
    return path


@dataclass(frozen=True)
class _Sheet:
    """How the cards lie on the paper, all in mm. On upright paper a turn over the long edge mirrors the columns."""

    wide: float
    high: float
    across: float
    down: float
    columns: int
    rows: int

    @property
    def room(self) -> int:
        """How many cards a sheet holds."""
        return self.columns * self.rows

    @property
    def cell(self) -> tuple[float, float]:
        """A card and its bleed."""
        return self.across + 2 * BLEED, self.down + 2 * BLEED

    def corner(self, column: int, row: int) -> tuple[float, float]:
        """Where the bleed of a card begins."""
        w, h = self.cell
        return (self.wide - self.columns * w) / 2 + column * w, (self.high - self.rows * h) / 2 + row * h

    def behind(self, column: int, row: int) -> tuple[int, int]:
        """The place on the back of the paper that lies behind a place on its front."""
        if self.wide <= self.high:
            return self.columns - 1 - column, row
        return column, self.rows - 1 - row

    @property
    def cuts(self) -> tuple[list[float], list[float]]:
        """Where to cut, from left to right and from top to bottom."""
        xs = [self.corner(c, 0)[0] + d for c in range(self.columns) for d in (BLEED, BLEED + self.across)]
        ys = [self.corner(0, r)[1] + d for r in range(self.rows) for d in (BLEED, BLEED + self.down)]
        return xs, ys

    @property
    def marks(self) -> list[tuple[float, float, float, float]]:
        """The crop marks, as lines from (x, y) to (x, y): between the cards, and outside them up to the edge."""
        xs, ys = self.cuts

        def gaps(cuts: Sequence[float], whole: float) -> list[tuple[float, float]]:
            ends = [(max(_EDGE - 1, cuts[0] - BLEED - 5), cuts[0] - _CLEAR)]
            ends += [(a + _CLEAR, b - _CLEAR) for a, b in zip(cuts[1:-1:2], cuts[2::2], strict=True)]
            return [*ends, (cuts[-1] + _CLEAR, min(whole - _EDGE + 1, cuts[-1] + BLEED + 5))]

        upright = [(x, a, x, b) for x in xs for a, b in gaps(ys, self.high)]
        return upright + [(a, y, b, y) for y in ys for a, b in gaps(xs, self.wide)]


def _sheet(style: str, paper: str) -> _Sheet:
    if paper not in PAPERS:
        near = get_close_matches(paper, PAPERS, n=1)
        raise WrongCall(
            f"there is no paper '{paper}'", f"did you mean '{near[0]}'?" if near else f"known are {', '.join(PAPERS)}"
        )
    across, down = (units / 10 for units in faces.size(style))
    best = None
    for wide, high in (PAPERS[paper], PAPERS[paper][::-1]):
        columns = int((wide - 2 * _EDGE) // (across + 2 * BLEED))
        rows = int((high - 2 * _EDGE) // (down + 2 * BLEED))
        found = _Sheet(wide, high, across, down, columns, rows)
        best = found if best is None or found.room > best.room else best
    assert best is not None
    return best


def _placed(cards: Sequence[faces.CardLike], sheet: _Sheet) -> dict[str, list[tuple[str, float, float]]]:
    """The cards of a sheet and the backs behind them, each with the corner where it begins."""
    spots = [(i % sheet.columns, i // sheet.columns) for i in range(len(cards))]
    return {
        "fronts": [(f"card:{card.id}", *sheet.corner(*spot)) for card, spot in zip(cards, spots, strict=True)],
        "backs": [("back:", *sheet.corner(*sheet.behind(*spot))) for spot in spots],
    }


def _facts(cards: int, sheets: int, sheet: _Sheet) -> dict[str, str]:
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

    def __init__(self, cards: Sequence[faces.CardLike], design: faces.Design) -> None:
        super().__init__(cards)
        self._pack = {f"card:{card.id}": card for card in cards}
        self._style, self._design = faces.style_of(cards), design
        self._seen: dict[str, str] = {}

    def svg(self, address: str) -> str:
        """The drawing at an address; KeyError for an unknown one."""
        if address not in self._seen:
            bleed, style = BLEED * 10, self._style
            if address == "back:":
                self._seen[address] = faces.back(detail="full", style=style, design=self._design, bleed=bleed)
            else:
                self._seen[address] = faces.svg(self._pack[address], detail="full", style=style, bleed=bleed)
        return self._seen[address]


class _Fetcher(URLFetcher):  # type: ignore[misc]
    """Gives out the drawings and the fonts, and refuses everything else."""

    def __init__(self, pictures: _Pictures) -> None:
        super().__init__()
        self._pictures = pictures
        self._fonts = {f"font:{cut.file}": cut for cut in typefaces.CUTS}

    def fetch(self, url: str, headers: object = None) -> URLFetcherResponse:
        if url in self._fonts:
            return URLFetcherResponse(url, self._fonts[url].source, {"Content-Type": "font/otf"})
        try:
            return URLFetcherResponse(url, self._pictures.svg(url).encode(), {"Content-Type": "image/svg+xml"})
        except KeyError:
            raise FatalURLFetchingError(f"a pack fetches nothing: {url}") from None


def _pdf(html: str, pictures: _Pictures) -> bytes:
    def ask_the_printer(_document: Any, pdf: Any) -> None:
        """Nothing scaled, both sides, turned over the long edge: what a viewer may suggest when it prints."""
        wishes = {"PrintScaling": "/None", "Duplex": "/DuplexFlipLongEdge", "PickTrayByPDFSize": "true"}
        pdf.catalog["ViewerPreferences"] = pydyf.Dictionary(wishes)

    page = weasyprint.HTML(string=html, base_url="deck:", url_fetcher=_Fetcher(pictures))
    data = page.write_pdf(
        font_config=FontConfiguration(),
        cache=placed_pictures(pictures, html),
        finisher=ask_the_printer,
        pdf_identifier=hashlib.md5(html.encode(), usedforsecurity=False).hexdigest(),
    )
    assert isinstance(data, bytes)
    return data


@cache
def _words(lang: str) -> Mapping[str, Any]:
    """The words of the sheets in a language."""
    path = places.data("templates") / f"deck_print.{lang}.yaml"
    if not re.fullmatch(r"[A-Za-z-]+", lang) or not path.exists():
        known = sorted(found.name.split(".")[1] for found in places.data("templates").glob("deck_print.*.yaml"))
        raise WrongCall(f"the sheets of cards have no words in '{lang}'", f"known are {', '.join(known)}")
    words: Mapping[str, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
    return words


def _template(name: str) -> jinja2.Template:
    loader = jinja2.FileSystemLoader(places.data("templates"))
    made = jinja2.Environment(
        loader=loader, autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=jinja2.StrictUndefined
    )
    return made.get_template(f"{name}.html.j2")


def _file(card: str) -> str:
    """A name for a file, made of an id."""
    return _NOT_A_NAME.sub("_", card)


def _title(deck: Cards, lang: str) -> str:
    return deck.name.said(lang) if isinstance(deck, Deck) else str(_words(lang)["deck"])


def _named(deck: Cards, lang: str) -> tuple[list[faces.CardLike], dict[str, str]]:
    """The cards as a hand is held, and what each is called; a list of cards stays as it is, with the ids for names."""
    words = _words(lang)
    if not isinstance(deck, Deck):
        cards = list(deck)
        if not cards:
            raise WrongCall("there is no card to draw", "a pack has at least one")
        return cards, {card.id: card.id for card in cards}
    titles = {}
    for card in deck.cards:
        rank = deck.rank_names.get(card.rank)
        suit = deck.suits[card.suit].name.said(lang)
        name = (
            card.name.said(lang)
            if card.name
            else words["court"].format(rank=rank.said(lang), suit=suit)
            if rank
            else words["numbered"].format(rank=card.rank, suit=suit)
        )
        points = words["points"]["one" if card.points == 1 else "other"].format(n=card.points)
        titles[card.id] = words["title"].format(name=name, points=points)
    return [deck.by_id[name] for name in deck.shown(deck.all)], titles
