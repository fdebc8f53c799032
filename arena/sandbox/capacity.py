"""How much two sandboxes can tell each other: what a test transmission says, in bits a second, against a bound.

Bits are sent in steps of equal length, the first ones known to both. The receiver learns from these what it measures
at a 0 and at a 1, and guesses the others. So every step is a binary symmetric channel: a bit arrives wrong with a
probability e, and no code carries more than 1 - H(e) bits in a step, where H is the entropy of a coin.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import comb, log2, sqrt
from statistics import median
from typing import Literal, NamedTuple

from arena.chance import keyed
from arena.games.catalogue import GAMES
from arena.games.kernel import AnyGame
from arena.games.kernel.position import play_game
from arena.settings.clock import ClockSettings

CONFIDENCE = 1.96
"""Standard deviations of a 95 % interval."""


class Sent(NamedTuple):
    """What became of a test transmission.

    Args:
        length: seconds for each bit.
        bits: how many bits were sent besides those known to both.
        wrong: how many of these arrived wrong.
    """

    length: float
    bits: int
    wrong: int

    @property
    def rate(self) -> float:
        """The bits a second that a code could carry if exactly this share of the bits arrived wrong."""
        return (1 - entropy(self.wrong / self.bits)) / self.length

    @property
    def between(self) -> tuple[float, float]:
        """The lowest and highest bits a second that agree with the outcome at 95 %."""
        ends = interval(self.wrong, self.bits)
        rates = [(1 - entropy(end)) / self.length for end in ends]
        return (0.0 if ends[0] <= 0.5 <= ends[1] else min(rates)), max(rates)


Verdict = Literal["holds", "does not hold", "not known"]


def judged(sent: Sent, bound: float) -> Verdict:
    """Return whether a channel stays below a bound (bits a second), as far as the transmission can tell."""
    low, high = sent.between
    return "holds" if high <= bound else "does not hold" if low > bound else "not known"


def entropy(p: float) -> float:
    """Return the entropy of a coin that falls on one side with probability p, in bits."""
    return 0.0 if p in {0.0, 1.0} else -p * log2(p) - (1 - p) * log2(1 - p)


def interval(wrong: int, of: int) -> tuple[float, float]:
    """Return the 95 % interval of a probability, from how often it happened (Wilson)."""
    share, z = wrong / of, CONFIDENCE
    middle = (share + z * z / (2 * of)) / (1 + z * z / of)
    half = z / (1 + z * z / of) * sqrt(share * (1 - share) / of + z * z / (4 * of * of))
    return max(0.0, middle - half), min(1.0, middle + half)


def received(heard: Sequence[float], known: str) -> str:
    """Return the bits that a receiver guesses from what it measured.

    Args:
        heard: what it measured in each step.
        known: the bits of the first steps, with both kinds among them.

    Returns:
        The bits of the other steps.
    """
    at = {bit: median(m for m, said in zip(heard, known, strict=False) if said == bit) for bit in "01"}
    middle = (at["0"] + at["1"]) / 2
    return "".join("1" if (m > middle) == (at["1"] > at["0"]) else "0" for m in heard[len(known) :])


def outcome(length: float, bits: str, known: int, heard: Sequence[float]) -> Sent:
    """Return what became of a transmission.

    Args:
        length: seconds for each bit.
        bits: what was sent.
        known: how many of the first bits the receiver knew.
        heard: what it measured in each step.
    """
    guessed = received(heard, bits[:known])
    wrong = sum(guess != bit for guess, bit in zip(guessed, bits[known:], strict=True))
    return Sent(length, len(guessed), wrong)


class Hand(NamedTuple):
    """What it takes to tell a partner one's hand.

    Args:
        game: the name of the game.
        preset: the name of its options.
        bits: the least that tells one hand apart from all others that the partner's own cards leave possible.
        seconds: the longest that the plays of a deal can take at the default clock.
    """

    game: str
    preset: str
    bits: float
    seconds: float

    @property
    def rate(self) -> float:
        """The bits a second at which the hand is known only when the deal is over."""
        return self.bits / self.seconds


def hands() -> list[Hand]:
    """Return what a hand takes in every preset of every game, the fewest bits first; without those that hide none."""
    all_hands = (_hand(game, preset) for game in GAMES.values() for preset in game.presets)
    return sorted((hand for hand in all_hands if hand.bits), key=lambda hand: hand.bits)


def _hand(game: AnyGame, preset: str) -> Hand:
    options = game.presets[preset]
    position = play_game(game, options, keyed("", ""))
    while (standing := position.view(0).standing) is None:
        assert position.ask is not None
        position.play(position.ask.legal[0])
    sizes = Counter(place for place in game.dealing(options, standing) if isinstance(place, int))
    unseen, cards = len(game.pack(options)) - max(sizes.values()), min(sizes.values())
    return Hand(game.name, preset, log2(comb(unseen, cards)), sizes.total() * ClockSettings().move_ms / 1000)


def bound() -> float:
    """Return the bits a second that tell no hand of any game before the deal is over."""
    return min(hand.rate for hand in hands())
