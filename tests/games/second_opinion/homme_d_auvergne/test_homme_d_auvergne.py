"""The second opinion on Homme d'Auvergne: the examples of the sheet, then games of the engine held against it.

Examples have four players, dealer 0 and the undertaking `either` unless they say otherwise, as on the sheet.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

import pytest

from arena.games.catalogue import GAMES
from tests.games.second_opinion.homme_d_auvergne.oracle import (
    RANKS,
    bidding,
    for_kings,
    homme_d_auvergne,
    one_deal,
    pack_of,
    play,
    succeeds,
)
from tests.games.second_opinion.oracle import (
    Asks,
    Begins,
    Ends,
    Step,
    asks,
    differences,
    notes,
    often,
    shows,
)
from tests.games.second_opinion.tricks import heading, in_packets, places, taker
from tests.games.second_opinion.written_tellings import noted, of_table, outcome, questions, told

rule = pytest.mark.rule

GAME = GAMES["homme-d-auvergne"]
STANDARD = {
    "players": "4",
    "first_dealer": "random",
    "deal_packets": "three_two",
    "undertaking": "either",
    "target": "7",
    "max_deals": "200",
}
PRESETS: dict[str, dict[str, str]] = {
    "standard": {},
    "declared": {"undertaking": "declared"},
    "two-player": {"players": "2"},
    "three-player": {"players": "3"},
    "five-player": {"players": "5"},
    "six-player": {"players": "6"},
}
MIXED: tuple[tuple[str, Mapping[str, object]], ...] = (
    ("standard", {"target": "1", "first_dealer": "P3"}),
    ("standard", {"max_deals": "1", "deal_packets": "two_three"}),
    ("declared", {"players": "6", "max_deals": "5"}),
    ("two-player", {"undertaking": "declared", "deal_packets": "two_three", "max_deals": "6"}),
    ("three-player", {"target": "3", "first_dealer": "P0"}),
    ("five-player", {"undertaking": "declared", "target": "2", "first_dealer": "P4"}),
)
FULL_DEAL = "JH KH TC 9C QS 7S AC AS 8D 8H 7H 9S 8S TH KD JS 9D KS TS 7C QH"
FULL_TABLE = "1:KH 2:7S 3:KS 0:7H 3:AC 0:7C 1:TC 2:9C 3:8D 0:9S 1:8S 2:KD 0:TS 1:TH 2:QS 3:AS 2:JS 3:9D 0:8H 1:JH"
SOLO_HANDS = ("9D AD 9C AC 8H", "KD QD KC QC KH", "TD JD TC JC 7H", "7D 8D 7C 8C 7S")
SOLO_TRICKS = "KD TD 7D 9D QD JD 8D AD KC TC 7C 9C QC JC 8C AC KH 7H 7S 8H"
"""Trump is S: seat 1 wins four tricks, then seat 3 trumps its king."""
FAR = (7, 7, 7, 7)
"""What four players miss who have no points."""


def full_pack(top: str, players: int = 4) -> list[str]:
    """Return a pack that begins with these cards."""
    first = top.split()
    return [*first, *(card for card in pack_of(players) if card not in first)]


def cards(words: str) -> list[str]:
    return words.split()


def five(*hands: str) -> list[list[str]]:
    return [cards(hand) for hand in hands]


@rule("HA-X1", "HA-2", "HA-5", "HA-6", "HA-R13")
def test_the_deal() -> None:
    hands, (turn_up, *rest) = in_packets(pack_of(3), 2, 3, "three_two")
    assert hands == five("KS QS JS JH AH", "AS TS 9S TH 9H", "8S KH QH 8H KD")
    assert (turn_up, len(rest)) == ("QD", 12)

    hands, (turn_up, *_) = in_packets(pack_of(3), 2, 3, "two_three")
    assert hands == five("KS QS 8S KH QH", "JS AS JH AH TH", "TS 9S 9H 8H KD")
    assert turn_up == "QD"


@rule("HA-2", "HA-6")
@pytest.mark.parametrize(("players", "size", "left"), [(2, 28, 17), (3, 28, 12), (4, 32, 11), (5, 32, 6), (6, 32, 1)])
def test_the_rest_of_the_pack(players: int, size: int, left: int) -> None:
    assert len(pack_of(players)) == size
    _, rest = in_packets(pack_of(players), 0, players, "three_two")
    assert len(rest) == left + 1


@rule("HA-X2", "HA-7", "HA-R2")
def test_the_first_round() -> None:
    steps, came = told(bidding(0, 4, "C"), "pass play")
    assert questions(steps) == [(1, "bid", "pass play"), (2, "bid", "pass play")]
    assert came == (2, "C")
    dealing = full_pack("JH KH TC 9D QS 7S AC AS 8D 8H 7H 9S 8S TH KD JS 9C KS TS 7C 9H")
    steps, _ = told(one_deal(STANDARD, dealing, 0, (0, 0, 0, 0)), "pass play")
    assert steps[-3:-1] == [notes("trump", "H"), notes("contract", 2, "either")]
    assert isinstance(steps[-1], Asks) and steps[-1][:2] == (1, "play")


@rule("HA-X3", "HA-8", "HA-R5")
def test_the_second_round() -> None:
    steps, came = told(bidding(0, 4, "C"), "pass pass pass pass pass pass C")
    assert [(seat, kind) for seat, kind, _ in questions(steps)] == [
        *((seat, "bid") for seat in (1, 2, 3, 0)),
        *((seat, "trump") for seat in (1, 2, 3)),
    ]
    assert questions(steps)[-1][2] == "C D H S pass"
    assert came == (3, "C")


@rule("HA-X4", "HA-9", "HA-R6", "HA-4")
def test_thrown_in() -> None:
    draws = {"deal 1 pack": full_pack(FULL_DEAL), "deal 2 pack": full_pack(FULL_DEAL)}
    steps, _ = told(homme_d_auvergne({**STANDARD, "first_dealer": "P0"}, draws.__getitem__), "pass " * 8)
    assert steps[-8:-6] == [notes("thrown-in"), Begins(2, {"dealer": "1", "scores": "0,0,0,0", "finished": "1"})]
    assert steps[-1] == asks(2, "bid", {"pass", "play"})


@rule("HA-X5", "HA-X6", "HA-X7", "HA-X8", "HA-10", "HA-11", "HA-R1", "HA-R3", "HA-R4")
@pytest.mark.parametrize(
    ("winners", "undertaking", "success"),
    [
        pytest.param("02030", "either", True, id="5"),
        pytest.param("00111", "either", True, id="6"),
        pytest.param("10023", "either", False, id="7"),
        pytest.param("00123", "three", False, id="8: two for three"),
        pytest.param("01000", "two", False, id="8: four, the second not among them"),
        pytest.param("00321", "two", True, id="8: two for two"),
        pytest.param("10000", "two", False, id="the first is lacking"),
        pytest.param("11222", "either", False, id="none"),
        pytest.param("00000", "three", True, id="all"),
    ],
)
def test_undertakings(winners: str, undertaking: str, success: bool) -> None:
    assert succeeds([int(seat) for seat in winners], 0, undertaking) == success


@rule("HA-X9", "HA-X10", "HA-X11", "HA-X12", "HA-X13", "HA-17", "HA-18", "HA-R9", "HA-R10")
@pytest.mark.parametrize(
    ("trick", "trump", "winner", "points"),
    [
        pytest.param("QD KD KS 7D", "S", 2, 2, id="9"),
        pytest.param("9S KS KD 7H", "H", 3, 2, id="10"),
        pytest.param("QH KC 8H 7H", "H", 0, 0, id="11"),
        pytest.param("KS 9D 7S TD", "D", 3, 1, id="12"),
        pytest.param("KH QH AH TH", "D", 0, 0, id="a king in its own suit"),
        pytest.param("KH KS KC 7S", "S", 1, 3, id="three kings"),
        pytest.param("7S KH KS KC", "S", 2, 1, id="kings thrown off on a trump"),
    ],
)
def test_kings(trick: str, trump: str, winner: int, points: int) -> None:
    assert taker(trick.split(), trump, RANKS) == winner
    assert for_kings(trick.split(), trump) == points


@rule("HA-X13", "HA-R8")
@pytest.mark.parametrize(
    ("words", "trump", "kings"),
    [
        pytest.param("play 7D 9C AD KH", "D", [], id="KD is nobody's, KH is thrown off on a trump"),
        pytest.param("pass pass pass pass H 7S 7H AS JS 8H TD KH 7D", "H", [("0", "1")], id="another suit is named"),
    ],
)
def test_a_turned_king(words: str, trump: str, kings: Sequence[tuple[str, ...]]) -> None:
    dealing = full_pack("7S 8S 9S 7C 8C 9C TS AS TC AC JS QS 7D 8D 7H 8H TD AD KH JC KD")
    steps, _ = told(one_deal(STANDARD, dealing, 0, (0, 0, 0, 0)), words)
    assert notes("trump", trump) in steps
    assert noted(steps, "kings") == kings


@rule("HA-X14", "HA-13", "HA-14", "HA-15", "HA-R14")
@pytest.mark.parametrize(
    ("trick", "hand", "allowed"),
    [
        ("", "KH 8C", "KH 8C"),
        ("TH QH", "KH 8H", "KH"),
        ("TH QH", "AH 8H 9C", "AH 8H"),
        ("TH QH", "9C 8C KD", "9C 8C"),
        ("TH JC", "AC 8C KD", "AC 8C"),
        ("TH JC", "TC 8C KD", "TC 8C"),
        ("TH JC", "QC 8C", "QC"),
        ("TH JC", "AH 8C", "AH"),
        ("TH JC", "AH 8H QC", "AH 8H"),
        ("TH JC", "AD 8S", "AD 8S"),
        ("TC QC", "KC 8C AH", "KC"),
        ("TC QC", "AC 8C AH", "AC 8C"),
        ("TC QC", "AD AH", "AD AH"),
    ],
)
def test_what_may_be_played(trick: str, hand: str, allowed: str) -> None:
    assert heading(hand.split(), trick.split(), "C", RANKS) == set(allowed.split())


@rule("HA-3")
@pytest.mark.parametrize("trump", ["H", "S"])
def test_ranks(trump: str) -> None:
    order = [f"{rank}H" for rank in "KQJAT987"]
    assert all(taker([low, high], trump, RANKS) == 1 for high, low in pairwise(order))


@rule("HA-X15", "HA-20", "HA-R7", "HA-R11")
def test_the_end_in_mid_deal() -> None:
    hands = five("8H JD QD JC QC", "AH QH JH 7D 8D", "KS KH 7S 7C 8C", "7H 9D TD 9C TC")
    steps, points = told(play(hands, 0, 0, "S", "either", (1, 2, 1, 5)), "QH KH 7H 8H KS 9D JD AH")
    assert steps[-2:] == [notes("trick", 2, 1), notes("kings", 2, 1)]
    assert points == [0, 0, 1, 0]


@rule("HA-X16", "HA-20", "HA-R11")
@pytest.mark.parametrize(("missing", "made"), [(3, None), (2, 2), (1, 1)])
def test_two_steps(missing: int, made: int | None) -> None:
    hands = five("KH 9D TD 9C TC", "KS 7D 8D 7C 8C", "7H AD QD AC QC", "8H JD 7S JC 8S")
    steps, points = told(play(hands, 3, 0, "S", "either", (7, missing, 7, 7)), "KH KS 7H 8H")
    assert points == (None if made is None else [0, made, 0, 0])
    assert noted(steps, "kings") == [("1", str(made or 2))]


@rule("HA-X17", "HA-19", "HA-20")
@pytest.mark.parametrize(("missing", "points"), [(1, [0, 0, 0, 1]), (2, [0, 1, 0, 1])])
def test_the_soloist_is_last(missing: int, points: Sequence[int]) -> None:
    assert outcome(play(five(*SOLO_HANDS), 0, 1, "S", "either", (7, 1, 7, missing)), SOLO_TRICKS) == points


@rule("HA-X18", "HA-12", "HA-19", "HA-R12")
@pytest.mark.parametrize(("soloist", "points"), [(0, [-1, 0, 0, 1]), (3, [0, 0, 0, 0])])
def test_below_zero(soloist: int, points: Sequence[int]) -> None:
    assert outcome(play(five(*SOLO_HANDS), 0, soloist, "S", "either", FAR), SOLO_TRICKS) == points


@rule("HA-X19", "HA-21")
def test_the_guard() -> None:
    assert places((2, 2, 1, -1)) == (1, 1, 3, 4)
    draws = {f"deal {number} pack": full_pack(FULL_DEAL) for number in (1, 2, 3)}
    options = {**STANDARD, "first_dealer": "P2", "max_deals": "3"}
    steps, _ = told(homme_d_auvergne(options, draws.__getitem__), "pass " * 24)
    assert [step.words["dealer"] for step in steps if isinstance(step, Begins)] == ["2", "3", "0"]
    assert steps[-1] == Ends((1, 1, 1, 1), (0, 0, 0, 0), "limit")


@rule("HA-X20", "HA-4", "HA-12", "HA-22", "HA-23")
@pytest.mark.parametrize(("preset", "said", "scores"), [("standard", "", "1,0,0,3"), ("declared", "three", "1,0,0,1")])
def test_the_full_deal(preset: str, said: str, scores: str) -> None:
    options = {**STANDARD, **PRESETS[preset]}
    draws: dict[str, Sequence[object]] = {
        "first-dealer": [0, 2, 1, 3],
        "deal 1 pack": full_pack(FULL_DEAL),
        "deal 2 pack": full_pack(FULL_DEAL),
    }
    words = f"pass pass pass pass pass pass S {said} {of_table(FULL_TABLE)}"
    steps, _ = told(homme_d_auvergne(options, draws.__getitem__), words)
    start: list[Step] = [
        Begins(1, {"dealer": "0", "scores": "0,0,0,0", "finished": "0"}),
        shows({0}, "hand", 0, cards("8H 7H 9S TS 7C")),
        shows({1}, "hand", 1, cards("JH KH TC 8S TH")),
        shows({2}, "hand", 2, cards("9C QS 7S KD JS")),
        shows({3}, "hand", 3, cards("AC AS 8D 9D KS")),
        shows(range(4), "turn-up", None, ["QH"]),
        *(asks(seat, "bid", {"pass", "play"}) for seat in (1, 2, 3, 0)),
        *(asks(seat, "trump", {"pass", *"SHDC"}) for seat in (1, 2, 3)),
        notes("trump", "S"),
        *([asks(3, "undertake", {"three", "two"})] if said else []),
        notes("contract", 3, said or "either"),
        asks(1, "play", cards("JH KH TC 8S TH")),
    ]
    assert steps[: len(start)] == start
    assert noted(steps, "trick") == [(seat, "1") for seat in "33022"]
    assert noted(steps, "kings") == [("3", "2"), ("0", "1")]
    assert asks(1, "play", ["8S"]) in steps  # must trump below 9S
    assert noted(steps, "scores") == [tuple(scores.split(","))]
    assert Begins(2, {"dealer": "1", "scores": scores, "finished": "1"}) in steps


@pytest.mark.slow
@pytest.mark.parametrize("word", ["pass", "play"])
@pytest.mark.parametrize(("preset", "settings"), MIXED)
def test_the_engine_plays_by_the_sheet_with_other_options(
    preset: str, settings: Mapping[str, object], word: str
) -> None:
    assert differences(homme_d_auvergne, GAME, preset, 6, settings, choose_word=often(word)) == []


@pytest.mark.slow
@pytest.mark.parametrize("target", ["1", "2", "3"])
def test_more_kings_in_a_trick_than_points_are_missing(target: str) -> None:
    """Seat 1 leads a king, seat 2 throws one off, seat 3 trumps with the king of trumps."""
    tops = {"deal 1 pack": "KH 7D 8D KD 9D TD KS 8S 7S 7H 8H 9H JD QD AC JC 9C TC JH QH QS"}
    settings = {"first_dealer": "P0", "target": target, "max_deals": "2"}
    kings = often("play", "KH", "KD", "KS")
    assert differences(homme_d_auvergne, GAME, "standard", 30, settings, choose_word=kings, tops=tops) == []


@pytest.mark.slow
def test_the_presets_are_those_of_the_sheet() -> None:
    found = {name: options.words() for name, options in GAME.presets.items()}
    assert found == {name: {**STANDARD, **changed} for name, changed in PRESETS.items()}
