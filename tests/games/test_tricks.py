"""Tricks: following, winning, and entering in the middle."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.games.cards import pack
from arena.games.kernel import Ask, Card, Note, Seat
from arena.games.position import Position
from arena.games.tricks import Ranking, Trick, follow_suit, ranking, tricks, winning
from tests.games.toy import ToyOptions

PACK = pack("AKQJ")
PLAIN = ranking(PACK, None)
HEARTS = ranking(PACK, "H")
BOWER = Ranking("S", {**HEARTS.suit, "JC": "S"}, {**ranking(PACK, "S").power, "JC": 99})
"""Spades are trumps and the other black jack is the highest of them."""


def test_trumps_rank_above_all_other_cards() -> None:
    power = HEARTS.power
    assert min(power[card] for card in PACK if card[1] == "H") > max(power[card] for card in PACK if card[1] != "H")
    assert power["AS"] > power["KS"] > power["JS"]
    assert (PLAIN.trump, HEARTS.trump) == (None, "H")


@pytest.mark.parametrize(
    ("hand", "led", "rank", "expected"),
    [
        ("AS KH QS", "", PLAIN, "AS KH QS"),
        ("AS KH QS", "JS", PLAIN, "AS QS"),
        ("AS KH QS", "JD", HEARTS, "AS KH QS"),
        ("JC AC KH", "QS", BOWER, "JC"),
        ("JC AC KH", "QC", BOWER, "AC"),
        ("JC KH", "QC", BOWER, "JC KH"),
        ("QS QC KH", "JC", BOWER, "QS"),
    ],
)
def test_following_suit(hand: str, led: str, rank: Ranking, expected: str) -> None:
    assert list(follow_suit(hand.split(), led.split(), rank)) == expected.split()


@pytest.mark.parametrize(
    ("cards", "rank", "winner"),
    [
        ("QS AS KS", PLAIN, 1),
        ("QS AH KS", PLAIN, 2),
        ("QS AD JH", HEARTS, 2),
        ("JH AS QH", HEARTS, 2),
        ("AS JC", BOWER, 1),
        ("AC KC JC", BOWER, 2),
        ("JS", PLAIN, 0),
    ],
)
def test_the_highest_trump_or_card_of_the_suit_led_wins(cards: str, rank: Ranking, winner: int) -> None:
    assert winning(cards.split(), rank) == winner


def played(
    hands: Sequence[Sequence[Card]], *, leader: Seat, begun: Sequence[Card] = (), won: Sequence[Trick] = ()
) -> Position[tuple[Trick, ...]]:
    return Position(
        ToyOptions(),
        lambda: tricks(hands, leader=leader, seats=(0, 1, 2), rank=HEARTS, worth=len, begun=begun, won=won),
    )


def test_the_winner_leads_to_the_next_trick_and_its_worth_is_told() -> None:
    hands = (("AS", "QD"), ("JH", "KD"), ("KS", "AD"))
    position = played(hands, leader=2)
    for word in ["KS", "AS", "JH", "KD", "AD", "QD"]:
        position.play(word)
    assert position.result == (Trick((2, 0, 1), ("KS", "AS", "JH"), 1, 3), Trick((1, 2, 0), ("KD", "AD", "QD"), 2, 3))
    assert [event for event in position.log if isinstance(event, Note)] == [
        Note("trick", (1, 3)),
        Note("trick", (2, 3)),
    ]
    assert hands[0] == ("AS", "QD")


def test_play_may_be_over_before_the_hands_are_empty() -> None:
    hands = (("AS", "QD"), ("JH", "KD"), ("KS", "AD"))
    once = Position(
        ToyOptions(),
        lambda: tricks(hands, leader=2, seats=(0, 1, 2), rank=HEARTS, worth=len, over=lambda won: len(won) == 1),
    )
    for word in ["KS", "AS", "JH"]:
        once.play(word)
    assert (once.ask, once.result) == (None, (Trick((2, 0, 1), ("KS", "AS", "JH"), 1, 3),))


def test_a_game_may_have_another_duty_than_to_follow_suit() -> None:
    position = Position(
        ToyOptions(),
        lambda: tricks(
            [["AS"], ["JH", "KS"]],
            leader=0,
            seats=(0, 1),
            rank=PLAIN,
            worth=len,
            follow=lambda hand, table, _: hand[: len(table)],
        ),
    )
    position.play("AS")
    assert position.ask == Ask(1, "play", ("JH",))


@given(rng=st.randoms(use_true_random=False))
def test_entering_in_the_middle_equals_playing_through(rng: Random) -> None:
    cards = rng.sample(PACK, 12)
    hands = [cards[:4], cards[4:8], cards[8:]]
    through = played(hands, leader=1)
    asks = []
    while through.ask is not None:
        asks.append(through.ask)
        through.play(rng.choice(through.ask.legal))
    assert through.result is not None
    for known, ask in enumerate(asks):
        done, begun = divmod(known, 3)
        won, seen = through.result[:done], set(through.answers[:known])
        left = [[card for card in hand if card not in seen] for hand in hands]
        leader = through.result[done].seats[0]
        middle = played(left, leader=leader, begun=through.answers[known - begun : known], won=won)
        assert middle.ask == ask
        for word in through.answers[known:]:
            middle.play(word)
        assert middle.result == through.result
