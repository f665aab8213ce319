"""Seats, deal and the order of the steps."""

from __future__ import annotations

from ...model import SEATS, Path, Role
from .part import Sense

_STEPS = ("misdeal", "auction", "play", "settlement")


def check(sense: Sense) -> None:
    """Note a table, a deal or an order that cannot be played."""
    _seats(sense)
    _deal(sense)
    _order(sense)


def _seats(sense: Sense) -> None:
    table = sense.game.table
    if table.players > len(SEATS):
        sense.unfit((*table.at, "players"), f"at most {len(SEATS)} can play, not {table.players}")
    elif sense.sound(table.forehand.at) and seat(table.forehand, table.players) != 0:
        text = "the forehand is always the player after the dealer"
        sense.unfit(table.forehand.at, text, "write {next_to: dealer}", key=True)


def seat(role: Role, players: int) -> int | None:
    """The seat of a player who is told by the dealer or the forehand, counted from the forehand; None for others."""
    if isinstance(role.arg, Role):
        inner = seat(role.arg, players)
        step = {"next_to": 1, "before": -1}.get(role.word)
        return None if inner is None or step is None else (inner + step) % players
    return {"forehand": 0, "dealer": players - 1}.get(role.word)


def _deal(sense: Sense) -> None:
    game, cards = sense.game, len(sense.deck.cards)
    each = sum(sum(step.packets) for step in game.deals.values())
    dealt = each * game.table.players
    if dealt != cards:
        text = f"{game.table.players} times {each} cards are dealt, {dealt} in all, but the pack has {cards}"
        hint = f"deal each of them {cards // game.table.players}" if cards % game.table.players == 0 else ""
        last = list(game.deals.values())[-1:]
        here: Path = (*last[0].at, "packets") if last else ("deal",)
        sense.unfit(here, text, hint, key=True)
    for step in game.deals.values():
        if step.cut and 2 * step.cut.leaves > cards:
            text = f"{cards} cards cannot be cut into two parts of {step.cut.leaves} or more"
            sense.never((*step.cut.at, "leaves"), text)


def _order(sense: Sense) -> None:
    game = sense.game
    steps = [*(f"deal.{key}" for key in game.deals), *_STEPS]
    before = len(sense.site.problems)
    for number, step in enumerate(game.order):
        sense.site.named(("order", number), step, steps, "step")
    if len(sense.site.problems) > before:
        return
    wanted = [step for step in steps if step in game.order]
    for number, (step, right) in enumerate(zip(game.order, wanted, strict=True)):
        if step != right:
            text = f"'{right}' has to come before '{step}'"
            sense.unfit(("order", number), text, f"write {', '.join(wanted)}")
            break
    for step in steps:
        if step not in game.order and (step != "misdeal" or game.misdeal):
            sense.unfit(("order",), f"the step '{step}' is missing", key=True)
