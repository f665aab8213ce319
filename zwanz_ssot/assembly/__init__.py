"""From checked plain data to the model: names resolved, conditions read, the whole made sure to
make sense.

``site`` where one works: the document and its problems; ``deck`` packs; ``words`` the terms;
``steps`` from the deal to the auction; ``scoring`` contracts, bonuses, settlement; ``game`` all of
it; ``sense`` what no schema can see.
"""
