"""Blank bands on the pages of books that are printed already.

    zwanz book --all --format pdf --out build
    python -m tests.blank_bands build/*.pdf

prints a line for each book (its pages, and those with a band of more than 15 % of the text block),
and how many of all inner pages have one of more than 15, 20 and 30 %.
"""

from __future__ import annotations

import sys
from pathlib import Path

from . import pdf_judge

LIMITS = (0.15, 0.2, 0.3)


def report(files: list[Path]) -> str:
    """The lines that are printed of some books."""
    lines, every = [], list[float]()
    for file in files:
        bands = pdf_judge.bands(file)
        every += bands.values()
        holes = " ".join(f"{at}:{band:.0%}" for at, band in bands.items() if band > LIMITS[0])
        lines.append(f"{file.stem}: {len(bands)} {holes}".rstrip())
    for limit in LIMITS:
        count = sum(band > limit for band in every)
        lines.append(f"over {limit:.0%}: {count} of {len(every)}, {count / max(len(every), 1):.1%}")
    return "\n".join(lines)


if __name__ == "__main__":
    print(report([Path(name) for name in sys.argv[1:]]))
