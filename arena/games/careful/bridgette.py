"""Bridgette: what to lay aside, what to call, which card to play.

Before the bot thinks, it makes a copy of the table in which every colon has a name like a card: a height below the two,
and a suit of its own.
"""

from functools import cache
from typing import Final

from arena.games.careful.cards import SUITS, Unseen, beats, best_trump, height, length, suit
from arena.games.careful.seen import Choose, Seen
from arena.games.careful.tricks import Trick, Values, beaten_by, chances_of_none, holds_some

NAMES: Final[dict[str, str]] = {"GRAND": "-G", "ROYAL": "-R", "LITTLE": "-L"}
RANGES: Final = {"-G": "A", "-R": "KQJ", "-L": "T98765432"}  # the ranks in the range of each colon
COUNTED: Final = Unseen([rank + s for s in SUITS for rank in "23456789TJQKA"] + list(NAMES), NAMES)

# The points of a contract by its level, of exactly the tricks bid, and of a contract that is set, by the tricks short
# and by the factor of the doubles.
MADE: Final = {
    "NT": (150, 250, 250, 750, 750, 1500, 2200, 2500),
    "S": (0, 150, 250, 250, 750, 750, 1500, 2200),
    "H": (0, 150, 250, 250, 750, 750, 1500, 2200),
    "D": (0, 150, 250, 250, 250, 750, 1500, 2200),
    "C": (0, 150, 250, 250, 250, 750, 1500, 2200),
}
EXACTLY: Final = (250, 250, 250, 250, 250, 250, 100, 0)
THREE_MORE: Final = 350
DOUBLED: Final = {1: 0, 2: 400, 4: 1000}
SET: Final = {
    1: (100, 200, 300, 400, 700, 1000),
    2: (200, 500, 800, 1100, 2000, 3000),
    4: (300, 700, 1100, 1500, 2700, 4000),
}

# What cards are worth in tenths of a trick: with trump, for each trump and for high cards; without, for high cards and
# for each card of a suit beyond three. The weights were fitted to what declarers took, and the bases then raised as
# long as that won more: if a bot does not bid, the other one does.
BASE, PER_TRUMP, HIGH_TRUMP, HIGH = 32, 6, {"A": 7, "K": 6, "Q": 3, "J": 2}, {"A": 8, "K": 6, "Q": 5}
BASE_NT, LONG_NT, HIGH_NT = 26, 3, {"A": 9, "K": 8, "Q": 6, "J": 4, "T": 2}
COLON: Final = {"-G": 4, "-R": 2}
LEADS: Final = 15  # how many tenths more a declarer takes with a trump suit than a defender with the same cards
SPREAD: Final = 42  # the tenths by which tricks may differ from this

VALUES: Final = Values(per_rank=4, highest=20, follow=25, draw=10, lead=20)


def as_it_counts(table: Seen) -> Seen:
    """Return a copy of the table in which every card has its name."""
    seen = table.renamed(NAMES)
    seen.voids = table.voids_by(shows_void, ())
    seen.none_of = chances_of_none(table.unseen(COUNTED).count(), len(table.hand))
    return seen


def shows_void(card: str, lead: str, _known: tuple[str, ...]) -> str:
    """Return the suit of the card led if a player who answers it with another card has shown a void in it."""
    if lead in NAMES or suit(card) == suit(lead) or lead[0] in RANGES.get(NAMES.get(card, card), ""):
        return ""
    return suit(lead)


def takes(seen: Seen, lead: str, card: str) -> bool:
    """Return whether a card takes the trick from the card led."""
    if lead not in RANGES:
        return beats(card, lead, seen.trump)
    if card in RANGES:
        return seen.options.get("colon_vs_colon") == "led_loses"
    return suit(card) == seen.trump or card[0] in RANGES[lead]


def hand_tricks(hand: list[str], trump: str) -> int:
    """Estimate the tricks of a declarer with this hand, in tenths."""
    colons = sum(COLON.get(card, 0) for card in hand)
    if trump not in {*SUITS}:
        long = sum(max(0, length(hand, s) - 3) for s in SUITS)
        return BASE_NT + LONG_NT * long + sum(HIGH_NT.get(card[0], 0) for card in hand) + colons
    high = sum((HIGH_TRUMP if suit(card) == trump else HIGH).get(card[0], 0) for card in hand)
    return BASE + PER_TRUMP * length(hand, trump) + high + colons


def defended(hand: list[str], trump: str) -> int:
    """Estimate the tricks of a declarer against this hand, in tenths."""
    return 130 + LEADS * (trump in {*SUITS}) - hand_tricks(hand, trump)


def points(bid: str, factor: int, tricks: int) -> int:
    """Return the points of the declarer for a contract; of the defender, below zero, if it is set."""
    level = int(bid[0])
    over = tricks - 6 - level
    if over < 0:
        return -SET[factor][min(-over, 6) - 1]
    return MADE[bid[1:]][level] + DOUBLED[factor] + EXACTLY[level] * (over == 0) + THREE_MORE * (over == 3)


@cache  # a search asks the same again and again
def expected(bid: str, factor: int, estimate: int) -> int:
    """Return the points that a declarer may expect who is good for so many tenths of a trick."""
    likely = min(max(estimate, 0), 130)
    chances = [max(0, SPREAD - abs(10 * tricks - likely)) for tricks in range(14)]
    return sum(chance * points(bid, factor, tricks) for tricks, chance in enumerate(chances)) // sum(chances)


def last_bid(table: Seen) -> tuple[int, str, int]:
    """Return the seat and the word of the last bid, and the factor of its doubles."""
    factor = 1
    for seat, word in reversed(table.calls):
        if word in {"double", "redouble"}:
            factor *= 2
        elif word != "pass":
            return seat, word, factor
    return table.seat, "", factor


def choose_discard(_table: Seen, _seat: int, legal: list[str]) -> str:
    """Lay aside the card without which the hand takes most, as declarer with its best trump."""
    named = {NAMES.get(card, card): card for card in legal}
    hand = list(named)
    trump = best_trump(hand, hand_tricks)

    def left(card: str) -> int:
        return 100 * hand_tricks([other for other in hand if other != card], trump) - height(card)

    return named[max(hand, key=left)]


def choose_call(table: Seen, seat: int, legal: list[str]) -> str:
    """Make the call that promises most if it is the last one."""
    hand = as_it_counts(table).hand
    declarer, bid, factor = last_bid(table)
    tricks = {trump: hand_tricks(hand, trump) for trump in {word[1:] for word in legal if word[1:] in MADE}}

    def promise(word: str) -> int:
        times = factor * 2 if word in {"double", "redouble"} else factor
        if word in {"pass", "double", "redouble"} and declarer != seat:
            return -expected(bid, times, defended(hand, bid[1:]))
        if word in {"pass", "redouble"}:
            return expected(bid, times, hand_tricks(hand, bid[1:]))
        return expected(word, 1, tricks[word[1:]])

    return max(legal, key=promise)


def choose_card(table: Seen, seat: int, legal: list[str]) -> str:
    """Play the card with the highest gain."""
    seen = as_it_counts(table)
    unseen = table.unseen(COUNTED)
    named = {NAMES.get(card, card): card for card in legal}
    trick = Trick(seen, seat, unseen)

    def gain(card: str) -> int:
        return 2 * win_chance(seen, seat, card, unseen) - VALUES.price(trick, card)

    return named[max(named, key=gain)]


def win_chance(seen: Seen, seat: int, card: str, unseen: Unseen) -> int:
    """Return the chance that a card takes this trick."""
    if seen.trick:
        return 100 * takes(seen, seen.trick[0][1], card)
    if card in RANGES:
        return 100 - holds_some(seen, sum(takes(seen, card, other) for other in unseen.cards()))
    over = unseen.above(card)
    trumps = over if suit(card) == seen.trump else unseen.length(seen.trump)
    return 100 - beaten_by(seen, 1 - seat, suit(card), over, trumps, unseen)


CHOOSE: dict[str, Choose] = {"discard": choose_discard, "call": choose_call, "play": choose_card}
