"""Lists of games: a few as a table that fits, many as lines."""

from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from arena.chance import keyed
from arena.cli import game_list
from arena.cli.group import command_line
from arena.cli.screen import out, plain_table
from arena.games import kaiser
from arena.games.kernel import Deal, Result
from arena.games.kernel.position import Position, play_game
from arena.games.study import read_study
from arena.protocol import write_line
from arena.settings.clock import ClockSettings
from arena.table import record
from tests.arena.store.examples import FORFEIT, ONE, PLAYED, TWO, again, begun


def test_a_long_table_is_aligned_and_read_once() -> None:
    rows = iter([[("a", "1"), ("bcd", "100")], [("e", "")]])
    assert list(plain_table(("x", "no"), rows, right=("no",))) == ["x     no", "a      1\nbcd  100", "e"]


def test_many_games_are_listed_as_few_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = begun(tmp_path / "toy.db", PLAYED, FORFEIT)
    few = CliRunner().invoke(command_line, ["record", str(path)]).output
    monkeypatch.setattr(game_list, "MANY", 1)
    many = CliRunner().invoke(command_line, ["record", str(path)]).output

    assert [line.rstrip() for line in many.splitlines()] == [line.rstrip() for line in few.splitlines()]
    assert [line.split()[0] for line in many.splitlines()[1:3]] == [TWO.id, ONE.id], "those with a fault come first"


def test_what_was_used_is_read_of_one_game(tmp_path: Path) -> None:
    path = begun(tmp_path / "toy.db", PLAYED, FORFEIT)
    lines = CliRunner().invoke(command_line, ["record", str(path), ONE.id, "--used"]).output.splitlines()

    assert lines[:2] == ["ann: seats ?", "bob: seats ?"], "the arena does not know this game any more"
    assert [line.split() for line in lines[2:4]] == [["used", "seat", "0", "seat", "2"], ["decisions", "36", "35"]]


def test_games_are_chosen_by_bot_loss_margin_and_fault(tmp_path: Path) -> None:
    path = str(begun(tmp_path / "toy.db", PLAYED, FORFEIT))

    def listed(*words: str) -> list[str]:
        lines = CliRunner().invoke(command_line, ["record", path, *words]).output.splitlines()
        return [line.split()[0] for line in lines if line.startswith("G1") and "toy:standard" in line]

    assert listed("--by", "margin") == [ONE.id, TWO.id], "one that has no scores has no margin"
    assert (listed("--fault"), listed("--fault", "CRASH"), listed("--fault", "TIME")) == ([TWO.id], [TWO.id], [])
    lost = {bot: listed("--bot", bot, "--lost") for bot in ("ann", "bob")}
    assert sorted(lost["ann"] + lost["bob"]) == [ONE.id, TWO.id]
    assert listed("--bot", "ann", "--bot", "bob") == [TWO.id, ONE.id]
    said = CliRunner().invoke(command_line, ["record", path, "--bot", "anna"])
    assert (said.exit_code, said.stderr) == (
        64,
        f"arena: {path}: no bot 'anna' has played; did you mean 'ann'?\n  bots: ann, bob\n",
    )


def test_a_game_is_named_by_set_and_room(tmp_path: Path) -> None:
    path = str(begun(tmp_path / "toy.db", PLAYED, FORFEIT))
    names = {f"{game.set}.{game.room + 1}": game.id for game in (ONE, TWO)}
    for name, id_ in names.items():
        found = CliRunner().invoke(command_line, ["record", path, name, "--used"])
        assert found.output == CliRunner().invoke(command_line, ["record", path, id_, "--used"]).output
    assert "there is no game 7.9" in CliRunner().invoke(command_line, ["record", path, "7.9"]).stderr


def test_in_a_terminal_a_game_is_a_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = begun(tmp_path / "toy.db", PLAYED, FORFEIT)
    monkeypatch.setattr(out, "_force_terminal", True)
    monkeypatch.setattr(out, "_width", 80)
    monkeypatch.setattr(out, "no_color", True)
    lines = CliRunner().invoke(command_line, ["record", str(path)]).output.splitlines()
    shown = [line for line in lines if "ann" in line and "bob" in line]
    assert lines[0].rstrip().startswith("toy:standard")
    assert all(len(line) <= 80 for line in shown), shown
    assert len(shown) == 2


OPTIONS = kaiser.Options(max_deals=5)


def played_out(words: Sequence[str] | None = None) -> Position[Result]:
    """A game of Kaiser after these words, or broken off after two deals and a part of the third."""
    position, rng = play_game(kaiser.GAME, OPTIONS, keyed("seed", ONE.chance)), Random(1)
    for word in words or ():
        position.play(word)
    while words is None and len(position.answers) < 90:
        assert position.ask is not None
        position.play(rng.choice(position.ask.legal))
    return position


@pytest.fixture
def broken_off(tmp_path: Path) -> Path:
    """Results with that game, which a fault has ended."""
    opening = record.opening(ONE.id, kaiser.GAME, "standard", OPTIONS, ClockSettings(), names="abab")
    over = record.ending(ONE.id, Result((1, 2), (), "forfeit"))
    text = "".join((write_line(opening), *map(record.line, played_out().log), write_line(over)))
    return begun(tmp_path / "kaiser.db", again(PLAYED, ONE.id, record=text))


def studied(path: Path, *words: str, status: int = 0) -> str:
    result = CliRunner().invoke(command_line, ["record", str(path), ONE.id, *words])
    assert result.exit_code == status, result.output
    return result.stderr if status else result.stdout


@pytest.mark.parametrize("answers", [0, 7, 45, 90, None])
def test_a_moment_of_a_game_is_printed_as_a_study(broken_off: Path, answers: int | None) -> None:
    text = studied(broken_off, "--position", "end" if answers is None else str(answers))
    again, was = read_study(text, "text").position, played_out(played_out().answers[:answers])

    assert again.ask == was.ask
    assert again.this_deal()[1] == was.this_deal()[1]
    assert again.this_deal()[0].standing == was.this_deal()[0].standing
    assert 'game = "kaiser:standard"\noptions = { max_deals = 5 }\n' in text


def test_a_game_is_printed_as_card_players_read_it(broken_off: Path) -> None:
    whole, second = studied(broken_off), studied(broken_off, "--deal", "2")

    heads = [line.partition(", finished")[0] for line in whole.splitlines() if line.startswith("Deal ")]
    assert heads == ["Deal 1: dealer 1, scores 0 0", "Deal 2: dealer 2, scores 5 -10", "Deal 3: dealer 3, scores 7 -18"]
    assert second.split("\n", 1)[1].rstrip("\n") in whole
    assert "\nScore sheet\n\ndeal  contract" in whole
    assert "Score sheet" not in second


def test_answers_may_be_counted_from_the_beginning_of_a_deal(broken_off: Path) -> None:
    again = read_study(studied(broken_off, "--deal", "2", "--position", "3"), "text").position

    assert len(again.answers) == 3
    assert Deal(2, again.this_deal()[0].standing) in played_out().log


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (("--position", "91"), 65, "the game has 90 answers"),
        (("--position", "0", "--deal", "7"), 65, "the game ends with deal"),
        (("--position", "99", "--deal", "1"), 65, "deal 1 is over after"),
        (("--position", "-1"), 64, "--position -1: not a number of answers"),
        (("--position", "end", "--deal", "1"), 64, "--position end: not a number of answers"),
        (("--deal", "99"), 64, f"{ONE.id} has no deal 99"),
        (("--deal", "1", "--seat", "1"), 64, "--deal does not go with --seat"),
        (("--position", "1", "--seat", "1"), 64, "--position and --seat do not go together"),
        (("--lost",), 64, "--lost, --by and --fault choose games of the list"),
    ],
)
def test_a_moment_that_is_not_there_is_refused(
    broken_off: Path, words: tuple[str, ...], status: int, said: str
) -> None:
    assert said in studied(broken_off, *words, status=status)


def test_a_record_of_a_preset_that_is_gone_has_no_moments(broken_off: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for preset in reversed([*kaiser.PRESETS]):  # they come back in the order in which they were
        monkeypatch.delitem(kaiser.PRESETS, preset)
    assert "kaiser has no preset 'standard' now" in studied(broken_off, "--position", "0", status=65)


def test_a_record_of_an_unknown_game_has_no_moments(tmp_path: Path) -> None:
    path = begun(tmp_path / "toy.db", PLAYED)
    assert "it does not begin with the game line of a known game" in studied(path, "--position", "0", status=65)
