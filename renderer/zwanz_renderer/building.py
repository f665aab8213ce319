"""What every build needs: templates, pages that wait for their style, the seconds of each step."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template
from markupsafe import Markup

from zwanz_ssot import places
from zwanz_ssot.problems import WrongCall


def templates(*folders: Path, last_newline: bool = False) -> Environment:
    """The templates of these folders; the first folder that has a template wins.

    With `last_newline`, the newline at the end of a template is kept.
    """
    return Environment(
        loader=FileSystemLoader([str(folder) for folder in folders]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=last_newline,
    )


def language_files(kind: str) -> dict[str, Path]:
    """The files ``templates/<kind>.<lang>.yaml`` by language, in the order of the languages."""
    files = sorted(places.data("templates").glob(f"{kind}.*.yaml"))
    return {file.name.split(".")[1]: file for file in files}


def language_table(kind: str, lang: str, lacking: str) -> Mapping[str, Any]:
    """The content of ``templates/<kind>.<lang>.yaml``.

    Without such a file, WrongCall: a sentence that begins with `lacking`, and the known languages.
    """
    files = language_files(kind)
    if lang not in files:
        raise WrongCall(f"{lacking} {lang!r}", f"known are {', '.join(files)}")
    found: Mapping[str, Any] = places.table(files[lang])
    return found


@dataclass(frozen=True, slots=True)
class Page:
    """A page that is written last, as its style depends on what it shows.

    `frame` is the template around the `body`, with `values` of its own.
    """

    frame: Template
    values: Mapping[str, Any]
    body: str

    def html(self, style: str = "") -> str:
        """The page with a style sheet."""
        return self.frame.render(self.values, style=Markup(style), body=Markup(self.body))


Progress = Callable[[str], None]


@dataclass
class Clock:
    """Reports each step to `progress` as it begins, and adds up its seconds by name."""

    progress: Progress | None = None
    seconds: dict[str, float] = field(default_factory=dict)
    began: float = field(default_factory=time.perf_counter)

    @property
    def total(self) -> float:
        """Seconds since the clock was made."""
        return time.perf_counter() - self.began

    @contextmanager
    def step(self, name: str) -> Iterator[None]:
        """Time one step, by the name of its kind (``chapters``, ``html``, ``pdf``…)."""
        self.begin(name)
        began = time.perf_counter()
        try:
            yield
        finally:
            self.add({name: time.perf_counter() - began})

    def begin(self, name: str) -> None:
        """Report that a step begins."""
        if self.progress is not None:
            self.progress(name)

    def add(self, seconds: Mapping[str, float]) -> None:
        """Add the seconds of steps, by their names."""
        for name, taken in seconds.items():
            self.seconds[name] = self.seconds.get(name, 0.0) + taken
