"""`arena run` and `arena ladder` with bots that fail, played in memory: nothing is started."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from arena.cli.group import command_line
from arena.games import kernel
from arena.protocol import Bot
from arena.sandbox import Program
from arena.store import Store
from arena.table.greeting import Greeted
from arena.table.outcome import Fault, Outcome, Use
from arena.table.referee import GameSetup
from arena.table.reports import GameBegun, GameEnded, TakeReport
from arena.tournament import play as tournament
from arena.tournament import start_check

pytestmark = pytest.mark.slow

HEAD = """
seed = "probation"
reproducible = true
sets = 4
games = ["kaiser"]
"""


async def room(programs: object, games: Iterable[GameSetup], report: TakeReport, *_: object) -> None:
    """Play games in which bots called bad crash, and otherwise the last of the alphabet wins."""
    for setup in games:
        await report(GameBegun(setup.game_id))
        names = [name.partition("@")[0] for name in setup.names[:2]]
        bad = [seat for seat, name in enumerate(names) if name.startswith("bad")]
        faults = tuple(Fault(seat, "CRASH", "exit 7") for seat in bad)
        lost = bad or [names.index(min(names))]
        places = (1, 1) if len(lost) == 2 else tuple(1 + (seat in lost) for seat in range(2))
        result = kernel.Result(places, (), "forfeit") if bad else kernel.Result(places, (52, 10), "target")
        record = f"game {setup.game_id} kaiser names={','.join(setup.names)}\n"
        await report(GameEnded(setup.game_id, Outcome(result, faults, {0: Use(1, 1.0, 1.0)}, record)))


async def greeting(program: Program, *_: object) -> Greeted:
    """Greet: the bots of these tests fail later."""
    return Greeted(Bot(program.name, "1", {}))


@pytest.fixture(autouse=True)
def in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tournament, "play_room", room)
    monkeypatch.setattr(start_check, "greeting_of", greeting)


def ladder(folder: Path, *names: str, head: str = HEAD, tail: str = "") -> Path:
    for name in names:
        (folder / name).write_text(f"#!/bin/sh\n# {name}\n")
    path = folder / "mine.toml"
    path.write_text(head + f"bots = [{', '.join(repr('./' + name) for name in names)}]\n" + tail)
    return path


def arena(*words: str, status: int = 0) -> Result:
    more = ["--trust-bots", "-j", "1"] if words[0] == "run" else []
    done = CliRunner().invoke(command_line, [*words, *more])
    assert done.exit_code == status, done.output
    return done


def results(path: Path) -> Mapping[str, int]:
    """How many games each bot has played."""
    with Store.open(path.with_suffix(".db"), writing=False) as store:
        sides = [side.partition("@")[0] for row in store.results() for side in row.game.sides]
    return {name: sides.count(name) for name in sorted(set(sides))}


def test_a_bot_that_fails_its_first_games_is_benched_and_the_others_play_on(tmp_path: Path) -> None:
    path = ladder(tmp_path, "bad", "good", "fine")
    told = arena("run", str(path)).stderr
    again = arena("run", str(path)).stderr

    assert results(path)["bad"] == 3
    assert sum(results(path).values()) == 2 * (3 + 8)
    assert "bad is benched: CRASH in each of its first 3 games; no more of its games are begun" in told
    assert f"bring it back:  arena run {path} --pardon bad" in told
    assert told.count("is benched") == again.count("is benched") == 1
    assert "11 of 11 games are there already" in again


def test_the_ladder_marks_a_benched_bot_in_every_format(tmp_path: Path) -> None:
    path = ladder(tmp_path, "bad", "good", "fine")
    table = arena("run", str(path)).stdout
    data = json.loads(arena("ladder", str(path), "--format", "json").stdout)
    reason = "CRASH in each of its first 3 games"

    assert f"bad is benched: {reason}\n" in table
    assert f"bad is benched: {reason}\n" in arena("ladder", str(path)).stdout
    assert f"\n* **bad is benched: {reason}**\n" in arena("ladder", str(path), "--format", "markdown").stdout
    assert "winless; benched" in arena("ladder", str(path), "--format", "csv").stdout
    assert data["benched"] == {"bad": reason}
    assert {row["name"]: row["benched"] for row in data["entrants"]} == {"bad": reason, "good": None, "fine": None}


def test_games_of_a_benched_bot_are_left_out_if_the_file_says_so(tmp_path: Path) -> None:
    path = ladder(tmp_path, "bad", "good", "fine", tail='[probation]\ngames = "leave_out"\n')
    out = arena("run", str(path)).stdout
    data = json.loads(arena("ladder", str(path), "--format", "json").stdout)

    assert "8 games of 4 deals" in out
    assert "bad is benched, and its games are left out: CRASH" in out
    assert [row["name"] for row in data["entrants"]] == ["good", "fine"]
    assert set(data["benched"]) == {"bad"}


def test_a_ladder_from_which_all_games_are_left_out_is_empty(tmp_path: Path) -> None:
    path = ladder(tmp_path, "bad", "good", tail='[probation]\ngames = "leave_out"\n')
    out = arena("run", str(path), status=65).stdout
    data = json.loads(arena("ladder", str(path), "--format", "json").stdout)

    assert "0 games of 0 deals" in out
    assert data["entrants"] == []
    assert set(data["benched"]) == {"bad"}


def test_other_numbers_hold_for_what_was_played_and_are_no_other_conditions(tmp_path: Path) -> None:
    path = ladder(tmp_path, "bad", "good", "fine")
    arena("run", str(path))
    told = arena("run", str(ladder(tmp_path, "bad", "good", "fine", tail="[probation]\nfirst = 5\n"))).stderr

    assert results(path)["bad"] == 5
    assert "CRASH in each of its first 5 games" in told
    assert "conditions have changed" not in told


def test_nobody_is_benched_where_probation_is_off(tmp_path: Path) -> None:
    path = ladder(tmp_path, "bad", "good", head=HEAD + "probation = false\n")
    assert " is benched" not in arena("run", str(path)).output
    assert results(path) == {"bad": 8, "good": 8}


def test_a_match_benches_nobody(tmp_path: Path) -> None:
    ladder(tmp_path, "bad", "good")
    words = ["kaiser", str(tmp_path / "bad"), str(tmp_path / "good"), "-n", "5", "--save", str(tmp_path / "m.db")]
    done = arena("match", *words, "--trust-bots")

    assert " is benched" not in done.output
    assert results(tmp_path / "m.db")["bad"] == 10


def test_a_pardoned_bot_plays_what_it_missed_until_it_is_benched_again(tmp_path: Path) -> None:
    path = ladder(tmp_path, "bad", "good", "fine")
    arena("run", str(path))
    told = arena("run", str(path), "--pardon", "bad", "--pardon", "good").stderr

    assert "bad is brought back: its faults so far no longer count" in told
    assert "good is not benched: there is nothing to pardon" in told
    assert "bad is benched: CRASH in each of its first 3 games since it was brought back" in told
    assert results(path)["bad"] == 6


def test_a_bot_that_is_not_there_cannot_be_pardoned(tmp_path: Path) -> None:
    path = ladder(tmp_path, "bad", "good")
    told = arena("run", str(path), "--pardon", "bat", status=64).stderr

    assert "--pardon bat: there is no such bot; did you mean 'bad'?" in told
    assert f"arena bots {path} lists them" in told
    assert not path.with_suffix(".db").exists()


def test_a_changed_bot_is_a_new_one_and_starts_afresh(tmp_path: Path) -> None:
    path = ladder(tmp_path, "bad", "good")
    arena("run", str(path), status=65)
    (tmp_path / "bad").write_text("#!/bin/sh\n# mended, and as bad\n")
    told = arena("run", str(path), status=65).stderr

    assert results(path)["bad"] == 6
    assert "bad is benched: CRASH in each of its first 3 games; no more" in told


def test_with_too_few_bots_left_the_run_ends_with_a_message_and_its_own_status(tmp_path: Path) -> None:
    path = ladder(tmp_path, "bad", "good", "bad2")
    for _ in range(2):
        done = arena("run", str(path), status=65)
        assert "kaiser:standard ends here: it takes 2 bots, and 1 of 3 are left" in done.stderr
        assert "too few bots are left to play" in done.stderr
        assert "--pardon bad" in done.stderr and "--pardon bad2" in done.stderr
        assert "rank" in done.stdout
    assert results(path)["bad"] == 3


def test_another_game_goes_on_without_a_bot_that_was_benched_in_the_first(tmp_path: Path) -> None:
    head = HEAD.replace('["kaiser"]', '["kaiser", "two-hundred"]')
    path = ladder(tmp_path, "bad", "good", "fine", head=head)
    out = arena("run", str(path)).stdout

    assert results(path)["bad"] == 3
    assert sum(results(path).values()) == 2 * (3 + 2 * 8)
    assert "all games" in out


@pytest.mark.parametrize("schedule", ["swiss", "knock-out", "adaptive", "gauntlet"])
def test_every_schedule_comes_to_its_end_and_a_second_run_plays_nothing(schedule: str, tmp_path: Path) -> None:
    path = ladder(tmp_path, "bad", "good", "fine", "bad2", "well", head=HEAD + f'schedule = "{schedule}"\n')
    arena("run", str(path))
    played = results(path)
    again = arena("run", str(path))

    assert played["bad"] <= 3 and played["bad2"] <= 3
    assert results(path) == played
    assert " games in " not in again.stderr


def test_of_two_that_are_benched_in_a_knock_out_nobody_goes_on(tmp_path: Path) -> None:
    path = ladder(tmp_path, "bad", "good", "fine", "bad2", head=HEAD + 'schedule = "knock-out"\n')
    arena("run", str(path))
    text = arena("ladder", str(path), "--format", "markdown").stdout

    assert results(path) == {"bad": 3, "bad2": 3, "fine": 8, "good": 8}
    assert "| semi-finals | 1 bad - 4 bad2 | 2 : 2 | 1 | nobody |" in text
    assert "| final | 1 bad - 2 good | 0 : 4 | 0 | good (walk-over) |" in text
