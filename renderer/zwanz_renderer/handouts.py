"""For the table: the rules of a rule set on one page, and a sheet to keep the score on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from zwanz_renderer import leaflets
from zwanz_renderer.blocks.bonuses import bonus_list, worth
from zwanz_renderer.blocks.contracts import contract_table, in_order, value
from zwanz_renderer.blocks.deck import deck_overview
from zwanz_renderer.blocks.scores import levels
from zwanz_renderer.blocks.speech import prose, rule, typeset
from zwanz_renderer.blocks.words import words
from zwanz_renderer.leaflets import Leaflet
from zwanz_renderer.shortcodes import Context, Html
from zwanz_renderer.text.polish import breadth
from zwanz_ssot.model import Game
from zwanz_ssot.model import Path as RulePath

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
"""Lines of a score sheet; shortened to whole turns of the deal, and to what leaves room for the
legend.
"""


_SIZES = (*(("large", f"{points / 10}pt", True) for points in (126, 118, 110)), ("", "", True), ("", "", False),
          *(("brief", f"{points / 10}pt", False) for points in range(98, 68, -2)))  # fmt: skip
"""How a summary is set, the first way that fits on its sheet: the kind of its letters, their size
if not the usual one, and whether it tells what is special.
"""
_WORDY = 100
"""Letters of an aim that is told below its contract, not in a column beside it."""
_EM = (5.5, 7.8)
"""The least and the most room of the names in a table, in em."""
_COLUMNS = 3 * 512 * 0.98
"""pt of text in one column that three columns of its sheet have room for, though not every part can
be broken.
"""


def write_summary(game: Game, lang: str, out: Path) -> Leaflet:
    """The rules at a glance, on one sheet of A4 across: contracts, bonuses, card points, the order
    of saying, the words of doubling; what is special about single contracts and bonuses, as far as
    it fits. Files: ``<game>.<variant>.<lang>.summary.html`` and ``.pdf`` in the folder `out`.
    """
    ctx = leaflets.here(leaflets.writer(game, lang, "summary"), "summary")
    say = words(ctx).text
    values: dict[str, Any] = {
        "say": say,
        "variant": _variant(game, lang),
        "announced": any(bonus.announced is not None for bonus in game.bonuses.values()),
        "suits": deck_overview(ctx)["rows"],
        "points": deck_overview(ctx, show="points")["rows"],
        "together": prose(ctx).points(game.worth_of_all),
        "packets": game.packets is not None,
        "ladder": [game.contracts[id].name.said(lang) for id in game.auction.ladder],
        "saying": list(_rules(ctx, "auction", _SAYING)),
        "calling": list(_rules(ctx, "call", _CALLING)) if not game.calls_in_bid else [],
        "talon": list(_rules(ctx, "exchange", _TALON)),
        "announcing": list(_rules(ctx, "announcements", _ANNOUNCING)),
        "declaring": list(_declaring(ctx, game)),
        "last_trick": rule(ctx, ("count", "last_trick")) if game.last_trick else "",
        "levels": [(level.name, level.effect) for level in list(levels(ctx, game))[1:]],
        "doubling": list(_rules(ctx, "kontra", _DOUBLING)),
        "playing": list(_rules(ctx, "play", _PLAYING)),
        "misdeal": [rule(ctx, reason.at) for reason in game.misdeal],
    }
    title = say("summary", "title", name=game.game_name.said(lang))
    told = {
        special: {
            "contracts": [
                {**row, "wordy": breadth(row["aim"]) > _WORDY}
                for row in contract_table(ctx, special=special)["rows"]
            ],
            "bonuses": bonus_list(ctx, special=special)["rows"] if game.bonuses else [],
        }
        for special in (True, False)
    }
    values["room"] = {of: _room(row["name"] for row in rows) for of, rows in told[True].items()}
    tries = (
        {**values, **told[special], "size": size, "letters": letters}
        for size, letters, special in _SIZES
    )
    name = _name(game, lang, "summary")
    return leaflets.write(
        game, lang, out, name, "summary", title, *tries, pages_at_most=1, one_column=_COLUMNS
    )


def write_score_sheet(game: Game, lang: str, out: Path) -> Leaflet:
    """A sheet to print and write on: a line for each round, with what each player gets and has so
    far.

    Files: ``<game>.<variant>.<lang>.score-sheet.html`` and ``.pdf`` in the folder `out`.
    """
    ctx = leaflets.here(leaflets.writer(game, lang, "score-sheet"), "score-sheet")
    say, players = words(ctx).text, game.table.players
    values = {
        "say": say,
        "variant": _variant(game, lang),
        "players": players,
        "doubled": game.match.double_rounds is not None,
        "target": game.match.settle == "at_target",
        "unit": prose(ctx).game.settlement.unit.said(lang),
        "contracts": [
            (contract.name.said(lang), value(ctx, contract)) for contract in in_order(game)
        ],
        "bonuses": [
            (bonus.name.said(lang), worth(ctx, bonus, "silent"), worth(ctx, bonus, "announced"))
            for bonus in game.bonuses.values()
        ],
        "note": typeset(
            ctx, prose(ctx).setting(("settlement", "each_pays"), game.settlement.each_pays)
        ),
    }
    title = say("score-sheet", "title", name=game.game_name.said(lang))
    most = _ROUNDS // players * players
    tries = ({**values, "rounds": rounds} for rounds in range(most, most - 3 * players, -players))
    name = _name(game, lang, "score-sheet")
    return leaflets.write(game, lang, out, name, "score-sheet", title, *tries, pages_at_most=1)


def _name(game: Game, lang: str, kind: str) -> str:
    return f"{game.id}.{game.variant}.{lang}.{kind}"


def _room(names: Iterable[str]) -> float:
    """em that the longest word of some names in bold type takes, as far as it can be given to them."""
    longest = max((breadth(word) for name in names for word in name.split()), default=0)
    return round(min(max(_EM[0], 0.56 * longest + 0.7), _EM[1]), 2)


def _variant(game: Game, lang: str) -> str:
    return game.name.said(lang) if game.name != game.game_name else ""


def _declaring(ctx: Context, game: Game) -> Iterator[Html]:
    """What holds cards together that may be declared, and what they bring."""
    for each in game.declarations:
        yield from _rules(ctx, f"declarations.{each}", _DECLARING)


def _rules(ctx: Context, part: str, keys: tuple[str, ...]) -> Iterator[Html]:
    """The sentences of some rules, as far as the game has them and they say something."""
    game: Game = ctx.game
    for key in keys:
        path: RulePath = (*part.split("."), key)
        value: Any = game.at(path)
        if value not in (None, {}, []):
            yield rule(ctx, path)
