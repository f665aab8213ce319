"""Packs with equal cards: where a rule is about one very card, there has to be one."""

from __future__ import annotations

from collections.abc import Iterator

from ...model import CALLED_CARD, Path, Play
from ...words.registry import CONDITIONS, Kind, plain
from .part import CheckContext


def check(context: CheckContext) -> None:
    """Note rules about one very card in a pack that has several of it, and rules about equal cards
    in a pack that has none.
    """
    if context.deck.copies == 1:
        _none_are_equal(context)
        return
    for at in sorted(set(_of_one_card(context)), key=str):
        if context.sound(at):
            copies = context.deck.copies
            text = f"this is about one very card, and the pack has {copies} of each"
            context.unfit(at, text, "take it out", key=True)


def _none_are_equal(context: CheckContext) -> None:
    for at in (play.at for play in _plays(context)):
        written = context.game.at(at)
        if isinstance(written, dict) and "equal_cards" in written and context.sound(at):
            context.never((*at, "equal_cards"), "the pack has no equal cards", "take it out")


def _plays(context: CheckContext) -> Iterator[Play]:
    yield context.game.play
    for contract in context.game.contracts.values():
        if contract.play.at[:1] == contract.at[:1]:
            yield contract.play


def _of_one_card(context: CheckContext) -> Iterator[Path]:
    game = context.game
    if game.call is not None:
        yield game.call.at
    if game.declarations:
        yield ("declarations",)
    for promise in game.auction.promises:
        yield (*promise.at, "card")
    for contract in game.contracts.values():
        if contract.secret_until is not None and contract.has_declarer:
            yield (*contract.at, "secret_until")
    for play in _plays(context):
        yield from _in_play(play)


def _in_play(play: Play) -> Iterator[Path]:
    if play.announced_cards is not None:
        yield play.announced_cards.at
    for rule in play.hold_back:
        if rule.card != CALLED_CARD:
            yield (*rule.at, "card")
    for win in play.wins:
        if win.card is not None:
            yield (*win.at, "card")
        for part in plain(win.when) if win.when is not None else ():
            if any(it.kind is Kind.ORDER for it in CONDITIONS[part.word].args.values()):
                yield part.at
