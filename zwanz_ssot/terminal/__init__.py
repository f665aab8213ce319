"""Rounds, matches and settlements as text in a terminal, and a person who plays there."""
