"""Files of every kind with slips by chance, and whatever the check lets through put to use.

``shelf`` has the sound files and what stands in them, ``slips`` spoils data, texts and chapters,
``making`` turns a number into one file, ``trying`` does with it all that a person does, within
bounds of time and memory, ``shrinking`` makes a file small that fails, ``keeping`` reads and writes
the corpus. ``scripts/fuzz`` runs them in processes of their own.
"""

from __future__ import annotations

from .keeping import CORPUS, keep, kept
from .making import KINDS, Mutant, made
from .shrinking import smallest
from .trying import Outcome, tried

__all__ = ["CORPUS", "KINDS", "Mutant", "Outcome", "keep", "kept", "made", "smallest", "tried"]
