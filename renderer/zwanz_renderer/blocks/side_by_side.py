"""All rule sets of a game side by side: a row for each rule, a column for each rule set."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import groupby
from pathlib import Path

from zwanz_ssot.library import BASE, library, load
from zwanz_ssot.model import Bonus, Contract, Game
from zwanz_ssot.problems import RulesFault
from zwanz_ssot.prose.template import capital

from ..shortcodes import Context, Html, Values, block
from .bonuses import worth
from .cards import labelled
from .contracts import in_order, value
from .kinds import game_of
from .wording import prose, rule, typeset, words

Column = Context
"""The block's context in a book of the column's rule set."""
_TRUMP = ("play", "trump")
_RANGE = 3
"""From so many cards in a row on, only the first and the last are named."""


_GAMES = "rule sets side by side"
"""The key of the section's notes under which the rule sets are kept."""


@block("variants", sample="[variants]")
def variants(ctx: Context, *, caption: str = "") -> Values:
    """All rule sets of the game side by side, that of the book marked: deal, bidding, contracts,
    doubling, bonuses.

    Nothing where the game has but one.
    """
    columns, say = _columns(ctx), words(ctx).text
    groups = [
        (say("variants", "rules"), _rules(ctx, columns)),
        (say("variants", "contracts"), list(_contracts(ctx, columns))),
        (say("variants", "bonuses"), list(_bonuses(ctx, columns))),
    ]
    heads = []
    for column in columns:
        is_own = column.game.variant == ctx.game.variant
        heads.append((own_name(game_of(column), column.lang), is_own))
    return {
        "say": say,
        "columns": heads,
        "groups": [(title, rows) for title, rows in groups if rows],
        "caption": ctx.written(caption) if caption else say("variants", "caption"),
    }


def own_name(game: Game, lang: str) -> str:
    """The name of a rule set, without that of the game before it."""
    name, of_game = game.name.text(lang), game.game_name.text(lang)
    own = name.removeprefix(of_game).strip(" ,()（）") if name.startswith(of_game) else ""
    return capital(own) if own else name


def _columns(ctx: Context) -> list[Column]:
    """The rule sets of the game in its folder of rules that can be played; the base of a shipped
    game only if it is played as it is.

    A rule set of the book that is none of them comes before them.
    """
    if _GAMES in ctx.stage:  # many tables of one section load them once
        return [replace(ctx, game=game) for game in ctx.stage[_GAMES]]
    own = game_of(ctx)
    rules = Path(own.rules_folder) if own.rules_folder else None
    folder = library(rules)
    variants = folder.variants(own.id) if own.id in folder.games() else ()
    if variants and ("as_played" in own.data or rules is not None):
        variants = (BASE, *variants)
    games = []
    for variant in variants:
        if variant == own.variant:
            games.append(own)
        else:
            # Another rule set of one's own may be broken: its own book tells how.
            with suppress(RulesFault):
                games.append(load(own.id, variant, rules=rules))
    if own.variant not in (BASE, *variants) or not games:
        games.insert(0, own)
    ctx.stage[_GAMES] = games
    return [replace(ctx, game=game) for game in games]


# Rules that every rule set has


def _rules(ctx: Context, columns: list[Column]) -> list[tuple[str, list[Html]]]:
    """A row for each rule that any rule set has."""
    say = words(ctx).text
    rows: list[tuple[str, list[Html]]] = []
    for key, cell_of in _CELLS.items():
        cells = [cell_of(column) for column in columns]
        if set(cells) != {say("variants", "missing")}:
            shown = [
                labelled(column, typeset(ctx, cell))
                for column, cell in zip(columns, cells, strict=True)
            ]
            rows.append((say("variants", key), shown))
    trumps = [column.game.at(_TRUMP) for column in columns]
    if len({trump for trump in trumps if isinstance(trump, str)}) > 1:
        rows.append((say("variants", "trump"), [rule(column, _TRUMP) for column in columns]))
    return rows


def _word(key: str, value: Callable[[Column], str], *path: str) -> Callable[[Column], str]:
    """A function for the cell of a setting: a short word of the book for it, or its sentence."""

    def cell(column: Column) -> str:
        if game_of(column).at(path) is None:
            return words(column).text("variants", "missing")
        word = f"{key}.{value(column)}"
        if words(column).has("variants", word):
            return words(column).text("variants", word)
        return prose(column).setting(path, game_of(column).at(path))

    return cell


def _packets(column: Column) -> str:
    """The sizes of the packets, of all deals of the round."""
    sizes: list[int] = []
    for step in game_of(column).deals.values():
        sizes += [size for size in step.packets if size]
    return _runs(column, sizes)


def _talon(column: Column) -> str:
    """The packets that are laid in the middle."""
    talon = game_of(column).talon
    return _runs(column, talon.packets if talon else ())


def _runs(column: Column, sizes: Iterable[int]) -> str:
    """Sizes of packets, with equal ones in a row as one."""
    say = words(column).text
    runs = []
    for size, run in groupby(sizes):
        runs.append(say("variants", "packets.run", times=len(list(run)), size=size))
    return _listed(column, runs)


def _cut(column: Column) -> str:
    """Who cuts, for each deal of the round."""
    cuts = [prose(column).role(step.cut.by) for step in game_of(column).deals.values() if step.cut]
    return capital(_listed(column, cuts))


def _thrown_in(column: Column) -> str:
    """The hands with which the cards must or may be thrown in."""
    say, reasons = words(column).text, []
    for reason in game_of(column).misdeal:
        when = prose(column).condition(reason.when)
        reasons.append(say("variants", f"thrown_in.{reason.thrown_in}", when=when))
    return capital(say("join", "semicolon").join(reasons)) or say("variants", "missing")


def _called(column: Column) -> str:
    """The cards that may be called; of several in a row the first and the last."""
    call, say = game_of(column).call, words(column).text
    if call is None:
        return _listed(column, ())
    shown = [prose(column).card_short(card) for card in call.cards]
    if len(shown) == len(game_of(column).deck.cards):
        return say("variants", "called.all")
    in_a_row = max(call.cards, default=0) - min(call.cards, default=0) == len(shown) - 1
    if in_a_row and len(shown) >= _RANGE:
        return say("variants", "called.range", first=shown[0], last=shown[-1])
    return _listed(column, shown)


def _passes(column: Column) -> str:
    """After how many passes an auction ends."""
    auction = game_of(column).auction
    if auction.ladder and auction.ends_after_passes:
        return str(auction.ends_after_passes)
    return words(column).text("variants", "passes.all_others" if auction.ladder else "missing")


def _if_all_pass(column: Column) -> str:
    """What is played when everybody passes, or what happens then."""
    auction = game_of(column).auction
    if contract := auction.played_if_all_pass:
        return prose(column).contract(contract)
    if not auction.if_all_pass:
        return _listed(column, ())
    path = ("auction", "if_all_pass")
    return prose(column).setting(path, game_of(column).at(path))


def _doubling(column: Column) -> str:
    """The words of doubling."""
    kontra = game_of(column).kontra
    levels = kontra.levels if kontra else ()
    return _listed(column, map(prose(column).kontra_word, levels))


def _special_trick(column: Column) -> str:
    """Who wins a trick against the order of the cards."""
    special = [win for win in game_of(column).play.wins if win.when is not None]
    if not special:
        return words(column).text("variants", "missing")
    return capital(prose(column).wins(special))


def _listed(column: Column, parts: Iterable[str]) -> str:
    """Several parts with commas; the sign for nothing where there are none."""
    say = words(column).text
    return say("join", "comma").join(parts) or say("variants", "missing")


_CELLS: dict[str, Callable[[Column], str]] = {
    "direction": _word("direction", lambda c: game_of(c).table.direction, "table", "direction"),
    "packets": _packets,
    "talon": _talon,
    "cut": _cut,
    "thrown_in": _thrown_in,
    "called": _called,
    "opening": _word("opening", lambda c: game_of(c).auction.opening, "auction", "opening"),
    "agreeing": _word(
        "agreeing", lambda c: game_of(c).auction.after_agreeing, "auction", "after_agreeing"
    ),
    "passes": _passes,
    "if_all_pass": _if_all_pass,
    "doubling": _doubling,
    "special_trick": _special_trick,
    "settle": _word("settle", lambda c: game_of(c).match.settle, "match", "settle"),
}


# Contracts and bonuses, which a rule set may lack


def _contracts(ctx: Context, columns: list[Column]) -> Iterator[tuple[str, list[Html]]]:
    """A row for each contract of any rule set: its value in each."""
    orders = [in_order(game_of(column)) for column in (ctx, *columns)]
    for id in _merged([contract.id for contract in order] for order in orders):
        its = [game_of(column).contracts.get(id) for column in columns]
        name = _name(ctx, game_of(ctx).contracts.get(id), *its)
        cells = [_renamed(ctx, name, each, _contract_cell(ctx, each)) for each in its]
        yield name, [typeset(ctx, cell) for cell in cells]


def _bonuses(ctx: Context, columns: list[Column]) -> Iterator[tuple[str, list[Html]]]:
    """A row for each bonus of any rule set: its values in each."""
    for id in _merged(list(game_of(column).bonuses) for column in (ctx, *columns)):
        its = [game_of(column).bonuses.get(id) for column in columns]
        name = _name(ctx, game_of(ctx).bonuses.get(id), *its)
        cells = [_renamed(ctx, name, each, _bonus_cell(ctx, each)) for each in its]
        yield name, [typeset(ctx, cell) for cell in cells]


def _merged(orders: Iterable[list[str]]) -> list[str]:
    """Several orders as one; what only a later one has follows the same neighbour as there.

    >>> _merged([["a", "b", "c"], ["b", "x", "c"]])
    ['a', 'b', 'x', 'c']
    """
    merged: list[str] = []
    for order in orders:
        place = 0
        for id in order:
            if id not in merged:
                merged.insert(place, id)
            place = merged.index(id) + 1
    return merged


def _name(ctx: Context, *its: Contract | Bonus | None) -> str:
    """The name in the rule set of the book, or in the first that has it."""
    return next(it.name.text(ctx.lang) for it in its if it)


def _renamed(ctx: Context, name: str, it: Contract | Bonus | None, value: str) -> str:
    """A value, with the name that the rule set has for it if that is another one."""
    own = it.name.text(ctx.lang) if it else name
    return value if own == name else words(ctx).text("variants", "renamed", value=value, name=own)


def _contract_cell(ctx: Context, contract: Contract | None) -> str:
    """The value of a contract, with the factor of its bonuses."""
    say = words(ctx).text
    if contract is None:
        return say("variants", "missing")
    worth_it = value(ctx, contract)
    if contract.bonus_factor == 1:
        return worth_it
    return say("variants", "factor", value=worth_it, factor=contract.bonus_factor)


def _bonus_cell(ctx: Context, bonus: Bonus | None) -> str:
    """The values of a bonus, silent and announced, with the rounds that it doubles."""
    say = words(ctx).text
    if bonus is None:
        return say("variants", "missing")
    worth_it = worth(ctx, bonus, "silent") or say("variants", "missing")
    announced = worth(ctx, bonus, "announced")
    if announced is not None:
        worth_it = say("variants", "both", silent=worth_it, announced=announced)
    if not bonus.starts:
        return worth_it
    return say("variants", "rounds", value=worth_it, rounds=bonus.starts.double_rounds)
