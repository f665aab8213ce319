"""Players: each knows what its seat may know, and chooses a legal move."""

from .simple import choose

__all__ = ["choose"]
