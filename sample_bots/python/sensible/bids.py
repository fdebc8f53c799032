"""What a hand of Five Hundred is worth: the value of each bid, and the chance to make it.

Hands are weighed in tenths of a trick before the widow is seen: what it adds on average is in the base. The weights are a
least-squares fit to what contractors took in thousands of deals that these bots played among themselves.
"""

from bowers import JOKER, counted, pack
from cards import SUITS, height, length, suit
from table import Table

LOSING = {"nullo": 250, "misere": 250, "open-misere": 500, "granola": 510}  # bids to win no trick
NO_TRUMP = ("NT", "NO")
STANDARD, INVERTED = "SCDH", "CSHD"  # the suits as they rank in bids, low to high

# Tenths of a trick with a trump: for each of them, for the high ones, for high cards of other suits.
PER_TRUMP = 5
HIGH_TRUMP = {"B": 7, "R": 6, "L": 5, "A": 4, "K": 2, "Q": 1}
ACE, KING = 8, 4
# The same without trumps.
TOP = {"A": 10, "K": 6, "Q": 3, "J": 1}
JOKER_ALONE = 13

PER_TENTH = 3  # per cent that each tenth of a trick more or less than was bid adds to a chance, or takes off it


def value(table: Table, bid: str) -> int:
    """Return what a bid scores when it is made, and costs when it is not."""
    if bid in LOSING:
        return LOSING[bid]
    schedule = table.options.get("schedule", "avondale")
    ranked = INVERTED if schedule == "inverted" else STANDARD
    step = 40 + 20 * (ranked.index(trump_of(bid)) if trump_of(bid) in ranked else len(ranked))
    return step + 100 * (tricks_of(bid) - 6) if schedule == "avondale" else step * (tricks_of(bid) - 5)


def tricks_of(bid: str) -> int:
    """Return the number of tricks bid; 0 for a bid to win none."""
    digits = bid.rstrip("SHDCNTO")
    return int(digits) if digits.isdigit() else 0


def trump_of(bid: str) -> str:
    """Return the trump of a bid: a suit or `NT`."""
    return bid[-1] if tricks_of(bid) and bid[-1] in SUITS else "NT"


def hand_tricks(table: Table, trump: str) -> int:
    """Guess the tricks of my side, in tenths, if I play with this trump."""
    hand = [counted(card, trump) for card in table.hand]
    worth = no_trump_tricks(hand) if trump == "NT" else suit_tricks(hand, trump)
    return worth + base(table, trump)


BASES = {2: (24, 20), 3: (16, 12), 4: (34, 30), 5: (24, 22)}


def base(table: Table, trump: str) -> int:
    """Return the tricks that a hand without any high card takes: with partners, widow, and the lead."""
    return BASES[len(table.sides)][trump == "NT"]


def suit_tricks(hand: list[str], trump: str) -> int:
    """Return the tricks of a hand, bowers and all under the name they count for, beyond those of an empty one."""
    worth = PER_TRUMP * length(hand, trump)
    for card in hand:
        if suit(card) == trump:
            worth += HIGH_TRUMP.get(card[0], 0)
        elif card[0] == "A":
            worth += ACE
        elif card[0] == "K" and length(hand, suit(card)) > 1:
            worth += KING
    return worth


def no_trump_tricks(hand: list[str]) -> int:
    """Return the same without trumps; kings and queens have to be guarded."""
    worth = JOKER_ALONE * (JOKER in hand)
    for card in hand:
        if card != JOKER and length(hand, suit(card)) > "AKQ".find(card[0]):
            worth += TOP.get(card[0], 0)
    return worth


def danger(hand: list[str], cards: list[str]) -> int:
    """Return how far a hand is from losing every trick.

    The lowest card of a suit should find no lower one with others, the next only one, and so on: then it can always be
    played below theirs.
    """
    return sum(exposed(hand, cards, s) for s in SUITS) + JOKER_DANGER * (JOKER in hand)


JOKER_DANGER = 20


def exposed(hand: list[str], cards: list[str], s: str) -> int:
    """Return the danger in one suit."""
    mine = sorted(height(card) for card in hand if suit(card) == s and card != JOKER)
    others = [height(card) for card in cards if suit(card) == s and card not in hand]
    return sum(max(0, sum(other < card for other in others) - place) for place, card in enumerate(mine))


def worst(hand: list[str], cards: list[str]) -> str:
    """Return the card without which a hand would lose tricks most safely; the highest of several."""
    return min(hand, key=lambda card: (danger([other for other in hand if other != card], cards), -height(card)))


def danger_left(table: Table) -> int:
    """Return the danger of a hand without as many cards as the widow lets its owner put away."""
    cards, hand = pack(table), list(table.hand)
    for _ in range(widow(table)):
        hand.remove(worst(hand, cards))
    return danger(hand, cards)


def widow(table: Table) -> int:
    """Return how many cards the contractor puts away."""
    if table.game == "american-five-hundred":
        return 5
    if len(table.sides) == 2 and table.options.get("two_player") == "short":
        return 4
    return 2 + (table.options.get("joker", "on") == "on")
