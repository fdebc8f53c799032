"""Truc: two partnerships, three cards each, no suit to follow, raises of the stake, and table talk; to twelve."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from arena.games.kernel import (
    Ask,
    Card,
    Chance,
    Did,
    Game,
    Note,
    Plan,
    Result,
    Rules,
    Sampler,
    Seat,
    Side,
    Talk,
    View,
    Word,
    seated,
)
from arena.games.kernel.options import Options as BaseOptions
from arena.games.kernel.options import option, seat_words, variations
from arena.games.parts.auction import PASS
from arena.games.parts.cards import give, pack, show_hands, with_stock
from arena.games.parts.draws import first_dealer
from arena.games.parts.finish import Standing
from arena.games.parts.races import added, at_target
from arena.games.parts.tricks import NO_TRUMP, NOBODY, Playing, Ranking, Trick, tricks
from arena.games.parts.turns import turns

RANKS: Final = "32AKQJ7654"
PACK: Final = pack(RANKS)
SEATS: Final = (0, 1, 2, 3)
SIDES: Final = (0, 1, 0, 1)
RANK: Final = Ranking(NO_TRUMP, dict.fromkeys(PACK, ""), {card: len(RANKS) - RANKS.index(card[0]) for card in PACK})
"""Suits have no meaning, and cards of one rank are equal (TR-3, TR-4)."""
HAND = 3
"""The cards of a usual hand."""
RAISES: Final = {1: "truc", 2: "retruc"}
"""The raise that may be called, by what the hand is worth now (TR-24, TR-25)."""
MOST = 3
"""The highest worth of a hand (TR-25, TR-32)."""


@variations
@dataclass(frozen=True)
class Options(BaseOptions):
    """The house rules; a variation is a named set of them."""

    first_dealer: str = option("random", ("random", *seat_words(4)), "Who deals first.", "TR-6")
    target: int = option(12, range(2, 100), "The score that wins the game.", "TR-10, TR-31 to TR-35")
    one_card_hand: str = option(
        "dealer_option", ("dealer_option", "never"), "Whether hands of one card can be dealt.", "TR-7 to TR-9"
    )
    early_stop: str = option(
        "two_tricks",
        ("two_tricks", "decided"),
        "Whether a hand also stops when the last trick cannot change its winner.",
        "TR-18, TR-R4",
    )
    eleven_choice: str = option(
        "defer", ("defer", "first"), "Whether the first of two partners may leave the decision to the other.", "TR-31"
    )
    eleven_fold_points: int = option(1, range(1, 4), "What the opponents score if a side does not play.", "TR-33")
    table_talk: str = option("public", ("public", "off"), "Whether players may talk.", "TR-38 to TR-40")
    say_max: int = option(80, range(1, 401), "The most characters of what is said at once.", "TR-39")
    conference: bool = option(False, (), "Whether partners talk in private before the first deal.", "TR-40, TR-42")
    talk_round: bool = option(False, (), "Whether everybody may talk before each hand is played.", "TR-41")

    def conflicts(self) -> Iterator[str]:
        """Yield a sentence for each question that is for nothing but talk where there is none (TR-41, TR-42)."""
        for name in ("conference", "talk_round"):
            if self.table_talk == "off" and getattr(self, name):
                yield f"{name}: 'on' needs table talk; set table_talk=public or {name}=off"

    def heard(self, *seats: Seat) -> Talk | None:
        """Return the talk that an answer may carry to these seats, None where nobody may talk (TR-38, TR-39)."""
        return Talk(seats, self.say_max, ascii=True) if self.table_talk == "public" else None


PRESETS = {
    "standard": Options(),
    "silent": Options(table_talk="off"),
    "talkative": Options(talk_round=True, conference=True),
    "long-hands": Options(one_card_hand="never"),
    "quick-stop": Options(early_stop="decided"),
}


def start(o: Options, chance: Chance) -> Rules[Standing]:
    """Let partners confer in private (TR-42); choose the first dealer (TR-6)."""
    if o.conference:
        for seat in (*SEATS, *SEATS):
            yield Ask(seat, "talk", ("ready",), talk=o.heard((seat + 2) % 4))
    return Standing(first_dealer(o.first_dealer, SEATS, chance), (0, 0))


def dealing(standing: Standing, size: int = HAND) -> Plan:
    """Return where each card of the pack goes: singly, counter-clockwise from the dealer's right (TR-5, TR-11)."""
    return with_stock(turns((standing.dealer + 3) % 4, 4, -1), (1,) * size, len(PACK), turn_up=False)


def deal(o: Options, standing: Standing, chance: Chance) -> Rules[Standing]:
    """Offer the cut, deal, decide at eleven, play with raises, score (TR-6 to TR-35)."""
    dealer, scores, finished, _ = standing
    order = turns((dealer + 3) % 4, 4, -1)
    near = [side for side in (0, 1) if scores[side] == o.target - 1]
    size = HAND if near or o.one_card_hand == "never" else (yield from cut(o, dealer))
    hands = give(chance("pack", PACK), dealing(standing, size), PACK, 4).hands
    yield from show_hands(hands)
    if o.talk_round:
        for seat in order:
            yield ask(o, seat, "talk", "ready")
    if len(near) == 1 and not (yield from decide(o, near[0], order)):
        points = won_by(1 - near[0], o.eleven_fold_points)
    else:
        points = yield from play(o, dealer, order, hands, high=len(near) == 1)
    scores = added(scores, points)
    yield Note("points", points)
    yield Note("scores", scores)
    return Standing(order[0], scores, finished + 1)


def ask(o: Options, seat: Seat, kind: str, *words: Word) -> Ask:
    """Return a question to which all may hear something (TR-38)."""
    return Ask(seat, kind, words, talk=o.heard(*SEATS))


def cut(o: Options, dealer: Seat) -> Rules[int]:
    """Offer the cut; if it is refused, the dealer chooses how many cards each player gets (TR-7 to TR-9)."""
    if (yield ask(o, (dealer + 1) % 4, "cut", "cut", "tap")) == "cut":
        return HAND
    return 1 if (yield ask(o, dealer, "size", "three", "one")) == "one" else HAND


def decide(o: Options, side: Side, order: Sequence[Seat]) -> Rules[bool]:
    """Ask the side that is one point from the target whether it plays (TR-31)."""
    first, partner = [seat for seat in order if SIDES[seat] == side]
    word = yield ask(o, first, "eleven", "play", "fold", *(["defer"] if o.eleven_choice == "defer" else []))
    if word == "defer":
        word = yield ask(o, partner, "eleven", "play", "fold")
    return word == "play"


def play(
    o: Options, dealer: Seat, order: Sequence[Seat], hands: Sequence[list[Card]], *, high: bool
) -> Rules[tuple[int, ...]]:
    """Play the tricks, with raises between the cards; return what each side scores (TR-12 to TR-30).

    Args:
        o: the options.
        dealer: the dealer.
        order: the seats in turn, the leader first.
        hands: the hands.
        high: whether the hand is played for three from the start (TR-32).
    """
    size, others = len(hands[0]), 1 - SIDES[dealer]
    stake = Stake(o)
    if high:
        yield from stake.rises(MOST)
    won = yield from tricks(
        hands,
        leader=order[0],
        seats=order,
        rank=RANK,
        takes=takes,
        before=stake.before_card,
        after=stake.after_card,
        after_trick=partial(stake.after_trick, lambda won: over(o, won, size, others)),
    )
    if stake.refused_by is not None:
        return won_by(1 - stake.refused_by, stake.worth)
    return won_by(winner(won, others), stake.worth)


def won_by(side: Side, points: int) -> tuple[int, ...]:
    """Return the points of both sides where one scores."""
    return (points, 0) if side == 0 else (0, points)


def takes(on: Playing) -> Seat:
    """Return the winner of a trick: nobody if both sides have played the highest rank (TR-14 to TR-16)."""
    best = max([RANK.power[card] for card in on.cards])
    seats = [seat for seat, card in zip(on.order, on.cards, strict=True) if RANK.power[card] == best]
    return seats[0] if len({SIDES[seat] for seat in seats}) == 1 else NOBODY


def counts(won: Sequence[Trick]) -> list[int]:
    """Return how many tricks each side has won."""
    winners = [SIDES[trick.winner] for trick in won if trick.winner != NOBODY]
    return [winners.count(side) for side in (0, 1)]


def over(o: Options, won: Sequence[Trick], size: int, others: Side) -> bool:
    """Return whether the hand is over after these tricks (TR-18, TR-R4).

    Args:
        o: the options.
        won: the finished tricks.
        size: how many cards each player was dealt.
        others: the side that is not the dealer's.
    """
    found = counts(won)
    if len(won) == size or max(found) == 2:
        return True
    return o.early_stop == "decided" and len(won) == 2 and found[others] == 1 and sum(found) == 1


def winner(won: Sequence[Trick], others: Side) -> Side:
    """Return the side that wins a hand: with more tricks, or as many if it is not the dealer's (TR-18 to TR-21)."""
    found = counts(won)
    return others if found[others] >= found[1 - others] else 1 - others


class Stake:
    """What a hand is worth, and the raises of it (TR-22 to TR-30).

    Args:
        o: the options.
    """

    def __init__(self, o: Options) -> None:
        self._o = o
        self._raised_by: Side | None = None
        self.worth = 1
        self.refused_by: Side | None = None
        """The side that has refused a raise, which ends the hand."""

    def rises(self, worth: int) -> Rules[None]:
        """Raise the worth, and announce it."""
        self.worth = worth
        yield Note("worth", (worth,))

    def open(self, seat: Seat) -> list[Word]:
        """Return the raise that a seat may call now, if any (TR-24, TR-25)."""
        return [RAISES[self.worth]] if self.worth < MOST and SIDES[seat] != self._raised_by else []

    def before_card(self, on: Playing, seat: Seat) -> Rules[bool]:
        """Ask a seat for its card, before which it may raise; return whether that was refused (TR-23, TR-27)."""
        hand, raises = on.hands[seat], self.open(seat)
        word = yield ask(self._o, seat, "play", *hand, *raises)
        if word in raises:
            if (yield from self._refused(seat)):
                return True
            word = yield ask(self._o, seat, "play", *hand)
        on.chosen = word
        return False

    def after_card(self, on: Playing, seat: Seat) -> Rules[bool] | None:
        """After a card, let its player raise; after the last card of a trick only once the trick is told (TR-29)."""
        return self._offer(seat) if len(on.cards) < len(SEATS) and self.open(seat) else None

    def after_trick(self, over: Callable[[Sequence[Trick]], bool], on: Playing) -> Rules[bool] | bool | None:
        """After a trick, stop play if the hand is over; else let the player of its last card raise (TR-29, TR-30)."""
        if over(on.won):
            return True
        last = on.order[-1]
        return self._offer(last) if self.open(last) else None

    def _offer(self, seat: Seat) -> Rules[bool]:
        """Ask a seat whether it raises after its card; return whether that was refused."""
        word = yield ask(self._o, seat, "after", PASS, *self.open(seat))
        return word != PASS and (yield from self._refused(seat))

    def _refused(self, seat: Seat) -> Rules[bool]:
        """Ask the caller's right neighbor to answer a raise; return whether it refuses (TR-26 to TR-28)."""
        right = (seat + 3) % 4
        if (yield ask(self._o, right, "answer", "accept", "reject")) == "reject":
            self.refused_by = SIDES[right]
            return True
        self._raised_by = SIDES[seat]
        yield from self.rises(self.worth + 1)
        return False


def result(o: Options, standing: Standing) -> Result | None:
    """Return the result once a side is at the target (TR-35)."""
    return at_target(standing.scores, o.target)


def hidden(view: View) -> Sampler:
    """Return the sampler of the other hands and the undealt cards; no play betrays anything (TR-13, TR-37)."""
    from arena.games.hidden.whereabouts import Whereabouts

    single = any(isinstance(event, Did) and (event.kind, event.word) == ("size", "one") for event in view.events)
    return Whereabouts(view, PACK, dealing(view.standing, 1 if single else HAND)).sampler()


GAME = Game(
    name="truc",
    title="two partnerships, hands of three cards, no suit to follow; raises and table talk; to twelve",
    clauses="TR",
    options=Options,
    presets=PRESETS,
    seating=lambda _: seated(SIDES),
    pack=lambda _: PACK,
    dealing=lambda _, standing: dealing(standing),
    start=start,
    deal=deal,
    result=result,
    hidden=hidden,
)
