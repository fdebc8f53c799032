"""A second opinion on Scotch Whist, written from its rule sheet alone."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from typing import NamedTuple

from tests.games.second_opinion.oracle import Asks, Begins, Draw, Ends, Notes, Shows, Telling, asks, notes, shows
from tests.games.second_opinion.telling import scores_before

SIZES = {2: 18, 3: 12, 4: 9, 5: 7, 6: 6, 7: 5}
"""Cards dealt to each player, by the number of players (SW-5)."""
PLAIN_RANKS = "AKQJT9876"
TRUMP_RANKS = "JAKQT9876"
"""From the highest down (SW-3)."""
HONORS = {"T": 10, "A": 4, "K": 3, "Q": 2, "J": 11}
"""What a trump honor is worth (SW-11)."""
ORDER = ("T", "tricks", "A", "K", "Q", "J")
"""The six steps of the count (SW-11)."""


class Hand(NamedTuple):
    """What came of a hand: tricks of each seat, and who captured each trump honor, by its rank."""

    tricks: tuple[int, ...]
    takers: Mapping[str, int]


def pack_of(players: int) -> set[str]:
    """Return the cards in play (SW-2)."""
    cards = {rank + suit for rank in PLAIN_RANKS for suit in "SHDC"}
    return cards - {"6C"} if players in {5, 7} else cards


def dealt(pack: Sequence[str], dealer: int, players: int) -> list[list[str]]:
    """Return the hands, each in the order received, out of a pack with its top first (SW-5)."""
    hands: list[list[str]] = [[] for _ in range(players)]
    for number, card in enumerate(pack):
        hands[(dealer + 1 + number) % players].append(card)
    return hands


def may_play(hand: Sequence[str], led: str | None) -> list[str]:
    """Return the cards that may be played; `led` is the first card of the trick, None for whoever leads (SW-8)."""
    following = [card for card in hand if led is not None and card[1] == led[1]]
    return following or list(hand)


def best_card(trick: Sequence[str], trump: str) -> int:
    """Return which card of a trick wins, counted from 0 for the lead (SW-9)."""
    trumps = [card for card in trick if card[1] == trump]
    if trumps:
        best = min(trumps, key=lambda card: TRUMP_RANKS.index(card[0]))
    else:
        best = min((card for card in trick if card[1] == trick[0][1]), key=lambda card: PLAIN_RANKS.index(card[0]))
    return trick.index(best)


def trick_score(players: int, tricks: int) -> int:
    """Return what a number of tricks is worth (SW-12)."""
    return max(0, players * tricks - SIZES[players])


def steps_of(hand: Hand) -> list[list[int]]:
    """Return the points of every seat, a list for each of the six steps (SW-11)."""
    players = len(hand.tricks)
    steps = []
    for step in ORDER:
        if step == "tricks":
            steps.append([trick_score(players, tricks) for tricks in hand.tricks])
        else:
            steps.append([HONORS[step] if hand.takers[step] == seat else 0 for seat in range(players)])
    return steps


def running(before: Sequence[int], steps: Sequence[Sequence[int]]) -> list[list[int]]:
    """Return the totals of all seats after each step."""
    totals = []
    now = list(before)
    for step in steps:
        now = [total + points for total, points in zip(now, step, strict=True)]
        totals.append(now)
    return totals


def leaders(seats: Sequence[int], totals: Sequence[int]) -> list[int]:
    """Return those of the seats that have the highest total among them."""
    return [seat for seat in seats if totals[seat] == max(totals[other] for other in seats)]


def winners_of(totals: Sequence[Sequence[int]], target: int, crossing: str = "in_order") -> list[int]:
    """Return who has won, nobody if the game goes on (SW-14 to SW-18).

    Args:
        totals: of all seats, after each of the six steps.
        target: what must be reached.
        crossing: what decides among several that reach it.
    """
    there = [seat for seat, total in enumerate(totals[-1]) if total >= target]
    if len(there) <= 1:
        return there
    if crossing == "highest_total":
        return leaders(there, totals[-1])
    first = min(number for number, now in enumerate(totals) if max(now) >= target)
    left = [seat for seat in there if totals[first][seat] >= target]
    for now in totals[first:]:
        left = leaders(left, now)
    return left


def places_of(winners: Sequence[int], scores: Sequence[int]) -> tuple[int, ...]:
    """Return the places: the winners before all others, the others by score."""
    places = []
    for seat, score in enumerate(scores):
        ahead = [other for other, more in enumerate(scores) if other in winners or more > score]
        places.append(1 if seat in winners else 1 + len(ahead))
    return tuple(places)


def played(
    hands: Sequence[Sequence[str]], dealer: int, trump: str
) -> Generator[Asks | Shows | Notes | Begins | Ends, str, Hand]:
    """Tell the tricks of a hand, from the lead of the dealer's left neighbor on (SW-7 to SW-10)."""
    players = len(hands)
    held = [list(hand) for hand in hands]
    tricks = [0] * players
    takers: dict[str, int] = {}
    leader = (dealer + 1) % players
    while any(held):
        trick: list[str] = []
        for turn in range(players):
            seat = (leader + turn) % players
            card = yield asks(seat, "play", may_play(held[seat], trick[0] if trick else None))
            held[seat].remove(card)
            trick.append(card)
        leader = (leader + best_card(trick, trump)) % players
        tricks[leader] += 1
        takers.update({card[0]: leader for card in trick if card[1] == trump and card[0] in HONORS})
        yield notes("trick", leader, 1)
    return Hand(tuple(tricks), takers)


def scotch_whist(options: Mapping[str, str], draw: Draw) -> Telling:
    """Tell a whole game.

    Args:
        options: every option as a word.
        draw: what was drawn: `first-dealer` (seats), `deal N pack` (cards, the top first).
    """
    players = int(options["players"])
    named = options["first_dealer"]
    dealer = int(draw("first-dealer")[0]) if named == "random" else int(named.removeprefix("P"))
    scores = scores_before(options, players)
    winners: list[int] = []
    finished = 0
    while not winners:
        told = {"dealer": str(dealer), "scores": ",".join(map(str, scores)), "finished": str(finished)}
        yield Begins(finished + 1, told)
        pack = [str(card) for card in draw(f"deal {finished + 1} pack")]
        assert len(pack) == len(pack_of(players))
        assert set(pack) == pack_of(players)
        hands = dealt(pack, dealer, players)
        for seat, cards in enumerate(hands):
            yield shows({seat}, "hand", seat, cards)
        yield shows(range(players), "turn-up", dealer, [pack[-1]])  # (SW-6)
        yield notes("trump", pack[-1][1])
        hand = yield from played(hands, dealer, pack[-1][1])
        steps = steps_of(hand)
        totals = running(scores, steps)
        winners = winners_of(totals, int(options["target"]), options["crossing"])
        yield notes("points", *(sum(points) for points in zip(*steps, strict=True)))
        scores = totals[-1]  # the whole hand counts (SW-17)
        yield notes("scores", *scores)
        finished += 1
        dealer = (dealer + 1) % players  # (SW-4)
    yield Ends(places_of(winners, scores), tuple(scores), "target", {})
