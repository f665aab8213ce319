"""The corpus: files that once failed, each with its kind, its place and what it once did."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from pathlib import Path

from .generator import Mutant

CORPUS = Path(__file__).resolve().parent.parent / "fuzz_corpus"
_HEAD = re.compile(r"# (\w+), (.+?), seed (\d+): (.*)")


def keep(mutant: Mutant, fault: str, folder: Path = CORPUS) -> Path:
    """Write a file to the corpus; a first line, which is not part of it, says what it is."""
    folder.mkdir(parents=True, exist_ok=True)
    name = re.sub(r"[^a-z0-9]+", "-", fault.lower()).strip("-")[:60]
    digest = hashlib.sha256(mutant.text.encode(errors="surrogatepass")).hexdigest()[:6]
    path = folder / f"{mutant.kind}-{name}-{digest}.txt"
    head = f"# {mutant.kind}, {mutant.place}, seed {mutant.seed}: {fault}\n"
    path.write_text(head + mutant.text, encoding="utf-8", errors="surrogatepass", newline="")
    return path


def kept(folder: Path = CORPUS) -> Iterator[tuple[str, Mutant]]:
    """Every file of the corpus with its name."""
    for path in sorted(folder.glob("*.txt")):
        text = path.read_bytes().decode("utf-8", errors="surrogatepass")
        head, _, rest = text.partition("\n")
        found = _HEAD.fullmatch(head)
        if found is None:
            raise ValueError(f"{path.name} does not say what it is")
        yield path.stem, Mutant(found[1], found[2], rest, int(found[3]))
