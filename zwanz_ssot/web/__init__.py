"""The table in the browser: ``zwanz serve``.

* ``game_table`` is a table as its events make it; ``store`` keeps the events in a database.
* ``hub`` holds the tables in use with their connections; ``connection`` reads what a browser sends;
  ``pace`` is how long the house waits.
* ``seat_message`` makes what a seat is sent, from its view alone; ``texts`` has the language.
* ``rule_sets`` are the games to choose from; ``app`` has the pages and the server, ``answers`` what
  the studio shares with it; ``guard`` keeps strangers out.

It needs more packages: ``pip install starlette uvicorn websockets sqlalchemy``.
"""
