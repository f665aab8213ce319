"""What every build needs: templates, atomic writing of files, and the seconds of each step."""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

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


_ASIDE = ".book-"
_STALE = 3600.0
Progress = Callable[[str], None]


def put(made: Mapping[str, bytes], out: Path) -> dict[str, Path]:
    """Write files by their names into the folder `out`: all aside first, then each into its place
    in one step.

    Whatever interrupts this, each file that was there before is whole: the former one or the new
    one. WrongCall where nothing can be written.
    """
    try:
        out.mkdir(parents=True, exist_ok=True)
        _sweep(out)
        aside = Path(tempfile.mkdtemp(prefix=_ASIDE, dir=out))
    except OSError as error:
        raise WrongCall(f"nothing can be written to {out}", error.strerror or "") from None
    try:
        for name, data in made.items():
            (aside / name).write_bytes(data)
        for name in made:
            (aside / name).replace(out / name)
    except OSError as error:
        raise WrongCall(f"the book cannot be written to {out}", error.strerror or "") from None
    finally:
        shutil.rmtree(aside, ignore_errors=True)
    return {name: out / name for name in made}


def _sweep(out: Path) -> None:
    """Remove what builds that were killed long ago have left aside."""
    for left in out.glob(f"{_ASIDE}*"):
        if time.time() - left.stat().st_mtime > _STALE:
            shutil.rmtree(left, ignore_errors=True)


@dataclass
class Clock:
    """Tells each step to `progress` as it begins, and adds up its seconds by name."""

    progress: Progress | None = None
    seconds: dict[str, float] = field(default_factory=dict)
    began: float = field(default_factory=time.perf_counter)

    @property
    def total(self) -> float:
        """Seconds since the clock was made."""
        return time.perf_counter() - self.began

    @contextmanager
    def step(self, name: str) -> Iterator[None]:
        """One step, by the name of its kind (``chapters``, ``html``, ``pdf``…)."""
        self.tell(name)
        began = time.perf_counter()
        try:
            yield
        finally:
            self.add({name: time.perf_counter() - began})

    def tell(self, name: str) -> None:
        """A step begins."""
        if self.progress is not None:
            self.progress(name)

    def add(self, seconds: Mapping[str, float]) -> None:
        """Add what steps took, by their names."""
        for name, taken in seconds.items():
            self.seconds[name] = self.seconds.get(name, 0.0) + taken
