"""Bridge Solitaire: which cards to keep, whether to overcall the house, which card to play."""

from typing import Final

from arena.games.careful.cards import SUITS, Unseen, beats, height, length, suit
from arena.games.careful.seen import Choose, Seen
from arena.games.careful.tricks import chances_of_none

JOKERS: Final = ("JK1", "JK2")
PACK: Final = [*(rank + s for s in SUITS for rank in "23456789TJQKA"), *JOKERS]
NO_TRUMP: Final = "NT"

HIGH: Final = {"A": 70, "K": 60, "Q": 50, "J": 35, "T": 20}  # what a card is worth when the hand is chosen
LONG: Final = 5  # and for each card of its suit

# What a hand takes as declarer, in tenths of a trick.
BASE: Final = 31
TRUMP: Final = 5
TRUMPS: Final = {"A": 6, "K": 4, "Q": 4, "J": 3, "T": 2}
SIDES: Final = {"A": 5, "K": 3, "Q": 3}
JOKER: Final = 2
FLAT: Final = 82  # at no trump, which takes a flat hand

HOUSE_MAKES: Final = (87, 73, 49, 36, 23, 10)  # the chance in per cent that the house makes a contract, by its level
GAME: Final = 250  # what a game is worth besides its points

PER_RANK, HIGHEST, FOLLOW, DRAW, LEAD, KEEP_JOKER, PER_CARD = 4, 10, 40, 30, 90, 20, 4


def is_joker(card: str) -> bool:
    """Return whether a card is a joker."""
    return card.startswith("JK")


def choose_discard(table: Seen, _seat: int, legal: list[str]) -> str:
    """Discard the poorest card: low cards of short suits."""
    return min(legal, key=lambda card: (HIGH.get(card[0], 0) + LONG * length(table.hand, suit(card)), height(card)))


def estimate(hand: list[str], trump: str) -> int:
    """Return the tricks of a hand as declarer, in tenths."""
    if trump == NO_TRUMP:
        return FLAT
    tricks = BASE + TRUMP * length(hand, trump)
    for card in hand:
        high = TRUMPS if suit(card) == trump else SIDES
        tricks += JOKER if is_joker(card) else high.get(card[0], 0)
    return tricks


def choose_call(table: Seen, _seat: int, legal: list[str]) -> str:
    """Make the call that is worth most."""
    return max(legal, key=lambda word: worth_of_pass(table) if word == "pass" else worth_of_bid(table, word))


def worth_of_bid(table: Seen, word: str) -> int:
    """Return the points that a bid brings on average, times 100."""
    margin = estimate(table.hand, word[1:]) - 10 * (6 + int(word[0]))
    over, down = max(0, margin) // 10, 1 + max(0, -margin) // 10
    return worth(table, 0, word, min(95, max(5, 50 + 3 * margin)), over, down)


def worth_of_pass(table: Seen) -> int:
    """Return the points that defending against the house brings on average, times 100."""
    return -worth(table, 1, table.bid, HOUSE_MAKES[int(table.bid[0]) - 1], 0, 1)


def worth(table: Seen, side: int, word: str, makes: int, over: int, down: int) -> int:
    """Return the points that a contract brings on average, times 100.

    Args:
        table: what was seen.
        side: the declarer: 0 for me, 1 for the house.
        word: the contract.
        makes: the chance in per cent that it is made.
        over: how many tricks too many are expected if it is.
        down: how many tricks too few are expected if it is not.
    """
    doubled = 2 ** sum(map(is_joker, table.hand))
    vulnerable = table.standing_of("games", side) > 0
    made = worth_if_made(word, over, doubled, vulnerable, table.standing_of("below", side))
    return makes * made - (100 - makes) * worth_if_lost(down, doubled, vulnerable)


def worth_if_made(word: str, over: int, doubled: int, vulnerable: bool, below: int) -> int:
    """Return what a contract is worth to its side if it is made."""
    level, trump = int(word[0]), word[1:]
    trick = 20 if trump in {"C", "D"} else 30
    points = (trick * level + 10 * (trump == NO_TRUMP)) * doubled
    more = over * trick if doubled == 1 else over * 50 * doubled * (1 + vulnerable) + 25 * doubled
    slam = max(0, level - 5) * (750 if vulnerable else 500)
    return points + more + slam + (GAME if below + points >= 100 else points)


def worth_if_lost(down: int, doubled: int, vulnerable: bool) -> int:
    """Return what the other side scores for so many tricks short of a contract."""
    if doubled == 1:
        return 50 * (1 + vulnerable) * down
    first, each = (200, 300) if vulnerable else (100, 200)
    return (first + each * (down - 1)) * doubled // 2


def choose_card(table: Seen, _seat: int, legal: list[str]) -> str:
    """Play the card with the highest gain: the chance that it wins the trick less its price."""
    unseen = table.unseen(PACK)
    return max(legal, key=lambda card: win_chance(table, card, unseen) - price(table, card, unseen))


def win_chance(table: Seen, card: str, unseen: Unseen) -> int:
    """Return the chance in per cent that a card wins the trick."""
    if table.trick:
        led = table.trick[0][1]
        takes = is_joker(led) if is_joker(card) else not is_joker(led) and beats(card, led, table.trump)
        return 100 * takes
    if is_joker(card):
        return 0
    trumps = 0 if suit(card) == table.trump else unseen.length(table.trump)
    others = trumps + sum([unseen.length(suit(joker)) for joker in JOKERS])
    over, valid = others + unseen.above(card), others + unseen.length(suit(card))
    if not valid:
        return 100
    return 100 - (100 - none_of(table, unseen.count(), valid)) * over // valid


def none_of(table: Seen, unseen: int, valid: int) -> int:
    """Return the chance that the house reaches its limit at no trump before a valid card."""
    limit = table.options.get("nt_turn_limit", "none")
    if table.trump != NO_TRUMP or not limit.isdigit():
        return 0
    chances = chances_of_none(unseen, int(limit))
    return chances[valid] if valid < len(chances) else 0


def price(table: Seen, card: str, unseen: Unseen) -> int:
    """Return the price of a card: what it would be good for later."""
    if is_joker(card):
        return KEEP_JOKER
    cost = PER_RANK * height(card) + HIGHEST * unseen.tops(card)
    if table.trick:
        return cost + FOLLOW * (suit(card) == table.trump)
    cost -= PER_CARD * length(table.hand, suit(card))
    if suit(card) != table.trump:
        return cost
    return cost + (DRAW if length(table.hand, table.trump) > unseen.length(table.trump) else LEAD)


CHOOSE: dict[str, Choose] = {"discard": choose_discard, "call": choose_call, "play": choose_card}
