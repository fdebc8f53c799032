"""The benchmark ladder and the tables of docs/rungs.md."""

from __future__ import annotations

import itertools
import json
import tomllib
from pathlib import Path
from statistics import NormalDist
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from arena.bots.samples import samples
from arena.cli.group import command_line
from arena.client.holdings import holdings
from arena.games.catalogue import GAMES
from arena.games.kernel import Ask
from arena.games.kernel.position import Position, replay
from arena.games.study import set_up
from arena.ratings import Game
from arena.settings.ladder import read_ladder
from tests import duels, rungs, tried
from tests.client.seats import KAISER
from tests.commands import arena
from tests.measured import read

pytestmark = pytest.mark.slow

PAGE = Path(__file__).parent.parent / "docs/rungs.md"
BENCHMARK = Path(__file__).parent.parent / "ladders/benchmark.toml"
ROW = {
    "contest": "kaiser:standard",
    "upper": "search-30",
    "lower": "sensible",
    "seed": "rungs",
    "move_ms": 0,
    "deals": 20,
    "games": 40,
    "elo": [150.4, 60.2, None],
    "los": 0.998,
    "points": [10.26, 4.0, 16.0],
    "cpu_ms": 9.04,
}


def test_the_benchmark_ladder_has_the_five_rungs_in_their_order() -> None:
    found = read_ladder(BENCHMARK, GAMES)
    assert [each.bot for each in found.bots] == [f"sample:{rung}" for rung in rungs.RUNGS]
    assert found.reproducible


def test_the_benchmark_ladder_starts() -> None:
    """What `arena run` does before the first game: each of its bots is found, and may play the game."""
    done = CliRunner().invoke(command_line, ["bots", str(BENCHMARK)])
    assert done.exit_code == 0, done.output
    assert all(f"sample:{name}" in done.output for name in rungs.RUNGS)


@pytest.mark.thorough
def test_the_bots_play_in_the_sandbox_and_what_came_of_it_can_be_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    search = tmp_path / "search"
    search.mkdir()
    for file in samples()["python/search"].iterdir():
        if file.is_file():
            (search / file.name).write_text(file.read_text().replace('"bot.py"]', '"bot.py", "--param", "deals=1"]'))
    assert tomllib.loads((search / "bot.toml").read_text())["command"][2:] == ["--param", "deals=1"]
    results = tmp_path / "match.db"
    options = ("-n", "1", "--no-clock", "--seed", "rungs", "--save", str(results))
    out, err = arena("match", "ecarte", str(search), "sample:counter", *options, trust=False)
    assert "games with a fault 0" in out, out + err

    monkeypatch.setattr(rungs, "KEPT", tmp_path / "kept.json")
    [row] = rungs.measured(str(results))
    rungs.keep([ROW])
    rungs.keep([row, {**ROW, "games": 80}, {**ROW, "games": 20}])
    assert [each["games"] for each in read(rungs.KEPT)] == [80], "a match of a single deal says nothing"
    rungs.keep([{**row, "deals": rungs.FEWEST}])
    assert row.keys() == ROW.keys()
    assert [each["contest"] for each in read(rungs.KEPT)] == ["kaiser:standard", "ecarte:standard"]
    assert read(rungs.KEPT)[0]["games"] == 80
    assert (row["upper"], row["lower"], row["games"], row["seed"]) == ("search", "counter", 2, "rungs")


def test_what_was_kept_becomes_a_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "kept.json"
    fewer = {**ROW, "upper": "search-10", "los": 0.9}
    path.write_text(json.dumps([ROW, fewer, {**ROW, "contest": "truc:standard", "los": 0.3}]))
    monkeypatch.setattr(rungs, "KEPT", path)
    assert rungs.table().splitlines()[2] == (
        "| `kaiser:standard` | search-30 | sensible | +150 (+60 to ?) | 99.8 % | +10.3 (+4.0 to +16.0) | 40 | 9.0 |"
    )
    assert rungs.summary().splitlines()[2] == "| search over sensible | kaiser | truc | - |"


def test_what_is_not_decided_stands_beside_what_the_game_leaves_room_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "kept.json"
    sure, ceiling = {**ROW, "upper": "counter"}, {**ROW, "upper": "ceiling"}
    path.write_text(
        json.dumps(
            [
                *(
                    sure,
                    {**sure, "contest": "truc:standard", "los": 0.3},
                    {**sure, "contest": "ecarte:standard", "los": 0.3},
                ),
                *(
                    {**ceiling, "contest": "truc:standard"},
                    {**ceiling, "contest": "ecarte:standard", "lower": "counter"},
                ),
            ]
        )
    )
    monkeypatch.setattr(rungs, "KEPT", path)
    lines = rungs.undecided().splitlines()
    row = "+150 (+60 to ?) | {} | +10.3 (+4.0 to +16.0)"
    unknown = "not measured | not measured | not measured"
    assert [line for line in lines if "| counter over sensible" in line and f"sensible | {unknown}" not in line] == [
        f"| ecarte | counter over sensible | {row.format('30.0 %')} | {unknown} |",
        f"| truc | counter over sensible | {row.format('30.0 %')} | {row.format('99.8 %')} |",
    ]
    assert f"| ecarte | search over counter | {unknown} | {row.format('99.8 %')} |" in lines
    assert lines[2] == f"| kaiser | greedy over random | {unknown} | {unknown} |"


def test_a_rung_is_not_above_another_one_if_its_points_do_not_say_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "kept.json"
    path.write_text(json.dumps([{**ROW, "points": [10.0, -1.0, 21.0]}, {**ROW, "contest": "truc:standard"}]))
    monkeypatch.setattr(rungs, "KEPT", path)
    assert rungs.summary().splitlines()[2] == "| search over sensible | truc | kaiser | - |"


def test_the_page_says_what_the_looks_cost() -> None:
    matches, most, sd = 20_000, 1000, 0.125**0.5
    rng = np.random.default_rng(1)
    scores = rng.choice(np.array([-0.5, 0.0, 0.5]), p=[0.25, 0.5, 0.25], size=(matches, most))
    looks = np.arange(10, most + 1, 5)
    leads = scores.cumsum(axis=1)[:, looks - 1] / np.sqrt(looks) / sd
    above = leads > NormalDist().inv_cdf(0.995)
    said = [f"{above[:, looks <= sets].any(axis=1).mean():.0%}".replace("%", " %") for sets in (200, most)]
    assert f"in {said[0]} of matches of up to 200 sets, and in {said[1]} of up to 1,000" in PAGE.read_text()


def test_results_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match=r"nothing\.db"):
        [*rungs.measured(str(tmp_path / "nothing.db"))]


@pytest.mark.parametrize(
    ("contest", "variation"), [("kaiser:standard", "bids"), ("bridge-solitaire:standard", "cards")]
)
def test_what_is_tried_is_measured_and_kept(
    contest: str, variation: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tried, "KEPT", tmp_path / "tried.json")
    monkeypatch.setitem(tried.VARIATIONS, variation, tried.VARIATIONS[variation]._replace(deals=1))
    row = tried.measured(contest, variation, 2)
    assert row["gain"] == row["error"] == 0, "one deal proves nothing, so the search changes nothing"
    tried.keep(row)
    tried.keep({**row, "contest": "truc:standard", "gain": 0.5, "error": 0.1, "cpu_ms": 3.2})
    assert tried.table().splitlines()[2:] == [
        f"| `{each}` | {cell} |"
        for each, cell in sorted(
            [(contest, f"+0.00 ± 0.00, {row['cpu_ms']:.0f} ms"), ("truc:standard", "+0.50 ± 0.20, 3 ms")],
            key=lambda line: [*GAMES].index(line[0].partition(":")[0]),
        )
    ]


@pytest.mark.parametrize("name", ["kaiser", "ecarte", "twenty-five", "bridge-solitaire"])
def test_who_sees_all_cards_sees_the_true_deal(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """At each question, the true deal agrees with what the seat was told, and the others hold what they hold."""
    game, options = GAMES[name], GAMES[name].presets["standard"]
    compared = 0

    def word(seer: duels.AllCards, position: Position[Any], packs: duels.Packs) -> str:
        nonlocal compared
        assert position.ask is not None
        again = replay(game, position.view(position.ask.seat), duels.true_world(position, packs))
        assert again.ask == position.ask
        assert holdings(game, again) == holdings(game, position)
        compared += 1
        return duels.ByPolicy.word(seer, position, packs)

    monkeypatch.setattr(duels.AllCards, "word", word)
    sides = game.seating(options).number_of_sides
    duels.played(game, options, "a set", [duels.player("ceiling", game)] * sides)
    assert compared > 5


def test_the_ceiling_is_above_sensible_on_the_same_packs() -> None:
    [row] = duels.measured("ecarte:standard", "ceiling", "sensible", 3)
    assert row.keys() == ROW.keys()
    assert (row["upper"], row["lower"], row["deals"], row["games"]) == ("ceiling", "sensible", 3, 6)
    assert row["points"][0] > 0


@pytest.mark.parametrize("contest", ["bridge-solitaire:standard", "scotch-whist:standard"])
def test_equal_players_are_equal_in_a_duel(contest: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where one plays alone, or four do: each has each seat with the same packs."""
    monkeypatch.setattr(duels.AllCards, "word", duels.ByPolicy.word)
    [row] = duels.measured(contest, "ceiling", "sensible", 1)
    assert (row["deals"], row["points"][0]) == (1, 0.0)


def test_a_duel_ends_when_it_is_sure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(duels, "BLOCK", 8)
    *before, row = duels.measured("triomphe:standard", "sensible", "random", 100)
    assert [each["deals"] for each in before] == [*range(8, row["deals"], 8)]
    assert row["deals"] % 8 == 0
    assert row["deals"] < 100
    assert row["los"] > duels.SURE


def test_all_who_play_as_the_lower_rung_count() -> None:
    """Four at a table: over `sensible`, the first is compared with three others, over `greedy` with one."""
    names = ["counter", "sensible", "filler-2", "filler-3"]
    games = [Game(names[-room:] + names[:-room], [1, 2, 3, 4], "a deal", points=[4, 3, 2, 0]) for room in range(4)]
    every = duels._pairs(games, "counter", "sensible")
    assert every.margins is not None
    assert every.scores.shape == every.margins.shape == (1, 3 * 4)
    assert every.deal_margins == [0.0]
    assert every.margins.max() == 4
    games = [game._replace(sides=["greedy" if name == "sensible" else name for name in game.sides]) for game in games]
    assert duels._pairs(games, "counter", "greedy").scores.shape == (1, 4)


def test_a_duel_may_play_all_sets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(duels, "BLOCK", 8)
    *_, row = duels.measured("triomphe:standard", "sensible", "random", 32, early=False)
    assert (row["deals"], row["games"]) == (32, 64)
    assert row["los"] > duels.SURE


def test_a_duel_goes_on_where_it_was_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "new" / "duel.jsonl"
    [two] = duels.measured("ecarte:standard", "sensible", "greedy", 2, duels.Book(file))
    [at_once] = duels.measured("ecarte:standard", "sensible", "greedy", 3)
    book = duels.Book(file)
    assert len(book.games) == 4
    [three] = duels.measured("ecarte:standard", "sensible", "greedy", 3, book)
    assert (two["games"], three["games"]) == (4, 6)
    assert {**three, "cpu_ms": 0} == {**at_once, "cpu_ms": 0}
    [again] = duels.measured("ecarte:standard", "sensible", "greedy", 2, duels.Book(file))
    assert again == two, "sets that came later do not count"
    monkeypatch.setattr(duels, "PLAYERS", ("arena/chance.py",))
    assert not duels.Book(file).games, "games of other code"


def test_the_players_of_a_duel_are_the_bots() -> None:
    """What a rung says in a duel, its bot says when it is asked line by line (tests/sample_bots/test_rungs.py)."""
    game = GAMES["ecarte"]
    for name in ("counter", "search-2"):
        bot = duels.player(name, game)
        assert isinstance(bot, duels.AsBot)
        assert bot.answer(set_up(KAISER).position, duels.Packs("")) in {"TH", "AH"}
        assert bot.asked == 1


def test_the_time_of_a_search_in_a_duel_is_cpu_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a clock that moves by 10 ms whenever somebody looks at it, it looks at few deals."""
    ticks = itertools.count()
    monkeypatch.setattr(duels, "process_time", lambda: next(ticks) / 100)
    bot = duels.player("search-100ms", GAMES["kaiser"])
    assert bot.answer(set_up(KAISER).position, duels.Packs("")) == "AH"
    assert 0.1 <= bot.used <= 0.2


def test_searching_the_own_last_cards_again_is_a_policy_for_the_end_only() -> None:
    again = tried.VARIATIONS["again"]
    assert again.policy(Ask(0, "play", ("AS",) * 5)) == "sensible"
    assert again.policy(Ask(0, "bid", ("pass", "7"))) == "sensible"
    position = set_up(KAISER).position
    assert position.ask is not None
    policy = again.policy(position.ask)
    assert callable(policy)
    assert policy(position.ask, position.view(2)) == "AH"


def test_a_gain_is_that_of_one_side_on_the_others() -> None:
    """The same deal with the same players gives each side what the other loses."""
    game = GAMES["kaiser"]
    options = game.presets["standard"]
    quiet = tried.Variation("nothing", cards=False)
    gains = [tried.played(game, options, "x", quiet, side)[0] for side in (0, 1)]
    assert gains[0] == -gains[1] != 0
