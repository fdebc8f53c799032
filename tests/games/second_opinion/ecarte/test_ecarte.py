"""The second opinion on Écarté: the worked examples of the sheet against it, then it against the engine.

Examples have dealer 0 and trump hearts unless they say otherwise, as on the sheet.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from arena.games.catalogue import GAMES
from tests.games.second_opinion.ecarte.oracle import (
    PACK,
    bound_seats,
    captures,
    dealt,
    ecarte,
    exchange,
    for_tricks,
    obligatory,
    one_deal,
    playable,
    stake,
    talk,
)
from tests.games.second_opinion.oracle import Asks, Begins, Ends, Step, asks, differences, notes, shows
from tests.games.second_opinion.telling import Part
from tests.games.second_opinion.written_tellings import questions, told

STANDARD = {"first_dealer": "P0", "deal_packets": "three_two", "target": "5", "obligatory_hands": "off"}
PRESETS = ("standard", "casino", "strict")
MIXED: tuple[tuple[str, Mapping[str, object]], ...] = (
    ("standard", {"deal_packets": "two_three", "first_dealer": "P1"}),
    ("standard", {"target": 3, "first_dealer": "P0"}),
    ("standard", {"obligatory_hands": "P1", "target": 21}),
    ("casino", {"deal_packets": "two_three", "target": 21}),
    ("casino", {"first_dealer": "P1", "target": 3}),
    ("strict", {"first_dealer": "P0", "deal_packets": "two_three", "target": 8}),
    ("strict", {"obligatory_hands": "off", "first_dealer": "P1"}),
)


def cards(words: str) -> list[str]:
    return words.split()


def pack(elder: str, dealer: str, turn_up: str, stock: str = "") -> list[str]:
    """Return a whole pack that deals these hands in threes and twos."""
    e, d = elder.split(), dealer.split()
    top = [*e[:3], *d[:3], *e[3:], *d[3:], turn_up, *stock.split()]
    assert len(e) == len(d) == 5
    assert len(set(top)) == len(top)
    return top + [card for card in PACK if card not in top]


# Whole deals


def test_1_the_deal() -> None:
    hands, turn_up, stock = dealt(PACK, 0, "three_two")
    assert (hands[1], hands[0]) == (cards("KS QS JS 8S 7S"), cards("AS TS 9S KH QH"))
    assert (turn_up, stock[:3], len(stock)) == ("JH", ["AH", "TH", "9H"], 21)

    hands, turn_up, stock = dealt(PACK, 0, "two_three")
    assert [sorted(hand) for hand in hands] == [sorted(cards("JS AS 7S KH QH")), sorted(cards("KS QS TS 9S 8S"))]
    assert (turn_up, stock[0], len(stock)) == ("JH", "AH", 21)


TURNED = pack("KS QS 8S 7S 7H", "JS AS KC QC 8H", "KD")


def test_2_a_turned_king() -> None:
    steps, _ = told(one_deal(STANDARD, TURNED, 0, (2, 4)), "")
    assert steps[2:] == [
        shows({0, 1}, "turn-up", None, ["KD"]),
        notes("trump", "D"),
        notes("king", 0),
        asks(1, "propose", {"play", "propose"}),
    ]


def test_2_a_turned_king_that_wins() -> None:
    steps, points = told(one_deal(STANDARD, TURNED, 0, (4, 4)), "")
    assert (steps[-1], points) == (notes("king", 0), (1, 0))
    assert stake(4) == 1


def test_11_marking_comes_before_the_first_card() -> None:
    dealing = pack("9S 8S 8D 7D 7C", "KH QS JS 8C 9D", "7H")
    steps, _ = told(one_deal(STANDARD, dealing, 0, (0, 0)), "play 9S mark")
    assert steps[-4:] == [
        asks(0, "king", {"hide", "mark"}, "nobody"),
        shows({0, 1}, "king", 0, ["KH"]),
        notes("king", 0),
        asks(0, "play", {"QS", "JS"}),
    ]


def test_11_a_hidden_king_is_not_asked_for_again() -> None:
    dealing = pack("9S 8S 8D 7D 7C", "KH QS JS 8C 9D", "7H")
    steps, points = told(one_deal(STANDARD, dealing, 0, (0, 0)), "play 9S hide QS JS 8S KH 7D 8C 7C 9D 8D")
    assert [step for step in questions(steps) if step[1] == "king"] == [(0, "king", "hide mark")]
    assert not [step for step in steps if not isinstance(step, Asks) and step[0] == "king"]
    assert points == (2, 0)


def test_12_marking_wins_at_once() -> None:
    dealing = pack("KH 8S 8D 7D 7C", "9S QS JS 8C 9D", "7H")
    steps, points = told(one_deal(STANDARD, dealing, 0, (2, 4)), "play mark")
    assert steps[-3:] == [
        asks(1, "king", {"hide", "mark"}, "nobody"),
        shows({0, 1}, "king", 1, ["KH"]),
        notes("king", 1),
    ]
    assert points == (0, 1)
    assert stake(2) == 2


def test_17_the_vole_after_an_exchange_with_the_king() -> None:
    dealing = pack("7S 8S 9S 7D 8D", "KH QH JH AH 7C", "9H", "TS TH")
    words = "propose accept exchange play 8S mark AH KH TS QH 9S JH 7D TH 8D"
    steps, points = told(one_deal(STANDARD, dealing, 0, (0, 0)), words.replace("exchange", "7S done 7C done"))
    assert points == (3, 0)
    assert steps.count(notes("trick", 0, 1)) == 5


def test_18_the_bonus_with_the_king() -> None:
    dealing = pack("KS KD KC QC JC", "KH QH JH 7S 7D", "9H")
    words = "play KS mark 7S KD 7D KC KH QH QC JH JC"
    _, points = told(one_deal(STANDARD, dealing, 0, (3, 2)), words)
    assert points == (3, 0)
    assert stake(2) == 2


def test_20_the_longest_game() -> None:
    """The same pack for every deal: elder stands each time and makes three tricks, so the points alternate."""
    dealing = pack("KS KD KC 7C 8C", "7S 7D QC JC AC", "9H")
    draws = {f"deal {number} pack": dealing for number in range(1, 10)}
    words = "play KS 7S KD 7D KC AC 7C QC JC 8C " * 9
    steps, _ = told(ecarte(STANDARD, draws.__getitem__), words)

    begun = [step for step in steps if isinstance(step, Begins)]
    assert [step.number for step in begun] == list(range(1, 10))
    assert begun[0].words == {"dealer": "0", "scores": "0,0", "finished": "0"}
    assert begun[1].words == {"dealer": "1", "scores": "0,1", "finished": "1"}
    assert begun[8].words == {"dealer": "0", "scores": "4,4", "finished": "8"}
    assert steps[-3:] == [
        notes("points", 0, 1),
        notes("scores", 4, 5),
        Ends((2, 1), (4, 5), "target", {"stake": "1"}),
    ]


def test_23_the_full_deal() -> None:
    top = cards("JD 9C AD KS QH 8S KD KC 8H 8C AS TH 9S QS 9H TC")
    dealing = top + [card for card in PACK if card not in top]
    words = "propose accept 9C AD JD done 8H 8C done play KC mark TC 9S KS 9H TH KD 8S QH QS"
    draws: dict[str, Sequence[object]] = {"first-dealer": [0, 1], "deal 1 pack": dealing, "deal 2 pack": dealing}
    steps, _ = told(ecarte({**STANDARD, "first_dealer": "random"}, draws.__getitem__), words)

    elder, dealer = cards("JD 9C AD KD KC"), cards("KS QH 8S 8H 8C")
    assert steps == [
        Begins(1, {"dealer": "0", "scores": "0,0", "finished": "0"}),
        shows({0}, "hand", 0, dealer),
        shows({1}, "hand", 1, elder),
        shows({0, 1}, "turn-up", None, ["AS"]),
        notes("trump", "S"),
        asks(1, "propose", {"play", "propose"}),
        asks(0, "answer", {"accept", "refuse"}),
        asks(1, "exchange", elder, "fact"),
        asks(1, "exchange", {"JD", "AD", "KD", "KC", "done"}, "fact"),
        asks(1, "exchange", {"JD", "KD", "KC", "done"}, "fact"),
        asks(1, "exchange", {"KD", "KC", "done"}, "fact"),
        shows({1}, "drawn", 1, {"TH", "9S", "QS"}),
        notes("drawn", 1, 3, 18),
        asks(0, "exchange", dealer, "fact"),
        asks(0, "exchange", {"KS", "QH", "8S", "8C", "done"}, "fact"),
        asks(0, "exchange", {"KS", "QH", "8S", "done"}, "fact"),
        shows({0}, "drawn", 0, {"9H", "TC"}),
        notes("drawn", 0, 2, 16),
        asks(1, "propose", {"play", "propose"}),
        asks(1, "play", {"KD", "KC", "TH", "9S", "QS"}),
        asks(0, "king", {"mark", "hide"}, "nobody"),
        shows({0, 1}, "king", 0, ["KS"]),
        notes("king", 0),
        asks(0, "play", {"TC"}),
        notes("trick", 1, 1),
        asks(1, "play", {"KD", "TH", "9S", "QS"}),
        asks(0, "play", {"KS"}),
        notes("trick", 0, 1),
        asks(0, "play", {"QH", "8S", "9H"}),
        asks(1, "play", {"TH"}),
        notes("trick", 1, 1),
        asks(1, "play", {"KD", "QS"}),
        asks(0, "play", {"8S"}),
        notes("trick", 0, 1),
        asks(0, "play", {"QH"}),
        asks(1, "play", {"QS"}),
        notes("trick", 1, 1),
        notes("points", 1, 1),
        notes("scores", 1, 1),
        Begins(2, {"dealer": "1", "scores": "1,1", "finished": "1"}),
        shows({0}, "hand", 0, elder),
        shows({1}, "hand", 1, dealer),
        shows({0, 1}, "turn-up", None, ["AS"]),
        notes("trump", "S"),
        asks(0, "propose", {"play", "propose"}),
    ]


# Counting


@pytest.mark.parametrize(
    ("tricks", "obliged", "points"),
    [
        pytest.param((3, 2), 1, (2, 0), id="3: elder stands and takes two"),
        pytest.param((5, 0), 1, (2, 0), id="3: elder stands and takes none"),
        pytest.param((2, 3), 1, (0, 1), id="4: elder stands and takes three"),
        pytest.param((1, 4), 1, (0, 1), id="elder stands and takes four"),
        pytest.param((0, 5), 1, (0, 2), id="4: elder stands and takes all"),
        pytest.param((2, 3), 0, (0, 2), id="5: the dealer refuses and takes two"),
        pytest.param((4, 1), 0, (1, 0), id="5: the dealer refuses and takes four"),
        pytest.param((1, 4), None, (0, 1), id="6: refused after an exchange, elder takes four"),
        pytest.param((5, 0), None, (2, 0), id="17: the dealer's vole after an exchange"),
    ],
)
def test_points_for_tricks(tricks: tuple[int, int], obliged: int | None, points: tuple[int, int]) -> None:
    assert for_tricks(tricks, obliged) == points


@pytest.mark.parametrize(("loser", "times"), [(0, 3), (1, 2), (2, 2), (3, 1), (4, 1)])
def test_19_stakes(loser: int, times: int) -> None:
    assert stake(loser) == times


# Talk and exchange


def talking(
    words: str, stock: str, *, bound: set[int] | None = None, dealer: int = 0
) -> tuple[list[Step], int | None, bool]:
    """Let seat 0 hold spades and seat 1 diamonds, and return what is told, who is obliged, and whether it is over."""
    hands = [[f"{rank}{suit}" for rank in "KJT97"] for suit in "SD"]

    def all_of_it() -> Part[tuple[int | None]]:
        obliged = yield from talk(bound or set(), hands, stock.split(), "H", dealer)
        return (obliged,)

    steps, outcome = told(all_of_it(), words)
    return steps, outcome[0] if outcome else None, outcome is not None


@pytest.mark.parametrize(
    ("words", "obliged"),
    [
        pytest.param("play", 1, id="3: elder stands"),
        pytest.param("propose refuse", 0, id="5: the dealer refuses"),
        pytest.param("propose accept 7D done 7S done propose refuse", None, id="6: a refusal after an exchange"),
        pytest.param("propose accept 7D done 7S done play", None, id="standing after an exchange"),
    ],
)
def test_who_is_obliged(words: str, obliged: int | None) -> None:
    assert talking(words, "8C 9C TC")[1:] == (obliged, True)


def test_7_the_words_of_an_exchange() -> None:
    steps, _ = told(exchange(1, cards("KS 9D 8D 7C AH"), list(PACK[:21])), "7C")
    assert questions(steps) == [(1, "exchange", "7C 8D 9D AH KS"), (1, "exchange", "8D 9D AH KS done")]


def test_8_the_stock_runs_out() -> None:
    steps, obliged, over = talking("propose accept 7D 9D TD", "7C 8C 9C")
    assert steps[-2:] == [shows({1}, "drawn", 1, {"7C", "8C", "9C"}), notes("drawn", 1, 3, 0)]
    assert (obliged, over) == (None, True)


def test_9_a_short_stock() -> None:
    steps, obliged, over = talking("propose accept 7D 9D done 7S 9S", "7C 8C 9C TC")
    assert steps[-2:] == [shows({0}, "drawn", 0, {"9C", "TC"}), notes("drawn", 0, 2, 0)]
    assert (obliged, over) == (None, True)

    steps, _, over = talking("propose accept 7D 9D done 7S done", "7C 8C 9C TC")
    assert questions(steps)[-2:] == [(0, "exchange", "9S JS KS TS done"), (1, "propose", "play propose")]
    assert not over


def test_10_never_the_turn_up() -> None:
    dealing = pack("KS QS JS 8S 7S", "AS TS 9S KH QH", "JH")
    words = "propose accept KS QS JS 8S 7S AS TS 9S KH QH propose accept AH TH 9H 8H 7H KD QD JD AD TD"
    drawn = "propose accept 9D"
    steps, _ = told(one_deal(STANDARD, dealing, 0, (0, 0)), f"{words} {drawn}")
    told_drawn = [step for step in steps if not isinstance(step, Asks) and step[0] == "drawn"]
    assert told_drawn == [notes("drawn", *rest) for rest in ((1, 5, 16), (0, 5, 11), (1, 5, 6), (0, 5, 1), (1, 1, 0))]
    seen = {card for step in steps if getattr(step, "kind", "") == "drawn" for card in getattr(step, "cards", ())}
    assert seen == set(dealing[11:])
    assert questions(steps)[-1][:2] == (1, "play")


def test_21_the_casino_rule() -> None:
    for hand, words in (("9H 7H QS 8S 7D", "play"), ("9H 7H JS 8S 7D", "play propose")):
        steps, _ = told(talk(bound_seats("P0"), [hand.split(), cards("KS QD JD 8C 7C")], ["AC"], "H", 1), "")
        assert questions(steps) == [(0, "propose", words)]


def test_22_the_casino_rule_for_the_dealer() -> None:
    hands = [cards("TH 9H 7H 8D 7C"), cards("KS QS 8C 9C AC")]
    steps, _ = told(talk(bound_seats("P0"), hands, ["TC", "JC", "KC"], "H", 0), "propose")
    assert questions(steps) == [(1, "propose", "play propose"), (0, "answer", "refuse")]


def test_22_after_an_exchange_there_is_no_restriction() -> None:
    hands = [cards("TH 9H 7S 8D 7C"), cards("KS QS 8C 9C AC")]
    words = "propose accept AC done 7S done propose"
    steps, _ = told(talk(bound_seats("both"), hands, ["TC", "7H", "KC"], "H", 0), words)
    assert obligatory(hands[0], "H")
    assert questions(steps)[-2:] == [(1, "propose", "play propose"), (0, "answer", "accept refuse")]


# Play


@pytest.mark.parametrize(
    ("led", "hand", "words"),
    [
        pytest.param("AS", "JS TS 9S KH 8D", "JS", id="13: only the jack beats the ace"),
        pytest.param("QS", "JS TS 9S KH 8D", "JS TS 9S", id="13: none beats the queen"),
        pytest.param("KC", "JS TS 9S KH 8D", "KH", id="13: a trump for want of clubs"),
        pytest.param("KC", "8D 7D", "8D 7D", id="13: neither"),
        pytest.param("9H", "TH 8H KS", "TH", id="15: higher"),
        pytest.param("9H", "8H KS", "8H", id="15: only lower"),
        pytest.param("9H", "KS QD", "KS QD", id="15: no trump"),
        pytest.param("KC", "QH 7H AS", "QH 7H", id="16: any trump"),
        pytest.param("", "QH 7H AS", "QH 7H AS", id="a lead"),
    ],
)
def test_what_may_be_played(led: str, hand: str, words: str) -> None:
    assert playable(hand.split(), led, "H") == set(words.split())


@pytest.mark.parametrize(
    ("led", "answer", "taken"),
    [
        pytest.param("AD", "JD", True, id="14: the jack beats the ace"),
        pytest.param("AD", "TD", False, id="14: the ace beats the ten"),
        pytest.param("KC", "7H", True, id="a trump"),
        pytest.param("7C", "KD", False, id="another suit"),
        pytest.param("7H", "KS", False, id="not a trump on a trump"),
        pytest.param("QH", "KH", True, id="a higher trump"),
    ],
)
def test_what_takes_a_trick(led: str, answer: str, taken: bool) -> None:
    assert captures(answer, led, "H") is taken


# Jeux de règle


@pytest.mark.parametrize(
    "hand",
    [
        "TH 9H 7H 8D 7C",
        "9H 7H KS TS 8D",
        "9H 7H QS 8S 7C",
        "9H 7H TD 9D 8D",
        "7H KS QS JS 7D",
        "7H QS 9S 8S 7D",
        "7H QS 8S QD 7D",
        "KS QS JS QD 7C",
        # Not on the sheet's list:
        "AH TH 9H 8H 7H",
        "KH QH 9H 8H 7S",
        "9H 7H KS 8D 7D",  # a king and a void, the king alone
        "7H KS 9S 8S 7D",  # EC-R16
        "7H KS 8S QD 7D",  # EC-R16
        "7H KS TS KC 7C",  # EC-R16
        "7H QS 9S 8S 7S",
        "KS KD KC QC 7S",
    ],
)
def test_obligatory_hands(hand: str) -> None:
    assert obligatory(hand.split(), "H")


@pytest.mark.parametrize(
    "hand",
    [
        "9H 7H KS TD 8C",
        "9H 7H JS 8S 7D",
        "9H 7H QS 8D 7C",
        "7H KS QS JD TC",
        "7H JS TS 9S 8S",
        "KS QS JS AD 7C",
        # Not on the sheet's list:
        "9H 7H AS 8D 7D",  # a void without a king
        "7H KS QD JC 7C",
        "7H KS 8S JD 7D",
        "AS TS 9S 8S 7S",
    ],
)
def test_other_hands(hand: str) -> None:
    assert not obligatory(hand.split(), "H")


# The engine


@pytest.mark.slow
@pytest.mark.parametrize(("preset", "settings"), MIXED)
def test_the_engine_tells_the_same_with_mixed_options(preset: str, settings: Mapping[str, object]) -> None:
    assert differences(ecarte, GAMES["ecarte"], preset, 10, settings) == []
