"""Seats, deal and the order of the steps."""

from __future__ import annotations

from ...model import SEATS, Cut, Game, Path, Role
from .part import Sense

_STEPS = ("misdeal", "auction", "call", "exchange", "announcements", "play", "settlement")


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
    """The seat of a player who is told by the dealer or the forehand, counted from the forehand;
    None for others.
    """
    if isinstance(role.arg, Role):
        inner = seat(role.arg, players)
        step = {"next_to": 1, "before": -1}.get(role.word)
        return None if inner is None or step is None else (inner + step) % players
    return {"forehand": 0, "dealer": players - 1}.get(role.word)


def _deal(sense: Sense) -> None:
    game, cards = sense.game, len(sense.deck.cards)
    talon = sum(game.talon.packets) if game.talon else 0
    dealt = game.hand_size * game.table.players + talon
    last = list(game.deals.values())[-1:]
    here: Path = (*last[0].at, "packets") if last else ("deal",)
    if dealt != cards:
        middle = f" and {talon} laid in the middle" if talon else ""
        text = (
            f"{game.table.players} times {game.hand_size} cards are dealt{middle}, {dealt} in all, "
        )
        text += f"but the pack has {cards}"
        each, rest = divmod(cards - talon, game.table.players)
        sense.unfit(here, text, "" if rest else f"deal each of them {each}", key=True)
    laid = sum(step.packets.count(0) for step in game.deals.values())
    if laid != (1 if game.talon else 0):
        hint = "write talon once among the packets, and under talon what lies there"
        sense.unfit(here, f"the talon is laid {laid} times", hint, key=True)
    for number, step in enumerate(game.deals.values()):
        if step.cut:
            _cut(sense, step.cut, number)


def _cut(sense: Sense, cut: Cut, number: int) -> None:
    game, cards = sense.game, len(sense.deck.cards)
    if 2 * cut.leaves > cards:
        text = f"{cards} cards cannot be cut into two parts of {cut.leaves} or more"
        sense.never((*cut.at, "leaves"), text)
    if number:
        sense.unfit(
            cut.at,
            "the pack is cut before the first card is dealt",
            "move it to the first dealing",
            key=True,
        )
    if cut.knock and (game.talon or len(game.deals) > 1):
        text = "the pack is dealt in stacks after a knock, so it must go to the players whole and at once"
        sense.unfit((*cut.at, "knock"), text, "take it out")


def _called_early(game: Game) -> bool:
    """Whether a card is called before the last dealing, in a game whose contract is known by then."""
    deals = [number for number, step in enumerate(game.order) if step.startswith("deal.")]
    early = "call" in game.order and deals and deals[0] < game.order.index("call") < deals[-1]
    return bool(early) and game.fixed_contract is not None


def _order(sense: Sense) -> None:
    game = sense.game
    steps = [*(f"deal.{key}" for key in game.deals), *_STEPS]
    before = len(sense.site.problems)
    for number, step in enumerate(game.order):
        sense.site.named(("order", number), step, steps, "step")
    there = {
        "exchange": game.exchange is not None,
        "announcements": game.announcements is not None,
    }
    for number, step in enumerate(game.order):
        if not there.get(step, True):
            text = f"nothing is said about the step '{step}'"
            sense.unfit(("order", number), text, f"take it out, or add {step}")
    if len(sense.site.problems) > before:
        return
    wanted = [step for step in steps if step in game.order]
    if _called_early(game):  # between two dealings
        wanted.remove("call")
        wanted.insert(game.order.index("call"), "call")
    for number, (step, right) in enumerate(zip(game.order, wanted, strict=True)):
        if step != right:
            text = f"'{right}' has to come before '{step}'"
            sense.unfit(("order", number), text, f"write {', '.join(wanted)}")
            break
    for step in steps:
        needed = {
            "misdeal": bool(game.misdeal),
            "auction": game.fixed_contract is None,
            "call": False,
            **there,
        }
        if step not in game.order and needed.get(step, True):
            sense.unfit(("order",), f"the step '{step}' is missing", key=True)
