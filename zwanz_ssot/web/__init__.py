"""The table in the browser: ``zwanz serve``.

A ``game_table`` is its events, which a ``store`` keeps; ``hub`` holds the tables that are played at
and their connections. What a seat is sent is made of its view alone (``seat_message``), in the
texts of a language (``texts``); what it sends is read by ``connection``. ``rule_sets`` are the
games to choose from, ``app`` the pages and the socket, ``guard`` what keeps strangers out.

It needs more packages: ``pip install starlette uvicorn websockets sqlalchemy``.
"""
