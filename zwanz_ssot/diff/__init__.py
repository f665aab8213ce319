"""Differences of rules: of two rule sets, of how they play, and of two git revisions.

``rules`` compares rule by rule, ``behaviour`` by examples and positions, ``revisions`` finds what
changed in git. ``report`` is what a person or a program reads of it.
"""
