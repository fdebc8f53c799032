"""The second opinion on Twenty-Five: the worked examples of the sheet against it, then it against the engine."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import pytest

from arena.games.catalogue import GAMES
from tests.games.second_opinion.oracle import (
    Asks,
    Begins,
    Ends,
    Notes,
    Step,
    asks,
    beyond_first,
    differences,
    notes,
    notices,
    shows,
)
from tests.games.second_opinion.telling import Part
from tests.games.second_opinion.twenty_five import oracle
from tests.games.second_opinion.twenty_five.oracle import (
    PLAIN,
    Pay,
    Table,
    best_card,
    places,
    playable,
    scored_tricks,
    three_tricks,
    trumps_of,
    twenty_five,
)
from tests.games.second_opinion.written_tellings import told

GAME = GAMES["twenty-five"]
PRESETS = (
    "standard",
    "single-points",
    "spoil-five",
    "spoil-five-plain",
    "spoil-points",
    "forty-five",
    "forty-five-bonus",
)
MIXED: tuple[tuple[str, Mapping[str, object]], ...] = (
    ("standard", {"players": 10, "first_dealer": "P9", "joker": "on", "joker_rank": "second"}),
    ("standard", {"players": 3, "deal_packets": "two_three", "sweep_wins": "on", "target": 100}),
    ("single-points", {"target": 12, "best_trump_bonus": "on", "joker": "on", "players": 4}),
    ("spoil-five", {"players": 3, "ante": 5, "refill": "all", "rounds": 5}),
    ("spoil-five", {"joker": "on", "joker_rank": "second", "players": 7, "rounds": 1}),
    ("spoil-five-plain", {"refill": "all", "ante": 20, "players": 4}),
    ("spoil-points", {"players": 3, "max_deals": 6, "unit": 5}),
    ("spoil-points", {"players": 3, "target": 2, "joker": "on"}),
    ("forty-five-bonus", {"joker_rank": "second", "players": 3}),
    ("forty-five-bonus", {"joker_rank": "second", "target": 10, "unit": 1}),
)
OPTIONS = {name: options.words() for name, options in GAME.presets.items()}


def trumps(trump: str) -> tuple[str, ...]:
    return trumps_of(trump, "third")


def table(players: int = 5) -> Table:
    return Table(0, [[] for _ in range(players)], "8D", trumps("D"), 1, [0] * players)


@pytest.fixture
def taken(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Return what fixes who takes the tricks, so that no cards need to be played."""

    def install(*winners: int) -> None:
        left = iter(winners)

        def trick(table: Table, points: int) -> Part[int]:
            winner = next(left)
            table.tricks[winner] += 1
            yield notes("trick", winner, points)
            return winner

        monkeypatch.setattr(oracle, "trick", trick)

    return install


@pytest.fixture
def paid(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Return what fixes what comes of each deal for the pool."""

    def install(*outcomes: Pay) -> None:
        left = iter(outcomes)

        def three_tricks(table: Table, *, may_jink: bool) -> Part[Pay]:
            yield from ()
            return next(left)

        monkeypatch.setattr(oracle, "three_tricks", three_tricks)

    return install


# Cards


@pytest.mark.parametrize(
    ("trump", "joker", "words"),
    [
        ("H", "off", "5H JH AH KH QH TH 9H 8H 7H 6H 4H 3H 2H"),
        ("D", "off", "5D JD AH AD KD QD TD 9D 8D 7D 6D 4D 3D 2D"),
        ("S", "off", "5S JS AH AS KS QS 2S 3S 4S 6S 7S 8S 9S TS"),
        ("C", "off", "5C JC AH AC KC QC 2C 3C 4C 6C 7C 8C 9C TC"),
        ("D", "third", "5D JD JK AH AD KD QD TD 9D 8D 7D 6D 4D 3D 2D"),
        ("D", "second", "5D JK JD AH AD KD QD TD 9D 8D 7D 6D 4D 3D 2D"),
    ],
)
def test_5_the_order_of_the_trumps(trump: str, joker: str, words: str) -> None:
    assert trumps_of(trump, joker) == tuple(words.split())


def test_plain_suits() -> None:
    assert PLAIN["D"] == "KQJT98765432A"
    assert PLAIN["H"] == "KQJT98765432"
    assert PLAIN["S"] == PLAIN["C"] == "KQJA23456789T"


@pytest.mark.parametrize(
    ("trump", "cards", "winner"),
    [
        pytest.param("C", "JC 5C AH AC KC", "5C", id="1: the five"),
        pytest.param("S", "AS AH KS", "AH", id="2: the ace of hearts above the ace of trumps"),
        pytest.param("S", "AH JS", "JS", id="2: and below the jack"),
        pytest.param("H", "KH AH", "AH", id="2: hearts"),
        pytest.param("S", "TS 2S 3S", "2S", id="3: low in black"),
        pytest.param("S", "2S QS", "QS", id="3: below the queen"),
        pytest.param("D", "2C AC", "AC", id="3: the black ace"),
        pytest.param("D", "9C 3C", "3C", id="3: a plain black suit"),
        pytest.param("D", "AC JC", "JC", id="3: the plain jack"),
        pytest.param("D", "2D TD", "TD", id="4: high in red"),
        pytest.param("S", "AD 2D", "2D", id="4: the red ace is last"),
        pytest.param("S", "9D TD", "TD", id="4: a plain red suit"),
        pytest.param("S", "4D 5D", "5D", id="4: a plain five"),
        pytest.param("S", "4H 5H", "5H", id="4: plain hearts"),
        pytest.param("S", "4H KD KC", "4H", id="nobody follows"),
    ],
)
def test_who_takes_the_trick(trump: str, cards: str, winner: str) -> None:
    trick = cards.split()
    assert trick[best_card(trick, trumps(trump))] == winner


@pytest.mark.parametrize(
    ("trump", "led", "hand", "words"),
    [
        pytest.param("D", "9C", "KC 4D 7S", "KC 4D", id="6: follow or trump"),
        pytest.param("D", "9C", "4D 7S", "4D 7S", id="6: void"),
        pytest.param("D", "9C", "AH KC", "AH KC", id="6: the ace of hearts is a trump"),
        pytest.param("C", "KH", "AH 7S", "AH 7S", id="7: void in plain hearts"),
        pytest.param("C", "KH", "AH 3H 7S", "AH 3H", id="7: a plain heart"),
        pytest.param("S", "2S", "JS 9C 4D", "JS 9C 4D", id="8: the jack reneges"),
        pytest.param("S", "2S", "JS 5S 9C", "JS 5S 9C", id="8: jack and five"),
        pytest.param("S", "2S", "JS 7S 9C", "JS 7S", id="8: another trump"),
        pytest.param("S", "2S", "AH 9C", "AH 9C", id="8: the ace of hearts"),
        pytest.param("S", "JS", "AH 9C", "AH", id="9: lower than the lead"),
        pytest.param("S", "JS", "5S 9C", "5S 9C", id="9: the five"),
        pytest.param("S", "JS", "5S AH 9C", "5S AH", id="9: one bound trump"),
        pytest.param("S", "5S", "JS 9C", "JS", id="9: against the five"),
        pytest.param("S", "6S", "JS 9C", "JS 9C", id="10: only the lead counts"),
        pytest.param("D", "AH", "JK 9C", "JK 9C", id="11: the joker"),
        pytest.param("D", "JD", "JK 9C", "JK", id="11: below the jack"),
        pytest.param("D", "3D", "9C 8S", "9C 8S", id="no trump"),
        pytest.param("S", "TS", "AS 9C", "AS", id="the ace of trumps is not privileged"),
        pytest.param("S", None, "5S JS 9C", "5S JS 9C", id="R11: a lead"),
    ],
)
def test_what_may_be_played(trump: str, led: str | None, hand: str, words: str) -> None:
    assert playable(hand.split(), led, trumps(trump)) == set(words.split())


# Scores


def test_16_the_target_in_mid_deal(taken: Callable[..., None]) -> None:
    taken(2)
    steps, outcome = told(scored_tricks(OPTIONS["standard"], table(), [20, 15, 20, 0, 5]), "")
    assert outcome == ([0, 0, 5, 0, 0], 2, "target")
    assert steps == [notes("trick", 2, 5)]


def test_17_single_points(taken: Callable[..., None]) -> None:
    taken(0, 0)
    outcome = told(scored_tricks(OPTIONS["single-points"], table(), [3, 4, 2, 0, 1]), "")[1]
    assert outcome == ([2, 0, 0, 0, 0], 0, "target")


def test_18_forty_five(taken: Callable[..., None]) -> None:
    taken(1, 2, 1)
    outcome = told(scored_tricks(OPTIONS["forty-five"], table(), [0, 35, 0, 0, 0]), "")[1]
    assert outcome == ([0, 10, 5, 0, 0], 1, "target")


def test_18_a_sweep_that_reaches_the_target(taken: Callable[..., None]) -> None:
    taken(1, 1, 1, 1, 1)
    outcome = told(scored_tricks(OPTIONS["forty-five-bonus"], table(), [40, 20, 0, 0, 0]), "")[1]
    assert outcome == ([0, 25, 0, 0, 0], 1, "sweep")


def test_18_the_sweep(taken: Callable[..., None]) -> None:
    taken(1, 1, 1, 1, 1)
    dealing = table()
    dealing.seen["AH"] = 1
    steps, outcome = told(scored_tricks(OPTIONS["forty-five-bonus"], dealing, [40, 5, 0, 0, 0]), "")
    assert outcome == ([0, 25, 0, 0, 0], 1, "sweep")
    assert steps == [notes("trick", 1, 5)] * 5
    assert places((40, 30, 0, 0, 0), 1) == (2, 1, 3, 3, 3)


@pytest.mark.parametrize(
    ("before", "outcome"),
    [
        pytest.param(0, ([5, 5, 0, 15, 0], None, ""), id="19: the joker"),
        pytest.param(30, ([5, 5, 0, 15, 0], 3, "target"), id="the bonus wins"),
    ],
)
def test_19_the_highest_trump(
    taken: Callable[..., None], before: int, outcome: tuple[list[int], int | None, str]
) -> None:
    taken(1, 3, 3, 0, 4)
    dealing = table()
    dealing.seen |= {"AH": 1, "JK": 3, "AD": 0, "KD": 2}
    points = [*outcome[0][:4], 5]
    steps, found = told(scored_tricks(OPTIONS["forty-five-bonus"], dealing, [0, 0, 0, before, 0]), "")
    assert found == (points, *outcome[1:])
    assert steps[-1] == notes("best-trump", 3)


def test_19_no_trump_no_bonus(taken: Callable[..., None]) -> None:
    taken(1, 3, 3, 0, 4)
    steps, found = told(scored_tricks(OPTIONS["forty-five-bonus"], table(), [0, 0, 0, 30, 0]), "")
    assert found == ([5, 5, 0, 10, 5], None, "")
    assert steps[-1] == notes("trick", 4, 5)


def test_20_the_third_trick_ends_the_deal(taken: Callable[..., None]) -> None:
    taken(0, 0, 1, 1, 2)
    steps, pay = told(three_tricks(table(), may_jink=False), "")
    assert (steps[-1], pay) == (notes("spoilt"), Pay(None))
    taken(4, 0, 4, 4)
    steps, pay = told(three_tricks(table(), may_jink=False), "")
    assert (steps[-1], pay) == (notes("trick", 4, 1), Pay(4))


@pytest.mark.parametrize(
    ("winners", "said", "pay"),
    [
        pytest.param([2, 2, 2, 2, 2], "jink", Pay(2, jinked=True), id="22: all five"),
        pytest.param([2, 2, 2, 0], "jink", Pay(None), id="22: the fourth is lost"),
        pytest.param([2, 2, 2, 2, 0], "jink", Pay(None), id="the fifth is lost"),
        pytest.param([2, 2, 2], "stop", Pay(2), id="stop"),
        pytest.param([2, 2, 0, 2], "", Pay(2), id="22: tricks 1, 2, 4"),
    ],
)
def test_22_jink(taken: Callable[..., None], winners: Sequence[int], said: str, pay: Pay) -> None:
    taken(*winners)
    steps, outcome = told(three_tricks(table(), may_jink=True), said)
    assert outcome == pay
    assert [step for step in steps if isinstance(step, Asks)] == [asks(2, "jink", {"stop", "jink"})] * bool(said)
    assert (steps[-1] == notes("spoilt")) == (pay.taker is None)


def session(players: int, **settings: str) -> list[Step]:
    """Return what is told of pots, balances and the end of a session; nobody turns an ace."""
    dealing = [f"{rank}{suit}" for rank in "23456789TJQKA" for suit in "SHDC"]
    options = {**OPTIONS["spoil-five"], "players": str(players), "first_dealer": "P0", **settings}
    steps, _ = told(twenty_five(options, lambda _: dealing), "")
    return [step for step in steps if isinstance(step, Ends) or step[0] in {"pot", "scores"}]


def test_21_the_pool(paid: Callable[..., None]) -> None:
    paid(Pay(None), Pay(3), *[Pay(0)] * 3)
    assert session(5, rounds="1")[:6] == [
        notes("pot", 5, 1, 1, 1, 1, 1),
        notes("scores", -1, -1, -1, -1, -1),
        notes("pot", 6, 0, 1, 0, 0, 0),
        notes("pot", 0, 0, 0, 0, -6, 0),
        notes("scores", -1, -2, -1, 5, -1),
        notes("pot", 5, 1, 1, 1, 1, 1),
    ]


def test_22_the_jink_is_paid(paid: Callable[..., None]) -> None:
    paid(Pay(2, jinked=True), *[Pay(0)] * 4)
    assert session(5, rounds="1")[1:3] == [notes("pot", 0, 1, 1, -9, 1, 1), notes("scores", -2, -2, 8, -2, -2)]


def test_32_what_is_left_is_divided(paid: Callable[..., None]) -> None:
    paid(*[Pay(None)] * 3)
    assert session(3, rounds="1")[-4:] == [
        notes("pot", 5, 0, 0, 1),
        notes("pot", 0, -1, -1, -1),
        notes("scores", 0, -1, -1),
        Ends((1, 2, 2), (0, -1, -1), "deals"),
    ]
    paid(*[Pay(None)] * 3)
    assert session(3, rounds="1", refill="all")[-4:] == [
        notes("pot", 9, 1, 1, 1),
        notes("pot", 0, -3, -3, -3),
        notes("scores", 0, 0, 0),
        Ends((1, 1, 1), (0, 0, 0), "deals"),
    ]


# Whole deals


def whole(preset: str, top: str, answers: str, settings: Mapping[str, str]) -> list[Step]:
    options = {**OPTIONS[preset], **settings}
    pack = [f"{rank}{suit}" for suit in "SHDC" for rank in "AKQJT98765432"] + ["JK"] * (options["joker"] == "on")
    cards = top.split()
    dealing = cards + [card for card in pack if card not in cards]
    return told(twenty_five(options, lambda _: dealing), answers)[0]


PACK_23 = "KD AS KC 3S TD QH 4S AC 8H JC 7H JS 2S 6S 3C 5S JD TH 3D JH 7C 2C 9C 3H AH 7S"
TRICKS_23 = "KC TD 7C 2C 6S  2S 7S 3S 4S 9C  AH 5S TH 8H JS  KD 3D AC 7H 3C  AS QH JH JC 3H"


def test_23_the_full_deal() -> None:
    steps = whole("standard", PACK_23, f"rob JD {TRICKS_23}", {"first_dealer": "P0"})
    everybody = range(5)
    assert steps[:13] == [
        Begins(1, {"dealer": "0", "scores": "0,0,0,0,0", "finished": "0"}),
        shows({0}, "hand", 0, ["2S", "6S", "3C", "3H", "AH"]),
        shows({1}, "hand", 1, ["KD", "AS", "KC", "5S", "JD"]),
        shows({2}, "hand", 2, ["3S", "TD", "QH", "TH", "3D"]),
        shows({3}, "hand", 3, ["4S", "AC", "8H", "JH", "7C"]),
        shows({4}, "hand", 4, ["JC", "7H", "JS", "2C", "9C"]),
        shows(everybody, "turn-up", None, ["7S"]),
        notes("trump", "S"),
        asks(1, "rob", {"rob", "leave"}, "nobody"),
        notes("rob", 1),
        shows(everybody, "right", 1, ["AS"]),
        shows(everybody, "taken", 1, ["7S"]),
        asks(1, "discard", ["KD", "AS", "KC", "5S", "JD"], "fact"),
    ]
    assert steps[13] == asks(1, "play", ["KD", "AS", "KC", "5S", "7S"])
    assert asks(4, "play", ["JC", "7H", "JS", "9C"]) in steps  # he reneges the jack
    assert asks(1, "play", {"5S", "AS"}) in steps
    tricks = [step.values for step in steps if isinstance(step, Notes) and step[0] == "trick"]
    assert tricks == [("0", "5"), ("0", "5"), ("1", "5"), ("1", "5"), ("1", "5")]
    assert notes("points", 10, 15, 0, 0, 0) in steps
    assert Begins(2, {"dealer": "1", "scores": "10,15,0,0,0", "finished": "1"}) in steps


def test_21_and_23_the_pool() -> None:
    steps = whole("spoil-five", PACK_23, f"rob JD {TRICKS_23}", {"first_dealer": "P0"})
    assert steps[:2] == [
        Begins(1, {"dealer": "0", "scores": "0,0,0,0,0", "finished": "0"}),
        notes("pot", 5, 1, 1, 1, 1, 1),
    ]
    at = steps.index(notes("pot", 0, 0, -5, 0, 0, 0))
    assert steps[at - 1 : at + 4] == [
        notes("trick", 1, 1),
        notes("pot", 0, 0, -5, 0, 0, 0),
        notes("scores", -1, 4, -1, -1, -1),
        Begins(2, {"dealer": "1", "scores": "-1,4,-1,-1,-1", "finished": "1"}),
        notes("pot", 5, 1, 1, 1, 1, 1),
    ]


def test_24_the_full_deal_with_a_joker() -> None:
    top = "7H JC 3S 5D KH 5C 4S 9H 3H 9S JK 2C 8S 9D AD 3D"
    answers = "9S 8S rob 3H 3D  9H 7H KH  5D 9D JK  5C AD JC  4S 3S 2C"
    settings = {"first_dealer": "P0", "players": "3"}
    steps = whole("forty-five", top, answers, settings)
    assert asks(0, "discard", ["4S", "9H", "3H", "9D", "AD"], "fact") in steps
    assert asks(0, "play", ["4S", "9D", "AD", "3D"]) in steps
    assert asks(1, "play", {"JK"}) in steps
    assert notes("points", 10, 5, 10) in steps
    steps = whole("forty-five-bonus", top, answers, settings)
    assert notes("best-trump", 2) in steps
    assert notes("points", 10, 5, 15) in steps


def test_13_and_15_the_dealer_takes_the_joker_and_robs() -> None:
    top = "7H JC 3S 5D KH 5C 4S 9H 3H 9S 2H 2C 8S 9D AD JK AC"
    steps = whole("forty-five", top, "4S rob JK", {"first_dealer": "P0", "players": "3"})
    assert steps[4:] == [
        shows(range(3), "turn-up", None, ["JK"]),
        shows(range(3), "taken", 0, ["JK"]),
        asks(0, "discard", ["4S", "9H", "3H", "9D", "AD"], "fact"),
        shows(range(3), "turn-up", None, ["AC"]),
        notes("trump", "C"),
        asks(0, "rob", {"rob", "leave"}, "nobody"),
        notes("rob", 0),
        shows(range(3), "taken", 0, ["AC"]),
        asks(0, "discard", ["JK", "9H", "3H", "9D", "AD"], "fact"),
        asks(1, "play", ["7H", "JC", "3S", "9S", "2H"]),
    ]


def test_14_the_ace_of_hearts_gives_the_right_only_in_hearts() -> None:
    top = "AH JC 3S 5D KH 5C 4S 8H 3H 9S 2H 2C 8S 9D AD"
    settings = {"first_dealer": "P0", "players": "3"}
    assert whole("standard", f"{top} 9H", "", settings)[-1] == asks(1, "rob", {"rob", "leave"}, "nobody")
    assert whole("standard", f"{top} 9C", "", settings)[-1] == asks(1, "play", ["AH", "JC", "3S", "9S", "2H"])


# Against the engine


@pytest.mark.slow
@pytest.mark.parametrize(("preset", "settings"), MIXED)
def test_the_engine_plays_by_the_sheet_with_other_options(preset: str, settings: Mapping[str, object]) -> None:
    assert differences(twenty_five, GAME, preset, 6, settings) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("preset", "other"),
    [
        ("standard", {"deal_packets": "two_three"}),
        ("standard", {"unit": "1"}),
        ("forty-five", {"joker_rank": "second"}),
        ("forty-five", {"best_trump_bonus": "on"}),
        ("spoil-five", {"jink": "off"}),
        ("spoil-five", {"refill": "all"}),
        ("spoil-five-plain", {"ante": "2"}),
    ],
)
def test_another_rule_would_be_noticed(preset: str, other: Mapping[str, str]) -> None:
    assert notices(twenty_five, GAME, preset, other, 20)


def test_the_presets_are_those_of_the_sheet() -> None:
    assert tuple(GAME.presets) == PRESETS
    assert beyond_first(GAME) == {
        "standard": {},
        "single-points": {"unit": "1"},
        "spoil-five": {"scoring": "pool", "jink": "on"},
        "spoil-five-plain": {"scoring": "pool"},
        "spoil-points": {"scoring": "deals", "unit": "1"},
        "forty-five": {"target": "45", "joker": "on"},
        "forty-five-bonus": {"target": "45", "joker": "on", "best_trump_bonus": "on", "sweep_wins": "on"},
    }
