import json
from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import combinations
from random import Random
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import settings as effort
from hypothesis import strategies as st

from arena.schedules.agenda import Agenda, agenda_of
from arena.schedules.movements import Table, tables
from arena.schedules.plan import PlannedGame
from arena.schedules.rounds import Event, Match, name_of
from arena.settings.schedule import Deals, Kind, ScheduleSettings
from tests.arena.schedules.simulated import (
    KINDS,
    LABEL,
    Ledger,
    Places,
    all_drawn,
    at_random,
    by_strength,
    event,
    play_out,
)

pytestmark = pytest.mark.slow

PLACES = [at_random, by_strength, all_drawn]
NAMES = "abcdefg"


def by_pack(games: Sequence[PlannedGame]) -> dict[str, list[PlannedGame]]:
    found = defaultdict(list)
    for game in games:
        found[game.chance].append(game)
    return found


def packs_met_twice(games: Sequence[PlannedGame]) -> list[tuple[str, str]]:
    met = Counter((name_of(one), game.chance) for game in games for one in game.sides)
    return [pair for pair, times in met.items() if times > 1]


@st.composite
def histories(draw: st.DrawFn) -> list[tuple[Event, int]]:
    """Draw the runs of a ladder: its event, with bots that come, go, return or change; and how many games are begun."""
    sides = draw(st.sampled_from([1, 2, 2, 2, 3]))
    kinds = KINDS if sides == 2 else KINDS[:1] if sides == 1 else [kind for kind in KINDS if kind != "knock-out"]
    runs = []
    for _ in range(draw(st.integers(2, 5))):
        names = draw(st.lists(st.sampled_from(NAMES), min_size=sides, unique=True))
        entrants = [f"{name}@{draw(st.integers(0, 1)):08x}" for name in names]
        of = event(entrants, sides=sides, sets=draw(st.integers(1, 3)), kind=draw(st.sampled_from(kinds)))
        runs.append((of, draw(st.integers(1, 60))))
    return runs


@effort(max_examples=35)
@given(runs=histories(), places=st.sampled_from(PLACES), rng=st.randoms(use_true_random=False))
def test_no_name_ever_meets_a_pack_in_two_games(runs: list[tuple[Event, int]], places: Places, rng: Random) -> None:
    """Games are begun in any order, and some of them are broken off, so that later runs play them again."""
    ledger = Ledger()
    begun: dict[tuple[str, str], PlannedGame] = {}
    for of, most in runs:
        left = most
        while left > 0 and (missing := Agenda([of], "once").missing(ledger.scores)):
            some = rng.sample(missing, min(left, len(missing)))
            begun |= {(game.id, game.chance): game for game in some}
            ledger.play(some[: rng.randint(0, len(some))], places)
            left -= len(some)
    assert packs_met_twice(list(begun.values())) == []


@pytest.mark.parametrize("deals", ["shared", "fresh"])
def test_with_other_deals_every_name_meets_its_packs_again(deals: str) -> None:
    event = {"contest": LABEL, "sides": 2, "sets": 1, "entrants": ["a@0", "b@0", "c@0"], "fill": ""}
    words = {"events": json.dumps([event]), "deals": deals}
    assert len(packs_met_twice(agenda_of(words, "seed").missing({}))) >= 3
    assert packs_met_twice(agenda_of(words | {"deals": "once"}, "seed").missing({})) == []


@given(count=st.integers(2, 12), sets=st.integers(1, 4))
def test_in_a_round_robin_as_many_tables_share_a_pack_as_there_is_room_for(count: int, sets: int) -> None:
    packs = by_pack(play_out(event(count, sets=sets), deals="once").played)
    assert {len(games) for games in packs.values()} == {count // 2}
    assert len(packs) == (count - 1 + count % 2) * sets * 2


@pytest.mark.parametrize("kind", KINDS)
def test_all_schedules_share_packs_among_tables(kind: Kind) -> None:
    new = {"new": ["b000", "b001", "b002"]} if kind == "gauntlet" else {}
    by = ScheduleSettings.model_validate({"kind": kind, **new})
    games = play_out(event(8)._replace(settings=by), deals="once").played
    at_once = Counter(len(found) for found in by_pack(games).values())

    assert packs_met_twice(games) == []
    assert max(at_once) == {"gauntlet": 3}.get(kind, 4)


@given(count=st.integers(2, 9), sides=st.integers(1, 4), sets=st.integers(1, 6))
def test_a_pairing_takes_all_seats_in_turn_with_a_new_pack_in_each_room(count: int, sides: int, sets: int) -> None:
    games = play_out(event(max(count, sides), sides=sides, sets=sets), deals="once").played
    seats = Counter((game.pairing, game.set, side, one) for game in games for side, one in enumerate(game.sides))

    assert set(seats.values()) == {1}
    assert len(seats) == len(games) * sides
    assert len({(game.pairing, game.chance) for game in games}) == len(games)


def test_two_bots_have_every_pack_for_themselves() -> None:
    games = play_out(event(2, sets=5), deals="once").played
    assert {len(found) for found in by_pack(games).values()} == {1}


def test_over_the_boards_everybody_is_compared_with_both_members_of_every_other_table() -> None:
    games = play_out(event(8, sets=8), deals="once").played
    alike: Counter[frozenset[str]] = Counter()
    for found in by_pack(games).values():
        for one, other in combinations(found, 2):
            alike.update(frozenset(pair) for pair in zip(one.sides, other.sides, strict=True))

    assert len(alike) == 28
    assert set(alike.values()) == {
        2 * 8 * 6 // 2
    }  # two packs in each of 8 boards of the 6 rounds in which they do not meet, half of them


@pytest.mark.parametrize("sides", [2, 3, 5])
def test_two_tables_are_equally_often_in_each_step(sides: int) -> None:
    turns = [[Table("", place).turn(board, sides) for board in range(sides**2)] for place in range(sides**2)]
    for one, other in combinations(turns, 2):
        steps = Counter((a - b) % sides for a, b in zip(one, other, strict=True))
        assert set(steps.values()) == {sides}
        assert len(steps) == sides


def test_more_sets_keep_the_packs_of_the_first() -> None:
    few, many = (play_out(event(6, sets=sets), deals="once").played for sets in (2, 5))
    assert set(few) < set(many)


def test_another_version_of_a_bot_gives_all_its_packs_another_name() -> None:
    before = play_out(event(["a@1", "b@1", "c@1", "d@1"]), deals="once").played
    after = play_out(event(["a@2", "b@1", "c@1", "d@1"]), deals="once").played
    of_a = {game.chance for game in before if "a@1" in game.sides}

    assert of_a
    assert of_a.isdisjoint(game.chance for game in after)


def test_a_bye_takes_part_in_no_movement() -> None:
    byes = [Match(("c@1",), range(0)), Match(("d@1",), range(0))]
    [first, one, other, second] = tables(
        [Match(("a@1", "b@1"), range(1, 3)), *byes, Match(("e@1", "f@1"), range(1, 3))], 2
    )
    assert first.movement == second.movement
    assert len({first.movement, one.movement, other.movement}) == 3
    assert (first.place, second.place) == (0, 1)


def test_two_versions_of_a_name_are_not_seated_at_once() -> None:
    found = tables([Match(("a@1", "b@1"), range(1, 3)), Match(("a@2", "c@1"), range(1, 3))], 2)
    assert found[0].movement != found[1].movement


def test_the_names_of_packs_are_fixed_for_ever() -> None:
    of = Event(LABEL, 2, 1, ("a@1", "b@2", "c@3", "d@4"), ScheduleSettings(), "seed")
    found = {game.chance for game in Agenda([of], "once").missing({})}
    assert min(found) == "toy:standard movement 2ab17446415c57eea717f1e3 board 1 pack 1"


def test_those_who_play_alone_share_the_packs_of_a_set_whatever_deals_says() -> None:
    for deals in get_args(Deals):
        games = Agenda([event(3, sides=1, sets=2)], deals).missing({})
        packs = {number: {game.chance for game in games if game.set == number} for number in (1, 2)}
        assert [len(found) for found in packs.values()] == [1, 1]
        assert packs[1].isdisjoint(packs[2])
