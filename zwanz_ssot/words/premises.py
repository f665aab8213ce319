"""Premises: what one part of the rules needs and another part provides.

A word, a setting or a step *needs* a premise, *gives* it, or *bars* it if the two exclude each
other. Words declare this in the registry (``needs=`` of `zwanz_ssot.words.registry.condition`),
settings and steps in `zwanz_ssot.words.settings`. `zwanz_ssot.assembly.checks.premises` compares
all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ..model import Game, Path


@dataclass(frozen=True, eq=False, slots=True)
class Premise:
    """Something that holds of a rule set, or of one of its contracts. Compared by identity."""

    sentence: str
    """The premise as a sentence: ``a suit is named``."""
    missing: str = ""
    """The text of the problem, at a word that needs it, if nothing gives it."""
    write: str = ""
    """The hint of this problem."""


SUIT_NAMED = Premise("a suit is named for trumps")
NAMED_BEFORE_BIDS = Premise("the trump suit is named before anything is bid")
NAMED_SUIT_PLAYED = Premise("some contract is played with the suit that is named")
CARDS_TO_CALL = Premise(
    "there are cards that may be called",
    "no card is called in this game",
    "list the cards under call",
)
CARD_CALLED = Premise(
    "a card is called",
    "no card is called here",
    "write calls: true, or name a card",
)
FIRST_HAS_TO_BID = Premise("the first speaker has to bid")
FORCED_BID_ANSWERED = Premise("others may go above a bid that a player has to make")
CALLED_WITH_BID = Premise("a card is called with the bid")
LAID_WITH_BID = Premise("a card is laid down with the bid")
CALLED_AFTER_AUCTION = Premise("a card is called after the auction, so a partner is unknown in it")
CALLED_AFTER_EXCHANGE = Premise("a card is called after the exchange")
PARTNER_BY_TALON = Premise("a partner is known only when all have taken of the talon")
PARTNER_BY_RESULT = Premise("a partner is known only by the result of the round")
SIDES = Premise(
    "some play together against the others",
    "all play against all here, so there are no sides",
    "name a player",
)
HAS_DECLARER = Premise(
    "there is a declarer",
    "nobody is the declarer here",
    "name another player or side",
)
DECLARER_ALONE = Premise("the declarer plays alone")
SEVERAL_DECLARERS = Premise("several play the contract, each for himself")
BONUS_TO_ANNOUNCE = Premise("some bonus can be announced")
ANNOUNCED_IN_AUCTION = Premise("bonuses are announced in the auction")
ANNOUNCED_AFTER_AUCTION = Premise("bonuses are announced in a step of their own")
ANNOUNCED_IN_PLAY = Premise("bonuses are announced in the play")
BONUSES_ANNOUNCED = Premise(
    "bonuses are announced",
    "nothing is announced in this game",
    "add announce to auction.in_one_turn, or take this out",
)
KONTRA_RULES = Premise(
    "the rules say what is doubled",
    "nothing is doubled in this game",
    "add kontra, or take this out",
)
DOUBLES_SAID = Premise("somebody can double")
SIDES_HIDDEN = Premise("bonuses are announced while nobody may know who plays with whom")
DOUBLED_IN_AUCTION = Premise("items are doubled in the auction")
DOUBLED_BEFORE_PLAY = Premise("items are doubled before the play")
DOUBLED_AFTER_ANNOUNCING = Premise("an announced bonus can be doubled")
GAME_DOUBLED = Premise("the game can be doubled")
PAID_BY_TABLE = Premise("the game is paid by a table of cases")
SHARED_EVENLY = Premise("every amount is shared evenly within a side")
NUMBERS_BID = Premise("numbers are bid")
VALUE_GROWS = Premise("the value of the game grows with the result of the round")
PAIRS_TO_DECLARE = Premise(
    "the rules say what can be declared",
    "nothing is declared in this game",
    "add declarations, or take this out",
)
PAIRS_DECLARED = Premise("somebody can declare")
CONTRACT_TO_RAISE = Premise("some contract can be raised")
BID_IN_AUCTION = Premise("a contract is bid in the auction")
ANNOUNCED_IN_CONTRACT = Premise("some bonus is announced in a contract")
DECLARER_SPEAKS_FIRST = Premise("the declarer begins the announcements")
NEVER_DOUBLED = Premise("nothing is doubled in a contract")
DOUBLED_TOGETHER = Premise("all opponents double the game together")
DOUBLED_BY_EACH = Premise("each opponent doubles the game for himself")
THROWN_IN = Premise("cards are thrown in")
DOUBLE_ROUNDS_MEET = Premise("the rules say what follows if double rounds start while others run")
OWN_DOUBLE_ROUNDS = Premise("each player has double rounds of his own")
TALON_LAID = Premise("there is a talon", "there is no talon in this game")
CARDS_TAKEN = Premise(
    "cards of the talon are taken",
    "nothing is taken here, so nothing is discarded",
    "take it out",
)
TALON_SHARED = Premise("all players take of the talon")
TALON_SHARED_FIRST = Premise("all players take of the talon before anybody discards")
COUNTED_FOR_DEFENDERS = Premise("cards count for the defenders together")
COUNTED_FOR_DECLARERS = Premise("cards count for several declarers together")
TALON_EXCHANGED = Premise(
    "the rules say what is discarded for cards taken",
    "nothing is discarded in this game",
    "add exchange, or take this out",
)

GIVES, NEEDS, BARS = "gives", "needs", "bars"


@dataclass(frozen=True, slots=True, kw_only=True)
class PremiseUse:
    """A part of the rules that needs, gives or bars a premise.

    ``text`` and ``hint`` are the problem: of a need, if nothing gives the premise; of a bar, if
    something does. ``{place}`` in the text is another line: where the premise is given, or
    ``beside``, where it could be.
    """

    kind: str
    premise: Premise
    at: Path
    within: str = ""
    """The only contract that it applies to; empty: the whole game."""
    text: str = ""
    hint: str = ""
    beside: Path = ()
    key: bool = False
    """Whether the key at ``at`` is wrong, not its value."""
    never: bool = False
    """Whether the part only has no effect."""

    def meets(self, other: PremiseUse) -> bool:
        """Whether both are about the same premise, and a contract in common."""
        same = self.premise is other.premise
        return same and (not self.within or not other.within or self.within == other.within)


def gives(premise: Premise, at: Path, *, within: str = "") -> PremiseUse:
    """The part at this path gives the premise."""
    return PremiseUse(kind=GIVES, premise=premise, at=at, within=within)


def needs(
    premise: Premise,
    at: Path,
    text: str,
    hint: str = "",
    *,
    within: str = "",
    beside: Path = (),
    key: bool = False,
    never: bool = False,
) -> PremiseUse:
    """The part at this path needs the premise."""
    return PremiseUse(
        kind=NEEDS, premise=premise, at=at, text=text, hint=hint,
        within=within, beside=beside, key=key, never=never,
    )  # fmt: skip


def bars(
    premise: Premise,
    at: Path,
    text: str,
    hint: str = "",
    *,
    within: str = "",
    key: bool = False,
) -> PremiseUse:
    """The part at this path excludes what gives the premise."""
    return PremiseUse(
        kind=BARS, premise=premise, at=at, text=text, hint=hint, within=within, key=key
    )  # fmt: skip


def contract_of(at: Path) -> str:
    """The contract whose rule a path is; empty for a rule of the whole game."""
    return str(at[1]) if at[0] == "contracts" else ""


def needs_called_card(at: Path, *, key: bool = False) -> PremiseUse:
    """What the called card needs, where it is named instead of another card."""
    contract = contract_of(at)
    premise = CARD_CALLED if contract else CARDS_TO_CALL
    return needs(premise, at, premise.missing, premise.write, within=contract, key=key)


# settings and steps

UsesOf = Callable[[Game], Iterator[PremiseUse]]
"""From a game to the premises that one setting or step needs, gives and bars."""

SETTINGS: dict[str, UsesOf] = {}


def setting(name: str) -> Callable[[UsesOf], UsesOf]:
    """Decorator that registers a setting or step by its place in the rules; ``*`` is any name."""

    def register(claims: UsesOf) -> UsesOf:
        if name in SETTINGS:
            raise ValueError(f"the setting '{name}' is registered twice")
        SETTINGS[name] = claims
        return claims

    return register
