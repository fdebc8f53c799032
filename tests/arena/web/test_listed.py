"""Which games a site lists, and which replays may be published."""

from collections.abc import Sequence
from itertools import combinations

import pytest

from arena.games.kernel import Result
from arena.schedules.plan import PlannedGame
from arena.store import Columns, PlayedGame
from arena.table.outcome import Fault
from arena.web import listed
from tests.arena.stored import columns_of

CONTEST = "kaiser:standard"


def game(number: int, sides: str = "ab", scores: Sequence[int] = (), fault: str = "") -> PlayedGame:
    ids = tuple(sides)
    planned = PlannedGame(f"G{number:04}", CONTEST, number, tuple(sorted(ids)), 0, ids, f"set {number}")
    faults = (Fault(0, fault, "why"),) if fault else ()
    result = Result((2, 1) if fault else (1, 2), () if fault else tuple(scores or (52, 30)), "end")
    return PlayedGame(planned, result, faults, 1, number)


def columns(*played: PlayedGame) -> Columns:
    return columns_of(played)


def test_pages_of_games_are_full_for_ever_but_the_newest() -> None:
    assert listed.blocks([], 0) == []
    assert listed.blocks([2, 1], 2) == [(1, [2, 1])]
    assert [(page, len(found)) for page, found in listed.blocks([*range(1499, 0, -1)], 1499)] == [(2, 999), (1, 500)]
    assert [(page, len(found)) for page, found in listed.blocks([*range(1500, 0, -1)], 1500)] == [
        (3, 500),
        (2, 500),
        (1, 500),
    ]
    assert listed.blocks([1500, 1400, 600], 1500) == [(3, [1500, 1400]), (2, [600])]


def test_the_newest_games_come_first() -> None:
    found = columns(*map(game, (3, 1, 2)))
    assert listed.newest(found) == [3, 2, 1]
    assert listed.newest(found, 2) == [3, 2]


def test_a_bot_has_its_newest_games_whatever_its_seat() -> None:
    found = columns(game(1, "ab"), game(4, "ba"), game(2, "ac"), game(3, "cb"))
    assert listed.of_bots(found, 2) == {"a": [4, 2], "b": [4, 3], "c": [3, 2]}


def test_faults_are_those_of_the_bot_that_committed_them() -> None:
    found = columns(game(1, fault="CRASH"), game(2, "ba", fault="TIMEOUT"), game(3, fault="CRASH"), game(4))
    assert listed.faults_of_bots(found) == {"a": {"CRASH": (2, [3, 1])}, "b": {"TIMEOUT": (1, [2])}}
    assert listed.with_fault(found) == [3, 2, 1]


def test_replays_are_faults_then_the_telling_games_of_each_pairing_then_the_newest() -> None:
    found = columns(
        game(1, "ab", (60, 0)),
        game(2, "ba", (52, 51)),
        game(3, "ab", (52, 40)),
        game(4, "ab", (52, 41)),
        game(5, "ac", (52, 30)),
        game(6, "bc", fault="CRASH"),
        game(7, "ba", (52, 42)),
    )
    # Of a and b: 7 is the newest, 2 the closest, 1 the most lopsided; 4 and 3 fill up.
    assert sorted(listed.replays(found, (), 5)) == [1, 2, 5, 6, 7]
    assert listed.replays(found, (), 6)[-1] == 4
    assert listed.replays(found, (), 1) == [6]
    assert listed.replays(found, (), 40)[:3] == [6, 7, 5], "of forty, two are of the newest games"
    assert listed.replays(found, (), 0) == []
    assert listed.replays(columns(), ()) == []


def test_new_results_change_few_of_the_replays() -> None:
    pairs = [*map("".join, combinations("abcdefghijklmnop", 2))]
    played = [game(number, pairs[number % 120]) for number in range(1, 601)]
    before, after = (listed.replays(columns(*played[:many]), (), 100) for many in (560, 570))
    assert len(before) == len(after) == 100
    assert len({*after} - {*before}) <= 20, "ten of 120 pairings played, and five of the replays are of the newest"
    assert after == listed.replays(columns(*played[569::-1]), (), 100), "whatever the order they are read in"


def test_pairings_that_play_no_more_have_replays_last() -> None:
    gone, playing = [game(number, "ab") for number in range(1, 5)], [game(number, "cd") for number in range(5, 9)]
    newer = [game(number, "ac") for number in range(9, 13)]
    assert set(listed.replays(columns(*gone, *playing, *newer), (), 4)) <= {5, 8, 9, 12}


def test_of_games_that_are_alike_the_oldest_keeps_its_replay() -> None:
    assert listed.replays(columns(*map(game, (1, 2, 3))), (), 2) == [3, 1]


def test_no_replay_of_a_season_with_a_secret_is_published() -> None:
    found = columns(game(1), game(2, fault="CRASH"))
    assert listed.replays(found, (1,)) == []
    assert listed.replays(found, (2,)) == [2, 1]


@pytest.mark.parametrize("most", [1, 3])
def test_of_many_faults_the_newest_are_published(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listed, "FAULTS", most)
    found = columns(*(game(number, fault="CRASH") for number in range(1, 6)))
    assert listed.with_fault(found, most) == [5, 4, 3, 2, 1][:most]
