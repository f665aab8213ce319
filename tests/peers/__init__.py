"""Other implementations of games under docs/games, as judges: the same cards and the same random
moves go through both, legal moves are compared at each step and results at the end.

What is not alike, and who is right:

* ``skat``: nothing. OpenSpiel lets each player in turn say which game he plays, or pass, and the
  first one plays it; bidding is not compared. It settles by points that it has made up, so the card
  points and the winner are compared.
* ``hearts``: nothing in the play. OpenSpiel scores each player's own points, and 26 for the others
  where one has taken them all; who leads and who pays what is compared from these.
"""
