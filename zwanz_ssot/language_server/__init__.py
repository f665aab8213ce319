"""A language server for rules, examples, records and chapters, for any editor that speaks the
Language Server Protocol. It needs pygls: ``pip install pygls``.

``outline`` reads YAML that is being typed, ``grammar`` says by the schemas what may stand at a
place of it. ``session`` holds what is open and the games that it is about. ``diagnostics`` finds
problems and sends them. ``completion`` says what may be written; ``navigation`` finds all names and
paths of a file, where they stand and what they are; ``actions`` says what can be done. ``chapters``
does all this for chapters. ``server`` answers an editor.
"""
