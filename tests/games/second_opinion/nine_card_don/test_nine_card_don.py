"""The second opinion on Nine-Card Don: the worked examples of the sheet, and random games of the engine."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from random import Random
from typing import TypeVar

import pytest

from arena.games.catalogue import GAMES
from arena.games.kernel.options import choose
from tests.games.second_opinion.nine_card_don.oracle import (
    RANKS,
    best,
    first_pitcher,
    game_count,
    game_points,
    hand,
    legal,
    nine_card_don,
    places,
    worth,
)
from tests.games.second_opinion.oracle import (
    Asks,
    Begins,
    Ends,
    Notes,
    Shows,
    Step,
    asks,
    differences,
    notes,
    record,
    shows,
)

T = TypeVar("T")

STANDARD = {
    "first_pitcher": "draw",
    "pitcher_choice": "drawer",
    "hand_size": "9",
    "partner_blind": "on",
    "target": "121",
    "max_deals": "200",
}
PRESETS: dict[str, dict[str, str]] = {
    "standard": {},
    "thirteen-card": {"hand_size": "13"},
    "choose-pitcher": {"pitcher_choice": "ask"},
}
PACK = [rank + suit for suit in "SHDC" for rank in RANKS]
EVERYBODY = {0, 1, 2, 3}


def run(telling: Generator[Step, str, T], answer: Callable[[Asks], str]) -> tuple[list[Step], T]:
    """Return all that is told, and what comes of it."""
    told: list[Step] = []
    word: str | None = None
    while True:
        try:
            step = next(telling) if word is None else telling.send(word)
        except StopIteration as end:
            return told, end.value
        told.append(step)
        word = answer(step) if isinstance(step, Asks) else None


def cards_in_turn(cards: str) -> Callable[[Asks], str]:
    """Return an answer to each question: the cards as they are written, each of which must be allowed."""
    left = cards.split()

    def answer(ask: Asks) -> str:
        assert left[0] in ask.words
        return left.pop(0)

    return answer


def first_allowed(ask: Asks) -> str:
    return min(ask.words)


def pack_of(hands: Sequence[str], first: int) -> list[str]:
    """Return a pack that deals these hands of seats 0 to 3, the rest below them."""
    held = [text.split() for text in hands]
    dealt = [held[(first + i) % 4][turn] for turn in range(len(held[0])) for i in range(4)]
    assert len(set(dealt)) == len(dealt)
    return dealt + [card for card in PACK if card not in dealt]


def of_kind(steps: Sequence[Step], kind: str) -> list[Step]:
    return [step for step in steps if isinstance(step, Notes | Shows | Asks) and step.kind == kind]


def shuffled(name: str) -> list[str]:
    return Random(name).sample(PACK, 52)


def random_game(options: dict[str, str], seed: int) -> list[Step]:
    rng = Random(seed)
    steps, _ = run(
        nine_card_don(STANDARD | options, lambda name: shuffled(f"{seed} {name}")),
        lambda ask: rng.choice(sorted(ask.words)),
    )
    return steps


# The worked examples.


def test_example_1_equal_ranks_draw_again() -> None:
    steps, pitcher = run(first_pitcher(STANDARD, {"draw": ["KH", "KC", "7D", "TS", "2S"]}.__getitem__), first_allowed)

    assert pitcher == 1
    assert steps == [
        shows(EVERYBODY, "draw", 0, ["KH"]),
        shows(EVERYBODY, "draw", 1, ["KC"]),
        shows(EVERYBODY, "draw", 0, ["7D"]),
        shows(EVERYBODY, "draw", 1, ["TS"]),
    ]


@pytest.mark.parametrize(("word", "pitcher"), [("self", 1), ("left", 2), ("partner", 3), ("right", 0)])
def test_the_higher_drawer_may_choose_anybody(word: str, pitcher: int) -> None:
    options = STANDARD | {"pitcher_choice": "ask"}
    steps, found = run(first_pitcher(options, {"draw": ["QH", "AC"]}.__getitem__), lambda _: word)

    assert found == pitcher
    assert steps[-1] == asks(1, "pitcher", {"self", "partner", "left", "right"})


@pytest.mark.parametrize("choice", ["drawer", "ask"])
def test_a_named_pitcher_needs_no_draw(choice: str) -> None:
    steps = random_game({"first_pitcher": "P0", "pitcher_choice": choice, "max_deals": "1"}, 3)

    assert steps[0] == Begins(1, {"dealer": "3", "scores": "0,0", "finished": "0"})


def test_example_2_the_pitcher_deals_next() -> None:
    steps = random_game({"first_pitcher": "P1", "max_deals": "3", "target": "500"}, 1)

    assert [step.words["dealer"] for step in steps if isinstance(step, Begins)] == ["0", "1", "2"]
    leads = [next(s for s in steps[at:] if isinstance(s, Asks)) for at, s in enumerate(steps) if isinstance(s, Begins)]
    assert [lead.seat for lead in leads] == [1, 2, 3]


def test_example_3_the_first_card_makes_trump() -> None:
    pack = pack_of(["2S 3S 4S", "9C 5S 6S", "7S 8S 9S", "TS JS QS"], 1)
    steps, _ = run(hand(STANDARD | {"hand_size": "3"}, pack, 1, (0, 0)), lambda ask: max(ask.words, key="9C".__eq__))

    assert of_kind(steps, "trump") == [notes("trump", "C")]


@pytest.mark.parametrize(
    ("trick", "trump", "leader", "winner", "points"),
    [
        pytest.param("9C AC 5C JC", "C", 1, 2, 24, id="example 4"),
        pytest.param("KS 5S 2S 9S", "H", 0, 0, 5, id="example 5"),
        pytest.param("5D AD 5H QH", "H", 3, 2, 17, id="example 6"),
        pytest.param("TS 8S 3S 2S", "S", 0, 0, 0, id="example 7"),
        pytest.param("2D AS KH AC", "C", 0, 3, 4, id="one small trump is enough"),
        pytest.param("2D AS KH QC", "H", 0, 2, 3, id="a king of trumps"),
        pytest.param("2D AS KH AC", "S", 2, 3, 4, id="trump from another suit"),
        pytest.param("5D 5S 5H 5C", "C", 0, 3, 25, id="four fives"),
        pytest.param("9D 3D TD 9H", "S", 1, 3, 0, id="nines and tens that are no trumps"),
    ],
)
def test_who_takes_a_trick_and_what_it_scores(trick: str, trump: str, leader: int, winner: int, points: int) -> None:
    cards = trick.split()

    assert (leader + best(cards, trump)) % 4 == winner
    assert worth(cards, trump) == points


def test_example_7_a_ten_of_trumps_counts_for_game() -> None:
    assert game_count(["TS", "8S", "3S", "2S"]) == 10


def test_example_8_game() -> None:
    assert game_count(["AS", "KS", "TS", "TD", "JC"]) == 28
    assert game_count(["AH", "AD", "QS", "JH", "TC"]) == 21
    assert game_points(28, 21) == (8, 0)
    assert game_points(21, 28) == (0, 8)


def test_example_9_equal_sums_score_nothing() -> None:
    assert game_points(24, 24) == (0, 0)


def test_example_10_the_game_ends_in_play() -> None:
    hands = ["9D 2S 3S 4S 6S 7S 8S 9S TS", "2D 2H 3H 4H 6H 7H 8H 9H TH"]
    hands += ["3D 2C 3C 4C 6C 7C 8C 9C TC", "4D JS QS KS AS JH QH KH AH"]
    steps, gained = run(hand(STANDARD, pack_of(hands, 0), 0, (113, 119)), cards_in_turn("9D 2D 3D 4D"))

    assert gained == (9, 0)
    assert steps[-1] == notes("trick", 0, 9)


def test_example_11_who_comes_first() -> None:
    hands = ["TS 9S AH KH 2D AD KD QD JD", "2S 6S 2H 6H 3D 7C 8C 9C TC"]
    hands += ["3S 7S 3H 7H 4D JC QC KC AC", "4S 8S KS 4H 8H 2C 3C 4C 6C"]
    plays = "TS 2S 3S 4S  AH 2H 3H 4H  9S 6S 7S 8S  KH 6H 7H 8H  2D 3D 4D KS"
    steps, gained = run(hand(STANDARD, pack_of(hands, 0), 0, (110, 118)), cards_in_turn(plays))

    assert gained == (9, 3)
    tricks = [(0, 0), (0, 0), (0, 9), (0, 0), (3, 3)]
    assert of_kind(steps, "trick") == [notes("trick", winner, points) for winner, points in tricks]
    assert of_kind(steps, "game") == []


def test_example_12_game_points_decide() -> None:
    hands = ["TS 8S AH KH AD KD AC KC QC", "2S 6S 2H 3H 2D 3D 2C 3C 4C"]
    hands += ["3S 7S 4H 6H 4D 6D 6C 7C 8C", "4S 7H 8H 7D 8D 9C TC 9H 9D"]
    plays = "TS 2S 3S 4S  8S 6S 7S 9H  AH 2H 4H 7H  KH 3H 6H 8H  AD 2D 4D 7D  KD 3D 6D 8D"
    plays += " AC 2C 6C 9C  KC 3C 7C TC  QC 4C 8C 9D"
    steps, gained = run(hand(STANDARD, pack_of(hands, 0), 0, (115, 117)), cards_in_turn(plays))

    assert gained == (8, 0)
    assert of_kind(steps, "game") == [notes("game", 10 + 7 + 7 + 4 + 3 + 2 + 10, 0)]


def test_example_12_with_a_tie_another_hand_follows() -> None:
    hands = ["TS 8S AH KH AD 6D 6C 7C 8C", "2S 6S 2H 3H 2D KD AC KC JC"]
    hands += ["3S 7S 4H 6H 4D 3D 2C 3C 4C", "4S 7H 8H 7D 8D 9C TC 9H 9D"]
    plays = "TS 2S 3S 4S  8S 6S 7S 9H  AH 2H 4H 7H  KH 3H 6H 8H  AD 2D 4D 7D  6D KD 3D 8D"
    plays += " AC 2C 9C 6C  KC 3C TC 7C  JC 4C 9D 8C"
    answer = cards_in_turn(plays)
    pack = pack_of(hands, 0)
    telling = nine_card_don(STANDARD | {"first_pitcher": "P0", "target": "11"}, lambda _: pack)
    steps: list[Step] = []
    step = next(telling)
    while not (isinstance(step, Begins) and step.number == 2):
        steps.append(step)
        step = telling.send(answer(step)) if isinstance(step, Asks) else next(telling)

    assert steps[-3:] == [notes("game", 21, 21), notes("points", 0, 0), notes("scores", 0, 0)]
    assert step == Begins(2, {"dealer": "0", "scores": "0,0", "finished": "1"})


def test_example_13_follow() -> None:
    assert legal(["5D", "5C"], ["4D"]) == ["5D"]
    assert legal(["5C", "2S"], ["4D"]) == ["5C", "2S"]
    assert legal(["5C", "2S"], []) == ["5C", "2S"]
    assert legal(["5D", "5C"], ["4D", "AC"]) == ["5D"]


@pytest.mark.parametrize("pitcher", range(4))
def test_example_14_the_partner_sees_the_hand_after_the_first_lead(pitcher: int) -> None:
    pack = shuffled("blind")
    steps, _ = run(hand(STANDARD, pack, pitcher, (0, 0)), first_allowed)
    partner = (pitcher + 2) % 4
    of_seat = {(pitcher + i) % 4: pack[i:36:4] for i in range(4)}
    seen = [shows({seat}, "hand", seat, of_seat[seat]) for seat in range(4) if seat != partner]

    lead = min(of_seat[pitcher])
    assert steps[:6] == [
        *seen,
        asks(pitcher, "play", of_seat[pitcher]),
        notes("trump", lead[1]),
        shows({partner}, "hand", partner, of_seat[partner]),
    ]
    assert len(of_kind(steps, "hand")) == 4


def test_all_hands_are_seen_at_once_if_the_partner_is_not_blind() -> None:
    pack = shuffled("not blind")
    steps, _ = run(hand(STANDARD | {"partner_blind": "off"}, pack, 2, (0, 0)), first_allowed)

    assert steps[:4] == [shows({seat}, "hand", seat, pack[(seat - 2) % 4 : 36 : 4]) for seat in range(4)]
    assert len(of_kind(steps, "hand")) == 4


def test_example_15_everything() -> None:
    hands = ["AS KS QS JS TS 9S 8S 7S 6S", "5H 2S 2H 3H 4H 6H 7H 8H 9H"]
    hands += ["5S 5D AH KH QH JH TH 2D 3D", "5C 3S 4S 2C 3C 4C 6C 7C 8C"]
    order = {card: at for at, card in enumerate(hands[0].split())}
    steps, gained = run(
        hand(STANDARD, pack_of(hands, 0), 0, (0, 0)), lambda ask: min(ask.words, key=lambda card: order.get(card, 9))
    )

    assert gained == (29 + 15 + 8, 0)
    assert [step.values[0] for step in of_kind(steps, "trick") if isinstance(step, Notes)] == ["0"] * 9


# Whole games that the sheet itself tells.


@pytest.mark.parametrize(
    "options", [*PRESETS.values(), {"partner_blind": "off"}, {"target": "500", "max_deals": "4"}, {"target": "11"}]
)
def test_random_games_add_up(options: dict[str, str]) -> None:
    for seed in range(20):
        steps = random_game(options, seed)
        end = steps[-1]
        assert isinstance(end, Ends)
        points = [tuple(map(int, step.values)) for step in of_kind(steps, "points") if isinstance(step, Notes)]
        assert end.scores == tuple(map(sum, zip(*points, strict=True)))
        assert (end.reason == "target") == (max(end.scores) >= int((STANDARD | options)["target"]))
        assert len(of_kind(steps, "hand")) == 4 * len(points)


def test_equal_scores_share_the_place() -> None:
    assert [places(3, 3), places(4, 3), places(3, 4)] == [(1, 1), (1, 2), (2, 1)]


# The engine.

MIXED: list[tuple[str, dict[str, object]]] = [
    ("standard", {"partner_blind": "off"}),
    ("standard", {"first_pitcher": "P3", "target": 11}),
    ("standard", {"max_deals": 1}),
    ("standard", {"first_pitcher": "P0", "pitcher_choice": "ask", "max_deals": 2, "target": 500}),
    ("thirteen-card", {"partner_blind": "off", "first_pitcher": "P1", "target": 500}),
    ("thirteen-card", {"pitcher_choice": "ask", "target": 45, "max_deals": 3}),
    ("choose-pitcher", {"partner_blind": "off", "hand_size": 13, "target": 60}),
    ("choose-pitcher", {"target": 30, "max_deals": 1}),
]


@pytest.mark.slow
def test_the_presets_are_those_of_the_sheet() -> None:
    game = GAMES["nine-card-don"]

    found = {name: dict(choose(preset, {}).words()) for name, preset in game.presets.items()}
    assert found == {name: STANDARD | words for name, words in PRESETS.items()}


@pytest.mark.slow
@pytest.mark.parametrize(("preset", "settings"), MIXED)
def test_the_engine_agrees_with_other_options(preset: str, settings: dict[str, object]) -> None:
    assert differences(nine_card_don, GAMES["nine-card-don"], preset, 8, settings) == []


@pytest.mark.slow
def test_every_pack_is_whole() -> None:
    recorded = record(GAMES["nine-card-don"], "standard", 0)

    assert all(sorted(map(str, pack)) == sorted(PACK) for pack in recorded.draws.values())
