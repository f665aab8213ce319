"""The play: the tricks, cards that are owed in them, and aims that have failed before the last one."""

from __future__ import annotations

from ..model import CALLED_CARD, Condition, Path, Refusal, Tricks, seats_in
from ..words.joints import ALL
from ..words.registry import Test, card_and_trick, parts
from ..words.tricks import span
from .in_play_calls import InPlayCalls
from .plan import Plan
from .state import OwedCard, State, narrowed
from .trick import TrickRules, in_force


class CardObligations:
    """What the rules of one contract ask of announced cards."""

    def __init__(self, table: Plan, contract: int) -> None:
        rule = table.contracts[contract].play.announced_cards
        self.rule = rule
        self.rows: list[tuple[int, int, int, bool, bool]] = []
        """Bonus, card (or `CALLED_CARD`), trick, whether it is due in that, whether it is given up in an
        order.
        """
        for key in dict.fromkeys((*rule.given_up, *rule.due)) if rule else ():
            named = named_card(table.game.bonuses[key].won)
            if named is not None and rule is not None:
                card, trick = named
                number = span(trick, table.tricks).numbers[0]
                self.rows.append(
                    (
                        table.bonus_ids.index(key),
                        card,
                        number,
                        key in rule.due,
                        key in rule.given_up,
                    )
                )

    def of(self, state: State) -> tuple[tuple[OwedCard, ...], ...]:
        """What each seat owes, in the order of giving up; nothing at all when nobody announced any."""
        said = state.said
        rows = [row for row in self.rows if said[1 + 2 * row[0]] >= 0 or said[2 + 2 * row[0]] >= 0]
        if not rows:
            return ()
        found: list[list[OwedCard]] = [[] for _ in range(state.players)]
        for bonus, card, trick, due, in_order in rows:
            card = state.called_card if card == CALLED_CARD else card
            if card < 0:  # no card is called in this contract
                continue
            for seat in {said[1 + 2 * bonus], said[2 + 2 * bonus]} - {-1}:
                found[seat].append(OwedCard(1 << card, trick, due, in_order))
        return tuple(map(tuple, found))

    def why_not(self, state: State, card: int, cards: int) -> Refusal | None:
        """Why one of these legal cards may not be played."""
        assert self.rule is not None
        now, owed = len(state.winners), state.due[state.turn]
        left = narrowed(cards, owed, now)
        if left >> card & 1:
            return None
        due = any(each.due and each.bit == left and each.trick == now for each in owed)
        code, key = ("due_now", "due") if due else ("give_up_first", "given_up")
        return Refusal(code, (*self.rule.at, key), {"cards": left})


def named_card(condition: Condition) -> tuple[int, Tricks] | None:
    """The card and the trick that a condition names; None where it names none."""
    inner = parts(condition) if condition.word == ALL else (condition,)
    found = (card_and_trick(part) if part is condition else named_card(part) for part in inner)
    return next((named for named in found if named is not None), None)


class PlayRoom:
    """Playing a contract to the last trick, or until its aim has failed."""

    kind = "play"

    def __init__(self, table: Plan) -> None:
        self.table = table
        self._players, self._cards, self._size = table.players, table.cards, table.tricks
        find = table.seats
        self._plays = [contract.play for contract in table.contracts]
        self._first = [find(play.first_lead) for play in self._plays]
        self._held = [[find(rule.by) for rule in play.hold_back] for play in self._plays]
        self._free = [
            [
                (1 << number, rule.before_trick)
                for number, rule in enumerate(play.hold_back)
                if rule.before_trick
            ]
            for play in self._plays
        ]
        """By contract: the rules that keep cards back before a trick only, each as its bit with the
        trick's number.
        """
        self._same = [not play.trump_from and not play.ranking_if_called for play in self._plays]
        """By contract: whether trumps and ranking are the same in every round."""
        self._holds_called = [
            any(rule.card == CALLED_CARD for rule in play.hold_back) for play in self._plays
        ]
        """By contract: whether it matters for the play which card was called, because it may be
        held back.
        """
        self._tricks: dict[tuple[int, str | None, str | None, int], TrickRules] = {}
        self.asides = InPlayCalls(table)
        self._talks = self.asides.talks
        self._due = [CardObligations(table, number) for number in range(len(self._plays))]
        self._failed: list[Test | None] = [
            table.words.hopeless(aim)
            if aim is not None and play.ends_when == "aim_failed"
            else None
            for aim, play in ((contract.objective, contract.play) for contract in table.contracts)
        ]

    def tricks(self, state: State) -> TrickRules:
        """The rules for tricks in the contract of this round, with its trump suit and its ranking."""
        number = state.contract
        play, deck = self._plays[number], self.table.game.deck
        trump, ranking = (
            (play.trump, play.ranking)
            if self._same[number]
            else in_force(play, deck, state.called_card, state.trump)
        )
        called = state.called_card if self._holds_called[number] else CALLED_CARD
        found = self._tricks.get((number, trump, ranking, called))
        if found is None:
            found = self._tricks[number, trump, ranking, called] = TrickRules(
                play, deck, trump, ranking, called
            )
        return found

    def enter(self, state: State) -> None:
        """Find who leads, who holds which cards back, and what is owed."""
        state.rules = self.tricks(state)
        state.leader = state.turn = self._first[state.contract](state, 0).bit_length() - 1
        for number, by in enumerate(self._held[state.contract]):
            for seat in seats_in(by(state, 0)):
                state.held[seat] |= 1 << number
        for seat, card in enumerate(state.laid):
            if card >= 0:
                state.tied[seat] = 1 << card
        self.asides.enter(state)
        self._bind(state)

    def _bind(self, state: State) -> None:
        """See what binds a card beside the rules for tricks."""
        if self._due[state.contract].rows:
            state.due = self._due[state.contract].of(state)
        state.bound = bool(state.due) or any(state.tied)

    def legal(self, state: State) -> int:
        """The cards that may be played now, as a set."""
        turn, trick, rules = state.turn, state.trick, state.rules
        assert rules is not None
        led = state.played[-state.in_trick] if trick else 0
        cards = rules.legal(state.hands[turn], trick, led, state.held[turn], state.played)
        return self._bound(state, cards) if state.bound else cards

    @staticmethod
    def _bound(state: State, cards: int) -> int:
        """What is left of legal cards by what the seat has declared, laid down or announced."""
        if tied := state.tied[state.turn]:
            return cards & tied or tied
        if state.due and (owed := state.due[state.turn]):
            return narrowed(cards, owed, len(state.winners))
        return cards

    def moves(self, state: State) -> list[int]:
        """The cards that may be played now, and what may be said before."""
        turn, rules = state.turn, state.rules
        cards = state.hands[turn]
        if rest := cards & cards - 1:  # the last card of a hand is always legal
            assert rules is not None
            trick, played = state.trick, state.played
            cards = rules.legal(
                cards, trick, played[-state.in_trick] if trick else 0, state.held[turn], played
            )
            if state.bound:
                cards = self._bound(state, cards)
            rest = cards & cards - 1
        found = [(cards ^ rest).bit_length() - 1]
        while rest:
            cards, rest = rest, rest & rest - 1
            found.append((cards ^ rest).bit_length() - 1)
        if self._talks[state.contract] and (words := self.asides.words(state)):
            self.asides.add_moves(state, words, found)
        return found

    def apply(self, state: State, move: int) -> None:
        """Say something, or play a card: the last one of a trick ends it, the last trick the play."""
        if move >= self._cards:
            self._say(state, move)
            return
        seat, players = state.turn, self._players
        bit = 1 << move
        state.hands[seat] ^= bit
        state.trick = trick = state.trick | bit
        state.played.append(move)
        state.in_trick = in_trick = state.in_trick + 1
        if state.bound:
            state.tied[seat] = 0
        if in_trick < players:
            state.turn = seat + 1 if seat + 1 < players else 0
            return
        in_order, rules = state.played[-players:], state.rules
        assert rules is not None
        best = rules.winner(trick, in_order[0], in_order)
        winner = (seat + 1 + in_order.index(best)) % players
        state.taken[winner] |= trick
        state.winners.append(winner)
        state.winning.append(best)
        state.trick = state.in_trick = 0
        state.turn = winner
        for rule, number in self._free[state.contract]:
            if number == len(state.winners) + 1:
                state.held = [held & ~rule for held in state.held]
        test = self._failed[state.contract]
        if len(state.winners) == self._size or (test is not None and test(state, state.declarers)):
            self._end(state)

    def _say(self, state: State, move: int) -> None:
        before = state.contract
        self.asides.apply(state, move)
        if state.contract != before:
            state.rules = self.tricks(state)
        self._bind(state)

    def _end(self, state: State) -> None:
        self.asides.declarations.count(state)
        self.table.leave(state)

    def why_not(self, state: State, move: int) -> Refusal | None:
        """Why a card may not be played, or something not be said."""
        made = self.table.moves.all[move]
        if made.kind != "play":
            if made.kind in ("declare", "announce", "double", "raise"):
                return self.asides.why_not(state, move)
            return Refusal("wrong_step", ("play",), {"step": "play"})
        turn, rules, hand = state.turn, state.rules, state.hands[state.turn]
        assert rules is not None
        if (tied := state.tied[turn]) and hand >> move & 1:
            return None if self.legal(state) >> move & 1 else self._why_tied(state, tied)
        led = state.played[-state.in_trick] if state.trick else 0
        refused = rules.why_not(move, hand, state.trick, led, state.held[turn], state.played)
        if refused is None and state.due:
            cards = rules.legal(hand, state.trick, led, state.held[turn], state.played)
            return self._due[state.contract].why_not(state, move, cards)
        return refused

    def _why_tied(self, state: State, tied: int) -> Refusal:
        rule = self.tied_by(state)
        return Refusal(
            "lead_declared" if rule[-1] == "binds" else "laid_card", rule, {"cards": tied}
        )

    def tied_by(self, state: State) -> Path:
        """The rule that binds the seat to certain cards now: of what it declared, or laid down."""
        for move in reversed(state.pairs[state.turn]):
            pair = self.asides.declarations.pairs[move]
            if pair.cards == state.tied[state.turn]:
                return (*pair.rule.at, "binds")
        return (*self.table.contracts[state.contract].at, "lays_card")
