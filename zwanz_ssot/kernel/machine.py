"""The machine in two builds of the same source: plain Python, and compiled by numba.

numba compiles when the build is first used, and keeps the result in its cache: ``NUMBA_CACHE_DIR``,
or else the user's folder for caches.
"""

from __future__ import annotations

import hashlib
import logging
import os
import sys
from collections.abc import Callable, Collection, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, NamedTuple

from ..problems import WrongCall, repeated

_CELLS = ("cells", "search_area")
_PARTS = (
    *("conditions", "tricks", "settlement", "heuristics", "nested", "foreseeing"),
    *("partitions", "sure_tricks", "search"),
)
_ENTRIES = ("run", "foresee", "solve_cells")
_LOG = logging.getLogger(__name__)


class Machine(NamedTuple):
    """A build of the machine."""

    run: Callable[..., None]
    """Plays and settles many positions, see `zwanz_ssot.kernel.settlement.run`."""
    foresee: Callable[..., None]
    """Weighs the cards of a seat in worlds, see `zwanz_ssot.kernel.foreseeing.foresee`."""
    solve: Callable[..., None]
    """Searches a position with all cards open, see `zwanz_ssot.kernel.search.solve_cells`."""


def can_compile() -> bool:
    """Whether numba is installed (``pip install numba numpy``); does not import it."""
    return find_spec("numba") is not None


def build_to_use(compiled: bool | None) -> bool:
    """Whether to use the compiled build: ``compiled``, or for None whether numba is installed.

    Raises `WrongCall` for True without numba, and for another value.
    """
    if compiled is not None and not isinstance(compiled, bool):
        raise WrongCall(f"compiled is True, False or None, not {repeated(repr(compiled))}")
    if compiled and not can_compile():
        raise WrongCall("numba is not installed", "pip install numba numpy")
    return can_compile() if compiled is None else compiled


@cache
def machine(compiled: bool, /) -> Machine:
    """The compiled or the plain build, each made once in a process. (To the cache a call with a
    keyword would be another one.)
    """
    if not compiled:
        from .foreseeing import foresee
        from .search import solve_cells
        from .settlement import run

        return Machine(run, foresee, solve_cells)
    functions = _compiled_functions()
    run, foresee, solve = (functions[name] for name in _ENTRIES)
    return Machine(run, foresee, solve)


def _compiled_functions() -> dict[str, Any]:
    """The functions of the machine by name, which numba compiles when they are first called.

    The files are loaded a second time, so that the plain functions stay. In these copies each
    function is replaced by its compiled build, which numba finds when it compiles a caller. One
    may call itself, but two must not call each other: numba loads such a build from its cache, and
    it crashes.
    """
    numba: Any = import_module("numba")
    if not os.environ.get("NUMBA_CACHE_DIR"):
        numba.config.CACHE_DIR = str(_cache_folder())
    copies = [_copy(part) for part in _PARTS]
    functions: dict[str, Any] = {}
    for copied in copies:
        for name, function in vars(copied).items():
            if isinstance(function, FunctionType) and function.__module__ == copied.__name__:
                entry = name in _ENTRIES
                build = numba.njit(
                    cache=entry, no_cpython_wrapper=not entry, no_cfunc_wrapper=not entry
                )
                functions[name] = _for_all_numbers(numba, build(function))
    functions["first_cell"] = _first_cell(numba)
    _say_when_compiling({copied.__name__ for copied in copies})
    for copied in copies:
        mine = vars(copied)
        mine.update({name: it for name, it in functions.items() if name in mine})
    return functions


def _say_when_compiling(modules: Collection[str]) -> None:
    """Say once that a function of these modules is compiled, and not loaded from the cache."""
    events: Any = import_module("numba.core.event")

    class FirstCompilation(events.Listener):  # type: ignore[misc]
        def on_start(self, event: Any) -> None:
            if not said and event.data["dispatcher"].py_func.__module__ in modules:
                said.append(True)
                _LOG.warning("numba compiles the kernel for this computer, once: about a minute")

        def on_end(self, event: Any) -> None:
            pass

    said: list[bool] = []
    events.register("numba:compile", FirstCompilation())


def _for_all_numbers(numba: Any, function: Any) -> Any:
    """A compiled function that is called with a number as with any other one: numba would compile
    it once more for each number that stands in a call, and so all that it calls.
    """
    template = function.get_call_template

    def for_all(args: Sequence[Any], kws: Any) -> Any:
        return template(tuple(map(numba.types.unliteral, args)), kws)

    function.get_call_template = for_all
    return function


def _first_cell(numba: Any) -> Any:
    """What `zwanz_ssot.kernel.conditions.first_cell` is in the compiled build: a pointer."""

    def first_cell(_: Any, m: Any) -> Any:
        def cell(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            array = context.make_array(signature.args[0])
            return array(context, builder, value=values[0]).data

        return numba.types.CPointer(m.dtype)(m), cell

    return numba.extending.intrinsic(first_cell)


def _copy(part: str) -> ModuleType:
    plain = import_module(f".{part}", __package__)
    spec = spec_from_file_location(f"{plain.__name__}_compiled", plain.__file__)
    assert spec is not None and spec.loader is not None
    copied = module_from_spec(spec)
    sys.modules[copied.__name__] = copied
    spec.loader.exec_module(copied)
    return copied


def _cache_folder() -> Path:
    """A folder by the digest of all files: numba checks only one of them for changes."""
    digest = hashlib.sha256()
    for part in (*_CELLS, *_PARTS):
        digest.update(Path(__file__).with_name(f"{part}.py").read_bytes())
    caches = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(caches) / "zwanz-ssot" / f"machine-{digest.hexdigest()[:16]}"
