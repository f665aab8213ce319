"""From checked plain data to the model, in two passes.

``structure`` reads the data into parts of the model, and then checks the names in them;
``resolver`` has the names that rules may use; ``game`` builds a game, with the sections that
inherit or need checks of their own, and packs of cards; ``checks`` finds what no schema can see.
"""
