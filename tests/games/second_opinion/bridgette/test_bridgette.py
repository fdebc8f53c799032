"""The second opinion on Bridgette: the worked examples of the sheet against it, then it against the engine."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import TypeAlias

import pytest

from arena.games.catalogue import GAMES
from arena.games.kernel import Ask
from tests.games.second_opinion.bridgette import oracle
from tests.games.second_opinion.bridgette.oracle import (
    CONTRACT_POINTS,
    LADDER,
    NO_TRUMP,
    RANGES,
    RANKS,
    Contract,
    answers,
    auction,
    bridgette,
    calls,
    dealer_draws,
    lead_wins,
    leads,
    one_hand,
    play,
    result,
)
from tests.games.second_opinion.oracle import (
    Asks,
    Begins,
    Ends,
    Notes,
    Shows,
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
from tests.games.second_opinion.written_tellings import noted, of_table, told

FewTricks: TypeAlias = Callable[..., tuple[list[Asks], list[int]]]
"""Plays short hands, given both hands and who plays what; returns the questions and the tricks of each seat."""

GAME = GAMES["bridgette"]
PRESETS = ("standard", "strict-jumps", "open-upcard")
OPTIONS = {name: options.words() for name, options in GAME.presets.items()}
STANDARD = OPTIONS["standard"]
MIXED: tuple[tuple[str, Mapping[str, object]], ...] = (
    ("standard", {"first_dealer": "P1", "hands": 2}),
    ("standard", {"colon_vs_colon": "led_loses", "first_dealer": "P0"}),
    ("open-upcard", {"jump_rule": "step", "tie_break": "draw"}),
    ("strict-jumps", {"jump_rule": "level", "hands": 4}),
    ("strict-jumps", {"opening_jump": "free", "hands": 4}),
)
PACK = (*(rank + suit for suit in "SHDC" for rank in reversed(RANKS)), *RANGES)
LOW = "2C 3D 4H 5S 6C 7D 8H 9S TC JD QH KS 2S"
"""Four spades, and three cards of each other suit."""


def low_bids(ask: Ask, rng: Random) -> str:
    """Bid low, so that auctions are long and doubles come up."""
    words = [word for word in ask.legal if word not in LADDER or LADDER.index(word) < 8]
    if ask.kind != "call" or not words or rng.random() < 0.2:
        return rng.choice(ask.legal)
    bids = [word for word in words if word in LADDER]
    return rng.choice([*bids[:1], *(word for word in words if word not in LADDER)])


# Cards and exchange


@pytest.mark.parametrize(
    ("upcard", "count"),
    [
        ("7D", 4),
        ("TS", 4),
        ("2C", 4),
        ("LITTLE", 4),
        ("JC", 8),
        ("QD", 8),
        ("KH", 8),
        ("ROYAL", 8),
        ("AH", 12),
        ("GRAND", 12),
    ],
)
def test_1_the_dealers_draw(upcard: str, count: int) -> None:
    assert dealer_draws(upcard) == count


def with_upcard(upcard: str) -> list[str]:
    """Return the pack in its order but for one card, which is turned up."""
    rest = [card for card in PACK if card != upcard]
    return [*rest[:26], upcard, *rest[26:]]


def exchanged(preset: str, upcard: str) -> list[Step]:
    """Return what comes before the opening if both discard what they drew and seat 1 deals."""
    pack = with_upcard(upcard)
    seen, count = (1 if preset == "open-upcard" else 0), dealer_draws(upcard)
    drawn = [upcard][:seen] + pack[27 : 27 + 2 - seen + count]
    steps, _ = told(one_hand(OPTIONS[preset], pack, 1), " ".join(drawn))
    assert isinstance(steps[-1], Asks) and steps[-1][:2] == (1, "call")
    return [step for step in steps if not isinstance(step, Asks)]


def test_2_the_stock() -> None:
    pack = with_upcard("AC")
    assert exchanged("standard", "AC") == [
        shows({0}, "hand", 0, pack[0:26:2]),
        shows({1}, "hand", 1, pack[1:26:2]),
        shows({0, 1}, "turn-up", None, ["AC"]),
        shows({0}, "drawn", 0, pack[27:29]),
        notes("drawn", 0, 2, 26),
        shows({1}, "drawn", 1, pack[29:41]),
        notes("drawn", 1, 12, 14),
    ]


def test_r1_the_upcard_is_drawn() -> None:
    pack = with_upcard("AC")
    assert exchanged("open-upcard", "AC")[2:] == [
        shows({0, 1}, "turn-up", None, ["AC"]),
        shows({0, 1}, "taken", 0, ["AC"]),
        shows({0}, "drawn", 0, [pack[27]]),
        notes("drawn", 0, 1, 27),
        shows({1}, "drawn", 1, pack[28:40]),
        notes("drawn", 1, 12, 15),
    ]


def test_discards_are_chosen_from_all_cards_and_told_to_nobody() -> None:
    pack = with_upcard("7C")
    steps, _ = told(one_hand(STANDARD, pack, 1), f"{pack[0]} {pack[28]}")
    discards = [step for step in steps if isinstance(step, Asks)]
    fifteen = [*pack[0:26:2], *pack[27:29]]
    assert discards[0] == asks(0, "discard", fifteen, "fact")
    assert discards[1] == asks(0, "discard", fifteen[1:], "fact")
    assert (discards[2].seat, len(discards[2].words)) == (1, 17)


# Auction


def test_3_the_ladder() -> None:
    assert len(LADDER) == len(set(LADDER)) == 36
    assert LADDER[:12] == ("0NT", "1C", "1D", "1H", "1S", "1NT", "2C", "2D", "2H", "2S", "2NT", "3C")
    assert LADDER[-2:] == ("7S", "7NT")


@pytest.mark.parametrize(
    ("hand", "names"),
    [
        pytest.param("AS KS QS 9S 4S TH 8H AD 6D 5D 3C GRAND LITTLE", {"S", "H", "D", NO_TRUMP}, id="4"),
        pytest.param("AS KS QS 9S 4S TH 8H 7H 6H AD 6D 5D ROYAL", {"S", "H", "D"}, id="5"),
        pytest.param("AS KS QS 9S 4S TH 8H 7H 6H 5H GRAND ROYAL LITTLE", {"S", "H"}, id="colons are of no suit"),
    ],
)
def test_what_may_be_opened(hand: str, names: set[str]) -> None:
    words = calls(STANDARD, hand.split(), 0, None)
    assert words == {bid for bid in LADDER if bid[1:] in names}


THREE_AND_THREE = "KS 9S 4S TC 8C 7C AD 6D 5D 3D 2D 9H 5H"
FOUR_SPADES = "KS 9S 4S 2S TC 8C 7C AD 6D 5D 3D 9H 5H"


@pytest.mark.parametrize(
    ("hand", "jump_rule", "legal", "illegal"),
    [
        pytest.param(THREE_AND_THREE, "level", "1S 2C 1NT 7NT 2D 3D 7D", "2S 3C 1H 1C 3H", id="6: a level"),
        pytest.param(FOUR_SPADES, "level", "1S 2S 3S 7S 2H", "3C 3H", id="6: four"),
        pytest.param(THREE_AND_THREE, "step", "1S 1NT 2NT 2D", "2C 2H 2S", id="6: a step"),
    ],
)
def test_6_jumps(hand: str, jump_rule: str, legal: str, illegal: str) -> None:
    words = calls({**STANDARD, "jump_rule": jump_rule}, hand.split(), 1, Contract(0, "1H"))
    assert words >= {*legal.split(), "pass", "double"}
    assert not words & {*illegal.split(), "redouble"}


@pytest.mark.parametrize("jump_rule", ["level", "step"])
@pytest.mark.parametrize(("opening_jump", "levels"), [("free", "1234567"), ("restricted", "1")])
def test_7_the_opening(jump_rule: str, opening_jump: str, levels: str) -> None:
    options = {**STANDARD, "jump_rule": jump_rule, "opening_jump": opening_jump}
    words = calls(options, THREE_AND_THREE.split(), 0, None)
    assert {word for word in words if word[1] == "H"} == {f"{level}H" for level in levels}
    assert {word for word in words if word[1] == "D"} == {f"{level}D" for level in range(1, 8)}
    assert {"0NT", "7NT"} <= words
    assert "pass" not in words


@pytest.mark.parametrize(("jump_rule", "words"), [("level", "1C 1D 1H 1S 1NT"), ("step", "1C 1S 1NT")])
def test_over_0nt_the_one_level_is_no_jump(jump_rule: str, words: str) -> None:
    legal = calls({**STANDARD, "jump_rule": jump_rule}, LOW.split(), 1, Contract(0, "0NT"))
    assert {word for word in legal if word[0] == "1"} == set(words.split())


@pytest.mark.parametrize(
    ("words", "contract"),
    [
        pytest.param("1S pass 2S pass pass", Contract(0, "2S"), id="8: an own raise"),
        pytest.param("1D double 1H pass pass", Contract(0, "1H"), id="9: escape"),
        pytest.param("0NT 1C double redouble", Contract(1, "1C", 2), id="10"),
        pytest.param("1C double pass", Contract(0, "1C", 1), id="21: doubled"),
        pytest.param("1C pass 1D double pass", Contract(0, "1D", 1), id="r7: passes are counted anew"),
        pytest.param("1C double 1D double 1H double redouble", Contract(0, "1H", 2), id="22: doubled in turn"),
        pytest.param("1C 1D pass 2D pass pass", Contract(1, "2D"), id="8: the other's own raise"),
        pytest.param("7NT pass pass", Contract(0, "7NT"), id="nothing is higher"),
    ],
)
def test_the_auction(words: str, contract: Contract) -> None:
    steps, came = told(auction(STANDARD, {0: LOW.split(), 1: LOW.split()}, 0), words)
    assert came == contract
    assert [step.seat for step in steps if isinstance(step, Asks)] == [turn % 2 for turn in range(len(steps))]


def test_who_may_double() -> None:
    hand = LOW.split()
    doubles = {"double", "redouble", "pass"}
    assert calls(STANDARD, hand, 0, Contract(0, "1C")) & doubles == {"pass"}
    assert calls(STANDARD, hand, 1, Contract(0, "1C")) & doubles == {"pass", "double"}
    assert calls(STANDARD, hand, 0, Contract(0, "1C", 1)) & doubles == {"pass", "redouble"}
    assert calls(STANDARD, hand, 0, Contract(0, "7NT")) == {"pass"}
    assert calls(STANDARD, hand, 1, Contract(0, "7NT")) == {"pass", "double"}


# Play


@pytest.mark.parametrize(
    ("hand", "led", "words"),
    [
        pytest.param("2H 5H ROYAL LITTLE", "QH", "2H 5H ROYAL", id="11"),
        pytest.param("2H 5H ROYAL LITTLE 4S", "AH", "2H 5H", id="25: no colon in range"),
        pytest.param("2S 5C GRAND ROYAL", "AH", "2S 5C GRAND", id="26: anything or the colon in range"),
        pytest.param("2S GRAND ROYAL", "7H", "2S", id="26: a colon out of range is not free"),
        pytest.param("GRAND ROYAL", "7C", "GRAND ROYAL", id="15"),
        pytest.param("GRAND LITTLE", "7C", "LITTLE", id="26: one is in range"),
        pytest.param("2H GRAND ROYAL 3S", "LITTLE", "2H GRAND ROYAL 3S", id="30"),
        pytest.param("3H LITTLE", "TH", "3H LITTLE", id="4: T is the ten"),
    ],
)
def test_what_may_be_answered(hand: str, led: str, words: str) -> None:
    assert answers(hand.split(), led) == set(words.split())


@pytest.mark.parametrize(
    ("hand", "barred", "words"),
    [
        pytest.param("9H 3H", "H", "9H 3H", id="12: freed"),
        pytest.param("9H GRAND", "H", "GRAND", id="12: a colon"),
        pytest.param("9H 3S ROYAL", "H", "3S ROYAL", id="29"),
        pytest.param("9H 3S ROYAL", "", "9H 3S ROYAL", id="30"),
    ],
)
def test_what_may_be_led(hand: str, barred: str, words: str) -> None:
    assert leads(hand.split(), barred) == set(words.split())


@pytest.mark.parametrize(
    ("led", "answer", "trump", "wins"),
    [
        pytest.param("LITTLE", "KS", "D", True, id="13"),
        pytest.param("LITTLE", "6S", "D", False, id="13: in range"),
        pytest.param("LITTLE", "KD", "D", False, id="13: a trump"),
        pytest.param("LITTLE", "AS", "D", True, id="13: an ace"),
        pytest.param("LITTLE", "KD", "NT", True, id="13: no trump"),
        pytest.param("LITTLE", "AD", "D", False, id="r14"),
        pytest.param("ROYAL", "JD", "NT", False, id="r13"),
        pytest.param("GRAND", "AD", "NT", False, id="the grand colon"),
        pytest.param("GRAND", "LITTLE", "S", True, id="14"),
        pytest.param("QH", "ROYAL", "S", True, id="11"),
        pytest.param("7C", "GRAND", "S", True, id="15"),
        pytest.param("QH", "KH", "S", False, id="27: higher"),
        pytest.param("QH", "JH", "S", True, id="27: lower"),
        pytest.param("AH", "2S", "S", False, id="27: a trump"),
        pytest.param("2H", "AC", "S", True, id="27: a third suit"),
        pytest.param("2H", "AC", "NT", True, id="27: no trump"),
        pytest.param("2S", "AH", "S", True, id="27: a trump led"),
    ],
)
def test_who_takes_the_trick(led: str, answer: str, trump: str, wins: bool) -> None:
    assert lead_wins(led, answer, trump, "led_wins") is wins


def test_14_the_other_way() -> None:
    assert not lead_wins("GRAND", "LITTLE", "S", "led_loses")
    assert lead_wins("GRAND", "2H", "S", "led_loses")


@pytest.fixture
def few_tricks(monkeypatch: pytest.MonkeyPatch) -> FewTricks:
    def play_out(zero: str, one: str, table: str, bid: str = "1S") -> tuple[list[Asks], list[int]]:
        hands = {0: zero.split(), 1: one.split()}
        monkeypatch.setattr(oracle, "HAND", len(hands[0]))
        steps, tricks = told(play(STANDARD, hands, Contract(0, bid)), of_table(table))
        assert tricks is not None
        return [step for step in steps if isinstance(step, Asks)], tricks

    return play_out


def test_11_and_12_another_suit_must_be_led(few_tricks: FewTricks) -> None:
    asked, tricks = few_tricks("QH 9H GRAND", "2H ROYAL 3C", "0:QH 1:ROYAL  0:GRAND 1:3C  0:9H 1:2H")
    assert asked[:3] == [
        asks(0, "play", ["QH", "9H", "GRAND"]),
        asks(1, "play", ["2H", "ROYAL"]),
        asks(0, "play", ["GRAND"]),
    ]
    assert tricks == [3, 0]


def test_12_a_freed_leader(few_tricks: FewTricks) -> None:
    asked, _ = few_tricks("QH 9H 3H", "2H ROYAL 5H", "0:QH 1:ROYAL  0:9H 1:2H  0:3H 1:5H")
    assert asked[2] == asks(0, "play", ["9H", "3H"])


def test_15_a_colon_out_of_range(few_tricks: FewTricks) -> None:
    asked, tricks = few_tricks("7C 6C", "GRAND ROYAL", "0:7C 1:GRAND  0:6C 1:ROYAL")
    assert asked[1] == asks(1, "play", ["GRAND", "ROYAL"])
    assert tricks == [2, 0]


def test_a_led_colon_that_loses_forbids_nothing(few_tricks: FewTricks) -> None:
    asked, tricks = few_tricks("LITTLE 3H", "6D 7D", "0:LITTLE 1:6D  1:7D 0:3H")
    assert asked[2] == asks(1, "play", ["7D"])
    assert tricks == [0, 2]


# Scores


@pytest.mark.parametrize(
    ("bid", "doubles", "tricks", "scored"),
    [
        pytest.param("4S", 0, 10, [1000, 0], id="16"),
        pytest.param("1C", 0, 10, [500, 0], id="17"),
        pytest.param("1C", 0, 11, [150, 0], id="17: four over"),
        pytest.param("1C", 0, 9, [150, 0], id="17: two over"),
        pytest.param("2NT", 1, 8, [900, 0], id="18: doubled"),
        pytest.param("0NT", 2, 9, [1500, 0], id="18: redoubled"),
        pytest.param("5NT", 0, 11, [1750, 0], id="19: 5NT"),
        pytest.param("6D", 0, 12, [1600, 0], id="19: 6D"),
        pytest.param("6NT", 0, 12, [2300, 0], id="19: 6NT"),
        pytest.param("7C", 0, 13, [2200, 0], id="19: 7C"),
        pytest.param("7NT", 0, 13, [2500, 0], id="19: 7NT"),
        pytest.param("4H", 1, 7, [0, 800], id="20"),
        pytest.param("7S", 2, 6, [0, 4000], id="20: seven short"),
        pytest.param("1NT", 0, 2, [0, 700], id="20: five short"),
        pytest.param("6S", 0, 13, [1500, 0], id="a trick beyond the slam"),
        pytest.param("0NT", 0, 6, [400, 0], id="0NT exactly"),
        pytest.param("3NT", 0, 12, [1100, 0], id="3NT and three over"),
        pytest.param("4D", 0, 10, [500, 0], id="4D is worth less than 3NT"),
    ],
)
def test_what_a_hand_scores(bid: str, doubles: int, tricks: int, scored: list[int]) -> None:
    assert result(Contract(0, bid, doubles), tricks) == scored
    assert result(Contract(1, bid, doubles), tricks) == scored[::-1]


def test_38_somebody_scores_in_every_hand() -> None:
    assert sorted(" ".join(CONTRACT_POINTS.values()).split()) == sorted(LADDER)
    for bid in LADDER:
        for doubles in range(3):
            for tricks in range(14):
                low, high = sorted(result(Contract(0, bid, doubles), tricks))
                assert low == 0 < high


@pytest.fixture
def scored(monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[Step]]:
    """Return what tells a game with given points of each hand."""

    def play_out(*points: tuple[int, int], **settings: str) -> list[Step]:
        left = iter(points)

        def one_hand(*_: object) -> Part[list[int]]:
            yield from ()
            return list(next(left))

        monkeypatch.setattr(oracle, "one_hand", one_hand)
        steps, _ = told(bridgette({**STANDARD, **settings}, lambda _: PACK), "")
        return steps

    return play_out


def dealers(steps: Sequence[Step]) -> str:
    return "".join(step.words["dealer"] for step in steps if isinstance(step, Begins))


SIX = ((1000, 0), (0, 1100), (1350, 0), (0, 1000), (0, 150), (0, 100))


def test_21_a_seventh_hand(scored: Callable[..., list[Step]]) -> None:
    steps = scored(*SIX, (0, 200), first_dealer="P1")
    assert dealers(steps) == "1010101"
    assert steps[-3:] == [
        Begins(7, {"dealer": "1", "scores": "2350,2350", "finished": "6"}),
        notes("scores", 2350, 2550),
        Ends((2, 1), (2350, 2550), "deals"),
    ]


def test_39_six_hands_and_a_draw(scored: Callable[..., list[Step]]) -> None:
    assert scored(*SIX, first_dealer="P0", tie_break="draw")[-1] == Ends((1, 1), (2350, 2350), "deals")
    steps = scored(*SIX[:5], (0, 150), first_dealer="P0")
    assert dealers(steps) == "010101"
    assert steps[-1] == Ends((2, 1), (2350, 2400), "deals")


# A whole hand


def test_a_whole_hand() -> None:
    """Seat 1 deals; all spades are with seat 0, who takes every trick."""
    zero = [card for card in PACK if card[1] == "S"]
    one = [card for card in PACK if card[1] == "H"]
    pack = [card for pair in zip(zero, one, strict=True) for card in pair]
    pack += ["7C", *(card for card in PACK if card not in pack and card != "7C")]
    drawn = " ".join(pack[27:33])
    tricks = "  ".join(f"0:{spade} 1:{heart}" for spade, heart in zip(zero, one, strict=True))
    steps, made = told(one_hand(STANDARD, pack, 1), f"{drawn} 1H 4S pass pass {of_table(tricks)}")
    assert made == [750 + 350, 0]
    assert [step for step in steps if isinstance(step, Notes | Shows)] == [
        shows({0}, "hand", 0, zero),
        shows({1}, "hand", 1, one),
        shows({0, 1}, "turn-up", None, ["7C"]),
        shows({0}, "drawn", 0, pack[27:29]),
        notes("drawn", 0, 2, 26),
        shows({1}, "drawn", 1, pack[29:33]),
        notes("drawn", 1, 4, 22),
        notes("contract", 0, "4S", 1),
        notes("trump", "S"),
        *[notes("trick", 0, 1)] * 13,
        notes("points", 1100, 0),
    ]


# Against the engine


@pytest.mark.slow
@pytest.mark.parametrize(("preset", "settings"), MIXED)
def test_the_engine_plays_by_the_sheet_with_other_options(preset: str, settings: Mapping[str, object]) -> None:
    assert differences(bridgette, GAME, preset, 6, settings) == []


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
def test_long_auctions(preset: str) -> None:
    games = [record(GAME, preset, number, choose_word=low_bids) for number in range(6)]
    assert [difference(bridgette, game) for game in games] == [None] * len(games)
    assert {"2", "4"} & {values[2] for game in games for values in noted(plain(game.steps), "contract")}


def plain(steps: Sequence[Step | str]) -> list[Step]:
    return [step for step in steps if not isinstance(step, str)]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("preset", "other"),
    [
        ("standard", {"hands": "8"}),
        ("standard", {"upcard": "drawn"}),
        ("standard", {"jump_rule": "step"}),
        ("standard", {"opening_jump": "restricted"}),
        ("standard", {"colon_vs_colon": "led_loses"}),
        ("strict-jumps", {"jump_rule": "level"}),
    ],
)
def test_another_rule_would_be_noticed(preset: str, other: Mapping[str, str]) -> None:
    assert notices(bridgette, GAME, preset, other, 8, low_bids)


@pytest.mark.thorough
@pytest.mark.parametrize("preset", PRESETS)
def test_many_long_auctions(preset: str) -> None:
    assert differences(bridgette, GAME, preset, 150, choose_word=low_bids) == []
    for number in range(50):
        game = record(GAME, preset, number, choose_word=low_bids)
        assert difference(bridgette, spoilt(game, Random(number))) is not None


def test_the_presets_are_those_of_the_sheet() -> None:
    assert tuple(GAME.presets) == PRESETS
    assert beyond_first(GAME) == {
        "standard": {},
        "strict-jumps": {"jump_rule": "step", "opening_jump": "restricted"},
        "open-upcard": {"upcard": "drawn"},
    }
