from collections import Counter
from collections.abc import Iterable
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.schedules.fixed import sets_of_gauntlet, sets_of_round_robin
from arena.schedules.plan import PlannedGame
from tests.arena.schedules.simulated import event, ids, play_out


def met(games: Iterable[PlannedGame]) -> Counter[tuple[str, str]]:
    return Counter(pair for game in games for pair in combinations(sorted(game.sides), 2))


def lead(games: Iterable[PlannedGame], among: Iterable[str], sides: int) -> int:
    """Return the largest lead in sets of one entrant over another at any time, if each pairing plays one set."""
    played, most = dict.fromkeys(among, 0), 0
    for game in games:
        for one in set(game.sides) & played.keys():
            played[one] += 1
        most = max(most, (max(played.values()) - min(played.values())) // sides)
    return most


@given(count=st.integers(0, 8), sides=st.integers(1, 4), sets=st.integers(1, 3))
def test_in_a_round_robin_any_two_meet_equally_often(count: int, sides: int, sets: int) -> None:
    of = event(count, sides=sides, sets=sets)
    games = play_out(of).played

    assert len(games) == sets_of_round_robin(of) * sides
    assert len(set(met(games).values())) <= 1
    assert len(met(games)) == (count * (count - 1) // 2 if count >= sides > 1 else 0)
    assert len(set(Counter(one for game in games for one in game.sides).values())) <= 1


def test_a_solitaire_game_is_played_by_everybody_on_the_same_packs() -> None:
    games = play_out(event("abc", sides=1, sets=1)).played
    assert [game.sides for game in games] == [("a",), ("b",), ("c",)]
    assert len({game.chance for game in games}) == 1


@pytest.mark.parametrize("count", [2, 5, 8, 13])
def test_a_round_robin_is_fair_wherever_it_is_looked_at(count: int) -> None:
    of = event(count, sets=1)
    assert lead(play_out(of).played, of.entrants, sides=2) <= 1


@given(field=st.integers(1, 6), new=st.integers(1, 4), sides=st.integers(2, 4), sets=st.integers(1, 2))
def test_in_a_gauntlet_each_new_bot_meets_the_field_and_nobody_else_meets(
    field: int, new: int, sides: int, sets: int
) -> None:
    everybody = ids(field + new)
    names = [one.partition("@")[0] for one in everybody[:new]]
    of = event(everybody, sides=sides, sets=sets, kind="gauntlet", new=names)
    games = play_out(of).played
    newcomers = set(everybody[:new])

    assert len(games) == sets_of_gauntlet(of) * sides
    assert all(len(newcomers & set(game.sides)) == 1 for game in games)
    between = {pair: number for pair, number in met(games).items() if newcomers & set(pair)}
    assert len(set(between.values())) <= 1
    assert len(between) == (field * new if field >= sides - 1 else 0)


@pytest.mark.parametrize(("field", "new"), [(7, 1), (6, 2), (6, 4), (3, 5), (4, 4), (1, 3)])
def test_a_gauntlet_is_fair_wherever_it_is_looked_at(field: int, new: int) -> None:
    everybody = ids(field + new)
    games = play_out(event(everybody, sets=1, kind="gauntlet", new=[f"b{i:03d}" for i in range(new)])).played

    assert lead(games, everybody[:new], sides=2) <= 1
    assert lead(games, everybody[new:], sides=2) <= 1


def test_if_no_bot_is_called_new_the_last_one_of_the_file_is() -> None:
    games = play_out(event(["c@1", "a@2", "b@3"], sets=1, kind="gauntlet")).played
    assert set(met(games)) == {("a@2", "b@3"), ("b@3", "c@1")}


def test_a_new_bot_that_is_not_there_has_no_games() -> None:
    assert play_out(event("abc", kind="gauntlet", new=["d"])).played == []
