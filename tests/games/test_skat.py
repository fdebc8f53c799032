"""Skat of docs/examples/games: the bidding, what a game is worth, and who wins it."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from arena.client.search import Search
from arena.games import outside
from arena.games.catalogue import GAMES
from arena.games.kernel import AnyGame, Note, Result, Show, facts
from arena.games.kernel.position import Position, play_game
from arena.games.laws import check_worlds_uniform
from arena.games.parts.trick_rules import Unknown
from tests.games.laws.fairness import check_worlds_fair

FILE = Path(__file__).parents[2] / "docs/examples/games/skat.py"
OFTEN = ("pass", "take", "null", "ouvert", "null-ouvert", "grand")


@pytest.fixture(autouse=True)
def _nothing_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """No other test knows this game."""
    monkeypatch.setattr(outside, "_ADDED", {})


def skat() -> AnyGame:
    return GAMES[str(FILE)]


FORE = "JC JS JH JD AC TC KC QC 9C 8C"
MIDDLE = "AS TS KS QS 9S 8S 7S AH TH KH"
REAR = "AD TD KD QD 9D 8D 7D QH 9H 8H"
SKAT = "7C 7H"


def dealt(*hands: str, **options: Any) -> Position[Any]:
    """A game of this deal: the hands of forehand, middlehand and rearhand, and the skat. Seat 1 is forehand."""
    fore, middle, rear, left = map(str.split, hands or (FORE, MIDDLE, REAR, SKAT))
    cards = (*fore[:3], *middle[:3], *rear[:3], *left)
    for begin, end in ((3, 7), (7, 10)):
        cards = (*cards, *fore[begin:end], *middle[begin:end], *rear[begin:end])
    return begun(cards, **options)


def begun(cards: Sequence[str], **options: Any) -> Position[Any]:
    game = skat()
    chosen = game.options(**options)
    return play_game(game, chosen, lambda name, items: tuple(cards if "pack" in name else items))


def say(position: Position[Any], words: str) -> Position[Any]:
    for word in words.split():
        position.play(word)
    return position


def play(position: Position[Any], wanted: str = "") -> Position[Any]:
    """Play a deal to its end: each seat plays the first of the cards wanted that it may, else the last one."""
    while position.ask is not None and not notes(position, "points"):
        legal = position.ask.legal
        position.play(next((card for card in wanted.split() if card in legal), legal[-1]))
    return position


def notes(position: Position[Any], kind: str) -> list[tuple[Any, ...]]:
    return [event.values for event in position.log if isinstance(event, Note) and event.kind == kind]


def asked(position: Position[Any]) -> tuple[int, str]:
    assert position.ask is not None
    return position.ask.seat, position.ask.kind


def test_the_bids_are_the_values_that_games_can_have() -> None:
    position = dealt()
    assert position.ask is not None
    bids = " ".join(position.ask.legal)
    assert bids.startswith(
        "pass 18 20 22 23 24 27 30 33 35 36 40 44 45 46 48 50 54 55 59 60 63 66 70 72 77 80 81 84 88 90"
    )
    assert bids.endswith("160 162 165 168 170 176 180 187 192 198 204 216 240 264")
    assert len(position.ask.legal) == 1 + 63


def test_middlehand_bids_to_forehand_and_rearhand_to_who_is_left() -> None:
    position = dealt()
    for words, expected in [
        ("", (2, "bid")),
        ("20", (1, "hold")),
        ("hold", (2, "bid")),
        ("24", (1, "hold")),
        ("pass", (0, "bid")),  # middlehand is left
        ("27", (2, "hold")),
        ("hold", (0, "bid")),
    ]:
        assert asked(say(position, words)) == expected
    assert position.ask is not None
    assert [*position.ask.legal[:2]] == ["pass", "30"]
    say(position, "pass")
    assert notes(position, "declarer") == [(2, 27)]


def test_forehand_may_play_for_18_if_nobody_bids_and_else_the_deal_is_thrown_in() -> None:
    position = say(dealt(), "pass pass")
    assert position.ask is not None
    assert (asked(position), [*position.ask.legal]) == ((1, "bid"), ["pass", "18"])
    assert notes(say(position, "18"), "declarer") == [(1, 18)]
    assert notes(say(dealt(), "pass pass pass"), "points") == [(0, 0, 0)]


def test_only_the_declarer_sees_the_skat_and_what_he_lays_aside() -> None:
    position = say(dealt(), "18 hold pass pass take 7C 7H C")
    for seat in (0, 2):
        told = [event for event in position.view(seat).events if "7C" in str(event) or "7H" in str(event)]
        assert told == []
    assert notes(position, "contract") == [(1, 18, "C", "skat", "nothing")]


@pytest.mark.parametrize(
    ("after", "value"),
    [
        ("take 7C 7H C", (11 + 1 + 2) * 12),  # with eleven, for 7C counts; the game, schneider and schwarz
        ("hand C nothing", (11 + 1 + 1 + 2) * 12),
        ("hand C schneider", (11 + 1 + 1 + 3) * 12),
        ("hand C schwarz", (11 + 1 + 1 + 4) * 12),
        ("hand C ouvert", (11 + 1 + 1 + 5) * 12),
        ("hand grand ouvert", (4 + 1 + 1 + 5) * 24),
    ],
)
def test_a_game_is_worth_its_base_times_its_levels(after: str, value: int) -> None:
    """Forehand has nothing but trumps, or clubs that nobody else has, and takes every trick."""
    position = play(say(dealt(), f"pass pass 18 {after}"), FORE)
    assert notes(position, "outcome") == [("won", value)]
    assert notes(position, "points") == [(0, value, 0)]
    opened = [event for event in position.log if isinstance(event, Show) and event.kind == "ouvert"]
    assert [(tuple(show.seats), show.owner) for show in opened] == [((0, 1, 2), 1)] * ("ouvert" in after)


@pytest.mark.parametrize(
    ("contract", "matadors", "mine", "in_skat", "expected"),
    [
        ((18, "D", False, "nothing"), 1, [61], 0, (True, 18)),
        ((18, "D", False, "nothing"), 1, [50], 11, (True, 18)),
        ((18, "D", False, "nothing"), 1, [60], 0, (False, 18)),
        ((18, "D", False, "nothing"), 1, [89], 0, (True, 18)),
        ((18, "D", False, "nothing"), 1, [90], 0, (True, 27)),
        ((18, "D", False, "nothing"), 1, [30], 0, (False, 27)),
        ((18, "D", False, "nothing"), 1, [], 22, (False, 36)),
        ((18, "H", True, "nothing"), 2, [70], 0, (True, 40)),
        ((18, "H", True, "schneider"), 2, [89], 0, (False, 60)),
        ((18, "H", True, "schneider"), 2, [95], 0, (True, 60)),
        ((18, "H", True, "schwarz"), 2, [119], 0, (False, 80)),
        ((18, "grand", False, "nothing"), 4, [70], 0, (True, 120)),
        ((33, "S", False, "nothing"), 1, [70], 0, (False, 33)),  # overbid by one level
        ((23, "D", False, "nothing"), 1, [70], 0, (False, 27)),
        ((264, "D", False, "nothing"), 1, [95], 0, (False, 270)),
    ],
)
def test_what_the_points_make_of_a_game(
    contract: tuple[Any, ...], matadors: int, mine: list[int], in_skat: int, expected: tuple[bool, int]
) -> None:
    module: Any = sys.modules[skat().deal.__module__]
    won = [module.Trick((0, 1, 2), (), 0, points) for points in mine] + [module.Trick((0, 1, 2), (), 1, 0)]
    assert module.settled(module.Contract(0, *contract), matadors, won, in_skat) == expected


@pytest.mark.parametrize(
    ("cards", "game", "expected"),
    [
        ("JC JS JD", "C", 2),
        ("JS AC", "C", 1),
        ("AC TC", "C", 4),
        ("8C 7C", "C", 9),
        ("AC TC", "grand", 4),
        ("JC JS JH JD AC TC KC", "C", 7),
        ("JC JS JH JD AC", "H", 4),
    ],
)
def test_matadors_are_counted_with_and_without(cards: str, game: str, expected: int) -> None:
    assert sys.modules[skat().deal.__module__].count_matadors(cards.split(), game) == expected


LOW = "7C 8C 9C TC JC QC KC AC 7S 7H", "AS TS KS QS JS 9S 8S AH TH KH", "AD TD KD QD JD 9D 8D QH 9H 8H", "7D JH"


@pytest.mark.parametrize(
    ("named", "value"), [("take 7D JH null", 23), ("hand null", 35), ("take 7D JH null-ouvert", 46)]
)
def test_null_is_won_without_a_trick(named: str, value: int) -> None:
    position = play(say(dealt(*LOW), f"pass pass 18 {named}"), "7S 7H")
    assert notes(position, "outcome") == [("won", value)]
    assert len(notes(position, "trick")) == 10


def test_null_ends_with_the_first_trick_of_the_declarer() -> None:
    position = play(say(dealt(*LOW, scoring="tournament"), "pass pass 18 hand null-ouvert"), "AC")
    assert len(notes(position, "trick")) == 1
    assert notes(position, "outcome") == [("lost", 59)]
    assert notes(position, "points") == [(40, -118 - 50, 40)]


def test_a_null_game_that_is_worth_less_than_the_bid_cannot_be_named() -> None:
    position = say(dealt(*LOW), "24 hold pass pass take 7D JH")
    assert position.ask is not None
    assert [*position.ask.legal] == ["D", "H", "S", "C", "grand", "null-ouvert"]
    position = say(dealt(*LOW), "24 hold pass pass hand")
    assert position.ask is not None
    assert "null" in position.ask.legal


def test_the_last_round_ends_the_game() -> None:
    position = dealt(rounds=1)
    say(position, "pass " * 9)
    assert position.result == Result((1, 1, 1), (0, 0, 0), "deals")


def test_worlds_are_drawn_evenly_and_fairly() -> None:
    check_worlds_uniform(skat(), skat().options(), 3, moments=1, draws=300)
    check_worlds_fair(skat(), skat().options(), 3, deals=24, often=OFTEN)


@pytest.mark.thorough
def test_many_worlds_are_drawn_fairly() -> None:
    check_worlds_fair(skat(), skat().options(), 4, deals=2000, often=OFTEN)
    check_worlds_uniform(skat(), skat().options(), 4, moments=20, often=OFTEN)


def test_searches_play_its_tricks_on_integers_but_not_those_of_null() -> None:
    position = say(dealt(), "pass pass 18 hand C nothing")
    assert {*Search(position.view(1)).simulate(4, "greedy").words} == {*FORE.split()}
    deal, events = position.this_deal()
    rules = skat().trick_rules
    assert rules is not None
    assert rules(facts(position.options, deal.standing, events)).rank.trump == "C"
    deal, events = say(dealt(*LOW), "pass pass 18 hand null").this_deal()
    with pytest.raises(Unknown, match="null"):
        rules(facts(position.options, deal.standing, events))
