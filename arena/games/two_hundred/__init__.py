"""Two Hundred: players bid for trumps and take aces, tens and fives, 100 points in the pack, on the way to 200."""

from __future__ import annotations

from functools import partial

from arena.games.careful import careful_play
from arena.games.kernel import Chance, Facts, Game, Note, Rules, Sampler, View, Words, listed, page
from arena.games.parts.auction import auction
from arena.games.parts.cards import give
from arena.games.parts.misdeal import WORDS as MISDEAL
from arena.games.parts.misdeal import misdeal
from arena.games.parts.trick_rules import TrickRules, Unknown, settled
from arena.games.two_hundred.bidding import contract_after, open_words, words_over
from arena.games.two_hundred.dealing import LOW, dealing, first_dealer, pack_for
from arena.games.two_hundred.end import result
from arena.games.two_hundred.kitty import LEAD, RANKINGS, trump_words
from arena.games.two_hundred.ledger import enter, pay, throw_in
from arena.games.two_hundred.options import PRESETS, Options
from arena.games.two_hundred.play import announcement, play_contract
from arena.games.two_hundred.score import CARD_POINTS
from arena.games.two_hundred.seats import Standing, lineup, players, playing, seating
from arena.games.two_hundred.stacks import lay_out, show_dealt


def start(o: Options, chance: Chance) -> Rules[Standing]:
    """Find the fixed silent partner and the first dealer, collect the ante; all scores start at 0 (TH-8, TH-48)."""
    silent = None
    if o.format == "silent_fixed":
        drawn = o.silent_seat == "random"
        silent = chance("silent-seat", playing(o))[0] if drawn else int(o.silent_seat)
    dealer = yield from first_dealer(o, silent, chance)
    scores, money = (0,) * o.shape.number_of_sides, (0,) * (o.shape.hands if o.pot else 0)
    return (yield from pay(Standing(dealer, scores, silent=silent, money=money), playing(o), o.ante))


def deal(o: Options, standing: Standing, chance: Chance) -> Rules[Standing]:
    """Deal, bid, play the contract, score."""
    who = lineup(o, standing)
    if who.silent is not None:
        yield Note("silent", (who.silent,))
    shuffled, where = chance("pack", pack_for(o)), dealing(o, who.seats)
    cards = give(shuffled, where, pack_for(o), o.shape.hands)
    stacks = lay_out(cards.hands, shuffled, where, o.shape.stacked)
    yield from show_dealt(cards.hands, stacks, players(o))
    if o.misdeal and (yield from misdeal(cards.hands, who.bidders, LOW)):
        return standing
    calls = yield from auction(who.bidders, partial(open_words, o, who.dealer), single=o.auction == "single")
    contract = contract_after(o, who.dealer, calls)
    if contract is None:
        return (yield from throw_in(o, standing, who))
    yield Note("contract", contract)
    announced = yield from announcement(o, standing, contract.seat)
    outcome = yield from play_contract(o, who, cards, stacks, contract.seat)
    return (yield from enter(o, standing, who, calls, contract, outcome, announced=announced))


def points(o: Options) -> int | None:
    """Return the sum of the sides' points, None if several sides may count the discard (TH-R12)."""
    return None if o.kitty and o.discard_points == "opponents" and o.shape.number_of_sides > 2 else 100


def hidden(view: View) -> Sampler:
    """Return the sampler of the hands and the discards that a seat has not seen (TH-81, TH-82)."""
    from arena.games.two_hundred.hidden import hidden as unseen

    return unseen(view)


def trick_rules(facts: Facts) -> TrickRules:
    """Return the rules of the tricks for searches (TH-43 to TH-46)."""
    o = facts.options
    if o.format == "two_stacks":
        raise Unknown("format=two_stacks: cards turn up while the hand is played; play on by the rules")
    trump = settled(facts.word("trump"), "trump")
    return TrickRules(RANKINGS[trump], tuple(sorted(lineup(o, facts.standing).seats)), 0, CARD_POINTS)


def words(o: Options) -> Words:
    """Return every question and every word that can come."""
    cards = pack_for(o)
    return listed(
        {
            "misdeal": MISDEAL if o.misdeal else (),
            "bid": words_over(o, None, o.keep != "off"),
            "all100": ("all100", "take") if o.announce_all_100 else (),
            "discard": cards if o.kitty else (),
            "trump": () if trump_words(o) == (LEAD,) else trump_words(o),
            "call": cards if o.format == "called_card" else (),
            "play": cards,
        }
    )


GAME = Game(
    name="two-hundred",
    title="sides bid for trumps and take aces, tens and fives, 100 points in the pack; to 200",
    clauses="TH",
    options=Options,
    presets=PRESETS,
    rules=page("two-hundred"),
    seating=seating,
    pack=pack_for,
    dealing=lambda o, standing: dealing(o, lineup(o, standing).seats),
    start=start,
    deal=deal,
    result=result,
    hidden=hidden,
    words=words,
    points=points,
    trick_rules=trick_rules,
    silent=("pass", "none", "play", "take"),
    examples={"misdeal": 69},
    careful=careful_play("two_hundred"),
)
