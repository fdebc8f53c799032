"""A toy game for the tests of the kernel and of the law suite: three seats, twelve cards, a kitty and a talon.

Everybody gets three cards; seat 0 takes the kitty of two and puts two cards away; three tricks without trumps; the game
is two deals long. One card is never dealt.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from arena.games.hidden.whereabouts import Whereabouts
from arena.games.kernel import (
    Ask,
    Chance,
    Game,
    Note,
    Result,
    Rules,
    Show,
    View,
    listed,
    places,
    seated,
    spelled,
)
from arena.games.kernel.options import Options, WrongOption, option
from arena.games.parts.cards import dealt, dealt_in_order, pack, plan, rounds, show_hands
from arena.games.parts.tricks import HandRules, ranking, tricks

PACK = pack("AKQJ", "SHD")
RANK = ranking(PACK, None)
SEATS = (0, 1, 2)
DEALING = plan([*rounds(SEATS, [1, 2]), ("kitty", 2), ("talon", 1)])

WORDS: Mapping[str, Sequence[str]] = {
    "discard": PACK,
    "play": (*PACK, "go"),
    "guess": "SHD",
    "signal": "abcdef",
    "wait": ("go",),
}
"""What the toy asks, and what is asked in games that tests make of it."""


@dataclass(frozen=True)
class ToyOptions(Options):
    deals: int = option(2, range(1, 10), "How many deals make a game.", "TOY-1")
    mood: str | int = option("calm", ("calm", "wild", range(10, 31, 10)), "A word or a number.", "TOY-2")
    loud: bool = option(False, (), "On or off.", "TOY-3")

    def conflicts(self) -> Iterator[WrongOption]:
        if self.loud and self.deals > 5:
            yield WrongOption(("deals",), f"{self.deals} are too many with loud=on; take 5 at most")


class ToyStanding(NamedTuple):
    finished: int = 0
    scores: tuple[int, ...] = (0, 0, 0)

    def words(self) -> tuple[str, ...]:
        return spelled(finished=self.finished, scores=self.scores)


def start(_options: ToyOptions, _chance: Chance) -> Rules[ToyStanding]:
    yield from ()
    return ToyStanding()


def deal(_options: ToyOptions, standing: ToyStanding, chance: Chance) -> Rules[ToyStanding]:
    cards = chance("pack", PACK)
    held = dealt_in_order(cards, DEALING, PACK)
    hands, kitty = [held[seat] for seat in SEATS], dealt(cards, DEALING, "kitty")
    yield from show_hands(hands)
    yield Show((0,), "kitty", None, tuple(kitty))
    hands[0] += kitty
    for _ in kitty:
        hands[0].remove((yield Ask(0, "discard", tuple(hands[0]), told="fact")))
    won = yield from tricks(hands, 1, HandRules(SEATS, RANK, worth=len))
    points = tuple(sum(len(trick.cards) for trick in won if trick.winner == seat) for seat in SEATS)
    yield Note("points", points)
    scores = tuple(before + gain for before, gain in zip(standing.scores, points, strict=True))
    return ToyStanding(standing.finished + 1, scores)


def result(o: ToyOptions, standing: ToyStanding) -> Result | None:
    if standing.finished < o.deals:
        return None
    return Result(places(standing.scores), standing.scores, "deals")


def known(view: View) -> Whereabouts:
    """What a seat knows of the cards: the kitty goes to seat 0 and comes back as what it puts away."""
    found = Whereabouts(view, PACK, DEALING)
    found.tricks(RANK, len(SEATS))
    return found


TOY = Game(
    name="toy",
    title="Toy",
    clauses="TOY",
    options=ToyOptions,
    presets={"standard": ToyOptions()},
    seating=lambda _: seated(SEATS),
    pack=lambda _: PACK,
    dealing=lambda *_: DEALING,
    start=start,
    deal=deal,
    result=result,
    hidden=lambda view: known(view).sampler(),
    words=lambda _: listed(WORDS),
    points=lambda _: 9,
)
