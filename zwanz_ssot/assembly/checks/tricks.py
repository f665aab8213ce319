"""Checks that every hand has a card to play, and every trick a winner; and rules about one card, or
about equal cards, by the pack.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...model import CALLED_CARD, Contract, HoldBack, Path, Play, Rung
from ...words.ladders import has_trump, is_rung, suit_led, trump, trump_varies, trumps_win
from ...words.registry import CONDITIONS, RUNGS, Kind, plain
from ...words.roles import has_declarer
from ..resolver import CheckContext

_SHOWN = 6
_KEYS = ("trump", "lead", "follow", "wins", "hold_back")


def check(context: CheckContext) -> None:
    """Note what is wrong with leading, following and winning, in the game and in contracts."""
    base, before = context.game.play, frozenset(context.resolver.faulty)
    if not context.sound(base.at):
        return
    _play(context, base, _KEYS)
    noted = {
        str(path[len(base.at)])
        for path in context.resolver.faulty - before
        if len(path) > len(base.at)
    }
    for contract in context.game.contracts.values():
        own = context.game.data["contracts"][contract.id].get("play")
        if own is not None and context.sound(contract.play.at):
            _play(context, contract.play, [key for key in _KEYS if key in own or key not in noted])
            _check_void_player(context, contract)


def _play(context: CheckContext, play: Play, keys: Sequence[str]) -> None:
    for key in keys:
        if key == "trump":
            _set_of_trumps(context, play)
        elif key == "wins":
            _wins(context, play)
        elif key == "hold_back":
            _held_back(context, play)
        else:
            _ladder(context, play, key, play.lead if key == "lead" else play.follow)


def _trumps(context: CheckContext, play: Play) -> int:
    return play.trump.mask(context.deck)


def _set_of_trumps(context: CheckContext, play: Play) -> None:
    """Note entries of a list of trumps without new cards, or with cards of several suits."""
    before = 0
    for group in play.trump.cards:
        here = _here(play, group.at)
        if not group.mask:
            context.never(here, "the pack has no such card")
        elif not group.mask & ~before:
            text = "these trumps are further up already"
            context.resolver.error(here, text, "take them out", key=True, code="sense.twice")
        elif not any(group.mask & ~suit.mask == 0 for suit in context.deck.suits.values()):
            text = "these are cards of several suits, and nothing tells which of them is stronger"
            context.unfit(here, text, "name them one after the other")
        before |= group.mask


def _ladder(context: CheckContext, play: Play, key: str, rungs: Sequence[Rung]) -> None:
    served = 0
    for rung in rungs:
        if not _is_useless(context, play, key, rung, served) and rung.when is None:
            served |= _cards(context, play, rung)
    left = context.deck.all & ~served
    if left and rungs:
        cards = list(context.deck.shown(left))
        shown = ", ".join(cards[:_SHOWN]) + (" …" if len(cards) > _SHOWN else "")
        text = f"a hand with nothing but {shown} would have no card to play"
        context.never(_here(play, rungs[-1].at), text, "end the ladder with any_card", key=True)


def _is_useless(context: CheckContext, play: Play, key: str, rung: Rung, served: int) -> bool:
    """Whether a rung has no effect; note it."""
    here = _here(play, rung.at)
    if is_rung(rung, suit_led) and key == "lead":
        context.never(
            here,
            "no suit has been led yet when a trick is led",
            "write any_card, trump or {cards: …}",
        )
        return True
    if is_rung(rung, trump) and not has_trump(play):
        context.never(here, "there is no trump here", _restate(play, rung.at, key), key=True)
        return True
    own = _cards(context, play, rung)
    if rung.cards is not None and not own:
        context.never(here, "the pack has no such card")
        return True
    in_round = is_rung(rung, suit_led) or (is_rung(rung, trump) and trump_varies(play.trump))
    if not in_round and own & ~served == 0:
        context.never(here, "all its cards are in earlier rungs", "take it out, or move it up")
        return True
    return False


def _cards(context: CheckContext, play: Play, rung: Rung) -> int:
    if rung.cards is not None:
        return rung.cards.mask
    entry = RUNGS.get(rung.word)
    return entry.meaning(0, _trumps(context, play), context.deck.all) if entry is not None else 0


def _wins(context: CheckContext, play: Play) -> None:
    last = len(play.wins) - 1
    for number, win in enumerate(play.wins):
        here = _here(play, win.at)
        sure = win.when is None and win.best_of == suit_led.name
        if win.best_of == trump.name and not has_trump(play):
            context.never(here, "there is no trump here", _restate(play, win.at, "wins"), key=True)
        elif sure and number < last:
            after = _here(play, play.wins[number + 1].at)
            text = "every trick has its winner before this is asked"
            context.never(after, text, "take it out, or move it up", key=True)
            return
        elif number == last and not sure:
            context.never(
                here,
                "not every trick would have a winner",
                "end with {best_of: suit_led}",
                key=True,
            )


def _here(play: Play, at: Path) -> Path:
    """The path of a problem: of the rule, or of the contract's play that inherits the rule."""
    return at if at[: len(play.at)] == play.at else play.at


def _restate(play: Play, at: Path, key: str) -> str:
    return "" if at[: len(play.at)] == play.at else f"say {key} anew in this contract"


def _uses_trump(play: Play) -> bool:
    return has_trump(play) and trumps_win(play)


def _check_void_player(context: CheckContext, contract: Contract) -> None:
    """Note a contract without winning trumps that does not say whether a void player plays them."""
    own = context.game.data["contracts"][contract.id].get("play", {})
    if (
        "wins" in own
        and "follow" not in own
        and _uses_trump(context.game.play)
        and not _uses_trump(contract.play)
    ):
        text = "trumps win nothing here, but it is not said whether "
        text += "a void player must play one or may not"
        context.unfit(
            (*contract.play.at, "wins"), text, "say it with follow, beside wins", key=True
        )


def _held_back(context: CheckContext, play: Play) -> None:
    for rule in play.hold_back:
        if rule.at[: len(play.at)] != play.at:
            continue  # noted where it is written, not in each contract that inherits it
        alone = 1 << rule.card if rule.card != CALLED_CARD else 0
        if rule.while_holding is not None and not rule.while_holding.mask & ~alone:
            here = (*rule.at, "while_holding")
            context.never(
                here, "no other card is among these", "name a set, or take it out", key=True
            )
        if rule.before_trick is not None and rule.before_trick >= context.resolver.tricks:
            tricks = context.resolver.tricks
            text = f"a round has {tricks} tricks, and in the last one there is no choice"
            context.always((*rule.at, "before_trick"), text, "take it out", key=True)
    # One that repeats another is noted once, however often it stands.
    different: list[HoldBack] = []
    for rule in play.hold_back:
        first = next((each for each in different if _same(context, each, rule)), None)
        if first is None:
            different.append(rule)
        elif rule.at[: len(play.at)] == play.at or first.at[: len(play.at)] == play.at:
            text = f"this says the same as line {context.resolver.line(first.at)}"
            context.resolver.error(rule.at, text, "keep one of them", key=True, code="sense.twice")


def _same(context: CheckContext, first: HoldBack, second: HoldBack) -> bool:
    return first.card == second.card and context.game.at(first.by.at) == context.game.at(
        second.by.at
    )


def check_equal_cards(context: CheckContext) -> None:
    """Note rules about one certain card in a pack with equal cards, and rules about equal cards in
    a pack without.
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
        if contract.secret_until is not None and has_declarer(contract):
            yield (*contract.at, "secret_until")
        if contract.must_announce:
            yield (*contract.at, "must_announce")
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
