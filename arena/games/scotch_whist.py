"""Scotch Whist: two to seven players, each alone, try to catch trumps, above all the ten; the first at 41 wins."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import exp, fsum, sqrt
from typing import Final

from arena.games.careful import careful_play
from arena.games.kernel import (
    Chance,
    Facts,
    Game,
    Plan,
    Result,
    Rules,
    Sampler,
    View,
    Words,
    listed,
    page,
    seated,
)
from arena.games.kernel.options import Options as BaseOptions
from arena.games.kernel.options import WrongOption, option, seat_words, variations
from arena.games.parts.cards import SUITS, TURN_UP, give, pack, show_hands, turn_trump, with_stock
from arena.games.parts.draws import first_dealer, no_seat
from arena.games.parts.finish import Standing
from arena.games.parts.races import added, first_there, ranked, score_deal
from arena.games.parts.trick_rules import TrickRules, settled
from arena.games.parts.tricks import HandRules, Trick, ranking, taken, tricks
from arena.games.parts.turns import turns

PACK: Final = pack("AKQJT9876")
PACKS: Final = {n: tuple(card for card in PACK if card != "6C" or 36 % n == 0) for n in range(2, 8)}
"""The pack for each number of players: 36 cards; five and seven play without the `6C` (SW-2)."""
RANKINGS: Final = {trump: ranking(PACK, trump, raised=(f"J{trump}",)) for trump in SUITS}
"""The order of the cards under each trump, whose jack is the highest (SW-3)."""
HONORS: Final = {"T": 10, "A": 4, "K": 3, "Q": 2, "J": 11}
"""The values of these trumps, in the order of counting; tricks are counted right after the ten (SW-11)."""

AHEAD: Final = 100
"""How many points of a hand it is worth to end before all others, and not behind them."""
LEAD: Final = 13
"""How many points of lead make the chance to end before another player 73 per cent: 1 / (1 + 1/e)."""
RACE: Final = 41
"""With how many points between the leader and the target: a lead counts for less in a longer race."""


@variations
@dataclass(frozen=True)
class Options(BaseOptions):
    """The house rules; a variation is a named set of them."""

    players: int = option(4, range(2, 8), "The number of players, which fixes the pack.", "SW-1, SW-2, SW-5")
    first_dealer: str = option("random", ("random", *seat_words(7)), "Who deals first.", "SW-4")
    target: int = option(41, range(11, 201), "The score that ends the game.", "SW-14 to SW-18")
    crossing: str = option(
        "in_order", ("in_order", "highest_total"), "Who wins if several reach the target in a hand.", "SW-15, SW-16"
    )

    def conflicts(self) -> Iterator[WrongOption]:
        """Yield a problem if the first dealer is a seat that the game does not have."""
        yield from no_seat("first_dealer", self.first_dealer, self.players)


NUMBERS = {"standard": 4, "two": 2, "three": 3, "five": 5, "six": 6, "seven": 7}
PRESETS = {name: Options(players=number) for name, number in NUMBERS.items()}


def start(o: Options, chance: Chance) -> Rules[Standing]:
    """Choose the first dealer (SW-4)."""
    yield from ()
    return Standing(first_dealer(o.first_dealer, turns(0, o.players), chance), (0,) * o.players)


def dealing(o: Options, standing: Standing) -> Plan:
    """Return where each card of the pack goes: all of them singly, from the dealer's left (SW-5)."""
    n = o.players
    return with_stock(turns((standing.dealer + 1) % n, n), (1,) * (36 // n), len(PACKS[n]), turn_up=False)


def deal(o: Options, standing: Standing, chance: Chance) -> Rules[Standing]:
    """Deal, turn up the dealer's last card for trump, play all tricks, score (SW-4 to SW-18)."""
    n, dealer = o.players, standing.dealer
    cards, seats = chance("pack", PACKS[n]), turns(0, n)
    hands = give(cards, dealing(o, standing), PACKS[n], n).hands
    yield from show_hands(hands)
    trump = yield from turn_trump(cards[-1], seats, dealer)
    won = yield from tricks(hands, (dealer + 1) % n, HandRules(seats, RANKINGS[trump]))
    return (yield from count(o, standing, trump, won))


def count(o: Options, standing: Standing, trump: str, won: Sequence[Trick]) -> Rules[Standing]:
    """Score the hand and find the winner; the seat on the dealer's left deals next (SW-4, SW-11 to SW-18)."""
    dealer, scores, finished, _ = standing
    steps = in_steps(o.players, trump, won)
    points = added(*steps)
    winners = first_there(scores, steps if o.crossing == "in_order" else [points], o.target)
    scores = yield from score_deal(scores, points)
    return Standing((dealer + 1) % o.players, scores, finished + 1, winners)


def in_steps(players: int, trump: str, won: Sequence[Trick]) -> list[tuple[int, ...]]:
    """Return the points of each seat in each of the six steps of counting a hand (SW-11 to SW-13)."""
    seats = turns(0, players)
    taker = {card: trick.winner for trick in won for card in trick.cards}
    ten, *others = [tuple(worth * (taker[rank + trump] == seat) for seat in seats) for rank, worth in HONORS.items()]
    over = tuple(max(0, players * count - len(won)) for count in taken(seats, won))
    return [ten, over, *others]


def prospects(o: Options, standing: Standing, side: int | None) -> float:
    """Return the mean chance of a player to end before each other one, times `AHEAD`: a game has only a few deals.

    When the game is over, who is ahead is known (SW-14 to SW-17). Until then, the scores say how likely it is.
    """
    scores = standing.scores
    assert side is not None
    others = [other for other in range(len(scores)) if other != side]
    if standing.winners:
        at = ranked(standing.winners, scores)
        chances = [(1 + (at[side] < at[other]) - (at[side] > at[other])) / 2 for other in others]
    else:
        scale = LEAD * sqrt(max(1, (o.target - max(scores)) / RACE))
        chances = [1 / (1 + exp((scores[other] - scores[side]) / scale)) for other in others]
    return AHEAD * (fsum(chances) / len(chances))


def result(_: Options, standing: Standing) -> Result | None:
    """Return the result if a player has won; the others are placed by their scores (SW-17, SW-18)."""
    winners, scores = standing.winners, standing.scores
    return Result(ranked(winners, scores), scores, "target") if winners else None


def hidden(view: View) -> Sampler:
    """Return the sampler of the other hands, given the dealer's face-up card and suits not followed (SW-19)."""
    from arena.games.hidden.whereabouts import Whereabouts

    n = view.options.players
    known = Whereabouts(view, PACKS[n], (*dealing(view.options, view.standing)[:-1], TURN_UP))
    known.tricks(RANKINGS["S"], n)
    return known.sampler()


def trick_rules(known: Facts) -> TrickRules:
    """Return the rules of the tricks for searches."""
    trump = settled(known.word("trump"), "trump suit")
    return TrickRules(RANKINGS[trump], turns(0, known.options.players), per_trick=1)


def words(o: Options) -> Words:
    """Return every question and every word that can come."""
    return listed({"play": PACKS[o.players]})


GAME = Game(
    name="scotch-whist",
    title="two to seven, each alone, catch the ten and the other honors of trumps; to 41",
    clauses="SW",
    options=Options,
    presets=PRESETS,
    rules=page("scotch-whist"),
    seating=lambda o: seated(range(o.players)),
    pack=lambda o: PACKS[o.players],
    dealing=dealing,
    start=start,
    deal=deal,
    result=result,
    hidden=hidden,
    words=words,
    trick_rules=trick_rules,
    prospects=prospects,
    foresight=2.0,
    careful=careful_play("scotch_whist"),
)
