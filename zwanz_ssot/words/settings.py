"""What settings and steps of the rules need, give and bar (`zwanz_ssot.words.premises`).

One entry for each setting or step that has to do with another part of the rules, named by its place
there; ``*`` stands for any name. Whoever adds one writes its entry here, and nothing elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ..model import CALLED_CARD, SEATS, Announcements, Bonus, Contract, Game, Path, Play, TalonUse
from . import premises as p
from .premises import PremiseUse, bars, gives, needs
from .registry import every

UsesOf = Callable[[Game], Iterator[PremiseUse]]
"""From a game to what one setting or step has to do with premises in it."""

SETTINGS: dict[str, UsesOf] = {}


def setting(name: str) -> Callable[[UsesOf], UsesOf]:
    """Decorator that registers a setting or step under its place in the rules."""

    def register(claims: UsesOf) -> UsesOf:
        if name in SETTINGS:
            raise ValueError(f"the setting '{name}' is registered twice")
        SETTINGS[name] = claims
        return claims

    return register


_STEP_OF_CALLS = "write the step call in order, after the auction"


# Sides: calling, declarers, joining


@setting("call")
def _call(game: Game) -> Iterator[PremiseUse]:
    """Which cards may be called."""
    if game.call is None:
        return
    yield gives(p.CARDS_TO_CALL, ("call",))
    text = "no contract calls a card"
    hint = "write calls: true in one of them, or drop call"
    yield needs(p.CARD_CALLED, ("call",), text, hint, key=True, never=True)
    if game.calls_in_bid:
        yield gives(p.CALLED_WITH_BID, ("call",))


@setting("order: call")
def _call_step(game: Game) -> Iterator[PremiseUse]:
    """The step in which the declarer names trumps and calls a card."""
    if "call" in game.order:
        yield gives(p.SUIT_NAMED, ("order", game.order.index("call")))


@setting("naming")
def _naming(game: Game) -> Iterator[PremiseUse]:
    """The step in which trumps are named before anything is bid."""
    if game.naming is not None and "naming" in game.order:
        at = ("order", game.order.index("naming"))
        yield gives(p.SUIT_NAMED, at)
        yield gives(p.NAMED_BEFORE_BIDS, at)
    if game.naming is not None:
        text, hint = "no contract plays with the suit that is named", "write play.trump: named"
        yield needs(p.NAMED_SUIT_PLAYED, game.naming.at, text, hint, key=True, never=True)


@setting("contracts.*.calls")
def _calls(game: Game) -> Iterator[PremiseUse]:
    for contract in game.contracts.values():
        if not contract.calls:
            continue
        at = (*contract.at, "calls")
        yield gives(p.CARD_CALLED, at, within=contract.id)
        text = "nothing says which cards can be called"
        yield needs(p.CARDS_TO_CALL, at, text, "add call", key=True)
        if contract.id in game.auction.ladder and "call" in game.order:
            yield gives(p.CALLED_AFTER_AUCTION, at, within=contract.id)
        if _call_follows_exchange(game):
            yield gives(p.CALLED_AFTER_EXCHANGE, at, within=contract.id)


def _call_follows_exchange(game: Game) -> bool:
    order = game.order
    steps = "call" in order and "exchange" in order
    return steps and order.index("exchange") < order.index("call")


@setting("call.own_discards")
def _own_discards(game: Game) -> Iterator[PremiseUse]:
    if game.call is not None and game.call.own_discards:
        at = (*game.call.at, "own_discards")
        text = "nothing has been discarded when a card is called"
        hint = "write call after exchange in order, or take this out"
        yield needs(p.CALLED_AFTER_EXCHANGE, at, text, hint, key=True, never=True)


@setting("contracts.*.declarers")
def _declarers(game: Game) -> Iterator[PremiseUse]:
    for contract in game.contracts.values():
        at: Path = (*contract.at, "declarers")
        if contract.has_declarer:
            yield gives(p.HAS_DECLARER, at, within=contract.id)
        if contract.has_declarer and len(contract.declarers) == 1:
            yield gives(p.DECLARER_ALONE, at, within=contract.id)
        for role in contract.declarers:
            if role.word == "winner_of":
                yield gives(p.PARTNER_BY_RESULT, role.at, within=contract.id)


@setting("contracts.*.joined")
def _joined(game: Game) -> Iterator[PremiseUse]:
    for contract in game.contracts.values():
        if contract.joined is None:
            continue
        at = (*contract.at, "joined")
        yield gives(p.SEVERAL_DECLARERS, at, within=contract.id)
        text = "who joins plays for himself, but the declarer has a partner here"
        hint = "write declarers: [declarer], or take this out"
        yield needs(
            p.DECLARER_ALONE, at, text, hint,
            within=contract.id, beside=(*contract.at, "declarers"), key=True,
        )  # fmt: skip
        if contract.calls:
            text = "a card is called with this bid already"
            hint = "take it out, or give the call a step of its own"
            yield bars(p.CALLED_WITH_BID, at, text, hint, key=True)


@setting("contracts.*.lays_card")
def _lays_card(game: Game) -> Iterator[PremiseUse]:
    for contract in game.contracts.values():
        if contract.lays_card:
            yield gives(p.LAID_WITH_BID, (*contract.at, "lays_card"))
        if contract.lays_card and contract.calls:
            text = "a card is called with this bid already"
            hint = "take it out, or give the call a step of its own"
            yield bars(p.CALLED_WITH_BID, (*contract.at, "lays_card"), text, hint, key=True)


@setting("auction.next_bid")
def _next_bid(game: Game) -> Iterator[PremiseUse]:
    if game.auction.next_bid in ("higher_or_held", "higher_or_held_once", "higher_or_senior"):
        text = "a card is called with the bid, so nobody can hold it"
        hint = "give the call a step of its own, or write higher"
        yield bars(p.CALLED_WITH_BID, (*game.auction.at, "next_bid"), text, hint)
        text = "a bid is held without a card, but one is laid down with it ({place})"
        yield bars(p.LAID_WITH_BID, (*game.auction.at, "next_bid"), text, "write higher")


@setting("auction.opening")
def _opening(game: Game) -> Iterator[PremiseUse]:
    if game.auction.opening == "must_bid":
        yield gives(p.FIRST_HAS_TO_BID, (*game.auction.at, "opening"))


@setting("auction.promises")
def _promises(game: Game) -> Iterator[PremiseUse]:
    """Bids and passes that promise a card, which the declarer calls after the auction."""
    for promise in game.auction.promises:
        text = "no card is called after the auction, so the promise binds nobody"
        yield needs(p.CALLED_AFTER_AUCTION, promise.at, text, "take it out", key=True)
        text = "a card is called with the bid, so a promise comes too late"
        hint = "give the call a step of its own, or take this out"
        yield bars(p.CALLED_WITH_BID, promise.at, text, hint, key=True)
        if promise.bid_skips is not None:
            text = "the first speaker has to bid, and may hold no card that he would promise"
            hint = "write opening: may_pass, or take this out"
            yield bars(p.FIRST_HAS_TO_BID, (*promise.at, "bid_skips"), text, hint, key=True)


# Trumps


def _in_force(game: Game, contract: Contract, key: str) -> Path:
    """Where a contract has its rule of play: in its own rules, or the contract itself for the
    game's.
    """
    own = game.data["contracts"][contract.id].get("play", {})
    return (*contract.at, "play", key) if key in own else contract.at


@setting("play.trump")
def _trump(game: Game) -> Iterator[PremiseUse]:
    """A suit that is named, or told by the called card."""
    for contract in game.contracts.values():
        trump = contract.play.trump
        at = _in_force(game, contract, "trump")
        if trump.word == "called":
            text = f"no card is called in '{contract.id}', so none tells the trump suit"
            hint = "say play.trump for this contract"
            yield needs(
                p.CARD_CALLED, at, text, hint, within=contract.id, beside=game.play.at, key=True
            )
        if trump.word == "named":
            text = "the suit that is named is trumps, but no step names one ({place})"
            yield needs(p.SUIT_NAMED, trump.at, text, _STEP_OF_CALLS, beside=("order",))
            text = f"a suit is named for trumps, but nobody is the declarer of '{contract.id}'"
            hint = "say play.trump for this contract"
            yield needs(p.HAS_DECLARER, at, text, hint, within=contract.id, key=True)


@setting("play.trump: named")
def _trump_named(game: Game) -> Iterator[PremiseUse]:
    for contract in game.contracts.values():
        if contract.play.trump.word == "named":
            yield gives(p.NAMED_SUIT_PLAYED, contract.play.trump.at, within=contract.id)
            if game.auction.next_bid == "higher_or_equal":
                at = (*game.auction.at, "next_bid")
                text = "equal bids name their suits, but it is named already ({place})"
                yield bars(p.NAMED_BEFORE_BIDS, at, text, "write higher, or drop naming")


@setting("play.ranking_if_called")
def _ranking_if_called(game: Game) -> Iterator[PremiseUse]:
    for contract in game.contracts.values():
        if contract.play.ranking_if_called:
            text = f"no card is called in '{contract.id}', so no ranking depends on it"
            at = _in_force(game, contract, "ranking_if_called")
            yield needs(
                p.CARD_CALLED, at, text, "take it out",
                within=contract.id, beside=game.play.at, key=True,
            )  # fmt: skip


# What is said: announcements, doubles, declarations, raises


def _places(game: Game, word: str) -> Iterator[Path]:
    """Where the rules let a word be said in the play."""
    plays: dict[Path, Play] = {game.play.at: game.play}
    plays |= {each.play.at: each.play for each in game.contracts.values()}
    for play in plays.values():
        for key in ("first_trick", "when_leading"):
            said: tuple[str, ...] = getattr(play.says, key)
            if word in said:
                yield (*play.says.at, key, said.index(word))
        yield from (rule.at for rule in play.says.any_time if rule.id == word)


def _word(words: tuple[str, ...], word: str, at: Path) -> Iterator[Path]:
    if word in words:
        yield (*at, words.index(word))


def _in_auction(game: Game, word: str) -> Iterator[Path]:
    return _word(game.auction.in_one_turn, word, (*game.auction.at, "in_one_turn"))


def _after_auction(game: Game, word: str) -> Iterator[Path]:
    rules = game.announcements
    if rules is not None:
        yield from _word(rules.in_one_turn, word, (*rules.at, "in_one_turn"))


@setting("announce")
def _announce(game: Game) -> Iterator[PremiseUse]:
    """The word ``announce``: in the auction, in its own step or in the play."""
    nothing, hint = "no bonus can be announced", "take announce out"
    either = f"give one of them an announced value, or {hint}"
    one = "leave it to one of the two"
    in_auction, after = list(_in_auction(game, "announce")), list(_after_auction(game, "announce"))
    in_play = list(_places(game, "announce"))
    for at in in_auction:
        yield gives(p.ANNOUNCED_IN_AUCTION, at)
        yield needs(p.BONUS_TO_ANNOUNCE, at, nothing, either)
    for at in after:
        yield gives(p.ANNOUNCED_AFTER_AUCTION, at)
        yield needs(p.BONUS_TO_ANNOUNCE, at, nothing, either)
        yield bars(p.ANNOUNCED_IN_AUCTION, at, "'announce' is a word of the auction already", one)
        yield gives(p.SIDES_HIDDEN, at)
    for at in in_play:
        yield gives(p.ANNOUNCED_IN_PLAY, at)
        yield needs(p.BONUS_TO_ANNOUNCE, at, nothing, hint)
        where = "'announce' is a word of the {0} already ({place})"
        yield bars(p.ANNOUNCED_IN_AUCTION, at, where.replace("{0}", "auction"), one)
        yield bars(p.ANNOUNCED_AFTER_AUCTION, at, where.replace("{0}", "announcements"), one)
    for at in (*in_auction, *after, *in_play):
        yield gives(p.BONUSES_ANNOUNCED, at)
        yield from _sides_known(at, "announces", _announced_in(game))


@setting("announcements.speaks_for")
def _speaks_for(game: Game) -> Iterator[PremiseUse]:
    """Words that are taken for those of the last speaker's side, at first of the declarer's."""
    rules = game.announcements
    if rules is None or not rules.speaks_for:
        return
    at = (*rules.at, "speaks_for")
    for contract in game.contracts.values():
        if contract.declarers:
            text = f"'{contract.id}' has no declarer, for whose side the first word could be"
            hint = "take this out, or give the contract a declarer"
            yield needs(p.HAS_DECLARER, at, text, hint, within=contract.id, key=True)


def _sides_known(at: Path, verb: str, contracts: Iterator[Contract]) -> Iterator[PremiseUse]:
    """Who speaks for a side has to know it, before the play ends and, in the auction, before a card
    is called.
    """
    for contract in contracts:
        if at[0] == "auction":
            text = f"a side {verb} here, but who plays along is called later ({{place}})"
            hint = "call the card with the bid, or leave the word to the step announcements"
            yield bars(p.CALLED_AFTER_AUCTION, at, text, hint, within=contract.id)
        text = f"a side {verb} here, but a partner is known only when all is played ({{place}})"
        hint = "take it out, or name the partner otherwise"
        yield bars(p.PARTNER_BY_RESULT, at, text, hint, within=contract.id)


def _announced_in(game: Game) -> Iterator[Contract]:
    """The contracts in which some bonus is announced."""
    for contract in game.contracts.values():
        if any(it.can_be_announced and it.counts_in(contract) for it in game.bonuses.values()):
            yield contract


def _doubled_in(game: Game) -> Iterator[Contract]:
    """The contracts in which something is doubled."""
    yield from (it for it in game.contracts.values() if it.kontra != "none" and it.declarers)


@setting("double")
def _double(game: Game) -> Iterator[PremiseUse]:
    """The word ``double``: in the auction, in the step of announcements or in the play."""
    nothing, hint = "nothing says what is doubled", "add kontra"
    either = f"{hint}, or take double out"
    in_auction, after = list(_in_auction(game, "double")), list(_after_auction(game, "double"))
    in_play = list(_places(game, "double"))
    for at in in_auction:
        yield gives(p.DOUBLED_IN_AUCTION, at)
        yield gives(p.DOUBLED_BEFORE_PLAY, at)
        yield needs(p.KONTRA_RULES, at, nothing, either)
    for at in after:
        yield gives(p.DOUBLED_BEFORE_PLAY, at)
        yield needs(p.KONTRA_RULES, at, nothing, either)
        text = "'double' is a word of the auction already"
        yield bars(p.DOUBLED_IN_AUCTION, at, text, "leave it to one of the two")
    for at in in_play:
        yield needs(p.KONTRA_RULES, at, nothing, hint)
    if game.announcements is not None and game.kontra and "announcements" in game.kontra.doubles:
        text = "no side is named here, but each may announce a bonus in the auction ({place})"
        for at in (*after, *in_play):
            yield bars(p.ANNOUNCED_IN_AUCTION, at, text, "announce and double in the same place")
    for at in (*in_auction, *after, *in_play):
        yield gives(p.DOUBLES_SAID, at)
        yield from _sides_known(at, "doubles", _doubled_in(game))

    # What has been announced can be doubled in the same place or in a later one.
    announced = [any(each(game, "announce")) for each in (_in_auction, _after_auction, _places)]
    for place, words in enumerate((in_auction, after, in_play)):
        for at in words if any(announced[: place + 1]) else ():
            yield gives(p.DOUBLED_AFTER_ANNOUNCING, at)


@setting("kontra")
def _kontra(game: Game) -> Iterator[PremiseUse]:
    """The rules of doubling."""
    kontra = game.kontra
    if kontra is None:
        return
    yield gives(p.KONTRA_RULES, kontra.at)
    at: Path = (*game.auction.at, "in_one_turn") if game.auction.ladder else kontra.at
    text = "there are rules for kontra, but nobody can double"
    yield needs(p.DOUBLES_SAID, at, text, "add double, or drop kontra", key=True)
    if "game" in kontra.doubles:
        yield gives(p.GAME_DOUBLED, (*kontra.at, "doubles"))
    if "announcements" in kontra.doubles:
        at = (*kontra.at, "doubles", kontra.doubles.index("announcements"))
        text = "nothing is announced that could be doubled"
        yield needs(p.BONUSES_ANNOUNCED, at, text, "take it out", never=True)
        if game.speech >= {"announce", "double"}:
            text = "nobody can double any more when something is announced"
            hint = "say double where announce is said, or later; or take this out"
            yield needs(p.DOUBLED_AFTER_ANNOUNCING, at, text, hint, never=True)


@setting("kontra.forced")
def _forced(game: Game) -> Iterator[PremiseUse]:
    """Who has to double has to before the play."""
    for rule in game.kontra.forced if game.kontra and "double" in game.speech else ():
        text = "who has to double has to before the play, but nothing is doubled there ({place})"
        hint = "add double to auction.in_one_turn or announcements.in_one_turn, or drop this"
        beside = (*game.auction.at, "in_one_turn")
        yield needs(p.DOUBLED_BEFORE_PLAY, rule.at, text, hint, beside=beside, key=True)


@setting("contracts.*.kontra")
def _kontra_of_contract(game: Game) -> Iterator[PremiseUse]:
    for contract in game.contracts.values():
        if contract.kontra is None:
            continue
        at, own = (*contract.at, "kontra"), contract.id
        text = "nothing is doubled in this game"
        yield needs(p.KONTRA_RULES, at, text, "add kontra, or take this out", key=True)
        if contract.kontra != "individual" or game.kontra is None:
            continue
        text, hint = "each opponent settles with one declarer alone", "or take this out"
        declare = f"write declarers: [declarer], {hint}"
        yield needs(p.DECLARER_ALONE, at, text, declare, within=own, key=True)
        text = f"{text}, but several may play this contract ({{place}})"
        yield bars(p.SEVERAL_DECLARERS, at, text, f"drop joined, {hint}", within=own, key=True)
        text = "each opponent doubles for himself, but a table says what all pay together ({place})"
        yield bars(p.PAID_BY_TABLE, at, text, f"drop payments, {hint}", within=own, key=True)
        text = "each opponent doubles the game for himself, but the game is not doubled ({place})"
        hint, beside = f"add game to kontra.doubles, {hint}", (*game.kontra.at, "doubles")
        yield needs(p.GAME_DOUBLED, at, text, hint, beside=beside, key=True)


@setting("contracts.*.announces_with_bid")
def _announces_with_bid(game: Game) -> Iterator[PremiseUse]:
    for contract in game.contracts.values():
        if not contract.announces_with_bid:
            continue
        at = (*contract.at, "announces_with_bid")
        text, hint = "there is no step in which anything is announced", "add announcements"
        yield needs(p.ANNOUNCED_AFTER_AUCTION, at, text, hint, key=True)
        if game.announcements is not None:
            text = "the bidder announces in the turn of the bid, in which others double ({place})"
            hint = "leave double to the step announcements, or drop this"
            yield bars(p.DOUBLED_IN_AUCTION, at, text, hint, key=True)

        if game.announcements is not None:
            text = "the bidder has spoken first, but others begin the announcements ({place})"
            yield _declarer_begins(game.announcements, at, text)
        text = "nobody bids this contract, so nothing is announced with the bid"
        hint = "name it in auction.ladder, or drop this"
        yield needs(p.BID_IN_AUCTION, at, text, hint, within=contract.id, key=True, never=True)
        text, hint = "no bonus is announced in this contract", "drop this"
        within = contract.id
        yield needs(p.ANNOUNCED_IN_CONTRACT, at, text, hint, within=within, key=True, never=True)


def _declarer_begins(rules: Announcements, at: Path, text: str) -> PremiseUse:
    """What a part needs that leaves the first word after the exchange to the declarer."""
    first, hint = (*rules.at, "first"), "write first: declarer there, or drop this"
    return needs(p.DECLARER_SPEAKS_FIRST, at, text, hint, beside=first, key=True)


@setting("announcements.first")
def _announcements_first(game: Game) -> Iterator[PremiseUse]:
    """Who begins the announcements."""
    rules = game.announcements
    if rules is not None and rules.first.word == "declarer":
        yield gives(p.DECLARER_SPEAKS_FIRST, (*rules.at, "first"))


@setting("auction.ladder")
def _ladder(game: Game) -> Iterator[PremiseUse]:
    """The contracts that are bid, and those of all in which a bonus is announced."""
    for number, contract in enumerate(game.auction.ladder):
        yield gives(p.BID_IN_AUCTION, (*game.auction.at, "ladder", number), within=contract)
    for played in _announced_in(game):
        yield gives(p.ANNOUNCED_IN_CONTRACT, played.at, within=played.id)


@setting("bonuses.*.value")
def _bonus_value(game: Game) -> Iterator[PremiseUse]:
    for bonus in game.bonuses.values():
        at = (*bonus.at, "value")
        if bonus.can_be_announced:
            yield gives(p.BONUS_TO_ANNOUNCE, (*at, "announced"))
            text = "nothing is announced in this auction"
            hint = "add announce to auction.in_one_turn, or drop this value"
            here = (*at, "announced")
            yield needs(p.BONUSES_ANNOUNCED, here, text, hint, key=True, never=True)
        yield from _times_game(game, bonus)


def _times_game(game: Game, bonus: Bonus) -> Iterator[PremiseUse]:
    """A bonus that is worth so many games."""
    for announced, key in ((False, "silent_times_game"), (True, "announced_times_game")):
        if bonus.value.is_times_game(announced=announced):
            for contract in filter(bonus.counts_in, game.contracts.values()):
                grows = "grows with the points"
                if contract.per_difference is None:
                    tops = "grows with the highest trumps"
                    grows = tops if contract.per_top else "depends on more than a number"
                text = f"the value of '{contract.id}' {grows}, so none can be "
                text += "multiplied ({place})"
                hint = "write a number, or name other contracts under contracts"
                at = (*bonus.value.at, key)
                yield bars(p.VALUE_GROWS, at, text, hint, within=contract.id, key=True)


@setting("contracts.*.value.per_top")
def _per_top(game: Game) -> Iterator[PremiseUse]:
    for contract in game.contracts.values():
        if contract.per_top:
            at = (*contract.at, "value", "per_top")
            yield gives(p.VALUE_GROWS, at, within=contract.id)
            yield from _uneven(contract.per_top, at, game, contract)


@setting("auction.numbers")
def _numbers(game: Game) -> Iterator[PremiseUse]:
    if game.auction.numbers:
        yield gives(p.NUMBERS_BID, (*game.auction.at, "numbers"))


@setting("contracts.*.value.lost_times")
def _lost_times(game: Game) -> Iterator[PremiseUse]:
    for contract in game.contracts.values():
        if contract.lost_times > 1:
            at = (*contract.at, "value", "lost_times")
            yield gives(p.VALUE_GROWS, at, within=contract.id)


@setting("contracts.*.value.overbid")
def _overbid(game: Game) -> Iterator[PremiseUse]:
    """What becomes of a contract that is worth less than the number bid."""
    for contract in game.contracts.values():
        if not contract.overbid:
            continue
        at = (*contract.at, "value", "overbid")
        yield gives(p.VALUE_GROWS, at, within=contract.id)
        yield from _uneven(contract.overbid, at, game, contract)
        text, hint = "no numbers are bid in this game", "add auction.numbers, or take it out"
        yield needs(p.NUMBERS_BID, at, text, hint, key=True, never=True)
        text = "who plays along follows from winning it, but it may be lost for its value ({place})"
        yield bars(p.PARTNER_BY_RESULT, at, text, "take it out", within=contract.id, key=True)


@setting("contracts.*.value_adds")
def _value_adds(game: Game) -> Iterator[PremiseUse]:
    for contract in game.contracts.values():
        for rule in contract.value_adds:
            yield gives(p.VALUE_GROWS, rule.at, within=contract.id)
            yield from _uneven(rule.adds, (*rule.at, "adds"), game, contract)


@setting("contracts.*.value.per_difference")
def _per_difference(game: Game) -> Iterator[PremiseUse]:
    for contract in game.contracts.values():
        if contract.per_difference is not None:
            yield gives(p.VALUE_GROWS, contract.per_difference.at, within=contract.id)


@setting("bonuses.*.announce_if")
def _announce_if(game: Game) -> Iterator[PremiseUse]:
    """A bonus that may be announced by which side has announced another."""
    for bonus in game.bonuses.values():
        if bonus.announce_if is None:
            continue
        for part in every(bonus.announce_if):
            if part.word == "announced_by":
                text = "whoever is refused it would learn who plays with whom, by {place}"
                hint = "write announced, which asks of no side"
                yield bars(p.SIDES_HIDDEN, (*part.at, part.word), text, hint, key=True)


@setting("bonuses.*.starts")
def _starts(game: Game) -> Iterator[PremiseUse]:
    if game.match.double_rounds is not None:
        yield gives(p.DOUBLE_ROUNDS_MEET, (*game.match.at, "double_rounds"))
    parts: list[Contract | Bonus] = [*game.contracts.values(), *game.bonuses.values()]
    for part in parts:
        if part.starts:
            text = "it is not said what follows when double rounds are running already"
            at, hint = (*part.at, "starts"), "add match.double_rounds"
            yield needs(p.DOUBLE_ROUNDS_MEET, at, text, hint, key=True)


@setting("declare")
def _declare(game: Game) -> Iterator[PremiseUse]:
    """The word ``declare``, and what is declared by it."""
    for declaration in game.declarations.values():
        yield gives(p.PAIRS_TO_DECLARE, declaration.at)
        text, hint = "nobody can ever declare it", "name declare under play.says"
        yield needs(p.PAIRS_DECLARED, declaration.at, text, hint, key=True, never=True)
    for at in _places(game, "declare"):
        yield gives(p.PAIRS_DECLARED, at)
        yield needs(p.PAIRS_TO_DECLARE, at, "nothing says what can be declared", "add declarations")


@setting("raise")
def _raise(game: Game) -> Iterator[PremiseUse]:
    """The word ``raise``."""
    for contract in game.contracts.values():
        if contract.play.raised_to:
            yield gives(p.CONTRACT_TO_RAISE, (*contract.play.at, "raised_to"))
    for at in _places(game, "raise"):
        yield needs(p.CONTRACT_TO_RAISE, at, "no contract is raised", "add raised_to")


@setting("contracts.*.raised_to")
def _raised_to(game: Game) -> Iterator[PremiseUse]:
    """What a contract becomes that may have been doubled before."""
    if game.kontra is None:
        return
    for contract in game.contracts.values():
        if contract.kontra == "none":
            yield gives(p.NEVER_DOUBLED, (*contract.at, "kontra"), within=contract.id)
        elif contract.kontra == "individual":
            yield gives(p.DOUBLED_BY_EACH, (*contract.at, "kontra"), within=contract.id)
        else:
            yield gives(p.DOUBLED_TOGETHER, contract.at, within=contract.id)
        if contract.kontra != "none":
            for at, key in _raised_when_doubled(game, contract):
                yield from _doubled_alike(contract, at, key)


def _raised_when_doubled(game: Game, contract: Contract) -> Iterator[tuple[Path, str]]:
    """The contracts that this one becomes after a time in which it could be doubled."""
    if "double" in game.speech:
        for number, key in enumerate(contract.play.raised_to):
            yield (*contract.play.at, "raised_to", number), key
    if any(_in_auction(game, "double")):
        for number, key in enumerate(contract.raised_after_exchange):
            yield (*contract.at, "raised_after_exchange", number), key


def _doubled_alike(contract: Contract, at: Path, key: str) -> Iterator[PremiseUse]:
    hint = "name a contract that is doubled alike"
    text = f"it may have been doubled before, and in '{key}' nothing is ({{place}})"
    yield bars(p.NEVER_DOUBLED, at, text, hint, within=key)
    if contract.kontra == "individual":
        text = f"each may have doubled for himself, and in '{key}' all double together ({{place}})"
        yield bars(p.DOUBLED_TOGETHER, at, text, hint, within=key)
    else:
        text = f"all may have doubled together, and in '{key}' each does for himself ({{place}})"
        yield bars(p.DOUBLED_BY_EACH, at, text, hint, within=key)


# Talon


@setting("order: talon")
def _talon_step(game: Game) -> Iterator[PremiseUse]:
    """The step in which each player takes his packet, and discards nothing yet."""
    if "talon" in game.order:
        at = ("order", game.order.index("talon"))
        text = "no contract lets all players take of the talon"
        yield needs(p.TALON_SHARED, at, text, "write takes: shared, or take talon out", never=True)
    for contract in game.contracts.values():
        if contract.talon is not None and contract.talon.takes == "shared":
            takes: Path = (*contract.talon.at, "takes")
            yield gives(p.TALON_SHARED, takes, within=contract.id)
            if "talon" in game.order:
                yield gives(p.TALON_SHARED_FIRST, takes, within=contract.id)


@setting("talon")
def _talon(game: Game) -> Iterator[PremiseUse]:
    """Cards laid in the middle, and what contracts make of them."""
    if game.talon is not None:
        yield gives(p.TALON_LAID, game.talon.at)
    if game.exchange is not None:
        yield gives(p.TALON_EXCHANGED, game.exchange.at)
    if game.exchange is not None and game.exchange.called_card_in_talon == "may_be_conceded":
        at = (*game.exchange.at, "called_card_in_talon")
        text = "no card has been called when cards are exchanged ({place})"
        yield bars(p.CALLED_AFTER_EXCHANGE, at, text, "take it out, or call before the exchange")
    for contract in game.contracts.values():
        use = contract.talon
        if use is None:
            continue
        text, hint = "there is no talon in this game", "say under talon what lies there"
        yield needs(p.TALON_LAID, use.at, text, hint, key=True)
        yield from _discarded(contract, use)
        if use.takes == "nothing":
            continue
        yield gives(p.CARDS_TAKEN, use.at, within=contract.id)
        text = "it is not said what is discarded for the cards taken"
        if game.talon is not None:
            yield needs(p.TALON_EXCHANGED, use.at, text, "add exchange", key=True)
        if use.takes == "shared" and contract.calls:
            text = "a called card may lie in the talon, and go to any player"
            hint = "write call after exchange in order"
            here = (*use.at, "takes")
            yield needs(p.CALLED_AFTER_EXCHANGE, here, text, hint, within=contract.id)
        text = "cards of the talon are taken, but there is nobody to take them"
        hint = "write takes: nothing"
        at = (*use.at, "takes")
        yield needs(p.HAS_DECLARER, at, text, hint, within=contract.id)


# What is paid


@setting("settlement.each_pays")
def _each_pays(game: Game) -> Iterator[PremiseUse]:
    if game.settlement.each_pays == "evenly":
        yield gives(p.SHARED_EVENLY, (*game.settlement.at, "each_pays"))


@setting("contracts.*.payments")
def _payments(game: Game) -> Iterator[PremiseUse]:
    for contract in game.contracts.values():
        if contract.payments:
            yield gives(p.PAID_BY_TABLE, (*contract.at, "payments"), within=contract.id)


def _shares(amount: int, game: Game, contract: Contract) -> tuple[int, int] | None:
    """The sides, the smaller one first, between which an amount for each of the larger one cannot
    be shared in whole points; None where it always can.
    """
    players = game.table.players
    if players > len(SEATS):
        return None
    most = len(contract.declarers) + (contract.joined.most if contract.joined else 0)
    for side in range(1, min(most, players - 1) + 1 if contract.declarers else players):
        smaller, larger = sorted((side, players - side))
        if amount * larger % smaller:
            return smaller, larger
    return None


def _uneven(
    amount: int | None, at: Path, game: Game, contract: Contract, *, key: bool = False
) -> Iterator[PremiseUse]:
    """What an amount has against being shared evenly in a contract: nothing, where it divides."""
    sides = _shares(amount, game, contract) if amount is not None else None
    if sides is not None:
        smaller, larger = sides
        text = f"{amount} from each of {larger} cannot be shared by {smaller} ({{place}})"
        hint = f"write a multiple of {smaller}, or let another number of players play"
        yield bars(p.SHARED_EVENLY, at, text, hint, key=key)


@setting("contracts.*.value")
def _value(game: Game) -> Iterator[PremiseUse]:
    """What a contract pays, where no case of its payments always holds."""
    for contract in game.contracts.values():
        if any(case.when is None for case in contract.payments):
            continue
        if contract.per_difference is not None:
            here = (*contract.per_difference.at, "pays")
            yield from _uneven(contract.per_difference.pays, here, game, contract)
            continue
        yield from _uneven(contract.value, (*contract.at, "value"), game, contract)
        if contract.lost_value != contract.value:
            here = (*contract.at, "lost_value")
            yield from _uneven(contract.lost_value, here, game, contract)


@setting("bonuses.*.value: shares")
def _bonus_shares(game: Game) -> Iterator[PremiseUse]:
    for bonus in game.bonuses.values():
        for contract in filter(bonus.counts_in, game.contracts.values()):
            for key, plain in (
                ("silent", bonus.value.silent),
                ("announced", bonus.value.announced),
            ):
                worth = plain * contract.bonus_factor if plain is not None else None
                yield from _uneven(worth, (*bonus.value.at, key), game, contract)


@setting("kontra.adds")
def _adds(game: Game) -> Iterator[PremiseUse]:
    if game.kontra is not None and game.kontra.adds:
        for contract in _doubled_in(game):
            yield from _uneven(game.kontra.adds, (*game.kontra.at, "adds"), game, contract)


def _discarded(contract: Contract, use: TalonUse) -> Iterator[PremiseUse]:
    """What a contract says of the cards laid away for those taken."""
    taken = p.CARDS_TAKEN
    text, hint, within = taken.missing, taken.write, contract.id
    if use.keeps is not None:
        yield needs(taken, use.keeps.at, text, hint, within=within, key=True, never=True)
    if use.lost_without is not None:
        text = "the talon is not shared before anything is discarded"
        hint = "write talon among the steps of order, and takes: shared, or take this out"
        at = use.lost_without.at
        yield needs(p.TALON_SHARED_FIRST, at, text, hint, within=within, key=True, never=True)
    if use.discard:
        at = (*use.at, "discard")
        yield needs(taken, at, text, hint, within=within, key=True, never=True)


@setting("play.hold_back")
def _held_back(game: Game) -> Iterator[PremiseUse]:
    """A card called that is kept back."""
    called = p.CARDS_TO_CALL
    for play in (game.play, *(contract.play for contract in game.contracts.values())):
        for rule in play.hold_back:
            own = rule.at[: len(play.at)] == play.at
            if own and rule.card == CALLED_CARD:
                yield needs(called, (*rule.at, "card"), called.missing, called.write)


@setting("contracts.*.must_announce")
def _must_announce(game: Game) -> Iterator[PremiseUse]:
    for contract in game.contracts.values():
        if contract.must_announce:
            at, hint = (*contract.at, "must_announce"), "add announcements"
            text = "there is no step in which it could be announced"
            yield needs(p.ANNOUNCED_AFTER_AUCTION, at, text, hint, key=True, never=True)
            if game.announcements is not None:
                text = "who has to announce speaks first, but others begin here ({place})"
                yield _declarer_begins(game.announcements, at, text)
