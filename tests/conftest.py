"""What several tests need: the variants of all shipped games, the shelf of books, a tidy memory."""

from __future__ import annotations

import ctypes
import gc
import os
import secrets
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, TypeVar
from zlib import crc32

import hypothesis
import pytest
from hypothesis import HealthCheck
from packed import installed, wheel  # fixtures

from zwanz_ssot.library import library, load
from zwanz_ssot.model import Game
from zwanz_ssot.prose.template import fallback_first

if TYPE_CHECKING:
    from shelf import Book, Shelf

__all__ = ["LANGUAGES", "VARIANTS", "installed", "loaded", "wheel"]

VARIANTS = list(library().rule_sets())

LANGUAGES = fallback_first()
"""All that there are words for, and first the one that stands in for the others."""


Thing = TypeVar("Thing")
Sampled = Callable[[Sequence[Any], int], list[Any]]
"""Takes things and a number, and returns so many of them."""


@cache
def loaded(game: str, variant: str) -> Game:
    """The game, loaded once a session."""
    return load(game, variant)


ROUNDS = 60
"""Random rounds of each rule set; with ``--all`` 180, which meet nearly all that 2,000 meet."""

POSITIONS = 50
"""Positions; with ``--all`` 150, and ``scripts/kernel-proof`` takes 100,000."""

ENDINGS = 4
"""Endings; with ``--all`` 12, and ``scripts/solver-proof`` takes 1,000."""

ALL = 3
"""So many times as much with ``--all``."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """``--all``: everything is looked at of which otherwise a sample is. ``--rounds``: how many
    random rounds of each rule set are played move by move; ``--positions``: how many are played by
    the kernel and the engine; ``--endings``: how many are solved and searched by minimax;
    ``--agents``: the suites of PettingZoo and OpenSpiel run at full length.
    """
    parser.addoption("--all", action="store_true", help="everything, where otherwise a sample is")
    parser.addoption("--rounds", type=int, help="random rounds of each rule set")
    text = "positions of each rule set that the kernel plays beside the engine"
    parser.addoption("--positions", type=int, help=text)
    text = "endings of each rule set that are solved, and searched by minimax"
    parser.addoption("--endings", type=int, help=text)
    parser.addoption("--agents", action="store_true", help="suites for agents at full length")


def _count(config: pytest.Config, option: str, usual: int) -> int:
    """The number that an option asks for."""
    asked: int | None = config.getoption(option)
    if asked is None:
        return usual * (ALL if config.getoption("--all") else 1)
    return asked


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test that asks for a ``judged_book`` or a ``written_book`` is run for each of them. The
    tests of one written book follow each other, so that it need not be kept.
    """
    from shelf import EVERY, WRITTEN, books  # it needs this module

    if "judged_book" in metafunc.fixturenames:
        metafunc.parametrize("judged_book", books(metafunc.config), ids="-".join)
    if "written_book" in metafunc.fixturenames:
        every = EVERY if metafunc.config.getoption("--all") else WRITTEN
        metafunc.parametrize("written_book", every, ids="-".join, scope="module")


# A sample: which rule sets, languages or cases a test looks at follows from the name of the test, so
# that each of them is met by some tests, and by the same ones in every run and every process.


def pytest_configure(config: pytest.Config) -> None:
    """``sample``, a mark of tests with parameters. The order of tests is the one of `LONGEST`."""
    if hasattr(config.option, "loadscopereorder"):
        config.option.loadscopereorder = False
    # Properties are tried with the same cases in every run, and have as much time as they need.
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


def sample(name: str, things: Sequence[Thing], count: int) -> list[Thing]:
    """So many of the things, in their order; which ones follows from the name."""
    chosen = Random(crc32(name.encode())).sample(range(len(things)), min(count, len(things)))
    return [things[at] for at in sorted(chosen)]


LONGEST = (
    *("judges_html", "your_own_repository", "judge_report", "patching", "cli_calls", "judge"),
    *("safety", "speed_shape", "formats", "kernel", "web_page", "epub", "site", "books"),
    *("reference", "combined_settings", "judges_pdf", "japanese", "table_browser", "scaffold"),
    *("simulate", "outside_games", "detection", "aiming", "painting", "language_server"),
    *("prose", "fuzz", "bad", "cli_diff", "ahead"),
)
"""Files that begin, so that in the end no process waits for another: those that take longest."""
TOGETHER = {
    **dict.fromkeys(("wheel", "your_own_repository"), "an environment with the wheel"),
    **dict.fromkeys(("kernel", "solver", "api"), "the compiled machine"),
}
"""Files that share what takes long to make, and what it is."""


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Each file goes into one process, so that what its tests share is made once. (The marks of
    pytest-xdist for groups do nothing with pytest 9.2: pytest-xdist#1386.)
    """
    from xdist.scheduler import LoadFileScheduling

    class Scheduling(LoadFileScheduling):
        def _split_scope(self, nodeid: str) -> str:
            file: str = super()._split_scope(nodeid)
            return TOGETHER.get(Path(file).stem.removeprefix("test_"), file)

    return Scheduling(config, log)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what a sample leaves out, unless everything or this very test is asked for; put
    the longest files first.
    """
    first = {f"test_{name}": at for at, name in enumerate(LONGEST)}
    items.sort(key=lambda item: first.get(item.path.stem, len(first)))
    if not config.getoption("--all") and not any("[" in argument for argument in config.args):
        kinds: dict[str, list[pytest.Item]] = {}
        for item in items:
            kinds.setdefault(item.nodeid.partition("[")[0], []).append(item)
        kept: set[pytest.Item] = set()
        for name, cases in kinds.items():
            mark = cases[0].get_closest_marker("sample")
            count, name = (*mark.args, name)[:2] if mark is not None else (len(cases), name)
            kept.update(sample(name, cases, count))
        config.hook.pytest_deselected(items=[item for item in items if item not in kept])
        items[:] = [item for item in items if item in kept]


@pytest.fixture(autouse=True)
def chance(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nobody gives a seed, a test has the same packs in every run: they follow from its name."""
    random = Random(crc32(request.node.nodeid.encode()))
    monkeypatch.setattr(secrets, "SystemRandom", lambda: random)


@pytest.fixture(scope="session")
def everything(request: pytest.FixtureRequest) -> bool:
    """Whether everything is looked at: ``--all``."""
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
    """How many random rounds of each rule set are played move by move."""
    return _count(request.config, "--rounds", ROUNDS)


@pytest.fixture(scope="session")
def positions(request: pytest.FixtureRequest) -> int:
    """How many positions of each rule set the kernel plays beside the engine."""
    return _count(request.config, "--positions", POSITIONS)


@pytest.fixture(scope="session")
def endings(request: pytest.FixtureRequest) -> int:
    """How many endings of each rule set are solved, and searched by minimax."""
    return _count(request.config, "--endings", ENDINGS)


@pytest.fixture(scope="session")
def judged_books(request: pytest.FixtureRequest) -> list[Book]:
    """The books that judges from outside read."""
    from shelf import books

    return books(request.config)


@pytest.fixture(scope="session")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    """The books of this run, in a folder that its processes share."""
    from shelf import Shelf  # it needs this module

    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    folder = shared / "shelf"
    folder.mkdir(exist_ok=True)
    return Shelf(folder)


# Memory: `zwanz book` tells the collector of garbage to rest, as its process ends soon. A process
# of the tests goes on, and would keep the boxes of every book that it has set.

_THRESHOLDS = (50_000, 20, 50)
"""The collector looks as rarely as in a process of `zwanz`: the rules that are kept are many."""
_GROWTH = 48 * 2**20
"""The memory of nearly half a book: then what nobody refers to is looked for."""
MOST = 2**30
"""So many bytes may a process of the tests hold."""
NEAR = MOST * 3 // 4
"""From here on the tests are named that took most."""
_NAMED = 5
"""So many tests of a process are named where it has held too much."""
_held = 0
_highest = 0
_peaks: list[int] = []
"""The most that each process has held."""
_rises: list[tuple[int, str]] = []
"""By how many bytes a test has raised the peak of its process, and which one; the highest rises."""


def pytest_collection_finish() -> None:
    """What is imported and collected by now is no test's."""
    global _highest
    _highest = _peak()


def pytest_runtest_teardown(item: pytest.Function, nextitem: pytest.Item | None) -> None:
    """Behind the last test of a file: forget what its functions have kept for each other."""
    if nextitem is None or nextitem.path != item.path:
        module = item.module
        for function in vars(module).values():
            if hasattr(function, "cache_clear") and function.__module__ == module.__name__:
                function.cache_clear()


def pytest_runtest_logfinish(nodeid: str) -> None:
    """After each test: give back what it has left behind, where that is much."""
    global _held, _highest
    if (rise := _peak() - _highest) > 0:
        _highest += rise
        _rises[:] = sorted([*_rises, (rise, nodeid)], reverse=True)[:_NAMED]
    gc.set_threshold(*_THRESHOLDS)  # a test may have let the collector rest
    if _resident() > _held + _GROWTH:
        gc.collect()
        _give_back()
        _held = _resident()


def _resident() -> int:
    """The bytes of memory in use; 0 where the system does not say."""
    with suppress(OSError):
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")
    return 0


def _peak() -> int:
    """The most bytes of memory that this process has had in use; 0 where the system does not say."""
    with suppress(ImportError):
        import resource

        if sys.platform == "linux":
            return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    return 0


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """A process that has held more than `MOST` makes the run fail."""
    _peaks.append(_peak())
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["peak"] = _peaks[-1]
        session.config.workeroutput["rises"] = _rises
    elif max(_peaks) > MOST and session.exitstatus == 0:
        session.exitstatus = 1


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """A process has ended, and says what it has held."""
    output = getattr(node, "workeroutput", {})
    _peaks.append(output.get("peak", 0))
    _rises.extend(output.get("rises", ()))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say what the processes have held, and which tests took most where that is near the limit."""
    held = ", ".join(f"{peak / 2**20:.0f} MB" for peak in _peaks)
    if max(_peaks) > MOST:
        terminalreporter.write_line(f"A process of the tests held over 1 GB: {held}", red=True)
    elif max(_peaks) > NEAR:
        terminalreporter.write_line(f"A process of the tests held nearly 1 GB: {held}")
    if max(_peaks) > NEAR:
        for rise, nodeid in _rises:
            terminalreporter.write_line(f"  {rise / 2**20:.0f} MB more since {nodeid}")


def _give_back() -> None:
    """Let the C library give what is free to the system, where it can."""
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)
