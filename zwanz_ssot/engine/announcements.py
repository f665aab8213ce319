"""The step after the exchange: announcements and doubles, until enough seats pass in a row."""

from __future__ import annotations

from ..model import Announcements, Forced, Refusal
from ..model.identifiers import item_of
from .announcer import Announcer
from .plan import Plan
from .state import State


def announcer_after_exchange(plan: Plan) -> Announcer:
    """The announcer of this step; the auction uses it for announcements made with a bid."""
    rules = plan.game.announcements
    assert rules is not None
    return Announcer(
        plan,
        step="announcements",
        at=rules.at,
        words=rules.in_one_turn,
        rules=rules,
    )


class AnnouncementsStep:
    """Announcements and doubles after the exchange, in turn."""

    kind = "announcements"

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        rules = plan.game.announcements
        assert rules is not None
        self.rules: Announcements = rules
        self.announcer = announcer_after_exchange(plan)
        self._first = plan.seats(rules.first)
        self._pass = plan.moves.pass_
        self._raises = [
            {
                plan.moves.raises[raised]: plan.contract_ids.index(raised)
                for raised in (*contract.raised_after_exchange, *contract.becomes)
            }
            for contract in plan.contracts
        ]
        """By contract: the contracts that the declarer may raise to, by move."""
        self._raised = any(self._raises)
        self._must_raise = [bool(contract.becomes) for contract in plan.contracts]
        """By contract: whether the declarer must play another one instead."""

    def enter(self, state: State) -> None:
        """Give the first seat the turn. Ends the step where nothing can be said, and where there
        are no declarers.
        """
        words = self.announcer.has_words(state.contract) or bool(self._raises[state.contract])
        if not state.declarers or not words:
            self.plan.leave(state)
            return
        state.turn = self._first(state, 0).bit_length() - 1
        # The first turn is no pass. Where announcements came with the bid, it is over already.
        state.spoke = not state.first_turn_over
        state.announced_in_turn = False  # what was announced in the auction was said in its turn
        if state.first_turn_over:
            state.turn = (state.turn + 1) % state.players
        state.passes = 0
        state.doublable = self.announcer.first_items(state)

    def moves(self, state: State) -> list[int]:
        """Every legal move of the seat to move."""
        found: list[int] = []
        if self._raised and self._may_raise(state):
            raises = self._raises[state.contract]
            found += [move for move in raises if self._reaches(state, raises[move])]
        if self._must_raise[state.contract]:
            return found
        if self.rules.one_word and (owed := self._owed(state)):
            return [*found, *owed]
        self.announcer.add_announcements(state, state.turn, found)
        self.announcer.add_doubles(state, state.turn, found)
        may_pass = state.first_turn_over or not self._still_to_announce(state)
        if may_pass and self._must_double(state) is None:
            found.append(self._pass)
        return found

    def apply(self, state: State, move: int) -> None:
        """Raise, announce or double, or end the turn."""
        if self._raised and move in self._raises[state.contract]:
            self._raise(state, move)
            return
        if move != self._pass:
            state.passes = 0
            state.spoke = True
            self.announcer.apply(state, state.turn, move)
            if not self.rules.one_word:
                return
        self._end_turn(state)

    def _end_turn(self, state: State) -> None:
        """Give the next seat the turn, or end the step."""
        seat = state.turn
        announces = self.rules.each_announces
        had_its_turn = not state.first_turn_over or state.announced_in_turn
        if announces == "first_turn" or (announces == "once" and had_its_turn):
            state.muted |= 1 << seat
        state.first_turn_over, state.announced_in_turn = True, False
        self.announcer.let_pass(state, seat)
        # A turn in which nothing is said is a pass.
        state.passes = 0 if state.spoke else state.passes + 1
        state.spoke = False
        if state.passes >= self.rules.ends_after_passes:
            self.plan.leave(state)
            return
        state.turn = seat + 1 if seat + 1 < state.players else 0

    def _may_raise(self, state: State) -> bool:
        """Whether it is the declarer's first turn, and he has announced nothing in it."""
        own_turn = state.turn == state.declarer and not state.first_turn_over
        return own_turn and not state.announced_in_turn

    def _raise(self, state: State, move: int) -> None:
        """Change the contract. The turn goes on if anything more can be said."""
        if state.exchanged_in < 0:
            state.exchanged_in = state.contract
        state.contract = self._raises[state.contract][move]
        self.plan.find_sides(state)
        state.doublable = self.announcer.first_items(state)
        if not self.announcer.has_words(state.contract) and not self._raises[state.contract]:
            self.plan.leave(state)

    def _why_not_raise(self, state: State, move: int) -> Refusal | None:
        made, contract = self.plan.moves.all[move], self.plan.contracts[state.contract]
        rule = (*contract.at, "becomes" if contract.becomes else "raised_after_exchange")
        raised = self._raises[state.contract].get(move)
        if raised is None:
            return Refusal("not_raised_to", rule, {"contract": made.contract})
        if not self._may_raise(state):
            return Refusal("only_declarer_raises", rule)
        if not self._reaches(state, raised):
            args = {"contract": made.contract, "number": state.bid_number}
            return Refusal("below_number", (*self.plan.contracts[raised].at, "value"), args)
        return None

    def _reaches(self, state: State, contract: int) -> bool:
        """Whether a contract can be worth the number that was bid."""
        return self.plan.contracts[contract].reaches(state.bid_number)

    def why_not(self, state: State, move: int) -> Refusal | None:
        """Why the seat to move may not make this move; None if it may."""
        made = self.plan.moves.all[move]
        if self._must_raise[state.contract] and made.kind in ("announce", "double", "pass"):
            contract = self.plan.contracts[state.contract]
            return Refusal("must_raise", (*contract.at, "becomes"), {"contract": contract.id})
        if move == self._pass:
            return self._why_no_pass(state)
        if made.kind == "raise":
            return self._why_not_raise(state, move)
        if made.kind in ("announce", "double"):
            refused = self.announcer.why_not(state, state.turn, move)
            return refused or self._why_not_first(state, move)
        return Refusal("wrong_step", self.rules.at, {"step": self.kind})

    def _why_no_pass(self, state: State) -> Refusal | None:
        """Why the seat to move must announce or double before it passes."""
        if bonuses := self._still_to_announce(state):
            rule = (*self.plan.contracts[state.contract].at, "must_announce")
            return Refusal("must_announce", rule, {"bonuses": bonuses})
        forced = self._must_double(state)
        return None if forced is None else self.announcer.must_not_pass(forced)

    def _owed(self, state: State) -> list[int]:
        """The announcements, or the double, of which the seat to move must make one before it
        passes.
        """
        if bonuses := self._still_to_announce(state):
            return [self.plan.moves.announces[bonus] for bonus in bonuses]
        return [] if self._must_double(state) is None else [self.announcer.double_of_game]

    def _why_not_first(self, state: State, move: int) -> Refusal | None:
        """Why the only word of this turn must be another one."""
        owed = self._owed(state) if self.rules.one_word else []
        return self._why_no_pass(state) if owed and move not in owed else None

    def _must_double(self, state: State) -> Forced | None:
        """The rule by which the seat to move must double before it passes; None without one."""
        if not self.announcer.forces[state.contract]:
            return None
        return self.announcer.must_double(state, state.turn)

    def _still_to_announce(self, state: State) -> tuple[str, ...]:
        """Of the bonuses of which the declarer must still announce one, those that he may."""
        if state.first_turn_over or not self.plan.contracts[state.contract].must_announce:
            return ()
        ids, moves = self.plan.bonus_ids, self.plan.moves.announces
        bonuses = self.plan.must_announce(state)
        if any(state.announcers[item_of(ids.index(bonus))] >= 0 for bonus in bonuses):
            return ()
        why_not = self.announcer.why_not
        return tuple(bonus for bonus in bonuses if why_not(state, state.turn, moves[bonus]) is None)
