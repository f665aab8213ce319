"""All sentences about one game in one language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import nullcontext
from functools import lru_cache
from typing import Any

from ..model import (
    SEATS,
    Bonus,
    Card,
    Cards,
    Condition,
    Game,
    Ledger,
    Line,
    Path,
    Refusal,
    Role,
    Rung,
    Tricks,
    WinRule,
)
from ..problems import (
    WrongCall,
    hint_for_unknown,
    listed,
    of_kind,
    repeated,
    whole_number,
)
from . import accounts, phrases
from .accounts import AccountRow, times
from .differences import Differences
from .nouns import points
from .phrases import Spoken
from .settings import RuleSentences, pronouns, together
from .template import tidy, words
from .terms import Terms


class Prose:
    """All sentences about ``game`` in ``language``. Raises WrongCall for a language without a words
    file.

    Names and conditions are pieces of a sentence; ``refusal``, ``setting`` and ``difference``
    return whole sentences. ``case`` is a form of the words files: ``acc``, ``dat``, ``gen``,
    ``bare`` (without article), ``in`` (im Solo), ``if`` (a condition after if). If a form is
    missing, it is the plain one. For sentences about dropped rules, ``game`` still has them and
    ``after`` is the game without them; ``before`` is the game with the names in old values.

    >>> import zwanz_ssot
    >>> game = zwanz_ssot.load("zwanzigerrufen", "directnet")
    >>> prose = zwanz_ssot.Prose(game, "en")
    >>> prose.contract("solo"), zwanz_ssot.Prose(game, "de").contract("solo", "dat")
    ('Solo', 'dem Solo')
    """

    def __init__(
        self, game: Game, language: str, after: Game | None = None, before: Game | None = None
    ) -> None:
        of_kind("game", Game, game)
        self.game = game
        self.language = language
        self._words = words(language)
        self._terms = Terms(self._words, language, game)
        self._sentences = RuleSentences(self._words, self._terms, language, game)
        old = self._sentences
        if before is not None:
            nouns = Terms(self._words, language, before)
            old = RuleSentences(self._words, nouns, language, before)
        self._old = old
        self._differences = Differences(self._sentences, after or game, old)
        self._to_you = Terms(self._words, language, game, you=True)

    # pieces of sentences

    def condition(self, condition: Condition, case: str = "") -> str:
        """A condition as a clause: ``the declarers take at least 45 card points``.

        >>> import zwanz_ssot
        >>> game = zwanz_ssot.load("zwanzigerrufen", "directnet")
        >>> prose = zwanz_ssot.Prose(game, "en")
        >>> prose.condition(game.contracts["solo"].objective)
        'the declarer takes at least 45 card points'
        """
        return tidy(self._terms.condition(condition).inflected(case))

    def thrown_in(self, reason: str) -> str:
        """Why the cards were thrown in, as a clause: ``all have passed``. ``reason`` is an id.

        >>> import zwanz_ssot
        >>> game = zwanz_ssot.load("zwanzigerrufen", "directnet")
        >>> prose = zwanz_ssot.Prose(game, "en")
        >>> prose.thrown_in("few_tarocks")
        'a player holds at most one tarock'
        """
        found = next((each for each in self.game.misdeal if each.id == reason), None)
        return self.condition(found.when) if found else tidy(self._terms.names.thing(reason).text)

    def step(self, step: str) -> str:
        """A step of a round, given by its id: ``the auction``.

        >>> import zwanz_ssot
        >>> game = zwanz_ssot.load("zwanzigerrufen", "directnet")
        >>> zwanz_ssot.Prose(game, "de").step("auction")
        'die Lizitation'
        """
        return self._terms.names.thing(step).text

    def role(self, role: Role, case: str = "") -> str:
        """A player or a side: ``the holder of the called card``.

        >>> import zwanz_ssot
        >>> game = zwanz_ssot.load("zwanzigerrufen", "directnet")
        >>> prose = zwanz_ssot.Prose(game, "en")
        >>> prose.role(game.contracts["solo"].declarers[0])
        'the declarer'
        """
        return tidy(self._terms.role(role).inflected(case))

    def cards(self, cards: Cards | int, case: str = "") -> str:
        """A group or mask of cards by its name, or one by one: ``the Trull``, ``the Pagat and the
        King of Hearts``. The form ``short`` has signs and ranks: ``XX, ♥K``.

        >>> import zwanz_ssot
        >>> game = zwanz_ssot.load("zwanzigerrufen", "directnet")
        >>> prose = zwanz_ssot.Prose(game, "en")
        >>> cards = game.deck.mask(["T-XX", "H-K"])
        >>> prose.cards(cards), prose.cards(cards, "short")
        ('the Twenty and the King of Hearts', 'XX, ♥K')
        """
        return self._terms.nouns.cards(cards).inflected(case)

    def card(self, card: Card | str | int) -> str:
        """The name of a card, or of the card with this id or index, without article.

        >>> import zwanz_ssot
        >>> game = zwanz_ssot.load("zwanzigerrufen")
        >>> zwanz_ssot.Prose(game, "en").card(game.deck.by_id["H-K"])
        'King of Hearts'
        """
        return self._terms.nouns.title(self._index(card))

    def card_short(self, card: Card | str | int) -> str:
        """A card, or the card with this id or index, as sign and rank: ``♥K``, ``XX``.

        >>> import zwanz_ssot
        >>> game = zwanz_ssot.load("zwanzigerrufen", "directnet")
        >>> prose = zwanz_ssot.Prose(game, "en")
        >>> prose.card_short(game.deck.by_id["H-K"])
        '♥K'
        """
        return self._terms.nouns.short(self._index(card))

    def _index(self, card: Card | str | int) -> int:
        """The index of a card. Raises `WrongCall` for one that is not in the pack."""
        if not isinstance(card, int):
            return self.game.deck.card(card).index
        whole_number("card", card, 0, len(self.game.deck.cards) - 1)
        return card

    def tricks(self, tricks: Tricks, case: str = "") -> str:
        """One trick or several: ``the last trick``, ``the first 3 tricks``.

        >>> import zwanz_ssot
        >>> from zwanz_ssot.model import Tricks
        >>> prose = zwanz_ssot.Prose(zwanz_ssot.load("zwanzigerrufen", "directnet"), "en")
        >>> prose.tricks(Tricks("last", 1, ()))
        'the last trick'
        """
        return self._terms.tricks(tricks).inflected(case)

    def points(self, parts: int) -> str:
        """Card points, from a number of the parts of a point that this game counts: 35⅔.

        >>> import zwanz_ssot
        >>> prose = zwanz_ssot.Prose(zwanz_ssot.load("koenigrufen"), "en")
        >>> prose.points(107)  # thirds of a point
        '35⅔'
        """
        return points(parts, self.game.unit).text

    def factor(self, number: int) -> str:
        """What multiplies a value.

        >>> import zwanz_ssot
        >>> zwanz_ssot.Prose(zwanz_ssot.load("koenigrufen"), "en").factor(2)
        'double'
        """
        return times(self._words, number).inflected("adj")

    def contract(self, key: str, case: str = "bare") -> str:
        """The name of a contract.

        >>> import zwanz_ssot
        >>> game = zwanz_ssot.load("zwanzigerrufen", "directnet")
        >>> zwanz_ssot.Prose(game, "de").contract("solo")
        'Solo'
        """
        return self._terms.names.contract(key).inflected(case)

    def bonus(self, key: str, case: str = "bare") -> str:
        """The name of a bonus.

        >>> import zwanz_ssot
        >>> game = zwanz_ssot.load("zwanzigerrufen", "directnet")
        >>> prose = zwanz_ssot.Prose(game, "en")
        >>> prose.bonus("valat")
        'Valat'
        """
        return self._terms.names.bonus(key).inflected(case)

    def item(self, key: str, case: str = "") -> str:
        """An item that is settled or doubled: ``the game``, or a bonus.

        >>> import zwanz_ssot
        >>> game = zwanz_ssot.load("zwanzigerrufen", "directnet")
        >>> prose = zwanz_ssot.Prose(game, "en")
        >>> prose.item("game"), prose.item("valat")
        ('the game', 'the Valat')
        """
        return self._terms.names.item(key).inflected(case)

    def seat(self, seat: int, case: str = "") -> str:
        """A seat, counted in the order of play from 0: ``forehand``, ``second hand``.

        >>> import zwanz_ssot
        >>> game = zwanz_ssot.load("zwanzigerrufen", "directnet")
        >>> zwanz_ssot.Prose(game, "en").seat(0)
        'forehand'
        """
        whole_number("seat", seat, 0, len(SEATS) - 1)
        return self._terms.names.seat(seat).inflected(case)

    def kontra_word(self, level: str) -> str:
        """A word of doubling.

        >>> import zwanz_ssot
        >>> game = zwanz_ssot.load("zwanzigerrufen", "directnet")
        >>> prose = zwanz_ssot.Prose(game, "en")
        >>> prose.kontra_word("kontra")
        'Kontra'
        """
        return self._terms.names.level(level).text

    def ladder(self, rungs: Sequence[Rung]) -> str:
        """What has to be played: ``a card of the suit led; without one, a tarock; otherwise any
        card``.

        >>> import zwanz_ssot
        >>> game = zwanz_ssot.load("zwanzigerrufen", "directnet")
        >>> prose = zwanz_ssot.Prose(game, "en")
        >>> prose.ladder(game.play.follow)
        'a card of the suit led; without one, a tarock; without that either, any card'
        """
        return tidy(self._terms.ladder(rungs))

    def wins(self, wins: Sequence[WinRule]) -> str:
        """Who wins a trick: ``the highest tarock wins it. Otherwise the highest card of the suit
        led wins it``.

        >>> import zwanz_ssot
        >>> game = zwanz_ssot.load("zwanzigerrufen", "directnet")
        >>> prose = zwanz_ssot.Prose(game, "en")
        >>> prose.wins(game.contracts["solo"].play.wins).startswith("if the Trull comes together")
        True
        """
        return tidy(self._terms.wins(wins))

    def paid(self, bonus: Bonus) -> str:
        """Who is paid for a bonus, as a sentence to go with the one on how it is won.

        >>> import zwanz_ssot
        >>> game = zwanz_ssot.load("zwanzigerrufen", "directnet")
        >>> prose = zwanz_ssot.Prose(game, "en")
        >>> prose.paid(game.bonuses["valat"])
        'It is paid to the side that succeeds.'
        """
        return self._unsaid(self._sentences.paid(bonus))

    # answers of the engine

    def refusal(self, refusal: Refusal) -> str:
        """Why a move is refused, as a sentence to the player.

        >>> import zwanz_ssot
        >>> round = zwanz_ssot.deal(zwanz_ssot.load("zwanzigerrufen", "directnet"), seed=7)
        >>> zwanz_ssot.Prose(round.game, "de").refusal(round.why_not("pass"))
        'Du sprichst zuerst und musst bieten.'
        """
        return phrases.refusal(self._words, self._to_you, refusal)

    def move(self, move: Spoken, level: str | None = None, in_full: bool = False) -> str:
        """A move in the third person, without its player. Cards that are called, discarded or given
        away are short, or ``in_full``.

        >>> import zwanz_ssot
        >>> round = zwanz_ssot.deal(zwanz_ssot.load("zwanzigerrufen", "directnet"), seed=7)
        >>> zwanz_ssot.Prose(round.game, "en").move(round.moves()[0])
        'bids the Normal Game and calls the XX'

        ``level`` is the word of doubling for a double, if the caller knows it.
        """
        of_kind("move", Spoken, move)
        return phrases.move(self._words, self._terms, move, level, in_full)

    def line(self, line: Line, declarers: Sequence[int] = ()) -> str:
        """Why an item of a settlement was won or lost, and its factors.

        With the seats of the ``declarers``, a side is named as such, otherwise by its seats.

        >>> import zwanz_ssot
        >>> round = zwanz_ssot.deal(zwanz_ssot.load("zwanzigerrufen", "directnet"), seed=7)
        >>> round = round.after("bid solo")
        >>> while not round.over:
        ...     round = round.after("pass" if "pass" in round.moves() else round.moves()[0])
        >>> zwanz_ssot.Prose(round.game, "en").line(round.ledger().lines[0])
        'lost: the declarer took 25 card points; 45 were needed'
        """
        reason = accounts.reason(self._words, self._terms, self.game, line, declarers)
        factors = accounts.factors(self._words, self._terms, self.game, line.factors)
        return f"{reason}; {factors}" if factors else reason

    def ledger(self, ledger: Ledger, declarers: Sequence[int] = ()) -> tuple[AccountRow, ...]:
        """A settlement as the rows of a table.

        Without the seats of the ``declarers``, they are the claimants of the game.

        >>> import zwanz_ssot
        >>> round = zwanz_ssot.deal(zwanz_ssot.load("zwanzigerrufen", "directnet"), seed=7)
        >>> round = round.after("bid solo")
        >>> while not round.over:
        ...     round = round.after("pass" if "pass" in round.moves() else round.moves()[0])
        >>> [row.item for row in zwanz_ssot.Prose(round.game, "en").ledger(round.ledger())]
        ['The game', 'Absolut']
        """
        return accounts.rows(self._words, self._terms, self.game, ledger, declarers)

    # rules

    def setting(
        self, path: Path, value: Any, *, named: bool = True, others: Sequence[str] = ()
    ) -> str:
        """The rule at ``path`` with this plain value, as a sentence; of a whole contract, several.

        Unless ``named``, a contract or bonus is a pronoun: ``It is worth 2 points.`` The sentence
        is also about the ``others`` beside the last name in the path, or beside the bonus. Raises
        `WrongCall` for a path that no game has.

        >>> import zwanz_ssot
        >>> game = zwanz_ssot.load("zwanzigerrufen", "directnet")
        >>> zwanz_ssot.Prose(game, "en").setting(("contracts", "solo", "value"), 5)
        'The Solo is worth 5 points.'
        """
        listed("path", path)
        with (
            nullcontext() if named else pronouns(),
            together(dict.fromkeys(map(str, (*path[1:2], *path[-1:])), tuple(others))),
        ):
            return self._unsaid(self._sentences.sentence(path, value))

    def contract_in_units(self, key: str) -> tuple[str, Mapping[str, str]]:
        """The name of a contract, and its rules by key as texts that can stand in any order.

        >>> import zwanz_ssot
        >>> prose = zwanz_ssot.Prose(zwanz_ssot.load("zwanzigerrufen", "wikipedia"), "en")
        >>> name, rules = prose.contract_in_units("solo")
        >>> name, rules["declarers"]
        ('The Solo, also called Schwarzer', 'The declarer plays alone.')
        """
        if key not in self.game.contracts:
            text = f"there is no contract {repeated(str(key))!r}"
            raise WrongCall(text, hint_for_unknown(key, self.game.contracts))
        name, rules = self._sentences.contract_in_units(key)
        return name, {part: self._unsaid(rule) for part, rule in rules.items()}

    def _unsaid(self, text: str) -> str:
        """A text without the pronouns that its language drops at the beginning of a sentence."""
        text = tidy(text)
        for pronoun in self._words.entry("grammar", "dropped"):
            text = text.replace(f"。{pronoun}", "。").replace(f"：{pronoun}", "：")
            text = text.removeprefix(pronoun)
        return text

    def question(self, dotted: str) -> str:
        """The open question about the rule at this dotted path; empty if there is none.

        >>> import zwanz_ssot
        >>> game = zwanz_ssot.load("zwanzigerrufen", "directnet")
        >>> prose = zwanz_ssot.Prose(game, "en")
        >>> prose.question("bonuses.absolut.goes_to")[:48]
        'If one side misses an announced Absolut while th'
        """
        asked = self.game.question(dotted)
        return asked.question.text(self.language) if asked else ""

    def says(self, path: Path) -> bool:
        """Whether there is a sentence for the rule at ``path`` as a whole.

        >>> import zwanz_ssot
        >>> game = zwanz_ssot.load("zwanzigerrufen", "directnet")
        >>> prose = zwanz_ssot.Prose(game, "en")
        >>> prose.says(("contracts", "solo", "value")), prose.says(("contracts",))
        (True, False)
        """
        return self._sentences.says(path)

    def told_at(self, path: Path) -> Path:
        """The path of the rule whose sentence tells what changes at ``path``: the rule around it
        where that has one sentence for all its parts. Raises `WrongCall` for a path that no game
        has.

        >>> import zwanz_ssot
        >>> prose = zwanz_ssot.Prose(zwanz_ssot.load("anrufen"), "en")
        >>> prose.told_at(("play", "says", "any_time", "double", "who"))
        ('play', 'says', 'any_time', 'double')
        """
        return self._differences.sentence_at(self._sentences.patterns.owner(path))

    def difference(self, path: Path, old: Any, new: Any) -> str:
        """Sentences on the plain value ``new`` at ``path`` instead of ``old``.

        None, or a mark such as MISSING, stands for no rule: ``New: …``, ``Not played: …``. The text
        is empty if both read the same in this language.

        >>> import zwanz_ssot
        >>> game = zwanz_ssot.load("zwanzigerrufen", "directnet")
        >>> zwanz_ssot.Prose(game, "en").difference(("contracts", "solo", "value"), 4, 5)
        'The Solo is worth 5 points instead of 4.'
        """
        return tidy(" ".join(self.differences([(path, old, new)])))

    def difference_in_parts(
        self, path: Path, old: Any, new: Any, others: Sequence[str] = ()
    ) -> tuple[str, ...]:
        """A difference as texts that can stand alone; each new or dropped rule begins one.

        With ``others``, the texts are also about these bonuses: ``the Pagat and the Uhu``.

        >>> import zwanz_ssot
        >>> game = zwanz_ssot.load("zwanzigerrufen", "directnet")
        >>> prose = zwanz_ssot.Prose(game, "en")
        >>> prose.difference_in_parts(("contracts", "solo", "value"), 4, 5)
        ('The Solo is worth 5 points instead of 4.',)
        """
        listed("path", path)
        beside = dict.fromkeys(map(str, path[1:2]), tuple(others))
        with together(beside):
            rules = self._differences.parts([(path, old, new)])
        return tuple(self._unsaid(part) for parts in rules for part in parts)

    def differences(self, changes: Iterable[tuple[Path, Any, Any]]) -> tuple[str, ...]:
        """Sentences on several changes, one text for each rule that changes.

        A change is a path with its old and new value. The game has the new values. A rule that
        reads the same in this language is left out.

        >>> import zwanz_ssot
        >>> game = zwanz_ssot.load("zwanzigerrufen", "directnet")
        >>> prose = zwanz_ssot.Prose(game, "en")
        >>> prose.differences([(("contracts", "solo", "value"), 4, 5)])
        ('The Solo is worth 5 points instead of 4.',)
        """
        return tuple(self._unsaid(" ".join(parts)) for parts in self._differences.parts(changes))


@lru_cache(maxsize=16)
def _prose(game: Game, language: str) -> Prose:
    return Prose(game, language)


def sentence_of(refusal: Refusal, language: str) -> str:
    """The sentence of a refusal that has its ``game``. Raises WrongCall for a language without a
    words file.

    >>> import zwanz_ssot
    >>> round = zwanz_ssot.deal(zwanz_ssot.load("zwanzigerrufen", "directnet"), seed=7)
    >>> sentence_of(round.why_not("pass"), "de")
    'Du sprichst zuerst und musst bieten.'
    """
    assert refusal.game is not None
    return _prose(refusal.game, language).refusal(refusal)
