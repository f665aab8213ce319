"""The kernel: `batch` plays many rounds to their end with random cards and settles them, `solve`
solves a position with all cards open.
"""

from .codes import NotLowered
from .playouts import Playouts, batch, not_lowered
from .solver import NotSolved, Solution, solve

__all__ = ["NotLowered", "NotSolved", "Playouts", "Solution", "batch", "not_lowered", "solve"]
