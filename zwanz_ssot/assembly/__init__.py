"""From checked plain data to the model: names resolved, conditions read, the whole made sure to
make sense.

``resolver`` the document, its names and its problems; ``deck`` packs; ``auction`` from the deal to
the auction; ``play`` exchange and play; ``scoring`` contracts, bonuses, settlement; ``game`` all of
it; ``checks`` what no schema can see. Words are read by `zwanz_ssot.words.reading`.
"""
