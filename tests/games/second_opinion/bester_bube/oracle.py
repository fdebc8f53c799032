"""The second opinion on Bester Bube, told from the rule sheet alone."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from tests.games.second_opinion.bowers import SAME_COLOUR
from tests.games.second_opinion.oracle import Begins, Draw, Ends, Telling, asks, notes, shows
from tests.games.second_opinion.telling import Part, listed, scores_before
from tests.games.second_opinion.tricks import first_dealer, in_packets

PLAIN_RANKS = "AKQJT987"
"""From high to low (BB-9)."""
FOR_THE_POT = 5
"""What the dealer pays (BB-5)."""


@dataclass
class Table:
    """One deal: who holds what.

    Args:
        dealer: who deals.
        hands: the hands by seat.
        turn_up: the card turned up.
        stock: the stock, top card first.
    """

    dealer: int
    hands: list[list[str]]
    turn_up: str
    stock: list[str]

    @property
    def trumps(self) -> tuple[str, ...]:
        """The trumps from high to low."""
        return trumps_of(self.turn_up[1])

    @property
    def everybody(self) -> range:
        """All seats."""
        return range(len(self.hands))

    def from_eldest(self) -> list[int]:
        """Return the seats in turn, the dealer last."""
        return [(self.dealer + turn) % len(self.hands) for turn in range(1, len(self.hands) + 1)]


def bester_bube(options: Mapping[str, str], draw: Draw) -> Telling:
    """Tell a whole session (BB-3 to BB-5, BB-24 to BB-28)."""
    players = int(options["players"])
    last = int(options["rounds"]) * players
    dealer = first_dealer(options, draw)
    balances, pot = scores_before(options, players), 0

    def pay(paid: Sequence[int]) -> None:
        nonlocal balances
        balances = [balance - chips for balance, chips in zip(balances, paid, strict=True)]

    for number in range(1, last + 1):
        words = {"dealer": str(dealer), "scores": listed(balances), "finished": str(number - 1)}
        yield Begins(number, words | ({"pool": str(pot)} if pot else {}))
        paid = [FOR_THE_POT if seat == dealer else 0 for seat in range(players)]
        pay(paid)
        pot += FOR_THE_POT
        yield notes("pot", pot, *paid)
        pack = [str(card) for card in draw(f"deal {number} pack")]
        tricks = yield from one_deal(options, pack, dealer)
        paid = payments(options, pot, tricks)
        pot += sum(paid)
        if number == last:  # told in one; what cannot be divided is removed
            paid = [chips - pot // players for chips in paid]
            pot = 0
        pay(paid)
        yield notes("pot", pot, *paid)
        yield notes("scores", *balances)
        dealer = (dealer + 1) % players
    yield Ends(tuple(1 + sum(other > mine for other in balances) for mine in balances), tuple(balances), "deals")


def payments(options: Mapping[str, str], start_pot: int, tricks: Sequence[int]) -> list[int]:
    """Return what each seat pays into the pot after the tricks, below zero if it takes from it (BB-24, BB-25)."""
    trick = start_pot // 5 if options["trick_pay"] == "share" else 1
    bete = start_pot if options["bete_cap"] == "none" else min(start_pot, int(options["bete_cap"]))
    return [-taken * trick if taken else bete for taken in tricks]


def one_deal(options: Mapping[str, str], pack: Sequence[str], dealer: int) -> Part[list[int]]:
    """Tell one deal, and return the tricks of each seat (BB-6, BB-7, BB-10, BB-13, BB-23)."""
    assert len(pack) == len(set(pack)) == 32
    hands, rest = in_packets(pack, dealer, int(options["players"]), options["deal_packets"])
    table = Table(dealer, hands, rest[0], rest[1:])
    for seat in table.everybody:
        yield shows({seat}, "hand", seat, hands[seat])
    yield shows(table.everybody, "turn-up", None, [table.turn_up])
    yield notes("trump", table.turn_up[1])
    for _ in range(2):
        for seat in table.from_eldest():
            if table.stock:
                yield from drawing(table, seat)
    yield from turn_up(table, may_decline=options["turn_up"] == "may_take")

    tricks = [0 for _ in hands]
    leader = table.from_eldest()[0]
    for number in range(1, 6):
        leader = yield from trick(table, number, leader, must_follow=options["follow_suit"] == "suit")
        tricks[leader] += 1
        yield notes("trick", leader, 1)
    return tricks


def drawing(table: Table, seat: int) -> Part[None]:
    """Tell how one player lays cards aside and draws as many (BB-10 to BB-12)."""
    hand = table.hands[seat]
    most = min(5, len(table.stock))
    count = 0
    while count < most:
        word = yield asks(seat, "draw", {*hand, "done"}, "fact")
        if word == "done":
            break
        hand.remove(word)
        count += 1
    drawn, table.stock = table.stock[:count], table.stock[count:]
    hand += drawn
    if drawn:
        yield shows({seat}, "drawn", seat, drawn)
    yield notes("drawn", seat, count, len(table.stock))


def turn_up(table: Table, *, may_decline: bool) -> Part[None]:
    """Tell how the dealer takes the turn-up (BB-13)."""
    hand = table.hands[table.dealer]
    word = yield asks(table.dealer, "turn_up", {*hand, "none"} if may_decline else hand, "fact")
    if word == "none":
        yield notes("drawn", table.dealer, 0, len(table.stock))
        return
    hand.remove(word)
    hand.append(table.turn_up)
    yield shows(table.everybody, "taken", table.dealer, [table.turn_up])


def trick(table: Table, number: int, leader: int, *, must_follow: bool) -> Part[int]:
    """Tell one trick, and return who takes it (BB-14 to BB-22)."""
    seats = [(leader + turn) % len(table.hands) for turn in table.everybody]
    cards: list[str] = []
    blind = number <= 2 and not set(table.hands[leader]) & set(table.trumps)
    for seat in seats:
        hand = table.hands[seat]
        dealer = seat == table.dealer
        if number > 2:
            words = playable(hand, cards[0] if cards and must_follow else None, table.trumps)
        elif cards:
            words = answers(hand, table.trumps[number - 1], dealer=dealer)
        else:
            words = leads(hand, table.trumps, number, dealer=dealer)
        card = yield asks(seat, "play", words, "fact" if blind and not cards else "all")
        hand.remove(card)
        cards.append(card)
    if blind:
        yield shows(table.everybody, "turned", leader, [cards[0]])
    return seats[best_card(cards, table.trumps, blind=blind)]


def trumps_of(suit: str) -> tuple[str, ...]:
    """Return the trumps from high to low (BB-8)."""
    return (f"J{suit}", f"J{SAME_COLOUR[suit]}", *(rank + suit for rank in PLAIN_RANKS if rank != "J"))


def leads(hand: Collection[str], trumps: Sequence[str], number: int, *, dealer: bool) -> set[str]:
    """Return the cards that may be led to trick 1 or 2; without a trump it is a blind lead (BB-15, BB-17)."""
    boy = trumps[number - 1]
    if boy in hand and not (dealer and number == 2):
        return {boy}
    return set(hand) & set(trumps) or set(hand)


def answers(hand: Collection[str], boy: str, *, dealer: bool) -> set[str]:
    """Return the cards that may be played to the lead of trick 1 or 2; the boy is that of the trick (BB-16, BB-17)."""
    return {boy} if boy in hand and not dealer else set(hand)


def playable(hand: Collection[str], led: str | None, trumps: Sequence[str]) -> set[str]:
    """Return the cards that may be played to tricks 3 to 5; `led` is None where nothing must be followed (BB-22)."""
    same = {card for card in hand if led is not None and suit_of(card, trumps) == suit_of(led, trumps)}
    return same or set(hand)


def suit_of(card: str, trumps: Sequence[str]) -> str:
    """Return the suit that a card belongs to (BB-8)."""
    return trumps[0][1] if card in trumps else card[1]


def best_card(cards: Sequence[str], trumps: Sequence[str], *, blind: bool = False) -> int:
    """Return which card of a trick takes it, counted from the lead (BB-19, BB-21)."""
    played = [card for card in cards if card in trumps]
    if played:
        return cards.index(min(played, key=trumps.index))
    if blind:
        return 0
    same = [card for card in cards if card[1] == cards[0][1]]
    return cards.index(min(same, key=lambda card: PLAIN_RANKS.index(card[0])))
