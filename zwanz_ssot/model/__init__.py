"""The rules of a game as frozen dataclasses. Knows no YAML and imports nothing of ours.

``cards`` the pack; ``words`` conditions, roles, groups of cards as data; ``bidding`` deal, misdeal,
call, auction, contracts, kontra; ``exchange`` talon, exchange, announcements; ``play`` leading,
following, winning; ``scoring`` bonuses, settlement, match; ``game`` all of it together; ``inside``
each part of it in turn.
"""

from .bidding import (
    AllPass,
    Auction,
    Call,
    Contract,
    Cut,
    DealStep,
    FixedContract,
    Forced,
    Joined,
    Kontra,
    MisdealReason,
    Table,
)
from .cards import Card, Deck, Name, Suit
from .declarations import Declaration
from .exchange import Announcements, Discard, Exchange, Keeps, Talon, TalonUse
from .facts import SEATS, Factor, Ledger, Line, Refusal, Verdict, seats_in
from .game import ALL_PASSED, Dispute, Game, NotUsed, Open, Source, Where
from .inside import inside
from .paying import Payment, PerDifference, ValueTimes, Void
from .play import AnnouncedCards, HoldBack, OpenHands, Play, Rung, Says, WinRule
from .scoring import Bonus, MatchRules, Packets, Settlement
from .words import CALLED_CARD, Cards, Condition, Path, Role, Tricks

__all__ = [
    "ALL_PASSED",
    "CALLED_CARD",
    "SEATS",
    "AllPass",
    "AnnouncedCards",
    "Announcements",
    "Auction",
    "Bonus",
    "Call",
    "Card",
    "Cards",
    "Condition",
    "Contract",
    "Cut",
    "DealStep",
    "Deck",
    "Declaration",
    "Discard",
    "Dispute",
    "Exchange",
    "Factor",
    "FixedContract",
    "Forced",
    "Game",
    "HoldBack",
    "Joined",
    "Keeps",
    "Kontra",
    "Ledger",
    "Line",
    "MatchRules",
    "MisdealReason",
    "Name",
    "NotUsed",
    "Open",
    "OpenHands",
    "Packets",
    "Path",
    "Payment",
    "PerDifference",
    "Play",
    "Refusal",
    "Role",
    "Rung",
    "Says",
    "Settlement",
    "Source",
    "Suit",
    "Table",
    "Talon",
    "TalonUse",
    "Tricks",
    "ValueTimes",
    "Verdict",
    "Void",
    "Where",
    "WinRule",
    "inside",
    "seats_in",
]
