"""How cards moved in a deal, and how to draw a deal backward by undoing these moves."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import NamedTuple, TypeAlias

from arena.games.hidden.filling import Cards, CardSet, Slot, shuffled
from arena.games.kernel.events import Card, Place, Seat, Word
from arena.games.parts.cards import STOCK

Contents: TypeAlias = dict[Place, list[Card]]
"""The cards in each place."""


class Laid(NamedTuple):
    """Cards that a seat laid aside one by one.

    Args:
        seat: the seat.
        kind: the kind of the question.
        pile: the place where the cards went.
        number: how many cards.
        ended: the word that ended the series in place of a card; None if there was none, or it is not known.
        own: whether it was the seat of the view.
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
        seat: the seat; or the place on the table where the cards now lie face up.
        source: the place where the cards came from.
        number: how many cards.
        known: the known ones among them, in the order in which they lay.
        before: the cards that the seat is known to have held before.
        hand: the other cards that may have been in the hand before; 0 if the same cards may have been in the source.
        pile: the cards that may have been in the source; 0 in the same case.
    """

    seat: Place
    source: Place
    number: int
    known: tuple[Card, ...]
    before: CardSet
    hand: CardSet
    pile: CardSet


class Played(NamedTuple):
    """A card that a seat played, or laid aside, face up."""

    seat: Seat
    card: Card


Move: TypeAlias = Laid | Took | Played


class Undo:
    """Undoes the moves of a deal, the last one first: from where the cards lie now to where they were dealt.

    Args:
        cards: the pack as bits.
        moves: the moves, the last one first.
        words: the answers of seats to secret questions.
        rising: the key by which cards were laid aside in rising order; None if the order was free.
        quotas: for hands known to have been dealt fixed numbers of cards of some kinds, these numbers and kinds.
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
        """Move the cards in `lies` back to where they were dealt; return the secret answers by (seat, kind).

        Return None if the cards drawn for an exchange contradict what was known at that time.
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
        """Move cards that were laid aside back into the hand, and note the answers."""
        pile = lies[move.pile]
        if len(pile) > move.number:  # a pile that got cards one by one, some known and some not
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
        """Choose the cards of a hand that came from the source, remove and return them; None if none fit."""
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
        """Reorder shuffled cards so that those that fill the seat's quotas, and so were dealt to it, come last."""
        own: list[Card] = []
        for quota in self._quotas[seat]:
            of_kind = [card for card in had if self._cards.bit[card] & quota.cards]
            own += of_kind[: quota.size]
        return [*(card for card in had if card not in own), *own]
