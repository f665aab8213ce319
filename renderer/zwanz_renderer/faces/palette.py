"""The ten inks of the deck, and the tones of skin and hair. No other colour may be printed on a
card.
"""

from __future__ import annotations

from typing import Final

INK: Final = "#231F1C"
PAPER: Final = "#FBF5E6"
CREAM: Final = "#F1E4C6"
RED: Final = "#A8281F"
BLUE: Final = "#264B73"
GOLD: Final = "#D6A03C"
DARK_GOLD: Final = "#8C6218"
GREEN: Final = "#49694A"
MEADOW: Final = "#8FA368"
SKY: Final = "#C9D8DC"

SKIN: Final = "#F6DFC8"
BROWN: Final = "#6B3F1D"
FAIR: Final = "#D9A766"

INKS: Final = (INK, PAPER, CREAM, RED, BLUE, GOLD, DARK_GOLD, GREEN, MEADOW, SKY)
TONES: Final = (SKIN, BROWN, FAIR)
