"""Five Hundred and American Five Hundred: what to bid, whom to play with, what to put away, which card to play."""

from bids import LOSING, danger, danger_left, exposed, hand_tricks, tricks_of, trump_of, value, worst
from bowers import as_it_counts, counted, led_by, pack
from cards import SUITS, height, length, suit
from table import NOBODY, Table
from tricks import best_card, is_highest, trump_price

PER_TENTH = 3  # per cent that a tenth of a trick more than was bid adds to the chance to make it, a tenth less takes off
SAFE, PER_DANGER = 75, 6  # per cent: the chance to lose every trick without any danger, and what each point takes off it
TOLD = 8  # tenths of a trick that a partner's bid in the same suit promises, and half of it in another

# What passing gains or costs, in per cent of the value of the highest bid: a partner's mostly succeeds, so does another's.
LEFT_TO_PARTNER = 40
LEFT_TO_OTHERS = -10

# The price of a card, in hundredths of a point: what it would have been good for later.
PER_RANK = 12
HIGHEST = 500
TRUMP = (400, -600, 600)  # to follow with, to draw the others' trumps, to lead otherwise
RID_OF = 30  # the prize of a high card that is gone, where tricks are to be lost
TRICK = 10  # points
CARD_POINTS = {"A": 1, "K": 10, "Q": 10, "J": 10, "L": 10, "R": 10, "B": 0}


def choose_bid(table: Table, seat: int, legal: list[str]) -> str:
    """Make the bid that promises most, if it is more than passing does."""
    best, most = "pass", passing(table, seat)
    for bid in legal:
        if bid != "pass" and (gain := promise(table, seat, bid)) > most:
            best, most = bid, gain
    return best


def passing(table: Table, seat: int) -> int:
    """Guess what it gains to pass, in hundredths of a point."""
    if table.bidder == NOBODY:
        return 0
    share = LEFT_TO_PARTNER if table.partners(seat, table.bidder) else LEFT_TO_OTHERS
    return share * value(table, table.bid)


def promise(table: Table, seat: int, bid: str) -> int:
    """Guess what a bid gains, in hundredths of a point; an announcement to the partner is welcome."""
    chance = chance_to_lose(table) if bid in LOSING else chance_to_win(table, seat, bid)
    return value(table, bid) * (2 * chance - 100) + bid.endswith("NO")


def chance_to_win(table: Table, seat: int, bid: str) -> int:
    """Guess the chance to win as many tricks as bid."""
    tricks = hand_tricks(table, trump_of(bid))
    for other, told in table.bids.items():
        if other != seat and table.partners(seat, other) and told not in LOSING:
            tricks += TOLD if trump_of(told) == trump_of(bid) else TOLD // 2
    return max(0, min(100, 50 + PER_TENTH * (tricks + 5 - 10 * tricks_of(bid))))


def chance_to_lose(table: Table) -> int:
    """Guess the chance to lose every trick."""
    return max(0, SAFE - PER_DANGER * danger_left(table))


def choose_claim(table: Table, seat: int, _legal: list[str]) -> str:
    """Claim the hopeless hand, unless it is good for losing every trick."""
    return "no-claim" if chance_to_lose(table) > 50 else "claim"


def choose_annul(table: Table, seat: int, legal: list[str]) -> str:
    """Agree, unless my own hand is worth a bid."""
    openings = [f"6{trump}" for trump in ("S", "C", "D", "H", "NT")]
    return "agree" if max(promise(table, seat, bid) for bid in openings) <= 0 else "refuse"


def choose_discard(table: Table, _seat: int, legal: list[str]) -> str:
    """Put away what is kept at the least gain: no trumps, no winners, short suits first."""
    if table.contract in LOSING:
        return worst(legal, pack(table))
    hand = [counted(card, table.trump) for card in legal]

    def kept(word: str) -> int:
        card = counted(word, table.trump)
        cards = length(hand, suit(card))
        if suit(card) == table.trump or word == "JK":
            return 1000 + height(card)
        high = {"A": 300, "K": 150 * (cards > 1), "Q": 60 * (cards > 2)}.get(card[0], 0)
        return high + 15 * cards + height(card)

    return min(legal, key=kept)


def choose_call(table: Table, seat: int, legal: list[str]) -> str:
    """Call the highest trump that is open, else an ace; choose the player whose bids promise most."""
    cards = [word for word in legal if word[-1] in SUITS]
    if not cards:
        return choose_partner(table, seat, legal)

    def wanted(word: str) -> int:
        card = counted(word, table.trump)
        return height(card) + 3 * (suit(card) == table.trump)

    return max(cards, key=wanted)


def choose_partner(table: Table, _seat: int, legal: list[str]) -> str:
    """Choose the player whose bid was highest, of several the one with the lowest score."""
    seats = [word for word in legal if word.isdigit()]

    def wanted(word: str) -> tuple[int, int]:
        bid = table.bids.get(int(word), "")
        return (value(table, bid) if bid else 0, -table.score(int(word)))

    return max(seats, key=wanted)


def choose_joker_suit(table: Table, _seat: int, _legal: list[str]) -> str:
    """Leave the joker without a suit, for it wins more so; if it has to lose, hide it in the longest suit."""
    if table.contract in LOSING:
        return max(SUITS, key=lambda s: length(table.hand, s))
    return "none"


def choose_name(table: Table, _seat: int, legal: list[str]) -> str:
    """Name my longest suit: others lose cards of it."""
    return max(legal, key=lambda s: length(table.hand, s))


def choose_card(table: Table, seat: int, legal: list[str]) -> str:
    """Play the card that gains most, all cards under the names that they count for."""
    seen = as_it_counts(table)
    if is_settled(table):
        seen.teams = list(table.sides)
    words = {counted(word, table.trump, table.joker_suit): word for word in legal}
    unseen = [counted(card, table.trump, table.joker_suit) for card in table.unseen(pack(table))]
    lose = to_lose(table)
    card = best_card(seen, seat, list(words), unseen, stake_lost if lose else stake, price_lost if lose else price)
    return words[card]


def side_tricks(table: Table) -> int:
    """Return the tricks of the side that declares."""
    return sum(won for seat, won in enumerate(table.won) if table.partners(seat, table.declarer))


def to_lose(table: Table) -> bool:
    """Say whether this deal is about losing every trick, and nothing is lost yet."""
    return table.contract in LOSING and side_tricks(table) == 0


def is_settled(table: Table) -> bool:
    """Say whether the contract is made or lost: then everybody plays for himself, or for his side."""
    if table.contract in LOSING:
        return side_tricks(table) > 0
    missing = tricks_of(table.contract) - side_tricks(table)
    return missing <= 0 or missing > len(table.hand)


def stake(table: Table, _seat: int, card: str, _unseen: list[str]) -> int:
    """Return the points that go to the winner of the trick."""
    if table.options.get("card_bonus", "off") == "off":
        return TRICK
    return TRICK + sum(card_points(laid) for _, laid in table.trick) + card_points(card)


def card_points(card: str) -> int:
    """Return the points of a card, where cards count."""
    return CARD_POINTS.get(card[0], 10 if card[0] == "T" else 0) if not card[0].isdigit() else int(card[0])


def price(table: Table, seat: int, card: str, unseen: list[str]) -> int:
    """Return what is lost by not holding the card any longer."""
    cost = PER_RANK * height(card)
    if is_highest(card, unseen):
        cost += HIGHEST
    if suit(card) == table.trump:
        cost += trump_price(table, seat, unseen, TRUMP)
    return cost


def stake_lost(_table: Table, _seat: int, _card: str, _unseen: list[str]) -> int:
    """Return what the winner of a trick loses in a deal in which tricks are to be lost."""
    return -TRICK


def price_lost(_table: Table, _seat: int, card: str, _unseen: list[str]) -> int:
    """Return the same where tricks are to be lost: high cards are a burden."""
    return -RID_OF * (height("A") + 1 if card == "JK" else height(card))


CHOOSE = {
    "ace-no-face": choose_claim,
    "annul": choose_annul,
    "bid": choose_bid,
    "discard": choose_discard,
    "call": choose_call,
    "partner": choose_partner,
    "joker-suit": choose_joker_suit,
    "name-suit": choose_name,
    "play": choose_card,
}
