"""The second opinion on Malilla: the worked examples of the sheet against it, then it against the engine."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

import pytest

from arena.games.catalogue import GAMES
from arena.games.kernel import Ask
from tests.games.second_opinion.malilla import oracle
from tests.games.second_opinion.malilla.oracle import (
    POINTS,
    RANKS,
    Hand,
    best_card,
    dealt,
    malilla,
    playable,
    result,
    tricks,
)
from tests.games.second_opinion.oracle import (
    Begins,
    Ends,
    Notes,
    Recorded,
    Step,
    asks,
    beyond_first,
    difference,
    differences,
    notes,
    notices,
    record,
    shows,
    spoilt,
)
from tests.games.second_opinion.telling import Part
from tests.games.second_opinion.written_tellings import told

GAME = GAMES["malilla"]
PRESETS = ("standard", "table-rules", "cards-only")
MIXED: tuple[tuple[str, Mapping[str, object]], ...] = (
    ("standard", {"target": 10, "first_dealer": "P3"}),
    ("standard", {"target": 200, "first_dealer": "P0"}),
    ("standard", {"max_deals": 2}),
    ("cards-only", {"target": 12, "max_deals": 5}),
    ("cards-only", {"first_dealer": "P2", "target": 100}),
    ("table-rules", {"trick_point": 0, "first_dealer": "P1"}),
)
OPTIONS = {name: options.words() for name, options in GAME.presets.items()}
PACK = [rank + suit for suit in "SHDC" for rank in "AKQJ765432"]


def pack(turn_up: str) -> list[str]:
    return [*(card for card in PACK if card != turn_up), turn_up]


def lawful(number: int, foul: Random | None = None) -> Recorded:
    """Return a game of `table-rules` that is played as if fouls were prevented, up to one foul somewhere if wanted."""
    prevented = record(GAME, "table-rules", number, {"fouls": "prevented"})
    honest = [step for step in prevented.steps if isinstance(step, str)]
    until = foul.randrange(len(honest)) if foul else len(honest)
    turn = iter(range(len(honest)))

    def choose_word(ask: Ask, rng: Random) -> str:
        now = next(turn, until)
        return honest[now] if now < until else rng.choice(ask.legal)

    return record(GAME, "table-rules", number, choose_word=choose_word)


# Cards


def test_1_points() -> None:
    assert sum(POINTS.get(card[0], 0) for card in PACK) == 60
    assert sum(POINTS.values()) == 15
    assert sorted(RANKS) == sorted("AKQJ765432")


@pytest.mark.parametrize(
    ("trick", "winner"),
    [
        pytest.param("AH 7H KH 2H", "7H", id="2: the seven is the highest"),
        pytest.param("7H 2S AH KH", "2S", id="2: the lowest trump"),
        pytest.param("6C 7H AD 2C", "6C", id="nobody follows higher"),
        pytest.param("AS 2H 7S 6S", "7S", id="trumps"),
    ],
)
def test_who_takes_the_trick(trick: str, winner: str) -> None:
    assert trick.split()[best_card(trick.split(), "S")] == winner


def test_7_the_deal() -> None:
    hands = dealt(PACK, 3)
    assert hands[0][:3] == ["AS", "7S", "3S"]
    assert hands[3][-1] == PACK[-1]
    assert {seat: len(hand) for seat, hand in hands.items()} == dict.fromkeys(range(4), 10)


# Play


@pytest.mark.parametrize(
    ("trump", "led", "trick", "hand", "words"),
    [
        pytest.param("S", "H", "QH", "KH JH 7H", "KH 7H", id="9: follow and beat"),
        pytest.param("S", "H", "QH", "JH 2H", "JH 2H", id="9: nothing beats"),
        pytest.param("S", "H", "7H 2H", "AH 3H", "AH 3H", id="10: the partner is winning"),
        pytest.param("S", "H", "7H 2H", "3S 4C", "3S 4C", id="10: no need to trump"),
        pytest.param("S", "D", "AD", "3S 7C KC", "3S", id="11: must trump"),
        pytest.param("S", "D", "AD JS", "6S QS 4C", "QS", id="12: must overtrump"),
        pytest.param("S", "D", "AD JS", "6S 4C", "6S 4C", id="12: cannot"),
        pytest.param("S", "D", "4D 2S", "7D 3D", "7D 3D", id="13: following under a trump"),
        pytest.param("S", "DH", "4D KD 2D", "7C 7H 5C", "7H 5C", id="14: a seven held back"),
        pytest.param("D", "H", "AH", "7C 7S", "7C 7S", id="15: the waiver"),
        pytest.param("D", "H", "AH", "7C 2C", "2C", id="15: no waiver"),
        pytest.param("D", "HC", "AH", "7C 2C", "7C 2C", id="R7: the suit was led"),
        pytest.param("D", "H", "AH 2C", "7C 3S", "3S", id="16: thrown off is not led"),
        pytest.param("S", "", "", "7C 2H", "7C 2H", id="17: a seven may be led"),
        pytest.param("S", "D", "4D KD 2D", "7S 3C", "7S 3C", id="the trump seven is free"),
        pytest.param("S", "D", "AD 3D 2S", "AS 4C", "AS", id="the opponent on the right has trumped"),
        pytest.param("S", "S", "JS", "7S AS 2S KH", "7S AS", id="a trump lead"),
    ],
)
def test_what_may_be_played(trump: str, led: str, trick: str, hand: str, words: str) -> None:
    assert playable(hand.split(), trick.split(), led, trump) == set(words.split())


def test_18_a_foul() -> None:
    hands = {0: ["AD"], 1: ["3S", "7C", "KC"], 2: ["6D"], 3: ["5D"]}
    steps, hand = told(tricks(OPTIONS["table-rules"], hands, 0, "S"), "AD KC")
    assert hand == Hand((0, 0), (0, 0), 1)
    assert steps == [asks(0, "play", ["AD"]), asks(1, "play", ["3S", "7C", "KC"]), notes("foul", 1, "KC")]
    hands[0] = ["AD"]
    assert told(tricks(OPTIONS["standard"], hands, 0, "S"), "AD")[0][-1] == asks(1, "play", ["3S"])


@pytest.mark.parametrize(("preset", "worth"), [("standard", 11), ("cards-only", 10)])
def test_5_the_trick_has_a_point_of_its_own(preset: str, worth: int) -> None:
    hands = {0: ["AD"], 1: ["KD"], 2: ["QD"], 3: ["JD"]}
    steps, hand = told(tricks(OPTIONS[preset], hands, 0, "S"), "AD KD QD JD")
    assert steps[-1] == notes("trick", 0, worth)
    assert hand == Hand((worth, 0), (1, 0))


# Scores


@pytest.mark.parametrize(
    ("taken", "won", "trick_point", "scored"),
    [
        pytest.param((44, 26), (6, 4), "1", [9, 0], id="7"),
        pytest.param((35, 35), (5, 5), "1", [0, 0], id="7: equal"),
        pytest.param((36, 34), (5, 5), "1", [1, 0], id="7: one"),
        pytest.param((0, 70), (0, 10), "1", [0, 35], id="8: capote"),
        pytest.param((33, 27), (5, 5), "0", [3, 0], id="19"),
        pytest.param((30, 30), (5, 5), "0", [0, 0], id="equal without trick points"),
        pytest.param((60, 0), (10, 0), "0", [35, 0], id="capote without trick points"),
        pytest.param((60, 0), (9, 1), "0", [30, 0], id="all points but no capote"),
    ],
)
def test_the_result_of_a_hand(
    taken: tuple[int, int], won: tuple[int, int], trick_point: str, scored: list[int]
) -> None:
    assert result(Hand(taken, won), trick_point) == scored


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[Step]]:
    """Return what tells a game with given turn-ups and the points of side A, or the side that commits a foul."""

    def play(*hands: tuple[str, int | str], preset: str = "standard", **settings: str) -> list[Step]:
        left = iter(hands)

        def tricks(*_: object) -> Part[Hand]:
            yield from ()
            a = next(left)[1]
            if isinstance(a, str):
                return Hand((0, 0), (0, 0), "AB".index(a))
            return Hand((a, 70 - a), {70: (10, 0), 0: (0, 10)}.get(a, (5, 5)))

        monkeypatch.setattr(oracle, "tricks", tricks)
        packs = {f"deal {number} pack": pack(turn_up) for number, (turn_up, _) in enumerate(hands, 1)}
        options = {**OPTIONS[preset], "first_dealer": "P3", **settings}
        steps, _ = told(malilla(options, packs.__getitem__), "")
        return [step for step in steps if isinstance(step, Begins | Notes | Ends) and step[0] != "trump"]

    return play


def begins(number: int, dealer: int, scores: str) -> Begins:
    return Begins(number, {"dealer": str(dealer), "scores": scores, "finished": str(number - 1)})


def test_3_the_bonus(played: Callable[..., list[Step]]) -> None:
    assert played(("KD", 35), ("6D", 62), ("2D", 70)) == [
        begins(1, 3, "0,0"),
        notes("bonus", 1, 3),
        notes("points", 35, 35),
        notes("scores", 0, 3),
        begins(2, 0, "0,3"),
        notes("points", 62, 8),
        notes("scores", 27, 3),
        begins(3, 1, "27,3"),
        notes("points", 70, 0),
        notes("scores", 62, 3),
        Ends((1, 2), (62, 3), "target"),
    ]


def to_31(played: Callable[..., list[Step]], *last: tuple[str, int]) -> list[Step]:
    """Return the end of a game in which A has 30 and B 31 before dealer 1 deals."""
    steps = played(("2D", 65), ("2D", 4), *last)
    return steps[steps.index(begins(3, 1, "30,31")) + 1 :]


def test_4_abeyance(played: Callable[..., list[Step]]) -> None:
    assert to_31(played, ("AC", 36)) == [
        notes("abeyance", 1, 4),
        notes("points", 36, 34),
        notes("bonus", 1, 4),
        notes("scores", 31, 35),
        Ends((2, 1), (31, 35), "target"),
    ]


def test_5_abeyance_lost(played: Callable[..., list[Step]]) -> None:
    assert to_31(played, ("AC", 42)) == [
        notes("abeyance", 1, 4),
        notes("points", 42, 28),
        notes("scores", 37, 31),
        Ends((1, 2), (37, 31), "target"),
    ]


def test_r10_abeyance_not_needed(played: Callable[..., list[Step]]) -> None:
    assert to_31(played, ("AC", 30))[-1] == Ends((2, 1), (30, 36), "target")


def test_6_no_abeyance(played: Callable[..., list[Step]]) -> None:
    steps = to_31(played, ("KC", 35), ("2C", 70))
    assert steps[:2] == [notes("bonus", 1, 3), notes("points", 35, 35)]
    assert begins(4, 2, "30,34") in steps


def test_23_a_foul_costs_the_game(played: Callable[..., list[Step]]) -> None:
    steps = played(("7D", "B"), preset="table-rules")
    assert steps[1:] == [notes("bonus", 1, 5), notes("scores", 0, 5), Ends((1, 2), (0, 5), "foul")]
    assert played(("2D", "A"), preset="table-rules")[-1] == Ends((2, 1), (0, 0), "foul")


@pytest.mark.parametrize(("a", "places"), [(36, (1, 2)), (35, (1, 1)), (34, (2, 1))])
def test_20_the_limit(played: Callable[..., list[Step]], a: int, places: tuple[int, int]) -> None:
    end = played(("2D", a), max_deals="1")[-1]
    assert isinstance(end, Ends)
    assert (end.places, end.reason) == (places, "limit")


def test_7_the_beginning_of_a_hand() -> None:
    steps, _ = told(malilla({**OPTIONS["standard"], "first_dealer": "P3"}, lambda _: pack("KD")), "")
    hands = dealt(pack("KD"), 3)
    assert steps == [
        begins(1, 3, "0,0"),
        *(shows({seat}, "hand", seat, hands[seat]) for seat in range(4)),
        shows(range(4), "turn-up", 3, ["KD"]),
        notes("trump", "D"),
        notes("bonus", 1, 3),
        asks(0, "play", hands[0]),
    ]


# Against the engine


@pytest.mark.slow
@pytest.mark.parametrize(("preset", "settings"), MIXED)
def test_the_engine_plays_by_the_sheet_with_other_options(preset: str, settings: Mapping[str, object]) -> None:
    assert differences(malilla, GAME, preset, 8, settings) == []


@pytest.mark.slow
def test_lawful_games_where_fouls_are_punished() -> None:
    """Players at random commit a foul at once, so these games go on without one."""
    for number in range(10):
        game = lawful(number)
        assert difference(malilla, game) is None
        end = game.steps[-1]
        assert isinstance(end, Ends) and end.reason == "target"


@pytest.mark.slow
def test_late_fouls() -> None:
    for number in range(20):
        game = lawful(number, Random(number))
        assert difference(malilla, game) is None


@pytest.mark.slow
def test_errors_planted_in_lawful_games_are_noticed() -> None:
    for number in range(20):
        game = lawful(number)
        assert difference(malilla, spoilt(game, Random(number))) is not None


@pytest.mark.thorough
def test_many_lawful_games_and_late_fouls() -> None:
    for number in range(300):
        for foul in (None, Random(number)):
            assert difference(malilla, lawful(number, foul)) is None


@pytest.mark.slow
@pytest.mark.parametrize(
    ("preset", "other"),
    [("standard", {"trick_point": "0"}), ("cards-only", {"target": "34"}), ("standard", {"fouls": "punished"})],
)
def test_another_rule_would_be_noticed(preset: str, other: Mapping[str, str]) -> None:
    assert notices(malilla, GAME, preset, other, 40)


def test_the_presets_are_those_of_the_sheet() -> None:
    assert tuple(GAME.presets) == PRESETS
    assert beyond_first(GAME) == {
        "standard": {},
        "table-rules": {"fouls": "punished"},
        "cards-only": {"trick_point": "0"},
    }
