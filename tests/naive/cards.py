"""Cards: groups, ranks, which card takes a trick."""

from __future__ import annotations

from functools import cache

from zwanz_ssot.model import CALLED_CARD, Cards, Condition, Game, Play

from .position import Card, Hand, Position, Trick

TRUMPS = "trumps"
"""The suit that trumps are if the rules list them one by one; no suit of a pack has this name."""


@cache
def pack(game: Game) -> tuple[Card, ...]:
    """The pack, in the order of the cards' numbers."""
    return tuple(Card(each.id, each.suit, each.rank) for each in game.deck.cards)


@cache
def named(game: Game) -> dict[str, Card]:
    """The cards by their ids."""
    return {each.id: each for each in pack(game)}


def group(game: Game, cards: Cards) -> Hand:
    """The cards of a group."""
    return frozenset(pack(game)[each.index] for each in game.deck.within(cards.mask))


def card(position: Position, index: int | str) -> Card | None:
    """A card by its number or name, or the called card."""
    if index in (CALLED_CARD, "called_card"):
        return position.called
    return named(position.game)[index] if isinstance(index, str) else pack(position.game)[index]


def equal_cards(position: Position, name: str) -> Hand:
    """The cards that a name means: the called one, or all equal cards of the name."""
    if name == "called_card":
        return frozenset({position.called} if position.called else ())
    suits = position.game.deck.suits
    return frozenset(
        each for each in pack(position.game) if name == f"{suits[each.suit].letter}-{each.rank}"
    )


def play_of(position: Position) -> Play:
    """How the contract is played."""
    contract = position.plays
    assert contract is not None
    return contract.play


def trump(position: Position) -> str | None:
    """The trump suit."""
    play = play_of(position)
    if play.trump.word == "called":
        return position.called.suit if position.called else None
    if play.trump.word == "cards":
        return TRUMPS
    return position.trump if play.trump.word == "named" else play.trump.suit


def trumps_listed(position: Position) -> list[Card]:
    """The trumps that are listed one after the other, the strongest first."""
    found: list[Card] = []
    for entry in play_of(position).trump.cards:
        cards = group(position.game, entry)
        for suit in position.game.deck.suits:
            own = [each for each in cards if each.suit == suit]
            found += sorted(own, key=lambda each: ranks(position, each.suit).index(each.rank))
    return list(dict.fromkeys(found))


def suit_of(position: Position, each: Card) -> str:
    """The suit of a card in this round: a trump of a list has left its own."""
    return TRUMPS if each in trumps_listed(position) else each.suit


def ranks(position: Position, suit: str) -> tuple[str, ...]:
    """The ranks of a suit from the strongest to the weakest, as this round has them."""
    play, deck = play_of(position), position.game.deck
    ranking = play.ranking
    if position.called is not None:
        ranking = play.ranking_if_called.get(position.called.rank, ranking)
    own = deck.suits[suit].ranks
    other = deck.rankings[ranking] if ranking else own
    return other if sorted(other) == sorted(own) else own


def pair_points(position: Position, name: str, letter: str) -> int:
    """The points of a declared pair of the suit with this letter; of trumps if both cards are."""
    rule, suits = position.game.declarations[name], position.game.deck.suits
    pair = [
        each
        for each in pack(position.game)
        if suits[each.suit].letter == letter and each.rank in rule.ranks
    ]
    in_trumps = all(suit_of(position, each) == trump(position) for each in pair)
    return rule.points.trump if in_trumps else rule.points.elsewhere


def best(position: Position, suit: str | None, trick: Trick) -> Card | None:
    """The highest card of a suit in a trick."""
    of_suit = [each for _, each in trick if suit_of(position, each) == suit]
    if play_of(position).equal_cards == "second_wins":
        of_suit.reverse()  # of several that are the best, the first one is taken below
    if suit is None or not of_suit:
        return None
    if suit == TRUMPS:
        order = [each[1:] for each in trumps_listed(position)]
        return min(of_suit, key=lambda each: order.index(each[1:]))
    return min(of_suit, key=lambda each: ranks(position, suit).index(each.rank))


def winner(position: Position, trick: Trick) -> int:
    """Who wins a trick as it lies."""
    played = {each: seat for seat, each in trick}
    for rule in play_of(position).wins:
        if rule.when is not None and not trick_is(position, rule.when, trick):
            continue
        if rule.card is not None:
            taking = card(position, rule.card)
        else:
            taking = best(
                position,
                trump(position) if rule.best_of == "trump" else suit_of(position, trick[0][1]),
                trick,
            )
        if taking in played:
            return played[taking]
    raise AssertionError(f"nobody wins {trick}")


def trick_is(position: Position, condition: Condition, trick: Trick) -> bool:
    """Whether something holds of a trick."""
    args, game = condition.args, position.game
    match condition.word:
        case "all":
            return all(trick_is(position, each, trick) for each in args["of"])
        case "any":
            return any(trick_is(position, each, trick) for each in args["of"])
        case "not":
            return not trick_is(position, args["of"], trick)
        case "trick_has":
            return group(game, args["cards"]) <= {each for _, each in trick}
        case "fall_in_order":
            order = [card(position, index) for index in args["order"]]
            return [each for _, each in trick if each in order] == order
        case "led":
            return trick[0][1] in group(game, args["cards"])
    raise NotImplementedError(condition.word)
