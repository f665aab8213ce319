"""The table in a terminal: what a person sees, types and reads."""
