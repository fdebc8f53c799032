"""Twenty-Five (Spoil Five): three to ten players, five tricks, the five of trumps on top; points, or a pool."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from arena.games.careful import careful_play
from arena.games.kernel import (
    WINS,
    Ask,
    Card,
    Chance,
    Game,
    Measure,
    Note,
    Plan,
    Result,
    Rules,
    Sampler,
    Seat,
    Show,
    View,
    Words,
    listed,
    page,
    seated,
)
from arena.games.parts.bowers import JOKER
from arena.games.parts.cards import PACKETS, TURN_UP, give, show_hands, with_stock
from arena.games.parts.chips import Chips, Standing, told
from arena.games.parts.draws import first_dealer
from arena.games.parts.races import added, after_deals, at_target, for_one, ranked, reached, score_deal
from arena.games.parts.robbing import ROB, rob, swap
from arena.games.parts.tricks import HandRules, Happening, Playing, Ranking, Trick, taken, tricks
from arena.games.parts.turns import turns
from arena.games.twenty_five.cards import READING, duty_of, order, pack_of
from arena.games.twenty_five.options import DEALS, POOL, PRESETS, TRICKS, Options

MOST_TRICKS = 3
"""So many of the five tricks win a deal or the pool (TF-26)."""
STOP, JINK = "stop", "jink"


def start(o: Options, chance: Chance) -> Rules[Standing]:
    """Choose the first dealer (TF-4)."""
    yield from ()
    return Standing(first_dealer(o.first_dealer, turns(0, o.players), chance), (0,) * o.players)


def dealing(o: Options, standing: Standing) -> Plan:
    """Return where each card of the pack goes: eldest first, then the turn-up, then the stock (TF-5)."""
    n = o.players
    return with_stock(turns((standing.dealer + 1) % n, n), PACKETS[o.deal_packets], len(pack_of(o)))


def deal(o: Options, standing: Standing, chance: Chance) -> Rules[Standing]:
    """Fill the pool, deal, turn up trump, rob, play up to five tricks, score (TF-3 to TF-32)."""
    n, dealer = o.players, standing.dealer
    seats, eldest = turns(0, n), (dealer + 1) % n
    chips = yield from filled(o, standing)
    hands, _, turned, stock = give(chance("pack", pack_of(o)), dealing(o, standing), pack_of(o), n)
    yield from show_hands(hands)
    yield Show(seats, TURN_UP, None, (turned,))
    if turned == JOKER:
        yield from swap(hands[dealer], (JOKER,), dealer, players=seats, count=1, from_taken=False, key=READING)
        turned = stock[0]
        yield Show(seats, TURN_UP, None, (turned,))
    trump = turned[-1]
    yield Note("trump", (trump,))
    if turned[0] == "A":
        yield from robbed(dealer, hands[dealer], turned, seats, holding=None)
    rank = order(trump, o)
    won = yield from tricks(
        hands,
        eldest,
        HandRules(
            turns(eldest, n),
            rank,
            worth=(lambda _: o.unit) if o.scoring == TRICKS else None,
            duty=duty_of(trump),
            before=partial(first_card, "A" + trump, turned, seats),
            after_trick=partial(over, o, standing.scores),
        ),
    )
    if o.scoring == POOL:
        return (yield from settle(o, standing, chips, won))
    return (yield from score(o, standing, won, rank))


def filled(o: Options, standing: Standing) -> Rules[Chips]:
    """Let the players, or after a spoilt deal perhaps the dealer alone, pay into the pool (TF-28, TF-29)."""
    chips = standing.chips
    if o.scoring == POOL:
        everybody = not chips.pool or o.refill == "all"
        after = chips.pay(turns(0, o.players) if everybody else (standing.dealer,), o.ante)
        yield told(chips, after)
        chips = after
    return chips


def robbed(seat: Seat, hand: list[Card], turned: Card, seats: Sequence[Seat], *, holding: Card | None) -> Rules[None]:
    """Offer a seat the turn-up for another card of its hand (TF-13, TF-14)."""
    if (yield from rob(seat, holding=holding, players=seats)):
        yield from swap(hand, (turned,), seat, players=seats, count=1, from_taken=False, key=READING)


def first_card(ace: Card, turned: Card, seats: Sequence[Seat], on: Playing, seat: Seat) -> Rules[None] | None:
    """Before a seat's first card, ask it whether to rob, if it holds the ace of trumps (TF-14, TF-15)."""
    hand = on.hands[seat]
    if on.won or turned == ace or ace not in hand:
        return None
    return robbed(seat, hand, turned, seats, holding=ace)


def over(o: Options, scores: tuple[int, ...], on: Playing) -> Happening:
    """Return whether a deal ends after a trick: at the target, or once somebody has three (TF-23, TF-26, TF-30)."""
    if o.scoring == TRICKS:
        return reached(range(o.players), o.goal, scores, on)
    winners = [trick.winner for trick in on.won]
    if o.jink and len(winners) >= MOST_TRICKS and len(set(winners[:MOST_TRICKS])) == 1:
        return offer_jink(winners[-1]) if len(winners) == MOST_TRICKS else winners[-1] != winners[0]
    return winners.count(winners[-1]) == MOST_TRICKS


def offer_jink(seat: Seat) -> Rules[bool]:
    """Ask a seat with the first three tricks whether to stop; return whether it does (TF-31)."""
    return (yield Ask(seat, JINK, (STOP, JINK))) == STOP


def winner_of(won: Sequence[Trick]) -> Seat | None:
    """Return the seat that wins a deal by three tricks, None if it is spoilt (TF-26, TF-31).

    Only after a jink does the same seat win the first three tricks and play go on; then it needs all.
    """
    winners = [trick.winner for trick in won]
    if len(winners) > MOST_TRICKS and len(set(winners[:MOST_TRICKS])) == 1:
        return winners[0] if winners == [winners[0]] * 5 else None
    return next((seat for seat in winners if winners.count(seat) == MOST_TRICKS), None)


def settle(o: Options, standing: Standing, chips: Chips, won: Sequence[Trick]) -> Rules[Standing]:
    """Let the winner of three tricks take the pool; after the last deal divide what is in it (TF-30 to TF-32)."""
    winner, finished, before = winner_of(won), standing.finished + 1, chips
    if winner is None:
        yield Note("spoilt")
    else:
        chips = chips.take_all(winner)
        if len(won) == 5 and o.jink and {trick.winner for trick in won} == {winner}:
            chips = chips.from_each_other(winner, o.ante)
    if finished == o.rounds * o.players:
        chips = chips.divide()
    if chips != before:
        yield told(before, chips)
    yield Note("scores", chips.balances)
    return Standing((standing.dealer + 1) % o.players, chips.balances, finished, (), chips.pool)


def score(o: Options, standing: Standing, won: Sequence[Trick], rank: Ranking) -> Rules[Standing]:
    """Score the tricks, or the deal (TF-22 to TF-27)."""
    n = o.players
    winners: tuple[Seat, ...] = ()
    if o.scoring == DEALS:
        winner = winner_of(won)
        if winner is None:
            yield Note("spoilt")
        points = tuple([o.unit * (seat == winner) for seat in range(n)])
    else:
        points = taken(range(n), won)
        if o.sweep_wins and len(won) == 5 and len({trick.winner for trick in won}) == 1:
            winners = (won[0].winner,)
        elif o.best_trump_bonus and max(added(standing.scores, points)) < o.goal:
            points = added(points, (yield from bonus(rank, o.unit, won, n)))
    scores = yield from score_deal(standing.scores, points)
    return Standing((standing.dealer + 1) % n, scores, standing.finished + 1, winners)


def bonus(rank: Ranking, unit: int, won: Sequence[Trick], players: int) -> Rules[tuple[int, ...]]:
    """Return the points for the highest trump played, and announce who took the trick with it (TF-24)."""
    played = [
        (rank.power[card], trick.winner) for trick in won for card in trick.cards if rank.suit[card] == rank.trump
    ]
    if not played:
        return (0,) * players
    _, winner = max(played)
    yield Note("best-trump", (winner,))
    return for_one(winner, unit, players)


def result(o: Options, standing: Standing) -> Result | None:
    """Return the result at the target, after a sweep, or after the last deal (TF-23, TF-25, TF-27, TF-32)."""
    scores, finished = standing.scores, standing.finished
    if o.scoring == POOL:
        return after_deals(scores, finished, o.rounds * o.players, reason="deals")
    if standing.winners:
        return Result(ranked(standing.winners, scores), scores, "sweep")
    return at_target(scores, o.goal) or (after_deals(scores, finished, o.max_deals) if o.scoring == DEALS else None)


def hidden(view: View) -> Sampler:
    """Return the sampler of the other hands, the cards laid aside, and the stock (TF-34)."""
    from arena.games.hidden.whereabouts import Whereabouts

    o = view.options
    known = Whereabouts(view, pack_of(o), dealing(o, view.standing))
    trump = known.facts.word("trump") or "S"
    rank = order(trump, o)
    known.tricks(rank, o.players, duty=duty_of(trump))
    known.robbing(range(o.players))
    known.keeps_taken()
    return known.sampler()


def words(o: Options) -> Words:
    """Return every question and every word that can come."""
    return listed({"rob": ROB, "discard": pack_of(o), JINK: (STOP, JINK) if o.jink else (), "play": pack_of(o)})


GAME = Game(
    name="twenty-five",
    title="three to ten, each alone; the five of trumps is the best card; tricks to 25, or a pool for three tricks",
    clauses="TF",
    options=Options,
    presets=PRESETS,
    rules=page("twenty-five"),
    seating=lambda o: seated(range(o.players)),
    pack=pack_of,
    dealing=dealing,
    start=start,
    deal=deal,
    result=result,
    hidden=hidden,
    words=words,
    lead=lambda o: 2 * (o.ante * o.rounds * o.players if o.scoring == POOL else o.goal),
    measure=lambda o: Measure("points", "chips") if o.scoring == POOL else WINS,
    silent=("play", "leave"),
    eager=("rob",),
    careful=careful_play("twenty_five"),
)
