"""The second opinion on Tribello: the examples of the sheet, then games of the engine held against it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

import pytest

from arena.games.catalogue import GAMES
from arena.games.kernel import Ask
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
    record,
    shows,
)
from tests.games.second_opinion.tribello.oracle import (
    PACK,
    RANKS,
    SUITS,
    contracts_of,
    dealt,
    exchange,
    in_turn,
    one_hand,
    play,
    points_for,
    tribello,
)
from tests.games.second_opinion.tricks import following, places, taker
from tests.games.second_opinion.written_tellings import at_random, led, noted, questions, told

rule = pytest.mark.rule

GAME = GAMES["tribello"]
STANDARD = {"first_dealer": "random", "trump_time": "before_widow", "phases": "1,2,3,4", "top_tie": "joint"}
PRESETS: dict[str, dict[str, str]] = {
    "standard": {},
    "late-trump": {"trump_time": "after_dealer"},
    "nullo-only": {"phases": "4"},
}
MIXED: tuple[tuple[str, Mapping[str, object]], ...] = (
    ("standard", {"first_dealer": "P2", "phases": "1"}),
    ("standard", {"phases": "2,4", "top_tie": "extra_phase"}),
    ("late-trump", {"first_dealer": "P0", "phases": "2,3"}),
    ("late-trump", {"phases": "2", "top_tie": "extra_phase"}),
    ("nullo-only", {"top_tie": "extra_phase", "first_dealer": "P1"}),
)
BY_RANK = [f"{rank}{suit}" for rank in reversed(RANKS) for suit in SUITS]
"""Deals the dealer's left all spades, its right all hearts, the dealer all diamonds and the widow all clubs."""


def cards(words: str) -> list[str]:
    return words.split()


def drawn(number: int) -> Draw:
    """Return packs, cuts and first dealers of a game; the same number gives the same."""

    def draw(name: str) -> Sequence[object]:
        items: Sequence[object] = range(3) if name == "first-dealer" else PACK
        return Random(f"{number} {name}").sample(items, len(items))

    return draw


def game(number: int, **changed: str) -> list[Step]:
    """Return a random game as the second opinion tells it."""
    return at_random(tribello({**STANDARD, **changed}, drawn(number)), number)


def same_suits(name: str) -> Sequence[object]:
    return ["4H"] if name.endswith("cut") else BY_RANK


def done_or_first(ask: Asks) -> str:
    return "done" if "done" in ask.words else min(ask.words)


@rule("TB-X1", "TB-3", "TB-11")
def test_phases() -> None:
    begun = [step for step in game(0, first_dealer="P1") if isinstance(step, Begins)]
    assert [step.number for step in begun] == list(range(1, 13))
    assert [step.words["dealer"] for step in begun] == list("120") * 4
    assert noted(game(0), "phase") == [(phase,) for phase in "111222333444"]
    assert noted(game(0, phases="2,4"), "phase") == [(phase,) for phase in "222444"]


@rule("TB-X2", "TB-4", "TB-6", "TB-R3", "TB-5")
def test_trump_by_the_cut() -> None:
    steps, _ = told(one_hand(1, 0, "before_widow", 2, same_suits), "")
    assert steps == [
        notes("phase", 1),
        notes("contracts", 6, 4, 3),
        shows(range(3), "cut", None, ["4H"]),
        shows({0}, "hand", 0, [f"{rank}D" for rank in RANKS]),
        shows({1}, "hand", 1, [f"{rank}S" for rank in RANKS]),
        shows({2}, "hand", 2, [f"{rank}H" for rank in RANKS]),
        notes("trump", "H"),
        asks(0, "discard", {"done", *(f"{rank}D" for rank in RANKS)}, "fact"),
    ]


@rule("TB-5", "TB-2")
@pytest.mark.parametrize("dealer", range(3))
def test_the_deal(dealer: int) -> None:
    hands, widow = dealt(PACK, dealer)
    assert hands[(dealer + 1) % 3] == PACK[0::4]
    assert hands[(dealer + 2) % 3] == PACK[1::4]
    assert hands[dealer] == PACK[2::4]
    assert widow == PACK[3::4]


@rule("TB-X3", "TB-11")
def test_contracts() -> None:
    assert contracts_of(1, 2) == contracts_of(2, 2) == contracts_of(3, 2) == [4, 3, 6]
    assert contracts_of(4, 2) == [4, 6, 3]


@rule("TB-X4", "TB-8", "TB-9", "TB-R4", "TB-R5")
def test_who_exchanges() -> None:
    words = "AD KD QD JD TD 9D 8D done AS KS QS JS TS 9S"
    steps, _ = told(one_hand(3, 0, "before_widow", 7, same_suits), words)
    assert noted(steps, "drawn") == [("0", "7", "6"), ("1", "6", "0")]
    assert steps[-1] == asks(0, "play", cards("7D 6D 5D 4D 3D 2D AC KC QC JC TC 9C 8C"))

    steps, _ = told(one_hand(3, 0, "before_widow", 7, same_suits), " ".join(f"{rank}D" for rank in RANKS))
    assert noted(steps, "drawn") == [("0", "13", "0")]
    assert questions(steps)[-1][:2] == (0, "play")


@rule("TB-X5", "TB-9", "TB-10", "TB-19", "TB-20")
def test_some_of_the_widow_is_left() -> None:
    words = "AD KD QD JD TD done AS KS QS done AH KH done"
    steps, _ = told(one_hand(4, 0, "before_widow", 10, same_suits), words)
    assert noted(steps, "drawn") == [("0", "5", "8"), ("1", "3", "5"), ("2", "2", "3")]
    taken = [step for step in steps if isinstance(step, Shows) and step.kind == "drawn"]
    assert taken == [
        shows({0}, "drawn", 0, cards("AC KC QC JC TC")),
        shows({1}, "drawn", 1, cards("9C 8C 7C")),
        shows({2}, "drawn", 2, cards("6C 5C")),
    ]


@rule("TB-X6", "TB-9", "TB-R6")
def test_a_series() -> None:
    hand, widow = cards("2C 3D 4D 2H 5S 6C 7C AS KS QS JS TS 9S"), cards("AH KH QH JH TH 9H")
    steps, _ = told(exchange(1, hand, widow), "2C 3D 4D 2H 5S 6C")
    assert [len(words.split()) for _, _, words in questions(steps)] == [14, 13, 12, 11, 10, 9]
    assert steps[-2:] == [shows({1}, "drawn", 1, cards("AH KH QH JH TH 9H")), notes("drawn", 1, 6, 0)]
    assert hand == cards("7C AS KS QS JS TS 9S AH KH QH JH TH 9H")
    assert widow == []


@rule("TB-9", "TB-R5")
def test_no_exchange() -> None:
    hand, widow = cards("2C 3D"), cards("AH KH")
    steps, _ = told(exchange(1, hand, widow), "done")
    assert steps[1:] == [notes("drawn", 1, 0, 2)]
    assert (hand, widow) == (cards("2C 3D"), cards("AH KH"))


@rule("TB-X7", "TB-X8", "TB-X9", "TB-X10", "TB-15", "TB-16", "TB-17")
@pytest.mark.parametrize(
    ("phase", "dealer", "tricks", "points"),
    [
        pytest.param(2, 0, (8, 3, 2), [2, -1, -1], id="7"),
        pytest.param(1, 0, (6, 4, 3), [0, 0, 0], id="8"),
        pytest.param(4, 1, (7, 1, 5), [-1, 2, -1], id="9"),
        pytest.param(3, 0, (0, 0, 13), [-6, -4, 10], id="10: phase 3"),
        pytest.param(4, 0, (13, 0, 0), [-10, 4, 6], id="10: phase 4"),
    ],
)
def test_points(phase: int, dealer: int, tricks: Sequence[int], points: Sequence[int]) -> None:
    assert points_for(phase, contracts_of(phase, dealer), tricks) == points


@rule("TB-X11", "TB-14")
def test_who_takes_the_trick() -> None:
    trick = cards("KD AD 2S")
    assert taker(trick, "S", RANKS) == 2
    assert taker(trick, None, RANKS) == 1
    assert taker(cards("KD 2H AS"), "H", RANKS) == 1


@rule("TB-X12", "TB-12", "TB-R8", "TB-R10")
def test_the_lead() -> None:
    assert in_turn(2) == [2, 0, 1]
    hands = [cards("AD 2S"), cards("QD AC"), cards("KD 3C")]
    steps, tricks = told(play(hands, 2, None), "KD AD QD 2S AC 3C")
    assert [(seat, kind) for seat, kind, _ in questions(steps)] == [(seat, "play") for seat in (2, 0, 1, 0, 1, 2)]
    assert tricks == [2, 0, 0]


@rule("TB-X13", "TB-13")
def test_following() -> None:
    assert following(cards("2H AC KS"), ["9H", "AC"]) == {"2H"}
    assert following(cards("AC KS"), ["9H"]) == {"AC", "KS"}
    assert following(cards("AC KS"), []) == {"AC", "KS"}


@rule("TB-X14", "TB-18", "TB-R7")
def test_places() -> None:
    assert places((9, -2, -7)) == (1, 2, 3)
    assert places((4, 4, -8)) == (1, 1, 3)


@rule("TB-X15", "TB-7", "TB-R1", "TB-R2")
@pytest.mark.parametrize(
    ("trump_time", "kinds"),
    [("before_widow", "trump discard discard discard play"), ("after_dealer", "discard trump discard discard play")],
)
def test_when_trump_is_named(trump_time: str, kinds: str) -> None:
    words = " ".join({"discard": "done", "trump": "C", "play": ""}[kind] for kind in kinds.split())
    steps, _ = told(one_hand(2, 0, trump_time, 4, same_suits), words)
    assert [kind for _, kind, _ in questions(steps)] == kinds.split()
    asked = steps.index(asks(0, "trump", SUITS))
    assert steps[asked + 1] == notes("trump", "C")


@rule("TB-6", "TB-7")
@pytest.mark.parametrize("phase", [1, 3, 4])
def test_late_trump_concerns_phase_2_only(phase: int) -> None:
    before, after = (
        told(one_hand(phase, 0, time, 4, same_suits), "done done")[0] for time in ("before_widow", "after_dealer")
    )
    assert before == after
    assert notes("trump", "H" if phase == 1 else "NT") in before


@rule("TB-17", "TB-18", "TB-R9", "TB-R10")
@pytest.mark.parametrize("preset", PRESETS)
def test_a_game_adds_up(preset: str) -> None:
    for number in range(5):
        steps = game(number, **PRESETS[preset])
        points = [list(map(int, values)) for values in noted(steps, "points")]
        totals = [sum(column) for column in zip(*points, strict=True)]
        assert all(sum(hand) == 0 for hand in points)
        assert len(noted(steps, "trick")) == 13 * len(points)
        assert steps[-1] == Ends(places(totals), tuple(totals), "deals")


@rule("TB-18")
def test_extra_phases() -> None:
    """The dealer takes all tricks of every hand, so after three hands all are level."""
    found = {}
    for top_tie in ("joint", "extra_phase"):
        telling = tribello({**STANDARD, "phases": "4", "first_dealer": "P0", "top_tie": top_tie}, same_suits)
        steps = led(telling, done_or_first)
        found[top_tie] = len(noted(steps, "phase"))
        assert steps[-1] == Ends((1, 1, 1), (0, 0, 0), "deals")
    assert found == {"joint": 3, "extra_phase": 12}


@pytest.mark.slow
@pytest.mark.parametrize("words", [["done"], PACK], ids=["small exchanges", "the whole widow"])
@pytest.mark.parametrize(("preset", "settings"), MIXED)
def test_the_engine_plays_by_the_sheet_with_other_options(
    preset: str, settings: Mapping[str, object], words: Sequence[str]
) -> None:
    assert differences(tribello, GAME, preset, 5, settings, choose_word=often(*words)) == []


@pytest.mark.slow
def test_the_engine_plays_extra_phases() -> None:
    """All are level after every phase, as above."""
    tops = {f"deal {number} pack": " ".join(BY_RANK) for number in range(1, 13)}

    def done(ask: Ask, rng: Random) -> str:
        return "done" if "done" in ask.legal else rng.choice(ask.legal)

    settings = {"top_tie": "extra_phase"}
    ends = [record(GAME, "nullo-only", number, settings, done, tops).steps[-1] for number in range(3)]
    assert ends == [Ends((1, 1, 1), (0, 0, 0), "deals")] * 3
    assert differences(tribello, GAME, "nullo-only", 3, settings, choose_word=done, tops=tops) == []
    # Games of random cards with ties: 238 has two extra phases, 1110 has three.
    for number in (238, 1110):
        assert differences(tribello, GAME, "nullo-only", 1, settings, number, often("done")) == []


@pytest.mark.slow
def test_the_presets_are_those_of_the_sheet() -> None:
    found = {name: options.words() for name, options in GAME.presets.items()}
    assert found == {name: {**STANDARD, **changed} for name, changed in PRESETS.items()}
