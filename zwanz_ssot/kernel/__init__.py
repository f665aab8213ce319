"""Questions about many rounds at once, played by chance and settled by the kernel; and positions
solved with all cards open.
"""

from .codes import NotLowered
from .playouts import Playouts, batch, not_lowered
from .solver import NotSolved, Solution, solve

__all__ = ["NotLowered", "NotSolved", "Playouts", "Solution", "batch", "not_lowered", "solve"]
