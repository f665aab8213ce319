"""Measures what the project promises; run with ``python -m benchmarks``."""
