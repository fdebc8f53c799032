"""Games of every preset, and with options of all kinds, against every second opinion that is a checker of records."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from random import Random
from typing import Any

import pytest

from arena.games.kernel.options import OptionError
from tests.games.second_opinion.american_five_hundred import mixed as american_mixed
from tests.games.second_opinion.bots import sensible_game
from tests.games.second_opinion.engine import MIXED, Comparison
from tests.games.second_opinion.examples import examples_of, play
from tests.games.second_opinion.five_hundred import mixed as five_hundred_mixed
from tests.games.second_opinion.records import WITH_CHECKER, as_record
from tests.games.second_opinion.spoilt import some_spoilt
from tests.games.second_opinion.two_hundred import mixed as two_hundred_mixed

pytestmark = pytest.mark.slow

Drawn = Callable[[Random], Mapping[str, str]]
DRAWN: dict[str, Drawn] = {
    "five-hundred": five_hundred_mixed.drawn_words,
    "american-five-hundred": american_mixed.drawn_words,
    "two-hundred": two_hundred_mixed.drawn_words,
}
"""Returns options that may not go together."""
GAMES = [pytest.param(comparison, id=name) for name, comparison in WITH_CHECKER.items()]
PRESETS = [
    pytest.param(comparison, preset, id=f"{name}:{preset}")
    for name, comparison in WITH_CHECKER.items()
    for preset in comparison.presets
]
FEW, MIXED_FEW, SENSIBLE_FEW = 4, 60, 1
"""Games of each preset at random, with options of all kinds, and played with sense."""
MANY, MIXED_MANY, SENSIBLE_MANY = 18, 150, 4
"""The same in sweeps."""
DETERMINED = re.compile(
    r"note (contract|trump|trick|points|scores|sits-out|partner|joker-suit) |did \d play |show exposed "
)
"""Lines that leave no choice: a card that is not played now is missing later."""


@pytest.mark.parametrize("comparison", GAMES)
def test_engine_and_sheet_have_the_same_presets(comparison: Comparison[Any]) -> None:
    assert set(comparison.presets) == set(comparison.game.presets)


@pytest.mark.parametrize(("comparison", "preset"), PRESETS)
@pytest.mark.parametrize("games", [FEW, pytest.param(MANY, marks=pytest.mark.thorough)])
def test_engine_and_sheet_agree_on_games_of_a_preset(comparison: Comparison[Any], preset: str, games: int) -> None:
    for number in range(games):
        assert comparison.differences(preset, number) == [], number


@pytest.mark.parametrize("comparison", GAMES)
@pytest.mark.parametrize("games", [MIXED_FEW, pytest.param(MIXED_MANY, marks=pytest.mark.thorough)])
def test_engine_and_sheet_agree_on_games_with_options_of_all_kinds(comparison: Comparison[Any], games: int) -> None:
    for number in range(games):
        assert comparison.differences(MIXED, number) == [], number


@pytest.mark.parametrize(("comparison", "preset"), PRESETS)
@pytest.mark.parametrize("games", [SENSIBLE_FEW, pytest.param(SENSIBLE_MANY, marks=pytest.mark.thorough)])
def test_engine_and_sheet_agree_on_games_that_are_played_with_sense(
    comparison: Comparison[Any], preset: str, games: int
) -> None:
    for number in range(games):
        game = sensible_game(comparison, preset, number)
        assert comparison.differences_in(game, comparison.sheet(preset, number)) == [], number


@pytest.mark.parametrize("comparison", GAMES)
def test_engine_and_sheet_refuse_the_same_tables(comparison: Comparison[Any]) -> None:
    name = comparison.checker.name
    for number in range(200):
        words = dict(DRAWN[name](Random(f"table {number}")))
        left_open = name == "two-hundred" and two_hundred_mixed.may_be_silent(words)
        refused = comparison.checker.refusals(words) or left_open
        with pytest.raises(OptionError) if refused else nullcontext():
            comparison.chosen(words)


@pytest.mark.parametrize("changes", [6, pytest.param(40, marks=pytest.mark.thorough)])
@pytest.mark.parametrize(("comparison", "preset"), PRESETS)
def test_changes_of_what_is_determined_in_random_games_are_noticed(
    comparison: Comparison[Any], preset: str, changes: int
) -> None:
    # What tricks and cards count, scores do not always tell in Two Hundred.
    lines = re.compile(r"note (contract|trump|trick) |did \d play ") if "two" in comparison.checker.name else DETERMINED
    record = comparison.random_game(preset, 1).record
    for line, text in some_spoilt(record, lines, changes, Random(preset)):
        assert comparison.checker.check(text), line


@pytest.mark.parametrize("comparison", GAMES)
def test_the_command_counts_the_games_with_differences(
    comparison: Comparison[Any], capsys: pytest.CaptureFixture[str]
) -> None:
    preset = next(iter(comparison.presets))
    assert comparison.main(["1", preset]) == 0
    assert capsys.readouterr().out == f"{preset}: 1 games; not compared: []\n"


def full_deal(family: str, number: int = 0) -> str:
    """Return the record of a worked example."""
    example = [*examples_of(family)][number]
    return as_record(example.game.name, play(example))


def found(text: str) -> list[str]:
    """Return what is wrong in a record of Five Hundred."""
    return WITH_CHECKER["five-hundred"].checker.check(text)


def test_a_difference_is_a_sentence_with_deal_decision_and_clause() -> None:
    record = full_deal("five_hundred")
    assert found(record.replace("note scores 10 20 180", "note scores 10 20 190")) == [
        "deal 1, decision 36: FH-64 to FH-75, FH-82: note scores are 10,20,180, the record says 10,20,190"
    ]
    assert found(record.replace("did 0 play 8S", "did 0 play 8H")) == [
        "deal 1, decision 12: FH-49 to FH-58: seat 0 is to answer play with one of 8S TS, the record says 8H"
    ]


def test_two_hands_with_a_card_exchanged_are_noticed() -> None:
    record = full_deal("five_hundred")
    hands = {line.split()[2]: line for line in record.splitlines() if line.startswith("show hand")}
    exchanged = record.replace(hands["0"], hands["0"].replace("KH", "TH")).replace(
        hands["1"], hands["1"].replace("TH", "KH")
    )
    assert exchanged != record
    assert found(exchanged)


def test_lines_in_another_order_are_noticed() -> None:
    record = full_deal("five_hundred").replace("note contract 2 7D\nnote trump D", "note trump D\nnote contract 2 7D")
    assert found(record) == ["deal 1, decision 3: the record: this stands too early here: note trump D"]


def test_a_table_that_must_be_refused_is_noticed() -> None:
    refused = full_deal("five_hundred").replace("max_deals=1", "max_deals=1 nullo=on players=5")
    assert found(refused) == ["options table: nullo is for 2 or 3 players"]
    check = WITH_CHECKER["two-hundred"].checker.check
    assert check(full_deal("two_hundred").replace("max_deals=1", "max_deals=1 hand_size=12")) == [
        "options table: TH-7: these sizes do not exist"
    ]


def test_the_game_line_is_compared() -> None:
    record, pairs = full_deal("five_hundred"), full_deal("five_hundred", 4)
    assert found(record.replace("five-hundred", "two-hundred")) == ["game line: this is no game of Five Hundred"]
    assert found(pairs.replace("game G1 five-hundred", "game G1 five-hundred seats=4 sides=0,1,0,1")) == []
    assert found(pairs.replace("game G1 five-hundred", "game G1 five-hundred seats=4 sides=0,0,1,1"))
    assert found(record.replace("game G1 five-hundred", "game G1 five-hundred seats=4"))
    assert found(record.replace("over G1", "over G2"))


@pytest.mark.parametrize(
    ("family", "option", "drawn", "shown", "wrong"),
    [
        (
            "five_hundred",
            "first_dealer=P0",
            "draw",
            "draw 0 AS,draw 1 7H,draw 2 KD",
            "draw 0 AS,draw 1 JK",
        ),
        (
            "american_five_hundred",
            "first_dealer=P0",
            "draw",
            "first-jack - 9S JK 4D AC JD",
            "first-jack - 9S JK 4D AC",
        ),
        (
            "two_hundred",
            "first_dealer=3",
            "first_jack",
            "first-jack - 5C 7D KC 8C 7S TD 9C QD KS 9H JC",
            "first-jack - 5C 7D",
        ),
    ],
)
def test_the_draw_for_the_first_dealer_is_compared(
    family: str, option: str, drawn: str, shown: str, wrong: str
) -> None:
    """What is drawn here makes the dealer who deals the full deal (FH-5, AF-6, TH-8)."""
    record = full_deal(family).replace(option, f"first_dealer={drawn}")
    check = WITH_CHECKER[family.replace("_", "-")].checker.check
    results = []
    for cards in (shown, wrong):
        lines = "".join(f"show {each}\n" for each in cards.split(","))
        results.append(check(record.replace("note deal 1", f"{lines}note deal 1")))
    assert results[0] == []
    assert results[1] != []


def test_words_that_the_engine_offered_wrongly_are_noticed() -> None:
    comparison = WITH_CHECKER["two-hundred"]
    game = comparison.random_game("kitty", 0)
    assert comparison.checker.check(game.record, game.asked) == []
    assert comparison.checker.check(game.record, [*game.asked[:-1], [*game.asked[-1], "AS"]])
