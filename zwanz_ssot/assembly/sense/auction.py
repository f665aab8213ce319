"""What may be said: the turns, the ladder of contracts, kontra."""

from __future__ import annotations

from ...model import Auction, Contract, Path
from .part import Sense
from .table import seat


def check(sense: Sense) -> None:
    """Note an auction that cannot be held, and contracts that are never reached."""
    if sense.sound(sense.game.auction.at):
        _turns(sense, sense.game.auction)
        _ladder(sense, sense.game.auction)
        _opening(sense, sense.game.auction)
    _call(sense)
    if sense.game.kontra and sense.sound(sense.game.kontra.at):
        _kontra(sense)


def _turns(sense: Sense, auction: Auction) -> None:
    at: Path = (*auction.at, "in_one_turn")
    says, kontra = auction.in_one_turn, sense.game.kontra
    for word in ("bid", "pass"):
        if word not in says:
            sense.unfit(at, f"without '{word}' there is no auction", f"add {word}", key=True)
    if "double" in says and kontra is None:
        sense.unfit((*at, says.index("double")), "nothing says what is doubled", "add kontra, or take double out")
    if "double" not in says and kontra is not None:
        sense.unfit(at, "there are rules for kontra, but nobody can double", "add double, or drop kontra", key=True)
    if "announce" in says and not any(bonus.announced for bonus in sense.game.bonuses.values()):
        text = "no bonus can be announced"
        hint = "give one of them an announced value, or take announce out"
        sense.unfit((*at, says.index("announce")), text, hint)
    players = sense.game.table.players
    if auction.ends_after_passes > players:
        text = f"after {players} passes in a row everybody has passed; {auction.ends_after_passes} are never needed"
        sense.never((*auction.at, "ends_after_passes"), text, f"write {players} or less")


def _ladder(sense: Sense, auction: Auction) -> None:
    fallback = auction.if_all_pass
    for key, contract in sense.game.contracts.items():
        at: Path = ("contracts", key)
        if key not in auction.ladder and key != fallback:
            text = "this contract is never reached"
            hint = "name it in auction.ladder" if contract.declarers else "name it in auction.if_all_pass"
            sense.never(at, text, hint, key=True)
        if key in auction.ladder and not contract.declarers:
            place = (*auction.at, "ladder", auction.ladder.index(key))
            sense.unfit(place, f"nobody can bid '{key}': it has no declarers", "name it in auction.if_all_pass")
        if key == fallback and contract.declarers:
            text = f"'{key}' needs a declarer, but when all pass nobody has bid"
            sense.unfit((*auction.at, "if_all_pass"), text, "name a contract with declarers: []")


def _opening(sense: Sense, auction: Auction) -> None:
    if auction.opening == "may_pass" and auction.if_all_pass is None:
        text = "nobody has to bid, and nothing follows when nobody does"
        sense.unfit((*auction.at, "opening"), text, "add auction.if_all_pass, or write must_bid")
    if auction.opening == "must_bid":
        if auction.if_all_pass is not None:
            text = "the first speaker has to bid, so never do all pass"
            sense.never((*auction.at, "if_all_pass"), text, "drop it, or write opening: may_pass")
        ladder = [sense.game.contracts[key] for key in auction.ladder]
        parts = [("contracts", contract.id) for contract in ladder]
        if sense.sound(*parts) and not any(_always_open(sense, auction, contract) for contract in ladder):
            text = "the first speaker has to bid, but with some hands may bid nothing"
            hint = "let one contract of the ladder be open to every hand, or write may_pass"
            sense.unfit((*auction.at, "opening"), text, hint)


def _always_open(sense: Sense, auction: Auction, contract: Contract) -> bool:
    """Whether the first speaker may bid it with any hand."""
    players, call = sense.game.table.players, sense.game.call
    may = contract.by is None or seat(contract.by, players) == seat(auction.first, players)
    can_call = not contract.calls or (call is not None and len(call.cards) > sense.site.hand_size)
    return may and contract.requires is None and can_call


def _call(sense: Sense) -> None:
    if sense.game.call is not None and not any(contract.calls for contract in sense.game.contracts.values()):
        sense.never(("call",), "no contract calls a card", "write calls: true in one of them, or drop call", key=True)


def _kontra(sense: Sense) -> None:
    kontra = sense.game.kontra
    assert kontra is not None
    for bonus in kontra.implied_by:
        if sense.game.bonuses[bonus].announced is None:
            text = f"'{bonus}' is never announced"
            sense.never((*kontra.at, "implied_by", bonus), text, "give it an announced value", key=True)
    for forced in kontra.forced:
        if forced.item not in kontra.doubles:
            text = f"the {forced.item} has to be doubled here, but cannot be"
            sense.unfit((*forced.at, "item"), text, f"add {forced.item} to kontra.doubles")
    if "announcements" in kontra.doubles and "announce" not in sense.game.auction.in_one_turn:
        place = (*kontra.at, "doubles", kontra.doubles.index("announcements"))
        sense.never(place, "nothing is announced that could be doubled", "take it out")
