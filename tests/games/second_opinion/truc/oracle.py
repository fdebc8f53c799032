"""The second opinion on Truc, told from the rule sheet alone."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from tests.games.second_opinion.oracle import Asks, Begins, Draw, Ends, Talk, Telling, asks, notes, shows
from tests.games.second_opinion.telling import Part, listed, scores_before
from tests.games.second_opinion.tricks import first_dealer, places

RANKS = "4567JQKA23"
"""From low to high (TR-3)."""
RAISES = ("truc", "retruc")
SEATS = range(4)


class Won(NamedTuple):
    """How a hand ended: the side that scores (0 for A, 1 for B), and the points."""

    side: int
    points: int


@dataclass
class Hand:
    """One hand after its cards were dealt.

    Args:
        dealer: who dealt.
        hands: the cards by seat.
        worth: what the winners score as agreed so far (TR-22).
        may_raise: whether raises can be called at all (TR-32).
        raisers: the side that called each raise that was accepted.
        won: the tricks of each side.
        drawn: the tricks that were drawn.
    """

    dealer: int
    hands: list[list[str]]
    worth: int = 1
    may_raise: bool = True
    raisers: list[int] = field(default_factory=list)
    won: list[int] = field(default_factory=lambda: [0, 0])
    drawn: int = 0

    def open_raise(self, seat: int) -> set[str]:
        """Return the raise that is open to a player in turn, if any (TR-24, TR-25)."""
        if not self.may_raise or len(self.raisers) == len(RAISES) or seat % 2 in self.raisers:
            return set()
        return {RAISES[len(self.raisers)]}

    def winner(self, early_stop: str) -> int | None:
        """Return the side that has won the hand, None while it goes on (TR-18 to TR-21, TR-R4)."""
        others = 1 - self.dealer % 2
        left = len(self.hands[self.dealer])
        if max(self.won) == 2:
            return self.won.index(2)
        if left == 0:
            return others if self.won[0] == self.won[1] else self.won.index(max(self.won))
        if early_stop == "decided" and left == 1 and (self.won[others], self.drawn) == (1, 1):
            return others
        return None


def right_of(seat: int) -> int:
    """Return the next player in turn (TR-5)."""
    return (seat + 3) % 4


def in_turn(first: int) -> Iterator[int]:
    """Yield all seats in turn (TR-5)."""
    for turn in SEATS:
        yield (first - turn) % 4


@dataclass(frozen=True)
class Voice:
    """What may be said with an answer (TR-38, TR-39, TR-42).

    Args:
        allowed: whether the players may talk.
        limit: the most characters.
    """

    allowed: bool
    limit: int

    def heard_by(self, seats: Collection[int]) -> Talk | None:
        """Return the talk that these seats hear."""
        return (frozenset(seats), self.limit) if self.allowed else None

    def asks(self, seat: int, kind: str, words: Collection[str]) -> Asks:
        """Return a question with which everybody hears what is said."""
        return asks(seat, kind, words, talk=self.heard_by(SEATS))


def truc(options: Mapping[str, str], draw: Draw) -> Telling:
    """Tell a whole game (TR-6, TR-35, TR-42)."""
    target = int(options["target"])
    voice = Voice(options["table_talk"] == "public", int(options["say_max"]))
    dealer = first_dealer(options, draw)
    if options["conference"] == "on":
        for seat in (*SEATS, *SEATS):
            yield asks(seat, "talk", {"ready"}, talk=voice.heard_by({(seat + 2) % 4}))
    scores = scores_before(options, 2)
    number = 0
    while max(scores) < target:
        number += 1
        yield Begins(number, {"dealer": str(dealer), "scores": listed(scores), "finished": str(number - 1)})
        pack = [str(card) for card in draw(f"deal {number} pack")]
        won = yield from one_hand(options, voice, pack, dealer, scores)
        scores[won.side] += won.points
        yield notes("points", *(won.points if side == won.side else 0 for side in (0, 1)))
        yield notes("scores", *scores)
        dealer = right_of(dealer)
    yield Ends(places(scores), (scores[0], scores[1]), "target")


def one_hand(
    options: Mapping[str, str], voice: Voice, pack: Sequence[str], dealer: int, scores: Sequence[int]
) -> Part[Won]:
    """Tell one hand, and return how it ended (TR-7 to TR-12, TR-31 to TR-34, TR-41)."""
    at_eleven = [side for side in (0, 1) if scores[side] == int(options["target"]) - 1]
    size = 3
    if options["one_card_hand"] == "dealer_option" and not at_eleven:
        size = yield from cut(voice, dealer)
    hand = Hand(dealer, dealt(pack, dealer, size))
    for seat in SEATS:
        yield shows({seat}, "hand", seat, hand.hands[seat])
    if options["talk_round"] == "on":
        for seat in in_turn(right_of(dealer)):
            yield voice.asks(seat, "talk", {"ready"})
    if len(at_eleven) == 1:
        if not (yield from eleven(options, voice, dealer, at_eleven[0])):
            return Won(1 - at_eleven[0], int(options["eleven_fold_points"]))
        hand.worth, hand.may_raise = 3, False
        yield notes("worth", hand.worth)
    return (yield from play(options, voice, hand))


def cut(voice: Voice, dealer: int) -> Part[int]:
    """Tell how the deck is offered, and return how many cards each player gets (TR-7 to TR-9)."""
    if (yield voice.asks((dealer + 1) % 4, "cut", {"cut", "tap"})) == "cut":
        return 3
    return 3 if (yield voice.asks(dealer, "size", {"three", "one"})) == "three" else 1


def dealt(pack: Sequence[str], dealer: int, size: int) -> list[list[str]]:
    """Return the hands by seat (TR-2, TR-11)."""
    assert len(pack) == len(set(pack)) == 40
    order = list(in_turn(right_of(dealer)))
    return [list(pack[order.index(seat) : 4 * size : 4]) for seat in SEATS]


def eleven(options: Mapping[str, str], voice: Voice, dealer: int, side: int) -> Part[bool]:
    """Tell what the side at eleven decides, and return whether it plays (TR-31)."""
    first, second = (seat for seat in in_turn(right_of(dealer)) if seat % 2 == side)
    words = {"play", "fold"}
    word = yield voice.asks(first, "eleven", words | {"defer"} if options["eleven_choice"] == "defer" else words)
    if word == "defer":
        word = yield voice.asks(second, "eleven", words)
    return word == "play"


def play(options: Mapping[str, str], voice: Voice, hand: Hand) -> Part[Won]:
    """Tell the tricks and raises of a hand, and return how it ended (TR-12 to TR-30)."""
    leader = right_of(hand.dealer)
    while True:
        trick: list[str] = []
        seats = list(in_turn(leader))
        for seat in seats:
            rejected = yield from card(voice, hand, seat, trick)
            if rejected:
                return rejected
            if len(trick) == 4:
                leader = yield from taken(hand, seats, trick)
                if (winner := hand.winner(options["early_stop"])) is not None:
                    return Won(winner, hand.worth)
            rejected = yield from after(voice, hand, seat)
            if rejected:
                return rejected


def card(voice: Voice, hand: Hand, seat: int, trick: list[str]) -> Part[Won | None]:
    """Tell how a player plays, perhaps with a raise before; return how the hand ended if the raise was rejected.

    Args:
        voice: what may be said.
        hand: the hand.
        seat: whose turn it is.
        trick: the cards of the trick, to which the card is added.
    """
    word = yield voice.asks(seat, "play", {*hand.hands[seat], *hand.open_raise(seat)})
    if word in RAISES:
        rejected = yield from raised(voice, hand, seat)
        if rejected:
            return rejected
        word = yield voice.asks(seat, "play", hand.hands[seat])
    hand.hands[seat].remove(word)
    trick.append(word)
    return None


def after(voice: Voice, hand: Hand, seat: int) -> Part[Won | None]:
    """Tell how a player who has played may raise; return how the hand ended if the raise was rejected (TR-29)."""
    words = hand.open_raise(seat)
    if words and (yield voice.asks(seat, "after", {"pass", *words})) in RAISES:
        return (yield from raised(voice, hand, seat))
    return None


def raised(voice: Voice, hand: Hand, seat: int) -> Part[Won | None]:
    """Tell how a raise is answered; return how the hand ended if it was rejected (TR-26 to TR-28)."""
    if (yield voice.asks(right_of(seat), "answer", {"accept", "reject"})) == "reject":
        return Won(seat % 2, hand.worth)
    hand.raisers.append(seat % 2)
    hand.worth += 1
    yield notes("worth", hand.worth)
    return None


def taken(hand: Hand, seats: Sequence[int], trick: Sequence[str]) -> Part[int]:
    """Tell who takes a trick, and return who leads to the next one (TR-14 to TR-17)."""
    place = best_card(trick)
    if place is None:
        hand.drawn += 1
        yield notes("trick", "-", 1)
        return seats[0]
    hand.won[seats[place] % 2] += 1
    yield notes("trick", seats[place], 1)
    return seats[place]


def best_card(trick: Sequence[str]) -> int | None:
    """Return which card of a trick takes it, counted from the lead; None for a drawn trick (TR-14 to TR-16)."""
    highest = max(RANKS.index(card[0]) for card in trick)
    best = [place for place, card in enumerate(trick) if RANKS.index(card[0]) == highest]
    return best[0] if len({place % 2 for place in best}) == 1 else None
