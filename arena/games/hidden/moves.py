"""Cards that have moved in a deal, and how a deal is drawn backwards: moves that nobody saw are undone."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import NamedTuple, TypeAlias

from arena.games.hidden.filling import Cards, CardSet, Slot, shuffled
from arena.games.kernel.events import Card, Place, Seat, Word
from arena.games.parts.cards import STOCK

Contents: TypeAlias = dict[Place, list[Card]]
"""The cards that lie in each place."""


class Laid(NamedTuple):
    """Cards laid aside by a seat, one after the other.

    Args:
        seat: who laid them aside.
        kind: the kind of the question.
        pile: the place where they lie.
        number: how many.
        ended: the word that ended the series instead of a card, if it is known that one did.
        own: whether the seat of the view did it.
    """

    seat: Seat
    kind: str
    pile: Place
    number: int
    ended: Word | None
    own: bool


class Took(NamedTuple):
    """Cards that a seat took into its hand.

    Args:
        seat: who took them; or the place on the table where they lie open now.
        source: the place where they lay.
        number: how many.
        known: those that are known, in the order in which they lay.
        before: the cards that it is known to have held before.
        hand: what else may have been in the hand before, where that differs from `pile`; 0 where it does not matter.
        pile: what may have been in the source.
    """

    seat: Place
    source: Place
    number: int
    known: tuple[Card, ...]
    before: CardSet
    hand: CardSet
    pile: CardSet


class Played(NamedTuple):
    """A card that left a hand for all to see."""

    seat: Seat
    card: Card


Move: TypeAlias = Laid | Took | Played


class Undo:
    """Takes back what has moved unseen, the last move first, from where the cards lie to where they were dealt.

    Args:
        cards: the pack as bits.
        moves: the moves, the last one first.
        words: what seats answer where nobody else hears of it.
        rising: the order in which cards are laid aside, if there is one.
        quotas: how many cards of which kinds some hands were dealt.
    """

    def __init__(
        self,
        cards: Cards,
        moves: Sequence[Move],
        words: Mapping[tuple[Seat, str], tuple[Word, ...]],
        rising: Callable[[Card], int] | None,
        quotas: Mapping[Seat, Sequence[Slot]],
    ) -> None:
        self._cards = cards
        self._moves = moves
        self._words = dict(words)
        self._rising = rising
        self._quotas = quotas

    def undo(self, lies: Contents, rng: Random) -> dict[tuple[Seat, str], tuple[Word, ...]] | None:
        """Change where the cards lie to where they were dealt; return the words that nobody else heard.

        None is returned where what was known at the time of an exchange does not agree.
        """
        secrets = self._words.copy()
        random = rng.random
        if STOCK in lies:
            lies[STOCK] = shuffled(lies[STOCK], random)
        for move in self._moves:
            if type(move) is Laid:
                self._take_back(move, lies, secrets, random)
            elif type(move) is Took:
                taken = self._chosen(move, lies, random)
                if taken is None:
                    return None
                lies[move.source] = [*taken, *lies[move.source]]
            elif type(move) is Played:
                lies[move.seat].append(move.card)
        return secrets

    def _take_back(
        self,
        move: Laid,
        lies: Contents,
        secrets: dict[tuple[Seat, str], tuple[Word, ...]],
        random: Callable[[], float],
    ) -> None:
        """Return cards that were laid aside to the hand."""
        pile = lies[move.pile]
        if len(pile) > move.number:  # cards laid aside one by one, some known and some not
            pile = [pile.pop() for _ in range(move.number)]
        else:
            lies[move.pile] = []
        lies[move.seat] += pile
        if not move.own:
            key = (move.seat, move.kind)
            words = shuffled(pile, random)
            if self._rising is not None:
                words.sort(key=self._rising)
            secrets[key] = (*words, *([move.ended] if move.ended is not None else ()), *secrets.get(key, ()))

    def _chosen(self, move: Took, lies: Contents, random: Callable[[], float]) -> list[Card] | None:
        """Take out of a hand the cards that were taken into it: any that were not known to be there before."""
        hand = lies[move.seat]
        if len(move.known) == move.number:
            lies[move.seat] = [card for card in hand if card not in move.known]
            return list(move.known)
        before = self._cards.listed(move.before) if move.before else []
        sure = [*before, *move.known]
        had = shuffled([card for card in hand if card not in sure] if sure else hand, random)
        if isinstance(move.seat, int) and move.seat in self._quotas:
            had = self._beside(move.seat, had)
        number = move.number - len(move.known)
        taken, rest = [*move.known, *had[:number]], had[number:]
        if (move.hand or move.pile) and (self._cards.of(rest) & ~move.hand or self._cards.of(taken) & ~move.pile):
            return None
        lies[move.seat] = [*(card for card in hand if card in before), *rest] if before else rest
        return taken

    def _beside(self, seat: Seat, had: Sequence[Card]) -> list[Card]:
        """Return shuffled cards so that those come last that make up what the seat was dealt."""
        own: list[Card] = []
        for quota in self._quotas[seat]:
            of_kind = [card for card in had if self._cards.bit[card] & quota.cards]
            own += of_kind[: quota.size]
        return [*(card for card in had if card not in own), *own]
