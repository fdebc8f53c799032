"""`arena games`: the list of games; deals that are set up, shown as text."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import fields
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from arena.cli.group import command_line
from arena.games.catalogue import GAMES
from arena.games.kernel import AnyGame
from arena.games.kernel.options import OptionError, choose, spec
from arena.games.ways import numbers_text, ways_to_play
from arena.settings.contest import parse_game

STUDY = """\
game = "kaiser:bid-penalty"
dealer = 2
scores = [10, 20]
contract = { seat = 1, bid = "7", trump = "S" }
play = "AH 5H"

[hands]
0 = "KS JS TS 9S 8S 3S JH 5H"
1 = "AS QS QH TH 9H 8H 9D 7C"
2 = "AD KD QD JD TD 8D 7D KC"
3 = "AH KH AC QC JC TC 9C 8C"
"""
HEAD = "kaiser:bid-penalty dealer=2 scores=10,20 finished=0 thrown=0\n\n"
TOLD = """\

  did 3 bid pass
  did 0 bid pass
  did 1 bid 7
  did 2 bid pass
  note contract 1 7
  did 1 trump S
  note trump S
  did 3 play AH
  did 0 play 5H

On the table: 3 AH, 0 5H

"""
ASKED = "Seat 1 is asked play: QH TH 9H 8H\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "study.toml"
    path.write_text(STUDY)
    return path


def run(*words: object, text: str | None = None) -> Result:
    return CliRunner().invoke(command_line, ["games", *map(str, words)], input=text)


def lines(result: Result) -> str:
    """What was printed, without blanks at the ends of lines."""
    assert result.exit_code == 0, result.output
    return "".join(f"{line.rstrip()}\n" for line in result.output.splitlines())


def complaint(*words: object, text: str | None = None, status: int = 64) -> str:
    result = run(*words, text=text)
    assert result.exit_code == status
    return result.stderr


def test_a_position_is_shown_with_all_hands_and_what_has_happened(file: Path) -> None:
    assert lines(run("--position", file)) == HEAD + (
        "seat  side  S            H        D              C\n"
        "0     0     K J T 9 8 3  J\n"
        "1     1     A Q          Q T 9 8  9              7\n"
        "2     0                           A K Q J T 8 7  K\n"
        "3     1                  K                       A Q J T 9 8\n"
    ) + TOLD + ASKED  # fmt: skip


def test_a_seat_is_shown_what_it_was_told(file: Path) -> None:
    assert lines(run("--position", file, "--seat", 1)) == HEAD + (
        "seat  side  S    H        D  C\n"
        "1     1     A Q  Q T 9 8  9  7\n"
    ) + TOLD + ASKED  # fmt: skip
    assert lines(run("--position", file, "--seat", 3)).endswith("\nSeat 3 is not asked now.\n")


def test_a_position_may_come_from_a_pipe() -> None:
    assert lines(run("--position", "-", text=STUDY)).startswith(HEAD)


def test_a_deal_may_be_over() -> None:
    over = lines(run("--position", "-", text='game = "kaiser"\ndealer = 2\nwords = "pass pass pass pass"\n'))
    assert over.endswith("  note thrown-in\n\nThe deal is over.\n")
    asked = complaint(
        "--position", "-", "--ask", "sample:random", text='game = "kaiser"\nwords = "pass pass pass pass"'
    )
    assert asked.splitlines() == [
        "arena: the deal is over, so there is no question to answer",
        "  leave out some of `words` or `play`",
    ]


def test_all_that_is_wrong_with_a_file_is_said(tmp_path: Path) -> None:
    path = tmp_path / "study.toml"
    path.write_text('game = "kaiser"\nscores = 7\nhands = { 0 = "2S" }\n')
    said = complaint("--position", path, status=65)

    assert said.startswith(f"arena: 2 problems:\n{path}: scores: needs a list, not 7\n{path}: hands.0: 2S is not")
    assert complaint("--position", tmp_path / "none", status=66).endswith("none: No such file or directory\n")
    path.write_bytes(b'game = "\xff"\n')
    assert "is not UTF-8 text" in complaint("--position", path, status=65)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("kaiser", "--position", "x"), "the file of --position names the game"),
        (("--seat", "1"), "--seat and --ask need a position"),
        (("kaiser", "--ask", "sample:random"), "--seat and --ask need a position"),
        (("--position", "-", "--seat", "4"), "no bot plays in seat 4\n  seats: 0, 1, 2, 3"),
        (("--position", "-", "--seat", "1", "--ask", "x"), "--ask asks the seat whose turn it is"),
    ],
)
def test_options_that_do_not_go_together_are_refused(words: tuple[str, ...], said: str) -> None:
    assert complaint(*words, text=STUDY).startswith(f"arena: {said}")


def test_a_bot_that_is_not_there_or_plays_something_else_is_refused(file: Path, tmp_path: Path) -> None:
    assert "there is no bot 'nobody'" in complaint("--position", file, "--ask", "nobody", status=66)
    bot = tmp_path / "bot"
    bot.mkdir()
    (bot / "run").write_text("#!/bin/sh\n")
    (bot / "bot.toml").write_text('command = ["sh", "run"]\ngames = ["ecarte"]\n')
    said = complaint("--position", file, "--ask", bot, "--trust-bots")
    assert said == f"arena: {bot} does not play kaiser\n  it plays ecarte\n"


def test_a_hand_of_one_card_is_shown_as_it_was_dealt_and_a_raise_is_no_card() -> None:
    hands = 'hands = { 0 = "3S", 1 = "4S", 2 = "5S", 3 = "6S" }\n'
    text = f'game = "truc"\ndealer = 0\nwords = "tap one truc accept 6S"\n{hands}'
    shown = lines(run("--position", "-", text=text))

    held = [line.split() for line in shown.splitlines() if line[:2] in {"0 ", "1 ", "2 ", "3 "}]
    assert held == [["0", "0", "3"], ["1", "1", "4"], ["2", "0", "5"]]
    assert "\nOn the table: 3 6S\n" in shown
    assert "\nSeat 2 is asked play: 5S retruc\n" in shown


def test_a_joker_has_a_column_of_its_own() -> None:
    shown = lines(run("--position", "-", text='game = "american-five-hundred"\nhands = { 0 = "JK AS" }\n')).splitlines()

    assert shown[2].split() == ["seat", "side", "S", "H", "D", "C", "joker"]
    assert [line[0] for line in shown if line.endswith("JK")] == ["0"]
    assert any(line.startswith("kitty") for line in shown)


def test_a_word_that_ends_like_a_suit_is_no_card_of_it() -> None:
    shown = lines(run("--position", "-", text='game = "bridgette"\nhands = { 0 = "GRAND AD" }\n')).splitlines()

    assert [line.split()[0] for line in shown if line.endswith("  GRAND")] == ["0"]


def listed(*words: str) -> str:
    return CliRunner().invoke(command_line, ["games", *words]).output


def test_the_list_can_be_limited_to_a_number_of_players() -> None:
    found = listed("--players", "3")
    assert "tribello and 2 more" in found
    assert "twenty-five -o players=3" in found
    assert "kaiser" not in found
    assert "no game is for 11 players\n  there are games for 1 to 10\n" in listed("--players", "11")
    assert "--players is for the list of games" in listed("kaiser", "--players", "4")


def test_numbers_are_told_as_people_say_them() -> None:
    assert [numbers_text(some) for some in ([4], [4, 2], [6, 2, 4], [3, 5, 4])] == ["4", "2, 4", "2, 4, 6", "3 to 5"]


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_the_list_knows_every_number_of_players_that_one_option_can_set(game: AnyGame) -> None:
    ways = ways_to_play(game)
    for options in game.presets.values():
        for each in fields(options):
            few = (part[:9] if isinstance(part, range) else [part] for part in spec(each).values)
            for value in [value for part in few for value in part] or [False, True]:
                with suppress(OptionError):
                    assert len(game.seating(choose(options, {each.name: value})).players) in ways
    for count, [way, *_] in ways.items():
        name, _, option = way.partition(" -o ")
        contest = parse_game(name, dict([option.split("=")]) if option else {}, GAMES, 1)
        assert len(game.seating(contest.options).players) == count
