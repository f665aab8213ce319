"""Leading, following and winning tricks, and what is declared during the play."""

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
    """One rung of a ladder: ``suit_led``, ``trump``, ``any_card``, or ``cards`` with these
    cards.
    """

    word: str
    cards: Cards | None
    at: Path
    when: Condition | None = None
    """When the rung is there at all; None: always."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HoldBack:
    """A card that is played only when nothing else is legal; with ``while_holding`` only as long as
    another of these is in the same hand, with ``before_trick`` only before the trick of this
    number.
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
    """One way to win a trick: the best of ``trump`` or ``suit_led``, or one very card; if ``when``
    holds.
    """

    best_of: str | None
    card: int | None
    when: Condition | None
    at: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class AnyTime:
    """A word, its ``id``, that is said whoever's turn it is."""

    id: str
    who: Role
    during: Tricks
    """From the lead to the first of these tricks to the last card of each."""
    at: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Says:
    """What may be said during the play: ``declare``, ``announce``, ``double``, ``raise``. At one's
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
    """What their announcers owe the cards they have announced, by bonus."""

    due: tuple[BonusId, ...]
    """Played in the trick that the bonus names, if they are legal there."""
    given_up: tuple[BonusId, ...] = ()
    """Before it, of several that are legal only the first in this order may be played."""
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
        """The trumps as a set; none where only the round tells them."""
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
    """The play ends after the trick with which a side has so many card points; None: it goes on."""
    raised_to: tuple[ContractId, ...] = ()
    """Contracts that the declarer's partner may make of this one."""
    at: Path
    beat_at: Path = ()
    """Where ``beat`` is written: in the game, or in the contract."""


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
    """``word``: only the points are told; ``cards``: the cards are shown."""
    binds: str
    """``lead_one``: one of the cards has to be led at once; ``nothing``."""
    counts_if: Condition | None = None
    at: Path
