"""Deals drawn for a seat: they look the same to it, and every one of them is as likely as any other."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations, islice
from math import sqrt
from random import Random

import pytest

from arena.games.hidden.cases import divisions
from arena.games.hidden.whereabouts import Whereabouts
from arena.games.kernel import Card, Did, Event, Note, Place, Seat, Show, View, World
from arena.games.kernel.position import Position, play_game, replay
from arena.games.laws import check_game, check_worlds_uniform
from arena.games.parts.cards import Dealt
from arena.games.parts.cards import dealt as dealt_to
from arena.games.parts.kitty import KITTY
from arena.games.two_hundred import GAME
from arena.games.two_hundred.dealing import pack_for
from arena.games.two_hundred.hidden import discard_cases
from arena.games.two_hundred.kitty import discard_class, is_shown
from arena.games.two_hundred.options import PRESETS, Options
from arena.games.two_hundred.score import worth
from arena.games.two_hundred.seats import Standing, lineup
from arena.games.two_hundred.stacks import stacks_of
from tests.games.situations import assert_equally_likely, assert_even, played_out, shares_of, shuffles
from tests.games.two_hundred.situations import (
    EAST,
    NORTH,
    SOUTH,
    STANDARD,
    WEST,
    WITH_KITTY,
    deal_after,
    dealt,
    hands_in,
    opening,
)

pytestmark = pytest.mark.slow
worlds = GAME.worlds

SINGLY = Options(kitty=4, kitty_deal="singly", deal_packets="ones", all_others_pass="dealer_free")
Cards = frozenset[Card]
Placing = tuple[Cards, ...]
"""What is left in each hand but the own, from North on, then the unseen discard."""


def dealt_in(view: View, world: World) -> Dealt:
    """What was dealt in a world."""
    return hands_in(view.options, lineup(view.options, view.standing).seats, world.draws["pack"])


@pytest.mark.thorough
@pytest.mark.rule("TH-81", "TH-82", "TH-83")
@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_every_preset_keeps_the_laws(preset: str) -> None:
    check_game(GAME, replace(PRESETS[preset], max_deals=3), preset, games=2)


@pytest.mark.thorough
@pytest.mark.rule("TH-82", "TH-83")
@pytest.mark.parametrize(
    "preset",
    [
        "misdeal",
        "le-rough",
        "kitty-trumps-shown",
        "kitty-no-points",
        "kitty-no-points-or-trumps",
        "kitty-points-announced",
        "six-three-teams-kitty",
        "five-silent-fixed",
        "five-silent-rotating",
        "five-called-card",
        "cutthroat-kitty",
        "two-player",
    ],
)
def test_worlds_of_an_endgame_are_uniform(preset: str) -> None:
    check_worlds_uniform(GAME, PRESETS[preset], 1)


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
        cards = dealt_in(view, worlds(view, Random(seed)))
        assert " ".join(cards.kitty) == "QH JH 8D 7D"
        assert " ".join(cards.hands[EAST]) == "AS KS QS TH 9H 8H 6D 5D AC"


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
    hands, kitty, *_ = dealt_in(view, world)
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
    assert_equally_likely(possible, lambda: placing(view, worlds(view, rng)))


shares = partial(shares_of, worlds)


def kitty_of(world: World) -> Sequence[Card]:
    return hands_in(WITH_KITTY, (EAST, SOUTH, WEST, NORTH), world.draws["pack"]).kitty


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


@pytest.mark.rule("TH-15", "TH-82")
def test_whoever_called_a_misdeal_holds_no_high_card() -> None:
    o = PRESETS["misdeal"]
    plain = "TS 9S 8H 7H 5H TD 9C 7C 5C"
    view = deal_after("misdeal", o=o, chance=dealt(o, {SOUTH: plain})).view(EAST)
    for seed in range(20):
        world = worlds(view, Random(seed))
        assert {*"AKQJ"}.isdisjoint(card[0] for card in dealt_in(view, world).hands[SOUTH])
        assert world.secrets[SOUTH, "misdeal"] == ("misdeal",)


@pytest.mark.rule("TH-42", "TH-82")
def test_called_card_may_be_with_anybody_but_the_contractor() -> None:
    o = PRESETS["five-called-card"]
    view = deal_after("50 pass pass pass pass S TC", o=o).view(2)
    holder = shares(view, lambda world: [str(where(view, world, "TC"))])
    assert_even({card: holder[card] for card in "034"}, 3, 1 / 3)


@pytest.mark.rule("TH-42", "TH-82")
def test_contractor_does_not_know_his_partner() -> None:
    o = PRESETS["five-called-card"]
    view = deal_after("50 pass pass pass pass S TC", o=o).view(1)
    assert_even(shares(view, lambda world: [str(where(view, world, "TC"))]), 4, 1 / 4)


def stacks_in(view: View, world: World, seat: Seat) -> list[list[Card]]:
    """The stacks of a seat in a world."""
    return stacks_of(dealt_to(world.draws["pack"], GAME.dealing(view.options, view.standing), seat))


def where(view: View, world: World, card: Card) -> Seat:
    """Who was dealt a card in a world."""
    return next(seat for seat, hand in enumerate(dealt_in(view, world).hands) if card in hand)


@pytest.mark.rule("TH-14", "TH-83")
def test_any_unseen_card_may_lie_at_any_place_in_the_stacks() -> None:
    view = deal_after("50 pass S", o=PRESETS["two-player"]).view(0)
    unseen = 36 - 9 - 6
    for place in (0, 1):
        under = shares(view, lambda world, place=place: [stacks_in(view, world, 3)[1][place]])  # type: ignore[misc]
        assert_even(under, unseen, 1 / unseen)
    assert {stacks_in(view, worlds(view, Random(seed)), 3)[1][2] for seed in range(20)} == {
        show.cards[1] for show in view.events if isinstance(show, Show) and show.owner == 3
    }


@pytest.mark.rule("TH-73", "TH-82")
def test_player_who_has_dropped_out_sees_no_hand() -> None:
    o = PRESETS["six-three-teams"]
    position = deal_after("50 pass", o=o, standing=opening(o, 1, out=(0,)))
    view = position.view(3)
    drawn = [worlds(view, Random(seed)) for seed in range(20)]
    assert len({world.draws["pack"] for world in drawn}) == 20
    assert all(replay(GAME, view, world).view(3) == view for world in drawn)


@pytest.mark.rule("TH-34", "TH-36", "TH-82")
def test_contractor_who_had_to_discard_trumps_has_nothing_lower_left() -> None:
    o = PRESETS["kitty-no-points-or-trumps"]
    hand = ["AS", "KS", "QS", "JS", "TS", "9S", "8S", "7S", "AH", "TH", "AD", "KD", "QC"]
    chance = dealt(o, {EAST: " ".join(hand[:9]), "kitty": " ".join(hand[9:])})
    view = deal_after("50 pass pass pass S KD QC 9S 7S", o=o, chance=chance).view(SOUTH)
    for seed in range(20):
        world = worlds(view, Random(seed))
        *hidden, first, second = world.secrets[EAST, "discard"]
        cards = dealt_in(view, world)
        left = {*cards.hands[EAST], *cards.kitty} - {*hidden, first, second}
        assert {first, second} == {"9S", "7S"}
        assert {discard_class(o, card, "S") for card in hidden} == {0}
        assert {discard_class(o, card, "S") for card in left} <= {1, 2}


@pytest.mark.rule("TH-35", "TH-82")
@pytest.mark.parametrize(("discard", "points"), [("KS QS JS 9S", False), ("KS QS JS TS", True)])
def test_announced_points_are_in_every_discard_that_is_drawn(discard: str, points: bool) -> None:
    o = PRESETS["kitty-points-announced"]
    hands: dict[Seat | str, str] = {EAST: "AS KS QS JS TS 9S AH KH QH"}
    view = deal_after(f"50 pass pass pass {discard}", o=o, chance=dealt(o, hands)).view(SOUTH)
    rng = Random(6)
    drawn = [worlds(view, rng).secrets[EAST, "discard"] for _ in range(300)]
    assert {worth(pile) > 0 for pile in drawn} == {points}
    assert len(set(drawn)) == 300


SMALL = ("AS", "KS", "7S", "AH", "KH", "5D", "7C")
SMALL_DEAL: tuple[Place, ...] = (EAST, *[KITTY] * 4, SOUTH, SOUTH)


def known_after(o: Options, made: int, announced: str | None) -> Whereabouts:
    """What North knows of a deal of seven cards after so many discards of East, who plays with spades as trumps."""
    events: list[Event] = [Note("contract", (EAST, "50")), Note("trump", ("S",))]
    events += [Did(EAST, "discard", None, "fact", EAST)] * made
    if announced is not None:
        events.append(Note("discard-points", (announced,)))
    return Whereabouts(View(NORTH, o, opening(o), tuple(events)), SMALL, SMALL_DEAL)


@pytest.mark.rule("TH-34", "TH-35", "TH-36")
@pytest.mark.parametrize("limits", ["none", "no_points", "no_points_or_trumps"])
@pytest.mark.parametrize("trumps_shown", [False, True])
@pytest.mark.parametrize(("made", "announced"), [(2, None), (4, None), (4, "yes"), (4, "no")])
def test_discards_are_drawn_uniformly_from_all_that_agree(
    limits: str, trumps_shown: bool, made: int, announced: str | None
) -> None:
    o = Options(kitty=4, discard_limits=limits, discard_trumps_shown=trumps_shown)
    possible = set(discard_placings(o, made, announced))
    known = known_after(o, made, announced)
    known.split(list(discard_cases(o, known, EAST, "S")))
    if not possible:
        with pytest.raises(ValueError, match="no deal agrees"):
            known.sampler()
        return
    sampler, rng = known.sampler(), Random(1)

    def draw() -> tuple[Cards, Cards]:
        world = sampler(rng)
        held = {card for place in (EAST, KITTY) for card in dealt_to(world.draws["pack"], SMALL_DEAL, place)}
        pile = frozenset(world.secrets[EAST, "discard"])
        return frozenset(held) - pile, pile

    assert_equally_likely(possible, draw)


def discard_placings(o: Options, made: int, announced: str | None) -> Iterator[tuple[Cards, Cards]]:
    """Every hand that East may have left and every discard that he may have made, found by trying all."""
    for held in combinations(SMALL, 1 + o.kitty):
        lowest = sorted(discard_class(o, card, "S") for card in held)[:made]
        for pile in combinations(held, made):
            in_order = sorted(discard_class(o, card, "S") for card in pile) == lowest
            agrees = announced in {None, "yes" if worth(pile) else "no"}
            shown = made == o.kitty and any(is_shown(o, card, "S") for card in pile)
            if in_order and agrees and not shown:
                yield frozenset(held) - set(pile), frozenset(pile)


def test_divisions_are_all_ways_to_write_a_total() -> None:
    assert divisions(2, 2) == [(0, 2), (1, 1), (2, 0)]
    assert divisions(0, 0) == [()]
    assert divisions(1, 0) == []
    assert len(divisions(4, 3)) == 15
