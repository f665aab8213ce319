"""A language server for rules, examples, records and chapters, for any editor with the Language
Server Protocol. It needs pygls: ``pip install pygls``.

* ``outline`` reads YAML while it is typed; ``grammar`` finds the schema of each place in it.
* ``session`` holds the open texts and the games that they are about.
* ``diagnostics`` finds problems and sends them.
* ``completion`` suggests what to write; ``actions`` offers repairs and new files.
* ``navigation`` finds the names and paths in files, their definitions and uses.
* ``chapters`` does all this for chapters.
* ``server`` answers an editor.
"""
