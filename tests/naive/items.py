"""Announcements and doubles, read from the words that were said."""

from __future__ import annotations

from zwanz_ssot.model import SEATS

from .cards import named
from .position import DECLARERS, DEFENDERS, Position, Word

GAME = "game"
IMPLIED = "imply game"
"""An announcement that doubles the game."""


def standing(position: Position) -> tuple[Word, ...]:
    """The words that no higher bid has cancelled; announcements that stand are their speakers'."""
    cancels = position.game.auction.overcall_cancels
    begins = {"announcements": ("announce ",), "doubles": ("double ", IMPLIED)}
    left: list[Word] = []
    fixed = position.game.fixed_contract
    stands = fixed.contract if fixed is not None else None
    called = ""
    for number, word in enumerate(position.words, 1):
        verb, *rest = word.text.split()
        equal = verb == "bid" and rest[0] == stands  # joins the bid, or ties with it
        settled = verb == "name" and number == position.taken_over
        if (verb in ("bid", "hold") and not equal) or settled:
            gone = [begin for kind in cancels for begin in begins[kind]]
            over, stands = stands, rest[0] if verb == "bid" else stands
            called = rest[1] if rest[1:] else "" if verb == "bid" else called
            of_game = [old.seat for old in left if old.text in ("double game", IMPLIED)]
            own = of_game[:1] == [word.seat]  # the bidder began to double, against another
            if own or _between_two(position, over) or _between_two(position, stands):
                gone += ["double game", IMPLIED]  # these were said to the declarer before
            if stands is not None and position.game.contracts[stands].kontra == "none":
                gone += ["double ", IMPLIED]
            left = [old for old in left if not old.text.startswith(tuple(gone))]
            if "announcements" in cancels:
                left = [old for old in left if not _doubles_a_bonus(old)]
            if stands is not None:
                left = _of_new_sides(position, left, word.seat, stands, called)
        stands = rest[0] if verb == "raise" else stands
        left.append(word)
        if _doubles_by_itself(position, word, stands):
            left.append(word._replace(text=IMPLIED))
    return tuple(left)


def _doubles_a_bonus(word: Word) -> bool:
    verb, *rest = word.text.split()
    return verb == "double" and rest[0] != GAME


def _of_new_sides(
    position: Position, words: list[Word], declarer: int, contract: str, called: str
) -> list[Word]:
    """Words with the sides of those who announced, when a player has made a bid; of two on one side
    who announced the same, that of the first player stands. What does not count now falls away.
    """
    from .roles import declarers

    if not any(word.text.startswith("announce ") for word in words):
        return words
    then = position.but(
        contract=contract,
        declarer=declarer,
        joined=frozenset(),
        called=named(position.game)[called] if called else None,
    )
    found: list[Word] = []
    for word in words:
        if not word.text.startswith("announce "):
            found.append(word)
            continue
        counts_in = position.game.bonuses[word.text.split()[1]].contracts
        if counts_in and contract not in counts_in:
            continue
        side = DECLARERS if word.seat in declarers(then) else DEFENDERS
        same = [each for each in found if (each.text, each.side) == (word.text, side)]
        found = [each for each in found if each not in same or each.seat < word.seat]
        if not any(each.seat < word.seat for each in same):
            found.append(word._replace(side=side))
    return found


def _doubles_by_itself(position: Position, word: Word, contract: str | None) -> bool:
    """Whether a word is an opponent's announcement that doubles the game; it then counts as a
    double.
    """
    verb, *rest = word.text.split()
    kontra, rules = position.game.kontra, position.game.contracts
    if verb != "announce" or kontra is None or word.side != DEFENDERS or contract is None:
        return False
    return kontra.implied_by.get(rest[0]) == GAME and rules[contract].kontra != "none"


def _between_two(position: Position, contract: str | None) -> bool:
    """Whether the game is doubled between the declarer and each opponent alone."""
    return contract is not None and position.game.contracts[contract].kontra == "individual"


def announced(position: Position) -> list[tuple[str, Word]]:
    """The announced bonuses, each with its word."""
    return [
        (word.text.split()[1], word)
        for word in standing(position)
        if word.text.startswith("announce ")
    ]


def doubles(position: Position, item: str, whose: str | int | None = None) -> list[Word]:
    """The words that doubled an item.

    `whose` is the side of a bonus (None: whoever announced it). If each opponent doubles the game
    for himself, it is the opponent's seat.
    """
    contract, kontra = position.plays, position.game.kontra
    found: list[Word] = []
    if contract is None or kontra is None or contract.kontra == "none":
        return found
    for word in standing(position):
        verb, *rest = word.text.split()
        if verb == "double" and rest[0] == item:
            if item != GAME:
                fits = whose is None or rest[1:] in ([], [whose])
            elif contract.kontra == "individual":
                fits = whose in (
                    word.seat,
                    *(n for n, name in enumerate(SEATS) if rest[1:] == [name]),
                )
            else:
                fits = True
            if fits:
                found.append(word)
        elif (
            word.text == IMPLIED
            and item == GAME
            and (contract.kontra != "individual" or whose == word.seat)
            and not found
        ):
            found.append(word)
    return found


def level(position: Position, item: str, seat: int | None = None) -> int:
    """How often an item has been doubled."""
    sides = (DECLARERS, DEFENDERS)
    if item == GAME:
        return len(doubles(position, item, seat))
    return max(len(doubles(position, item, side)) for side in sides)
