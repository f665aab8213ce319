"""All rule sets of a game side by side: a row for each rule, a column for each rule set."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import groupby

from zwanz_ssot.library import BASE, library, load
from zwanz_ssot.model import Bonus, Contract, Game
from zwanz_ssot.prose.template import capital

from ..shortcodes import Context, Html, Values, block
from .bonuses import worth
from .contracts import in_order, value
from .kinds import game_of
from .wording import prose, rule, typeset, words

Column = Context
"""The place of the block in a book of the rule set of the column."""
_TRUMP = ("play", "trump")
_RANGE = 3
"""So many cards in a row are told by the first and the last of them."""


@block("variants", sample="[variants]")
def variants(ctx: Context, *, caption: str = "") -> Values:
    """All rule sets of the game side by side, that of the book marked: deal, bidding, contracts,
    doubling, bonuses.

    Nothing where the game has but one.
    """
    columns, said = _columns(ctx), words(ctx).text
    told = ((said("variants", key), [tells(at) for at in columns]) for key, tells in _TOLD.items())
    nothing = said("variants", "missing")
    rules = [
        (head, [typeset(ctx, cell) for cell in cells])
        for head, cells in told
        if set(cells) != {nothing}
    ]
    if len({at.game.at(_TRUMP) for at in columns if isinstance(at.game.at(_TRUMP), str)}) > 1:
        rules.append((said("variants", "trump"), [rule(at, _TRUMP) for at in columns]))
    groups = [
        (said("variants", "rules"), rules),
        (said("variants", "contracts"), list(_contracts(ctx, columns))),
        (said("variants", "bonuses"), list(_bonuses(ctx, columns))),
    ]
    return {
        "say": said,
        "columns": [
            (own_name(game_of(c), c.lang), c.game.variant == ctx.game.variant) for c in columns
        ],
        "groups": [(title, rows) for title, rows in groups if rows],
        "caption": ctx.written(caption) if caption else said("variants", "caption"),
    }


def own_name(game: Game, lang: str) -> str:
    """The name of a rule set, without that of the game before it."""
    name, of_game = game.name.said(lang), game.game_name.said(lang)
    own = name.removeprefix(of_game).strip(" ,()（）") if name.startswith(of_game) else ""
    return capital(own) if own else name


def _columns(ctx: Context) -> list[Column]:
    """The shipped rule sets of the game, the base only where somebody plays it as it stands; that
    of the book as it is, before them if it is none.
    """
    own, shelf = game_of(ctx), library()
    shipped = shelf.variants(own.id) if own.id in shelf.games() else ()
    if shipped and "as_played" in own.data:
        shipped = (BASE, *shipped)
    games = [own if variant == own.variant else load(own.id, variant) for variant in shipped]
    if own.variant not in (BASE, *shipped) or not games:
        games.insert(0, own)
    return [replace(ctx, game=game) for game in games]


# rules that every rule set has


def _word(key: str, value: Callable[[Column], str], *path: str) -> Callable[[Column], str]:
    """A setting that is one of several words: the short one of the book for it, else its sentence."""

    def told(column: Column) -> str:
        if game_of(column).at(path) is None:
            return words(column).text("variants", "missing")
        word = f"{key}.{value(column)}"
        if words(column).has("variants", word):
            return words(column).text("variants", word)
        return prose(column).setting(path, game_of(column).at(path))

    return told


def _packets(column: Column) -> str:
    """How many cards at a time, dealing by dealing."""
    return _runs(
        column, [size for step in game_of(column).deals.values() for size in step.packets if size]
    )


def _talon(column: Column) -> str:
    """The packets that are laid in the middle."""
    talon = game_of(column).talon
    return _runs(column, talon.packets if talon else ())


def _runs(column: Column, sizes: Iterable[int]) -> str:
    runs = [(len(list(run)), size) for size, run in groupby(sizes)]
    return _listed(
        column,
        (words(column).text("variants", "packets.run", times=n, size=size) for n, size in runs),
    )


def _cut(column: Column) -> str:
    cuts = [prose(column).role(step.cut.by) for step in game_of(column).deals.values() if step.cut]
    return capital(_listed(column, cuts))


def _thrown_in(column: Column) -> str:
    """The hands with which the cards must or may be thrown in."""
    said = words(column).text
    reasons = [
        said("variants", f"thrown_in.{reason.thrown_in}", when=prose(column).condition(reason.when))
        for reason in game_of(column).misdeal
    ]
    return capital(said("join", "semicolon").join(reasons)) or said("variants", "missing")


def _called(column: Column) -> str:
    """The cards that may be called; of several in a row the first and the last."""
    call = game_of(column).call
    shown = [prose(column).card_short(card) for card in call.cards] if call else []
    if len(shown) == len(game_of(column).deck.cards):
        return words(column).text("variants", "called.all")
    if call and len(shown) >= _RANGE and max(call.cards) - min(call.cards) == len(shown) - 1:
        return words(column).text("variants", "called.range", first=shown[0], last=shown[-1])
    return _listed(column, shown)


def _passes(column: Column) -> str:
    auction = game_of(column).auction
    if auction.ladder and auction.ends_after_passes:
        return str(auction.ends_after_passes)
    return words(column).text("variants", "passes.all_others" if auction.ladder else "missing")


def _if_all_pass(column: Column) -> str:
    auction = game_of(column).auction
    if contract := auction.played_if_all_pass:
        return prose(column).contract(contract)
    path = ("auction", "if_all_pass")
    return (
        prose(column).setting(path, game_of(column).at(path))
        if auction.if_all_pass
        else _listed(column, ())
    )


def _doubling(column: Column) -> str:
    kontra = game_of(column).kontra
    return _listed(
        column, (prose(column).kontra_word(level) for level in (kontra.levels if kontra else ()))
    )


def _special_trick(column: Column) -> str:
    """Who wins a trick out of the order of the cards."""
    special = [win for win in game_of(column).play.wins if win.when is not None]
    return (
        capital(prose(column).wins(special))
        if special
        else words(column).text("variants", "missing")
    )


def _listed(column: Column, parts: Iterable[str]) -> str:
    """Several parts with commas; the sign for nothing where there are none."""
    said = words(column).text
    return said("join", "comma").join(parts) or said("variants", "missing")


_TOLD: dict[str, Callable[[Column], str]] = {
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


# what one rule set has and another lacks


def _contracts(ctx: Context, columns: list[Column]) -> Iterator[tuple[str, list[Html]]]:
    """A row for each contract of any rule set: its value in each."""
    for id in _merged(
        [contract.id for contract in in_order(game_of(at))] for at in (ctx, *columns)
    ):
        its = [game_of(column).contracts.get(id) for column in columns]
        name = _name(ctx, game_of(ctx).contracts.get(id), *its)
        yield (
            name,
            [
                typeset(ctx, _renamed(ctx, name, contract, _worth(ctx, contract)))
                for contract in its
            ],
        )


def _bonuses(ctx: Context, columns: list[Column]) -> Iterator[tuple[str, list[Html]]]:
    """A row for each bonus of any rule set: its values in each."""
    for id in _merged(list(game_of(at).bonuses) for at in (ctx, *columns)):
        its = [game_of(column).bonuses.get(id) for column in columns]
        name = _name(ctx, game_of(ctx).bonuses.get(id), *its)
        yield name, [typeset(ctx, _renamed(ctx, name, bonus, _gain(ctx, bonus))) for bonus in its]


def _merged(orders: Iterable[list[str]]) -> list[str]:
    """Several orders as one: what only a later one has stands behind what it stands behind there."""
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
    return next(it.name.said(ctx.lang) for it in its if it)


def _renamed(ctx: Context, name: str, it: Contract | Bonus | None, value: str) -> str:
    """A value, with the name that the rule set has for it where that is another one."""
    own = it.name.said(ctx.lang) if it else name
    return value if own == name else words(ctx).text("variants", "renamed", value=value, name=own)


def _worth(ctx: Context, contract: Contract | None) -> str:
    said = words(ctx).text
    if contract is None:
        return said("variants", "missing")
    if contract.bonus_factor == 1:
        return value(ctx, contract)
    return said("variants", "factor", value=value(ctx, contract), factor=contract.bonus_factor)


def _gain(ctx: Context, bonus: Bonus | None) -> str:
    said = words(ctx).text
    if bonus is None:
        return said("variants", "missing")
    value, announced = (
        worth(ctx, bonus, "silent") or said("variants", "missing"),
        worth(ctx, bonus, "announced"),
    )
    if announced is not None:
        value = said("variants", "both", silent=value, announced=announced)
    if not bonus.starts:
        return value
    return said("variants", "rounds", value=value, rounds=bonus.starts.double_rounds)
