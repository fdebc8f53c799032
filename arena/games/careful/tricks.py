"""Who will win the trick? Chances are whole numbers in per cent, so they are the same in every language."""

from functools import lru_cache

from arena.games.careful.cards import Unseen, beats, height, suit
from arena.games.careful.seen import Seen


def holds_some(table: Seen, number: int) -> int:
    """Return the chance that a hand holds at least one of this many unseen cards."""
    return 100 - (table.none_of[number] if number < len(table.none_of) else 0)


@lru_cache(maxsize=1024)
def chances_of_none(unseen: int, cards: int) -> tuple[int, ...]:
    """Return the chance that a hand of so many cards holds none of 0, 1, 2, ... of the unseen cards."""
    chances, none = [], 10_000
    other = unseen - cards  # unseen cards that are not in this hand
    while none > 0:
        chances.append(none // 100)
        none = none * max(other, 0) // max(unseen, 1)
        other, unseen = other - 1, unseen - 1
    return tuple(chances)


def best_of(trick: list[tuple[int, str]], trump: str) -> tuple[int, str]:
    """Return the seat and the card that are winning a trick."""
    best = trick[0]
    for play in trick[1:]:
        if beats(play[1], best[1], trump):
            best = play
    return best


def beaten_by(table: Seen, seat: int, led: str, over: int, trumps: int, unseen: Unseen) -> int:
    """Return the chance that a seat still to play beats the trick, with a higher card of the suit led or a ruff.

    Args:
        table: what was seen.
        seat: the seat.
        led: the suit led.
        over: how many unseen cards of this suit beat the trick.
        trumps: how many unseen trumps beat it.
        unseen: all unseen cards.
    """
    voids = table.voids
    may_follow = not voids or (seat, led) not in voids
    may_ruff = led != table.trump and (not voids or (seat, table.trump) not in voids)
    higher = holds_some(table, over) if may_follow else 0
    ruff = holds_some(table, trumps) if may_ruff else 0
    if not ruff:
        return higher
    follows = higher if not table.must_follow else holds_some(table, unseen.length(led)) if may_follow else 0
    return higher + (100 - follows) * ruff // 100


def beaten_from(table: Seen, seat: int, led: str, best: str, unseen: Unseen) -> int:
    """Return the chance that a hand whose cards lie face up beats the trick: 0 or 100."""
    faces = table.faces[seat]
    may_play = [card for card in faces if suit(card) == led] or faces
    return 100 * any(unseen.has(card) and beats(card, best, table.trump) for card in may_play)


class Trick:
    """What a seat can expect of this trick.

    Args:
        table: what was seen.
        seat: the seat that plays now.
        unseen: the cards that others may hold.
    """

    def __init__(self, table: Seen, seat: int, unseen: Unseen) -> None:
        self.table = table
        self.seat = seat
        self.unseen = unseen
        self.waiting: list[tuple[int, bool]] = [  # who still plays to it, and whether that is a partner
            (other, table.partners(seat, other)) for other in table.to_follow(seat)
        ]
        self.led: str = suit(table.trick[0][1]) if table.trick else ""
        holder, best = best_of(table.trick, table.trump) if table.trick else (seat, "")
        self.holder: int = holder
        self.best: str = best
        self.left: int = -1  # the chance with a card that does not take the trick; -1 before it is known

    def win_chance(self, card: str) -> int:
        """Return the chance that the side of the seat wins this trick if it plays `card` now."""
        if not self.led:
            return self.chance(self.seat, card, suit(card))
        if beats(card, self.best, self.table.trump):
            return self.chance(self.seat, card, self.led)
        if self.left < 0:
            self.left = self.chance(self.holder, self.best, self.led)
        return self.left

    def chance(self, holder: int, best: str, led: str) -> int:
        """Return the chance that the side of the seat wins this trick if another seat holds it now, with some card."""
        table, unseen = self.table, self.unseen
        chance = 100 if holder == self.seat or table.partners(self.seat, holder) else 0
        if not self.waiting:
            return chance
        higher, of = unseen.above(best), suit(best)
        over = higher if of == led else 0  # if it is a trump that was not led, no card of the suit led beats it
        trumps = higher if of == table.trump else unseen.length(table.trump)
        if not over and not trumps:
            return chance
        faces, usual = table.faces, -1  # the chance of each seat, if none has shown a void
        for other, ours in self.waiting:
            if faces and other in faces:
                beaten = beaten_from(table, other, led, best, unseen)
            elif table.voids or usual < 0:
                beaten = usual = beaten_by(table, other, led, over, trumps, unseen)
            else:
                beaten = usual
            if ours:
                chance += (100 - chance) * beaten // 100
            else:
                chance -= chance * beaten // 100
        return chance

    def draws_trumps(self) -> bool:
        """Return whether to draw trumps: the side of the seat declares and others may still hold trumps."""
        return self.table.partners(self.seat, self.table.declarer) and self.unseen.length(self.table.trump) > 0


class Values:
    """What the cards of a game are worth: in this trick, and what they would be good for later.

    A game in which more counts has a class of its own, so that compiled code calls its methods directly. Prices are in
    hundredths of what `stake` counts in.

    Args:
        per_rank: the price for each step above the two.
        highest: for the highest card of its suit that is still out.
        follow: for a trump that is not led.
        draw: for a trump that is led to draw the trumps of others.
        lead: for a trump that is led for another reason.
        trick: the stake, where each trick counts the same.
    """

    def __init__(self, *, per_rank: int, highest: int, follow: int, draw: int, lead: int, trick: int = 1) -> None:
        self.per_rank: int = per_rank
        self.highest: int = highest
        self.follow: int = follow
        self.draw: int = draw
        self.lead: int = lead
        self.trick: int = trick

    def stake(self, trick: Trick, card: str) -> int:  # noqa: ARG002 - others look at them
        """Return the points for the winner of the trick if the seat plays a card."""
        return self.trick

    def price(self, trick: Trick, card: str) -> int:
        """Return the price of a card: what the seat loses by not holding it any longer."""
        cost = self.per_rank * height(card)
        if trick.unseen.tops(card):
            cost += self.highest
        if suit(card) != trick.table.trump:
            return cost
        if trick.led:
            return cost + self.follow
        return cost + (self.draw if trick.draws_trumps() else self.lead)


def best_card(table: Seen, seat: int, legal: list[str], unseen: Unseen, values: Values) -> str:
    """Return the card with the highest gain: the expected gain from this trick less the price of the card.

    Args:
        table: what was seen.
        seat: the seat that plays.
        legal: the cards to choose from.
        unseen: the cards that others may hold.
        values: what the cards of the game are worth.
    """
    trick = Trick(table, seat, unseen)
    best, most = "", 0
    for card in legal:
        won = 2 * trick.win_chance(card) - 100
        gain = won * values.stake(trick, card) - values.price(trick, card)
        if not best or gain > most:
            best, most = card, gain
    return best
