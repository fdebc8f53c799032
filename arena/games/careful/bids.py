"""What a hand of Five Hundred is worth: the value of each bid, and the tricks that the hand takes.

Hands are valued in tenths of a trick before the widow is seen; the average gain from the widow is part of the base. The
weights are a least-squares fit to the tricks of contractors in thousands of deals between these bots.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from arena.games.careful.bowers import JOKER, counted, has_joker, pack
from arena.games.careful.cards import SUITS, bit, height, heights, length, suit
from arena.games.careful.seen import Seen

LOSING: Final = {"nullo": 250, "misere": 250, "open-misere": 500, "granola": 510}  # bids to lose every trick
STANDARD, INVERTED = "SCDH", "CSHD"  # the suits as they rank in bids, low to high

# Tenths of a trick in a trump contract: for each trump, for high trumps, for high cards of other suits.
PER_TRUMP: Final = 6
HIGH_TRUMP: Final = {"B": 7, "R": 6, "L": 5, "A": 4, "K": 2, "Q": 2}
ACE, KING = 7, 4
SHORT: Final = {0: 3, 1: 1}  # for a side suit with no card or a single one, because it is soon ruffed

# Tenths of a trick in no trump: for the joker, for guarded high cards, for an ace with its king, for each card of a
# suit beyond three.
JOKER_ALONE: Final = 20
GUARDED: Final = {"A": 7, "K": 2, "Q": 2, "J": 1}
BOTH, LONG = 8, 3

# What a hand without any of these takes, in a trump contract and in no trump: by the number of players. Additions: for
# a pack without a joker, for each card of the widow beyond the usual number, for a second partner (five players).
BASE: Final = {2: (23, 33), 3: (6, 16), 4: (22, 34), 5: (21, 35)}
NO_JOKER: Final = (1, 4)
LARGER_WIDOW: Final = (2, 2)
SECOND_PARTNER: Final = 12


def value(table: Seen, bid: str) -> int:
    """Return the points of a bid: won if the contract is made, lost if it is not."""
    if bid in LOSING:
        return LOSING[bid]
    schedule = table.options.get("schedule", "avondale")
    ranked = INVERTED if schedule == "inverted" else STANDARD
    step = 40 + 20 * (ranked.index(trump_of(bid)) if trump_of(bid) in ranked else len(ranked))
    return step + 100 * (tricks_of(bid) - 6) if schedule == "avondale" else step * (tricks_of(bid) - 5)


def tricks_of(bid: str) -> int:
    """Return the number of tricks bid; 0 for a bid to lose every trick."""
    digits = bid.rstrip("SHDCNTO")
    return int(digits) if digits.isdigit() else 0


def trump_of(bid: str) -> str:
    """Return the trump of a bid: a suit or `NT`."""
    return bid[-1] if tricks_of(bid) and bid[-1] in SUITS else "NT"


def hand_tricks(table: Seen, bid: str) -> int:
    """Estimate the tricks of my side, in tenths, if I play this bid."""
    trump = trump_of(bid)
    return strength(tuple(table.hand), trump) + base(table, trump, tricks_of(bid))


@lru_cache(maxsize=4096)
def strength(cards: tuple[str, ...], trump: str) -> int:
    """Return what the strength of a hand adds, in tenths of a trick."""
    hand = [counted(card, trump) for card in cards]
    return no_trump_tricks(hand) if trump == "NT" else suit_tricks(hand, trump)


def base(table: Seen, trump: str, tricks: int) -> int:
    """Return the tenths of a trick of a hand without any strength: from partners, the widow and the first lead."""
    which = trump == "NT"
    usual = 2 + has_joker(table)
    worth = BASE[len(table.sides)][which] + LARGER_WIDOW[which] * (widow(table) - usual)
    if not has_joker(table):
        worth += NO_JOKER[which]
    return worth + SECOND_PARTNER * (len(table.sides) == 5 and tricks >= 8)


def suit_tricks(hand: list[str], trump: str) -> int:
    """Return what the strength of a hand adds in a trump contract, in tenths; cards have the names they count as."""
    worth = 0
    for s in SUITS:
        cards = length(hand, s)
        if s == trump:
            worth += PER_TRUMP * cards + sum(HIGH_TRUMP.get(card[0], 0) for card in hand if suit(card) == s)
        else:
            worth += ACE * (f"A{s}" in hand) + KING * (f"K{s}" in hand and cards > 1) + SHORT.get(cards, 0)
    return worth


def no_trump_tricks(hand: list[str]) -> int:
    """Return what the strength of a hand adds in no trump, in tenths of a trick."""
    worth = JOKER_ALONE * (JOKER in hand)
    for s in SUITS:
        cards = length(hand, s)
        worth += sum(GUARDED[rank] for guards, rank in enumerate("AKQJ") if rank + s in hand and cards > guards)
        ace, king = f"A{s}" in hand, f"K{s}" in hand
        worth += BOTH * (ace and king) + LONG * (max(0, cards - 3) if ace or king else 0)
    return worth


def danger(hand: Sequence[str], cards: Sequence[str]) -> int:
    """Return the danger that a hand wins a trick that it wants to lose; 0 if it can lose every trick.

    A suit is safe if the other hands have no card below the lowest card, at most one below the next, and so on. Then it
    can always be played below theirs.
    """
    mine, whole = heights(hand), heights(cards)
    return sum(exposed(mine.get(s, 0), whole.get(s, 0)) for s in SUITS) + JOKER_DANGER * (JOKER in hand)


JOKER_DANGER: Final = 20


def exposed(mine: int, pack: int) -> int:
    """Return the danger from one suit of a hand; the cards are heights as bits."""
    others, left, found, place = pack & ~mine, mine, 0, 0
    while left:
        card = left & -left
        found += max(0, (others & card - 1).bit_count() - place)
        left, place = left ^ card, place + 1
    return found


def worst(hand: Sequence[str], cards: Sequence[str]) -> str:
    """Return the card whose removal leaves the least danger; of several, the highest, spades first."""
    mine, whole = heights(hand), heights(cards)

    def without(card: str) -> tuple[int, int, int]:
        s = suit(card)
        held, there = mine[s], whole.get(s, 0)
        more = -JOKER_DANGER if card == JOKER else exposed(held & ~bit(card), there) - exposed(held, there)
        return more, -height(card), f"{SUITS}K".index(s)

    return min(hand, key=without)


def danger_left(table: Seen) -> int:
    """Return the danger of my hand after the contractor has put away the most dangerous cards."""
    return danger_without(tuple(table.hand), tuple(pack(table)), widow(table))


@lru_cache(maxsize=1024)  # who searches asks this of the same hands again and again
def danger_without(hand: tuple[str, ...], cards: tuple[str, ...], number: int) -> int:
    """Return the danger of a hand after so many of its most dangerous cards are gone."""
    left = [*hand]
    for _ in range(min(number, len(left))):
        left.remove(worst(left, cards))
    return danger(left, cards)


def widow(table: Seen) -> int:
    """Return the number of cards that the contractor puts away."""
    if table.game == "american-five-hundred":
        return 5
    if len(table.sides) == 2 and table.options.get("two_player") == "short":
        return 4
    return 2 + has_joker(table)
