"""Edit rules and play them in the browser: ``zwanz studio``.

``folder`` reads and writes the files of one folder and holds the unsaved texts of the browser;
``workshop`` builds pages and lists differences in processes of its own; ``language_socket``
connects the editor with the language server; ``server`` serves all of this to the owner, and the
table of ``web`` to the players.

It needs the libraries of ``zwanz serve`` and of ``zwanz lsp``.
"""
