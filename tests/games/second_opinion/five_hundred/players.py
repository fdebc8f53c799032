"""Players of the Five Hundred family who choose at random, but not only, and packs sorted in somebody's favour."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from arena.games.kernel import Ask, Deal, Event, Note, Show
from tests.games.second_opinion.bowers import NO_TRUMP, Suits
from tests.games.second_opinion.cards import JOKER, RANKS, SUITS
from tests.games.second_opinion.engine import Favour
from tests.games.second_opinion.five_hundred.auction import OPEN_MISERE, is_for_tricks

GRANOLA = "granola"
WORTH = 1.4
"""How many tricks a hand is taken to win beyond its trumps and its other aces: what others and the widow bring."""


class Players:
    """Players whose manner changes from game to game, so that all kinds of games come up."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.eager = rng.choice([0.1, 0.3, 0.5, 0.8])
        self.bold = rng.choice([0.0, 0.1, 0.5])
        self.special = rng.choice([0.0, 0.05, 0.3])
        self.sensible = rng.choice([0.0, 0.5, 0.9, 1.0])
        self.no_trump = rng.choice([0.0, 0.0, 0.5])

    def choose(self, ask: Ask, log: Sequence[Event]) -> str:
        """Return one of the legal words."""
        sense = self.rng.random() < self.sensible
        if ask.kind == "bid":
            words = [word for word in ask.legal if word != "pass"]
            return self.sensible_bid(words, hand_of(ask.seat, log)) if sense else self.bid(words)
        if ask.kind in {"discard", "play"} and sense:
            return self.card(ask, *trump_and_bid(log))
        return self.rng.choice(ask.legal)

    def bid(self, words: Sequence[str]) -> str:
        """Return a bid, mostly a low one, or a pass."""
        if GRANOLA in words and self.rng.random() < 0.3:
            return GRANOLA
        special = [word for word in words if not is_for_tricks(word) or word.endswith("O")]
        rare = special[:1] == [OPEN_MISERE]  # it may always be bid, misere only after a seven
        if special and self.rng.random() < self.special * (0.2 if rare else 1):
            return special[0] if self.rng.random() < 0.7 else self.rng.choice(special)
        without = [word for word in words if word.endswith(NO_TRUMP)]
        if without and self.rng.random() < self.no_trump * self.eager:
            return without[0]
        if not words or self.rng.random() >= self.eager:
            return "pass"
        return self.rng.choice(words if self.rng.random() < self.bold else words[:2])

    def sensible_bid(self, words: Sequence[str], hand: Sequence[str]) -> str:
        """Return a bid that the hand may be worth, or a pass."""
        worth = {trump: tricks_worth(hand, trump) for trump in (*SUITS, NO_TRUMP)}
        low = all(card != JOKER and card[0] not in "AKQ" for card in hand)
        good = [word for word in words if low and not is_for_tricks(word)]
        good += [word for word in words if any(word == f"{n}{t}" for t in worth for n in range(6, int(worth[t]) + 1))]
        return self.rng.choice(good) if good else "pass"

    def card(self, ask: Ask, trump: str, bid: str) -> str:
        """Return the highest card, or the lowest where no trick is wanted or a card is put away."""
        suits = Suits(trump)
        by_height = sorted(ask.legal, key=lambda card: (suits.of(card) != trump, suits.height(card)))
        losing = bool(bid) and not is_for_tricks(bid)
        wants_high = losing == (ask.kind == "discard")
        return by_height[0 if wants_high else -1]


def hand_of(seat: int, log: Sequence[Event]) -> Sequence[str]:
    """Return the hand that a seat was dealt last."""
    return next(e.cards for e in reversed(log) if isinstance(e, Show) and (e.kind, e.owner) == ("hand", seat))


def trump_and_bid(log: Sequence[Event]) -> tuple[str, str]:
    """Return the trump and the contract of the deal, an empty word where there is none."""
    found = {"trump": NO_TRUMP, "contract": ""}
    for event in reversed(log):
        if isinstance(event, Deal):
            break
        if isinstance(event, Note) and event.kind in found:
            found[event.kind] = str(event.values[-1])
    return found["trump"], found["contract"]


def tricks_worth(hand: Sequence[str], trump: str) -> float:
    """Guess how many tricks a hand wins."""
    suits = Suits(trump)
    trumps = [card for card in hand if suits.of(card) == trump]
    winners = [card for card in hand if card not in trumps and (card[0] == "A" or card == JOKER)]
    kings = [card for card in hand if card[0] == "K" and trump == NO_TRUMP]
    return len(trumps) * 0.9 + len(winners) + len(kings) * 0.6 + WORTH


def favour(places: Sequence[Sequence[int]], rng: Random) -> Favour:
    """Return the order of a pack that gives one hand long trumps, or low cards and perhaps an ace.

    Args:
        places: the numbers of the cards, from the top, that each hand gets.
        rng: chooses.
    """
    if rng.random() < 0.3:
        ace = rng.choice(["", "AS", "AD"])
        return Favour(places, lambda card: (card != ace, card == JOKER, -RANKS.index(card[0])))
    suits = Suits(rng.choice([*SUITS, NO_TRUMP]))
    return Favour(places, lambda card: (suits.of(card) not in {suits.trump, ""}, suits.height(card)))
