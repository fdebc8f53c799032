import hmac
from collections import Counter
from collections.abc import Sequence
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.schedules.pairings import in_turn
from arena.schedules.plan import PlannedGame, games_of, rooms_of

A, B, C = "a@1", "b@2", "c@3"
LABEL = "toy:standard"


def games(
    pairing: Sequence[str], sets: int = 1, deals: Literal["shared", "fresh"] = "shared", contest: str = LABEL
) -> list[PlannedGame]:
    return list(games_of(contest, pairing, range(1, sets + 1), "seed", deals))


def everybody(sets: int, contest: str = LABEL) -> list[PlannedGame]:
    return [game for pairing in ((A, B), (A, C), (B, C)) for game in games(pairing, sets, contest=contest)]


def test_a_set_of_two_sides_is_played_in_two_rooms_with_the_seats_exchanged() -> None:
    assert [(g.set, g.pairing, g.room, g.sides, g.chance) for g in games([B, A])] == [
        (1, (A, B), 0, (A, B), "toy:standard set 1"),
        (1, (A, B), 1, (B, A), "toy:standard set 1"),
    ]


def test_a_set_of_three_sides_is_played_in_three_rotations() -> None:
    assert [g.sides for g in games([A, B, C])] == [(A, B, C), (B, C, A), (C, A, B)]


def test_a_set_of_one_side_is_one_game() -> None:
    assert [g.sides for g in games([A])] == [(A,)]


def test_fresh_deals_give_every_pairing_its_own_packs_the_same_in_its_rooms() -> None:
    assert {g.chance for g in games([A, B], deals="fresh")} == {f"toy:standard set 1 {A} {B}"}
    assert {g.chance for g in games([A, B])} == {g.chance for g in games([B, C])}


def test_the_numbers_of_the_sets_are_as_asked() -> None:
    assert [g.set for g in games_of(LABEL, (A, B), range(7, 9), "seed", "shared")] == [7, 7, 8, 8]


def test_the_id_of_a_game_is_fixed_for_ever() -> None:
    assert games(["a@00000000", "b@00000000"])[0].id == "G41027f4c41e453"


@pytest.mark.parametrize("seed", ["", "seed", "s" * 64, "s" * 65, "é" * 40])
def test_the_id_of_a_game_is_an_hmac_keyed_by_the_seed(seed: str) -> None:
    for game in games_of(LABEL, (A, B, C), range(1, 4), seed, "shared"):
        text = "\0".join((LABEL, str(game.set), *game.sides, str(game.room)))
        assert game.id == "G" + hmac.digest(seed.encode(), text.encode(), "sha256").hex()[:14]


def test_another_seed_gives_other_ids() -> None:
    one, other = ({g.id for g in games_of(LABEL, (A, B), range(1, 5), seed, "shared")} for seed in ("one", "other"))
    assert len(one) == len(other) == 8
    assert not one & other


@given(size=st.integers(1, 6), number=st.integers(1, 500), deals=st.sampled_from(["shared", "fresh"]))
def test_in_every_set_everybody_has_every_side_once_on_the_same_packs(
    size: int, number: int, deals: Literal["shared", "fresh"]
) -> None:
    found = list(games_of(LABEL, "abcdef"[:size], range(number, number + 1), "seed", deals))
    seats = Counter((side, player) for game in found for side, player in enumerate(game.sides))

    assert len(seats) == size**2
    assert set(seats.values()) == {1}
    assert len({game.chance for game in found}) == 1
    assert len({game.id for game in found}) == size


@given(sets=st.integers(1, 12), block=st.integers(1, 8), data=st.data())
def test_jobs_hold_exactly_what_is_asked_for(sets: int, block: int, data: st.DataObject) -> None:
    all_games = everybody(sets) + everybody(sets, "other:standard") + games([A, B, C], sets)
    chosen = data.draw(st.lists(st.sampled_from(all_games), unique=True))
    found = rooms_of(chosen, block)

    assert sorted(game for job in found for game in job.games) == sorted(chosen)
    for job in found:
        assert 1 <= len(job.games) <= block
        assert {(game.contest, game.sides) for game in job.games} == {(job.contest, job.sides)}


def test_blocks_are_outermost_and_the_rooms_of_a_pairing_are_neighbours() -> None:
    found = rooms_of(everybody(sets=3), block=2)
    pairings = [(A, B), (A, C), (B, C)]
    assert [(job.sides, [game.set for game in job.games]) for job in found] == [
        (sides, sets) for sets in ([1], [2], [3]) for one, other in pairings for sides in ((one, other), (other, one))
    ]


def test_a_pairing_plays_as_many_sets_again_as_before_then_it_is_the_turn_of_the_others() -> None:
    found = rooms_of(everybody(sets=30))
    assert [len(job.games) for job in found] == [size for size in (1, 1, 2, 4, 8, 9, 5) for _ in range(6)]


@pytest.mark.parametrize("count", [5, 8])
def test_a_night_that_is_cut_short_anywhere_compares_all_bots(count: int) -> None:
    ids, sets = [chr(ord("a") + i) for i in range(count)], 20
    turns = [(ids[i], ids[j]) for i, j in in_turn(count, 2)]
    planned = [game for pair in turns for game in games(pair, sets)]
    played, met, most = Counter(ids), set[tuple[str, ...]](), 0
    for number, room in enumerate(rooms_of(planned)):
        played.update({one: len(room.games) for one in room.sides})
        met.add(tuple(sorted(room.sides)))
        most = max(most, len(room.games))
        assert max(played.values()) - min(played.values()) <= 4 * most, "two rooms of the pairing, and of the next"
        if number >= 2 * len(turns):
            assert met == {tuple(sorted(turn)) for turn in turns}


def test_a_block_that_was_broken_off_goes_on_where_it_stopped_and_a_pairing_alone_has_blocks_at_once() -> None:
    left = [game for game in games([A, B], sets=4) if (game.room, game.set) != (0, 1)]
    assert [(job.sides, [game.set for game in job.games]) for job in rooms_of(left, block=2)] == [
        ((B, A), [1, 2]),
        ((A, B), [2]),
        ((A, B), [3, 4]),
        ((B, A), [3, 4]),
    ]
