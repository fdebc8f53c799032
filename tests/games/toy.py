"""A toy game for the tests of the kernel and of the law suite: three seats, twelve cards, a kitty and a talon.

Everybody gets three cards; seat 0 takes the kitty of two and puts two cards away; three tricks without trumps; the game
is two deals long. One card is never dealt.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import NamedTuple

from arena.games.cards import Place, dealt, dealt_in_order, pack, plan, rounds, show_hands
from arena.games.kernel import Ask, Card, Chance, Game, Note, Result, Rules, Show, View, World, places, table
from arena.games.options import Options, option
from arena.games.tricks import ranking, tricks
from arena.games.worlds import Slot, assemble, filling, outside, plays, shown, voids

PACK = pack("AKQJ", "SHD")
RANK = ranking(PACK, None)
SEATS = (0, 1, 2)
DEALING = plan([*rounds(SEATS, [1, 2]), ("kitty", 2), ("talon", 1)])


@dataclass(frozen=True)
class ToyOptions(Options):
    deals: int = option(2, range(1, 10), "How many deals make a game.", "TOY-1")
    mood: str | int = option("calm", ("calm", "wild", range(10, 31, 10)), "A word or a number.", "TOY-2")
    loud: bool = option(False, (), "On or off.", "TOY-3")

    def conflicts(self) -> Iterator[str]:
        if self.loud and self.deals > 5:
            yield f"deals: {self.deals} are too many with loud=on; take 5 at most"


class ToyStanding(NamedTuple):
    finished: int = 0
    scores: tuple[int, ...] = (0, 0, 0)

    def words(self) -> tuple[str, ...]:
        return (f"finished={self.finished}", f"scores={','.join(map(str, self.scores))}")


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
    won = yield from tricks(hands, leader=1, seats=SEATS, rank=RANK, worth=len)
    points = tuple(sum(len(trick.cards) for trick in won if trick.winner == seat) for seat in SEATS)
    yield Note("points", points)
    scores = tuple(before + gain for before, gain in zip(standing.scores, points, strict=True))
    return ToyStanding(standing.finished + 1, scores)


def result(o: ToyOptions, standing: ToyStanding) -> Result | None:
    if standing.finished < o.deals:
        return None
    return Result(places(standing.scores), standing.scores, "deals")


def worlds(view: View, rng: Random) -> World:
    own = shown(view.events, "hand") or ()
    played = plays(view.events)
    void = voids(played, len(SEATS), RANK)
    hands: dict[Place, list[Card]] = {seat: [card for by, card in played if by == seat] for seat in SEATS}
    hands[view.seat] = list(own)
    taken = list(shown(view.events, "kitty") or ())
    known = {*taken, *(card for hand in hands.values() for card in hand)}
    others = [seat for seat in SEATS if seat != view.seat]
    slots = [Slot(3 - len(hands[seat]), outside(void.get(seat, ()), RANK)) for seat in others]
    slots += [Slot(1), Slot(0 if view.seat == 0 else 2)]
    *filled, talon, discards = filling(slots, [card for card in PACK if card not in known])(rng)
    for seat, cards in zip(others, filled, strict=True):
        hands[seat] += cards
    if view.seat != 0:
        hands[0] += discards
        rng.shuffle(hands[0])
        taken, hands[0] = hands[0][3:], hands[0][:3]
    return World({"pack": assemble(DEALING, hands | {"kitty": taken, "talon": talon})}, {(0, "discard"): (*discards,)})


TOY = Game(
    name="toy",
    title="Toy",
    options=ToyOptions,
    presets={"standard": ToyOptions()},
    table=lambda _: table(SEATS),
    start=start,
    deal=deal,
    result=result,
    sampler=lambda view: partial(worlds, view),
    points=lambda _: 9,
)
