"""What has been announced and doubled, read from the words that were said."""

from __future__ import annotations

from zwanz_ssot.model import SEATS

from .position import DECLARERS, DEFENDERS, Position, Word

GAME = "game"


def standing(position: Position) -> tuple[Word, ...]:
    """The words that no higher bid has wiped out."""
    cancels = position.game.auction.overcall_cancels
    left: list[Word] = []
    for word in position.words:
        if word.text.startswith(("bid ", "hold")):
            gone = {"announcements": "announce ", "doubles": "double "}
            left = [
                old for old in left if not any(old.text.startswith(gone[kind]) for kind in cancels)
            ]
        left.append(word)
    return tuple(left)


def announced(position: Position) -> list[tuple[str, Word]]:
    """The bonuses that have been announced, and how."""
    return [
        (word.text.split()[1], word)
        for word in standing(position)
        if word.text.startswith("announce ")
    ]


def doubles(position: Position, item: str, whose: str | int | None = None) -> list[Word]:
    """The words that doubled an item: the game, or a bonus of one side (None: whoever announced
    it); of a game that each opponent doubles for himself, those between this seat and the declarer.
    """
    contract, kontra = position.plays, position.game.kontra
    found: list[Word] = []
    if contract is None or kontra is None:
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
            verb == "announce"
            and kontra.implied_by.get(rest[0]) == item
            and word.side == DEFENDERS
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
