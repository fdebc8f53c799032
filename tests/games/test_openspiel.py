"""The games of OpenSpiel in the arena: named, asked, told and scored as OpenSpiel does it."""

from __future__ import annotations

import sys
from pathlib import Path

import pyspiel
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.chance import keyed
from arena.client.seat import Seat
from arena.client.text import by_suit
from arena.errors import ConfigErrors
from arena.games import openspiel, outside
from arena.games.catalogue import GAMES
from arena.games.kernel import Did, NoWorlds, Show
from arena.games.kernel.game import NoWords
from arena.games.kernel.options import OptionError
from arena.games.kernel.position import play_game
from arena.games.laws.suite import WORD, check_fork, check_result
from arena.games.outside import GameError
from arena.grading.scoring import StaffFault
from arena.kit.game_check import check
from arena.replay.frames import FrameReader, row_of
from arena.results import strengths
from arena.sandbox import Program
from arena.settings.clock import ClockSettings
from arena.settings.contest import contest_of, measure_of, parse_game, points_limit
from arena.settings.game_files import recall
from arena.table import record
from arena.table.outcome import Fault
from arena.table.referee import GameSetup
from arena.table.reports import GameBegun, GameEnded, Report
from arena.table.rooms import play_room
from tests import openspiel as spiel
from tests.commands import arena
from tests.pages import ROOT, written

FEW = ("leduc_poker(players=3)", "gin_rummy", "goofspiel", "tarok", "skat", "phantom_ttt", "tic_tac_toe", "hanabi")
"""Cards, dice, moves at the same time, draws of their own, fractions, hidden moves, nothing hidden, partners."""
CLOCK = ClockSettings(move_ms=30_000, start_ms=30_000)


@pytest.fixture(autouse=True)
def _nothing_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """No other test knows these games."""
    monkeypatch.setattr(outside, "_ADDED", {})


@given(st.text(alphabet=st.sampled_from("ab%_@ -♠é\x1c") | st.characters(exclude_characters="\n\x1b"), max_size=200))
def test_every_text_is_told_in_words_and_can_be_read_back(text: str) -> None:
    lines = openspiel.told(text)
    assert openspiel.text_of(lines) == text
    assert all(WORD.fullmatch(word) for words in lines for word in words)


def test_colors_are_left_out_and_lines_stay_short() -> None:
    assert openspiel.told("\x1b[94mR\x1b[0m 1\n\n  x\n") == [["R", "1"], [], ["__x"]]
    assert openspiel.told("x" * 100) == [["x" * 63 + "%", "x" * 37]]
    assert [len(words) for words in openspiel.told("y " * 1000)] == [900, 100]


@pytest.mark.parametrize(
    ("texts", "words"),
    [
        (["Bid: 3", "@a", "a_b"], ["Bid:_3", "%40a", "a%5Fb"]),
        (["-", "bot"], ["%2D", "%62ot"]),
        (["Pass", "Pass"], ["Pass~5", "Pass~6"]),
        (["", "x"], ["~5", "x~6"]),
        (["x" * 65, "y"], ["x" * 52 + "~5", "y~6"]),
    ],
)
def test_moves_have_words_of_their_own(texts: list[str], words: list[str]) -> None:
    assert openspiel.moves(texts, [5, 6, 7][: len(texts)]) == words


@pytest.mark.parametrize(
    "text",
    [*FEW, *[pytest.param(text, marks=pytest.mark.thorough) for text in spiel.playable() if text not in FEW]],
)
def test_a_game_is_that_of_openspiel(text: str) -> None:
    position, watched = spiel.played(text, "1")
    result = position.result
    assert result is not None
    drawing = openspiel.loaded(text).type.chance_mode == pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC
    game = pyspiel.load_game(str(watched.game)) if "rng_seed" in str(watched.game) and drawing else watched.game
    state = game.new_initial_state()  # the same moves, without the arena
    for action in watched.state.history():
        state.apply_action(action)
    exact = [float(value) for value in result.extra[0][1].split(",")]
    assert exact == state.returns() == watched.state.returns()
    contest = contest_of(f"openspiel:{text}")
    table, unit = contest.game.seating(contest.options), openspiel.loaded(text).unit
    scores = [exact[table.sides.index(side)] * unit for side in range(contest.sides)]
    assert all(exact[seat] * unit == scores[side] for seat, side in enumerate(table.sides) if side is not None)
    finer = text == "tiny_bridge_2p"  # thirds
    assert list(result.scores) == pytest.approx(scores, abs=0.5 if finer else 1e-9)
    check_result(result, contest.sides)
    again, _ = spiel.played(text, "1")
    assert (again.log, again.result) == (position.log, result)
    lines = [record.line(event) for event in position.log]
    assert max(map(len, lines)) < 65_536
    for seat in range(table.seats):  # what it was told last is what OpenSpiel says
        told = [event for event in position.told(seat) if isinstance(event, Show)]
        begin = max(i for i, event in enumerate(told) if event.kind == "text")
        of_state = (state.information_state_string, state.observation_string)
        texts = [openspiel.text_of(openspiel.told(say(seat))) for say in of_state if _says(say, seat)]
        assert openspiel.text_of([event.cards for event in told[begin:]]) in texts
        moves = [event for event in position.told(seat) if isinstance(event, Did)]
        assert openspiel.loaded(text).open or {event.by for event in moves} <= {seat}


def _says(say: object, seat: int) -> bool:
    assert callable(say)
    try:
        say(seat)
    except pyspiel.SpielError:
        return False
    return True


async def through_pipes(text: str, folder: Path) -> None:
    """Let the bot of the page play a game with itself, and check the result against the same words without pipes."""
    program = Program("ten", ("sh", str(written("docs/openspiel.md", folder) / "ten.sh")), folder)
    ended: list[GameEnded] = []

    async def take(report: Report) -> None:
        if isinstance(report, GameEnded):
            ended.append(report)
        else:
            assert isinstance(report, GameBegun), report

    contest = contest_of(f"openspiel:{text}")
    seating = contest.game.seating(contest.options)
    names = ("ten",) * seating.seats
    setup = GameSetup("G1", contest.game, text, contest.options, keyed("pipes", text), CLOCK, "forfeit", names)
    await play_room(dict.fromkeys(seating.players, program), [setup], take)
    outcome = ended[0].outcome
    assert outcome.faults == ()
    words = [word for word, _ in record.words(record.parse(outcome.record))]
    position, watched = spiel.played(text, "pipes", words)
    assert position.result == outcome.result
    assert [float(value) for value in outcome.result.extra[0][1].split(",")] == watched.state.returns()


@pytest.mark.slow
@pytest.mark.parametrize("text", ["leduc_poker(players=3)", "goofspiel", "chess"])
async def test_a_bot_of_ten_lines_plays_through_pipes(text: str, tmp_path: Path) -> None:
    await through_pipes(text, tmp_path)


@pytest.mark.slow
@pytest.mark.thorough
@pytest.mark.parametrize("text", spiel.playable())
async def test_a_bot_of_ten_lines_plays_every_game_through_pipes(text: str, tmp_path: Path) -> None:
    await through_pipes(text, tmp_path)


def test_the_page_names_every_game() -> None:
    page = spiel.PAGE.read_text()
    assert [text for text in spiel.texts() if f"| `{text}` |" not in page] == []
    assert len(spiel.playable()) > 100
    assert len((ROOT / "docs/openspiel.md").read_text().partition("ten.sh")[2].partition("```\n")[0].splitlines()) < 13


@pytest.mark.thorough
def test_the_table_of_the_page_is_what_is_played() -> None:
    page = spiel.PAGE.read_text()
    assert [line for line in spiel.table().splitlines() if line not in page] == []


def test_forks_play_on_alike() -> None:
    for text in ("leduc_poker", "tarok"):
        position = play_game(openspiel.GAME, openspiel.Options(text), keyed("fork", text))
        position.play(position.ask.legal[0] if position.ask else "")
        check_fork(position)


def test_draws_are_even() -> None:
    tries = [openspiel.uniform(keyed("even", "x"), str(number)) for number in range(2000)]
    assert 0 <= min(tries) < 0.01
    assert 0.99 < max(tries) < 1
    assert sum(tries) / 2000 == pytest.approx(0.5, abs=0.02)
    drawn = [openspiel.drawn([(3, 0.25), (4, 0.0), (5, 0.75)], at) for at in tries]
    assert drawn.count(3) / 2000 == pytest.approx(0.25, abs=0.03)
    assert set(drawn) == {3, 5}
    assert openspiel.drawn([(3, 0.5), (5, 0.4999), (6, 0.0)], 0.99999) == 5


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("openspiel:leducpoker", "game: openspiel has no preset 'leducpoker'; did you mean 'leduc_poker'?"),
        ("openspiel:leduc_poker(cards=3)", "leduc_poker has no parameter cards; it has: action_mapping, players, "),
        ("openspiel:leduc_poker(players=99)", "num_players_ = 99"),
        ("openspiel:leduc_poker(", "Missing closing bracket"),
        ("openspiel:mfg_garnet", "a mean-field game has no seats"),
        ("openspiel:add_noise(epsilon=1.0,seed=1,game=kuhn_poker())", "depends on what was played before"),
        ("openspiel:crossword", "its moves have no numbers"),
        ("openspiel:lewis_signaling(payoffs=1, 0)", "write a space as %20"),
    ],
)
def test_what_cannot_be_played_is_told_in_one_line(text: str, why: str) -> None:
    with pytest.raises(ConfigErrors) as error:
        parse_game(text, {}, GAMES, 1)
    assert why in str(error.value)
    assert "\n" not in str(error.value)


def test_a_string_with_parameters_is_a_preset() -> None:
    contest = parse_game("openspiel:pig(players=3,winscore=20)", {}, GAMES, 1)
    assert contest.label == "openspiel:pig(players=3,winscore=20)"
    assert contest == contest_of(contest.label)
    assert contest.sides == 3
    assert parse_game("openspiel", {}, GAMES, 1).label == "openspiel:leduc_poker"
    seat = Seat(["G1", "openspiel", "seat=0", "sides=0,1", "preset=pig(winscore=20)", "game=pig(winscore=20)"])
    assert seat.options == openspiel.Options("pig(winscore=20)")
    with pytest.raises(OptionError, match="it is for at most 10 players"):
        openspiel.Options("pig(players=1000)")


def test_each_game_has_the_title_that_openspiel_gives_it() -> None:
    titles = [openspiel.GAME.title_of(openspiel.Options(text)) for text in ("hearts", "pig(players=3)")]
    assert titles == ["Hearts, from OpenSpiel", "Pig, from OpenSpiel: pig(players=3)"]
    assert "Hearts, from OpenSpiel" in arena("games", "openspiel:hearts")[0]


def test_a_grade_that_a_bot_for_cards_stops_says_which_bot_plays_every_game() -> None:
    found = StaffFault("greedy", "openspiel:kuhn_poker", Fault(0, "CRASH", "exit 1"))
    assert found.message.startswith("greedy, a bot of the staff, failed in openspiel:kuhn_poker: CRASH")
    assert 'fill = "sample:random", which plays every game' in found.hint
    assert "sample:random" not in StaffFault("greedy", "kaiser:standard", Fault(0, "CRASH", "exit 1")).hint


def test_what_is_counted_and_how_far_apart_sides_can_be() -> None:
    assert measure_of("openspiel:chess").by == "wins"
    assert measure_of("openspiel:leduc_poker") == ("points", "points")
    assert measure_of("openspiel:leduc_poker(players=3)") == ("points", "thousandths")
    assert (points_limit("openspiel:chess"), points_limit("openspiel:skat")) == (2, 20_000)
    assert contest_of("openspiel:bridge").sides == 2
    assert contest_of("openspiel:hanabi").sides == 1


def test_without_openspiel_one_line_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.delitem(sys.modules, "arena.games.openspiel")
    monkeypatch.delattr("arena.games.openspiel")
    with pytest.raises(ConfigErrors) as error:
        parse_game("openspiel:chess", {}, GAMES, 1)
    assert str(error.value) == "game: OpenSpiel is not installed; type: pip install 'trickarena[openspiel]'"
    assert "openspiel" not in [*GAMES]


def test_another_version_of_openspiel_plays_nothing_and_results_say_which_it_was() -> None:
    source = outside.source_of(GAMES["openspiel"])
    assert source is not None
    assert source.said == f"package open_spiel {pyspiel.__version__}"
    assert recall({"game openspiel": f"{source.digest} {source.said}"}) == []
    assert "has changed since" in recall({"game openspiel": "package-open_spiel-1.5 package open_spiel 1.5"})[0]
    outside._ADDED.clear()
    older = source._replace(text=source.text.replace(pyspiel.__version__, "1.5"))
    with pytest.raises(GameError, match=r"OpenSpiel 1\.5 is needed, and here is "):
        outside.add(older)


def test_a_library_in_a_sandbox_has_the_module_of_openspiel() -> None:
    assert [str(path) for _, path in outside.files_of("pyspiel")] == ["pyspiel.so"]


def test_a_search_plays_what_hides_nothing_and_others_say_why_not() -> None:
    for text in ("leduc_poker", "pig"):
        position, _ = spiel.played(text, "search")
        with pytest.raises(NoWorlds, match="does not say what is hidden"):
            openspiel.GAME.sampler(position.view(0))
    options = openspiel.Options("tic_tac_toe")
    position = play_game(openspiel.GAME, options, keyed("x", "y"))
    assert openspiel.GAME.sampler(position.view(0)) is not None
    with pytest.raises(NoWords, match="environments of it are in OpenSpiel itself"):
        openspiel.GAME.words(options)


def test_texts_stand_in_replays_terminals_and_pages_as_they_are() -> None:
    show = Show((0,), "text", 0, ("[Private:", "3]"))
    frame = FrameReader(()).take(show)
    assert (frame.line, frame.kind, frame.places) == ("show text 0 [Private: 3]", "board", None)
    assert row_of(frame.line) == "[Private: 3]"
    assert by_suit(show.cards) == "[Private: 3]"
    opening = "game G1 openspiel seats=2 sides=0,1 names=a,b preset=leduc_poker game=leduc_poker"
    assert strengths._known([opening]) is None


def test_a_check_of_the_laws_says_what_it_lacks() -> None:
    found = [*check(GAMES["openspiel"])]
    assert [each.title for each in found] == ["a rules page", "the laws need the words of all answers"]
    assert "does not list its words" in found[1].problem


def test_a_problem_with_parameters_is_no_traceback_in_the_command_either() -> None:
    assert "has no parameter foo" in arena("games", "openspiel:leduc_poker(foo=3)", status=None)[1]
    assert "leduc_poker" in arena("games", "openspiel:pig(players=3)")[0]
