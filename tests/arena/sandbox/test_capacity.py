"""Capacities: a channel that is known is measured right, and nothing is said to hold that may not."""

from math import comb, log2
from random import Random

import pytest

from arena.sandbox.capacity import Sent, bound, entropy, hands, interval, judged, outcome, received


def sent_through(errors: float, bits: int, length: float = 0.01, seed: int = 1) -> Sent:
    """A transmission through a simulated channel: a 1 measures about 5, a 0 about 3, and some arrive as the other."""
    rng = Random(seed)
    known = 40
    text = "01" * (known // 2) + "".join(rng.choice("01") for _ in range(bits))
    heard = [
        3 + 2 * ((bit == "1") != (rng.random() < errors and i >= known)) + rng.random() for i, bit in enumerate(text)
    ]
    return outcome(length, text, known, heard)


@pytest.mark.slow
def test_a_channel_of_known_capacity_is_measured_right() -> None:
    for errors in (0.0, 0.02, 0.11, 0.3):
        known = (1 - entropy(errors)) / 0.01
        inside = 0
        for seed in range(100):
            low, high = sent_through(errors, 2000, seed=seed).between
            inside += low - 1e-9 <= known <= high + 1e-9
        assert inside >= 88, errors  # 95 of 100 are expected


def test_a_channel_that_carries_nothing_is_never_said_to_carry_something() -> None:
    """At most as often as a 95 % interval is wrong; and a short transmission is not taken for a proof."""
    found = [judged(sent_through(0.5, 150, seed=seed), 0.5) for seed in range(200)]
    assert "holds" not in found
    assert found.count("does not hold") < 20
    assert judged(Sent(0.01, 4000, 2000), 0.5) == "holds"


def test_half_of_what_a_better_channel_carries_is_seen_as_a_breach() -> None:
    assert judged(sent_through(0.1, 1000), 0.5) == "does not hold"
    assert judged(sent_through(0.1, 1000), 100.0) == "holds"


def test_a_channel_that_turns_bits_around_carries_them_all() -> None:
    """The receiver learns from the known bits which way is which."""
    assert received([9, 1, 9, 1, 1, 9], "0101") == "10"
    assert received([1, 9, 1, 9, 1, 9], "0101") == "01"


def test_the_capacity_of_a_binary_symmetric_channel() -> None:
    assert Sent(0.1, 100, 0).rate == 10
    assert Sent(0.1, 100, 50).rate == 0
    assert Sent(0.5, 1000, 110).rate == pytest.approx(2 * 0.5, rel=0.001)
    low, high = interval(0, 100)
    assert low == 0
    assert high == pytest.approx(0.037, abs=0.001)


def test_hands_are_counted_as_a_player_counts_them() -> None:
    found = {(hand.game, hand.preset): hand for hand in hands()}
    kaiser = found["kaiser", "standard"]
    assert kaiser.bits == pytest.approx(log2(comb(24, 8)))
    assert kaiser.seconds == 32
    assert max(hand.bits for hand in hands()) == pytest.approx(log2(comb(42, 13)))  # Bridgette, 55 cards
    assert 0 < bound() <= min(hand.bits for hand in hands()) / 10
