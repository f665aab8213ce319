"""Fixtures and hooks: the variants of all shipped games, samples, books that are built once, memory."""

from __future__ import annotations

import ctypes
import gc
import json
import os
import secrets
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, TypeVar
from zlib import crc32

import hypothesis
import pytest
from hypothesis import HealthCheck
from packed import installed, wheel  # fixtures

from zwanz_renderer import pages
from zwanz_ssot.library import library, load
from zwanz_ssot.model import Game
from zwanz_ssot.prose.template import fallback_first, words
from zwanz_ssot.vectors import aiming
from zwanz_ssot.vectors.aiming import AimedRound
from zwanz_ssot.vectors.files import head

if TYPE_CHECKING:
    from built_books import Book, BuiltBooks

    from zwanz_renderer.leaflets import Leaflet

__all__ = ["LANGUAGES", "VARIANTS", "installed", "is_always_the_same", "loaded", "wheel"]

VARIANTS = list(library().rule_sets())

LANGUAGES = tuple(
    lang for lang in fallback_first() if lang in pages.languages() and not words(lang).untranslated
)
"""The languages that are finished; first the one that replaces missing words of the others. Of one
that is only begun, `tests/test_untranslated.py` says what it lacks.
"""


Thing = TypeVar("Thing")
Sampled = Callable[[Sequence[Any], int], list[Any]]
"""Takes things and a number, and returns that many of them."""


def is_always_the_same(code: str) -> bool:
    """Whether a script prints the same in two processes, which order sets in different ways."""
    path = os.pathsep.join(filter(None, sys.path))
    printed = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": seed},
            stdout=subprocess.PIPE,
            check=True,
        ).stdout
        for seed in "12"
    }
    return len(printed) == 1 and printed != {b""}


@cache
def loaded(game: str, variant: str) -> Game:
    """The game, loaded once in a session."""
    return load(game, variant)


ROUNDS = 60
"""Random rounds of each rule set. ``--all`` plays 180, which meet nearly everything that 2,000
meet.
"""

POSITIONS = 50
"""Positions of each rule set. ``--all`` takes 150, ``scripts/kernel-proof`` 100,000."""

ENDINGS = 4
"""Endings of each rule set. ``--all`` takes 12, ``scripts/solver-proof`` 1,000."""

ALL = 3
"""The factor of these numbers with ``--all``."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options of the tests.

    ``--all`` takes everything instead of samples. ``--rounds`` is the number of random rounds of
    each rule set that are played move by move, ``--positions`` of those that the kernel and the
    engine play, ``--endings`` of those that are solved and searched by minimax. ``--agents`` runs
    the suites of PettingZoo and OpenSpiel at full length.
    """
    parser.addoption("--all", action="store_true", help="everything, where otherwise a sample is")
    parser.addoption("--rounds", type=int, help="random rounds of each rule set")
    text = "positions of each rule set that the kernel plays beside the engine"
    parser.addoption("--positions", type=int, help=text)
    text = "endings of each rule set that are solved, and searched by minimax"
    parser.addoption("--endings", type=int, help=text)
    parser.addoption("--agents", action="store_true", help="suites for agents at full length")


def _count(config: pytest.Config, option: str, usual: int) -> int:
    """The number that an option gives, else the usual one."""
    asked: int | None = config.getoption(option)
    if asked is None:
        return usual * (ALL if config.getoption("--all") else 1)
    return asked


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test with a ``judged_book`` or a ``written_book`` for each of these books.

    The tests of one written book follow each other, so that it need not be kept.
    """
    from built_books import EVERY, WRITTEN, books  # it needs this module

    if "judged_book" in metafunc.fixturenames:
        metafunc.parametrize("judged_book", books(metafunc.config), ids="-".join)
    if "written_book" in metafunc.fixturenames:
        every = EVERY if metafunc.config.getoption("--all") else WRITTEN
        metafunc.parametrize("written_book", every, ids="-".join, scope="module")


# Samples: the name of a test decides which rule sets, languages or cases it takes. So some test
# takes each of them, and the same ones in every run and every process.


def pytest_configure(config: pytest.Config) -> None:
    """Add the mark ``sample``, and keep the order of `LONGEST`."""
    if hasattr(config.option, "loadscopereorder"):
        config.option.loadscopereorder = False
    # Hypothesis takes the same cases in every run, without a limit of time.
    hypothesis.settings.register_profile(
        "zwanz",
        derandomize=True,
        database=None,
        deadline=None,
        suppress_health_check=[*HealthCheck],
    )
    hypothesis.settings.load_profile("zwanz")
    text = (
        "sample(n): without --all, the test runs with so many of its parameters; "
        "sample(n, name): those of other tests of this name"
    )
    config.addinivalue_line("markers", text)


HOUSE = """\
variant: house
of: zwanzigerrufen:directnet
name: {en: Ours, de: Unsere}
changes:
  - {at: bonuses.four_kings.value.silent, was: 1, set: 2, source: custom}
"""
"""House rules with one change."""


def sample(name: str, things: Sequence[Thing], count: int) -> list[Thing]:
    """So many of the things, in their order; the name decides which."""
    chosen = Random(crc32(name.encode())).sample(range(len(things)), min(count, len(things)))
    return [things[at] for at in sorted(chosen)]


LONGEST = (
    *("judges_pdf", "judge", "cli_calls", "your_own_repository", "site", "safety", "patching"),
    *("speed_shape", "formats", "judges_html", "web_page", "kernel", "japanese", "epub", "aiming"),
    *("reference", "detection", "scaffold", "books", "transplants", "combined_settings"),
    *("table_browser", "cli_book", "simulate", "outside_games", "ahead", "painting"),
    *("language_server", "prose", "fuzz", "bad", "cli_diff"),
    # These wait for clusters and servers more than they reckon: at the end the processors would idle.
    *("workers", "worker", "table_process", "studio_browser", "tuck_box", "table_messages"),
)
"""The files that take longest; they begin, so that no process waits for another at the end. Two that
ask for the same books do not begin together, as each would build them (`built_books`).
"""
TOGETHER = {
    **dict.fromkeys(("wheel", "your_own_repository"), "an environment with the wheel"),
    **dict.fromkeys(("kernel", "solver", "api"), "the compiled machine"),
    **dict.fromkeys(("reference", "judges_papers"), "the reference for authors"),
    **dict.fromkeys(
        ("judge", "judge_report", "single_tricks", "bare_outcomes"),
        "aimed rounds of a game",
    ),
}
"""Files that share something that takes long to make, and what it is."""


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Run each file in one process, so that what its tests share is made once.

    The marks of pytest-xdist for groups do nothing with pytest 9.2 (pytest-xdist#1386).
    """
    from xdist.scheduler import LoadFileScheduling

    class Scheduling(LoadFileScheduling):
        def _split_scope(self, nodeid: str) -> str:
            file: str = super()._split_scope(nodeid)
            return TOGETHER.get(Path(file).stem.removeprefix("test_"), file)

    return Scheduling(config, log)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect what a sample leaves out, unless ``--all`` or a case by name is given; put the
    longest files first.
    """
    first = {f"test_{name}": at for at, name in enumerate(LONGEST)}
    items.sort(key=lambda item: first.get(item.path.stem, len(first)))
    if not config.getoption("--all") and not any("[" in argument for argument in config.args):
        kinds: dict[str, list[pytest.Item]] = {}
        for item in items:
            kinds.setdefault(item.nodeid.partition("[")[0], []).append(item)
        # A mark gives the number of cases, and perhaps the name that decides which.
        kept: set[pytest.Item] = set()
        for name, cases in kinds.items():
            mark = cases[0].get_closest_marker("sample")
            count, name = (*mark.args, name)[:2] if mark is not None else (len(cases), name)
            kept.update(sample(name, cases, count))
        config.hook.pytest_deselected(items=[item for item in items if item not in kept])
        items[:] = [item for item in items if item in kept]


@pytest.fixture(autouse=True)
def chance(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a seed, a test has the same packs in every run: its name decides them."""
    random = Random(crc32(request.node.nodeid.encode()))
    monkeypatch.setattr(secrets, "SystemRandom", lambda: random)


@pytest.fixture
def aimed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rounds for the judge are looked for once in a process: the choice for one round is the same
    1500 rounds as that for 75.
    """
    monkeypatch.setattr(aiming, "_best_first", _aimed_before)


_best_first = aiming._best_first
_AIMED: dict[tuple[str, int, int], list[AimedRound]] = {}


def _aimed_before(game: Game, tried: int, seed: int) -> Iterator[AimedRound]:
    key = (json.dumps(head(game)), tried, seed)
    if key not in _AIMED:
        _AIMED[key] = list(islice(_best_first(game, tried, seed), tried // aiming.TRIED))
    return iter(_AIMED[key])


@pytest.fixture(scope="session")
def everything(request: pytest.FixtureRequest) -> bool:
    """Whether ``--all`` is given."""
    return bool(request.config.getoption("--all"))


@pytest.fixture
def sampled(request: pytest.FixtureRequest, everything: bool) -> Sampled:
    """``sampled(things, 3)``: three of the things, or with ``--all`` all of them."""

    def some(things: Sequence[Any], count: int) -> list[Any]:
        if everything:
            return list(things)
        return sample(f"{request.path.name}::{request.node.name}", things, count)

    return some


@pytest.fixture(scope="session")
def rounds(request: pytest.FixtureRequest) -> int:
    """The number of random rounds of each rule set that are played move by move."""
    return _count(request.config, "--rounds", ROUNDS)


@pytest.fixture(scope="session")
def positions(request: pytest.FixtureRequest) -> int:
    """The number of positions of each rule set that the kernel plays beside the engine."""
    return _count(request.config, "--positions", POSITIONS)


@pytest.fixture(scope="session")
def endings(request: pytest.FixtureRequest) -> int:
    """The number of endings of each rule set that are solved, and searched by minimax."""
    return _count(request.config, "--endings", ENDINGS)


@pytest.fixture(scope="session")
def judged_books(request: pytest.FixtureRequest) -> list[Book]:
    """The books that external validators read."""
    from built_books import books

    return books(request.config)


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> BuiltBooks:
    """The books of this run, in a folder that its processes share."""
    from built_books import BuiltBooks  # it needs this module

    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    folder = shared / "built"
    folder.mkdir(exist_ok=True)
    return BuiltBooks(folder)


@pytest.fixture(scope="session")
def reference(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Leaflet]:
    """``reference("en")``: the reference for authors in a language, written once in a process."""
    from zwanz_renderer.reference import write_reference

    @cache
    def written(language: str) -> Leaflet:
        game = loaded("zwanzigerrufen", "directnet")
        return write_reference(game, language, tmp_path_factory.mktemp("reference"))

    return written


# Memory: `zwanz book` makes garbage collection rare, as its process ends soon. A process of the tests
# goes on, and would keep the boxes of every book that it has set.

_THRESHOLDS = (50_000, 20, 50)
"""The thresholds of the garbage collector, as in a process of `zwanz`: loaded rules are many
objects.
"""
_GROWTH = 48 * 2**20
"""Growth, in bytes, after which garbage is collected: nearly half a book."""
MOST = 5 * 2**28
"""The most bytes that a process of the tests may hold. Which files it runs differs from one run to
the next, and with them what it holds at its end: 0.7 to 1.05 GB, most where the system gives memory
in large pages.
"""
NEAR = MOST * 3 // 4
"""From so many bytes on, the tests that took most are named."""
_NAMED = 5
"""How many tests of a process are named."""
_held = 0
_highest = 0
_peaks: list[int] = []
"""The peak of each process, in bytes."""
_rises: list[tuple[int, str]] = []
"""The highest rises of a process's peak: bytes, and the test that caused it."""


def pytest_collection_finish() -> None:
    """Begin to measure here: imports and collection belong to no test."""
    global _highest
    _highest = _peak()


def pytest_runtest_teardown(item: pytest.Function, nextitem: pytest.Item | None) -> None:
    """After the last test of a file, clear the caches of its functions."""
    if nextitem is None or nextitem.path != item.path:
        module = item.module
        for function in vars(module).values():
            if hasattr(function, "cache_clear") and function.__module__ == module.__name__:
                function.cache_clear()


def pytest_runtest_logfinish(nodeid: str) -> None:
    """After each test, note its rise of the peak; collect garbage if much is left."""
    global _held, _highest
    if (rise := _peak() - _highest) > 0:
        _highest += rise
        _rises[:] = sorted([*_rises, (rise, nodeid)], reverse=True)[:_NAMED]
    gc.set_threshold(*_THRESHOLDS)  # a test may have changed them
    if _resident() > _held + _GROWTH:
        gc.collect()
        _give_back()
        _held = _resident()


def _resident() -> int:
    """The bytes of memory in use; 0 if the system does not say."""
    with suppress(OSError):
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")
    return 0


def _peak() -> int:
    """The most bytes of memory that this process has used; 0 if the system does not say."""
    with suppress(ImportError):
        import resource

        if sys.platform == "linux":
            return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    return 0


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail the run if a process has held more than `MOST`."""
    _peaks.append(_peak())
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["peak"] = _peaks[-1]
        session.config.workeroutput["rises"] = _rises
    elif max(_peaks) > MOST and session.exitstatus == 0:
        session.exitstatus = 1


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Take the peak and the rises of a process that has ended."""
    output = getattr(node, "workeroutput", {})
    _peaks.append(output.get("peak", 0))
    _rises.extend(output.get("rises", ()))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print what the processes have held, and, near the limit, which tests took most."""
    held = ", ".join(f"{peak / 2**20:.0f} MB" for peak in _peaks)
    if max(_peaks) > MOST:
        terminalreporter.write_line(f"A process of the tests held over 1.25 GB: {held}", red=True)
    elif max(_peaks) > NEAR:
        terminalreporter.write_line(f"A process of the tests held nearly 1.25 GB: {held}")
    if max(_peaks) > NEAR:
        for rise, nodeid in _rises:
            terminalreporter.write_line(f"  {rise / 2**20:.0f} MB more since {nodeid}")


def _give_back() -> None:
    """Let the C library return free memory to the system, where it can."""
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)
