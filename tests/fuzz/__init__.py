"""Fuzzing: files of every kind with random mistakes, and everything done with those that the check
accepts.

``workspace`` has the sound files and their values, ``mutators`` spoil data, texts and chapters,
``generator`` turns a number into one file, ``runner`` does everything with it that a person does,
within bounds of time and memory. ``shrinker`` makes a failing file small, ``corpus`` reads and
writes those that failed. ``scripts/fuzz`` runs them in several processes.
"""

from __future__ import annotations

from .corpus import CORPUS, keep, kept
from .generator import KINDS, Mutant, made
from .runner import Outcome, tried
from .shrinker import smallest

__all__ = ["CORPUS", "KINDS", "Mutant", "Outcome", "keep", "kept", "made", "smallest", "tried"]
