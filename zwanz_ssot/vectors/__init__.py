"""Test vectors for other engines, and the judge that plays them against one.

``views`` what a seat knows, and a settlement, as plain data; ``writing`` random rounds as lines;
``reading`` such lines from a file; ``engine`` another program that is asked; ``stakes`` the rule
that decides a position; ``comparing`` an answer held against what is right; ``judging`` rounds
played against an engine, and where it differs.
"""

from .engine import Engine, EngineBroken
from .files import read, text, vectors
from .judging import Discrepancy, Judge

__all__ = ["Discrepancy", "Engine", "EngineBroken", "Judge", "read", "text", "vectors"]
