"""Differences: of two sets of rules, of how they play, and of two git revisions."""
