"""Trick play on integers, for searches: a twin of `tricks` and `joker_rules` that is several times as fast.

A card is a bit, and a hand is the sum of its cards. The bits are ordered suit by suit, low to high, with trumps on top,
so the highest bit among the cards that can win a trick has won it. A `Board` holds what does not change in a deal, and
a `Play` the state of play. `arena.games.search.enter` makes both from a position, and refuses positions that the twin
cannot play. Tests compare the twin with the rules, question by question.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache

from arena.games.kernel import Card, Seat, Word
from arena.games.parts.bowers import JOKER
from arena.games.parts.cards import SUITS
from arena.games.parts.trick_rules import TrickRules
from arena.games.parts.turns import cycle


class Board:
    """What does not change while a hand is played. Get one from `board`, which caches them.

    Args:
        rules: the rules of the tricks.

    Attributes:
        cards: the card of each bit, from the lowest bit up.
        bit: the bit of each card, as an integer with only that bit set.
        seats: the seats that take part, in turn order.
        follow: for each card led, the cards of its suit.
        live: for each card led, the cards that can win the trick: those of its suit, and trumps.
        order: for each seat, the seats in turn starting with it.
        per_trick: the points of a trick without its cards.
        values: pairs of a set of cards and the points of each card in it.
        joker: the bit of a joker that is a suit of its own, 0 if there is none.
        law: the house rules for that joker.
        names: for each suit that may be named for it, a further bit, with the cards of the suit.
    """

    def __init__(self, rules: TrickRules) -> None:
        rank, seats, per_trick, values, law = rules
        trumps = rank.cards.get(rank.trump or "", frozenset())
        self.cards: tuple[Card, ...] = tuple(
            sorted(rank.suit, key=lambda card: (card in trumps, rank.suit[card], rank.power[card]))
        )
        self.bit: dict[Card, int] = {card: 1 << i for i, card in enumerate(self.cards)}
        self.seats = seats
        self.order: dict[Seat, tuple[Seat, ...]] = dict(cycle(seats))
        suits = {suit: self.mask(cards) for suit, cards in rank.cards.items()}
        self.follow: dict[int, int] = {bit: suits[rank.suit[card]] for card, bit in self.bit.items()}
        self.live: dict[int, int] = {bit: mask | self.mask(trumps) for bit, mask in self.follow.items()}
        self.per_trick = per_trick
        worths = sorted({value for _, value in values})
        self.values: tuple[tuple[int, int], ...] = tuple(
            (self.mask([card for card, own in values if own == value]), value) for value in worths
        )
        self.joker: int = self.bit[JOKER] if rank.trump == JOKER else 0
        self.law = law
        self.names: dict[int, int] = {1 << len(self.cards) + i: suits.get(suit, 0) for i, suit in enumerate(SUITS)}

    def mask(self, cards: Sequence[Card] | frozenset[Card]) -> int:
        """Return a set of cards as an integer."""
        return sum([self.bit[card] for card in cards])

    def word(self, bit: int) -> Word:
        """Return the word for a bit: a card, or a suit to name for a joker."""
        number = bit.bit_length() - 1
        return self.cards[number] if number < len(self.cards) else SUITS[number - len(self.cards)]

    def words(self, mask: int) -> list[Word]:
        """Return the words for all bits of an integer, from the lowest bit up."""
        return [self.word(bit) for bit in each(mask)]

    def read(self, word: Word) -> int:
        """Return the bit for a word: a card, or a suit to name for a joker."""
        return self.bit[word] if word in self.bit else 1 << len(self.cards) + SUITS.index(word)

    def worth(self, trick: int) -> int:
        """Return the points of a trick, given as the set of its cards; the note `trick` says the same."""
        points = self.per_trick
        for mask, value in self.values:
            cards = trick & mask
            while cards:  # mostly none, or one
                points += value
                cards &= cards - 1
        return points


@cache
def board(rules: TrickRules) -> Board:
    """Return the board for the rules of the tricks of a deal; equal rules share one board."""
    return Board(rules)


def each(mask: int) -> Iterator[int]:
    """Yield the bits of an integer from the lowest up, each as an integer with only that bit set."""
    while mask:
        bit = mask & -mask
        yield bit
        mask ^= bit


def any_bit(mask: int, random: Callable[[], float]) -> int:
    """Return one bit of an integer, chosen uniformly.

    Args:
        mask: the integer, not 0.
        random: draws floats from 0 up to 1, such as `Random().random`.
    """
    for _ in range(int(random() * mask.bit_count())):
        mask &= mask - 1
    return mask & -mask


class Play:
    """The state of play of a hand: `legal` gives the legal answers to the open question, and `play` answers it.

    Args:
        on: the board.
        hands: the hand of every seat, as integers; copied.
        leader: the seat that leads to the next trick.

    Attributes:
        turn: the seat whose hand plays next.
        trick: the cards on the table.
        tricks: how many tricks each seat has won.
        points: the points of the tricks that each seat has won.
        naming: whether the leader of a joker must name a suit next.
        follow: the cards that follow the lead.
        live: the cards that can win the trick.
        best: the seat that is winning the trick so far.
        missing: how many cards the trick still needs.
        led: the cards of all suits that have been led.
    """

    __slots__ = (
        "best",
        "follow",
        "hands",
        "led",
        "live",
        "missing",
        "naming",
        "on",
        "points",
        "trick",
        "tricks",
        "turn",
    )

    def __init__(self, on: Board, hands: Sequence[int], leader: Seat) -> None:
        self.on: Board = on
        self.hands: list[int] = list(hands)
        self.turn: Seat = leader
        self.trick: int = 0
        self.naming: bool = False
        self.tricks: list[int] = [0] * len(self.hands)
        self.points: list[int] = [0] * len(self.hands)
        self.follow: int = 0
        self.live: int = 0
        self.led: int = 0
        self.best: Seat = leader
        self.missing: int = 0

    def copy(self) -> Play:
        """Return an independent copy."""
        copy = Play(self.on, self.hands, self.turn)
        copy.trick, copy.naming = self.trick, self.naming
        copy.follow, copy.live, copy.led = self.follow, self.live, self.led
        copy.best, copy.missing = self.best, self.missing
        copy.tricks, copy.points = self.tricks.copy(), self.points.copy()
        return copy

    @property
    def over(self) -> bool:
        """Whether all cards are played."""
        return not (self.trick or self.hands[self.turn])

    def legal(self) -> int:
        """Return the legal cards, or the suits that may be named, as bits; 0 once all cards are played."""
        hand, joker = self.hands[self.turn], self.on.joker
        if self.naming:
            return self._names()
        if not self.trick:
            return hand & ~joker or hand if hand & joker and not self._names() else hand
        if following := hand & self.follow:
            return following
        return joker if hand & joker and self.on.law.forced else hand

    def play(self, bit: int) -> None:
        """Play one of the legal cards, or name one of the legal suits."""
        on, seat = self.on, self.turn
        if self.naming:
            self.naming, self.follow = False, on.names[bit]
            self._next(seat)
            return
        self.hands[seat] ^= bit
        if not self.trick:
            self.follow, self.live = on.follow[bit], on.live[bit]
            self.best, self.missing = seat, len(on.seats)
            self.trick = bit
            self.naming = bit == on.joker and self._names() != 0
            if self.naming:
                return
            self.led |= self.follow
        else:
            if bit > self.trick & self.live and bit & self.live:
                self.best = seat
            self.trick |= bit
        self._next(seat)

    def _names(self) -> int:
        """Return the suits that may be named for a joker, as bits."""
        restricted, led = self.on.law.restricted, self.led
        return sum([name for name, cards in self.on.names.items() if not (restricted and cards & led)])

    def _next(self, seat: Seat) -> None:
        """Pass the turn on after a card, or end the trick after its last card."""
        self.missing -= 1
        if self.missing:
            self.turn = self.on.order[seat][1]
            return
        winner = self.best
        self.tricks[winner] += 1
        self.points[winner] += self.on.worth(self.trick)
        self.trick, self.turn = 0, winner

    def play_out(self, random: Callable[[], float]) -> int:
        """Play legal cards at random to the end; return how many decisions it took.

        Args:
            random: draws floats from 0 up to 1, such as `Random().random`.
        """
        decisions, joker = 0, self.on.joker
        held = joker != 0 and any(self.hands[seat] & joker for seat in self.on.seats)
        while self.naming or (held and (self.trick or self.hands[self.turn])):
            bit = any_bit(self.legal(), random)
            self.play(bit)
            held = held and bit != joker
            decisions += 1
        return decisions + self._plain(random)

    def _plain(self, random: Callable[[], float]) -> int:
        """Play at random to the end, without a joker in a hand: the inner loop of rollouts.

        A trick draws one random number for all of its cards: what is left of it after a choice is as random again. Even
        the last of ten players gets twenty binary digits of it.
        """
        on, hands, leader, trick = self.on, self.hands, self.best, self.trick
        live_of, follow_of = on.live, on.follow
        seats = on.order[self.turn]
        if trick:
            seats, follow, live = seats[: self.missing], self.follow, self.live
        else:
            follow = live = -1
        decisions, best = 0, trick & live
        while hands[seats[0]]:
            chance = random()
            for seat in seats:
                hand = hands[seat]
                legal = hand & follow or hand
                bit, rest = legal, legal & (legal - 1)
                if rest:
                    number, more = 2, rest & (rest - 1)
                    while more:
                        number += 1
                        more &= more - 1
                    chance *= number
                    skip = int(chance)
                    chance -= skip
                    bit ^= rest
                    while skip:
                        bit = rest & -rest
                        rest ^= bit
                        skip -= 1
                hands[seat] = hand ^ bit
                if not trick:
                    follow, live = follow_of[bit], live_of[bit]
                trick |= bit
                if bit & live > best:
                    best, leader = bit, seat
            self.tricks[leader] += 1
            self.points[leader] += on.worth(trick)
            decisions += len(seats)
            seats, trick, best, follow, live = on.order[leader], 0, 0, -1, -1
        self.turn, self.trick = seats[0], 0
        return decisions
