"""A book that is built again whenever its chapters or its rules change.

    for outcome in watch(lambda: load("zwanzigerrufen", "directnet"), lang="en", out=Path("build")):
        print(outcome)

The first outcome is that of a first build. The book is a draft, which shows its problems.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from threading import Event

import watchfiles

from zwanz_ssot import places
from zwanz_ssot.library import is_rule_file
from zwanz_ssot.model import Game
from zwanz_ssot.problems import ZwanzError

from .book import BookBuilder, Built
from .building import Progress
from .formats import USUAL
from .styles import Paper

_PAUSE = 60  # milliseconds without a change, after which a build begins


@dataclass(frozen=True, slots=True)
class BuildOutcome:
    """The book of one build, or the error that prevented it; `changed` are the files before it."""

    changed: tuple[Path, ...]
    built: Built | None
    error: ZwanzError | None = None

    @property
    def sound(self) -> bool:
        """True if there is a book without problems."""
        return self.built is not None and not self.built.problems


def watch(
    load: Callable[[], Game],
    *,
    lang: str,
    out: Path,
    rules: Path | None = None,
    chapters: Path | None = None,
    formats: Iterable[str] = USUAL,
    paper: Paper = "a5",
    progress: Progress | None = None,
    stop: Event | None = None,
) -> Iterator[BuildOutcome]:
    """Build now and after each change of rules or chapters, until `stop` is set.

    A change during a build is seen after it.

    `load` gives the game; it is asked again when a file of `rules` (by default the shipped ones)
    has changed.
    """
    formats = tuple(formats)
    folder = chapters or places.data("templates") / "book" / lang
    rule_folder = (rules or places.data("rules")).resolve()
    builder: BookBuilder | None = None

    def again(changed: tuple[Path, ...]) -> BuildOutcome:
        nonlocal builder
        try:
            if builder is None or any(
                is_rule_file(path.name) and path.is_relative_to(rule_folder) for path in changed
            ):
                builder = None
                builder = BookBuilder(load(), lang, paper=paper, chapters=chapters, draft=True)
            return BuildOutcome(changed, builder.build(out, formats=formats, progress=progress))
        except ZwanzError as error:
            return BuildOutcome(changed, None, error)

    begun = False
    for changes in watchfiles.watch(
        rule_folder,
        folder,
        stop_event=stop,
        step=_PAUSE,
        debounce=10 * _PAUSE,
        rust_timeout=_PAUSE,
        # at once, so that what changes during the first build is seen after it
        yield_on_timeout=True,
    ):
        changed = tuple(sorted(Path(name).resolve() for _, name in changes))
        relevant = tuple(
            path for path in changed if path.suffix == ".md" or is_rule_file(path.name)
        )
        if relevant or not begun:
            yield again(relevant if begun else ())
            begun = True
