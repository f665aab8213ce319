"""What announcements, doubles, declarations and raises have to do with other parts of the rules."""

from __future__ import annotations

from collections.abc import Iterator

from ...model import NO_KONTRA, Announcements, Bonus, Contract, Game, Path, Play
from .. import premises as p
from ..outcome import announced_by
from ..premises import PremiseUse, bars, gives, needs, setting
from ..registry import RoleFact, every, role_is


def _places(game: Game, word: str) -> Iterator[Path]:
    """Where the rules let a word be said in the play."""
    plays: dict[Path, Play] = {game.play.at: game.play}
    plays |= {each.play.at: each.play for each in game.contracts.values()}
    for play in plays.values():
        for key in ("first_trick", "when_leading"):
            allowed: tuple[str, ...] = getattr(play.says, key)
            if word in allowed:
                yield (*play.says.at, key, allowed.index(word))
        yield from (rule.at for rule in play.says.any_time if rule.id == word)


def _word(words: tuple[str, ...], word: str, at: Path) -> Iterator[Path]:
    if word in words:
        yield (*at, words.index(word))


def _in_auction(game: Game, word: str) -> Iterator[Path]:
    return _word(game.auction.in_one_turn, word, (*game.auction.at, "in_one_turn"))


def _after_auction(game: Game, word: str) -> Iterator[Path]:
    rules = game.announcements
    if rules is not None:
        yield from _word(rules.in_one_turn, word, (*rules.at, "in_one_turn"))


# Announcements


@setting("announce")
def _announce(game: Game) -> Iterator[PremiseUse]:
    """The word ``announce``: in the auction, in its own step or in the play."""
    nothing = "no bonus can be announced"
    hint = "give one of them an announced value, or take announce out"
    there = "'announce' is a word of the {0} already ({place})"
    one = "leave it to one of the two"
    in_auction, after = list(_in_auction(game, "announce")), list(_after_auction(game, "announce"))
    in_play = list(_places(game, "announce"))
    for at in in_auction:
        yield gives(p.ANNOUNCED_IN_AUCTION, at)
        yield needs(p.BONUS_TO_ANNOUNCE, at, nothing, hint)
    for at in after:
        yield gives(p.ANNOUNCED_AFTER_AUCTION, at)
        yield needs(p.BONUS_TO_ANNOUNCE, at, nothing, hint)
        yield bars(p.ANNOUNCED_IN_AUCTION, at, there.replace("{0}", "auction"), one)
        yield gives(p.SIDES_HIDDEN, at)
    for at in in_play:
        yield gives(p.ANNOUNCED_IN_PLAY, at)
        yield needs(p.BONUS_TO_ANNOUNCE, at, nothing, hint)
        yield bars(p.ANNOUNCED_IN_AUCTION, at, there.replace("{0}", "auction"), one)
        yield bars(p.ANNOUNCED_AFTER_AUCTION, at, there.replace("{0}", "announcements"), one)
    for at in (*in_auction, *after, *in_play):
        yield gives(p.BONUSES_ANNOUNCED, at)
        yield from _sides_known(at, "announces", announced_in(game))


@setting("announcements.speaks_for")
def _speaks_for(game: Game) -> Iterator[PremiseUse]:
    """Words that are taken for those of the last speaker's side, at first of the declarer's."""
    rules = game.announcements
    if rules is None or rules.speaks_for != "last_speaker":
        return
    at = (*rules.at, "speaks_for")
    for contract in game.contracts.values():
        if contract.declarers:
            text = f"'{contract.id}' has no declarer, for whose side the first word could be"
            hint = "take this out, or give the contract a declarer"
            yield needs(p.HAS_DECLARER, at, text, hint, within=contract.id, key=True)


def _sides_known(at: Path, verb: str, contracts: Iterator[Contract]) -> Iterator[PremiseUse]:
    """Who speaks for a side has to know it, before the play ends and, in the auction, before a card
    is called.
    """
    for contract in contracts:
        if at[0] == "auction":
            text = f"a side {verb} here, but who plays along is called later ({{place}})"
            hint = "call the card with the bid, or leave the word to the step announcements"
            yield bars(p.CALLED_AFTER_AUCTION, at, text, hint, within=contract.id)
            text = f"a side {verb} here, but the card of a partner may lie in the talon that all "
            text += "share ({place})"
            hint = "leave the word to the step announcements, or name the partner otherwise"
            yield bars(p.PARTNER_BY_TALON, at, text, hint, within=contract.id)
        text = f"a side {verb} here, but a partner is known only when all is played ({{place}})"
        hint = "take it out, or name the partner otherwise"
        yield bars(p.PARTNER_BY_RESULT, at, text, hint, within=contract.id)


def announced_in(game: Game) -> Iterator[Contract]:
    """The contracts in which some bonus is announced."""
    for contract in game.contracts.values():
        if any(it.can_be_announced and it.counts_in(contract) for it in game.bonuses.values()):
            yield contract


@setting("auction.ladder")
def _ladder(game: Game) -> Iterator[PremiseUse]:
    """The contracts that are bid, and those of all in which a bonus is announced."""
    for number, contract in enumerate(game.auction.ladder):
        yield gives(p.BID_IN_AUCTION, (*game.auction.at, "ladder", number), within=contract)
    for played in announced_in(game):
        yield gives(p.ANNOUNCED_IN_CONTRACT, played.at, within=played.id)


@setting("contracts.*.announces_with_bid")
def _announces_with_bid(game: Game) -> Iterator[PremiseUse]:
    for contract in game.contracts.values():
        if not contract.announces_with_bid:
            continue
        at = (*contract.at, "announces_with_bid")
        text, hint = "there is no step in which anything is announced", "add announcements"
        yield needs(p.ANNOUNCED_AFTER_AUCTION, at, text, hint, key=True)
        if game.announcements is not None:
            text = "the bidder announces in the turn of the bid, in which others double ({place})"
            hint = "leave double to the step announcements, or drop this"
            yield bars(p.DOUBLED_IN_AUCTION, at, text, hint, key=True)

        if game.announcements is not None:
            text = "the bidder has spoken first, but others begin the announcements ({place})"
            yield _declarer_begins(game.announcements, at, text)
        text = "nobody bids this contract, so nothing is announced with the bid"
        hint = "name it in auction.ladder, or drop this"
        yield needs(p.BID_IN_AUCTION, at, text, hint, within=contract.id, key=True, never=True)
        text = "no bonus is announced in this contract"
        hint = f"name {contract.id} in the contracts of a bonus that is announced, or drop this"
        within = contract.id
        yield needs(p.ANNOUNCED_IN_CONTRACT, at, text, hint, within=within, key=True, never=True)


def _declarer_begins(rules: Announcements, at: Path, text: str) -> PremiseUse:
    """What a part needs that leaves the first word after the exchange to the declarer."""
    first, hint = (*rules.at, "first"), "write first: declarer there, or drop this"
    return needs(p.DECLARER_SPEAKS_FIRST, at, text, hint, beside=first, key=True)


@setting("announcements.first")
def _announcements_first(game: Game) -> Iterator[PremiseUse]:
    """Who begins the announcements."""
    rules = game.announcements
    if rules is not None and role_is(rules.first, RoleFact.DECLARER):
        yield gives(p.DECLARER_SPEAKS_FIRST, (*rules.at, "first"))


@setting("contracts.*.must_announce")
def _must_announce(game: Game) -> Iterator[PremiseUse]:
    for contract in game.contracts.values():
        if contract.must_announce:
            at, hint = (*contract.at, "must_announce"), "add announcements"
            text = "there is no step in which it could be announced"
            yield needs(p.ANNOUNCED_AFTER_AUCTION, at, text, hint, key=True, never=True)
            if game.announcements is not None:
                text = "who has to announce speaks first, but others begin here ({place})"
                yield _declarer_begins(game.announcements, at, text)


@setting("bonuses.*.announce_if")
def _announce_if(game: Game) -> Iterator[PremiseUse]:
    """A bonus that may be announced by which side has announced another."""
    for bonus in game.bonuses.values():
        if bonus.announce_if is None:
            continue
        for part in every(bonus.announce_if):
            if part.word == announced_by.name:
                text = "whoever is refused it would learn who plays with whom, by {place}"
                hint = "write announced, which asks of no side"
                yield bars(p.SIDES_HIDDEN, (*part.at, part.word), text, hint, key=True)


@setting("bonuses.*.starts")
def _starts(game: Game) -> Iterator[PremiseUse]:
    if game.match.double_rounds is not None:
        yield gives(p.DOUBLE_ROUNDS_MEET, (*game.match.at, "double_rounds"))
    parts: list[Contract | Bonus] = [*game.contracts.values(), *game.bonuses.values()]
    for part in parts:
        if part.starts:
            text = "it is not said what follows when double rounds are running already"
            at, hint = (*part.at, "starts"), "add match.double_rounds"
            yield needs(p.DOUBLE_ROUNDS_MEET, at, text, hint, key=True)


@setting("match.double_rounds_if_thrown_in")
def _after_thrown_in(game: Game) -> Iterator[PremiseUse]:
    """Double or restricted rounds that follow cards thrown in."""
    for reason in game.misdeal:
        yield gives(p.THROWN_IN, reason.at)
    for after in game.auction.if_all_pass:
        if after.deal_again is not None:
            yield gives(p.THROWN_IN, after.at)
    restricted = game.match.restricted_rounds
    if restricted is not None and "thrown_in" in restricted.after:
        at = (*restricted.at, "after", restricted.after.index("thrown_in"))
        yield needs(p.THROWN_IN, at, "cards are never thrown in here", "take it out", never=True)
    if game.match.double_rounds_if_thrown_in:
        at = (*game.match.at, "double_rounds_if_thrown_in")
        text, hint = "cards are never thrown in here", "take it out"
        yield needs(p.THROWN_IN, at, text, hint, key=True, never=True)
        text = "it is not said what follows when double rounds are running already"
        yield needs(p.DOUBLE_ROUNDS_MEET, at, text, "add match.double_rounds", key=True)


@setting("match.double_rounds_left")
def _left_at_the_end(game: Game) -> Iterator[PremiseUse]:
    """Double rounds of one's own that are left when the match ends."""
    match = game.match
    if match.double_rounds == "each_declarer":
        at = (*match.at, "double_rounds")
        yield gives(p.OWN_DOUBLE_ROUNDS, at)
        text = "nobody is ever a declarer, who would use up double rounds of his own"
        yield needs(p.HAS_DECLARER, at, text, "write queue", never=True)
    if match.double_rounds_left:
        text = "no player has double rounds of his own"
        hint = "write double_rounds: each_declarer, or take it out"
        at = (*match.at, "double_rounds_left")
        yield needs(p.OWN_DOUBLE_ROUNDS, at, text, hint, key=True, never=True)


# Doubles


def doubled_in(game: Game) -> Iterator[Contract]:
    """The contracts in which something is doubled."""
    yield from (it for it in game.contracts.values() if it.kontra != NO_KONTRA and it.declarers)


@setting("double")
def _double(game: Game) -> Iterator[PremiseUse]:
    """The word ``double``: in the auction, in the step of announcements or in the play."""
    nothing, hint = "nothing says what is doubled", "add kontra, or take double out"
    in_auction, after = list(_in_auction(game, "double")), list(_after_auction(game, "double"))
    in_play = list(_places(game, "double"))
    for at in in_auction:
        yield gives(p.DOUBLED_IN_AUCTION, at)
        yield gives(p.DOUBLED_BEFORE_PLAY, at)
        yield needs(p.KONTRA_RULES, at, nothing, hint)
    for at in after:
        yield gives(p.DOUBLED_BEFORE_PLAY, at)
        yield needs(p.KONTRA_RULES, at, nothing, hint)
        text = "'double' is a word of the auction already ({place})"
        yield bars(p.DOUBLED_IN_AUCTION, at, text, "leave it to one of the two")
    for at in in_play:
        yield needs(p.KONTRA_RULES, at, nothing, hint)
    if game.announcements is not None and game.kontra and "announcements" in game.kontra.doubles:
        text = "no side is named here, but each may announce a bonus in the auction ({place})"
        for at in (*after, *in_play):
            yield bars(p.ANNOUNCED_IN_AUCTION, at, text, "announce and double in the same place")
    for at in (*in_auction, *after, *in_play):
        yield gives(p.DOUBLES_SAID, at)
        yield from _sides_known(at, "doubles", doubled_in(game))

    # What has been announced can be doubled in the same place or in a later one.
    announced = [any(each(game, "announce")) for each in (_in_auction, _after_auction, _places)]
    for place, words in enumerate((in_auction, after, in_play)):
        for at in words if any(announced[: place + 1]) else ():
            yield gives(p.DOUBLED_AFTER_ANNOUNCING, at)


@setting("kontra")
def _kontra(game: Game) -> Iterator[PremiseUse]:
    """The rules of doubling."""
    kontra = game.kontra
    if kontra is None:
        return
    yield gives(p.KONTRA_RULES, kontra.at)
    at: Path = (*game.auction.at, "in_one_turn") if game.auction.ladder else kontra.at
    text = "there are rules for kontra, but nobody can double"
    yield needs(p.DOUBLES_SAID, at, text, "add double, or drop kontra", key=True)
    if "game" in kontra.doubles:
        yield gives(p.GAME_DOUBLED, (*kontra.at, "doubles"))
    if "announcements" in kontra.doubles:
        at = (*kontra.at, "doubles", kontra.doubles.index("announcements"))
        text = "nothing is announced that could be doubled"
        yield needs(p.BONUSES_ANNOUNCED, at, text, "take it out", never=True)
        if game.speech >= {"announce", "double"}:
            text = "nobody can double any more when something is announced"
            hint = "say double where announce is said, or later; or take this out"
            yield needs(p.DOUBLED_AFTER_ANNOUNCING, at, text, hint, never=True)


@setting("kontra.forced")
def _forced(game: Game) -> Iterator[PremiseUse]:
    """Who has to double has to before the play."""
    for rule in game.kontra.forced if game.kontra and "double" in game.speech else ():
        text = "who has to double has to before the play, but nothing is doubled there ({place})"
        hint = "add double to auction.in_one_turn or announcements.in_one_turn, or drop this"
        beside = (*game.auction.at, "in_one_turn")
        yield needs(p.DOUBLED_BEFORE_PLAY, rule.at, text, hint, beside=beside, key=True)


@setting("contracts.*.kontra")
def _kontra_of_contract(game: Game) -> Iterator[PremiseUse]:
    for contract in game.contracts.values():
        if contract.kontra is None:
            continue
        at, own = (*contract.at, "kontra"), contract.id
        text = "nothing is doubled in this game"
        yield needs(p.KONTRA_RULES, at, text, "add kontra, or take this out", key=True)
        if contract.kontra != "individual" or game.kontra is None:
            continue
        text, hint = "each opponent settles with one declarer alone", "or take this out"
        declare = f"write declarers: [declarer], {hint}"
        yield needs(p.DECLARER_ALONE, at, text, declare, within=own, key=True)
        text = f"{text}, but several may play this contract ({{place}})"
        yield bars(p.SEVERAL_DECLARERS, at, text, f"drop joined, {hint}", within=own, key=True)
        text = "each opponent doubles for himself, but a table says what all pay together ({place})"
        yield bars(p.PAID_BY_TABLE, at, text, f"drop payments, {hint}", within=own, key=True)
        text = "each opponent doubles the game for himself, but the game is not doubled ({place})"
        hint, beside = f"add game to kontra.doubles, {hint}", (*game.kontra.at, "doubles")
        yield needs(p.GAME_DOUBLED, at, text, hint, beside=beside, key=True)


# Declarations and raises


@setting("declare")
def _declare(game: Game) -> Iterator[PremiseUse]:
    """The word ``declare``, and what is declared by it."""
    for declaration in game.declarations.values():
        yield gives(p.PAIRS_TO_DECLARE, declaration.at)
        text, hint = "nobody can ever declare it", "name declare under play.says"
        yield needs(p.PAIRS_DECLARED, declaration.at, text, hint, key=True, never=True)
    for at in _places(game, "declare"):
        yield gives(p.PAIRS_DECLARED, at)
        yield needs(p.PAIRS_TO_DECLARE, at, "nothing says what can be declared", "add declarations")


@setting("raise")
def _raise(game: Game) -> Iterator[PremiseUse]:
    """The word ``raise``."""
    for contract in game.contracts.values():
        if contract.play.raised_to:
            yield gives(p.CONTRACT_TO_RAISE, (*contract.play.at, "raised_to"))
    for at in _places(game, "raise"):
        yield needs(p.CONTRACT_TO_RAISE, at, "no contract is raised", "add raised_to")


@setting("contracts.*.raised_to")
def _raised_to(game: Game) -> Iterator[PremiseUse]:
    """What a contract becomes that may have been doubled before."""
    if game.kontra is None:
        return
    for contract in game.contracts.values():
        if contract.kontra == NO_KONTRA:
            yield gives(p.NEVER_DOUBLED, (*contract.at, "kontra"), within=contract.id)
        elif contract.kontra == "individual":
            yield gives(p.DOUBLED_BY_EACH, (*contract.at, "kontra"), within=contract.id)
        else:
            yield gives(p.DOUBLED_TOGETHER, contract.at, within=contract.id)
        if contract.kontra != NO_KONTRA:
            for at, key in _raised_when_doubled(game, contract):
                yield from _doubled_alike(contract, at, key)


def _raised_when_doubled(game: Game, contract: Contract) -> Iterator[tuple[Path, str]]:
    """The contracts that this one becomes after a time in which it could be doubled."""
    if "double" in game.speech:
        for number, key in enumerate(contract.play.raised_to):
            yield (*contract.play.at, "raised_to", number), key
    if any(_in_auction(game, "double")):
        for way in ("raised_after_exchange", "becomes"):
            for number, key in enumerate(getattr(contract, way)):
                yield (*contract.at, way, number), key


def _doubled_alike(contract: Contract, at: Path, key: str) -> Iterator[PremiseUse]:
    hint = "name a contract that is doubled alike"
    text = f"it may have been doubled before, and in '{key}' nothing is ({{place}})"
    yield bars(p.NEVER_DOUBLED, at, text, hint, within=key)
    if contract.kontra == "individual":
        text = f"each may have doubled for himself, and in '{key}' all double together ({{place}})"
        yield bars(p.DOUBLED_TOGETHER, at, text, hint, within=key)
    else:
        text = f"all may have doubled together, and in '{key}' each does for himself ({{place}})"
        yield bars(p.DOUBLED_BY_EACH, at, text, hint, within=key)
