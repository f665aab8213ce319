"""Tries one file: checks it, and plays, prints, compares and explains it if it is sound."""

from __future__ import annotations

import math
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

from bounded import TooLong, TooMuch, limited, modest
from rich.console import Console

from zwanz_renderer.book import ANY, BookBuilder, chapters_of
from zwanz_renderer.pages import document
from zwanz_ssot import library
from zwanz_ssot.diff.behaviour import differences
from zwanz_ssot.engine import Round, deal
from zwanz_ssot.examples import as_text, run
from zwanz_ssot.explain.legality import judge, verdict_data, verdict_text
from zwanz_ssot.file_checks import problems_in
from zwanz_ssot.library import BASE, load, load_variant_file, questions
from zwanz_ssot.model import Game
from zwanz_ssot.problems import Problem, RulesFault
from zwanz_ssot.prose import Prose, template
from zwanz_ssot.prose.phrases import Phrases
from zwanz_ssot.prose.shapes import single
from zwanz_ssot.record import record, replay, replay_data

from .generator import Mutant
from .workspace import LANGUAGES, Workspace, around, read, sound_game, take, workspace

SECONDS, LETTERS = 20, 40_000
"""The limit of one try in processor seconds: ten times what any takes. A file of more letters has
more: 450 runs of 150 examples, in 96,000 letters, take 15 s.
"""
MEGABYTES = 300
MOVES = 1500
"""The limit of moves in a round: twenty times the longest of a shipped game."""
LONGEST, MOST = 4000, 400
"""The longest line of a check, and its most problems; a longer file may have as many as it has
words.
"""
AGAIN, ASKED = 1 / 4, 1 / 30
"""The share of sound files of which a second round is played, and of moves at which others are
asked about.
"""
SPOKEN, COMPARED, PRINTED, WHOLE = 1 / 4, 1 / 3, 1 / 12, 1 / 300
"""The shares of sound files whose rules are all said, that are compared, and of which a chapter is
printed; and of these chapters the share that is a whole page.

Each takes longer than the check, and some thousand files together have all of it.
"""


class Wrong(Exception):
    """A fault that raises nothing by itself."""


@dataclass(frozen=True)
class Outcome:
    """The result of a file: whether the check accepted it, and what went wrong."""

    sound: bool = False
    fault: str = ""
    """The kind of fault and its place, the same for one cause; empty without any."""
    message: str = ""
    rounds: int = 0


@dataclass
class _Run:
    """A file that is being tried."""

    mutant: Mutant
    random: Random
    sound: bool = False
    rounds: int = 0


def tried(mutant: Mutant) -> Outcome:
    """Do everything with a file that a person does, within bounds."""
    run_of = _Run(mutant, Random(f"tried {mutant.seed}"))
    fault = message = ""
    try:
        with modest(MEGABYTES), limited(SECONDS * max(1, len(mutant.text) / LETTERS)):
            _TRIES.get(mutant.kind, _try_rules)(run_of, workspace())
    except (TooLong, TooMuch, Wrong) as error:
        fault = f"{type(error).__name__} {_where(error)}" if isinstance(error, TooLong) else ""
        fault, message = fault or f"{type(error).__name__} {str(error).split(':')[0]}", str(error)
    except Exception as error:
        fault, message = f"{type(error).__name__} in {_where(error)}", str(error)[:300]
    return Outcome(run_of.sound, fault, message, run_of.rounds)


def _where(error: BaseException) -> str:
    """The innermost function of this project in a traceback."""
    found, trace = "", error.__traceback__
    while trace is not None:
        name = trace.tb_frame.f_code.co_filename
        if any(part in name for part in ("zwanz_ssot/", "zwanz_renderer/")):
            found = f"{name.rpartition('/')[2]} {trace.tb_frame.f_code.co_name}"
        trace = trace.tb_next
    return found or "no file of ours"


def _no_problems(problems: list[Problem] | tuple[Problem, ...], text: str = "") -> bool:
    """Whether there are no problems; Wrong if one is not a single, short, complete line."""
    for problem in problems:
        line = str(problem)
        if not problem.text or not problem.code:
            raise Wrong(f"a problem without a text or a code: {line}")
        if len(line.splitlines()) > 1 or "\x1b" in line:
            raise Wrong(f"a problem of several lines: {line!r}")
        if len(line) > LONGEST:
            raise Wrong(f"a long problem: {line[:200]}")
    if len(problems) > max(MOST, len(text.split())):
        raise Wrong(f"too many problems: {len(problems)}")
    return not problems


def _try_rules(run_of: _Run, on: Workspace) -> None:
    """Try a file of rules: use a game that it makes."""
    mutant, root = run_of.mutant, on.root_of(run_of.mutant.place)
    with on.with_file(mutant.place, mutant.text) as path:
        run_of.sound = _no_problems(list(problems_in([path], root)), mutant.text)
        if not run_of.sound:
            return
        if mutant.kind in ("rules", "overlays") and run_of.random.random() < SPOKEN:
            _no_problems(questions([path], rules=root))
        game, before = _game_of(mutant, path, on, run_of.random)
        if game is not None and before is not None:
            _use(run_of, game, before)


def _game_of(
    mutant: Mutant, path: Path, on: Workspace, random: Random
) -> tuple[Game | None, Game | None]:
    """The game that a sound file makes, and the one that it changes."""
    root = on.root_of(mutant.place)
    if mutant.kind == "overlays":
        game = load_variant_file(path, rules=root)
        _, _, parent = str(read(mutant.text)["of"]).partition(":")
        return game, sound_game(root.name, game.id, parent or BASE)
    if mutant.kind == "rules":
        name = path.parent.name
        return load(name, rules=root), sound_game(root.name, name, BASE)
    there = [each for each in on.rule_sets if each[0] == root.name]
    random.shuffle(there)
    for where, name, variant in there:
        before = sound_game(where, name, variant)
        if mutant.kind != "decks" or before.deck.data["deck"] == path.stem:
            with suppress(RulesFault):  # a sound pack may not suit this game
                return load(name, variant, rules=root), before
    return None, None


def _use(run_of: _Run, game: Game, before: Game, *, spoken: float = SPOKEN) -> None:
    """Use a sound game: say its rules, compare, play and print it; what takes long, only
    sometimes.
    """
    random, language = run_of.random, run_of.random.choice(LANGUAGES)
    prose = Prose(game, language)
    if random.random() < spoken:
        for path in single(game, prose.says):
            if not prose.setting(path, game.at(path)):
                raise Wrong(f"no sentence: {path}")
    if random.random() < COMPARED:
        list(differences(before, game, language))
        list(differences(game, before, language))
    for _ in range(1 + (random.random() < AGAIN)):
        _play(game, prose, Phrases(language), random)
        run_of.rounds += 1
    if random.random() < PRINTED:
        _print(game, language, random)


def _play(game: Game, prose: Prose, phrases: Phrases, random: Random) -> None:
    """Play a random round, ask about moves on the way, and play it again from its record."""
    played = deal(game, seed=random.randrange(10**6))
    for _ in range(MOVES):
        if played.turn is None:
            break
        moves = played.moves()
        if not moves:
            raise Wrong("nothing can be done")
        if random.random() < ASKED:
            _explain(played, prose, phrases, random)
        played = played.after(random.choice(moves))
    else:
        raise Wrong("a round without an end")
    silent = played.silent()
    ledger = None if silent is not None else played.ledger()
    if ledger is not None:
        prose.ledger(ledger)
        if not all(math.isfinite(score) for score in ledger.scores):
            raise Wrong("scores that are no numbers")
        if game.sums_to_zero and sum(ledger.scores):
            raise Wrong(f"a sum that is not zero: {ledger.scores}")
    again = replay_data(record(played), game)
    if again.history != played.history or again.deal != played.deal:
        raise Wrong("a record that gives another round")


def _explain(played: Round, prose: Prose, phrases: Phrases, random: Random) -> None:
    """Explain some moves in a position, and make the view of each seat."""
    legal = {str(move) for move in played.moves()}
    for move in random.sample(list(played.table.moves.all), min(8, len(played.table.moves.all))):
        verdict = judge(played, str(move), prose, phrases)
        if verdict.legal != (str(move) in legal):
            raise Wrong(f"refused and legal: {move}")
        if random.random() < 1 / 2:  # both say the same sentences, which takes long
            verdict_data(verdict, prose)
        else:
            Console(file=StringIO()).print(verdict_text(verdict, prose, phrases))
    for seat in (*range(played.game.table.players), None):
        played.view(seat)


def _print(game: Game, language: str, random: Random) -> None:
    """Print a chapter of the book for any game, as a draft."""
    folder = random.choice(_alone(chapters_of(ANY, language)))
    _no_problems(_printed(BookBuilder(game, language, chapters=folder, draft=True), random))


def _printed(builder: BookBuilder, random: Random) -> tuple[Problem, ...]:
    """The problems of a book as a page.

    The whole page with its fonts is made only sometimes, as that takes a second.
    """
    if random.random() < WHOLE:
        with tempfile.TemporaryDirectory() as folder:
            return builder.build(Path(folder), formats=["html"]).problems
    chapters = builder.manuscript.chapters(None)
    document(builder.game, builder.lang, chapters, whole=False)
    return builder.manuscript.problems


@cache
def _alone(chapters: Path) -> tuple[Path, ...]:
    """A folder for each chapter of a folder."""
    found = []
    for path in sorted(chapters.glob("*.md")):
        folder = around() / "chapters" / chapters.parent.name / chapters.name / path.stem
        folder.mkdir(parents=True, exist_ok=True)
        (folder / path.name).write_bytes(path.read_bytes())
        found.append(folder)
    return tuple(found)


def _try_examples(run_of: _Run, on: Workspace) -> None:
    mutant, root = run_of.mutant, on.root_of(run_of.mutant.place)
    with on.with_file(mutant.place, mutant.text) as path:
        run_of.sound = _no_problems(list(problems_in([path], root)), mutant.text)
        if run_of.sound:  # the check has run them already
            for answer in run(path, root) if run_of.random.random() < COMPARED else ():
                as_text(answer, run_of.random.choice(LANGUAGES))
                run_of.rounds += 1
            if mutant.place.startswith(("rules/", "games/")) and run_of.random.random() < PRINTED:
                name = path.parent.parent.name
                game = load(name, rules=root)
                language = run_of.random.choice(LANGUAGES)
                _print(game, language, run_of.random)


def _try_record(run_of: _Run, on: Workspace) -> None:
    mutant, root = run_of.mutant, on.root_of(run_of.mutant.place)
    with on.with_file(mutant.place, mutant.text) as path:
        run_of.sound = _no_problems(list(problems_in([path], root)), mutant.text)
        if not run_of.sound:
            return
        played = replay(path, root)
        language = run_of.random.choice(LANGUAGES)
        prose = Prose(played.game, language)
        _explain(played, prose, Phrases(language), run_of.random)
        if played.turn is None and played.silent() is None and (ledger := played.ledger()):
            prose.ledger(ledger)
        run_of.rounds += 1


def _try_chapter(run_of: _Run, on: Workspace) -> None:
    mutant = run_of.mutant
    name, language = mutant.place.split()
    where, _, rule_set = name.partition("/")
    game_id, _, variant = rule_set.partition(":")
    game = sound_game(where, game_id, variant)
    with tempfile.TemporaryDirectory() as folder:
        chapters = Path(folder) / "chapters"
        chapters.mkdir()
        text = mutant.text.encode("utf-8", errors="surrogatepass")
        (chapters / "01-chapter.md").write_bytes(text)
        draft = BookBuilder(game, language, chapters=chapters, draft=True)
        try:
            problems = _printed(draft, run_of.random)
        except RulesFault as fault:  # a file that is no text fails in a draft, too
            problems = fault.problems
        run_of.sound = _no_problems(problems)
        if run_of.sound and run_of.random.random() < SPOKEN:
            _printed(BookBuilder(game, language, chapters=chapters), run_of.random)


def _try_words(run_of: _Run, on: Workspace) -> None:
    """Try words: say every rule of a game with them, and the moves of a round."""
    mutant, random = run_of.mutant, run_of.random
    shipped: Callable[[str], Any] = template._read
    rules = random.choice(on.rule_sets)
    game = sound_game(*rules)
    before = random.choice([each for each in on.rule_sets if each[:2] == rules[:2]])
    content = {**{each: shipped(each) for each in LANGUAGES}, mutant.place: read(mutant.text)}
    with _instead(content):
        run_of.sound = True
        _use(run_of, game, sound_game(*before), spoken=1)


@contextmanager
def _instead(content: dict[str, Any]) -> Iterator[None]:
    """Use these words in place of the shipped ones."""
    before: Any = template._read
    changed: Any = template
    template.words.cache_clear()
    changed._read = content.__getitem__
    try:
        yield
    finally:
        changed._read = before
        template.words.cache_clear()


_TRIES: dict[str, Callable[[_Run, Workspace], None]] = {
    "examples": _try_examples,
    "records": _try_record,
    "chapters": _try_chapter,
    "words": _try_words,
}


def warm(workspaces: int) -> None:
    """Read and make everything that all processes need, before the fork: the files of their
    workspaces, the games, the words and hyphens of each language.
    """
    for number in range(workspaces):
        take(number)
        on = workspace()
        for where, game, variant in on.rule_sets:
            sound_game(where, game, variant)
            load(game, variant, rules=on.folder / where)
        for place in on.places("**/*.yaml"):
            library.written(on.folder / place)
    take(0)
    assert workspace().donors
    for number, (where, game, variant) in enumerate(workspace().rule_sets):
        language = LANGUAGES[number % len(LANGUAGES)]
        rules = sound_game(where, game, variant)
        _use(_Run(Mutant("rules", "", ""), Random(number)), rules, rules, spoken=1)
        if number < len(LANGUAGES):
            _print(rules, language, Random(number))
