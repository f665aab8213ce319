"""The rules of a game as frozen dataclasses. Knows no YAML and imports nothing of ours.

``cards`` the pack; ``words`` conditions, roles, groups of cards as data; ``bidding`` deal, misdeal, call,
auction, contracts, kontra; ``play`` leading, following, winning; ``scoring`` bonuses, settlement, match;
``game`` all of it together.
"""

from .bidding import Auction, Call, Contract, Cut, DealStep, Forced, Kontra, MisdealReason, Table, Talon, ValueTimes
from .cards import Card, Deck, Name, Suit
from .facts import SEATS, Factor, Ledger, Line, Refusal, Verdict, seats_in
from .game import Dispute, Game, NotUsed, Open, Source, Where
from .play import HoldBack, Play, Rung, WinRule
from .scoring import Bonus, MatchRules, Settlement
from .words import Cards, Condition, Path, Role, Tricks

__all__ = [
    "SEATS",
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
    "Dispute",
    "Factor",
    "Forced",
    "Game",
    "HoldBack",
    "Kontra",
    "Ledger",
    "Line",
    "MatchRules",
    "MisdealReason",
    "Name",
    "NotUsed",
    "Open",
    "Path",
    "Play",
    "Refusal",
    "Role",
    "Rung",
    "Settlement",
    "Source",
    "Suit",
    "Table",
    "Talon",
    "Tricks",
    "ValueTimes",
    "Verdict",
    "Where",
    "WinRule",
    "seats_in",
]
