"""The rule that is at stake where an engine differs."""

from __future__ import annotations

from typing import Any

from ..engine import Round
from ..model import Game, Path, rule_at
from ..words.compiling import trick as read_trick


def of_turn(at: Round) -> Path:
    """The rule by which it is this seat's turn in this step, or by which the round is over."""
    state, game = at.state, at.game
    if at.thrown_in is not None:
        passed = (*game.auction.at, "if_all_pass")
        return next((reason.at for reason in game.misdeal if reason.id == at.thrown_in), passed)
    if at.step in ("play", "over") and state.winners and not state.in_trick:
        return of_trick(at)
    if at.step == "play":
        return ("play", "first_lead") if not state.played else ("table",)
    if at.step == "auction":
        begun = bool(at.history) and at.history[-1][1].kind in ("pass", "bid")
        return (*game.auction.at, "ends_after_passes" if begun else "first")
    return (at.step,) if game.at((at.step,)) is not None else ("order",)


def of_trick(at: Round) -> Path:
    """The rule by which the last trick was won."""
    state, game = at.state, at.game
    rules, players = state.rules, game.table.players
    assert rules is not None
    cards = state.played[(len(state.winners) - 1) * players :][:players]
    led, best, whole = cards[0], state.winning_cards[-1], sum(1 << card for card in cards)
    for win in rules.play.wins:
        if win.when is not None and not read_trick(win.when)(whole, 1 << led, cards):
            continue
        if win.card is not None:
            winners = 1 << win.card
        elif win.best_of == "trump":
            winners = rules.trump
        else:
            winners = rules.suit_of[led]
        if winners >> best & 1:
            return win.at
    return rules.play.at


def of_view(at: Round, name: str) -> Path:
    """The rule behind a part of a view."""
    game, contract = at.game, at.contract
    own: Path = contract.at if contract is not None else game.auction.at
    if name == "won" and at.state.winners:
        return of_trick(at)
    if name in ("sides", "sides_told", "holds", "lacks"):
        for key in ("secret_until", "declarers"):
            if game.at((*own, key)) is not None:
                return (*own, key)
        return own
    rules: dict[str, Path] = {
        "said": (*game.auction.at, "in_one_turn"),
        "contract": (*game.auction.at, "ladder"),
        "declarer": (*game.auction.at, "next_bid"),
        "called_card": ("call", "cards"),
        "levels": ("kontra", "levels"),
        "talon": (*own, "talon"),
        "discards": ("exchange", "discard"),
        "open": (*own, "play", "open_hands"),
        "hand": ("deal",),
    }
    return rules.get(name, ("play",))


_OF_BONUS = {"verdict": "won", "winners": "won", "claimants": "goes_to"}
_OF_CONTRACT = {
    "value": "value",
    "verdict": "objective",
    "winners": "objective",
    "claimants": "declarers",
}
"""The setting behind each part of a line."""


def of_line(game: Game, line: dict[str, Any], part: str) -> Path:
    """The rule behind a part of a line of the settlement."""
    if part in ("each", "paid"):
        return (*game.settlement.at, "each_pays")
    rule = rule_at(game, str(line["rule"]))
    if rule[:1] == ("bonuses",) and part == "value":
        found: Path = (*rule, "value", "announced" if line["announced"] else "silent")
    else:
        keys = _OF_BONUS if rule[:1] == ("bonuses",) else _OF_CONTRACT
        found = (*rule, keys[part]) if part in keys else rule
    return found if game.at(found) is not None else rule
