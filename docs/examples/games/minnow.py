"""Minnow: two players, sixteen cards, four tricks without trump. Who takes most tricks wins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from arena.games.api import Chance, Game, Note, Result, Rules, Sampler, View, listed, option, places, seated, spelled
from arena.games.api import variations
from arena.games.api import TrickRules, Whereabouts, give, pack, plan, ranking, rounds, show_hands, taken, tricks
from arena.games.api import Options as BaseOptions

PACK = pack("AKQJ", "SHDC")
RANK = ranking(PACK, None)
SIDES = (0, 1)
PLAN = plan([*rounds((1, 0), [1] * 4), ("stock", 8)])


@variations
@dataclass(frozen=True)
class Options(BaseOptions):
    """The house rules."""

    target: int = option(10, range(1, 50), "The score that ends the game.", "MI-1")
    max_deals: int = option(20, range(1, 101), "The most deals.", "MI-2")


class Standing(NamedTuple):
    """What carries over from deal to deal."""

    dealer: int
    scores: tuple[int, ...] = (0, 0)
    finished: int = 0

    def words(self) -> tuple[str, ...]:
        """Return the words of the `deal` note."""
        return spelled(dealer=self.dealer, scores=self.scores, finished=self.finished)


def start(_: Options, chance: Chance) -> Rules[Standing]:
    """Draw for the first dealer."""
    yield from ()
    return Standing(chance("dealer", SIDES)[0])


def deal(_: Options, standing: Standing, chance: Chance) -> Rules[Standing]:
    """Deal four cards each, and play the tricks."""
    hands = give(chance("pack", PACK), PLAN, PACK, 2).hands
    yield from show_hands(hands)
    won = yield from tricks(hands, 1 - standing.dealer, seats=SIDES, rank=RANK)
    values = taken(SIDES, won)
    scores = tuple(a + b for a, b in zip(standing.scores, values, strict=True))
    yield Note("points", values)
    yield Note("scores", scores)
    return Standing(1 - standing.dealer, scores, standing.finished + 1)


def result(options: Options, standing: Standing) -> Result | None:
    """End the game at the target, unless both are level, or after the last deal."""
    if max(standing.scores) >= options.target and standing.scores[0] != standing.scores[1]:
        return Result(places(standing.scores), standing.scores, "target")
    if standing.finished < options.max_deals:
        return None
    return Result(places(standing.scores), standing.scores, "limit")


def hidden(view: View) -> Sampler:
    """Return the sampler of the other hand: it has no card of a suit that was not followed."""
    known = Whereabouts(view, PACK, PLAN)
    known.tricks(RANK, 2)
    return known.sampler()


GAME: Game[Options, Any] = Game(
    name="minnow",
    title="two players, four tricks",
    clauses="MI",
    options=Options,
    presets={"standard": Options()},
    seating=lambda _: seated(SIDES),
    pack=lambda _: PACK,
    dealing=lambda _, __: PLAN,
    start=start,
    deal=deal,
    result=result,
    hidden=hidden,
    words=lambda _: listed({"play": PACK}),
    points=lambda _: 4,
    trick_rules=lambda _: TrickRules(RANK, SIDES, 1),
)
