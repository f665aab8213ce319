"""Papers beside the book, in its style: the rules on one page, and a sheet to keep the score."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from markupsafe import Markup

from zwanz_ssot import places
from zwanz_ssot.files import write_files
from zwanz_ssot.model import Game
from zwanz_ssot.model import Path as RulePath

from . import pages, press, styles
from .blocks.bonuses import bonus_rows, worth
from .blocks.cards import deck_overview, labelled
from .blocks.contracts import contract_groups, has_long_values, in_order, value
from .blocks.scores import levels
from .blocks.wording import prose, rule, typeset, words
from .book_parts import Tries
from .building import Page, templates
from .pictures import Pictures
from .shortcodes import Context, Html
from .text.markdown import ChapterWriter, MarkdownSetup, Shared
from .text.polish import breadth, closed_up

_HERE = 1


@dataclass(frozen=True, slots=True)
class Leaflet:
    """The files of a paper; `pages` counts those of the PDF."""

    html: Path
    pdf: Path
    pages: int


def writer(game: Game, lang: str, name: str) -> ChapterWriter:
    """A writer that draws blocks for a paper; WrongCall for a language without books."""
    pages.require_language(lang)
    from . import blocks  # registers them

    assert blocks
    return ChapterWriter(MarkdownSetup(lang), game, name, Shared())


def here(writer: ChapterWriter, block: str) -> Context:
    """A context in which to call the functions of blocks."""
    return writer.ctx.at(_HERE, _HERE, block)


def write(
    game: Game,
    lang: str,
    out: Path,
    name: str,
    kind: str,
    title: str,
    *tries: Mapping[str, Any],
    pages_at_most: int = 0,
    columns: tuple[int, float] | None = None,
) -> Leaflet:
    """Write ``<name>.html`` and ``<name>.pdf`` into the folder `out`.

    `kind` names the template (``templates/leaflets/<kind>.html.j2``) and its two style sheets:
    ``<kind>.css`` for paper, also from a browser, and ``<kind>.screen.css`` for a screen.

    `tries` are values of the template, each shorter than the one before; the first that has
    `pages_at_most` is kept, else the last. `columns` is a number of columns and their height in pt:
    a try whose box of the class ``parts`` does not fit into them is left out. For these the
    template gets the `height` that its columns need, and the class ``one-column`` sets all in one.

    WrongCall if nothing can be written into `out`.
    """
    press.require()
    from .press import pdf

    folder = places.data("templates")
    environment = templates(folder / "leaflets", folder)
    template = environment.get_template(f"{kind}.html.j2")

    paper, screen = (
        (folder / "leaflets" / f"{kind}{medium}.css").read_text(encoding="utf-8")
        for medium in ("", ".screen")
    )

    def page(style: str, body: str, *classes: str) -> Page:
        shown = {"lang": lang, "title": title, "own_style": Markup(style)}
        named = " ".join(("leaflet", *classes, kind))
        main = f'<main class="{named}">\n{body}</main>\n'
        return Page(environment.get_template("leaflet.html.j2"), shown, main)

    def body_of(number: int, height: float = 0) -> str:
        return closed_up(template.render(title=title, height=height, **tries[number]))

    def one(number: int, height: float = 0) -> str:
        return pages.for_printing(page("", body_of(number, height)))

    def alone(number: int) -> str:
        return pages.for_printing(page("", body_of(number), "one-column"))

    pictures = Pictures.of(game, lang)
    kept, printed = pdf.write_sheet(
        f"{styles.for_paper(lang, 'a5')}\n{paper}",
        pictures,
        Tries(len(tries), one, alone),
        pages_at_most,
        columns,
    )
    html = pages.self_contained(
        page(f"{screen}@media print {{\n{styles.for_browsers(paper)}}}\n", body_of(kept)),
        lang,
        pictures,
    ).encode()
    paths = write_files({f"{name}.html": html, f"{name}.pdf": printed.data}, out)
    return Leaflet(paths[f"{name}.html"], paths[f"{name}.pdf"], printed.pages)


_SAYING = (
    "first",
    "opening",
    "next_bid",
    "suit_order",
    "own_bid",
    "after_agreeing",
    "in_one_turn",
    "ends_after_passes",
    "ends_when",
    "if_all_pass",
)
_CALLING = ("cards", "choose")
_TALON = ("discard", "discards_count_for", "called_card_in_talon")
_ANNOUNCING = ("first", "in_one_turn", "each_announces", "doubles_wait", "ends_after_passes")
_DOUBLING = ("begins", "doubles", "implied_by", "forced")
_PLAYING = ("first_lead", "trump", "follow", "beat", "hold_back", "wins", "says")
_DECLARING = ("points", "shown", "binds", "counts_if")
_ROUNDS = 32
"""The most lines of a score sheet. There are whole turns of the deal, and fewer where the legend
needs room.
"""


_LARGE = [("large", f"{points / 10}pt", True) for points in (126, 118, 110)]
_USUAL = [("", "", True), ("", "", False)]
_BRIEF = [("brief", f"{points / 10}pt", False) for points in range(98, 68, -2)]
_SIZES = (*_LARGE, *_USUAL, *_BRIEF)
"""Ways to set a summary, the largest first: the kind of its letters, their size in pt if not the
usual one, and if it has the special rules. The first that fits on the sheet is taken.
"""
_WORDY = 100
"""An aim with more letters stands below its contract, not in a column beside it."""
_EM = (5.5, 7.8)
"""The least and the most width of a column of names, in em."""
_COLUMNS = (3, 512.0)
"""The columns of its sheet, and their height in pt."""


def write_summary(game: Game, lang: str, out: Path) -> Leaflet:
    """Write the rules at a glance, on one sheet of A4 across: contracts, bonuses, card points, the
    order of the auction, the words of doubling, and special rules of contracts and bonuses if they
    fit.

    Files: ``<game>.<variant>.<lang>.summary.html`` and ``.pdf`` in the folder `out`.
    """
    ctx = here(writer(game, lang, "summary"), "summary")
    say = words(ctx).text
    values: dict[str, Any] = {
        "say": say,
        "variant": _variant(game, lang),
        "announced": any(bonus.can_be_announced for bonus in game.bonuses.values()),
        "suits": deck_overview(ctx)["rows"],
        "points": deck_overview(ctx, show="points")["rows"],
        "together": prose(ctx).points(game.worth_of_all),
        "packets": game.count.packets is not None,
        "ladder": [game.contracts[id].name.text(lang) for id in game.auction.ladder],
        "saying": list(_rules(ctx, "auction", _SAYING)),
        "calling": list(_rules(ctx, "call", _CALLING)) if not game.calls_in_bid else [],
        "talon": list(_rules(ctx, "exchange", _TALON)),
        "announcing": list(_rules(ctx, "announcements", _ANNOUNCING)),
        "declaring": list(_declaring(ctx, game)),
        "last_trick": rule(ctx, ("count", "last_trick")) if game.count.last_trick else "",
        "levels": [(level.name, level.effect) for level in list(levels(ctx, game))[1:]],
        "doubling": list(_rules(ctx, "kontra", _DOUBLING)),
        "playing": list(_rules(ctx, "play", _PLAYING)),
        "misdeal": [rule(ctx, reason.at) for reason in game.misdeal],
    }
    title = say("summary", "title", name=game.game_name.text(lang))
    rows: dict[bool, dict[str, list[Any]]] = {}
    for special in (True, False):
        groups = contract_groups(ctx, special=special)
        rows[special] = {
            "contracts": [
                {"rows": group, "wordy": breadth(group[0]["aim"]) > _WORDY} for group in groups
            ],
            "bonuses": bonus_rows(ctx, special=special),
        }
    values["long_values"] = has_long_values(ctx, game.contracts.values())
    values["widths"] = {
        "contracts": _width(
            each["name"] for group in rows[True]["contracts"] for each in group["rows"]
        ),
        "bonuses": _width(each["name"] for each in rows[True]["bonuses"]),
    }
    tries = (
        {**values, **rows[special], "size": size, "letters": letters}
        for size, letters, special in _SIZES
    )
    name = _name(game, lang, "summary")
    return write(game, lang, out, name, "summary", title, *tries, pages_at_most=1, columns=_COLUMNS)


def write_score_sheet(game: Game, lang: str, out: Path) -> Leaflet:
    """Write a score sheet to fill in by hand: a line for each round, with what each player gets and
    has so far.

    Files: ``<game>.<variant>.<lang>.score-sheet.html`` and ``.pdf`` in the folder `out`.
    """
    ctx = here(writer(game, lang, "score-sheet"), "score-sheet")
    say, players = words(ctx).text, game.table.players
    values = {
        "say": say,
        "variant": _variant(game, lang),
        "players": players,
        "doubled": game.match.double_rounds is not None,
        "target": game.match.settle == "at_target",
        "unit": prose(ctx).game.settlement.unit.text(lang),
        "contracts": [
            (contract.name.text(lang), value(ctx, contract)) for contract in in_order(game)
        ],
        "bonuses": [
            (bonus.name.text(lang), worth(ctx, bonus, "silent"), worth(ctx, bonus, "announced"))
            for bonus in game.bonuses.values()
        ],
        "note": typeset(
            ctx, prose(ctx).setting(("settlement", "each_pays"), game.settlement.each_pays)
        ),
    }
    title = say("score-sheet", "title", name=game.game_name.text(lang))
    most = _ROUNDS // players * players
    tries = ({**values, "rounds": rounds} for rounds in range(most, most - 3 * players, -players))
    name = _name(game, lang, "score-sheet")
    return write(game, lang, out, name, "score-sheet", title, *tries, pages_at_most=1)


def _name(game: Game, lang: str, kind: str) -> str:
    return f"{game.id}.{game.variant}.{lang}.{kind}"


def _width(names: Iterable[str]) -> float:
    """The em that a column of names in bold type needs: its longest word, within `_EM`."""
    words = " ".join(names).split()
    longest = max(map(breadth, words), default=0)
    # About 0.56 em for a letter of bold type, and 0.7 em of air.
    return round(min(max(_EM[0], 0.56 * longest + 0.7), _EM[1]), 2)


def _variant(game: Game, lang: str) -> str:
    return game.name.text(lang) if game.name != game.game_name else ""


def _declaring(ctx: Context, game: Game) -> Iterator[Html]:
    """The rules of cards that may be declared."""
    for each in game.declarations:
        yield from _rules(ctx, f"declarations.{each}", _DECLARING)


def _rules(ctx: Context, part: str, keys: tuple[str, ...]) -> Iterator[Html]:
    """The sentences of the rules at these keys of a part, as far as the game has them."""
    game: Game = ctx.game
    for key in keys:
        path: RulePath = (*part.split("."), key)
        value: Any = game.at(path)
        if value not in (None, {}, []):
            yield labelled(ctx, rule(ctx, path))
