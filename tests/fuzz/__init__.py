"""Fuzzing: files of every kind with random mistakes, and everything done with those that the check
accepts.

``shelf`` has the sound files and their values, ``slips`` spoils data, texts and chapters,
``making`` turns a number into one file, ``trying`` does everything with it that a person does,
within bounds of time and memory. ``shrinking`` makes a failing file small, ``keeping`` reads and
writes the corpus. ``scripts/fuzz`` runs them in several processes.
"""

from __future__ import annotations

from .keeping import CORPUS, keep, kept
from .making import KINDS, Mutant, made
from .shrinking import smallest
from .trying import Outcome, tried

__all__ = ["CORPUS", "KINDS", "Mutant", "Outcome", "keep", "kept", "made", "smallest", "tried"]
