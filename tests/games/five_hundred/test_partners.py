"""Five players: cards called, partners chosen, playing alone."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from arena.games.kernel import Did, Note
from arena.games.kernel.position import Position
from arena.games.parts.finish import Standing
from tests.games.five_hundred.situations import FIVE, deal_after, dealt, gains
from tests.games.situations import asked, at_the_end, legal, notes, shuffles

CHOSEN, EITHER = replace(FIVE, partner_6_7="chosen_player"), replace(FIVE, partner_6_7="either")
ALONE = replace(FIVE, five_alone=True)
HANDS = {1: "AH AD AC KS KH KD KC QS QH QD", "kitty": "QC 2S AS"}


def contract(bid: str, o: object = FIVE, discards: str = "QC 2S AS") -> Position[Standing]:
    """Seat 1 has won the auction, seen thirteen cards, and put three away."""
    return deal_after(f"{bid} pass pass pass pass {discards}", o=o, chance=dealt(FIVE, HANDS))  # type: ignore[arg-type]


@pytest.mark.rule("FH-42", "FH-X40", "FH-R25")
@pytest.mark.parametrize("bid", ["6S", "7H", "7NT"])
def test_six_or_seven_calls_a_high_card_that_was_not_seen(bid: str) -> None:
    position = contract(bid)
    assert (asked(position), legal(position)) == ((1, "call"), "JS JH JD JC")


@pytest.mark.rule("FH-42", "FH-R25")
@pytest.mark.parametrize("seed", range(10))
def test_there_are_always_three_cards_to_call(seed: int) -> None:
    position = deal_after("6S pass pass pass pass", o=FIVE, chance=shuffles(seed))
    while position.ask is not None and position.ask.kind == "discard":
        position.play(Random(seed).choice(position.ask.legal))
    words = legal(position).split()
    assert len(words) >= 3
    assert {word[0] for word in words} <= set("AKQJ")
    assert "JK" not in words


@pytest.mark.rule("FH-43", "FH-85")
def test_the_holder_of_the_called_card_is_known_when_he_plays_it() -> None:
    position = deal_after("6S pass pass pass pass", o=FIVE, chance=shuffles(4))
    while asked(position)[1] == "discard":
        position.play(legal(position).split()[-1])
    called = legal(position).split()[0]
    position.play(called)
    assert position.log[-1] == Did(1, "call", called, "all", 1)
    rng = Random(1)
    while notes(position, "partner") == []:
        assert position.ask is not None
        seat, word = position.ask.seat, rng.choice(position.ask.legal)
        position.play(word)
    assert (notes(position, "partner"), word) == ([(seat,)], called)
    at = position.log.index(Note("partner", (seat,)))
    assert position.log[at - 1] == Did(seat, "play", called, "all", seat)


@pytest.mark.rule("FH-42", "FH-47", "FH-73")
@pytest.mark.parametrize("seed", range(6))
def test_contractor_and_called_partner_share_the_value(seed: int) -> None:
    position = deal_after("6S pass pass pass pass", o=FIVE, chance=shuffles(seed))
    end = at_the_end(position, Random(seed))
    ((partner,),) = notes(end, "partner")
    (tricks,) = notes(end, "points")
    made = int(tricks[1]) + int(tricks[int(partner)]) >= 6
    assert end.result is not None
    for seat, score in enumerate(end.result.scores):
        expected = (40 if made else -40) if seat in {1, partner} else 10 * int(tricks[seat])
        assert score == expected


@pytest.mark.rule("FH-44", "FH-R26")
def test_a_partner_may_be_chosen_openly() -> None:
    position = contract("7H", CHOSEN)
    assert (asked(position), legal(position)) == ((1, "call"), "0 2 3 4")
    position.play("3")
    assert position.log[-1] == Note("partner", (3,))
    assert asked(position) == (1, "play")


@pytest.mark.rule("FH-44", "FH-46", "FH-R26")
def test_either_offers_cards_and_players() -> None:
    assert legal(contract("6S", EITHER)) == "JS JH JD JC 0 2 3 4"
    assert legal(contract("6S", replace(EITHER, five_alone=True))) == "JS JH JD JC 0 2 3 4 alone"
    assert legal(contract("6S", ALONE)) == "JS JH JD JC alone"


@pytest.mark.rule("FH-45", "FH-R27")
@pytest.mark.parametrize("o", [FIVE, CHOSEN])
def test_eight_or_more_names_two_partners(o: object) -> None:
    position = contract("8C", o)
    assert (asked(position), legal(position)) == ((1, "partner"), "0 2 3 4")
    position.play("4")
    assert (asked(position), legal(position)) == ((1, "partner"), "0 2 3")
    position.play("0")
    assert notes(position, "partner") == [(4,), (0,)]
    assert asked(position) == (1, "play")


@pytest.mark.rule("FH-46", "FH-R27")
def test_a_contractor_may_play_alone_if_the_options_say_so() -> None:
    position = contract("6S", ALONE)
    position.play("alone")
    assert asked(position) == (1, "play")
    position = contract("9C", ALONE)
    assert legal(position) == "0 2 3 4 alone"
    position.play("alone")
    assert asked(position) == (1, "play")
    position = contract("9C", ALONE)
    position.play("2")
    assert legal(position) == "0 3 4 alone"
    position.play("alone")
    assert asked(position) == (1, "play")
    assert notes(position, "partner") == [(2,)]


@pytest.mark.rule("FH-46", "FH-47")
@pytest.mark.parametrize("seed", range(3))
def test_a_contractor_alone_needs_the_tricks_himself(seed: int) -> None:
    position = deal_after("6S pass pass pass pass", o=ALONE, chance=shuffles(seed))
    while asked(position)[1] == "discard":
        position.play(legal(position).split()[0])
    position.play("alone")
    end = at_the_end(position, Random(seed))
    (tricks,) = notes(end, "points")
    assert end.result is not None
    assert end.result.scores[1] == (40 if int(tricks[1]) >= 6 else -40)
    assert notes(end, "partner") == []


@pytest.mark.rule("FH-47", "FH-73", "FH-X38")
def test_seven_with_a_called_partner() -> None:
    made = gains(FIVE, "0:7H", (4, 1, 2, 3, 0), partners=[3])
    assert made == (200, 10, 20, 200, 0)
    assert gains(FIVE, "0:7H", (4, 1, 2, 2, 1), partners=[3]) == (-200, 10, 20, -200, 10)


@pytest.mark.rule("FH-45", "FH-68", "FH-73", "FH-X39")
def test_eight_with_two_partners_and_a_slam_with_one() -> None:
    assert gains(FIVE, "2:8C", (2, 1, 5, 1, 1), partners=[0, 4]) == (260, 10, 260, 10, 260)
    assert gains(FIVE, "0:7H", (6, 0, 0, 4, 0), partners=[3]) == (250, 0, 0, 250, 0)
