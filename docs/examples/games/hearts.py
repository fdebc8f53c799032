"""Hearts: four players, each for himself, who avoid hearts and the queen of spades, or take all of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

from arena.games.api import Card, Chance, Game, Note, Result, Rules, Sampler, View, listed, option, places, seated
from arena.games.api import spelled, variations
from arena.games.api import HandRules, Playing, Whereabouts, card_points, follow_suit, give, pack, pass_on, plan
from arena.games.api import ranking, rounds, show_hands, taken, tricks
from arena.games.api import Options as BaseOptions

PACK = pack("AKQJT98765432")
RANK = ranking(PACK, None)
SEATS = (0, 1, 2, 3)
PLAN = plan(rounds(SEATS, [1] * 13))
HEARTS = pack("AKQJT98765432", "H")
POINTS = dict.fromkeys(HEARTS, -1) | {"QS": -13}
ALL = -26
PASSING = (1, 3, 2, 0)
"""How many seats to the left three cards go, deal by deal: left, right, across, and none."""


@variations
@dataclass(frozen=True)
class Options(BaseOptions):
    """The house rules."""

    target: int = option(100, range(1, 501), "The points against a player that end the game.", "HE-8")


class Standing(NamedTuple):
    """What carries over from deal to deal: the scores, which are negative, and how many deals were played."""

    scores: tuple[int, ...] = (0, 0, 0, 0)
    finished: int = 0

    def words(self) -> tuple[str, ...]:
        """Return the words of the `deal` note."""
        return spelled(scores=self.scores, finished=self.finished)


def start(_: Options, __: Chance) -> Rules[Standing]:
    """Begin with nothing."""
    yield from ()
    return Standing()


def deal(_: Options, standing: Standing, chance: Chance) -> Rules[Standing]:
    """Deal, pass, play, and count; who takes all points gives them to the others (HE-1 to HE-7)."""
    hands = give(chance("pack", PACK), PLAN, PACK, 4).hands
    yield from show_hands(hands)
    if step := PASSING[standing.finished % 4]:
        yield from pass_on(hands, SEATS, step, 3, key=PACK.index)
    leader = next(seat for seat in SEATS if "2C" in hands[seat])
    won = yield from tricks(
        hands, leader, HandRules(SEATS, RANK, worth=partial(card_points, POINTS), duty=legal, leads=legal)
    )
    values = taken(SEATS, won)
    values = tuple(ALL - value for value in values) if ALL in values else values
    scores = tuple(a + b for a, b in zip(standing.scores, values, strict=True))
    yield Note("points", values)
    yield Note("scores", scores)
    return Standing(scores, standing.finished + 1)


def legal(hand: Sequence[Card], on: Playing) -> Sequence[Card]:
    """Return the legal cards: 2C first, no points to the first trick, no heart led before one fell (HE-4, HE-5)."""
    if not on.won and not on.cards:
        return ["2C"]
    broken = on.cards or any(card in HEARTS for trick in on.won for card in trick.cards)
    barred = POINTS if not on.won else () if broken else HEARTS
    can = follow_suit(hand, on)
    return [card for card in can if card not in barred] or can


def result(o: Options, standing: Standing) -> Result | None:
    """End the game when somebody has `target` points against him (HE-8)."""
    scores = standing.scores
    return Result(places(scores), scores, "target") if min(scores) <= -o.target else None


def hidden(view: View) -> Sampler:
    """Return the sampler of the other hands, given the cards passed, and what the plays betray."""
    known = Whereabouts(view, PACK, PLAN)
    known.tricks(RANK, 4, duty=legal)
    return known.sampler()


GAME: Game[Options, Any] = Game(
    name="hearts",
    title="four players avoid hearts and the queen of spades; until somebody has 100",
    clauses="HE",
    options=Options,
    presets={"standard": Options(), "short": Options(target=50)},
    seating=lambda _: seated(SEATS),
    pack=lambda _: PACK,
    dealing=lambda _, __: PLAN,
    start=start,
    deal=deal,
    result=result,
    hidden=hidden,
    words=lambda _: listed({"discard": PACK, "play": PACK}),
)
