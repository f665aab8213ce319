// A sample engine for `zwanz judge`: Zwanzigerrufen as its accounts agree on it ("base"), as played online ("directnet"),
// and by house rules that change no more than it reads, in plain JavaScript without dependencies. It speaks the protocol
// of docs/protocol.md.
//
//   zwanz judge zwanzigerrufen --variant directnet --rounds 200 -- node docs/judge/zwanziger.mjs
//
// From the rules sent in `hello` it reads what is a number, a name or a list: values, factors, ladders, the cards that
// may be called, who may bid and announce what, how tricks are won, what closes and replaces what. Written down here is
// the course of the game: how a turn of the auction goes, who doubles whom, when a trick is over, who pays whom. Rules that
// go otherwise, or say more, it does not play (`READ`).

import { createInterface } from "node:readline";

const ANSWERS = ["legal", "refusals", "views", "settlement", "trick", "outcome"];
const SIDES = ["declarers", "defenders"];

let table; // the rules, prepared
let round; // the round that is being played

// ------------------------------------------------------------------------------------------------- the rules that it reads

const isNumber = (said) => typeof said === "number";
const isText = (said) => typeof said === "string";
const listOf = (known) => (said) => Array.isArray(said) && said.every((each) => !unread(each, known));
const maybe = (known) => (said) => said === undefined || !unread(said, known);
const oneOf = (...ways) => (said) => ways.some((known) => !unread(said, known));

const CARDS = oneOf(isText, listOf(isText), { suit: isText }, { rank: isText }, { not: (said) => CARDS(said) });
const RUNG = oneOf(["suit_led", "trump", "any_card"], { cards: CARDS });
const WIN = oneOf({ best_of: ["trump", "suit_led"] }, { card: isText, when: { trick_has: CARDS } });
const HOLDER = { hand_has: { who: ["speaker"], cards: CARDS, at_least: isNumber } };
const OWNER = oneOf({ player_of: isText }, { holder_of_all: CARDS });

/** The conditions that `holds` knows, of a side by this name. */
const comesOut = (side) => oneOf(
  { points_at_least: { side: [side], points: isNumber } },
  { tricks_won: { side: [side], all_of: ["every_trick"] } },
  { dealt_to_one: CARDS },
  { card_in_trick: { card: isText, trick: ["last"] } },
  { card_wins_trick: { card: isText, trick: ["last"] } },
  { card_beaten_by: { card: isText, by: isText } },
);

/** What rules may say: a list has the values that are known, null allows any, `*` stands for any name. */
const READ = {
  game: null, deck: ["tarock-40"], order: [["deal.all", "misdeal", "auction", "play", "settlement"]],
  table: { players: [4], direction: null, forehand: [{ next_to: "dealer" }], first_dealer: null, next_dealer: null },
  deal: {
    all: {
      packets: listOf(isNumber), first: ["forehand"],
      cut: maybe({ by: [{ before: "dealer" }], leaves: isNumber, knock: ["stacks_are_chosen"] }),
    },
  },
  misdeal: {
    reasons: {
      "*": {
        when: { hand_has: { who: ["anyone"], cards: CARDS, at_least: maybe(isNumber), at_most: maybe(isNumber) } },
        thrown_in: ["must"], deals_again: null,
      },
    },
  },
  call: { cards: listOf(isText), choose: ["first_not_held"] },
  auction: {
    first: ["forehand"], opening: ["must_bid"], in_one_turn: [["bid", "announce", "double", "pass"]],
    ladder: listOf(isText), next_bid: ["higher"], own_bid: ["stands"], after_agreeing: ["no_bid", "free"],
    overcall_cancels: [["announcements", "doubles"]], ends_after_passes: isNumber,
  },
  contracts: {
    "*": {
      by: ["forehand", undefined], calls: null, requires: maybe(HOLDER), secret_until: null,
      declarers: [["declarer"], ["declarer", { holder_of: "called_card" }]], objective: comesOut("declarers"),
      value: isNumber, bonus_factor: maybe(isNumber),
      play: maybe({ lead: maybe(listOf(RUNG)), follow: maybe(listOf(RUNG)), wins: maybe(listOf(WIN)) }),
    },
  },
  play: {
    first_lead: ["forehand"], trump: { suit: isText }, lead: listOf(RUNG), follow: listOf(RUNG), beat: ["never"],
    hold_back: { "*": { card: isText, by: { announcer_of: isText } } }, wins: listOf(WIN),
  },
  count: { last_trick: [0] },
  bonuses: {
    "*": {
      contracts: null, announced_by: maybe({ holder_of: isText }),
      announce_if: [undefined, { any: [{ is: { who: "speaker", among: "declarers" } }, { doubled: "game" }] }],
      goes_to: oneOf(["either_side"], { side_of: OWNER }, { opponents_of: OWNER }),
      won: comesOut("claimants"), lost: maybe(comesOut("claimants")),
      value: { silent: isNumber, announced: maybe(isNumber) },
      replaces: [undefined, ["game", "bonuses"]], closes: maybe(listOf(isText)),
    },
  },
  kontra: {
    levels: listOf(isText), times: isNumber, doubles: [["game", "announcements"]], begins: ["opponents"],
    implied_by: {},
    forced: {
      "*": {
        say: ["kontra"], item: ["game"], who: SIDES, contracts: listOf(isText),
        when: oneOf(HOLDER, listOf(oneOf(HOLDER, { not: { announced: isText } }))),
      },
    },
  },
  settlement: { unit: null, each_pays: ["evenly"], missed_announcement: ["counts_for_opponents"] },
  match: { settle: ["every_round"] },
};
const FOR_PEOPLE = ["name", "names", "source", "cover", "open", "not_used"];

/** The path of the first rule that is not among what is known; empty if there is none. */
function unread(said, known, path = "") {
  if (known === null) return "";
  if (typeof known === "function") return known(said) ? "" : path || "?";
  if (Array.isArray(known)) {
    return known.some((each) => JSON.stringify(each) === JSON.stringify(said)) ? "" : path || "?";
  }
  if (typeof said !== "object" || said === null || Array.isArray(said)) return path || "?";
  const names = new Set([...Object.keys(said), ...Object.keys(known)]);
  for (const name of names) {
    if (name === "*" || FOR_PEOPLE.includes(name)) continue;
    const below = path ? `${path}.${name}` : name;
    const entry = name in known ? known[name] : known["*"];
    const found = entry === undefined ? below : unread(said[name], entry, below);
    if (found) return found;
  }
  return "";
}

// ------------------------------------------------------------------------------------------------ the rules, prepared

function prepare({ rules, deck, seats }) {
  const cards = [];
  for (const [suit, { letter, ranks }] of Object.entries(deck.suits)) {
    ranks.forEach((rank, place) => {
      const id = `${letter}-${rank}`;
      const points = deck.points.cards[id] ?? deck.points.ranks[rank] ?? deck.points.suits[suit] ?? 0;
      cards.push({ id, suit, rank, strength: ranks.length - place, points });
    });
  }
  const byId = Object.fromEntries(cards.map((card) => [card.id, card]));
  return { rules, deck, seats, cards, byId };
}

/** The ids of a set of cards: a list, the name of a set or of a suit, or {suit}, {rank}, {not}. */
function cardSet(said) {
  if (Array.isArray(said)) return said;
  if (typeof said === "string") {
    if (table.deck.sets[said]) return cardSet(table.deck.sets[said]);
    if (table.byId[said]) return [said];
    return cardSet({ suit: said });
  }
  if (said.not) {
    const without = cardSet(said.not);
    return table.cards.map((card) => card.id).filter((id) => !without.includes(id));
  }
  return table.cards.filter((card) => card.suit === said.suit || card.rank === said.rank).map((card) => card.id);
}

const contractRules = () => table.rules.contracts[round.contract];
const suitOf = (id) => table.byId[id].suit;
const strengthOf = (id) => table.byId[id].strength;
const countOf = (cards, set) => cards.filter((id) => set.includes(id)).length;

/** A part of the rules of play, and its path: the contract's own where it has one. */
function playRule(name) {
  if (contractRules().play?.[name]) return [contractRules().play[name], `contracts.${round.contract}.play.${name}`];
  return [table.rules.play[name], `play.${name}`];
}

// ------------------------------------------------------------------------------------------------------ a new round

const newRound = (pack) => ({
  step: "deal", turn: null, pack, stacks: null, hands: table.seats.map(() => []), dealt: null,
  said: [], thrownIn: null,
  contract: null, declarer: null, called: null, declarers: [], spoke: false, passes: 0,
  barred: new Set(), announced: {}, levels: {}, closedBy: null,
  leader: 0, trick: [], tricks: [],
});

function begin({ deal }) {
  const players = table.seats.length;
  round = newRound(deal.pack);
  if (table.rules.deal.all.cut) round.turn = players - 2; // the dealer sits before the forehand, the cutter before him
  else dealPackets(round.pack);
}

function dealPackets(pack) {
  let at = 0;
  for (const size of table.rules.deal.all.packets) {
    for (const hand of round.hands) {
      hand.push(...pack.slice(at, at + size));
      at += size;
    }
  }
  afterDeal();
}

function afterDeal() {
  round.dealt = round.hands.map((hand) => [...hand]);
  for (const [name, reason] of Object.entries(table.rules.misdeal.reasons)) {
    const { cards, at_most: most, at_least: least } = reason.when.hand_has;
    const set = cardSet(cards);
    const fits = (n) => (most === undefined || n <= most) && (least === undefined || n >= least);
    if (round.hands.some((hand) => fits(countOf(hand, set)))) {
      round.thrownIn = name;
      over();
      return;
    }
  }
  round.step = "auction";
  round.turn = 0;
}

function over() {
  round.step = "over";
  round.turn = null;
}

// ---------------------------------------------------------------------------------------------- all moves of the game

function allMoves() {
  const { rules, cards, seats } = table;
  const moves = cards.map((card) => `play ${card.id}`);
  if (rules.deal.all.cut) for (let n = 1; n < cards.length; n += 1) moves.push(`cut ${n}`);
  moves.push("knock", ...seats.map((_, n) => `take ${n + 1}`), "throw-in", "keep", "pass", "double game");
  for (const [name, contract] of Object.entries(rules.contracts)) {
    if (contract.calls) moves.push(...rules.call.cards.map((id) => `bid ${name} ${id}`));
    else moves.push(`bid ${name}`);
  }
  for (const [name, bonus] of Object.entries(rules.bonuses)) {
    if (bonus.value.announced === undefined) continue;
    moves.push(`announce ${name}`, ...SIDES.map((side) => `double ${name} ${side}`));
  }
  return moves;
}

// -------------------------------------------------------------------------------------------- why a move is not legal

const refuse = (code, rule) => ({ code, rule });

/** Null for a legal move; else the kind of reason and the rule. */
function whyNot(move) {
  if (!table.moves.includes(move)) return refuse("no_such_move", "");
  const [kind, ...words] = move.split(" ");
  if (round.step === "deal") return whyNotDeal(kind, words);
  if (round.step === "auction") return whyNotSaid(kind, words);
  if (round.step === "play") return whyNotPlayed(kind, words);
  return refuse("wrong_step", "");
}

function whyNotDeal(kind, [word]) {
  const number = Number(word);
  if (!round.stacks && kind === "cut") {
    const least = table.rules.deal.all.cut.leaves;
    const fine = number >= least && table.cards.length - number >= least;
    return fine ? null : refuse("cut_leaves", "deal.all.cut.leaves");
  }
  if (!round.stacks && kind === "knock") return null;
  if (round.stacks && kind === "take") {
    return round.stacks[number - 1] ? null : refuse("stack_taken", "deal.all.cut.knock");
  }
  return refuse("wrong_step", "deal.all");
}

const sideOf = (seat) => (round.declarers.includes(seat) ? 0 : 1);

function whyNotSaid(kind, words) {
  if (!["bid", "announce", "double", "pass"].includes(kind)) return refuse("wrong_step", "auction");
  if (kind === "bid") return whyNotBid(...words);
  if (kind === "pass") return whyNotPass();
  if (!round.contract) return refuse("nothing_bid", "auction");
  return kind === "announce" ? whyNotAnnounced(words[0]) : whyNotDoubled(...words);
}

function whyNotBid(name, card) {
  const { rules } = table;
  const contract = rules.contracts[name];
  const ladder = rules.auction.ladder;
  const hand = round.hands[round.turn];
  if (round.spoke) return refuse("bid_first", "auction.in_one_turn");
  if (round.declarer === round.turn) return refuse("own_bid", "auction.own_bid");
  if (round.barred.has(round.turn)) return refuse("agreed", "auction.after_agreeing");
  if (round.contract && ladder.indexOf(name) <= ladder.indexOf(round.contract)) {
    return refuse("bid_not_higher", "auction.ladder");
  }
  if (contract.by === "forehand" && round.turn !== 0) return refuse("only_by", `contracts.${name}.by`);
  if (contract.requires) {
    const { cards, at_least: least } = contract.requires.hand_has;
    if (countOf(hand, cardSet(cards)) < least) return refuse("hand_requires", `contracts.${name}.requires`);
  }
  if (!contract.calls) return null;
  const first = rules.call.cards.find((id) => !hand.includes(id));
  if (!first) return refuse("cannot_call", "call.cards");
  if (hand.includes(card)) return refuse("card_held", "call.choose");
  return card === first ? null : refuse("call_first", "call.choose");
}

function whyNotPass() {
  if (!round.contract) return refuse("must_bid", "auction.opening");
  for (const [name, rule] of Object.entries(table.rules.kontra.forced)) {
    // "when" is a condition or a list of them: the hand that has to say kontra, perhaps what frees it from that
    const parts = [rule.when].flat();
    const holding = parts.find((part) => part.hand_has).hand_has;
    const unless = parts.find((part) => part.not)?.not.announced;
    if (
      rule.contracts.includes(round.contract) &&
      sideOf(round.turn) === SIDES.indexOf(rule.who) &&
      countOf(round.hands[round.turn], cardSet(holding.cards)) >= holding.at_least &&
      !level("game declarers") &&
      !closes("doubles") &&
      !(unless && SIDES.some((side) => `${unless} ${side}` in round.announced))
    ) {
      return refuse("forced", `kontra.forced.${name}`);
    }
  }
  return null;
}

const counts = (bonus) => !bonus.contracts || bonus.contracts.includes(round.contract);
const closes = (what) => round.closedBy && table.rules.bonuses[round.closedBy].closes.includes(what);
const level = (item) => round.levels[item] ?? 0;

function whyNotAnnounced(name) {
  const bonus = table.rules.bonuses[name];
  const side = sideOf(round.turn);
  if (!counts(bonus)) return refuse("not_in_contract", `bonuses.${name}.contracts`);
  if (closes("announcements")) return refuse("closed", `bonuses.${round.closedBy}.closes`);
  if (`${name} ${SIDES[side]}` in round.announced) return refuse("already_announced", `bonuses.${name}`);
  if (bonus.announced_by && !round.dealt[round.turn].includes(bonus.announced_by.holder_of)) {
    return refuse("only_holder", `bonuses.${name}.announced_by`);
  }
  // the one condition there is: by the declarers, or once the game has been doubled
  if (bonus.announce_if && side === 1 && !level("game declarers")) {
    return refuse("announce_condition", `bonuses.${name}.announce_if`);
  }
  return null;
}

function whyNotDoubled(name, owner = "declarers") {
  const item = `${name} ${owner}`;
  if (name !== "game" && !(item in round.announced)) return refuse("item_not_announced", "kontra.doubles");
  if (closes("doubles") && name !== round.closedBy) return refuse("closed", `bonuses.${round.closedBy}.closes`);
  if (level(item) >= table.rules.kontra.levels.length) return refuse("no_more_levels", "kontra.levels");
  const own = SIDES[sideOf(round.turn)] === owner;
  const ownersTurn = level(item) % 2 === 1; // the opponents begin, then the sides raise in turn
  return own === ownersTurn ? null : refuse("own_item", "kontra.begins");
}

function whyNotPlayed(kind, [card]) {
  if (["announce", "double", "declare", "raise"].includes(kind)) return refuse("not_now", "play.says");
  if (kind !== "play") return refuse("wrong_step", "play");
  const hand = round.hands[round.turn];
  if (!hand.includes(card)) return refuse("not_in_hand", "play");
  const leading = round.trick.length === 0;
  const [ladder, path] = playRule(leading ? "lead" : "follow");
  const place = ladder.findIndex((rung) => hand.some((id) => onRung(rung, id)));
  const legal = hand.filter((id) => onRung(ladder[place], id));
  if (!legal.includes(card)) {
    const codes = { suit_led: "must_follow", trump: "must_trump" };
    return refuse(codes[ladder[place]] ?? (leading ? "must_lead_of" : "must_play_of"), `${path}.${place}`);
  }
  for (const [name, rule] of Object.entries(table.rules.play.hold_back)) {
    const keeper = SIDES.some((side) => round.announced[`${rule.by.announcer_of} ${side}`] === round.turn);
    if (keeper && card === rule.card && legal.length > 1) return refuse("held_back", `play.hold_back.${name}`);
  }
  return null;
}

function onRung(rung, id) {
  if (rung === "any_card") return true;
  if (rung === "suit_led") return suitOf(id) === suitOf(round.trick[0].card);
  if (rung === "trump") return suitOf(id) === table.rules.play.trump.suit;
  return cardSet(rung.cards).includes(id);
}

// ------------------------------------------------------------------------------------------------------- making a move

function make(move) {
  const [kind, ...words] = move.split(" ");
  if (kind !== "play") round.said.push([table.seats[round.turn], move]);
  if (round.step === "deal") makeDeal(kind, Number(words[0]));
  else if (round.step === "auction") say(kind, words);
  else playCard(words[0]);
}

function makeDeal(kind, number) {
  if (kind === "cut") {
    dealPackets([...round.pack.slice(number), ...round.pack.slice(0, number)]);
  } else if (kind === "knock") {
    const size = round.pack.length / table.seats.length;
    round.stacks = table.seats.map((_, n) => round.pack.slice(n * size, (n + 1) * size));
    round.turn = 0;
  } else {
    takeStack(number - 1);
    const left = round.stacks.map((stack, n) => (stack ? n : -1)).filter((n) => n >= 0);
    if (left.length === 1) {
      takeStack(left[0]);
      afterDeal();
    }
  }
}

function takeStack(number) {
  round.hands[round.turn] = round.stacks[number];
  round.stacks[number] = null;
  round.turn = (round.turn + 1) % table.seats.length;
}

function say(kind, words) {
  const { rules, seats } = table;
  if (kind === "pass") {
    if (!round.spoke) {
      round.passes += 1;
      if (rules.auction.after_agreeing !== "free") round.barred.add(round.turn);
    }
    round.spoke = false;
    if (round.passes >= rules.auction.ends_after_passes) beginPlay();
    else round.turn = (round.turn + 1) % seats.length;
    return;
  }
  round.passes = 0;
  round.spoke = true;
  if (kind === "bid") {
    bid(...words);
    return;
  }
  if (rules.auction.after_agreeing !== "free") round.barred.add(round.turn);
  if (kind === "announce") {
    round.announced[`${words[0]} ${SIDES[sideOf(round.turn)]}`] = round.turn;
    if (rules.bonuses[words[0]].closes) [round.closedBy] = words;
  } else {
    const item = `${words[0]} ${words[1] ?? "declarers"}`;
    round.levels[item] = level(item) + 1;
  }
}

/** A bid stands above all that was said to the one before. */
function bid(name, card) {
  round.contract = name;
  round.declarer = round.turn;
  round.called = card ?? null;
  round.declarers = [round.turn];
  if (card) round.declarers.push(round.hands.findIndex((hand) => hand.includes(card)));
  round.announced = {};
  round.levels = {};
  round.closedBy = null;
}

function beginPlay() {
  round.step = "play";
  round.turn = 0;
}

function playCard(card) {
  const seats = table.seats.length;
  round.hands[round.turn] = round.hands[round.turn].filter((id) => id !== card);
  round.trick.push({ seat: round.turn, card });
  round.turn = (round.turn + 1) % seats;
  if (round.trick.length < seats) return;
  const best = winningCard(round.trick.map((played) => played.card));
  const winner = round.trick.find((played) => played.card === best).seat;
  round.tricks.push({ cards: round.trick, best, winner });
  round.trick = [];
  round.turn = winner;
  if (round.hands.every((hand) => hand.length === 0)) over();
}

function winningCard(cards) {
  for (const rule of playRule("wins")[0]) {
    if (rule.card) {
      const all = cardSet(rule.when.trick_has);
      if (cards.includes(rule.card) && countOf(cards, all) === all.length) return rule.card;
      continue;
    }
    const suit = rule.best_of === "trump" ? table.rules.play.trump.suit : suitOf(cards[0]);
    const of = cards.filter((id) => suitOf(id) === suit);
    if (of.length) return of.reduce((best, id) => (strengthOf(id) > strengthOf(best) ? id : best));
  }
  throw new Error("a trick without a winner");
}

// ------------------------------------------------------------------------------------------------------- the settlement

const everybody = () => table.seats.map((_, seat) => seat);
const members = (side) => everybody().filter((seat) => sideOf(seat) === side);

/** How the round came out: what the settlement asks for, of its tricks. */
const played = () => ({
  points(side) {
    const won = round.tricks.filter((trick) => sideOf(trick.winner) === side).flatMap((trick) => trick.cards);
    return won.reduce((sum, { card }) => sum + table.byId[card].points, 0);
  },
  wonAll: (side) => round.tricks.every((trick) => sideOf(trick.winner) === side),
  /** Who played a card, whether to the last trick, and the card that won that trick. */
  fall(card) {
    const number = round.tricks.findIndex((trick) => trick.cards.some((each) => each.card === card));
    const trick = round.tricks[number];
    const { seat } = trick.cards.find((each) => each.card === card);
    return { seat, last: number === round.tricks.length - 1, best: trick.best };
  },
  hasAll: (seat, cards) => countOf(round.dealt[seat], cards) === cards.length,
});

const holderOfAll = (set) => everybody().findIndex((seat) => round.facts.hasAll(seat, cardSet(set)));

/** The sides that a bonus can go to: 0 declarers, 1 defenders. */
function goesTo(said) {
  if (said === "either_side") return [0, 1];
  const [[relation, role]] = Object.entries(said);
  let seat;
  if (role.holder_of_all) {
    seat = holderOfAll(role.holder_of_all);
  } else {
    seat = round.facts.fall(role.player_of).seat;
  }
  if (seat < 0) return [];
  return [relation === "opponents_of" ? 1 - sideOf(seat) : sideOf(seat)];
}

/** Whether a condition on how the round came out holds for a side. */
function holds(condition, side) {
  const [[word, said]] = Object.entries(condition);
  const { points, wonAll, fall } = round.facts;
  if (word === "points_at_least") return points(side) >= said.points;
  if (word === "tricks_won") return wonAll(side);
  if (word === "dealt_to_one") return holderOfAll(said) >= 0;
  if (word === "card_in_trick") return fall(said.card).last;
  if (word === "card_wins_trick") return fall(said.card).last && fall(said.card).best === said.card;
  if (word === "card_beaten_by") return fall(said.card).best === said.by;
  throw new Error(`a condition that this engine does not know: ${word}`);
}

function kontraFactors(item) {
  const { levels, times } = table.rules.kontra;
  return levels.slice(0, level(item)).map((word) => ({ word, times, adds: 0, rule: "kontra.times" }));
}

/** A line, and what everybody gets: the larger side times the amount, shared within each side. */
function line(item, rule, side, announced, verdict, value, factors) {
  const winners = members(verdict === "won" ? side : 1 - side);
  const losers = everybody().filter((seat) => !winners.includes(seat));
  const amount = factors.reduce((sum, factor) => sum * factor.times, value);
  const total = amount * Math.max(winners.length, losers.length);
  const share = (seat) => (winners.includes(seat) ? total / winners.length : -total / losers.length);
  const names = (seats) => seats.map((seat) => table.seats[seat]);
  return {
    item, rule, claimants: names(members(side)), announced, verdict, value, factors,
    winners: names(winners), losers: names(losers), each: bySeat(share),
  };
}

const bySeat = (value) => Object.fromEntries(table.seats.map((name, seat) => [name, value(seat)]));

function bonusLine(name, bonus, side) {
  const item = `${name} ${SIDES[side]}`;
  const announced = item in round.announced;
  const mine = goesTo(bonus.goes_to).includes(side);
  let verdict = null;
  if (announced) verdict = mine && holds(bonus.won, side) ? "won" : "missed";
  else if (mine && holds(bonus.won, side)) verdict = "won";
  else if (mine && bonus.lost && holds(bonus.lost, side)) verdict = "silently_lost";
  if (!verdict) return null;
  const factors = [];
  const times = contractRules().bonus_factor ?? 1;
  const rule = `contracts.${round.contract}.bonus_factor`;
  if (times > 1) factors.push({ word: "bonus_factor", times, adds: 0, rule });
  factors.push(...kontraFactors(item));
  const value = announced ? bonus.value.announced : bonus.value.silent;
  return line(name, `bonuses.${name}`, side, announced, verdict, value, factors);
}

function settlement(facts = played()) {
  round.facts = facts;
  if (round.thrownIn) return { thrown_in: round.thrownIn, silent: null };
  const contract = contractRules();
  const verdict = holds(contract.objective, 0) ? "won" : "lost";
  const path = `contracts.${round.contract}`;
  let lines = [line("game", path, 0, false, verdict, contract.value, kontraFactors("game declarers"))];
  for (const [name, bonus] of Object.entries(table.rules.bonuses)) {
    if (counts(bonus)) lines.push(...[0, 1].map((side) => bonusLine(name, bonus, side)).filter(Boolean));
  }
  // a bonus that replaces the game and the other bonuses is all that is settled
  const alone = lines.find((each) => table.rules.bonuses[each.item]?.replaces);
  if (alone) lines = lines.filter((each) => each.item === alone.item);
  const scores = bySeat((seat) => lines.reduce((sum, each) => sum + each.each[table.seats[seat]], 0));
  return { thrown_in: null, silent: null, scores, lines };
}

/** What both sides have taken: the judge names the card that is counted otherwise. */
const cardPoints = () => Object.fromEntries(SIDES.map((name, side) => [name, round.facts.points(side)]));

// ---------------------------------------------------------------------------------------------------- what a seat knows

function view(name) {
  const seat = table.seats.indexOf(name);
  return {
    hand: round.hands[seat],
    said: round.said,
    contract: round.contract,
    declarer: round.declarer === null ? null : table.seats[round.declarer],
    called_card: round.called,
    trick: round.trick.map((played) => [table.seats[played.seat], played.card]),
    won: round.tricks.map((trick) => table.seats[trick.winner]),
    levels: Object.fromEntries(
      Object.entries(round.levels).map(([item, n]) => [item.replace(/^game .*/, "game"), n]),
    ),
  };
}

// ------------------------------------------------------------------------------ a trick or an outcome of an example

const number = (seat) => table.seats.indexOf(seat);

/** A round of which no more is told than what was agreed on before the play. */
function agreed(told) {
  round = newRound([]);
  round.step = "play";
  round.contract = told.contract;
  round.declarers = everybody().filter((seat) => told.sides[table.seats[seat]] === SIDES[0]);
  for (const [bonus, side, seat] of told.announced) round.announced[`${bonus} ${side}`] = number(seat);
  for (const [item, times] of Object.entries(told.levels)) {
    const [name, owner] = item.split(" ");
    round.levels[`${name} ${owner ?? "declarers"}`] = times;
  }
}

/** What a round comes to of which only facts are told. What is not told did not happen. */
function bareOutcome(told) {
  agreed(told);
  const ofSide = (shares, side) =>
    shares[SIDES[side]] ?? members(side).reduce((sum, seat) => sum + (shares[table.seats[seat]] ?? 0), 0);
  return settlement({
    points: (side) => ofSide(told.points, side),
    wonAll: (side) => told.tricks !== null && ofSide(told.tricks, 1 - side) === 0,
    fall(card) {
      const [, trick, seat] = told.played.find(([each]) => each === card) ?? [];
      const [, best] = told.winning.find(([each]) => each === trick) ?? [];
      return { seat: number(seat), last: trick === table.cards.length / table.seats.length, best };
    },
    hasAll: (seat, cards) => cards.every((card) => told.dealt[card] === table.seats[seat]),
  });
}

/** What may be played to a trick, and who wins it as it lies: all that came before is told. */
function singleTrick(told) {
  agreed(told);
  round.turn = number(told.turn);
  round.trick = told.trick.map(([seat, card]) => ({ seat: number(seat), card }));
  if (told.turn) round.hands[round.turn] = told.hand;
  const best = round.trick.length ? winningCard(round.trick.map((played) => played.card)) : null;
  return {
    legal: told.turn ? told.hand.filter((card) => !whyNotPlayed("play", [card])) : null,
    wins: best && table.seats[round.trick.find((played) => played.card === best).seat],
  };
}

// --------------------------------------------------------------------------------------------------------- the protocol

function answer(question) {
  const [[asked, told]] = Object.entries(question);
  switch (asked) {
    case "hello":
      if (told.game !== "zwanzigerrufen") return { sorry: "this engine plays zwanzigerrufen" };
      if (unread(told.rules, READ)) return { sorry: `this engine does not play ${unread(told.rules, READ)}` };
      table = prepare(told);
      table.moves = allMoves();
      return { hello: { engine: "zwanziger.mjs", answers: ANSWERS } };
    case "round":
      begin(told);
      return { ok: true };
    case "legal": {
      const seat = round.turn === null ? null : table.seats[round.turn];
      return { legal: { seat, moves: table.moves.filter((move) => !whyNot(move)) } };
    }
    case "refusals":
      return { refusals: told.map(whyNot) };
    case "move":
      if (whyNot(told)) return { sorry: `${told} is not legal here` };
      make(told);
      return { ok: true };
    case "views":
      return { views: Object.fromEntries(table.seats.map((seat) => [seat, view(seat)])) };
    case "trick":
      return { trick: singleTrick(told) };
    case "outcome":
      return { outcome: bareOutcome(told) };
    case "settlement":
      return { settlement: { ...settlement(), points: cardPoints() } };
    default:
      return { sorry: `this engine does not know the question ${asked}` };
  }
}

for await (const text of createInterface({ input: process.stdin })) {
  const question = JSON.parse(text);
  if (question.bye) break;
  process.stdout.write(`${JSON.stringify(answer(question))}\n`);
}
