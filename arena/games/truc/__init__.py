"""Truc: two partnerships, three cards each, no suit to follow, raises of the stake, and table talk; to twelve."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from arena.games.careful import careful_play
from arena.games.kernel import (
    Ask,
    Card,
    Chance,
    Did,
    Game,
    Plan,
    Result,
    Rules,
    Sampler,
    Seat,
    Side,
    View,
    Words,
    listed,
    page,
    seated,
)
from arena.games.parts.auction import PASS
from arena.games.parts.cards import give, pack, show_hands, with_stock
from arena.games.parts.draws import first_dealer
from arena.games.parts.finish import Standing
from arena.games.parts.races import at_target, for_one, score_deal
from arena.games.parts.tricks import NO_TRUMP, NOBODY, HandRules, Playing, Ranking, Trick, tricks
from arena.games.parts.turns import turns
from arena.games.truc.options import PRESETS, Options
from arena.games.truc.raises import MOST, RAISES, SEATS, SIDES, Stake, ask

RANKS: Final = "32AKQJ7654"
PACK: Final = pack(RANKS)
RANK: Final = Ranking(NO_TRUMP, dict.fromkeys(PACK, ""), {card: len(RANKS) - RANKS.index(card[0]) for card in PACK})
"""Suits have no meaning, and cards of one rank are equal (TR-3, TR-4)."""
HAND = 3
"""The cards of a usual hand."""


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
        points = for_one(1 - near[0], o.eleven_fold_points)
    else:
        points = yield from play(o, dealer, order, hands, high=len(near) == 1)
    scores = yield from score_deal(scores, points)
    return Standing(order[0], scores, finished + 1)


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
    others = 1 - SIDES[dealer]
    stake = Stake(o)
    if high:
        yield from stake.rises(MOST)
    won = yield from tricks(
        hands,
        order[0],
        HandRules(
            order,
            RANK,
            takes=takes,
            words=stake.open,
            said=stake.raised,
            talk=o.talk,
            after=stake.after_card,
            after_trick=partial(stake.after_trick, partial(over, o, len(hands[0]), others)),
        ),
    )
    if stake.refused_by is not None:
        return for_one(1 - stake.refused_by, stake.worth)
    return for_one(winner(won, others), stake.worth)


def takes(on: Playing) -> Seat:
    """Return the winner of a trick: nobody if both sides have played the highest rank (TR-14 to TR-16)."""
    powers = [RANK.power[card] for card in on.cards]
    best = max(powers)
    seats = [on.order[at] for at, power in enumerate(powers) if power == best]
    return seats[0] if len({SIDES[seat] for seat in seats}) == 1 else NOBODY


def counts(won: Sequence[Trick]) -> list[int]:
    """Return how many tricks each side has won."""
    winners = [SIDES[trick.winner] for trick in won if trick.winner != NOBODY]
    return [winners.count(side) for side in (0, 1)]


def over(o: Options, size: int, others: Side, won: Sequence[Trick]) -> bool:
    """Return whether the hand is over after these tricks (TR-18, TR-R4).

    Args:
        o: the options.
        size: how many cards each player was dealt.
        others: the side that is not the dealer's.
        won: the finished tricks.
    """
    found = counts(won)
    if len(won) == size or max(found) == 2:
        return True
    return o.early_stop == "decided" and len(won) == 2 and found[others] == 1 and sum(found) == 1


def winner(won: Sequence[Trick], others: Side) -> Side:
    """Return the side that wins a hand: with more tricks, or as many if it is not the dealer's (TR-18 to TR-21)."""
    found = counts(won)
    return others if found[others] >= found[1 - others] else 1 - others


def result(o: Options, standing: Standing) -> Result | None:
    """Return the result once a side is at the target (TR-35)."""
    return at_target(standing.scores, o.target)


def hidden(view: View) -> Sampler:
    """Return the sampler of the other hands and the undealt cards; no play betrays anything (TR-13, TR-37)."""
    from arena.games.hidden.whereabouts import Whereabouts

    single = any(isinstance(event, Did) and (event.kind, event.word) == ("size", "one") for event in view.events)
    return Whereabouts(view, PACK, dealing(view.standing, 1 if single else HAND)).sampler()


def words(o: Options) -> Words:
    """Return every question and every word that can come."""
    raises, offered = [word for worth in RAISES.values() for word in worth], o.one_card_hand != "never"
    return listed(
        {
            "talk": ("ready",) if o.conference or o.talk_round else (),
            "cut": ("cut", "tap") if offered else (),
            "size": ("three", "one") if offered else (),
            "eleven": ("play", "fold", *(("defer",) if o.eleven_choice == "defer" else ())),
            "play": (*PACK, *raises),
            "after": (PASS, *raises),
            "answer": ("accept", "reject"),
        }
    )


GAME = Game(
    name="truc",
    title="two partnerships, hands of three cards, no suit to follow; raises and table talk; to twelve",
    clauses="TR",
    options=Options,
    presets=PRESETS,
    rules=page("truc"),
    seating=lambda _: seated(SIDES),
    pack=lambda _: PACK,
    dealing=lambda _, standing: dealing(standing),
    start=start,
    deal=deal,
    result=result,
    hidden=hidden,
    words=words,
    silent=("pass", "play"),
    careful=careful_play("truc"),
)
