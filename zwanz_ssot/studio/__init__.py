"""Edit rules and play them in the browser: ``zwanz studio``.

A ``folder`` is all that can be read and written, with the rules that are open in the browser, saved
or not. The ``workshop`` makes their page and says what differs, in processes of its own; a
``language_socket`` connects the editor of the page with the language server; ``server`` answers the
owner, beside the table of ``web``.

It needs what ``zwanz serve`` and ``zwanz lsp`` need: ``pip install pygls`` and those.
"""
