"""Liar's Dice: bid how many dice of a face lie under all cups, or call the last bid a lie."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

from arena.games.api import Ask, Chance, Game, Note, Result, Rules, Sampler, Show, View, World, listed, option, places
from arena.games.api import seated, spelled, variations
from arena.games.api import Options as BaseOptions

FACES = tuple("123456")
LIAR = "liar"


@variations
@dataclass(frozen=True)
class Options(BaseOptions):
    """The house rules."""

    dice: int = option(5, range(1, 7), "How many dice each player begins with.", "LD-1")


class Standing(NamedTuple):
    """What carries over from round to round: who bids first, and how many dice each has left."""

    beginner: int
    dice: tuple[int, ...]

    def words(self) -> tuple[str, ...]:
        """Return the words of the `deal` note."""
        return spelled(beginner=self.beginner, dice=self.dice)


def start(o: Options, chance: Chance) -> Rules[Standing]:
    """Draw who begins (LD-1)."""
    yield from ()
    return Standing(chance("beginner", (0, 1))[0], (o.dice, o.dice))


def bids(dice: int) -> list[str]:
    """Return all bids from low to high: first by how many, then by face (LD-3)."""
    return [f"{count}x{face}" for count in range(1, dice + 1) for face in FACES]


def deal(_: Options, standing: Standing, chance: Chance) -> Rules[Standing]:
    """Play a round: throw in secret, bid in turn, and look when a bid is called a lie (LD-2 to LD-5)."""
    cups = [[chance(die(seat, n), FACES)[0] for n in range(number)] for seat, number in enumerate(standing.dice)]
    for seat, cup in enumerate(cups):
        yield Show((seat,), "hand", seat, tuple(sorted(cup)))
    higher, seat, bid = bids(sum(standing.dice)), standing.beginner, ""
    while (word := (yield Ask(seat, "bid", [*higher, LIAR] if bid else higher))) != LIAR:
        higher, bid, seat = higher[higher.index(word) + 1 :], word, 1 - seat
    for owner, cup in enumerate(cups):
        yield Show((0, 1), "cup", owner, tuple(sorted(cup)))
    count, face = bid.split("x")
    loser = seat if sum(cup.count(face) for cup in cups) >= int(count) else 1 - seat
    yield Note("points", tuple(int(seat != loser) for seat in (0, 1)))
    dice = tuple(number - (seat == loser) for seat, number in enumerate(standing.dice))
    return Standing(loser, dice)


def die(seat: int, number: int) -> str:
    """Return the name of the throw of a die."""
    return f"die {seat} {number}"


def result(_: Options, standing: Standing) -> Result | None:
    """End the game when a player has no dice left (LD-6)."""
    return Result(places(standing.dice), standing.dice, "out") if 0 in standing.dice else None


def hidden(view: View) -> Sampler:
    """Return the sampler of the other cup: any dice, until they are shown."""
    seen = {event.owner: event.cards for event in view.events if isinstance(event, Show)}
    thrown = [(seat, n) for seat, number in enumerate(view.standing.dice) for n in range(number)]

    def draw(rng: Random) -> World:
        faces = {(seat, n): seen[seat][n] if seat in seen else rng.choice(FACES) for seat, n in thrown}
        return World({die(*at): first(face) for at, face in faces.items()}, {})

    return draw


def first(face: str) -> Sequence[Any]:
    """Return the faces in the order in which a draw gives this one."""
    return (face, *[other for other in FACES if other != face])


GAME: Game[Options, Any] = Game(
    name="liars-dice",
    title="two players bid on all dice under both cups, or call a lie",
    clauses="LD",
    options=Options,
    presets={"standard": Options(), "short": Options(dice=2)},
    seating=lambda _: seated((0, 1)),
    start=start,
    deal=deal,
    result=result,
    hidden=hidden,
    words=lambda o: listed({"bid": (*bids(2 * o.dice), LIAR)}),
    scores=lambda standing: standing.dice,
)
