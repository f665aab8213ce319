"""``zwanz replay``: a recorded round, told again."""

from __future__ import annotations

from pathlib import Path

import click

from .group import Taught
from .options import RECORD, json_option, lang_option, rules_option
from .output import print_json, show


@click.command("replay", cls=Taught)
@click.argument("record", type=RECORD)
@lang_option
@rules_option
@json_option
def command(record: Path, lang: str, rules: Path | None, as_json: bool) -> None:
    """Play a recorded round again.

    It is printed with its settlement. A move that the rules refuse, a player out of turn and scores
    that do not come out are told at their line.
    """
    from ..prose import Prose
    from ..record import record as recorded
    from ..record import replay
    from .account import account, ledger_data
    from .phrases import Phrases
    from .rounds import silence
    from .telling import Teller

    played = replay(record, rules)
    teller = Teller(Prose(played.game, lang), Phrases(lang))
    silent = played.silent()
    ledger = None if silent else played.ledger()
    if as_json:
        data = {
            **recorded(played),
            "thrown_in": played.thrown_in,
            "ledger": ledger_data(played.game, ledger) if ledger else None,
        }
        print_json(data)
        return
    show(teller.heading(1, played, None), teller.whole(played))
    if silent:
        show(silence(teller.prose, teller.phrases, silent.path))
    if ledger is not None:
        show(account(teller.prose, teller.phrases, played, ledger))
