"""Deals drawn for a seat: they look the same to it, and every one of them is as likely as any other."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, islice
from math import sqrt
from random import Random

import pytest

from arena.games.kernel import Card, Did, Event, Position, Seat, Show, View, World, play_game, replay
from arena.games.two_hundred import GAME
from arena.games.two_hundred.dealing import give, pack_for
from arena.games.two_hundred.end import Standing
from arena.games.two_hundred.options import Options
from arena.games.two_hundred.worlds import worlds
from tests.games.two_hundred.situations import (
    EAST,
    NORTH,
    SOUTH,
    STANDARD,
    WEST,
    WITH_KITTY,
    deal_after,
    played_out,
    shuffles,
)

SINGLY = Options(kitty=4, kitty_deal="singly", deal_packets="ones", all_others_pass="dealer_free")
Cards = frozenset[Card]
Placing = tuple[Cards, ...]
"""What is left in each hand but the own, from North on, then the unseen discard."""


@pytest.mark.parametrize("seat", range(4))
@pytest.mark.parametrize("o", [STANDARD, WITH_KITTY, SINGLY], ids=["standard", "kitty", "singly"])
def test_every_world_looks_the_same_at_every_moment(o: Options, seat: Seat) -> None:
    rng = Random(seat)
    for position in islice(played_out(play_game(GAME, o, shuffles(seat)), rng), 150):
        view = position.view(seat)
        assert replay(GAME, view, worlds(view, rng)).view(seat) == view


@pytest.mark.parametrize("naming", ["H", "lead"])
def test_worlds_differ_in_what_the_seat_cannot_know(naming: str) -> None:
    position = deal_after(f"50 pass pass pass AS KS QS TH {naming}", o=WITH_KITTY)
    view = position.view(SOUTH)
    drawn = [worlds(view, Random(seed)) for seed in range(20)]
    assert len({world.draws["pack"] for world in drawn}) == 20
    assert len({world.secrets[EAST, "discard"] for world in drawn}) == 20


def test_contractor_is_certain_of_kitty_and_discards() -> None:
    view = deal_after("50 pass pass pass AS KS QS TH D", o=WITH_KITTY).view(EAST)
    for seed in range(20):
        hands, kitty = give(WITH_KITTY, NORTH, worlds(view, Random(seed)).draws["pack"])
        assert " ".join(kitty) == "QH JH 8D 7D"
        assert " ".join(hands[EAST]) == "AS KS QS TH 9H 8H 6D 5D AC"


def at_start_of_trick(o: Options, number: int, seed: int) -> Position[Standing]:
    """A deal of East's contract, played at random up to the lead to a trick (the first is 0)."""
    position = deal_after("50 pass pass pass", o=o, chance=shuffles(seed))
    return next(now for now in played_out(position, Random(seed)) if len(plays_of(now.log)) == 4 * number)


def plays_of(events: Iterable[Event]) -> list[tuple[Seat, Card]]:
    return [(e.seat, str(e.word)) for e in events if isinstance(e, Did) and e.kind == "play"]


def placings(view: View) -> set[Placing]:
    """Every way to place the unseen cards that agrees with a view at the lead to a trick, found by trying all."""
    plays = plays_of(view.events)
    shown = {card for event in view.events if isinstance(event, Show) for card in event.cards}
    unseen = frozenset(pack_for(view.options)) - shown - {card for _, card in plays}
    missing = {
        (seat, plays[at - at % 4][1][1]) for at, (seat, card) in enumerate(plays) if card[1] != plays[at - at % 4][1][1]
    }
    others = [seat for seat in range(4) if seat != view.seat]
    return set(spread(unseen, others, 9 - len(plays) // 4, missing))


def spread(cards: Cards, seats: Sequence[Seat], size: int, missing: set[tuple[Seat, str]]) -> Iterator[Placing]:
    """Yield the cards of each seat, without the suits that it is missing, and what remains."""
    if not seats:
        yield (cards,)
        return
    for hand in combinations(sorted(cards), size):
        if not any((seats[0], card[1]) in missing for card in hand):
            for others in spread(cards - set(hand), seats[1:], size, missing):
                yield (frozenset(hand), *others)


def placing(view: View, world: World) -> Placing:
    """What a world says of the cards that the seat has not seen; East is the contractor."""
    hands, kitty = give(view.options, NORTH, world.draws["pack"])
    discard = frozenset(world.secrets.get((EAST, "discard"), ()))
    hands[EAST] += kitty
    gone = discard | {card for _, card in plays_of(view.events)}
    return (*(frozenset(hands[seat]) - gone for seat in range(4) if seat != view.seat), discard)


@pytest.mark.parametrize(
    ("o", "seat", "number"),
    [
        (STANDARD, NORTH, 7),
        (STANDARD, EAST, 7),
        (WITH_KITTY, NORTH, 8),
        (WITH_KITTY, SOUTH, 8),
        (WITH_KITTY, WEST, 8),
        (WITH_KITTY, EAST, 7),
    ],
)
@pytest.mark.parametrize("seed", range(2))
def test_every_placing_in_an_endgame_is_as_likely_as_any_other(o: Options, seat: Seat, number: int, seed: int) -> None:
    view, rng = at_start_of_trick(o, number, seed).view(seat), Random(seed)
    possible = placings(view)
    draws = 20 * len(possible)
    found = Counter(placing(view, worlds(view, rng)) for _ in range(draws))
    assert set(found) <= possible
    excess = sum((found[each] - 20) ** 2 / 20 for each in possible) - (len(possible) - 1)
    assert excess <= 5 * sqrt(2 * len(possible))


def shares(view: View, lies: Callable[[World], Iterable[Card]]) -> Mapping[Card, float]:
    """How often a card lies in some place, in 2000 worlds."""
    found = Counter(card for seed in range(2000) for card in lies(worlds(view, Random(seed))))
    return {card: count / 2000 for card, count in found.items()}


def kitty_of(world: World) -> Sequence[Card]:
    return give(WITH_KITTY, NORTH, world.draws["pack"])[1]


def assert_even(share: Mapping[Card, float], cards: int, chance: float) -> None:
    """So many cards lie there, each with this chance within 5 sigma."""
    sigma = sqrt(chance * (1 - chance) / 2000)
    assert len(share) == cards
    assert all(abs(value - chance) < 5 * sigma for value in share.values())


def test_every_unseen_card_may_be_in_the_kitty_during_the_auction() -> None:
    view = deal_after("50 55", o=WITH_KITTY).view(SOUTH)
    assert_even(shares(view, kitty_of), 31, 4 / 31)


def test_every_unseen_card_may_have_been_discarded_in_any_order() -> None:
    view = deal_after("50 pass pass pass AS KS", o=WITH_KITTY).view(SOUTH)
    assert_even(shares(view, kitty_of), 31, 4 / 31)
    assert_even(shares(view, lambda world: world.secrets[EAST, "discard"][:1]), 31, 1 / 31)
    assert_even(shares(view, lambda world: world.secrets[EAST, "discard"][1:]), 31, 1 / 31)


def test_every_card_that_the_contractor_played_may_come_from_the_kitty() -> None:
    view = at_start_of_trick(WITH_KITTY, 8, 1).view(SOUTH)
    played = {card for seat, card in plays_of(view.events) if seat == EAST}
    in_kitty = shares(view, kitty_of)
    assert_even({card: in_kitty[card] for card in played}, 8, 4 / 13)


def test_discards_known_to_be_in_the_pile_may_have_come_in_any_order() -> None:
    view = at_start_of_trick(WITH_KITTY, 8, 1).view(SOUTH)
    discarded = shares(view, lambda world: world.secrets[EAST, "discard"])
    first = shares(view, lambda world: world.secrets[EAST, "discard"][:1])
    assert len(set(discarded.values())) > 1
    assert all(abs(first[card] - share / 4) < 5 * sqrt(share / 4 / 2000) for card, share in discarded.items())
