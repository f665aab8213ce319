"""From checked plain data to the model, in two passes.

``structure`` reads the data into parts of the model and then resolves the names in them;
``resolver`` holds the names that there are, and reads words; ``game`` builds all rules of a game,
with the sections that inherit or need checks of their own, and packs of cards; ``checks`` finds
what no schema can see.
"""
