"""Truc: what is the chance to win the hand, and is that enough to raise, to accept, or to play at eleven?

Chances are whole numbers of 10,000. They come from a simple picture: the others play the best card that they hold, and
what they hold is drawn at random from the cards that were not seen.
"""

from typing import Final, NamedTuple

from arena.games.careful.cards import SUITS
from arena.games.careful.seen import Choose, Seen

RANKS: Final = "4567JQKA23"  # from low to high
PACK: Final = [rank + s for s in SUITS for rank in RANKS]
SURE: Final = 10_000

RAISE: Final = 6_000  # the chance from which it pays to raise
ACCEPT: Final = {1: 3_000, 2: 2_200}  # the chance from which it pays to accept, by what the hand is worth before
PLAY: Final = 3_500  # the chance from which it pays to play at eleven


class Outlook(NamedTuple):
    """What chances depend on: the tricks of both sides, who wins if they are equal, and what others may hold.

    `at_most[n][h]` is the chance that n unseen cards have none above the height h, and `two_at_most[n][h]` the same of
    two players with n cards each.
    """

    ours: int
    theirs: int
    tie: int
    at_most: list[list[int]]
    two_at_most: list[list[int]]


def height(card: str) -> int:
    """Return the height of a card, from 1 to 10."""
    return 1 + RANKS.index(card[0])


def times(one: int, other: int) -> int:
    """Return the product of two chances."""
    return one * other // SURE


def outlook(table: Seen) -> Outlook:
    """Return the outlook of my side."""
    of_height = [0] * (len(RANKS) + 1)
    for card in table.unseen(PACK).cards():
        of_height[height(card)] += 1
    above = [0] * (len(RANKS) + 1)
    for h in range(len(RANKS), 0, -1):
        above[h - 1] = above[h] + of_height[h]
    at_most = [[SURE] * (len(RANKS) + 1)]
    for number in range(table.dealt):
        left = max(1, above[0] - number)
        at_most.append([none * max(0, left - higher) // left for none, higher in zip(at_most[-1], above, strict=True)])
    won = [0, 0]
    for seat, tricks in enumerate(table.won):
        won[table.partners(seat, table.seat)] += tricks
    tie = 0 if table.partners(table.dealer, table.seat) else SURE
    return Outlook(won[1], won[0], tie, at_most, [[times(none, none) for none in one] for one in at_most])


def trick_chances(mine: int, other: int, partners: list[int], opponents: list[int]) -> tuple[int, int]:
    """Return the chances to win a trick and to draw it.

    Args:
        mine: the height of the best card of my side so far, 0 if there is none.
        other: the same of the other side.
        partners: the chances, by height, that what my side still plays is not above it.
        opponents: the same of the other side.
    """
    won = drawn = 0
    below = 0 if mine else partners[0]
    theirs_below = 0 if other else opponents[0]
    for h in range(1, len(RANKS) + 1):
        ours = partners[h] if h >= mine else 0
        theirs = opponents[h] if h >= other else 0
        won += (ours - below) * theirs_below
        drawn += (ours - below) * (theirs - theirs_below)
        below, theirs_below = ours, theirs
    return won // SURE, drawn // SURE


def hand_chance(look: Outlook, ours: int, theirs: int, cards: list[int]) -> int:
    """Return the chance to win the hand before a trick.

    Args:
        look: the outlook at the question.
        ours: the tricks of my side before this trick.
        theirs: those of the other side.
        cards: the heights of the cards that I hold then.
    """
    if ours == 2 or theirs == 2 or not cards:
        return SURE if ours > theirs else look.tie if ours == theirs else 0
    best = 0
    one, two = look.at_most[len(cards)], look.two_at_most[len(cards)]
    for number, card in enumerate(cards):
        rest = cards[:number] + cards[number + 1 :]
        best = max(best, after_trick(look, ours, theirs, rest, trick_chances(card, 0, one, two)))
    return best


def after_trick(look: Outlook, ours: int, theirs: int, rest: list[int], chances: tuple[int, int]) -> int:
    """Return the chance to win the hand if a trick is won and drawn with these chances, and I hold the rest then."""
    won, drawn = chances
    found, lost = 0, SURE - won - drawn
    if won:
        found += won * hand_chance(look, ours + 1, theirs, rest)
    if drawn:
        found += drawn * hand_chance(look, ours, theirs, rest)
    if lost:
        found += lost * hand_chance(look, ours, theirs + 1, rest)
    return found // SURE


def chance_with(table: Seen, look: Outlook, card: str) -> int:
    """Return the chance to win the hand if I play this card now; "" if I have played to this trick already."""
    best = {True: height(card) if card else 0, False: 0}
    waiting = {True: 0, False: 0}
    there = [seat for seat, _ in table.trick]
    for seat, laid in table.trick:
        mine = table.partners(seat, table.seat)
        best[mine] = max(best[mine], height(laid))
    for seat in range(len(table.sides)):
        if seat not in there and seat != table.seat:
            waiting[table.partners(seat, table.seat)] += 1
    rest = [height(other) for other in table.hand if other != card]
    held = look.at_most[len(rest) + 1]  # who waits to play has one card more than I shall have
    sides = []
    for mine in (True, False):
        sides.append([SURE] * len(held))
        for _ in range(waiting[mine]):
            sides[-1] = list(map(times, sides[-1], held))
    chances = trick_chances(best[True], best[False], sides[0], sides[1])
    return after_trick(look, look.ours, look.theirs, rest, chances)


def chance_now(table: Seen) -> int:
    """Return the chance to win the hand as it stands, whoever plays next."""
    look = outlook(table)
    if not table.trick:
        return hand_chance(look, look.ours, look.theirs, [height(card) for card in table.hand])
    if table.seat in [seat for seat, _ in table.trick]:
        return chance_with(table, look, "")
    return max(chance_with(table, look, card) for card in table.hand)


def other_score(table: Seen) -> int:
    """Return the score of the other side before this hand."""
    return table.score((table.seat + 1) % len(table.sides))


def target(table: Seen) -> int:
    """Return the score that wins the game."""
    return int(table.options.get("target", "12"))


def loses_game(table: Seen) -> bool:
    """Return whether the other side wins the game if it gets what the hand is worth now."""
    return other_score(table) + table.worth >= target(table)


def raises(table: Seen, chance: int) -> bool:
    """Return whether to raise: with a good hand, and if nothing is left to lose."""
    return chance >= RAISE or loses_game(table)


def choose_turn(table: Seen, _seat: int, legal: list[str]) -> str:
    """Play the card with the best chance, the lowest of equal ones; or raise first."""
    cards = sorted([word for word in legal if word in PACK], key=height)
    look = outlook(table)
    chances = [chance_with(table, look, card) for card in cards]
    if len(cards) < len(legal) and raises(table, max(chances)):
        return legal[-1]
    return cards[chances.index(max(chances))]


def choose_after(table: Seen, _seat: int, legal: list[str]) -> str:
    """Raise or pass after the own card."""
    return legal[1] if raises(table, chance_now(table)) else "pass"


def choose_answer(table: Seen, _seat: int, _legal: list[str]) -> str:
    """Accept a raise if the hand is good enough, or if refusing it loses the game."""
    return "accept" if chance_now(table) >= ACCEPT[table.worth] or loses_game(table) else "reject"


def choose_eleven(table: Seen, _seat: int, legal: list[str]) -> str:
    """Play a good hand, and any hand if giving it up loses the game; leave a bad one to the partner."""
    folding = other_score(table) + int(table.options.get("eleven_fold_points", "1"))
    if chance_now(table) >= PLAY or folding >= target(table):
        return "play"
    return "defer" if "defer" in legal else "fold"


CHOOSE: dict[str, Choose] = {
    "play": choose_turn,
    "after": choose_after,
    "answer": choose_answer,
    "eleven": choose_eleven,
}
