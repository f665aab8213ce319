"""Slovenian Tarok as OpenSpiel plays it: the same cards and the same random moves in both, legal
moves at each step, results at the end. ``python -m tests.peers.tarok 10000`` plays so many rounds.

What differs is explained by these causes, and by nothing else:

* ``trula``, ``kings``: OpenSpiel asks a constant instead of the card, so every card is a King; the
  Trula never counts, and Kings count where a side has exactly four cards.
* ``both ultimos``: King and Pagat in the last trick count as one there.
* ``king from the talon``: the rest of the talon lies behind the last trick there, and hides it.
* ``pagat to a partner``: the last trick with the Pagat is won by another card of its side. Our
  sources ask for the Pagat itself.
* ``valat``: with cards exchanged it counts to 48, and a side has 51.
* ``thrown in``: a hand without a tarock is not thrown in there.
* ``trull in one trick``: in negative contracts a plain suit led is not followed there.
"""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from zwanz_ssot import places
from zwanz_ssot.engine import Round, deal
from zwanz_ssot.library import load
from zwanz_ssot.model import Game, Line

HERE = Path(__file__).parent
RULES = {4: HERE / "open_spiel.yaml", 3: HERE / "open_spiel_three.yaml"}
"""By number of players: the rules, with what OpenSpiel has otherwise and nobody else."""
BIDDING = "TarokGamePhase.BIDDING"
_RANKS = ("4 3 2 1 J C Q K", "4 3 2 1 J C Q K", "7 8 9 10 J C Q K", "7 8 9 10 J C Q K")
CONTRACTS = ["klop", "tri", "dva", "ena", "solo_three", "solo_two", "solo_one", "beggar"]
CONTRACTS += ["solo_without", "open_beggar", "colour_valat", "valat_without"]
OF_THREE = {"solo_three": "tri", "solo_two": "dva", "solo_one": "ena"}
"""Among three the games that OpenSpiel calls so are played alone, and have their names from it."""
ULTIMOS = ("king_ultimo", "pagat_ultimo")
NEGATIVE = ("klop", "beggar", "open_beggar")


def cards(game: Game) -> list[str]:
    """The cards by the numbers of OpenSpiel."""
    tarocks = [card.id for card in game.deck.cards if card.suit == "tarock"]
    suits = zip("HDSC", _RANKS, strict=True)
    return [*tarocks, *(f"{suit}-{rank}" for suit, ranks in suits for rank in ranks.split())]


@dataclass
class Compared:
    """What rounds in both have shown."""

    rounds: int = 0
    decisions: int = 0
    contracts: Counter[str] = field(default_factory=Counter)
    causes: Counter[str] = field(default_factory=Counter)
    """Rounds whose result, or whose legal moves, differ for a known cause."""
    unexplained: list[str] = field(default_factory=list)


class Both:
    """One round in both."""

    def __init__(self, game: Game, peer: Any, counted: Compared, random: Random, aim: str) -> None:
        self.names = cards(game)
        self.number = {name: number for number, name in enumerate(self.names)}
        self.peer, self.counted, self.random, self.aim = peer, counted, random, aim
        self.players = game.table.players
        seats = range(self.players)
        hands = [[self.names[card] for card in peer.player_cards(seat)] for seat in seats]
        talon = [self.names[card] for card in peer.talon()]
        self.ours: Round = deal(game, hands=hands, talon=talon)

    def play(self) -> None:
        """Play to the end, and compare."""
        self.counted.rounds += 1
        while not self.peer.is_terminal() and self.ours.thrown_in is None:
            if not self._step():
                return
        self._pass_silently()
        if self.ours.thrown_in is not None:
            self.counted.causes["thrown in"] += 1
            return
        if not self.ours.over:
            self._note("OpenSpiel is at the end, we are not")
            return
        self._results()

    def _step(self) -> bool:
        """One decision; False where the two part."""
        self._pass_silently()
        kind = self.ours.step
        if self.ours.over or int(self.peer.current_player()) != self.ours.state.turn:
            self._note(f"another seat is to move in the {kind}")
            return False
        ours = {self._number(str(move)): str(move) for move in self.ours.moves()}
        theirs = set(self.peer.legal_actions())
        self.counted.decisions += 1
        if set(ours) != theirs and not self._explained(set(ours), theirs):
            self._note(f"{kind}: {sorted(ours.values())} here, {sorted(theirs)} there")
            return False
        common = sorted(set(ours) & theirs)
        if not common:
            return False
        chosen = self._chosen(kind, common)
        self.ours = self.ours.after(ours[chosen])
        self.peer.apply_action(chosen)
        return True

    def _chosen(self, kind: str, common: list[int]) -> int:
        """A random move; in the auction the contract aimed at, then passes."""
        aimed = self._action(self.aim)
        if kind == "auction" and self.ours.state.contract < 0 and aimed in common:
            return aimed
        if kind == "auction" and 0 in common and self.random.random() < 0.8:
            return 0
        if kind == "auction" and self.ours.state.turn == self.ours.state.declarer:
            return common[0]
        return self.random.choice(common)

    def _pass_silently(self) -> None:
        """The words that OpenSpiel does not know: no announcements, closing passes after the last
        bid, and the pass by which forehand comes to have to bid.
        """
        while self._is_silent_there():
            self.ours = self.ours.after("pass")

    def _is_silent_there(self) -> bool:
        state, step = self.ours.state, self.ours.step
        if step != "auction":
            return step == "announcements"
        if str(self.peer.current_game_phase()) != BIDDING:
            return True
        return state.contract < 0 and state.turn == 0 and state.passes == self.players - 1

    def _number(self, move: str) -> int:
        """A move of ours as an action of OpenSpiel."""
        word, _, rest = move.partition(" ")
        state = self.ours.state
        own = state.contract >= 0 and state.turn == state.declarer
        if word == "hold" or (word == "pass" and own):
            return self._action(state.plan.contract_ids[state.contract])
        if word == "pass":
            return 0
        if word == "bid":
            return self._action(rest)
        return int(rest) - 1 if word == "take" else self.number[rest]

    def _action(self, contract: str) -> int:
        """The number under which OpenSpiel bids a contract."""
        named = OF_THREE.get(contract, contract) if self.players == 3 else contract
        return CONTRACTS.index(named) + 1

    def _explained(self, ours: set[int], theirs: set[int]) -> bool:
        """Whether the Trull in one trick makes the difference."""
        state = self.ours.state
        trull = {self.number[card] for card in ("T-Sk", "T-XXI", "T-I")}
        lies = set(self.peer.trick_cards())
        held = {self.number[card] for card in self.ours.hands[state.turn].ids}
        contract = state.plan.contract_ids[state.contract]
        known = contract in NEGATIVE and trull <= lies | held and len(lies & trull) >= 2
        if known:
            self.counted.causes["trull in one trick"] += 1
        return known

    def _results(self) -> None:
        """Compare the results."""
        ledger, state = self.ours.ledger(), self.ours.state
        assert ledger is not None
        contract = state.plan.contract_ids[state.contract]
        self.counted.contracts[contract] += 1
        theirs = [round(points) for points in self.peer.returns()]
        lines = {line.item: line for line in ledger.lines}
        if "valat" in lines:
            self.counted.causes["valat"] += 1
            return
        if not state.declarers:
            if list(ledger.scores) != theirs:
                self._note(f"klop: {ledger.scores} here, {theirs} there")
            return
        declarer = state.declarer
        ours = ledger.scores[declarer] + self._corrected(lines, declarer)
        others = [
            ledger.scores[seat] == theirs[seat]
            for seat in range(self.players)
            if not state.declarers >> seat & 1
        ]
        if ours != theirs[declarer] or not all(others):
            self._note(f"{contract}: {ledger.scores} here, {theirs} there; {sorted(lines)}")

    def _corrected(self, lines: dict[str, Line], declarer: int) -> int:
        """What OpenSpiel counts otherwise, for the declarer, cause by cause."""
        state, added = self.ours.state, 0
        for item in ("trula", "kings"):
            if item in lines:
                self.counted.causes[item] += 1
                added -= lines[item].each[declarer]
        if state.plan.contract_ids[state.contract] not in CONTRACTS[1:7]:
            return added
        # There the talon is with nobody, so that a side with one trick has four cards.
        others = [seat for seat in range(self.players) if not state.declarers >> seat & 1]
        theirs_won = sum(state.taken[seat].bit_count() for seat in others)
        four = [state.taken_by(state.declarers).bit_count() == 4, theirs_won == 4]
        if any(four):
            self.counted.causes["kings"] += 1
            added += 10 if four[0] else -10
        ours = sum(lines[item].each[declarer] for item in ULTIMOS if item in lines)
        theirs, cause = self._ultimo()
        if ours != theirs:
            self.counted.causes[cause] += 1
        return added + theirs - ours

    def _ultimo(self) -> tuple[int, str]:
        """What OpenSpiel counts for the last trick: it looks at the last four cards of its winner.
        And why that may be other than ours.
        """
        state, last = self.ours.state, list(self.ours.state.played[-self.players :])
        called = state.called_card
        from_talon = called == state.winning_cards[-1] and state.in_talon(called)
        if from_talon:  # the rest of the talon comes behind the trick
            left = [n for n in range(len(state.talon)) if not state.talon_taken >> n & 1]
            rest = sum(state.talon[n] for n in left)
            last += [card for card in state.talon_cards if rest >> card & 1]
        pagat = self.ours.game.deck.by_id["T-I"].index
        amount = 10 if called in last[-4:] else 25 if pagat in last[-4:] else 0
        if not state.declarers >> state.winners[-1] & 1:
            amount = -amount
        if from_talon:
            return amount, "king from the talon"
        return amount, "both ultimos" if called in last and pagat in last else "pagat to a partner"

    def _note(self, text: str) -> None:
        history = ", ".join(str(move) for _, move in self.ours.history)
        self.counted.unexplained.append(f"{text}\n  after {history}")


def rules(players: int) -> Game:
    """The rules that OpenSpiel is held against."""
    return load("slovenian-tarok", str(RULES[players]), rules=places.data("rules"))


def compared(game: Game, pyspiel: Any, rounds: int, seed: int = 1) -> Compared:
    """So many rounds in both, each contract aimed at in turn."""
    compared_rounds, players = Compared(), game.table.players
    aims = game.auction.ladder
    for number in range(rounds):
        parameters = {"players": players, "rng_seed": seed * 100_003 + number}
        peer = pyspiel.load_game("tarok", parameters).new_initial_state()
        peer.apply_action(0)
        aim = aims[number % len(aims)]
        Both(game, peer, compared_rounds, Random(f"{seed} {number}"), aim).play()
    return compared_rounds


def main(rounds: int) -> int:
    """Play, and print what was seen; 1 where a difference has no explanation."""
    import pyspiel

    found = False
    for players in RULES:
        compared_rounds = compared(rules(players), pyspiel, rounds)
        print(
            f"{players} players: {compared_rounds.rounds} rounds, {compared_rounds.decisions} decisions"
        )
        for counted in (compared_rounds.contracts, compared_rounds.causes):
            print(", ".join(f"{name} {count}" for name, count in counted.most_common()))
        print("\n".join(compared_rounds.unexplained[:10]) or "no difference without an explanation")
        found = found or bool(compared_rounds.unexplained)
    return found


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000))
