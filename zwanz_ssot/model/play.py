"""The rules of play: leading, following and winning tricks, and what is said meanwhile."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..paths import Path
from .cards import Deck, Name
from .identifiers import (
    BonusId,
    CardNumber,
    Cards,
    Condition,
    ContractId,
    RankId,
    RankingId,
    Role,
    Tricks,
)


@dataclass(frozen=True, slots=True)
class Rung:
    """One rung of a ladder: ``suit_led``, ``trump``, ``any_card``, or ``cards`` with the cards."""

    word: str
    cards: Cards | None
    at: Path
    when: Condition | None = None
    """When the rung applies; None: always."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HoldBack:
    """A card that may be played only if nothing else is legal; with ``while_holding`` only while
    another of those cards is in the same hand, with ``before_trick`` only before that trick.
    """

    id: str
    card: CardNumber
    """The index of the card, or CALLED_CARD."""
    by: Role
    while_holding: Cards | None = None
    before_trick: int | None = None
    at: Path


@dataclass(frozen=True, slots=True)
class WinRule:
    """A way to win a trick, if ``when`` holds: the best of ``trump`` or ``suit_led``, or a card."""

    best_of: str | None
    card: int | None
    when: Condition | None
    at: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class AnyTime:
    """A word (its ``id``) that may be said at anybody's turn."""

    id: str
    who: Role
    during: Tricks
    """The tricks in which it may be said, each from the lead to the last card."""
    at: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Says:
    """What may be said during the play (``declare``, ``announce``, ``double``, ``raise``): at one's
    turn, before one's card, or at any time.
    """

    first_trick: tuple[str, ...] = ()
    when_leading: tuple[str, ...] = ()
    any_time: tuple[AnyTime, ...] = ()
    at: Path

    @property
    def words(self) -> frozenset[str]:
        """Every word that may be said at some moment."""
        anytime = (rule.id for rule in self.any_time)
        return frozenset((*self.first_trick, *self.when_leading, *anytime))


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnouncedCards:
    """Duties of players who have announced a bonus with a card."""

    due: tuple[BonusId, ...]
    """Their cards have to be played in the trick that the bonus names, if they are legal there."""
    given_up: tuple[BonusId, ...] = ()
    """Of their cards, only the first legal one in this order may be played before that trick."""
    at: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenHands:
    """Hands laid open: of ``everyone``, of the ``opponents`` or of the ``declarers``."""

    after_trick: int = 0
    """0: before the first card."""
    of: str
    at: Path


@dataclass(frozen=True, slots=True)
class Trump:
    """The trumps: a fixed ``suit``, that of the card ``called``, one that is ``named``, these
    ``cards``, or ``none``.
    """

    word: str
    suit: str | None
    """The suit of the word ``suit``; None for the other words."""
    at: Path
    cards: tuple[Cards, ...] = ()
    """The groups of the word ``cards``, the strongest first; each is of one suit, and within it
    the cards rank as they do there.
    """

    def mask(self, deck: Deck) -> int:
        """The trumps as a set; empty if they depend on the round."""
        if self.suit is not None:
            return deck.suits[self.suit].mask
        together = 0
        for group in self.cards:
            together |= group.mask
        return together


@dataclass(frozen=True, slots=True, kw_only=True)
class Play:
    """How a contract is played."""

    first_lead: Role
    trump: Trump
    equal_cards: str = "first_wins"
    """``first_wins`` or ``second_wins``: which of equal cards is the stronger."""
    ranking: RankingId | None = None
    """A ranking of the pack; None: as the pack lists its ranks."""
    ranking_if_called: Mapping[RankId, RankingId] = field(default_factory=dict)
    """Another ranking of the pack, by the rank of the card that is called."""
    lead: tuple[Rung, ...]
    follow: tuple[Rung, ...]
    beat: str
    """``never``, ``if_possible``, or ``in_suit_led``: the best card of the suit led, by those who
    follow.
    """
    hold_back: tuple[HoldBack, ...] = ()
    wins: tuple[WinRule, ...]
    says: Says
    announced_cards: AnnouncedCards | None = None
    open_hands: OpenHands | None = None
    ends_when: str = "all_played"
    """``aim_failed``: the play ends as soon as the declarers cannot reach their aim;
    ``all_played``.
    """
    ends_at_points: int | None = None
    """The play ends after the trick that gives a side so many card points; None: it goes on."""
    raised_to: tuple[ContractId, ...] = ()
    """Contracts to which the declarer's partner may raise this one."""
    at: Path
    beat_at: Path = ()
    """The path of ``beat``: in the game, or in the contract."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclarationPoints:
    """Card points of a declaration in the trump suit, and in another one."""

    trump: int
    elsewhere: int
    at: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Declaration:
    """Cards of these ranks in one suit and one hand."""

    id: str
    name: Name
    ranks: tuple[RankId, ...]
    points: DeclarationPoints
    shown: str
    """``word``: only the points are said; ``cards``: the cards are shown."""
    binds: str
    """``lead_one``: one of the cards has to be led at once; or ``nothing``."""
    counts_if: Condition | None = None
    at: Path
