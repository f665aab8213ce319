"""What a contract brings and costs each player."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from zwanz_renderer.shortcodes import Context, Values, block
from zwanz_ssot.engine.settlement import evenly
from zwanz_ssot.model import Contract, Game

from .contracts import in_order
from .kinds import ContractRef, GameRef, game_of
from .speech import rule
from .words import in_words, signed, words

_GAME, _MONEY = "game", "money"


@block("score-table", sample="[score-table contract=rufer]\n\n[score-table]")
def score_table(
    ctx: Context,
    *,
    contract: ContractRef | None = None,
    game: GameRef | None = None,
    caption: str = "",
) -> Values:
    """What each player gets or pays: in one contract by what was said, or in all contracts with
    nothing said.
    """
    rules, say = game_of(ctx), words(ctx).text
    if contract is None:
        default = say("score-table", "caption_contracts")
        values = _all_contracts(ctx, rules)
    else:
        default = say("score-table", "caption", contract=contract.name.said(ctx.lang))
        values = (
            _with_sides(ctx, rules, contract)
            if contract.declarers
            else _without_sides(ctx, rules, contract)
        )
        values["notes"] = [rule(ctx, times.at) for times in contract.value_times]
        if contract.payments:
            ctx.problem(
                f"what is paid in '{contract.id}' is told case by case",
                f"write [rules of={'.'.join(map(str, contract.at))}.payments]",
            )
        if (
            rules.kontra
            and rules.kontra.counts_in == _MONEY
            and contract.declarers
            and len(values["rows"]) > 1
        ):
            values["notes"].append(rule(ctx, ("kontra", "counts_in")))
    return {"notes": [], **values, "caption": ctx.written(caption) if caption else default}


def shares(game: Game, winners: int, value: int) -> tuple[int, int]:
    """What each of so many winners gets, and each of the others: as the rules of the settlement
    have it.
    """
    players = game.table.players
    won = (1 << winners) - 1
    each = evenly(players, won, ((1 << players) - 1) & ~won, value)
    return each[0], each[-1]


def _sides(game: Game, contract: Contract, times: int = 1, adds: int = 0) -> list[str]:
    """Each declarer and each opponent when the game is won, and when it is lost."""
    declarers = len(contract.declarers)
    won = shares(game, declarers, contract.value * times + adds)
    lost = shares(game, game.table.players - declarers, contract.lost_value * times + adds)
    return [signed(number) for number in (*won, lost[1], lost[0])]


class Level(NamedTuple):
    """A word that can be said to the game: how often its value then counts, and what is added to
    it.
    """

    name: str
    times: int
    adds: int

    @property
    def effect(self) -> str:
        """What it does, as a sign and a number."""
        return f"+{self.adds}" if self.adds else f"×{self.times}"


def levels(ctx: Context, game: Game) -> Iterator[Level]:
    """What can be said to the game, beginning with nothing."""
    yield Level(words(ctx).text("score-table", "plain"), 1, 0)
    kontra = game.kontra
    if kontra and _GAME in kontra.doubles:
        for number, level in enumerate(kontra.levels, 1):
            yield Level(
                kontra.names[level].said(ctx.lang), kontra.times**number, kontra.adds * number
            )


def _with_sides(ctx: Context, game: Game, contract: Contract) -> Values:
    say = words(ctx).text
    said = list(levels(ctx, game))
    if len(said) == 1:
        said = [Level(contract.name.said(ctx.lang), 1, 0)]
    declarer = say("score-table", "declarers" if len(contract.declarers) > 1 else "declarer")
    return {
        "first": say("score-table", "level" if len(said) > 1 else "contract"),
        "groups": [say("score-table", "won"), say("score-table", "lost")],
        "columns": [declarer, say("score-table", "defenders")] * 2,
        "rows": [(name, _sides(game, contract, times, adds)) for name, times, adds in said],
    }


def _without_sides(ctx: Context, game: Game, contract: Contract) -> Values:
    say, players = words(ctx).text, game.table.players
    rows = []
    for losers in range(1, players):
        gain, loss = shares(game, players - losers, contract.value)
        said = say(
            "score-table", f"losing.{losers}", "losing", count=losers, said=in_words(ctx, losers)
        )
        rows.append((said, [signed(loss), signed(gain)]))
    return {
        "first": say("score-table", "losers"),
        "groups": [],
        "columns": [say("score-table", "each_loser"), say("score-table", "others")],
        "rows": rows,
    }


def _all_contracts(ctx: Context, game: Game) -> Values:
    say = words(ctx).text
    rows = []
    for contract in in_order(game):
        if any(payment.by_place for payment in contract.payments):
            continue  # what a place gets is told case by case
        if contract.declarers:
            numbers = _sides(game, contract)
        else:
            gain, loss = shares(game, game.table.players - 1, contract.value)
            numbers = ["–", "–", signed(loss), signed(gain)]
        rows.append((contract.name.said(ctx.lang), numbers))
    side = (
        "declarers"
        if any(len(contract.declarers) > 1 for contract in game.contracts.values())
        else "declarer"
    )
    return {
        "first": say("score-table", "contract"),
        "groups": [say("score-table", "won"), say("score-table", "lost")],
        "columns": [say("score-table", side), say("score-table", "defenders")] * 2,
        "rows": rows,
    }
