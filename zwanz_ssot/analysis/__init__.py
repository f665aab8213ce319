"""Many rounds of players: ``simulation`` writes a row for each, ``balance`` tells what they come
to.
"""
