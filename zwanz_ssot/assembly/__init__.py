"""From checked plain data to the model, in two passes.

``structure`` reads the data into parts of the model and then resolves the names in them;
``sections`` has the sections that inherit or need checks of their own; ``resolver`` holds the names
that there are, and reads words; ``deck`` builds packs of cards, ``game`` all rules of a game;
``checks`` finds what no schema can see.
"""
