"""Explanations: what allows a legal move, and what refuses an illegal one."""
