"""Whist: partners, thirteen tricks, the last card dealt is trump. Each trick over six is a point."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from arena.games.api import Chance, Facts, Game, Note, Plan, Result, Rules, Sampler, View, listed, option, places
from arena.games.api import seated, spelled, variations
from arena.games.api import SUITS, TURN_UP, TrickRules, Whereabouts, give, pack, plan, ranking, rounds, settled
from arena.games.api import show_hands, taken, tricks, turn_trump
from arena.games.api import Options as BaseOptions

PACK = pack("AKQJT98765432")
RANKINGS = {trump: ranking(PACK, trump) for trump in SUITS}
SEATS = (0, 1, 2, 3)
SIDES = (0, 1, 0, 1)
BOOK = 6


@variations
@dataclass(frozen=True)
class Options(BaseOptions):
    """The house rules."""

    target: int = option(5, range(1, 31), "The score that ends the game.", "WH-5")


class Standing(NamedTuple):
    """What carries over from deal to deal."""

    dealer: int
    scores: tuple[int, ...] = (0, 0)

    def words(self) -> tuple[str, ...]:
        """Return the words of the `deal` note."""
        return spelled(dealer=self.dealer, scores=self.scores)


def start(_: Options, chance: Chance) -> Rules[Standing]:
    """Draw for the first dealer (WH-1)."""
    yield from ()
    return Standing(chance("dealer", SEATS)[0])


def dealing(_: Options, standing: Standing) -> Plan:
    """Return where each card goes: thirteen each, singly, from the dealer's left (WH-1)."""
    return plan(rounds([(standing.dealer + step) % 4 for step in (1, 2, 3, 4)], [1] * 13))


def deal(o: Options, standing: Standing, chance: Chance) -> Rules[Standing]:
    """Deal, turn up the dealer's last card for trump, play, and score (WH-1 to WH-4)."""
    cards = chance("pack", PACK)
    hands = give(cards, dealing(o, standing), PACK, 4).hands
    yield from show_hands(hands)
    trump = yield from turn_trump(cards[-1], SEATS, standing.dealer)
    left = (standing.dealer + 1) % 4
    won = yield from tricks(hands, left, seats=SEATS, rank=RANKINGS[trump])
    values = tuple(max(0, count - BOOK) for count in taken(SIDES, won))
    scores = tuple(a + b for a, b in zip(standing.scores, values, strict=True))
    yield Note("points", values)
    yield Note("scores", scores)
    return Standing(left, scores)


def result(options: Options, standing: Standing) -> Result | None:
    """End the game at the target; only one side scores in a deal (WH-5)."""
    if max(standing.scores) < options.target:
        return None
    return Result(places(standing.scores), standing.scores, "target")


def hidden(view: View) -> Sampler:
    """Return the sampler of the other hands, given the card turned up and suits not followed."""
    known = Whereabouts(view, PACK, (*dealing(view.options, view.standing)[:-1], TURN_UP))
    known.tricks(RANKINGS["S"], 4)
    return known.sampler()


def trick_rules(known: Facts) -> TrickRules:
    """Return the rules of the tricks for searches."""
    return TrickRules(RANKINGS[settled(known.word("trump"), "trump suit")], SEATS, per_trick=1)


GAME: Game[Options, Any] = Game(
    name="whist",
    title="partners, thirteen tricks with the last card as trump; to 5",
    clauses="WH",
    options=Options,
    presets={"short": Options(), "long": Options(target=10)},
    seating=lambda _: seated(SIDES),
    pack=lambda _: PACK,
    dealing=dealing,
    start=start,
    deal=deal,
    result=result,
    hidden=hidden,
    words=lambda _: listed({"play": PACK}),
    trick_rules=trick_rules,
)
