"""`arena ladder` on results that were made up."""

import csv
import hashlib
import io
import json
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from pathlib import Path
from typing import get_args

import click
import pytest
from click.testing import CliRunner, Result

from arena.app.rated import allowed_text, clock_text
from arena.bots.entrants import Entrant
from arena.cli.commands.ladder import ladder
from arena.cli.group import command_line
from arena.cli.ladder import print_ladders
from arena.cli.screen import out
from arena.games.catalogue import GAMES
from arena.games.kernel import Result as GameResult
from arena.schedules.agenda import as_words
from arena.schedules.plan import games_of
from arena.settings.contest import Contest, RankBy, parse_game
from arena.settings.ladder import Reading
from arena.settings.schedule import ScheduleSettings
from arena.store import Store
from arena.table.outcome import Fault, Outcome, Use
from arena.table.reports import GameEnded

pytestmark = pytest.mark.slow

Arena = Callable[..., Result]
NAMES = ("owl", "jay", "emu", "tit")
SETTINGS = {
    "on_fault": "forfeit",
    "deals": "shared",
    "sandbox": "standard by bubblewrap",
    "move_ms": "500",
    "bank_ms": "60000",
    "inc_ms": "0",
    "measure": "wall",
}


def bot(name: str) -> Entrant:
    return Entrant(name, name, "1.2", ("bot",), Path("/"), hashlib.sha256(name.encode()).hexdigest())


def contest(label: str, sets: int) -> Contest:
    return parse_game(label, {}, GAMES, sets)


def play(store: Store, contests: Sequence[Contest], *, left_out: int = 0) -> None:
    """Store results of a round-robin: the earlier in `NAMES` wins two games in three, `tit` stumbles once in set 2."""
    bots = [bot(name) for name in NAMES]
    store.start_run("seed", SETTINGS | as_words(contests, bots, ScheduleSettings()))
    games = [
        game
        for each in contests
        for pairing in combinations([one.id for one in bots], 2)
        for game in games_of(each.label, pairing, range(1, each.sets + 1), "seed", "shared")
    ]
    store.plan(bots, games)
    for game in games[: len(games) - left_out]:
        first, second = (NAMES.index(side.partition("@")[0]) for side in game.sides)
        stumbles = game.set == 2 and game.room == 0 and "tit" in game.pairing[1]
        faults = (Fault(game.sides.index(game.pairing[1]), "TIMEOUT", "late"),) if stumbles else ()
        won = (first < second) == ((game.set + first + second) % 3 > 0)
        won = game.sides[0] != game.pairing[1] if stumbles else won
        scores = () if faults else (52, 10 + game.set) if won else (10 + game.set, 52)
        uses = {seat: Use(10, 20.0 * (1 + (first, second)[seat % 2]), 9.0, cpu_ms=5.0, strikes=1) for seat in range(4)}
        store.begin(game.id)
        result = GameResult((1, 2) if won else (2, 1), scores, "target")
        store.finish(GameEnded(game.id, Outcome(result, faults, uses, "record\n")))


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("ladder") / "pool.db"
    with Store.open(path, writing=True) as store:
        play(store, [contest("kaiser:standard", 8)])
    return path


@pytest.fixture
def arena() -> Arena:
    """Runs a command in this process; a status other than 0 has to be expected."""

    def run(*words: object, status: int = 0, text: str | None = None) -> Result:
        done = CliRunner().invoke(command_line, [str(word) for word in words], input=text)
        assert done.exit_code == status, done.output
        return done

    return run


def flat(text: str) -> str:
    """A text as if no line had been broken."""
    return " ".join(text.split())


def lines_of(table: str) -> Iterator[list[str]]:
    return (line.split() for line in table.splitlines())


def test_the_table_and_what_it_stands_on(arena: Arena, db: Path) -> None:
    found = arena("ladder", db).stdout
    heads, *rows = lines_of(found.partition("\n\n")[2])

    assert heads[:6] == ["rank", "ranks", "name", "Elo", "±95", "%"]
    assert [row[2] for row in rows[:4]] == ["owl", "jay", "emu", "tit"]
    for text in (
        "96 games of 8 deals",
        "0 is the mean of the rated",
        "games with a fault 3",
        "conditions 500 ms a decision, 60000 ms a game of wall time, faults forfeit",
        "sandbox standard",
    ):
        assert text in flat(found)
    for text in ("seats balanced", "SHA-256 of the key of season 1 (open) ", "SHA-256 of the results "):
        assert text not in flat(found)
        assert text in flat(arena("ladder", db, "--wide").stdout)


def test_first_it_says_in_words_what_the_table_shows_and_then_what_it_stands_on(arena: Arena, db: Path) -> None:
    above, _, below = arena("ladder", db).stdout.split("\n\n")
    assert [line.split()[0] for line in below.splitlines()] == ["results", "scale", "conditions"]
    assert above == f"In short: {json.loads(arena('ladder', db, '--format', 'json').stdout)['in_words']}"
    assert above in arena("ladder", db, "--format", "markdown").stdout.splitlines()


def test_what_is_shown_can_be_explained(arena: Arena, db: Path) -> None:
    *_, columns, remarks = map(flat, arena("ladder", db, "--explain").stdout.split("\n\n"))
    assert columns.startswith(
        "rank The place by Elo. In a table that goes by points, the place by points. ranks The ranks that are not "
    )
    assert "LOS" not in columns  # with so few deals there is none
    assert "seats balanced Every bot had every seat equally often" in remarks


def test_wide_has_faults_by_kind_and_time_beside_time_allowed(arena: Arena, db: Path) -> None:
    found = arena("ladder", db, "--wide").stdout
    table = found.partition("In short:")[2]
    row = flat(" ".join(line for line in table.splitlines() if " tit " in line))

    assert "TIMEOUT 3" in row
    assert " tit 1.2 " in row
    assert all(head in found for head in ("ms/move", "worst", "CPU/move", "strikes", "ms allowed"))
    assert " 8.00 9.00 0.50 96 " in row
    assert row.endswith(" 500, 60000 a game")


def test_games_that_are_missing_are_counted(arena: Arena, tmp_path: Path) -> None:
    with Store.open(tmp_path / "part.db", writing=True) as store:
        play(store, [contest("kaiser:standard", 4)], left_out=5)
    assert "5 of 48 planned games are not played yet" in flat(arena("ladder", tmp_path / "part.db").stdout)


def test_games_that_the_file_no_longer_names_are_not_mixed_with_those_it_names(arena: Arena, tmp_path: Path) -> None:
    """After an option or a preset was changed, one table had the games of both (D39)."""
    old, new = contest("kaiser:standard", 4), contest("kaiser:bid-penalty", 4)
    with Store.open(tmp_path / "mine.db", writing=True) as store:
        play(store, [old])
        play(store, [new])
    file = tmp_path / "mine.toml"
    bots = "".join(f'[[bots]]\nname = "{name}"\nbot = "sample:random"\n' for name in ("owl", "emu"))
    file.write_text(f'games = ["kaiser:bid-penalty"]\n{bots}')
    data = json.loads(arena("ladder", file, "--format", "json").stdout)
    assert data["games"] == 48
    text = flat(arena("ladder", file).stdout)
    assert "48 games of kaiser:standard are left out: the ladder file names other games now; --game shows them" in text
    assert "left out" not in arena("ladder", file, "--game", "kaiser:standard").stdout
    assert json.loads(arena("ladder", tmp_path / "mine.db", "--format", "json").stdout)["games"] == 96
    file.write_text(f'games = ["truc"]\n{bots}')
    assert json.loads(arena("ladder", file, "--format", "json").stdout)["games"] == 96, "nothing of it was played yet"


def test_anchors_move_the_zero(arena: Arena, db: Path) -> None:
    data = json.loads(arena("ladder", db, "--anchor", "emu=0", "--format", "json").stdout)
    assert (data["zero"], data["anchors"]) == ("emu", {"emu": 0.0})
    found = arena("ladder", db, "--anchor", "emu=1500", "--anchor", "tit=1400").stdout
    assert "anchors: emu at +1500, tit at +1400" in flat(found)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--anchor", "emu"), "--anchor emu: not of the form NAME=ELO\n  for example --anchor random=0"),
        (("--anchor", "emu=inf"), "--anchor emu=inf: not of the form NAME=ELO"),
        (("--anchor", "gnu=0"), "unknown anchor: gnu; the entrants are "),
        (("owl", "emu"), "'owl': one word too many\n  two bots can be named with --head-to-head"),
        (("--head-to-head", "owl"), "--head-to-head takes two bots or none, not 1"),
        (("--head-to-head", "owl", "gnu"), "unknown entrant: gnu"),
        (("--format", "results", "--head-to-head"), "nothing else\n  leave out --head-to-head"),
        (("--format", "results", "--exclude-faults"), "--format results prints all games"),
        (("--plots", "/dev/null/pictures"), "name a folder that you can write to (--plots)"),
    ],
)
def test_mistakes_say_what_to_do(arena: Arena, db: Path, words: tuple[str, ...], message: str) -> None:
    done = arena("ladder", db, *words, status=64)
    assert message in done.stderr
    assert "Traceback" not in done.output


def test_where_nothing_was_played_the_ladder_is_empty(arena: Arena, db: Path, tmp_path: Path) -> None:
    with Store.open(tmp_path / "none.db", writing=True) as store:
        play(store, [contest("kaiser:standard", 4)], left_out=48)
    assert "48 of 48 planned games are not played yet" in arena("ladder", tmp_path / "none.db").stdout
    assert json.loads(arena("ladder", tmp_path / "none.db", "--format", "json").stdout)["entrants"] == []
    found = arena("ladder", db, "--game", "kaiser:short", status=66).stderr
    assert "there are no results of 'kaiser:short'\n  leave out --game" in found


def test_one_game_is_a_ladder_too(arena: Arena, tmp_path: Path) -> None:
    path = tmp_path / "one.db"
    with Store.open(path, writing=True) as store:
        play(store, [contest("kaiser:standard", 4)], left_out=47)
    assert "1 game of 1 deal" in arena("ladder", path).stdout
    assert len(json.loads(arena("ladder", path, "--format", "json").stdout)["entrants"]) == 2
    assert "1 deal, 1 game: 1 won" in arena("ladder", path, "--head-to-head", "owl", "jay").stdout


def test_if_every_deal_has_a_fault_nobody_is_rated_without(arena: Arena, tmp_path: Path) -> None:
    path = tmp_path / "r.csv"
    path.write_text("game,deal,entrant,place,fault\n1,1,owl,1,\n1,1,jay,2,CRASH\n")
    found = arena("ladder", "--from", path, "--exclude-faults").stdout
    assert "no games: jay, owl" in found
    assert "0 games of 0 deals" in found


def test_no_ladder_at_all_is_a_mistake(arena: Arena) -> None:
    error = arena("ladder", status=64).stderr
    assert "no ladder is named\n  name a file, or the last match: arena ladder last\n" in error


def test_deals_with_faults_may_be_left_out(arena: Arena, db: Path) -> None:
    found = flat(arena("ladder", db, "--exclude-faults").stdout)
    assert "deals in which a bot committed a fault are left out" in found
    assert "84 games of 7 deals" in found
    assert "games with a fault 0" in found


def test_a_table_may_go_by_all_that_a_ladder_file_may_say() -> None:
    [option] = [option for option in ladder.params if option.name == "rank_by"]
    assert isinstance(option.type, click.Choice)
    assert tuple(option.type.choices) == get_args(RankBy)


def test_a_table_may_go_by_stakes_and_has_no_money_if_nobody_played_for_any(arena: Arena, db: Path) -> None:
    found = arena("ladder", db, "--by", "stakes").stdout
    assert "ranks go by stakes a game" in found
    assert "stakes a game ahead of the others" in found
    assert "--by money is for ladders of this arena" in arena("ladder", "--from", db, "--by", "money", status=64).stderr


def test_the_history_has_a_line_for_each_bot_as_of_the_end_of_each_run(arena: Arena, db: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(arena("ladder", db, "--format", "history").stdout)))
    now = json.loads(arena("ladder", db, "--format", "json").stdout)["entrants"]
    assert {row["as_of"].partition(",")[0] for row in rows} == {"season 1"}
    assert [(row["name"], float(row["elo"])) for row in rows[-4:]] == [
        (one["name"], round(one["elo"], 2)) for one in now
    ]


def test_a_table_may_go_by_boards_which_is_another_question(arena: Arena, db: Path) -> None:
    found = flat(arena("ladder", db, "--by", "boards", "--wide").stdout)
    assert "games are boards: a deal is won by the sum of the points of its rooms" in found
    rooms = flat(arena("ladder", db).stdout)
    counts = [re.findall(r"(\d+) games of (\d+) deals", each)[0] for each in (rooms, found)]
    assert int(counts[0][0]) == 2 * int(counts[1][0]), "a deal of two bots has two rooms"
    assert counts[0][1] == counts[1][1]


def test_points_say_the_order_if_asked_to(arena: Arena, db: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(arena("ladder", db, "--points", "--format", "csv").stdout)))
    points = [float(row["points"]) for row in rows]
    assert points == sorted(points, reverse=True)


@pytest.mark.parametrize(
    ("labels", "unlike"),
    [
        (("kaiser:standard", "kaiser:bid-penalty"), False),
        (("kaiser:standard", "truc:standard"), True),
    ],
)
def test_points_that_count_different_things_are_left_out(
    arena: Arena, tmp_path: Path, labels: Sequence[str], unlike: bool
) -> None:
    """By points, as asked, they are added with a caution."""
    path = tmp_path / "two.db"
    with Store.open(path, writing=True) as store:
        play(store, [contest(label, 3) for label in labels])
    shown = arena("ladder", path).stdout
    assert ("points are left out: those of several games do not add up" in flat(shown)) == unlike
    assert ("points" in next(lines_of(shown.partition("\n\n")[2]))) != unlike
    data = json.loads(arena("ladder", path, "--format", "json").stdout)
    assert {entrant["points"] is None for entrant in data["entrants"]} == {unlike}
    pair = arena("ladder", path, "--head-to-head", "owl", "jay").stdout
    assert ("points a game" in pair) != unlike
    added = arena("ladder", path, "--by", "points").stdout
    assert ("caution" in added and "points of several games, which do not add up" in flat(added)) == unlike
    assert "points" in next(lines_of(added))
    assert "add up" not in arena("ladder", path, "--by", "stakes").stdout


def test_the_head_to_head_in_all_formats(arena: Arena, db: Path) -> None:
    table = arena("ladder", db, "--head-to-head").stdout
    assert next(lines_of(table)) == ["name", "1", "2", "3", "4"]
    assert "score of the row against the column" in table
    assert "| 1 | owl |" in arena("ladder", db, "--head-to-head", "--format", "markdown").stdout
    rows = list(csv.DictReader(io.StringIO(arena("ladder", db, "--head-to-head", "--format", "csv").stdout)))
    assert len(rows) == 12
    assert json.loads(arena("ladder", db, "--head-to-head", "--format", "json").stdout)[0]["games"] == 16


def test_two_bots_in_all_formats(arena: Arena, db: Path) -> None:
    words = ("ladder", db, "--head-to-head", "emu", "owl")
    text = arena(*words).stdout
    assert text.startswith("emu against owl\n8 deals, 16 games: ")
    assert "by the ratings" in text
    assert arena(*words, "--format", "markdown").stdout == f"```\n{text}```\n"
    assert json.loads(arena(*words, "--format", "json").stdout)["found"]["deals"] == 8
    rows = list(csv.DictReader(io.StringIO(arena(*words, "--format", "csv").stdout)))
    assert [(row["first"], row["second"]) for row in rows] == [("owl", "emu"), ("emu", "owl")]


def test_results_that_are_printed_can_be_rated_again(arena: Arena, db: Path, tmp_path: Path) -> None:
    printed = arena("ladder", db, "--format", "results").stdout
    path = tmp_path / "results.csv"
    path.write_text(printed)
    ours = arena("ladder", db, "--wide")
    theirs = arena("ladder", "--from", path, "--wide")

    assert hashlib.sha256(printed.encode()).hexdigest() in ours.stdout
    assert f"SHA-256 of {path} " in theirs.stdout
    rows = arena("ladder", db).stdout.splitlines()[:5]
    assert arena("ladder", "--from", path).stdout.splitlines()[:5] == rows
    assert arena("ladder", "--from", "-", text=printed).stdout.splitlines()[:5] == rows
    assert "emu against owl" in arena("ladder", "--from", path, "--head-to-head", "emu", "owl").stdout


def test_games_come_set_by_set_as_they_are_played(arena: Arena, db: Path) -> None:
    printed = arena("ladder", db, "--format", "results").stdout
    deals = [row["deal"] for row in csv.DictReader(io.StringIO(printed))]
    assert list(dict.fromkeys(deals)) == [f"kaiser:standard set {number}" for number in range(1, 9)]
    assert deals == sorted(deals, key=lambda deal: int(deal.split()[-1]))


def test_tables_of_others_that_are_wrong_name_the_line(arena: Arena, tmp_path: Path) -> None:
    path = tmp_path / "results.csv"
    path.write_text("game,entrant,place\n1,owl,first\n1,jay,2\n")
    done = arena("ladder", "--from", path, status=65)
    assert "results.csv, line 2: place is 'first'; it must be a whole number" in done.stderr
    assert "`arena help results-format` describes the table" in done.stderr
    assert "name a file of results" in arena("ladder", "--from", tmp_path / "none.csv", status=66).stderr
    path.write_text("game,entrant,place,elo\n1,owl,1,9\n1,jay,2,9\n")
    done = arena("ladder", "--from", path)
    assert "the column elo is not used" in done.stderr
    assert "no column deal: every game counts as a deal of its own" in done.stderr
    error = arena("ladder", "--from", path, "--game", "x", status=64).stderr
    assert "--game is for the contests of a ladder, not for a table" in error


def test_plots_are_drawn_into_a_new_folder(arena: Arena, db: Path, tmp_path: Path) -> None:
    folder = tmp_path / "new" / "pictures"
    done = arena("ladder", db, "--plots", folder, "--head-to-head", "emu", "owl")
    assert {path.name for path in folder.iterdir()} == {
        *("forest.svg", "head-to-head.svg", "history.svg", "strength-and-time.svg", "precision.svg"),
        *("deals.svg", "margins.svg"),
    }
    assert f"{folder}: forest.svg, " in done.stderr.replace("\n", "")


LADDER = """
sets = 8
games = ["kaiser"]
bots = ["sample:random"]
results = "pool.db"
anchors = {anchors}
"""


def test_a_ladder_file_may_have_anchors_and_the_command_line_goes_before_them(arena: Arena, db: Path) -> None:
    file = db.with_name("pool.toml")
    file.write_text(LADDER.format(anchors="{ emu = 0 }"))
    assert "0 is emu" in arena("ladder", file).stdout
    assert "0 is jay" in arena("ladder", file, "--anchor", "jay=0").stdout
    file.write_text(LADDER.format(anchors="{ gnu = 0 }"))
    assert "0 is the mean of the rated" in arena("ladder", file).stdout


def test_an_anchor_without_games_is_told_and_left_out(arena: Arena, db: Path) -> None:
    file = db.with_name("pool.toml")
    file.write_text(LADDER.format(anchors="{ gnu = 0 }"))
    found = flat(arena("ladder", file).stdout)
    assert "the anchor gnu has no games, so the ladder is rated without it" in found
    assert "0 is the mean of the rated" in found


def test_an_anchor_that_never_won_sets_the_scale_with_an_alarm(arena: Arena, tmp_path: Path) -> None:
    """It used to stop the command: `--anchor NAME=1000` is what people write for a baseline."""
    rows = [f"{n},{n},{a},{1 + n % 2},\n{n},{n},{b},{2 - n % 2}," for n, (a, b) in enumerate([("owl", "jay")] * 8)]
    rows += [f"x{n},x{n},fox,2,\nx{n},x{n},owl,1," for n in range(8)]
    (tmp_path / "r.csv").write_text("game,deal,entrant,place,seat\n" + "\n".join(rows) + "\n")
    data = json.loads(arena("ladder", "--from", tmp_path / "r.csv", "--anchor", "fox=0", "--format", "json").stdout)
    [alarm] = [note["text"] for note in data["notes"] if note["alarm"]]
    assert alarm.startswith("the anchor fox is winless, so the scale is a guess: 0 is where its results have an even")
    assert (data["zero"], data["anchors"], data["loose_anchors"]) == (None, {}, {"fox": 0.0})
    assert all(entrant["elo"] > 0.0 for entrant in data["entrants"] if entrant["status"] == "rated")


def test_after_a_run_all_games_come_first_and_the_conditions_are_told_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    contests = [contest("kaiser:standard", 3), contest("two-hundred:kitty", 3)]
    with Store.open(tmp_path / "two.db", writing=True) as store:
        play(store, contests)
        print_ladders(store, "mine.toml", [each.label for each in contests], Reading({"jay": 100.0}))
    found = capsys.readouterr().out
    told = flat(found)
    titles = [line for line in found.splitlines() if line in {"all games", *(each.label for each in contests)}]

    assert titles == ["all games", "kaiser:standard", "two-hundred:kitty"]
    assert told.count("sandbox standard") == told.count("500 ms a decision") == 1
    assert told.count("anchors: jay at +100") == 3
    assert [told.count(f"{games} games of {deals} deals") for games, deals in ((72, 6), (36, 3))] == [1, 2]


def test_one_contest_has_one_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Store.open(tmp_path / "one.db", writing=True) as store:
        play(store, [contest("kaiser:standard", 2)])
        print_ladders(store, "mine.toml", ["kaiser:standard", "two-hundred:kitty"])
    found = capsys.readouterr().out
    assert found.count("rank  ranks") == 1
    assert "\nkaiser:standard\n" in found


def test_where_columns_are_left_out_a_run_names_the_command_that_shows_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with Store.open(tmp_path / "one.db", writing=True) as store:
        play(store, [contest("kaiser:standard", 2)])
        more = print_ladders(store, "my class.toml", ["kaiser:standard"])
        assert "columns left out" not in capsys.readouterr().out
        monkeypatch.setattr(type(out), "width", property(lambda _: 60))
        narrow = print_ladders(store, "my class.toml", ["kaiser:standard"])
    assert "columns left out for 60 characters" in capsys.readouterr().out
    assert [words for words, _ in narrow if words not in dict(more)] == ["arena ladder 'my class.toml' --wide"]


@pytest.mark.parametrize(
    ("settings", "allowed", "told"),
    [
        ({"move_ms": "0"}, "", "conditions: no time limit, faults forfeit"),
        ({"move_ms": "900"}, "900", "conditions: 900 ms a decision of wall time, faults forfeit"),
        (
            {"move_ms": "0", "bank_ms": "60000", "inc_ms": "100", "measure": "cpu", "on_fault": "substitute"},
            "60000 a game + 100 CPU",
            "conditions: 60000 ms a game, 100 ms more for each decision of cpu time, faults substitute",
        ),
    ],
)
def test_the_time_allowed_in_words(settings: dict[str, str], allowed: str, told: str) -> None:
    assert allowed_text(settings) == allowed
    assert clock_text(settings) == told
