"""What several tests need: the variants of all shipped games, the shelf of books, a tidy memory."""

from __future__ import annotations

import ctypes
import gc
import os
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from packed import installed, wheel  # fixtures

from zwanz_ssot.library import BASE, library, load
from zwanz_ssot.model import Game

if TYPE_CHECKING:
    from shelf import Book, Shelf

__all__ = ["VARIANTS", "installed", "loaded", "wheel"]

VARIANTS = [
    (game, variant) for game in library().games() for variant in (BASE, *library().variants(game))
]


@cache
def loaded(game: str, variant: str) -> Game:
    """The game, loaded once a session."""
    return load(game, variant)


ROUNDS = 200
"""Random rounds of each rule set in CI, which is enough to meet nearly all that 2,000 meet; the
whole took a third of all processor time of the tests.
"""


POSITIONS = 150
"""Positions in CI; ``scripts/kernel-proof`` takes 100,000."""

ENDINGS = 12
"""Endings in CI; ``scripts/solver-proof`` takes 1,000."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """``--rounds``: how many random rounds of each rule set are played move by move;
    ``--positions``: how many are played by the kernel and the engine; ``--endings``: how many are
    solved and searched by minimax; ``--all-books``: every rule set in every language is looked at,
    not a sample; ``--tables``: rounds at the table in the browser in more rule sets and languages.
    """
    parser.addoption("--rounds", type=int, default=ROUNDS, help="random rounds of each rule set")
    text = "positions of each rule set that the kernel plays beside the engine"
    parser.addoption("--positions", type=int, default=POSITIONS, help=text)
    text = "endings of each rule set that are solved, and searched by minimax"
    parser.addoption("--endings", type=int, default=ENDINGS, help=text)
    text = "more rule sets, languages and widths at the table in the browser"
    parser.addoption("--tables", action="store_true", help=text)
    parser.addoption("--all-books", action="store_true", help="every book, not some of each game")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test that asks for ``judged_book`` is run for each of them; all tests of one book in one
    process, so that it is built once.
    """
    from shelf import books  # it needs this module

    if "judged_book" in metafunc.fixturenames:
        every = [
            pytest.param(one, marks=pytest.mark.xdist_group("-".join(one)), id="-".join(one))
            for one in books(metafunc.config)
        ]
        metafunc.parametrize("judged_book", every)


@pytest.fixture(scope="session")
def rounds(request: pytest.FixtureRequest) -> int:
    """How many random rounds of each rule set are played move by move."""
    count: int = request.config.getoption("--rounds")
    return count


@pytest.fixture(scope="session")
def positions(request: pytest.FixtureRequest) -> int:
    """How many positions of each rule set the kernel plays beside the engine."""
    count: int = request.config.getoption("--positions")
    return count


@pytest.fixture(scope="session")
def endings(request: pytest.FixtureRequest) -> int:
    """How many endings of each rule set are solved, and searched by minimax."""
    count: int = request.config.getoption("--endings")
    return count


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

_THRESHOLDS = gc.get_threshold()
_GROWTH = 64 * 2**20
"""The memory of about half a book: then what nobody refers to is looked for."""
_held = 0


def pytest_runtest_logfinish(nodeid: str) -> None:
    """After each test: give back what it has left behind, where that is much."""
    global _held
    gc.set_threshold(*_THRESHOLDS)
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


def _give_back() -> None:
    """Let the C library give what is free to the system, where it can."""
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)
