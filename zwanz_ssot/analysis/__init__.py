"""Many rounds played by players, and what they show.

``simulation`` plays them and writes a row for each; ``balance`` counts the rows; ``contest``
compares one player with others; ``mistakes`` compares the cards of a round with the best ones.
"""
