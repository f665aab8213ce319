"""``python -m tests.naive --write [GAME…]``: count positions and write them to tests/perft/."""

from __future__ import annotations

import sys

from zwanz_ssot.library import BASE, library, load

from .counting import FOLDER, file, write


def main(args: list[str]) -> int:
    """Write the counts of all rule sets, or of those of the games named."""
    if not args or args[0] != "--write":
        print(__doc__)
        return 2
    shelf, games = library(), args[1:] or library().games()
    FOLDER.mkdir(exist_ok=True)
    for game in games:
        for variant in (BASE, *shelf.variants(game)):
            rules = load(game, variant)
            print(f"{file(rules).name}: {write(rules)} positions", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
