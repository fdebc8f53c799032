"""Five Hundred: players bid for tricks with bowers and a joker, take the widow, and play to 500."""

from __future__ import annotations

from functools import partial

from arena.games.auction import auction, highest
from arena.games.cards import show_hands
from arena.games.finish import Standing
from arena.games.five_hundred.bidding import open_words
from arena.games.five_hundred.dealing import HAND, first_dealer, give, pack_for
from arena.games.five_hundred.ledger import enter, result, throw_in
from arena.games.five_hundred.options import Options
from arena.games.five_hundred.partners import seating
from arena.games.five_hundred.play import Outcome, all_tricks, play_passed, prepare
from arena.games.five_hundred.presets import PRESETS
from arena.games.five_hundred.worlds import sampler
from arena.games.kernel import Chance, Game, Rules
from arena.games.turns import turns


def start(o: Options, chance: Chance) -> Rules[Standing]:
    """Find the first dealer; all scores are 0 (FH-5, FH-76)."""
    dealer = yield from first_dealer(o, chance)
    return Standing(dealer, (0,) * len(set(o.sides)))


def deal(o: Options, standing: Standing, chance: Chance) -> Rules[Standing]:
    """Deal, bid, play the contract, score."""
    cards = give(o, standing.dealer, chance("pack", pack_for(o)))
    yield from show_hands(cards.hands)
    order = turns((standing.dealer + 1) % o.players, o.players)
    calls = yield from auction(order, partial(open_words, o), single=not o.rounds, ask_forced=True)
    contract = highest(calls)
    if contract is not None:
        ready = yield from prepare(o, cards, contract)
        won = yield from all_tricks(o, cards, contract, ready)
        outcome = Outcome(won, contract.word, ready.team.all)
    elif o.passed_deal == "play":
        outcome = yield from play_passed(o, cards, order[0])
    else:
        return (yield from throw_in(o, standing))
    return (yield from enter(o, standing, outcome))


GAME = Game(
    name="five-hundred",
    title="players bid for tricks, with bowers and a joker, and take the widow; to 500",
    options=Options,
    presets=PRESETS,
    table=seating,
    start=start,
    deal=deal,
    result=result,
    sampler=sampler,
    points=lambda _: HAND,
)
