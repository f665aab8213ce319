"""Questions about many rounds at once: played by chance and settled by the kernel."""

from .codes import NotLowered
from .kernel import Playouts, batch, not_lowered

__all__ = ["NotLowered", "Playouts", "batch", "not_lowered"]
