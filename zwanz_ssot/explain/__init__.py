"""Explanations: why a move is legal or not, where an engine differs, cards and hands as text."""
