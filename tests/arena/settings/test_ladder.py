import json
import os
from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import NamedTuple

import pytest

from arena.errors import ConfigErrors, UserError
from arena.games.kernel import AnyGame, Chance, Game, Result, Rules, World, seated
from arena.games.kernel.options import Options, WrongOption, option
from arena.settings.clock import ClockSettings
from arena.settings.contest import Contest, parse_game
from arena.settings.ladder import BotLine, read_ladder
from arena.settings.limits import STAGING_LIMITS, BuildLimits, Limits, StagingLimits, TreeLimits
from arena.settings.probation import OFF, ProbationSettings
from arena.settings.schedule import ScheduleSettings


@dataclass(frozen=True)
class ToyOptions(Options):
    target: int = option(200, range(50, 501, 50), "The score that ends the game.", "T-1")
    forced: bool = option(False, (), "Whether the dealer must bid.", "T-2")
    kitty: str = option("none", ("none", "four"), "The kitty.", "T-3")

    def conflicts(self) -> Iterator[WrongOption]:
        if self.forced and self.target == 500:
            yield WrongOption(("forced",), "a forced dealer never reaches target=500; lower the target")


class Standing(NamedTuple):
    dealer: int = 0

    def words(self) -> tuple[str, ...]:
        return (f"dealer={self.dealer}",)


def start(o: ToyOptions, chance: Chance) -> Rules[Standing]:
    yield from ()
    return Standing()


def deal(o: ToyOptions, standing: Standing, chance: Chance) -> Rules[Standing]:
    yield from ()
    return standing


def result(o: ToyOptions, standing: Standing) -> Result:
    return Result((1, 2), (1, 0), "toy")


TOY: AnyGame = Game(
    name="two-hundred",
    title="A toy",
    clauses="TOY",
    options=ToyOptions,
    presets={"standard": ToyOptions(), "kitty": ToyOptions(kitty="four")},
    seating=lambda o: seated((0, 1, 0, 1)),
    pack=lambda o: (),
    dealing=lambda *_: (),
    start=start,
    deal=deal,
    result=result,
    hidden=lambda view: lambda rng: World({}, {}),
    words=lambda _: (),
)
GAMES = {"two-hundred": TOY}

LEAST = """
games = ["two-hundred"]
bots = ["sample:random"]
"""
FULL = """
name = "The big one"
about = "All there is."
seed = "any text"
reproducible = true
results = "data/big.db"
sets = 30
deals = "fresh"
on_fault = "substitute"

[clock]
start_ms = 1
move_ms = 0
bank_ms = 60000
inc_ms = 100
grace_ms = 20
live = true

[[games]]
game = "two-hundred:kitty"
sets = 10
options = { target = 300, forced = true }

[[games]]
game = "two-hundred"

[[bots]]
bot = "sample:python/sensible"
name = "careful"

[[bots]]
bot = "./mine"
"""


@pytest.fixture
def ladder(tmp_path: Path) -> Path:
    return tmp_path / "quick.toml"


def complaints(ladder: Path, text: str) -> list[str]:
    ladder.write_text(text)
    with pytest.raises(ConfigErrors) as caught:
        read_ladder(ladder, GAMES)
    assert caught.value.exit_status == os.EX_CONFIG
    assert {problem.file for problem in caught.value.problems} == {str(ladder)}
    return [str(problem).removeprefix(f"{ladder}") for problem in caught.value.problems]


WRONG = {
    "anchors": (
        LEAST + "[anchors]\nrandom = 200000\ncareful = 'x'\n",
        """anchors.random: needs 100000.0 or less, not 200000
        anchors.careful: needs a number, not "x\"""",
    ),
    "probation": (LEAST + "probation = 3", "probation: needs a table, or false, not 3"),
    "probation.first": (LEAST + "probation = { first = -1 }", "probation.first: needs 0 or more, not -1"),
    "no such key of probation": (
        LEAST + "probation = { firsst = 1 }",
        "probation.firsst: there is no such key; did you mean 'first'?",
    ),
    "probation.games": (
        LEAST + 'probation = { games = "drop" }',
        """probation.games: needs 'keep' or 'leave_out', not "drop\"""",
    ),
    "no such schedule": (
        LEAST + 'schedule = "swis"',
        """schedule.kind: needs 'round-robin', 'gauntlet', 'swiss', 'knock-out' or 'adaptive', not "swis\"""",
    ),
    "no rounds": (LEAST + 'schedule = { kind = "swiss", rounds = 0 }', "schedule.rounds: needs 1 or more, not 0"),
    "no such key of schedule": (
        LEAST + 'schedule = { kind = "swiss", round = 5 }',
        "schedule.round: there is no such key; did you mean 'rounds'?",
    ),
    "keys of other schedules": (
        LEAST + 'schedule = { kind = "swiss", limit = 3, new = ["a"] }',
        """schedule.limit: belongs to knock-out, not to swiss
        schedule.new: belongs to gauntlet, not to swiss""",
    ),
    "a key without its schedule": (
        LEAST + "schedule = { rounds = 3 }",
        "schedule.rounds: belongs to swiss, not to round-robin",
    ),
    "a key of two schedules": (
        LEAST + 'schedule = { kind = "gauntlet", seeds = [] }',
        "schedule.seeds: belongs to swiss and knock-out, not to gauntlet",
    ),
    "a name twice": (
        LEAST + 'schedule = { kind = "gauntlet", new = ["a", "b", "a"] }',
        "schedule.new: a is listed twice",
    ),
    "no list": (LEAST + 'schedule = { kind = "gauntlet", new = "a" }', 'schedule.new: needs a list, not "a"'),
    "a limit below the sets": (
        LEAST + 'schedule = { kind = "knock-out", limit = 19 }',
        "schedule: a match of two-hundred:standard has 20 sets already; limit = 19 is less",
    ),
    "no such sandbox": (
        LEAST + "[sandbox]\nlevel = 'best'",
        """sandbox.level: needs 'auto', 'strict', 'standard', 'basic' or 'none', not "best\"""",
    ),
    "no table": (LEAST + "clock = 5", "clock: needs a table, not 5"),
    "clock": (
        LEAST + "[clock]\nmove_ms = -1\nmove = 3\nbank_ms = 86400001\nponder = 'no'\n",
        """clock.move_ms: needs 0 or more, not -1
        clock.bank_ms: needs 86400000 or less, not 86400001
        clock.ponder: needs 'off', 'check' or 'freeze', not "no"
        clock.move: there is no such key; did you mean 'move_ms'?""",
    ),
    "live bots that may not think": (
        LEAST + "[clock]\nlive = true\nponder = 'check'",
        'clock.ponder: live = true lets bots think while others do; set ponder = "off"',
    ),
    "hard_ms below move_ms": (
        LEAST + "[clock]\nhard_ms = 900\nstrikes = 1",
        "clock.hard_ms: 900 leaves no time beyond move_ms=1000; raise it",
    ),
    "hard_ms without strikes": (
        LEAST + "[clock]\nhard_ms = 9000",
        "clock.hard_ms: is the limit for late answers that are forgiven; set strikes too",
    ),
    "strikes without move_ms": (
        LEAST + "[clock]\nmove_ms = 0\nstrikes = 2",
        "clock.strikes: needs a limit that answers can miss; set move_ms too",
    ),
    "measure without a limit": (
        LEAST + "[clock]\nmove_ms = 0\nmeasure = 'cpu'",
        "clock.measure: there is no time limit to measure; set move_ms or bank_ms",
    ),
    "packs that are shown and played again": (
        LEAST + 'tv = "delayed"\n',
        'tv: needs deals = "fresh": other packs are played again in the season',
    ),
    "reproducible from nothing": (
        LEAST + "reproducible = true\n",
        "reproducible: needs a seed from which all packs follow: seed = ...",
    ),
    "nested without end": ("games = " + "[" * 5000, "is nested too deeply"),
    "a key below a table": (
        'bots = ["a"]\n[[games]]\ngame = "two-hundred"\nseed = "x"\n',
        "games[0].seed: there is no such key in this table: it is for the whole file, above the first [table]",
    ),
    "options in conflict": (
        'bots = ["a"]\n[[games]]\ngame = "two-hundred"\noptions = { target = 500, forced = true }\n',
        "games[0].options.forced: a forced dealer never reaches target=500; lower the target",
    ),
    "a game twice, written differently": (
        'bots = ["a"]\ngames = ["two-hundred", { game = "two-hundred", options = { target = 200 } }]\n',
        "games: two-hundred:standard is listed twice",
    ),
    "empty lists and texts": (
        'seed = ""\ngames = []\nbots = ["", "b"]\n',
        """seed: needs some text, not ""
        games: needs at least one entry, not []
        bots[0].bot: needs some text, not \"\"""",
    ),
    "bots named in no way or in two": (
        """games = ["two-hundred"]
        bots = [{}, { bot = "a", folder = "b" }, { folder = "b", name = "c" }, { folder = "" }]
        [limits]
        submission_mb = 0""",
        """limits.submission_mb: needs 1 or more, not 0
        bots[0]: needs either bot or folder (a folder of submissions)
        bots[1]: needs either bot or folder (a folder of submissions)
        bots[2].name: a folder of submissions has many bots; each has a name of its own
        bots[3].folder: needs some text, not \"\"""",
    ),
    "limits": (
        """games = ["two-hundred"]
        bots = ["a", { bot = "b", limits = { file = 20, files = 7 } }, { bot = "c", limits = 3 }]
        [limits]
        memory_mb = 15
        processes = 100001
        submision_mb = 1
        [limits.most]
        memory = 20
        cores = 1.5
        submission_mb = 3""",
        f"""limits.memory_mb: needs 16 or more, not 15
        limits.processes: needs 100000 or less, not 100001
        limits.most.cores: needs a whole number, not 1.5
        limits.most.memory: there is no such key; did you mean 'memory_mb'?
        limits.most.submission_mb: there is no such key; there are: {", ".join(f.name for f in fields(Limits))}
        limits.submision_mb: there is no such key; did you mean 'submission_mb'?
        bots[1].limits.files: needs 8 or more, not 7
        bots[1].limits.file: there is no such key; did you mean 'files'?
        bots[2].limits: needs a table, not 3""",
    ),
    "everything": (
        """setz = 5
        sets = 0
        deals = "fersh"
        bots = ["a", 3, { bot = "b", name = "two words" }]
        [clock]
        move_ms = "fast"
        live = 1
        [[games]]
        game = "two-hundred:kity"
        [[games]]
        gane = "two-hundred"
        [[games]]
        game = "two-hundred"
        options = { target = 301, forcd = true }""",
        """sets: needs 1 or more, not 0
        deals: needs 'shared', 'fresh' or 'once', not "fersh"
        clock.move_ms: needs a whole number, not "fast"
        clock.live: needs true or false, not 1
        games[0].game: two-hundred has no preset 'kity'; did you mean 'kitty'?
        games[1].game: is missing
        games[1].gane: there is no such key; did you mean 'game'?
        games[2].options.target: '301' is not possible; take 50 to 500 in steps of 50
        games[2].options.forcd: there is no such option; did you mean 'forced'?
        bots[1]: needs a table, not 3
        bots[2].name: needs 1 to 32 letters, digits and ASCII signs without spaces, '@' and ',', not "two words"
        setz: there is no such key; did you mean 'sets'?""",
    ),
}
"""A wrong ladder file, and all its problems, each on a line."""


@pytest.mark.parametrize("wrong", WRONG)
def test_all_problems_of_a_wrong_file_are_told_at_once(ladder: Path, wrong: str) -> None:
    text, problems = WRONG[wrong]
    assert complaints(ladder, text) == [f": {line.strip()}" for line in problems.splitlines()]


def test_the_least_ladder_file_gets_the_defaults(ladder: Path) -> None:
    ladder.write_text(LEAST)
    found = read_ladder(ladder, GAMES)
    assert (found.name, found.about, found.seed, found.reproducible) == ("quick", "", None, False)
    assert found.results == ladder.with_suffix(".db")
    assert (found.deals, found.on_fault, found.clock) == ("shared", "forfeit", ClockSettings())
    assert found.contests == (Contest("two-hundred:standard", TOY, "standard", ToyOptions(), 20),)
    assert found.bots == (BotLine("sample:random", None),)
    assert found.staging == STAGING_LIMITS


@pytest.mark.parametrize(
    ("bots", "deals"),
    [
        ('["sample:random", "./mine"]', "shared"),
        ('["sample:random", { folder = "submissions" }]', "once"),
        ('["submissions/*"]', "once"),
    ],
)
def test_no_submission_meets_a_pack_twice_unless_the_file_says_so(ladder: Path, bots: str, deals: str) -> None:
    text = f'games = ["two-hundred"]\nbots = {bots}\n'
    ladder.write_text(text)
    assert read_ladder(ladder, GAMES).deals == deals
    ladder.write_text(f'deals = "fresh"\n{text}')
    assert read_ladder(ladder, GAMES).deals == "fresh"


def test_a_full_ladder_file_is_read_whole(ladder: Path) -> None:
    ladder.write_text(FULL)
    found = read_ladder(ladder, GAMES)
    assert (found.name, found.about) == ("The big one", "All there is.")
    assert (found.seed, found.reproducible) == ("any text", True)
    assert found.results == ladder.parent / "data/big.db"
    assert (found.deals, found.on_fault) == ("fresh", "substitute")
    assert found.clock == ClockSettings(
        start_ms=1, move_ms=0, bank_ms=60000, inc_ms=100, grace_ms=20, ponder="off", live=True
    )
    assert [(c.label, c.sets, c.sides) for c in found.contests] == [
        ("two-hundred:kitty forced=on target=300", 10, 2),
        ("two-hundred:standard", 30, 2),
    ]
    assert found.bots == (BotLine("sample:python/sensible", "careful"), BotLine("./mine", None))


def test_anchors_are_numbers_by_name(ladder: Path) -> None:
    ladder.write_text(f"{LEAST}\n[anchors]\nrandom = 0\ncareful = 1500.5\n")
    assert read_ladder(ladder, GAMES).anchors == {"random": 0.0, "careful": 1500.5}


@pytest.mark.parametrize(
    ("text", "settings"),
    [
        ("", ProbationSettings()),
        ("probation = true", ProbationSettings()),
        ("probation = false", OFF),
        ('[probation]\nfirst = 5\ngames = "leave_out"', ProbationSettings(first=5, games="leave_out")),
        ("probation = { first = 0 }", ProbationSettings(first=0, in_a_row=10)),
    ],
)
def test_probation_is_a_table_or_a_switch(ladder: Path, text: str, settings: ProbationSettings) -> None:
    ladder.write_text(LEAST + text)
    assert read_ladder(ladder, GAMES).probation == settings


@pytest.mark.parametrize(
    ("text", "settings"),
    [
        ("", ScheduleSettings()),
        ('schedule = "swiss"', ScheduleSettings(kind="swiss")),
        ('[schedule]\nkind = "swiss"\nrounds = 7', ScheduleSettings(kind="swiss", rounds=7)),
        (
            'schedule = { kind = "gauntlet", new = ["a", "b"] }',
            ScheduleSettings(kind="gauntlet", new=("a", "b")),
        ),
        (
            'schedule = { kind = "knock-out", seeding = "random", seeds = ["b"], limit = 20, third_place = true }',
            ScheduleSettings(kind="knock-out", seeding="random", seeds=("b",), limit=20, third_place=True),
        ),
        ('schedule = { kind = "adaptive", total = 500 }', ScheduleSettings(kind="adaptive", total=500)),
    ],
)
def test_a_schedule_is_a_word_or_a_table(ladder: Path, text: str, settings: ScheduleSettings) -> None:
    ladder.write_text(LEAST + text)
    assert read_ladder(ladder, GAMES).schedule == settings


@pytest.mark.parametrize(
    ("sides", "kind", "says"),
    [
        (4, "knock-out", "use swiss (tables of neighbors), adaptive or round-robin"),
        (1, "swiss", "is played alone, so there are no pairings; use round-robin"),
        (1, "knock-out", "use round-robin"),
        (3, "swiss", None),
        (3, "gauntlet", None),
        (4, "adaptive", None),
        (1, "round-robin", None),
    ],
)
def test_a_schedule_that_does_not_suit_a_game_names_one_that_does(
    ladder: Path, sides: int, kind: str, says: str | None
) -> None:
    ladder.write_text(f'{LEAST}schedule = "{kind}"')
    games = {"two-hundred": replace(TOY, seating=lambda o: seated(tuple(range(sides))))}
    if says is None:
        assert read_ladder(ladder, games).schedule.kind == kind
        return
    with pytest.raises(ConfigErrors) as caught:
        read_ladder(ladder, games)
    assert says in str(caught.value)


def test_folders_of_submissions_have_limits_of_their_own(ladder: Path) -> None:
    limits = "[limits]\nsubmission_mb = 9\nsubmission_files = 8\nsubmission_depth = 7\nbuild_s = 6\n"
    ladder.write_text('games = ["two-hundred"]\nbots = ["a", { folder = "class/two" }]\n' + limits)
    found = read_ladder(ladder, GAMES)
    assert found.bots == (BotLine("a", None), BotLine("class/two", None, folder=True))
    assert found.staging == StagingLimits(TreeLimits(9, 8, 7), BuildLimits(6))


def test_limits_are_for_all_bots_for_one_or_as_much_as_one_may_ask_for(ladder: Path) -> None:
    bots = 'bots = ["a", { bot = "b", limits = { cores = 2 } }]'
    limits = "[limits]\nmemory_mb = 100\nbuild_s = 6\nmost = { memory_mb = 900, cpu_s = 0 }\n"
    ladder.write_text(f'games = ["two-hundred"]\n{bots}\n{limits}')
    found = read_ladder(ladder, GAMES)
    assert found.limits == Limits(memory_mb=100)
    assert found.most == {"memory_mb": 900, "cpu_s": 0}
    assert [line.own.limits for line in found.bots] == [{}, {"cores": 2}]
    assert found.staging == STAGING_LIMITS._replace(build=BuildLimits(6))


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (b"sets = 3\ndeals = shared\n", ":2: Invalid value (column 9)"),
        (b'name = "x', ": Unterminated string (at end of document)"),
        (b'about = "\xff"\n', ": is not UTF-8 text; save it as UTF-8"),
    ],
)
def test_a_file_that_is_not_toml_is_refused_with_its_line(ladder: Path, text: bytes, problem: str) -> None:
    ladder.write_bytes(text)
    with pytest.raises(ConfigErrors) as caught:
        read_ladder(ladder, GAMES)
    assert str(caught.value) == f"{ladder}{problem}"


def test_a_byte_order_mark_does_no_harm(ladder: Path) -> None:
    ladder.write_text(LEAST, encoding="utf-8-sig")
    assert read_ladder(ladder, GAMES).name == "quick"


def test_a_missing_file_is_an_error_of_the_user(ladder: Path) -> None:
    with pytest.raises(UserError, match=r"quick\.toml: No such file or directory") as caught:
        read_ladder(ladder, GAMES)
    assert caught.value.exit_status == os.EX_NOINPUT


def test_several_problems_are_counted_above_their_lines(ladder: Path) -> None:
    ladder.write_text("games = 1\nbots = 2\n")
    with pytest.raises(ConfigErrors) as caught:
        read_ladder(ladder, GAMES)
    assert str(caught.value).splitlines() == [
        "2 problems:",
        f"{ladder}: games: needs a list, not 1",
        f"{ladder}: bots: needs a list, not 2",
    ]


def test_a_game_on_the_command_line_takes_options_as_words() -> None:
    contest = parse_game("two-hundred:kitty", {"target": "300", "forced": "off"}, GAMES, 7)
    assert contest == Contest("two-hundred:kitty target=300", TOY, "kitty", ToyOptions(target=300, kitty="four"), 7)


def test_the_label_does_not_depend_on_the_order_of_the_options() -> None:
    one = parse_game("two-hundred", {"target": 300, "kitty": "four"}, GAMES, 1)
    other = parse_game("two-hundred", {"kitty": "four", "target": 300}, GAMES, 1)
    words = parse_game("two-hundred target=250  kitty=four", {"target": 300}, GAMES, 1)
    assert one.label == other.label == words.label == "two-hundred:standard kitty=four target=300"


@pytest.mark.parametrize(
    ("text", "options", "message"),
    [
        ("two-hundrd", {}, "game: there is no game 'two-hundrd'; did you mean 'two-hundred'?"),
        ("two-hundred:", {"target": "x"}, "options.target: 'x' is not possible; take 50 to 500 in steps of 50"),
        ("two-hundred target=x", {}, "options.target: 'x' is not possible; take 50 to 500 in steps of 50"),
        ("two-hundred target", {}, "game: there is no game 'two-hundred target'; did you mean 'two-hundred'?"),
        ("two-hundred:zz", {}, "game: two-hundred has no preset 'zz'; there are: standard, kitty"),
    ],
)
def test_a_wrong_game_on_the_command_line_is_a_usage_error(text: str, options: dict[str, object], message: str) -> None:
    with pytest.raises(ConfigErrors) as caught:
        parse_game(text, options, GAMES, 1)
    assert str(caught.value) == message
    assert caught.value.exit_status == os.EX_USAGE


def test_long_values_are_cut_in_messages(ladder: Path) -> None:
    [problem] = complaints(ladder, LEAST + f"sets = {json.dumps('x' * 500)}\n")
    assert len(problem) < 100


def test_a_live_ladder_lets_its_bots_think(ladder: Path) -> None:
    ladder.write_text(f"{LEAST}\n[clock]\nlive = true\n")
    assert read_ladder(ladder, GAMES).clock == ClockSettings(ponder="off", live=True)
