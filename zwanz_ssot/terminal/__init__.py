"""Rounds, matches and settlements as text in a terminal, and play with a person there."""
