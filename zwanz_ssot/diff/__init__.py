"""Differences between two rule sets, or between two git revisions of them.

``behaviour`` compares rule by rule, and by examples and positions; ``revisions`` finds the rule
sets that change in git; ``report`` makes text, Markdown and data of the differences.
"""
