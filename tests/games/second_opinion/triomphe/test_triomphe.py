"""The second opinion on Triomphe: the examples of the sheet, then games of the engine held against it.

Examples have four players, A = {0, 1} and B = {2, 3}, and dealer 0 unless they say otherwise, as on the sheet.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from random import Random

import pytest

from arena.games.catalogue import GAMES
from tests.games.second_opinion.oracle import (
    Asks,
    Begins,
    Draw,
    Ends,
    Shows,
    Step,
    asks,
    differences,
    notes,
    often,
    shows,
)
from tests.games.second_opinion.tricks import heading, in_packets, places, taker
from tests.games.second_opinion.triomphe.oracle import (
    PACK,
    RANKS,
    one_deal,
    play,
    points_for,
    robbing,
    seen_by,
    sides_of,
    triomphe,
)
from tests.games.second_opinion.written_tellings import at_random, noted, of_table, questions, told

rule = pytest.mark.rule

GAME = GAMES["triomphe"]
STANDARD = {
    "players": "4",
    "six_sides": "two_threes",
    "first_dealer": "random",
    "deal_packets": "three_two",
    "ace_high": "off",
    "ace_exchange": "any_card",
    "overlook": "on",
    "vole_points": "2",
    "target": "5",
}
PRESETS: dict[str, dict[str, str]] = {
    "standard": {},
    "two-player": {"players": "2"},
    "six-player": {"players": "6"},
    "six-player-pairs": {"players": "6", "six_sides": "three_pairs"},
    "french-ace": {"ace_high": "on"},
    "ace-for-turn-up": {"ace_exchange": "ace_itself"},
    "closed-hands": {"overlook": "off"},
}
MIXED: tuple[tuple[str, Mapping[str, object]], ...] = (
    ("standard", {"first_dealer": "P3", "deal_packets": "two_three", "target": "1"}),
    ("two-player", {"ace_exchange": "ace_itself", "vole_points": "5", "target": "8"}),
    ("two-player", {"overlook": "off", "ace_high": "on"}),
    ("six-player", {"ace_exchange": "ace_itself", "first_dealer": "P5"}),
    ("six-player", {"overlook": "off", "vole_points": "1"}),
    ("six-player-pairs", {"ace_high": "on", "ace_exchange": "ace_itself", "target": "2"}),
    ("french-ace", {"deal_packets": "two_three", "vole_points": "3"}),
    ("closed-hands", {"ace_exchange": "ace_itself"}),
)
FOUR = [0, 0, 1, 1]
"""The sides of four players."""
OPEN = [{0, 1}, {0, 1}, {2, 3}, {2, 3}]
"""Who sees which of their hands."""
FULL_DEAL = "AC QH 7S 9S 6S KC TS 8C TC 6D 8S 8D QS 9C 6C AH JD 6H JH 7C TH 7H KS"
FULL_TABLE = "1:9C 2:KC 3:TC 0:7C 2:9S 3:TS 0:8S 1:QS 1:AC 2:TH 3:8C 0:JH 0:6D 1:QH 2:7H 3:JD 1:7S 2:AH 3:6H 0:8D"
ALL_TRUMPS = (
    "KS QS JS 9S 8S 7S 6S KH QH JH AH TH KC QC JC AD 9C 8C TS AS 9H 8H 7H 6H TC AC JD 8D 7C 6C 9D KD QD 6D 7D TD"
)
"""A pack for six whose stock is trumps throughout; seat 5, on the left of seat 4, is the first to be dealt."""


def cards(words: str) -> list[str]:
    return words.split()


def full_pack(top: str) -> list[str]:
    """Return a pack that begins with these cards."""
    first = cards(top)
    return [*first, *(card for card in PACK if card not in first)]


def shuffled(number: int) -> Draw:
    """Return packs of a game; the same number gives the same."""
    return lambda name: Random(f"{number} {name}").sample(PACK, len(PACK))


def rob(
    hand: str, turn_up: str, stock: str, words: str, *, ace_exchange: str = "any_card", sight: Sequence[set[int]] = OPEN
) -> tuple[list[Step], list[str]]:
    """Let seat 2 rob, and return what is told and the hand."""
    held = cards(hand)
    steps, _ = told(robbing(2, held, turn_up, cards(stock), ace_exchange, sight), words)
    return steps, held


@rule("TP-X1", "TP-3", "TP-6", "TP-7", "TP-8")
def test_the_deal() -> None:
    hands, (turn_up, *stock) = in_packets(PACK, 0, 4, "three_two")
    assert hands == [
        cards("KH QH JH KD QD"),
        cards("KS QS JS AH TH"),
        cards("AS TS 9S 9H 8H"),
        cards("8S 7S 6S 7H 6H"),
    ]
    assert (turn_up, len(stock)) == ("JD", 15)
    assert stock[:7] == cards("AD TD 9D 8D 7D 6D KC")
    steps, _ = told(one_deal(STANDARD, PACK, 0, FOUR), "")
    assert steps[-2:] == [notes("trump", "D"), asks(1, "play", cards("KS QS JS AH TH"))]


@rule("TP-X2", "TP-6", "TP-7")
@pytest.mark.parametrize(
    ("packets", "elder", "dealer"),
    [("three_two", "KS QS JS 8S 7S", "AS TS 9S 6S KH"), ("two_three", "KS QS TS 9S 8S", "JS AS 7S 6S KH")],
)
def test_two_players(packets: str, elder: str, dealer: str) -> None:
    hands, (turn_up, *stock) = in_packets(PACK, 0, 2, packets)
    assert hands == [cards(dealer), cards(elder)]
    assert (turn_up, len(stock)) == ("QH", 25)


@rule("TP-1", "TP-2")
@pytest.mark.parametrize(
    ("players", "six_sides", "sides"),
    [
        (2, "two_threes", [0, 1]),
        (4, "two_threes", FOUR),
        (6, "two_threes", [0, 0, 0, 1, 1, 1]),
        (6, "three_pairs", [0, 0, 1, 1, 2, 2]),
    ],
)
def test_sides(players: int, six_sides: str, sides: list[int]) -> None:
    assert sides_of(players, six_sides) == sides


@rule("TP-X3", "TP-4", "TP-17")
def test_ranks() -> None:
    for ace_high, ranks in (("off", "KQJAT9876"), ("on", "AKQJT9876")):
        order = [f"{rank}H" for rank in ranks]
        for trump in "HS":
            assert all(taker([low, high], trump, RANKS[ace_high]) == 1 for high, low in pairwise(order))


@rule("TP-X4", "TP-8", "TP-9", "TP-10", "TP-11", "TP-23", "TP-24", "TP-R4", "TP-R5")
def test_robbing() -> None:
    steps, hand = rob("AH 9S 7S 6D TC", "8H", "QH 6H KD 7H", "9S AH QH")
    assert steps == [
        notes("rob", 2),
        shows(range(4), "right", 2, ["AH"]),
        shows(range(4), "turn-up", None, cards("QH 6H KD")),
        shows(range(4), "taken", 2, cards("8H QH 6H")),
        asks(2, "discard", cards("AH 9S 7S 6D TC 8H QH 6H"), "fact"),
        asks(2, "discard", cards("AH 7S 6D TC 8H QH 6H"), "fact"),
        asks(2, "discard", cards("7S 6D TC 8H QH 6H"), "fact"),
        shows({3}, "discard", 2, cards("9S AH QH")),
    ]
    assert hand == cards("7S 6D TC 8H 6H")


@rule("TP-X5", "TP-9", "TP-10")
def test_nothing_below() -> None:
    steps, hand = rob("AH 9S 7S 6D TC", "8H", "KD QH", "8H")
    assert shows(range(4), "turn-up", None, ["KD"]) in steps
    assert questions(steps) == [(2, "discard", "6D 7S 8H 9S AH TC")]
    assert hand == cards("AH 9S 7S 6D TC")


@rule("TP-X6", "TP-10", "TP-R3")
def test_the_ace_itself() -> None:
    steps, hand = rob("AH 9S 7S 6D TC", "8H", "KD QH", "", ace_exchange="ace_itself")
    assert questions(steps) == []
    assert sorted(hand) == sorted(cards("8H 9S 7S 6D TC"))
    assert not [step for step in steps if isinstance(step, Shows) and step.kind == "discard"]

    steps, hand = rob("AH 9S 7S 6D TC", "8H", "QH 6H KD", "8H TC", ace_exchange="ace_itself")
    assert questions(steps) == [(2, "discard", "6D 6H 7S 8H 9S QH TC"), (2, "discard", "6D 6H 7S 9S QH TC")]
    assert steps[-1] == shows({3}, "discard", 2, cards("8H TC"))
    assert sorted(hand) == sorted(cards("9S 7S 6D QH 6H"))


@rule("TP-X7", "TP-8", "TP-R7")
def test_the_ace_is_turned() -> None:
    pack = full_pack("KS QS JS KH QH JH KD QD JD KC QC JC 9S 8S 9H 8H 9D 8D TS TH AC")
    steps, _ = told(one_deal(STANDARD, pack, 0, FOUR), "")
    assert [step[1] for step in steps if isinstance(step, Asks)] == ["play"]


@rule("TP-X8", "TP-9")
def test_the_stock_is_exhausted() -> None:
    options = {**STANDARD, "players": "6"}
    pack = full_pack(ALL_TRUMPS)
    words = "take 9D KD QD 6D 7D TD"
    steps, _ = told(one_deal(options, pack, 4, sides_of(6, "two_threes")), words)
    turned = [step for step in steps if isinstance(step, Shows) and step.kind == "turn-up"]
    assert [step.cards for step in turned] == [{"9D"}, set(cards("KD QD 6D 7D TD"))]
    laying = [step for step in steps if isinstance(step, Asks) and step.kind == "discard"]
    assert [len(step.words) for step in laying] == [11, 10, 9, 8, 7, 6]


@rule("TP-8", "TP-11", "TP-24")
def test_leaving_is_told_to_nobody() -> None:
    steps, _ = told(one_deal(STANDARD, full_pack(FULL_DEAL), 0, FOUR), "leave")
    assert steps[-2:] == [asks(2, "rob", {"take", "leave"}, "nobody"), asks(1, "play", cards("AC QH 7S QS 9C"))]


@rule("TP-X9", "TP-X10", "TP-X11", "TP-X12", "TP-X13", "TP-13", "TP-14", "TP-15", "TP-16", "TP-R8", "TP-R9")
@pytest.mark.parametrize(
    ("trump", "trick", "hand", "allowed"),
    [
        ("S", "", "KH JH 6S", "KH JH 6S"),
        ("S", "9H QH", "KH JH 6H", "KH"),
        ("S", "9H QH", "JH 6H", "JH 6H"),
        ("S", "9H QH", "TS JH", "JH"),
        ("S", "9H 6S", "KH 7H TS", "KH 7H"),
        ("S", "9H JS", "QS AS KD", "QS"),
        ("S", "9H JS", "AS TS KD", "AS TS"),
        ("S", "9H JS", "KD 7C", "KD 7C"),
        ("C", "TD", "KD 6D", "KD"),
        ("C", "9C", "AC 8C KH", "AC"),
        ("C", "9C", "8C KH", "8C"),
    ],
)
def test_what_may_be_played(trump: str, trick: str, hand: str, allowed: str) -> None:
    assert heading(cards(hand), cards(trick), trump, RANKS["off"]) == set(cards(allowed))


@rule("TP-4", "TP-13")
def test_a_high_ace_must_head() -> None:
    assert heading(cards("AH 6H"), cards("TH JH"), "S", RANKS["on"]) == {"AH"}
    assert heading(cards("AH 6H"), cards("TH JH"), "S", RANKS["off"]) == {"AH", "6H"}


@rule("TP-X14", "TP-12", "TP-17")
def test_who_takes_the_trick() -> None:
    hands = [cards(hand) for hand in ("8S 7C 7H 6H 9H", "KS KC KH QH JH", "6D QC AH TH 8H", "QS 9C 8C 6C TC")]
    steps, _ = told(play(hands, 1, "D", RANKS["off"]), "KS 6D QS 8S")
    assert steps[-2:] == [notes("trick", 2, 1), asks(2, "play", cards("QC AH TH 8H"))]


@rule("TP-X15", "TP-X16", "TP-18", "TP-19", "TP-R1", "TP-R2")
@pytest.mark.parametrize(
    ("winners", "sides", "vole", "points"),
    [
        ("ABABA", 2, 2, [1, 0]),
        ("BBBBA", 2, 2, [0, 1]),
        ("BBBBB", 2, 2, [0, 2]),
        ("BBBBB", 2, 5, [0, 5]),
        ("CCCCC", 3, 1, [0, 0, 1]),
        ("ABCBA", 3, 2, [0, 1, 0]),
        ("CCABA", 3, 2, [0, 0, 1]),
        ("CCAAB", 3, 2, [0, 0, 1]),
        ("BACCA", 3, 2, [0, 0, 1]),
        ("BBAAA", 3, 2, [1, 0, 0]),
    ],
)
def test_points(winners: str, sides: int, vole: int, points: list[int]) -> None:
    assert points_for(["ABC".index(side) for side in winners], sides, vole) == points


@rule("TP-X17", "TP-20")
def test_the_end() -> None:
    for winners, scores, order in (("AABAA", (5, 3), (1, 2)), ("BBBBB", (4, 5), (2, 1))):
        points = points_for(["AB".index(side) for side in winners], 2, 2)
        assert (4 + points[0], 3 + points[1]) == scores
        assert places(scores) == order


@rule("TP-5", "TP-12", "TP-20", "TP-R13")
@pytest.mark.parametrize("preset", PRESETS)
def test_a_game_adds_up(preset: str) -> None:
    options = {**STANDARD, **PRESETS[preset], "first_dealer": "P1"}
    for number in range(5):
        steps = at_random(triomphe(options, shuffled(number)), number)
        points = [list(map(int, values)) for values in noted(steps, "points")]
        scores = [list(map(int, values)) for values in noted(steps, "scores")]
        dealers = [int(step.words["dealer"]) for step in steps if isinstance(step, Begins)]
        assert dealers == [(1 + deal) % int(options["players"]) for deal in range(len(points))]
        assert all(len([made for made in deal if made]) == 1 for deal in points)
        assert len(noted(steps, "trick")) == 5 * len(points)
        assert [sum(column) for column in zip(*points, strict=True)] == scores[-1]
        assert all(max(after) < 5 for after in scores[:-1])
        assert len(points) <= (13 if len(scores[0]) == 3 else 9)
        assert isinstance(steps[-1], Ends)
        assert max(steps[-1].scores) == steps[-1].scores[steps[-1].places.index(1)] >= 5


@rule("TP-X18", "TP-21", "TP-R11")
@pytest.mark.parametrize(
    ("seat", "players", "six_sides", "overlook", "seen"),
    [
        (0, 4, "two_threes", "on", {0, 1}),
        (4, 6, "two_threes", "on", {3, 4, 5}),
        (4, 6, "three_pairs", "on", {4, 5}),
        (0, 4, "two_threes", "off", {0}),
        (1, 2, "two_threes", "on", {1}),
    ],
)
def test_overlooking(seat: int, players: int, six_sides: str, overlook: str, seen: set[int]) -> None:
    assert seen_by(seat, sides_of(players, six_sides), overlook) == seen


@rule("TP-24")
def test_closed_hands_hide_what_is_laid_aside() -> None:
    steps, _ = rob("AH 9S 7S 6D TC", "8H", "KD QH", "8H", sight=[{0}, {1}, {2}, {3}])
    assert isinstance(steps[-1], Asks)


@rule("TP-X19", "TP-5", "TP-9", "TP-22")
def test_the_full_deal() -> None:
    draws: dict[str, Sequence[object]] = {
        "first-dealer": [0, 3, 1, 2],
        "deal 1 pack": full_pack(FULL_DEAL),
        "deal 2 pack": full_pack(FULL_DEAL),
    }
    steps, _ = told(triomphe(STANDARD, draws.__getitem__), f"take 6S 6C {of_table(FULL_TABLE)}")
    start: list[Step] = [
        Begins(1, {"dealer": "0", "scores": "0,0", "finished": "0"}),
        shows({0, 1}, "hand", 0, cards("6D 8S 8D JH 7C")),
        shows({0, 1}, "hand", 1, cards("AC QH 7S QS 9C")),
        shows({2, 3}, "hand", 2, cards("9S 6S KC 6C AH")),
        shows({2, 3}, "hand", 3, cards("TS 8C TC JD 6H")),
        shows(range(4), "turn-up", None, ["TH"]),
        notes("trump", "H"),
        asks(2, "rob", {"take", "leave"}, "nobody"),
        notes("rob", 2),
        shows(range(4), "right", 2, ["AH"]),
        shows(range(4), "turn-up", None, cards("7H KS")),
        shows(range(4), "taken", 2, cards("TH 7H")),
        asks(2, "discard", cards("9S 6S KC 6C AH TH 7H"), "fact"),
        asks(2, "discard", cards("9S KC 6C AH TH 7H"), "fact"),
        shows({3}, "discard", 2, cards("6S 6C")),
        asks(1, "play", cards("AC QH 7S QS 9C")),
    ]
    assert steps[: len(start)] == start
    asked = [step for step in steps[len(start) :] if isinstance(step, Asks)]
    assert asks(3, "play", cards("8C TC")) in asked
    assert asks(1, "play", ["QS"]) in asked
    assert asks(2, "play", cards("AH TH 7H")) in asked
    assert asks(0, "play", ["JH"]) in asked
    assert asks(2, "play", cards("AH 7H")) in asked
    assert asks(3, "play", ["6H"]) in asked
    assert noted(steps, "trick") == [(seat, "1") for seat in "21012"]
    assert noted(steps, "points") == [("1", "0")]
    assert Begins(2, {"dealer": "1", "scores": "1,0", "finished": "1"}) in steps


@pytest.mark.slow
@pytest.mark.parametrize(("preset", "settings"), MIXED)
def test_the_engine_plays_by_the_sheet_with_other_options(preset: str, settings: Mapping[str, object]) -> None:
    assert differences(triomphe, GAME, preset, 15, settings, choose_word=often("take")) == []


@pytest.mark.slow
@pytest.mark.parametrize("ace_exchange", ["any_card", "ace_itself"])
@pytest.mark.parametrize("preset", ["six-player", "six-player-pairs", "closed-hands"])
def test_the_engine_takes_the_whole_stock(preset: str, ace_exchange: str) -> None:
    tops = {"deal 1 pack": ALL_TRUMPS}
    settings = {"players": "6", "first_dealer": "P4", "ace_exchange": ace_exchange, "target": "1"}
    assert differences(triomphe, GAME, preset, 10, settings, choose_word=often("take"), tops=tops) == []


@pytest.mark.slow
def test_the_presets_are_those_of_the_sheet() -> None:
    found = {name: options.words() for name, options in GAME.presets.items()}
    assert found == {name: {**STANDARD, **changed} for name, changed in PRESETS.items()}
