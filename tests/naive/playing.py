"""The play: the words before a card, the legal cards, the end."""

from __future__ import annotations

from zwanz_ssot.model import SEATS, Condition, Rung, Suit, Tricks

from .announcing import announcements, doublings
from .cards import best, card, group, named, pack, pair_points, play_of, suit_of, trump, winner
from .items import announced
from .outcome import asks_each, over
from .position import Card, Hand, Position
from .roles import declarers, one, seats


def enter(position: Position) -> Position:
    """The first lead."""
    return position.turn_of(one(position, play_of(position).first_lead))


def moves(position: Position) -> list[str]:
    """The words that may be said before the card, and the cards."""
    return [
        *_sayable(position, words_now(position)),
        *(f"play {each.id}" for each in legal(position)),
    ]


def apply(position: Position, move: str) -> Position:
    """The position after a word, which leaves the turn open, or after a card."""
    verb, _, name = move.partition(" ")
    if verb == "raise":
        return position.with_word(move).but(contract=name)
    if verb != "play":
        return position.with_word(move)
    played = named(position.game)[name]
    hands = tuple(hand - {played} for hand in position.hands)
    lies = position.but(hands=hands, table=(*position.table, (position.mover, played)))
    if len(lies.table) < lies.players:
        return lies.turn_of(lies.next(lies.mover))
    won = winner(lies, lies.table)
    done = lies.but(tricks=(*lies.tricks, lies.table), winners=(*lies.winners, won), table=())
    if not any(done.hands) or _aim_failed(done) or _enough_points(done):
        return done.end_step()
    return done.turn_of(won)


def out_of_turn(position: Position) -> list[str]:
    """The words of all others than the mover, each after the name of its speaker."""
    found = []
    for seat in range(position.players):
        if seat != position.seat:
            speaking = position.but(seat=seat)
            words = _sayable(speaking, _whenever(speaking))
            found += [f"{SEATS[seat]}: {word}" for word in words]
    return found


def _whenever(position: Position) -> set[str]:
    """The kinds of words that the speaker may say at any time during this trick."""
    now = len(position.tricks) + 1
    return {
        each.id
        for each in play_of(position).says.any_time
        if now in tricks_meant(position, each.during)
        and position.mover in seats(position, each.who, position.mover)
    }


def tricks_meant(position: Position, tricks: Tricks) -> range:
    """The numbers of some tricks, counted from 1."""
    last = position.game.hand_size
    match tricks.word:
        case "first":
            return range(1, tricks.count + 1)
        case "number":
            return range(tricks.count, tricks.count + 1)
        case "last":
            return range(last, last + 1)
        case "every_trick":
            return range(1, last + 1)
    raise NotImplementedError(tricks.word)


def words_now(position: Position) -> set[str]:
    """The kinds of words that the mover may say before the card."""
    says = play_of(position).says
    words = _whenever(position)
    words |= set(says.first_trick if not position.tricks else ())
    words |= set(says.when_leading if not position.table else ())
    return words


def _sayable(position: Position, words: set[str]) -> list[str]:
    """The words of these kinds that the speaker may say."""
    if bound(position):
        words = words - {"declare"}
    found = []
    if "announce" in words:
        found += announcements(position)
    if "double" in words:
        found += doublings(position)
    if "declare" in words:
        found += _declarations(position)
    if (
        "raise" in words
        and position.mover != position.declarer
        and position.mover in declarers(position)
    ):
        found += [f"raise {contract}" for contract in play_of(position).raised_to]
    return found


def pair(position: Position, ranks: tuple[str, ...], suit: Suit) -> Hand:
    return frozenset(
        each for each in pack(position.game) if each.suit == suit.id and each.rank in ranks
    )


def _declarations(position: Position) -> list[str]:
    """The pairs in the hand that have not been declared yet."""
    own = {word.text for word in position.words if word.seat == position.mover}
    has_laid = dict(position.laid).get(position.mover) in position.hand
    found = []
    for declaration in position.game.declarations.values():
        if has_laid and declaration.binds == "lead_one":
            continue  # the card laid down has to be led, so no pair can be
        for suit in position.game.deck.suits.values():
            text = f"declare {declaration.id} {suit.letter}"
            held = pair(position, declaration.ranks, suit)
            if len(held) == len(declaration.ranks) and held <= position.hand and text not in own:
                found.append(text)
    return found


def bound(position: Position) -> Hand:
    """The pair that was just declared, if one of its cards has to be led."""
    for text in position.this_turn():
        verb, *rest = text.split()
        if verb == "declare" and position.game.declarations[rest[0]].binds == "lead_one":
            suit = next(
                suit for suit in position.game.deck.suits.values() if suit.letter == rest[1]
            )
            return pair(position, position.game.declarations[rest[0]].ranks, suit)
    return frozenset()


def legal(position: Position) -> Hand:
    """The legal cards, by the rules for tricks and by whatever else binds a card."""
    cards = _by_the_trick(position)
    laid = dict(position.laid).get(position.mover)
    if laid is not None and laid in position.hand:
        return frozenset({laid})
    if tied := bound(position) & cards:
        return tied
    return _announced_cards(position, cards)


def _by_the_trick(position: Position) -> Hand:
    """The cards that the rules for tricks allow.

    They are those of the first rung that the hand can serve; of these, the cards that beat, if it
    must beat; of these, the cards that are not kept back, if there are any.
    """
    _, cards = _rung(position)
    if position.table:
        cards = _beating(position, cards)
    kept = _kept_back(position, cards)
    return cards - kept or cards


def _rung(position: Position) -> tuple[Rung, Hand]:
    """The first rung that the hand can serve, and the cards with which it does."""
    play = play_of(position)
    whole = play.follow if position.table else play.lead
    ladder = [rung for rung in whole if rung.when is None or _now(position, rung.when)]
    return next((rung, found) for rung in ladder if (found := _serves(position, rung)))


def _kept_back(position: Position, cards: Hand) -> Hand:
    """The cards that are kept back now, of `cards`."""
    return frozenset(
        each
        for rule in play_of(position).hold_back
        if (each := card(position, rule.card)) in cards
        and position.mover in seats(position, rule.by, position.mover)
        and (rule.before_trick is None or len(position.tricks) + 1 < rule.before_trick)
        and (
            rule.while_holding is None
            or (position.hand - {each}) & group(position.game, rule.while_holding)
        )
    )


def why_not(position: Position, move: str) -> str | None:
    """Why a card may not be played, in one word; None if it may.

    The first rule for a card that forbids it is named: the hand, the trick, heading it, keeping a
    card back, an announced card.
    """
    played, hand = named(position.game)[move.partition(" ")[2]], position.hand
    if played not in hand:
        return "not_in_hand"
    if played in legal(position):
        return None
    if dict(position.laid).get(position.mover) in hand:
        return "laid_card"
    pair = bound(position)
    if pair & _by_the_trick(position) and played not in pair:
        return "lead_declared"
    rung, cards = _rung(position)
    if played not in cards:
        other = "must_play_of" if position.table else "must_lead_of"
        return {"suit_led": "must_follow", "trump": "must_trump"}.get(rung.word, other)
    if position.table and played not in _beating(position, cards):
        return "must_beat"
    left = _by_the_trick(position)
    if played not in left:
        return "held_back"
    due = _due(position, left)
    return "due_now" if due is not None else "give_up_first"


def _now(position: Position, condition: Condition) -> bool:
    """Whether a condition holds of the play so far."""
    args = condition.args
    match condition.word:
        case "all":
            return all(_now(position, each) for each in args["of"])
        case "any":
            return any(_now(position, each) for each in args["of"])
        case "not":
            return not _now(position, args["of"])
        case "played":
            seen = {each for trick in (*position.tricks, position.table) for _, each in trick}
            return bool(seen & group(position.game, args["cards"]))
        case "this_trick":
            tricks = args["trick"]
            number, size = len(position.tricks) + 1, position.game.hand_size
            return {
                "last": number == size,
                "every_trick": True,
                "first": number <= tricks.count,
                "number": number == tricks.count,
            }[tricks.word]
    raise NotImplementedError(condition.word)


def _serves(position: Position, rung: Rung) -> Hand:
    if rung.word == "any_card":
        return position.hand
    if rung.word == "cards":
        assert rung.cards is not None
        return position.hand & group(position.game, rung.cards)
    suit = trump(position) if rung.word == "trump" else suit_of(position, position.table[0][1])
    return frozenset(each for each in position.hand if suit_of(position, each) == suit)


def _beating(position: Position, cards: Hand) -> Hand:
    """The cards, of `cards`, that head the trick, if it has to be headed and any does; else all.

    Where only cards of the suit led have to beat, those of other suits stay as well.
    """
    beat, led = play_of(position).beat, suit_of(position, position.table[0][1])
    if beat == "never":
        return cards
    following = frozenset(
        each for each in cards if beat == "if_possible" or suit_of(position, each) == led
    )
    heading = frozenset(each for each in following if _heads(position, each))
    return (cards - following) | heading if heading else cards


def _heads(position: Position, played: Card) -> bool:
    """Whether a card would win the trick, or, if the rules ask only for that, is the highest of the
    suit led.
    """
    table = (*position.table, (position.mover, played))
    if play_of(position).beat == "in_suit_led":
        return best(position, suit_of(position, position.table[0][1]), table) == played
    return winner(position, table) == position.mover


def _announced_cards(position: Position, cards: Hand) -> Hand:
    """The cards that announced cards leave: in its own trick an announced card alone; before that,
    of several that have to be given up, only the first in order.
    """
    rule = play_of(position).announced_cards
    if rule is None:
        return cards
    due = _due(position, cards)
    if due is not None:
        return frozenset({due})
    mine, now = _announced_by_mover(position), len(position.tricks) + 1
    waiting = []
    for bonus in rule.given_up:
        if bonus in mine:
            own, number = _its_trick(position, bonus)
            if number > now and own in cards and own not in waiting:
                waiting.append(own)
    return cards - frozenset(waiting[1:])


def _announced_by_mover(position: Position) -> set[str]:
    return {bonus for bonus, word in announced(position) if word.seat == position.mover}


def _due(position: Position, cards: Hand) -> Card | None:
    """The first of `cards` that its announcer must play in this trick."""
    rule = play_of(position).announced_cards
    mine, now = _announced_by_mover(position), len(position.tricks) + 1
    for bonus in rule.due if rule is not None else ():
        if bonus in mine:
            own, number = _its_trick(position, bonus)
            if number == now and own in cards:
                return own
    return None


def _its_trick(position: Position, bonus: str) -> tuple[Card | None, int]:
    """The first card that a bonus names for one trick, and this trick; no card if it is the called
    one and none is called.
    """
    last = position.game.hand_size
    for each in _flat(position.game.bonuses[bonus].won):
        if each.word in ("card_wins_trick", "card_in_trick"):
            found, trick = card(position, each.args["card"]), each.args["trick"]
            if trick.word in ("number", "last"):
                return found, trick.count if trick.word == "number" else last
    raise AssertionError(f"{bonus} names no card")


def _flat(condition: Condition) -> list[Condition]:
    return (
        [inner for each in condition.args["of"] for inner in _flat(each)]
        if condition.word == "all"
        else [condition]
    )


def _enough_points(position: Position) -> bool:
    """Whether a side has the card points that end the play."""
    wanted = play_of(position).ends_at_points
    if wanted is None:
        return False
    game, ours = position.game, declarers(position)
    sides = (
        [ours, frozenset(range(position.players)) - ours]
        if ours
        else [frozenset({seat}) for seat in range(position.players)]
    )
    return any(
        sum(_points_of(position, seat) for seat in side) >= wanted * game.unit for side in sides
    )


def _points_of(position: Position, seat: int) -> int:
    """The card points that a player has taken and declared so far, in parts of a point."""
    game, worth = position.game, 0
    for taker, trick in zip(position.winners, position.tricks, strict=True):
        if taker == seat:
            worth += sum(game.worth(game.deck.by_id[each.id]) for _, each in trick)
    for word in position.words:
        verb, *rest = word.text.split()
        if verb == "declare" and word.seat == seat:
            declaration = game.declarations[rest[0]]
            if declaration.counts_if is not None:
                args = declaration.counts_if.args
                assert declaration.counts_if.word == "tricks_won" and "at_least" in args
                if position.winners.count(seat) < args["at_least"]:
                    continue
            worth += game.unit * pair_points(position, rest[0], rest[1])
    return worth


def _aim_failed(position: Position) -> bool:
    """Whether the play ends early, as no declarer can reach his aim any more."""
    contract, ours = position.plays, declarers(position)
    assert contract is not None
    aim = contract.objective
    if contract.play.ends_when != "aim_failed" or aim is None:
        return False
    each = [frozenset({seat}) for seat in ours] if asks_each(aim) else [ours]
    return all(_is_lost(position, aim, own) for own in each)


def _is_lost(position: Position, aim: Condition, own: frozenset[int]) -> bool:
    """Whether an aim of these players about tricks is out of reach, whatever is played.

    Other aims, and negated ones, are open until the end.
    """
    if aim.word == "all":
        return any(_is_lost(position, each, own) for each in aim.args["of"])
    if aim.word == "any":
        return all(_is_lost(position, each, own) for each in aim.args["of"])
    if aim.word != "tricks_won":
        return False
    side = over(position).seats(aim.args["side"], own)
    won = len([seat for seat in position.winners if seat in side])
    left = position.game.hand_size - len(position.tricks)
    if "exactly" in aim.args:
        return not won <= aim.args["exactly"] <= won + left
    if "at_least" in aim.args:
        return won + left < int(aim.args["at_least"])
    wanted = over(position).numbers(aim.args["all_of"])
    return any(n in wanted and seat not in side for n, seat in enumerate(position.winners))
