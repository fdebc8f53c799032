"""Five Hundred and American Five Hundred: what to bid, whom to play with, what to put away, which card to play."""

from typing import Final

from arena.games.careful.bids import LOSING, danger_left, hand_tricks, tricks_of, trump_of, value, worst
from arena.games.careful.bowers import JOKER, as_it_counts, counted, pack, unseen
from arena.games.careful.cards import SUITS, height, length, suit
from arena.games.careful.seen import NOBODY, Choose, Seen
from arena.games.careful.tricks import Trick, Values, best_card

PER_TENTH: Final = 2  # how many per cent a tenth of a trick more than the bid adds to the chance to make it
SAFE: Final = {
    2: 45,
    3: 70,
    4: 70,
}  # the chance in per cent to lose every trick with danger 0, by players
PER_DANGER: Final = 5  # how many per cent each point of danger takes off this chance
BOTH_LOSE: Final = 3  # the chance that two partners both lose every trick is smaller by this factor
TOLD: Final = (
    8  # tenths of a trick that a partner's bid in the same suit promises; in another suit it promises half of it
)

# The value of passing, in per cent of the value of the highest bid: a gain if it is the partner's, otherwise a loss.
LEFT_TO_PARTNER: Final = 40
LEFT_TO_OTHERS: Final = -10

RID_OF: Final = 30  # the reward per step of height for a card that is gone, where tricks are to be lost
TRICK: Final = 10  # what a trick is worth, in points
ALL: Final = 250  # what a trick costs the contractor who has promised to lose every trick, in points
CARDS: Final = 80  # where cards count, what a contract gains in addition if it is made, and loses if it is not


def choose_bid(table: Seen, seat: int, legal: list[str]) -> str:
    """Make the bid with the highest expected gain, if that is more than the gain from passing."""
    best, most = "pass", passing(table, seat)
    for bid in legal:
        if bid != "pass" and (gain := promise(table, seat, bid)) > most:
            best, most = bid, gain
    return best


def passing(table: Seen, seat: int) -> int:
    """Estimate the gain from passing, in hundredths of a point."""
    if table.bidder == NOBODY:
        return 0
    share = LEFT_TO_PARTNER if table.partners(seat, table.bidder) else LEFT_TO_OTHERS
    return share * value(table, table.bid)


def promise(table: Seen, seat: int, bid: str) -> int:
    """Estimate the gain from a bid, in hundredths of a point; a bid that informs the partner (`NO`) gets one more."""
    chance = chance_to_lose(table, bid) if bid in LOSING else chance_to_win(table, seat, bid)
    points = value(table, bid) + CARDS * counts_cards(table)
    return points * (2 * chance - 100) + bid.endswith("NO")


def counts_cards(table: Seen) -> bool:
    """Return whether cards in tricks score points."""
    return table.options.get("card_bonus") == "on"


def chance_to_win(table: Seen, seat: int, bid: str) -> int:
    """Estimate the chance to win as many tricks as bid, in per cent."""
    tricks = hand_tricks(table, bid)
    for other, told in table.bids.items():
        if other != seat and table.partners(seat, other) and told not in LOSING:
            tricks += TOLD if trump_of(told) == trump_of(bid) else TOLD // 2
    return max(0, min(100, 50 + PER_TENTH * (tricks + 5 - 10 * tricks_of(bid))))


def chance_to_lose(table: Seen, bid: str) -> int:
    """Estimate the chance to lose every trick, in per cent."""
    chance = max(0, SAFE[len(table.sides)] - PER_DANGER * danger_left(table))
    return chance // BOTH_LOSE if bid == "granola" else chance


def choose_claim(table: Seen, _seat: int, _legal: list[str]) -> str:
    """Claim a hopeless hand (one ace, no face card), unless it is good for losing every trick."""
    nullo = table.options.get("nullo") == "on" and chance_to_lose(table, "nullo") > 50
    return "no-claim" if nullo else "claim"


def choose_annul(table: Seen, seat: int, _legal: list[str]) -> str:
    """Agree to annul the deal, unless my own hand is worth a bid."""
    worth_it = any(promise(table, seat, bid) > 0 for bid in ("7S", "7C", "7D", "7H", "7NT"))
    return "refuse" if worth_it else "agree"


def choose_discard(table: Seen, _seat: int, legal: list[str]) -> str:
    """Put away the least useful cards: no trumps and no winners, and cards of short suits first."""
    if table.contract in LOSING:
        return worst(legal, pack(table))
    hand = [counted(card, table.trump) for card in legal]

    def kept(word: str) -> int:
        card = counted(word, table.trump)
        cards = length(hand, suit(card))
        if suit(card) == table.trump or word == JOKER:
            return 1000 + height(card)
        high = {"A": 300, "K": 150 * (cards > 1), "Q": 60 * (cards > 2)}.get(card[0], 0)
        return high + 15 * cards + height(card)

    return min(legal, key=kept)


def choose_call(table: Seen, seat: int, legal: list[str]) -> str:
    """Call the highest legal trump, else an ace. If players are called, choose one (`choose_partner`)."""
    cards = [word for word in legal if word[-1] in SUITS]
    if not cards:
        return choose_partner(table, seat, legal)

    def wanted(word: str) -> int:
        card = counted(word, table.trump)
        return height(card) + 3 * (suit(card) == table.trump)

    return max(cards, key=wanted)


def choose_partner(table: Seen, _seat: int, legal: list[str]) -> str:
    """Choose the player with the highest bid; of several, the one with the lowest score."""
    seats = [word for word in legal if word.isdigit()]

    def wanted(word: str) -> tuple[int, int]:
        bid = table.bids.get(int(word), "")
        return (value(table, bid) if bid else 0, -table.score(int(word)))

    return max(seats, key=wanted)


def choose_joker_suit(table: Seen, _seat: int, _legal: list[str]) -> str:
    """Declare no suit for the joker, because it wins more so; if it has to lose, hide it in my longest suit."""
    if table.contract in LOSING:
        return max(SUITS, key=lambda s: length(table.hand, s))
    return "none"


def choose_name(table: Seen, _seat: int, legal: list[str]) -> str:
    """Name my longest suit for the joker that I lead, so that the others have to play cards of it."""
    return max(legal, key=lambda s: length(table.hand, s))


def choose_card(table: Seen, seat: int, legal: list[str]) -> str:
    """Play the card with the highest gain; cards have the names they count as."""
    if table.game == "five-hundred" and len({*table.sides}) == len(table.sides):
        table.all_defend()
    seen = as_it_counts(table)
    if is_settled(table):
        seen.teams = list(table.sides)
    others = unseen(table)
    words = {others.names.get(word, word): word for word in legal}
    return words[best_card(seen, seat, list(words), others, AVOIDED if to_lose(table) else VALUES)]


def side_tricks(table: Seen) -> int:
    """Return the number of tricks of the contractor's side."""
    return sum(won for seat, won in enumerate(table.won) if table.partners(seat, table.declarer))


def to_lose(table: Seen) -> bool:
    """Return whether the contractor has to lose every trick and has won none so far."""
    return table.contract in LOSING and side_tricks(table) == 0


def is_settled(table: Seen) -> bool:
    """Return whether the contract is made or lost; then all players play for their own sides."""
    if table.contract in LOSING:
        return side_tricks(table) > 0
    missing = tricks_of(table.contract) - side_tricks(table)
    return missing <= 0 or missing > len(table.hand)


def points(card: str) -> int:
    """Return the points of a card in games where cards count."""
    if card[0].isdigit():
        return int(card[0])
    return {"A": 1, "B": 0}.get(card[0], 0 if card == JOKER else 10)


class FiveHundredValues(Values):
    """What the cards of Five Hundred are worth where tricks are to be won."""

    def stake(self, trick: Trick, card: str) -> int:
        """Return the points for the winner of the trick."""
        if not counts_cards(trick.table):
            return TRICK
        return TRICK + sum(points(laid) for _, laid in trick.table.trick) + points(card)


class AvoidedValues(Values):
    """What the cards of Five Hundred are worth where tricks are to be lost: high cards are good to be rid of."""

    def stake(self, trick: Trick, card: str) -> int:  # noqa: ARG002 - as in `Values`
        """Return the points for the winner of the trick; most of all it costs the contractor."""
        return -ALL if trick.table.partners(trick.seat, trick.table.declarer) else -TRICK

    def price(self, trick: Trick, card: str) -> int:  # noqa: ARG002 - as in `Values`
        """Return the price of a card; it is negative, because high cards are a danger."""
        return self.per_rank * (height("A") + 1 if card == JOKER else height(card))


VALUES: Final = FiveHundredValues(per_rank=12, highest=500, follow=400, draw=-600, lead=600)
AVOIDED: Final = AvoidedValues(per_rank=-RID_OF, highest=0, follow=0, draw=0, lead=0)

CHOOSE: dict[str, Choose] = {
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
