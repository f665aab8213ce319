"""A pack of cards: its drawings as files, and a PDF to print on both sides, cut and play with.

All measures of paper are mm.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Any, Final

import jinja2

from zwanz_ssot import places
from zwanz_ssot.files import write_files
from zwanz_ssot.library import BASE, library, load
from zwanz_ssot.model import Card, Deck, Game
from zwanz_ssot.problems import WrongCall
from zwanz_ssot.prose.phrases import Phrases
from zwanz_ssot.prose.template import capital

from . import faces, press, styles
from .building import language_table, templates
from .faces import covers, tuck_box
from .pictures import Pictures, cover_of

PAPERS: Final = {
    "a4": (210.0, 297.0),
    "a3": (297.0, 420.0),
    "letter": (215.9, 279.4),
    "tabloid": (279.4, 431.8),
}
"""Width and height of each paper in mm."""
BLEED: Final = 3.0
_EDGE: Final = 4.0
"""The margin in mm that a printer leaves white."""
_CLEAR: Final = 2.0
"""The gap in mm between a crop mark and the cut."""
THICKNESS: Final = 0.35
"""The thickness of a printed card in mm: smooth card of 250 to 300 g/m², as the instructions ask
for, is sold with 0.25 (coated) to 0.38 (craft card).
"""


@dataclass(frozen=True)
class SheetLayout:
    """The places of cards on the paper, in mm: its size, that of a card, and how many in each
    direction.

    On upright paper a turn over the long edge mirrors the columns.
    """

    wide: float
    high: float
    across: float
    down: float
    columns: int
    rows: int

    @property
    def capacity(self) -> int:
        """How many cards a sheet holds."""
        return self.columns * self.rows

    @property
    def cell(self) -> tuple[float, float]:
        """Width and height of a card with its bleed."""
        return self.across + 2 * BLEED, self.down + 2 * BLEED

    def corner(self, column: int, row: int) -> tuple[float, float]:
        """Where the bleed of a card begins."""
        w, h = self.cell
        left, top = (self.wide - self.columns * w) / 2, (self.high - self.rows * h) / 2
        return left + column * w, top + row * h

    def behind(self, column: int, row: int) -> tuple[int, int]:
        """The place on the back of the paper that lies behind a place on its front."""
        if self.wide <= self.high:
            return self.columns - 1 - column, row
        return column, self.rows - 1 - row

    @property
    def cuts(self) -> tuple[list[float], list[float]]:
        """Where to cut, from left to right and from top to bottom."""
        xs: list[float] = []
        for column in range(self.columns):
            left, _ = self.corner(column, 0)
            xs += [left + BLEED, left + (BLEED + self.across)]
        ys: list[float] = []
        for row in range(self.rows):
            _, top = self.corner(0, row)
            ys += [top + BLEED, top + (BLEED + self.down)]
        return xs, ys

    @property
    def marks(self) -> list[tuple[float, float, float, float]]:
        """The crop marks, as lines from (x, y) to (x, y): between the cards, and outside them up to
        the edge.
        """
        xs, ys = self.cuts

        def gaps(cuts: Sequence[float], whole: float) -> list[tuple[float, float]]:
            ends = [(max(_EDGE - 1, cuts[0] - BLEED - 5), cuts[0] - _CLEAR)]
            ends += [
                (a + _CLEAR, b - _CLEAR) for a, b in zip(cuts[1:-1:2], cuts[2::2], strict=True)
            ]
            return [*ends, (cuts[-1] + _CLEAR, min(whole - _EDGE + 1, cuts[-1] + BLEED + 5))]

        upright = [(x, a, x, b) for x in xs for a, b in gaps(ys, self.high)]
        return upright + [(a, y, b, y) for y in ys for a, b in gaps(xs, self.wide)]


def sheet_for(style: str, paper: str) -> SheetLayout:
    """The sheet, upright or across, that holds most cards of a style; WrongCall for an unknown
    paper.
    """
    if paper not in PAPERS:
        near = get_close_matches(paper, PAPERS, n=1)
        raise WrongCall(
            f"there is no paper '{paper}'",
            f"did you mean '{near[0]}'?" if near else f"known are {', '.join(PAPERS)}",
        )
    across, down = (units / 10 for units in faces.size(style))
    best = None
    for wide, high in (PAPERS[paper], PAPERS[paper][::-1]):
        columns = int((wide - 2 * _EDGE) // (across + 2 * BLEED))
        rows = int((high - 2 * _EDGE) // (down + 2 * BLEED))
        found = SheetLayout(wide, high, across, down, columns, rows)
        best = found if best is None or found.capacity > best.capacity else best
    assert best is not None
    return best


Cards = Deck | Iterable[faces.CardLike]
_NOT_A_NAME: Final = re.compile(r"[^A-Za-z0-9_-]+")


@cache
def words_in(lang: str) -> Mapping[str, Any]:
    """The words of the sheets in a language; WrongCall where there are none."""
    return language_table("deck_print", lang, "the sheets of cards have no words in")


def file_name(name: str) -> str:
    """A name for a file, made of an id."""
    return _NOT_A_NAME.sub("_", name)


def title_of(deck: Cards, lang: str) -> str:
    """What the pack is called."""
    return deck.name.text(lang) if isinstance(deck, Deck) else str(words_in(lang)["deck"])


def corners_of(deck: Cards, lang: str) -> Mapping[str, str]:
    """The signs in the corners by rank; nothing for a list of cards."""
    return deck.corners_in(lang) if isinstance(deck, Deck) else {}


def named(deck: Cards, lang: str) -> tuple[list[faces.CardLike], dict[str, str]]:
    """The cards in the order of a hand, and the name of each.

    A list of cards keeps its order, and its ids are the names. WrongCall for an empty list.
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
        return card.name.text(lang)
    suit, rank = deck.suits[card.suit].name.text(lang), deck.rank_names.get(card.rank)
    words = words_in(lang)
    if rank:
        return str(words["court"].format(rank=rank.text(lang), suit=suit))
    return str(words["numbered"].format(rank=card.rank, suit=suit))


_CUTS = ((400, "normal"), (700, "normal"))
"""Weight and style of the letters below cards, and of their heading."""
_WISHES = {"PrintScaling": "/None", "Duplex": "/DuplexFlipLongEdge", "PickTrayByPDFSize": "true"}
"""Wishes to the printer: no scaling, both sides, turned over the long edge."""


def write_svgs(
    deck: Cards,
    out: Path,
    detail: faces.Detail = "full",
    lang: str = "en",
) -> list[Path]:
    """Write an SVG of each card and each back, and ``index.html``, which shows them all, into the
    folder `out`.

    Returns the paths written. A card's title is its name and its points in the language, where the
    pack has them. Raises WrongCall where nothing can be written, and leaves what was there.
    """
    cards, titles = named(deck, lang)
    style, words, corners = faces.style_of(cards), words_in(lang), corners_of(deck, lang)
    shown = []
    for card in cards:
        title, index = titles[card.id], corners.get(card.rank, "")
        drawing = faces.svg(card, detail=detail, title=title, style=style, index=index)
        shown.append((file_name(card.id), title, drawing))
    for design in faces.BACKS:
        title = words["backs"][design]
        drawing = faces.back(detail=detail, title=title, style=style, design=design)
        shown.append((f"back-{design}", title, drawing))

    # The page has the fonts inside, cut down to its own characters.
    name = capital(title_of(deck, lang))
    cuts = [cut for cut in styles.cuts_for(lang) if (cut.weight, cut.style) in _CUTS]
    text = styles.characters(name + "".join(title for _, title, _ in shown))
    fonts = styles.rules(lambda cut: styles.embedded(cut, text), cuts)
    page = _template("deck_sheet").render(
        lang=lang, words=words, name=name, shown=shown, fonts=fonts
    )
    files = {f"{name}.svg": svg.encode() for name, _, svg in shown}
    return [*write_files({**files, "index.html": page.encode()}, out).values()]


def print_pdf(
    deck: Cards,
    out: Path,
    lang: str = "en",
    paper: str = "a4",
    design: str = "lattice",
    *,
    box: bool = False,
    thickness: float = THICKNESS,
    rules: Path | None = None,
) -> Path:
    """Write the pack as a PDF to print on both sides, cut and play with; returns its path.

    `out` is the file, or a folder for it. The first two pages are instructions, and test the
    printer. Each card has an alternative text. The same pack gives the same bytes.

    With `box`, a title card follows the cards, and the last page is the net of a box for them all.
    `thickness` is that of a card in mm; the title names the games of the folder `rules` that are
    played with the pack. WrongCall where the box is too large for the paper, and where nothing can
    be written.
    """
    press.require()
    from .press.pdf import write_sheets

    cards, titles = named(deck, lang)
    sheet = sheet_for(faces.style_of(cards), paper)
    words = words_in(lang)
    its_box = boxed(deck, lang, paper, thickness, rules) if box else None
    fronts = [f"card:{card.id}" for card in cards] + ([TITLE] if its_box else [])
    pages = [fronts[i : i + sheet.capacity] for i in range(0, len(fronts), sheet.capacity)]
    html = _template("deck_print").render(
        lang=lang,
        words=words,
        name=capital(title_of(deck, lang)),
        fonts=styles.rules(lambda cut: f"font:{cut.file}", styles.cuts_for(lang)),
        sheet=sheet,
        pages=[_placed(page, sheet) for page in pages],
        titles={f"card:{id}": title for id, title in titles.items()}
        | {"back:": words["backs"][design]}
        | ({TITLE: its_box.title_alt} if its_box else {}),
        facts=_facts(lang, len(fronts), len(pages), sheet, box),
        boxed=its_box,
        title_address=TITLE,
        net_address=NET,
        bleed=BLEED,
    )
    path = out
    if out.suffix != ".pdf":
        path = out / f"{file_name(deck.id) if isinstance(deck, Deck) else 'deck'}.pdf"
    pictures = _Pictures(cards, corners_of(deck, lang), design, its_box)
    printed = write_sheets(html, pictures, _WISHES).data
    return write_files({path.name: printed}, path.parent)[path.name]


# The box, and the title card that lies on top of the stack.

TITLE, NET = "cover:title", "cover:net"
"""The addresses of the title card and of the net."""
_TOP = 12.0
"""The top of the net on its page, in mm."""


@dataclass(frozen=True)
class Boxed:
    """What a box and a title card show and say; places in mm on their page, sizes of `net` in 0.1
    mm.
    """

    net: tuck_box.TuckBox
    cover: covers.Cover
    page: tuple[float, float]
    corner: tuple[float, float]
    count: str
    made_for: str
    title_alt: str
    net_alt: str
    lead: str

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the drawing of the net, with its margin."""
        w, h = self.net.size
        return w / 10 + 2 * self.margin, h / 10 + 2 * self.margin

    @property
    def margin(self) -> float:
        """How far the drawing reaches beyond the net."""
        return 2 * tuck_box.BLEED / 10

    @property
    def tablet(self) -> tuple[float, ...]:
        """Left, top, width and height of the tablet of the box, on the page."""
        x, y, w, h = self.net.panels["front"]
        left, top, across, down = covers.tablet_of(w, h)
        x0, y0 = self.corner
        return x0 + (x + left) / 10, y0 + (y + top) / 10, across / 10, down / 10

    @property
    def sides(self) -> list[tuple[float, ...]]:
        """Left, top, width and height of the two sides, on the page."""
        x0, y0 = self.corner
        rects = [self.net.panels[name] for name in ("left", "right")]
        return [(x0 + x / 10, y0 + y / 10, w / 10, h / 10) for x, y, w, h in rects]

    def tablet_of_card(self, sheet: SheetLayout) -> tuple[float, ...]:
        """Left, top, width and height of the tablet of the title card, from its bleed."""
        x, y, w, h = (each / 10 for each in covers.tablet_of(sheet.across * 10, sheet.down * 10))
        return BLEED + x, BLEED + y, w, h


def boxed(
    deck: Cards,
    lang: str,
    paper: str = "a4",
    thickness: float = THICKNESS,
    rules: Path | None = None,
) -> Boxed:
    """The box for a pack, and its title card; WrongCall if it does not fit on the paper.

    `thickness` is that of a card in mm; the games are those of the folder `rules`.
    """
    cards, _ = named(deck, lang)
    across, down = faces.size(faces.style_of(cards))
    net = tuck_box.TuckBox(across, down, len(cards) + 1, thickness * 10)
    wide, high = min(PAPERS[paper]), max(PAPERS[paper])
    w, h = (each / 10 for each in net.size)
    if w > wide - 2 * _EDGE or h + _TOP > high - _EDGE:
        raise WrongCall(
            f"the box is {w:.0f} by {h:.0f} mm before it is folded, too large for {paper}",
            "take larger paper, or thinner cards",
        )
    words, name = words_in(lang)["box"], capital(title_of(deck, lang))
    games = _played_with(deck, rules)
    # a name of two words stays on one line
    titles = dict.fromkeys(game.game_name.text(lang).replace(" ", "\u00a0") for game in games)
    names = words["and"].join(titles)
    numbers = Phrases(lang).number
    figures = {
        "n": len(cards),
        "thickness": numbers(f"{thickness:g}"),
        "stack": numbers(f"{net.count * thickness:.1f}"),
    }
    return Boxed(
        net=net,
        cover=cover_of(games[0]) if games else _plain_cover(cards),
        page=(wide, high),
        corner=((wide - w) / 2, _TOP),
        count=words["count"].format(n=len(cards)),
        made_for=words["made_for"].format(games=names) if names else "",
        title_alt=words["title_alt"].format(name=name),
        net_alt=words["net_alt"].format(name=name),
        lead=words["lead"].format(**figures),
    )


def _played_with(deck: Cards, rules: Path | None) -> list[Game]:
    """The rule sets that are played with a pack, bases first; none for a list of cards."""
    if not isinstance(deck, Deck):
        return []
    known = library(rules)
    bases = [(game, BASE) for game in known.games()]
    others = [(game, variant) for game, _ in bases for variant in known.variants(game)]
    loaded = (load(game, variant, rules=rules) for game, variant in bases + others)
    return [game for game in loaded if game.deck.id == deck.id]


def _plain_cover(cards: Sequence[faces.CardLike]) -> covers.Cover:
    """The cover of a pack that no game is played with: its first card with a picture."""
    shown = next((card for card in cards if faces.has_picture(card)), cards[0])
    return faces.cover_of(shown, dict.fromkeys(card.suit for card in cards), "blue")


def _placed(fronts: Sequence[str], sheet: SheetLayout) -> dict[str, list[tuple[str, float, float]]]:
    """The fronts of a sheet by their addresses and the backs behind them, each with the corner
    where it begins.
    """
    spots = [(i % sheet.columns, i // sheet.columns) for i in range(len(fronts))]
    return {
        "fronts": [
            (address, *sheet.corner(*spot)) for address, spot in zip(fronts, spots, strict=True)
        ],
        "backs": [("back:", *sheet.corner(*sheet.behind(*spot))) for spot in spots],
    }


def _facts(lang: str, cards: int, sheets: int, sheet: SheetLayout, boxed: bool) -> dict[str, str]:
    """The figures that the instructions name."""
    numbers = Phrases(lang).number
    return {
        "cards": str(cards),
        "sheets": str(sheets),
        "pages": str(2 + 2 * sheets + boxed),
        "across": numbers(f"{sheet.across:g}"),
        "down": numbers(f"{sheet.down:g}"),
    }


class _Pictures(Pictures):
    """The cards with their bleed, by the addresses ``card:<id>`` and ``back:``, the title card and
    the net of the box.
    """

    def __init__(
        self,
        cards: Sequence[faces.CardLike],
        corners: Mapping[str, str],
        design: str,
        boxed: Boxed | None,
    ) -> None:
        super().__init__(cards, corners)
        self._pack = {f"card:{card.id}": card for card in cards}
        self._design: str = design
        self._boxed = boxed

    def _draw(self, address: str) -> faces.Picture:
        bleed, style = BLEED * 10, self._style
        if address == "back:":
            return faces.back_picture(detail="full", style=style, design=self._design, bleed=bleed)
        if self._boxed and address == TITLE:
            pen, size = covers.pen_for("title"), faces.size(style)
            return covers.sized(self._boxed.cover, pen, *size, bleed=bleed)
        if self._boxed and address == NET:
            return tuck_box.net(self._boxed.net, self._boxed.cover, style, self._design)
        card = self._pack[address]
        index = self._corners.get(card.rank, "")
        return faces.card_picture(card, detail="full", style=style, bleed=bleed, index=index)


def _template(name: str) -> jinja2.Template:
    return templates(places.data("templates")).get_template(f"{name}.html.j2")
