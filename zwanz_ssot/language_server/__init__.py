"""A language server for rules, examples, records and chapters, for any editor that speaks the
Language Server Protocol. It needs pygls: ``pip install zwanz-ssot[lsp]``.

``outline`` reads YAML that is being typed, ``grammar`` says by the schemas what may stand at a
place of it. ``session`` holds what is open and the games that it is about. ``diagnostics`` and
``publishing`` tell problems. ``completion`` says what may be written, with ``snippets`` and
``rule_paths``; ``mentions`` finds all that is spoken of, ``navigation`` and ``hovering`` say where
it stands and what it is, ``actions`` what can be done. ``chapters`` and ``chapter_completion`` are
for chapters. ``server`` answers an editor, ``transport`` carries the messages.
"""
