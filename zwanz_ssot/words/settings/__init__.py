"""What settings and steps of the rules need, give and bar (`zwanz_ssot.words.premises`).

One entry for each setting or step that has to do with another part of the rules, named by its place
there; ``*`` stands for any name. An entry stands in the file of its subject:
``calling`` calls, declarers, bids, trumps and the talon; ``speech`` announcements, doubles,
declarations, raises; ``worth`` values and payments.
"""

from ..premises import SETTINGS
from . import calling, speech, worth

__all__ = ["SETTINGS", "calling", "speech", "worth"]
