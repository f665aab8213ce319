"""The round of an example: the stated hands, the other cards dealt so that every stated move is
legal, and the stated moves made one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from random import Random
from typing import Any

from ..engine import Round, deal
from ..engine.deal import shuffled
from ..engine.moves import seat_and_move
from ..engine.state import State
from ..model import SEATS, Refusal, Role
from ..problems import RulesAreSilent
from ..source import Path
from ..words.registry import RoleFact, role_is
from .case_context import NOT_LEGAL, CaseContext

PASS, KEEP, THROW_IN = "pass", "keep", "throw-in"
SPACE = " "
"""A blank: it is in every word that may be said before a card, and in no card."""
MOST_MOVES = 1000
"""The most moves before an auction, in which all pass, is taken to have no end."""
SPOKEN = ("auction", "announcements")
"""The steps in which turns are closed by a pass."""


@dataclass(frozen=True, slots=True)
class Turn:
    """What one player says in one turn, each word with its place in the example."""

    path: Path
    seat: int
    words: tuple[tuple[Path, str], ...]

    @property
    def about_misdeal(self) -> bool:
        """Whether the player keeps the cards or throws them in."""
        return self.words[0][1] in (KEEP, THROW_IN)


@dataclass(frozen=True, slots=True)
class Playthrough:
    """How far the moves of an example could be made. Where they stopped: the place in the example,
    what it states, what the rules say instead.
    """

    round: Round
    made: int
    path: Path = ()
    stated: Any = None
    got: Any = None
    refusal: Refusal | None = None

    @property
    def stopped(self) -> bool:
        """Whether a stated move is not legal."""
        return bool(self.path)


def turns(context: CaseContext) -> tuple[Turn, ...]:
    """The turns that the example states. A word that is no move of the game is a problem."""
    found = []
    for number, row in enumerate(context.entry.get("says", ())):
        ((seat, spoken),) = row.items()
        path: Path = ("says", number, seat)
        several = isinstance(spoken, list)
        if several and not spoken:
            context.error(
                path, "nothing is said here", f"write {PASS} for a turn in which nothing is said"
            )
            continue
        words = [
            ((*path, place) if several else path, word)
            for place, word in enumerate(spoken if several else [spoken])
        ]
        for at, word in words:
            known_move(context, at, word)
        found.append(Turn(path, context.seat(path, seat), tuple(words)))
    return tuple(found)


def known_move(context: CaseContext, path: Path, word: str) -> bool:
    """Whether the game has the move; where not, note a problem that suggests the nearest one."""
    moves = context.table.moves
    _, move = seat_and_move(word)
    return bool(moves.find(move)) or context.named(
        path, move, moves.number, "move", where=context.varies
    )


def follow(
    context: CaseContext, start: Round, spoken: Sequence[Turn], *, finish: bool
) -> Playthrough:
    """Make all moves that the example states. With ``finish``, all pass after the last one."""
    playthrough = Playthrough(start, 0)
    for number, turn in enumerate(spoken):
        closed = not (context.entry.get("speaking") and number == len(spoken) - 1)
        playthrough = _turn(playthrough, turn, closed)
        if playthrough.stopped:
            return playthrough
    if not spoken or not spoken[-1].about_misdeal:
        playthrough = _kept(playthrough)
    if finish or "plays" in context.entry:
        playthrough = _all_pass(playthrough)
    for number, trick in enumerate(context.entry.get("plays", ())):
        for place, card in enumerate(trick):
            if playthrough.stopped:
                return playthrough
            playthrough = _made(
                playthrough, ("plays", number, place), card if SPACE in card else f"play {card}"
            )
    return playthrough


def _turn(playthrough: Playthrough, turn: Turn, closed: bool) -> Playthrough:
    """Make the moves of a turn; ``closed`` adds the pass that ends it, which examples leave out."""
    if not turn.about_misdeal:
        playthrough = _kept(playthrough)
    elif turn.words[0][1] == THROW_IN:
        playthrough = _kept(playthrough, turn.seat)
    now = playthrough.round.turn
    if now != turn.seat:
        return Playthrough(
            playthrough.round,
            playthrough.made,
            turn.path,
            SEATS[turn.seat],
            "nobody" if now is None else SEATS[now],
        )
    step = playthrough.round.step
    for path, word in turn.words:
        step = playthrough.round.step
        playthrough = _made(playthrough, path, word)
        if playthrough.stopped:
            return playthrough
    spoken = step in SPOKEN and turn.words[-1][1] != PASS
    open_turn = spoken and playthrough.round.step == step and playthrough.round.turn == turn.seat
    return _made(playthrough, turn.path, PASS) if open_turn and closed else playthrough


def _made(playthrough: Playthrough, path: Path, move: str) -> Playthrough:
    """Make one move, or stop at it."""
    refusal = playthrough.round.why_not(move)
    if refusal is not None:
        return Playthrough(playthrough.round, playthrough.made, path, move, refusal.code, refusal)
    return Playthrough(playthrough.round.after(move), playthrough.made + 1)


def _kept(playthrough: Playthrough, until: int = -1) -> Playthrough:
    """All keep their cards, up to the seat ``until``."""
    while playthrough.round.step == "misdeal" and playthrough.round.turn != until:
        playthrough = Playthrough(playthrough.round.after(KEEP), playthrough.made + 1)
    return playthrough


def _all_pass(playthrough: Playthrough) -> Playthrough:
    """All pass until the auction and the announcements are over."""
    while not playthrough.stopped and playthrough.round.step in SPOKEN:
        if playthrough.made > MOST_MOVES:
            return Playthrough(
                playthrough.round,
                playthrough.made,
                ("says",),
                "an end of the speaking",
                "they speak for ever",
            )
        playthrough = _made(playthrough, ("says",), PASS)
    return playthrough


TRIES = 400
"""The most deals that are tried where an example leaves cards open."""
SAMPLES = 4
"""The deals among these, with all stated moves legal, in which the expectations must hold."""
OPEN = "this depends on cards that the example does not give to anybody; state who holds them"


@cache
def _shuffled(cards: int, seed: int) -> tuple[int, ...]:
    """`shuffled` with chance of its own: at most `TRIES` of each size of pack are kept."""
    return shuffled(cards, Random(seed))


class Holdings:
    """The cards that each player must hold, as the example states them or as its moves imply."""

    def __init__(self, context: CaseContext) -> None:
        self.context = context
        self.hands = [0] * context.players
        self.talon: list[int] = []
        """The first cards of the talon, packet by packet."""

    def place(self, seat: int, cards: int) -> bool:
        """Give cards to a seat; False when somebody else has one of them or the hand is full."""
        taken = any(hand & cards for other, hand in enumerate(self.hands) if other != seat)
        laid = any(cards >> card & 1 for card in self.talon)
        if taken or laid or (self.hands[seat] | cards).bit_count() > self.context.hand_size:
            return False
        self.hands[seat] |= cards
        return True

    def state_hands(self) -> None:
        """Place the hands that the example states."""
        context = self.context
        for name, cards in context.entry.get("hands", {}).items():
            seat = context.seat(("hands", name), name)
            for number, card in enumerate(cards):
                bit = 1 << context.card(("hands", name, number), card)
                if any(hand & bit for hand in self.hands):
                    context.error(("hands", name, number), f"{card} is in another hand already")
                elif not self.place(seat, bit):
                    context.error(
                        ("hands", name, number),
                        f"a hand has {context.hand_size} cards, this is one more",
                    )

    def state_talon(self) -> None:
        """Place the talon that the example states."""
        context, size = self.context, sum(self.context.table.talon)
        for number, card in enumerate(context.entry.get("talon", ())):
            index = context.card(("talon", number), card)
            if index in self.talon or any(hand >> index & 1 for hand in self.hands):
                context.error(("talon", number), f"{card} lies somewhere else already")
            elif len(self.talon) == size:
                context.error(("talon", number), f"the talon has {size} cards, this is one more")
            else:
                self.talon.append(index)

    def conclude(self, spoken: Sequence[Turn]) -> None:
        """Place the cards that the moves imply: a player holds the cards that he plays, announces
        or lays down, and those above the card that he calls.
        """
        moves, game = self.context.table.moves, self.context.game
        called = trump = -1
        contract, bidder = self.context.table.fixed
        for turn in spoken:
            for _, word in turn.words:
                found = moves.find(word)
                made = moves.all[found[0]] if found else None
                if made is not None and made.kind == "bid" and made.contract is not None:
                    contract, bidder = (
                        self.context.table.contract_ids.index(made.contract),
                        turn.seat,
                    )
                    if made.laid is not None:
                        self.place(turn.seat, made.laid.bit)
                    elif made.card is not None and game.call is not None:
                        # a later bid without a call keeps the called card
                        called = made.card.index
                        above = game.call.cards[: game.call.cards.index(called)]
                        self.place(turn.seat, sum(1 << card for card in above))
                elif made is not None and made.kind == "call" and made.card is not None:
                    called = made.card.index
                elif made is not None and made.kind == "trump" and made.suit is not None:
                    trump = made.suit.index
                elif made is not None and made.kind == "announce" and made.item is not None:
                    self._announced(turn.seat, game.bonuses[made.item].announced_by)
        if "partner" in self.context.entry:
            partner = self.context.seat(("partner",), self.context.entry["partner"])
            if called < 0:
                self.context.error(("partner",), "nobody has called a card, so nobody is a partner")
            elif not self.place(partner, 1 << called):
                card = game.deck.cards[called].id
                self.context.error(
                    ("partner",),
                    f"{self.context.entry['partner']} cannot hold {card}, which was called",
                )
        self._played(contract, bidder, called, trump)

    def _announced(self, seat: int, role: Role | None) -> None:
        """Place the card that an announcement implies, where only its holder may make it."""
        index = self.context.table.index
        if (
            role is not None
            and role_is(role, RoleFact.BY_CARD)
            and isinstance(role.arg, str)
            and role.arg in index
        ):
            self.place(seat, 1 << index[role.arg])

    def _played(self, contract: int, bidder: int, called: int, trump: int) -> None:
        """Place the cards that are played or declared, following who leads each trick."""
        context = self.context
        tricks = context.entry.get("plays", ())
        fallback = context.game.auction.played_if_all_pass
        if contract < 0 and fallback:
            contract = context.table.contract_ids.index(fallback)
        if contract < 0 or not tricks:
            return
        state = State(context.table)
        state.contract, state.declarer, state.called_card, state.trump = (
            contract,
            bidder,
            called,
            trump,
        )
        first_lead = context.table.seats(context.table.contracts[contract].play.first_lead)
        leader = first_lead(state, 0).bit_length() - 1
        rules = context.table.play_step.tricks(state)
        pairs = context.table.play_step.in_play_calls.declarations.pairs
        for trick in tricks:
            cards: list[int] = []
            for word in trick:
                seat = (leader + len(cards)) % context.players
                if word in context.table.index:
                    cards.append(context.table.index[word])
                    self.place(seat, 1 << cards[-1])
                for pair in (
                    pairs[move] for move in context.table.moves.find(word) if move in pairs
                ):
                    self.place(seat, pair.cards)
            if (
                len(set(cards)) == len(cards) == context.players
            ):  # incomplete tricks are reported elsewhere
                best = rules.winner(sum(1 << card for card in cards), cards[0], cards)
                leader = (leader + cards.index(best)) % context.players

    def deals(self) -> Iterator[tuple[list[list[str]], list[str]]]:
        """Whole deals, hands and talon, that agree with what is known; always the same ones in the
        same order.
        """
        deck, size = self.context.game.deck, self.context.hand_size
        rest = deck.all & ~sum(self.hands) & ~sum(1 << card for card in self.talon)
        for number in range(TRIES if rest else 1):
            loose = [card for card in _shuffled(len(deck.cards), number) if rest >> card & 1]
            hands = []
            for held in self.hands:
                missing = size - held.bit_count()
                full = held | sum(1 << card for card in loose[:missing])
                loose = loose[missing:]
                hands.append(list(deck.shown(full)))
            yield hands, [deck.cards[card].id for card in (*self.talon, *loose)]


def rounds(
    context: CaseContext, holdings: Holdings, spoken: Sequence[Turn], *, finish: bool = False
) -> list[Round]:
    """The round that the example states, once with each of up to `SAMPLES` deals of the cards that
    it leaves open. Empty, with a difference noted, where no deal makes all stated moves legal.
    """
    left = context.carried().as_dict()
    found: list[Round] = []
    best: Playthrough | None = None
    starts: Iterator[Round]
    if "pack" in context.entry:
        starts = iter([deal(context.game, pack=context.entry["pack"], **left)])
    else:
        starts = (
            deal(context.game, hands=hands, talon=talon, **left)
            for hands, talon in holdings.deals()
        )
    thrown_in = "thrown_in" in context.entry["expect"]
    for start in starts:
        playthrough = follow(context, start, spoken, finish=finish)
        if playthrough.stopped or (
            playthrough.round.thrown_in and not thrown_in and not _all_given(context, holdings)
        ):
            if best is None or playthrough.made > best.made:
                best = playthrough
            continue
        found.append(playthrough.round)
        if len(found) == SAMPLES:
            break
    if not found and best is not None:
        _report_refusal(context, best, spoken)
    return found


def _all_given(context: CaseContext, holdings: Holdings) -> bool:
    """Whether the example leaves no card open."""
    return "pack" in context.entry or all(
        hand.bit_count() == context.hand_size for hand in holdings.hands
    )


_ANOTHER, _OVER = "another player has the word", "the auction is over"
_AFTER_WORDS = ("exchange", "play", "over")
"""Steps after the last one in which players speak in turn."""


def _report_refusal(context: CaseContext, playthrough: Playthrough, spoken: Sequence[Turn]) -> None:
    """Note the first illegal move, in the deal in which most moves could be made."""
    if playthrough.refusal is not None:
        context.not_allowed(playthrough.path, playthrough.stated, playthrough.refusal, NOT_LEGAL)
    elif playthrough.stopped:
        context.differ(
            playthrough.path,
            playthrough.stated,
            playthrough.got,
            note=_OVER if playthrough.round.step in _AFTER_WORDS else _ANOTHER,
        )
    else:
        path = spoken[0].path if spoken else ("hands",)
        context.differ(path, "a round", f"thrown in: {playthrough.round.thrown_in}")


def in_each(
    context: CaseContext, played: Sequence[Round], compare: Callable[[CaseContext, Round], None]
) -> None:
    """Compare in each of the rounds: what is expected must hold in all of them. Where it fails in
    only some, the differences of the first of these remain, with a note.
    """
    failed = context.differences
    failures = 0
    for each in played:
        try:
            compare(context, each)
        except RulesAreSilent as silent:
            context.silent(("expect",), silent)
        context.done()
        if context.differences:
            failures += 1
            failed = failed or context.differences
            context.differences = []
    if 0 < failures < len(played):
        failed = [replace(difference, note=OPEN) for difference in failed]
    context.differences = failed
