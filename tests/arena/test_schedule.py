import re
from collections import Counter
from collections.abc import Sequence
from itertools import combinations, pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.config import Contest, Deals
from arena.entrants import Entrant
from arena.games.kernel import AnyGame, Game, Result, World, table
from arena.games.options import Options
from arena.schedule import Planned, game_id, jobs, plan


def toy(sides: int, name: str = "toy") -> AnyGame:
    return Game(
        name=name,
        title="A toy",
        options=Options,
        presets={"standard": Options()},
        table=lambda o: table(tuple(range(sides))),
        start=lambda o, chance: iter(()),  # type: ignore[arg-type, return-value] # never played here
        deal=lambda o, standing, chance: iter(()),  # type: ignore[arg-type, return-value] # never played here
        result=lambda o, standing: Result((1,) * sides, (0,) * sides, "toy"),
        worlds=lambda view, rng: World({}, {}),
        points=lambda o: None,
    )


def contest(sides: int = 2, sets: int = 2, name: str = "toy") -> Contest:
    return Contest(f"{name}:standard", toy(sides, name), "standard", Options(), sets)


def entrant(name: str, games: tuple[str, ...] = ()) -> Entrant:
    return Entrant(name, name, "1", ("true",), Path("/"), f"{ord(name[0]):064x}", games)


def field(names: str) -> list[Entrant]:
    return [entrant(name) for name in names]


def planned(contests: Sequence[Contest], entrants: Sequence[Entrant], deals: Deals = "shared") -> list[Planned]:
    return list(plan(contests, entrants, "seed", deals))


A, B, C = (e.id for e in field("abc"))


def test_a_set_of_two_sides_is_played_in_two_rooms_with_the_seats_exchanged() -> None:
    games = planned([contest(sets=1)], field("ab"))
    assert [(g.set, g.pairing, g.room, g.sides, g.chance) for g in games] == [
        (1, (A, B), 0, (A, B), "toy:standard set 1"),
        (1, (A, B), 1, (B, A), "toy:standard set 1"),
    ]


def test_a_set_of_three_sides_is_played_in_three_rotations() -> None:
    games = planned([contest(sides=3, sets=1)], field("abc"))
    assert [g.sides for g in games] == [(A, B, C), (B, C, A), (C, A, B)]


def test_a_solitaire_game_is_played_once_by_everybody_on_the_same_packs() -> None:
    games = planned([contest(sides=1, sets=1)], field("abc"))
    assert [g.sides for g in games] == [(A,), (B,), (C,)]
    assert {g.chance for g in games} == {"toy:standard set 1"}


def test_fresh_deals_give_every_pairing_its_own_packs_the_same_in_its_rooms() -> None:
    games = planned([contest(sets=1)], field("abc"), deals="fresh")
    assert Counter(g.chance for g in games) == {
        f"toy:standard set 1 {one} {other}": 2 for one, other in ((A, B), (A, C), (B, C))
    }


def test_the_id_of_a_game_is_fixed_for_ever() -> None:
    assert game_id("seed", "toy:standard", 1, (A, B), 0) == "G41027f4c41e453"


def test_another_seed_gives_other_ids() -> None:
    one, other = (set(plan([contest()], field("ab"), seed, "shared")) for seed in ("one", "other"))
    assert not {g.id for g in one} & {g.id for g in other}


def test_entrants_that_do_not_play_a_game_are_left_out_of_it() -> None:
    games = planned([contest(name="toy"), contest(name="other")], [*field("ab"), entrant("c", ("other",))])
    met = Counter((g.contest, g.pairing) for g in games)
    assert set(met) == {("toy:standard", (A, B)), *(("other:standard", pair) for pair in combinations((A, B, C), 2))}


def test_a_contest_with_fewer_entrants_than_sides_has_no_games() -> None:
    assert planned([contest(sides=3)], field("ab")) == []


def test_the_order_of_the_entrants_does_not_matter() -> None:
    contests = [contest(), contest(sides=3, name="other")]
    assert planned(contests, field("abcd")) == planned(contests, field("dbca"))


@pytest.mark.parametrize(
    ("more_contests", "more_entrants"),
    [([contest(sets=5)], "ab"), ([contest(), contest(name="other")], "ab"), ([contest()], "abcd")],
)
def test_more_sets_games_or_entrants_keep_the_games_there_were(
    more_contests: list[Contest], more_entrants: str
) -> None:
    before = planned([contest()], field("ab"))
    after = planned(more_contests, field(more_entrants))
    assert set(before) < set(after)
    to_play = [game for job in jobs(after, {game.id for game in before}) for game in job.games]
    assert set(to_play) == set(after) - set(before)


@given(
    sides=st.integers(1, 4),
    names=st.sets(st.sampled_from("abcdef"), max_size=6),
    sets=st.integers(1, 3),
    deals=st.sampled_from(["shared", "fresh"]),
)
def test_everybody_has_every_side_equally_often(sides: int, names: set[str], sets: int, deals: Deals) -> None:
    games = planned([contest(sides, sets)], field("".join(names)), deals)
    assert all(re.fullmatch(r"G[0-9a-f]{14}", game.id) for game in games)
    assert len({game.id for game in games}) == len(games)
    seats = Counter((side, player) for game in games for side, player in enumerate(game.sides))
    assert len(set(seats.values())) <= 1
    in_pairings = Counter((g.pairing, g.set, side, player) for g in games for side, player in enumerate(g.sides))
    assert set(in_pairings.values()) <= {1}
    assert all(sorted(game.sides) == list(game.pairing) for game in games)


@given(
    sides=st.integers(1, 3),
    count=st.integers(1, 4),
    sets=st.integers(1, 7),
    block=st.integers(1, 4),
    data=st.data(),
)
def test_jobs_hold_exactly_what_is_not_done(sides: int, count: int, sets: int, block: int, data: st.DataObject) -> None:
    games = planned([contest(sides, sets), contest(2, sets, "other")], field("abcd"[:count]))
    done = data.draw(st.sets(st.sampled_from([game.id for game in games]))) if games else set()
    found = jobs(games, done, block)
    played = [game for job in found for game in job.games]
    assert sorted(played) == sorted(game for game in games if game.id not in done)
    for job in found:
        assert 1 <= len(job.games) <= block
        assert {(game.contest, game.sides) for game in job.games} == {(job.contest, job.sides)}
        assert all(one.set < other.set for one, other in pairwise(job.games))


def test_blocks_are_outermost_and_the_rooms_of_a_pairing_are_neighbours() -> None:
    found = jobs(planned([contest(sets=3)], field("abc")), set(), block=2)
    pairings = [(A, B), (A, C), (B, C)]
    assert [(job.sides, [game.set for game in job.games]) for job in found] == [
        (sides, sets) for sets in ([1, 2], [3]) for one, other in pairings for sides in ((one, other), (other, one))
    ]


def test_a_block_that_was_broken_off_goes_on_where_it_stopped() -> None:
    games = planned([contest(sets=4)], field("ab"))
    done = {game.id for game in games if game.room == 0 and game.set == 1}
    assert [(job.sides, [game.set for game in job.games]) for job in jobs(games, done, block=2)] == [
        ((A, B), [2]),
        ((B, A), [1, 2]),
        ((A, B), [3, 4]),
        ((B, A), [3, 4]),
    ]
