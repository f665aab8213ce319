"""``python -m zwanz_ssot.cli`` does what ``zwanz`` does."""

from . import main

main()
