"""The games of docs/examples/games, and a game of words: no pack, no hands, perhaps nobody who knows what is hidden."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from arena.client.features import Features
from arena.client.policies import greedy, sensible
from arena.client.search import Search
from arena.env.gymnasium import SeatEnv
from arena.games import outside
from arena.games.catalogue import GAMES
from arena.games.kernel import AnyGame, Note, NoWorlds, Show, no_worlds
from arena.games.kernel.position import Position, play_game
from arena.games.laws import Shuffles, check_game
from arena.settings.contest import points_limit

FOLDER = Path(__file__).parents[2] / "docs/examples/games"
FILES = sorted(file for file in FOLDER.glob("*.py") if not file.name.startswith("test_"))


@pytest.fixture(autouse=True)
def _nothing_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """No other test knows these games."""
    monkeypatch.setattr(outside, "_ADDED", {})


def connect_four() -> AnyGame:
    return GAMES[str(FOLDER / "connect_four.py")]


def board(answers: str, game: AnyGame | None = None) -> Position[Any]:
    """Connect Four after these answers; seat 0 begins."""
    found = game or connect_four()
    position = play_game(found, found.options(), lambda _, items: tuple(items))
    for word in answers:
        position.play(word)
    return position


def points(position: Position[Any]) -> list[Note]:
    return [event for event in position.log if isinstance(event, Note) and event.kind == "points"]


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_the_laws_hold_for_every_preset_of_every_example(file: Path) -> None:
    game = GAMES[str(file)]
    for seed, options in enumerate(game.presets.values()):
        check_game(game, options, seed, games=1 if game.pack(options) else 4)


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_an_example_is_short(file: Path) -> None:
    assert len(file.read_text().splitlines()) <= (250 if file.stem == "skat" else 120)


@pytest.mark.parametrize("answers", ["abababa", "aabbccd", "abbccdcddad", "gffeededdgd"])
def test_four_in_a_row_win_in_every_direction(answers: str) -> None:
    before = board(answers[:-1])
    assert points(before) == []
    assert points(board(answers)) == [Note("points", (1, 0))]
    result = board(answers).result
    assert result is not None
    assert (result.scores, result.places, result.reason) == ((1, 0), (1, 2), "target")


def test_a_full_board_is_a_draw_and_the_other_seat_begins_the_next() -> None:
    position = board("abababbababacdcdcddcdcdcefefeffefefegggggg")
    assert points(position) == [Note("points", (0, 0))]
    assert position.ask is not None
    assert position.ask.seat == 1
    assert position.result is None


def test_a_full_column_takes_no_disc_and_the_board_is_told_in_rows() -> None:
    position = board("aaaaaab")
    assert position.ask is not None
    assert position.ask.legal == [*"bcdefg"]
    rows = [event.values[0] for event in position.log if isinstance(event, Note) and event.kind == "board"]
    assert rows[-6:] == ["O......", "X......", "O......", "X......", "O......", "XX....."]


def played(game: AnyGame, answers: list[str], **first: int) -> Position[Any]:
    """A game after some answers, in which draws come in order but for those whose first item is named."""

    def chance(name: str, items: Sequence[Any]) -> tuple[Any, ...]:
        at = first.get(name.replace(" ", "_"), 0)
        return (*items[at:], *items[:at])

    position = play_game(game, game.options(), chance)
    for word in answers:
        position.play(word)
    return position


def test_in_whist_a_side_scores_its_tricks_over_six_and_the_last_card_is_trump() -> None:
    game = GAMES[str(FOLDER / "whist.py")]
    position, rng = play_game(game, game.options(), Shuffles(3)), Random(3)
    while len(points(position)) < 1 and position.ask is not None:
        position.play(rng.choice(position.ask.legal))
    trump = [event.values[0] for event in position.log if isinstance(event, Note) and event.kind == "trump"]
    turned = [event.cards for event in position.log if isinstance(event, Show) and event.kind == "turn-up"]
    assert trump[0] == turned[0][0][-1]
    takers = [event.values[0] for event in position.log if isinstance(event, Note) and event.kind == "trick"]
    even = sum(int(seat) % 2 == 0 for seat in takers[:13])
    assert points(position)[0].values == (max(0, even - 6), max(0, 7 - even))


@pytest.mark.parametrize(("bid", "loses"), [("1x1", 1), ("3x1", 1), ("4x1", 0), ("1x6", 0)])
def test_in_liars_dice_the_bid_is_counted_under_both_cups(bid: str, loses: int) -> None:
    """Seat 0 bids, seat 1 calls it a lie; three dice show a one."""
    game = GAMES[str(FOLDER / "liars_dice.py")]
    others = {f"deal_1_die_{seat}_{number}": 1 for seat in (0, 1) for number in range(5)}
    ones = {"deal_1_die_0_0": 0, "deal_1_die_0_1": 0, "deal_1_die_1_4": 0}
    position = played(game, [bid, "liar"], **others | ones)
    assert points(position) == [Note("points", (int(loses != 0), int(loses != 1)))]
    assert position.ask is not None
    assert position.ask.seat == loses
    standing = position.this_deal()[0].standing
    assert standing.dice == ((4, 5) if loses == 0 else (5, 4))


def test_in_liars_dice_bids_rise_and_nobody_sees_the_other_cup() -> None:
    game = GAMES[str(FOLDER / "liars_dice.py")]
    position = played(game, ["2x5"])
    assert position.ask is not None
    assert position.ask.legal[:2] == ["2x6", "3x1"]
    assert position.ask.legal[-1] == "liar"
    assert [event.owner for event in position.view(1).events if isinstance(event, Show)] == [1]
    found = {tuple(world.draws["die 0 0"][:1]) for world in Search(position.view(1)).worlds(100)}
    assert found == {(face,) for face in "123456"}
    assert {world.draws["die 1 0"][0] for world in Search(position.view(1)).worlds(20)} == {"1"}


def test_searches_play_a_game_without_cards_in_which_nothing_is_hidden() -> None:
    position = board("agbgcf")
    assert position.ask is not None
    view = position.view(position.ask.seat)
    found = Search(view).simulate(40, "random")
    assert found.best == "d"  # four in a row
    assert sensible(position.ask, view) in position.ask.legal
    assert Features(connect_four(), connect_four().options()).size > 0


def test_what_needs_cards_says_so() -> None:
    position = board("adbdc")
    assert position.ask is not None
    view = position.view(position.ask.seat)
    why = r"connect-four has no cards \(Game\.pack\), so greedy cannot play it; random plays every game"
    with pytest.raises(ValueError, match=why):
        greedy(position.ask, view)
    with pytest.raises(ValueError, match=why):
        Search(view).simulate(1, "greedy")


def test_a_game_that_does_not_say_what_is_hidden_is_played_but_not_searched() -> None:
    game = replace(connect_four(), hidden=no_worlds)
    check_game(game, game.options(), 1, games=2)
    assert play_game(game, game.options(), Shuffles(1)).ask is not None
    position = board("ad", game)
    with pytest.raises(NoWorlds, match=r"connect-four does not say what is hidden \(Game\.hidden\), so no search"):
        Search(position.view(0))


def test_an_environment_plays_a_game_that_shows_dice() -> None:
    game = GAMES[str(FOLDER / "liars_dice.py")]
    env = SeatEnv(game.name, others="random")
    _, info = env.reset(seed=1)
    over = False
    while not over:
        _, reward, over, _, info = env.step(int(info["action_mask"].argmax()))
    assert reward in {-1, 1}


@pytest.mark.parametrize(("name", "limit"), [("liars_dice", 1), ("skat", 6000), ("minnow", 20)])
def test_two_bots_are_compared_by_points_up_to_a_lead_or_by_who_is_ahead(name: str, limit: float) -> None:
    game = GAMES[str(FOLDER / f"{name}.py")]
    assert points_limit(f"{game.name}:standard") == limit
