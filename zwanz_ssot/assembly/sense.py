"""What no schema can see: conditions that no round can meet, parts of the rules that do not fit together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..model import Condition, Contract, Game, Path, Play, Role
from .site import Site
from .words import CALLED

# Where a condition stands decides what can be known there.
MISDEAL = frozenset({"hand_has"})
SAYING = frozenset({"hand_has", "is", "doubled", "announced"})
TRICK = frozenset({"trick_has", "led"})
OUTCOME = frozenset(
    {
        "points_at_least",
        "tricks_won",
        "card_wins_trick",
        "card_in_trick",
        "card_beaten_by",
        "dealt_to_one",
        "is",
        "doubled",
        "announced",
    }
)
_JOINTS = frozenset({"all", "any", "not"})
_PLACES = {MISDEAL: "before the auction", SAYING: "during the auction", TRICK: "of a trick", OUTCOME: "after the play"}
_WORDS_OF_PLACE = {
    MISDEAL: {"anyone"},
    SAYING: {"speaker", "forehand", "declarer", "declarers", "defenders"},
    OUTCOME: {"forehand", "dealer", "declarer", "declarers", "defenders", "claimants", "losers"},
}


def check(site: Site, game: Game) -> None:
    """Note everything in ``game`` that cannot be meant."""
    for condition, place in _conditions(game):
        _known_there(site, condition, place)
        never_or_always(site, condition)
    _deal(site, game)
    _auction(site, game)
    for contract in game.contracts.values():
        _contract(site, game, contract)
    _bonuses(site, game)
    _order(site, game)


def _conditions(game: Game) -> Iterator[tuple[Condition, frozenset[str]]]:
    for reason in game.misdeal:
        yield reason.when, MISDEAL
    seen: set[Path] = set()
    for contract in game.contracts.values():
        if contract.requires:
            yield contract.requires, SAYING
        if contract.objective:
            yield contract.objective, OUTCOME
        for times in contract.value_times:
            yield times.when, OUTCOME
        for win in contract.play.wins:
            if win.when and win.at not in seen:
                seen.add(win.at)
                yield win.when, TRICK
    for bonus in game.bonuses.values():
        if bonus.announce_if:
            yield bonus.announce_if, SAYING
        yield bonus.won, OUTCOME
        if bonus.lost:
            yield bonus.lost, OUTCOME
    for forced in game.kontra.forced if game.kontra else ():
        yield forced.when, SAYING


def _known_there(site: Site, condition: Condition, place: frozenset[str]) -> None:
    """Only what can be known at this place may be asked; a hand is known to its holder alone."""
    if condition.word in _JOINTS:
        inner = condition.args["of"]
        for part in inner if isinstance(inner, tuple) else (inner,):
            _known_there(site, part, place)
        return
    here = (*condition.at, condition.word)
    if condition.word not in place:
        site.fault(
            here,
            f"{condition.word} cannot be known {_PLACES[place]}",
            f"what can be asked here: {', '.join(sorted(place))}",
            key=True,
        )
        return
    if condition.word == "hand_has":
        who = condition.args["who"]
        wanted = "anyone" if place is MISDEAL else "speaker"
        if who.word != wanted:
            site.fault(who.at, f"{who.word} is not the hand one can look at here", f"write {wanted}")
        return
    for arg in condition.args.values():
        if isinstance(arg, Role):
            _role_there(site, arg, place)


def _role_there(site: Site, role: Role, place: frozenset[str]) -> None:
    if isinstance(role.arg, Role):
        _role_there(site, role.arg, place)
    elif role.arg is None and role.word not in _WORDS_OF_PLACE.get(place, {role.word}):
        site.fault(role.at, f"there is no {role.word} {_PLACES[place]}")


def never_or_always(site: Site, condition: Condition) -> None:
    """Note a condition that no round can meet, or that every round meets."""
    word, args = condition.word, condition.args
    if word in _JOINTS:
        inner = args["of"]
        for part in inner if isinstance(inner, tuple) else (inner,):
            never_or_always(site, part)
        if word == "all":
            _contradictions(site, inner)
        return
    here = (*condition.at, word)
    deck = site.deck
    assert deck is not None
    if word == "hand_has":
        _hand(site, here, args)
    elif word == "points_at_least":
        most = deck.points + int(site.doc.data.get("count", {}).get("last_trick", 0))
        if args["points"] > most:
            site.fault((*here, "points"), f"there are only {most} card points in a round", code="sense.never")
        elif args["points"] == 0:
            site.fault((*here, "points"), "every side has that many points", code="sense.always")
    elif word == "tricks_won":
        for key in ("exactly", "at_least"):
            if key in args and args[key] > site.tricks:
                site.fault((*here, key), f"a round has only {site.tricks} tricks", code="sense.never")
        if sum(key in args for key in ("all_of", "exactly", "at_least")) != 1:
            site.fault(here, "exactly one of all_of, exactly and at_least belongs here")
    elif word == "trick_has" and args["cards"].mask.bit_count() > site.players:
        count = args["cards"].mask.bit_count()
        site.fault(here, f"{count} cards never lie in a trick of {site.players}", code="sense.never")
    elif word == "dealt_to_one" and args["cards"].mask.bit_count() > site.hand_size:
        count = args["cards"].mask.bit_count()
        site.fault(here, f"nobody is dealt {count} cards; a hand has {site.hand_size}", code="sense.never")
    elif word == "card_beaten_by" and args["card"] == args["by"]:
        site.fault(here, "no card is beaten by itself", code="sense.never")
    if word in ("trick_has", "led", "dealt_to_one") and args["cards"].mask == 0:
        site.fault(here, "there is no such card", code="sense.never")


def _hand(site: Site, here: Path, args: Mapping[str, Any]) -> None:
    have = args["cards"].mask.bit_count()
    most = min(have, site.hand_size)
    deck = site.deck
    assert deck is not None
    least = max(0, site.hand_size - (len(deck.cards) - have))
    if sum(key in args for key in ("at_least", "at_most", "exactly")) != 1:
        site.fault(here, "exactly one of at_least, at_most and exactly belongs here")
    for key in ("at_least", "exactly"):
        if key in args and args[key] > most:
            site.fault((*here, key), f"a hand never holds {args[key]} of them, at most {most}", code="sense.never")
    if "at_most" in args and args["at_most"] >= most:
        site.fault((*here, "at_most"), f"a hand never holds more than {most} of them", code="sense.always")
    if "at_least" in args and args["at_least"] <= least:
        site.fault((*here, "at_least"), f"every hand holds at least {least} of them", code="sense.always")


def _contradictions(site: Site, parts: tuple[Condition, ...]) -> None:
    """Two demands on the same cards of one hand that exclude each other."""
    bounds: dict[int, tuple[int, int]] = {}
    for part in parts:
        if part.word != "hand_has":
            continue
        args = part.args
        low = args.get("exactly", args.get("at_least", 0))
        high = args.get("exactly", args.get("at_most", site.hand_size))
        known = bounds.get(args["cards"].mask, (0, site.hand_size))
        low, high = max(low, known[0]), min(high, known[1])
        if low > high:
            site.fault((*part.at, "hand_has"), "no hand can meet this and the demands before it", code="sense.never")
        bounds[args["cards"].mask] = (low, high)


def _deal(site: Site, game: Game) -> None:
    assert site.deck is not None
    dealt = sum(sum(step.packets) for step in game.deals.values()) * game.table.players
    if dealt != len(site.deck.cards):
        count = len(site.deck.cards)
        site.fault(("deal",), f"{dealt} cards are dealt, but the pack has {count}", "no talon is left in this game")
    for step in game.deals.values():
        if step.cut and 2 * step.cut.leaves > len(site.deck.cards):
            site.fault((*step.cut.at, "leaves"), "no cut leaves so many cards in each part", code="sense.never")


def _auction(site: Site, game: Game) -> None:
    auction = game.auction
    says = auction.in_one_turn
    if "bid" not in says or "pass" not in says:
        site.fault((*auction.at, "in_one_turn"), "an auction needs bid and pass")
    if ("double" in says) != (game.kontra is not None):
        missing = "kontra tells what is doubled" if game.kontra is None else "add double, or drop kontra"
        site.fault((*auction.at, "in_one_turn"), "doubling and the kontra rules go together", missing)
    if auction.opening == "may_pass" and auction.if_all_pass is None:
        site.fault(auction.at, "nobody has to bid, and nothing follows when nobody does", "add if_all_pass")
    if auction.opening == "must_bid" and auction.if_all_pass is not None:
        site.fault((*auction.at, "if_all_pass"), "the first speaker has to bid, so nobody can pass it out")
    for key, contract in game.contracts.items():
        at: Path = ("contracts", key)
        if key not in auction.ladder and key != auction.if_all_pass:
            site.fault(at, "this contract is never reached", "add it to auction.ladder", key=True, code="sense.never")
        if key in auction.ladder and not contract.declarers:
            place = auction.ladder.index(key)
            site.fault((*auction.at, "ladder", place), f"nobody can bid {key}: it has no declarers")
        if key == auction.if_all_pass and contract.declarers:
            site.fault((*auction.at, "if_all_pass"), f"{key} needs a declarer, but nobody has bid")


def _contract(site: Site, game: Game, contract: Contract) -> None:
    at = contract.at
    if contract.declarers and contract.objective is None:
        site.fault(at, "what must the declarers reach?", "add objective", key=True)
    if not contract.declarers and contract.losers is None:
        site.fault(at, "who loses where all play against all?", "add losers", key=True)
    for key, wanted in (("objective", False), ("losers", True)):
        if key in game.data["contracts"][contract.id] and bool(contract.declarers) == wanted:
            site.fault((*at, key), f"{key} does not go with these declarers", key=True)
    called = any(r.word == "holder_of" and r.arg == CALLED for r in contract.declarers)
    if contract.calls and game.call is None:
        site.fault((*at, "calls"), "no card can be called", "say under call which cards")
    if contract.calls != called:
        site.fault(at, "who calls a partner has him among the declarers, and the other way round", key=True)
    if contract.secret_until == CALLED and not contract.calls:
        site.fault((*at, "secret_until"), "no card is called in this contract")
    _ladders(site, game, contract.play)
    own = game.data["contracts"][contract.id].get("play", {})
    if "wins" in own and "follow" not in own and _uses_trump(game.play) and not _uses_trump(contract.play):
        site.fault(
            (*contract.play.at, "wins"),
            "trumps do not win here; must a void player play one, or may he not?",
            "say it with follow, beside wins",
        )


def _uses_trump(play: Play) -> bool:
    return play.trump is not None and any(win.best_of == "trump" for win in play.wins)


def _ladders(site: Site, game: Game, play: Play) -> None:
    """Every hand must have a card to play, and every trick a winner."""
    deck = site.deck
    assert deck is not None
    trump = deck.suits[play.trump].mask if play.trump is not None else 0
    for key, rungs in (("lead", play.lead), ("follow", play.follow)):
        served = 0
        for number, rung in enumerate(rungs):
            own = {"any_card": deck.all, "trump": trump}.get(rung.word, rung.cards.mask if rung.cards else 0)
            if rung.word == "suit_led" and key == "lead":
                site.fault(rung.at, "nothing has been led yet")
            elif rung.word == "trump" and play.trump is None:
                site.fault(rung.at, "there is no trump here", code="sense.never")
            elif served == deck.all and number:
                site.fault(rung.at, "no hand gets as far as this rung", code="sense.never")
            served |= own
        if served != deck.all and rungs:
            left = ", ".join(deck.shown(deck.all & ~served)[:6])
            site.fault(rungs[-1].at, f"a hand of {left} could play nothing", "end the ladder with any_card")
    if play.wins and (play.wins[-1].best_of != "suit_led" or play.wins[-1].when):
        site.fault(play.wins[-1].at, "not every trick would have a winner", "end with {best_of: suit_led}")
    for win in play.wins:
        if win.best_of == "trump" and play.trump is None:
            site.fault(win.at, "there is no trump here", code="sense.never")


def _bonuses(site: Site, game: Game) -> None:
    announces = "announce" in game.auction.in_one_turn
    for bonus in game.bonuses.values():
        if bonus.announced is not None and not announces:
            at = (*bonus.at, "value", "announced")
            site.fault(at, "nothing is announced in this auction", "add announce to auction.in_one_turn")
        if bonus.announced is None:
            for key, rule in (("announced_by", bonus.announced_by), ("announce_if", bonus.announce_if)):
                if rule is not None:
                    site.fault((*bonus.at, key), "it has no announced value", "add value.announced")
        if bonus.goes_to.word not in ("either_side", "side_of", "opponents_of"):
            hint = "either_side, {side_of: …} or {opponents_of: …}"
            site.fault(bonus.goes_to.at, f"{bonus.goes_to.word} is not a side that can be paid", hint)
        if bonus.lost is not None and bonus.silent is None:
            site.fault((*bonus.at, "lost"), "it has no silent value that could be lost", "add value.silent")
        if bonus.double_rounds and game.match.double_rounds is None:
            site.fault((*bonus.at, "starts"), "what if further ones follow?", "say match.double_rounds: queue")
        sides = {c for c in (bonus.contracts or tuple(game.contracts)) if c in game.contracts}
        if sides and not any(game.contracts[c].declarers for c in sides):
            site.fault(bonus.at, "it counts in no contract that has two sides", key=True, code="sense.never")
    if game.kontra:
        for bonus_id in game.kontra.implied_by:
            found = game.bonuses.get(bonus_id)
            if found and found.announced is None:
                at = (*game.kontra.at, "implied_by", bonus_id)
                site.fault(at, f"{bonus_id} is never announced", key=True, code="sense.never")


def _order(site: Site, game: Game) -> None:
    steps = [f"deal.{key}" for key in game.deals] + ["misdeal", "auction", "play", "settlement"]
    for number, step in enumerate(game.order):
        site.named(("order", number), step, steps, "step")
    places = [steps.index(step) for step in game.order if step in steps]
    if places != sorted(places):
        site.fault(("order",), "the steps stand in no order that can be played", " → ".join(steps))
    for step in steps:
        if step not in game.order and (step != "misdeal" or game.misdeal):
            site.fault(("order",), f"the step {step!r} is missing")
