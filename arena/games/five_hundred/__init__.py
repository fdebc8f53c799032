"""Five Hundred: players bid for tricks with bowers and a joker, take the widow, and play to 500."""

from __future__ import annotations

from functools import partial

from arena.games.careful import careful_play
from arena.games.five_hundred.bidding import open_words, words_over
from arena.games.five_hundred.dealing import HAND, dealing, first_dealer, pack_for
from arena.games.five_hundred.options import PRESETS, Options
from arena.games.five_hundred.play import (
    WITHOUT,
    PlayedDeal,
    callable_words,
    contract_tricks,
    joker_law,
    others,
    passed_tricks,
    prepare,
)
from arena.games.five_hundred.score import enter, result, throw_in
from arena.games.kernel import Chance, Facts, Game, Rules, Sampler, View, Words, listed, page, seated
from arena.games.parts.auction import auction, highest
from arena.games.parts.bowers import bower_ranking
from arena.games.parts.cards import SUITS, give, show_hands
from arena.games.parts.finish import Standing
from arena.games.parts.joker import NONE
from arena.games.parts.kitty import KITTY
from arena.games.parts.trick_rules import TrickRules, settled
from arena.games.parts.turns import turns


def start(o: Options, chance: Chance) -> Rules[Standing]:
    """Find the first dealer; all scores start at 0 (FH-5, FH-76)."""
    dealer = yield from first_dealer(o, chance)
    return Standing(dealer, (0,) * len(set(o.sides)))


def deal(o: Options, standing: Standing, chance: Chance) -> Rules[Standing]:
    """Deal, bid, play the contract, score; without a bid, throw the hands in or play them."""
    cards = give(chance("pack", pack_for(o)), dealing(o, standing.dealer), pack_for(o), o.players)
    yield from show_hands(cards.hands)
    order = turns((standing.dealer + 1) % o.players, o.players)
    calls = yield from auction(order, partial(open_words, o), single=not o.rounds, ask_forced=True)
    contract = highest(calls)
    if contract is not None:
        ready = yield from prepare(o, cards, contract)
        won = yield from contract_tricks(o, cards, contract, ready)
        outcome = PlayedDeal(won, contract.word, ready.team.seats)
    elif o.passed_deal == "play":
        outcome = PlayedDeal((yield from passed_tricks(o, cards, order[0])))
    else:
        return (yield from throw_in(o, standing))
    return (yield from enter(o, standing, outcome))


def hidden(view: View) -> Sampler:
    """Return the sampler of the hands, the discards and the dummy hand that a seat has not seen.

    The contractor neither holds nor has discarded a card that he called (FH-42).
    """
    from arena.games.hidden.joker import joker_tricks_tell
    from arena.games.hidden.whereabouts import Whereabouts

    o = view.options
    known = Whereabouts(view, pack_for(o), dealing(o, view.standing.dealer))
    if (trump := known.facts.word("trump")) is not None:
        contractor, word = known.facts.last("contract") or (None, None)
        seat = None if contractor is None else int(contractor)
        law = joker_law(o, None if word is None else str(word))
        joker_tricks_tell(known, trump, o.players - ("sits-out" in known.facts.notes), law, seat)
        for did in known.said("call"):
            for place in (seat, KITTY):
                known.lacks(-1 if place is None else place, (did.word or "",))
    return known.sampler()


def trick_rules(facts: Facts) -> TrickRules:
    """Return the rules of the tricks for searches (FH-48 to FH-63)."""
    o, contract, out = facts.options, facts.last("contract"), facts.word("sits-out")
    rank = bower_ranking(pack_for(o), settled(facts.word("trump"), "trump"), facts.word("joker-suit"))
    seats = tuple(seat for seat in turns(0, o.players) if str(seat) != out)
    return TrickRules(rank, seats, 1, law=joker_law(o, None if contract is None else str(contract[1])))


def words(o: Options) -> Words:
    """Return every question and every word that can come."""
    cards, joker = pack_for(o), SUITS if o.has_joker else ""
    return listed(
        {
            "bid": words_over(o, None, True),
            "discard": cards,
            "call": callable_words(o, -1, set()) if o.players == 5 else (),
            "partner": (*others(o, ()), *(WITHOUT,) * o.five_alone) if o.players == 5 else (),
            "joker-suit": (*joker, NONE) if o.restricted and o.has_joker else (),
            "play": cards,
            "name-suit": joker,
        }
    )


GAME = Game(
    name="five-hundred",
    title="players bid for tricks, with bowers and a joker, and take the widow; to 500",
    clauses="FH",
    options=Options,
    presets=PRESETS,
    rules=page("five-hundred"),
    seating=lambda o: seated(o.sides),
    pack=pack_for,
    dealing=lambda o, standing: dealing(o, standing.dealer),
    start=start,
    deal=deal,
    result=result,
    hidden=hidden,
    words=words,
    points=lambda _: HAND,
    trick_rules=trick_rules,
    silent=("pass", "none", "play"),
    examples={"five-player": 1577},
    careful=careful_play("five_hundred"),
)
