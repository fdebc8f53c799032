"""What golden transcripts are to show: the special of a preset is a deal in which its own rule really happens."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from random import Random
from typing import Any, NamedTuple

from arena.games.kernel import Ask, Card, Deal, Did, Event, Note, Result, Seat, Show, Side, Word
from arena.games.parts.auction import PASS, Call
from arena.games.parts.bowers import JOKER

HIGH_TO_LOW = "AKQJT98765432"
LOSING = frozenset({"nullo", "granola", "misere", "open-misere"})
"""Contracts to win no trick."""


class Story(NamedTuple):
    """Some deals as they were played.

    Args:
        options: the options in force.
        sides: the side of each seat.
        packs: the shuffled pack of each deal.
        log: everything that happened.
        result: the result, if the last deal ended the game.
    """

    options: Any
    sides: Sequence[Side | None]
    packs: Sequence[Sequence[Card]]
    log: Sequence[Event]
    result: Result | None = None

    @property
    def deals(self) -> list[Story]:
        """Each deal by itself."""
        begun = [number for number, event in enumerate(self.log) if isinstance(event, Deal)]
        logs = [self.log[at:until] for at, until in pairwise([*begun, len(self.log)])]
        return [self._replace(packs=[pack], log=log) for pack, log in zip(self.packs, logs, strict=True)]

    @property
    def standing(self) -> Any:
        """The standing before the last deal."""
        return next(event.standing for event in reversed(self.log) if isinstance(event, Deal))

    def said(self, kind: str) -> list[Call]:
        """Return the answers to questions of a kind."""
        return [Call(e.seat, str(e.word)) for e in self.log if isinstance(e, Did) and e.kind == kind]

    def noted(self, kind: str) -> tuple[Any, ...]:
        """Return the values of the last note of a kind, none if there is none."""
        return next((e.values for e in reversed(self.log) if isinstance(e, Note) and e.kind == kind), ())

    def shown(self, kind: str, owner: Seat | None = None) -> tuple[Card, ...]:
        """Return the cards of the last show of a kind with that owner, none if there is none."""
        shows = (e for e in reversed(self.log) if isinstance(e, Show) and (e.kind, e.owner) == (kind, owner))
        return tuple(next((show.cards for show in shows), ()))

    def passed_to_dealer(self) -> bool:
        """Return whether nobody before the dealer has bid, in a story of one deal."""
        before = [word for seat, word in self.said("bid") if seat != self.standing.dealer]
        return set(before) == {PASS}


class Won(NamedTuple):
    """A trick: its cards in the order played, the hands they came from, and who won it."""

    seats: tuple[Seat, ...]
    cards: tuple[Card, ...]
    winner: Seat

    @property
    def card(self) -> Card:
        """The card that won."""
        return self.cards[self.seats.index(self.winner)]


def tricks(story: Story) -> list[Won]:
    """Return the tricks of a story."""
    winners = [event.values[0] for event in story.log if isinstance(event, Note) and event.kind == "trick"]
    played = story.said("play")
    size = len(played) // len(winners)
    taken = [played[at : at + size] for at in range(0, len(played), size)]
    return [
        Won(tuple(seat for seat, _ in cards), tuple(card for _, card in cards), int(winner))
        for cards, winner in zip(taken, winners, strict=True)
    ]


def words(story: Story) -> list[str]:
    """Return the words of the auction, passes left out."""
    return [call.word for call in story.said("bid") if call.word != PASS]


def ends_by(reason: str) -> Callable[[Story], bool]:
    """Return whether a story ends the game for that reason."""
    return lambda story: story.result is not None and story.result.reason == reason


def any_hand(_hand: Sequence[Card]) -> bool:
    """Return True: every hand will do."""
    return True


def silent(_: Ask) -> str:
    """Return no table talk."""
    return ""


class Players(NamedTuple):
    """How everybody chooses: at random, but bids are low; and so far as is said here.

    Args:
        says: words that are said wherever they are open, the first that is.
        wants: which hands bid at all.
        helpful: whether the contract side plays its highest cards and gets the lowest from everybody else, or the
            reverse where it must not win a trick.
        tells: what everybody tells the table with an answer.
    """

    says: tuple[Word, ...] = ()
    wants: Callable[[Sequence[Card]], bool] = any_hand
    helpful: bool = False
    tells: Callable[[Ask], str] = silent

    def choose(self, ask: Ask, story: Story, rng: Random) -> Word:
        """Return the word of a player."""
        hand = story.shown("hand", ask.seat)
        if ask.kind == "bid" and PASS in ask.legal and not self.wants(hand):
            return PASS
        if word := next((word for word in self.says if word in ask.legal), None):
            return word
        if ask.kind == "bid":
            return rng.choice(ask.legal[: len(ask.legal) // 7 + 1])
        if ask.kind == "trump" and self.helpful:
            return max(ask.legal, key=[card[-1] for card in hand].count)
        if ask.kind == "play" and self.helpful:
            return helpful_card(ask, story)
        return rng.choice(ask.legal)


def helpful_card(ask: Ask, story: Story) -> Card:
    """Return the card that serves the contract best as far as a simple mind can tell."""
    (trump,) = story.noted("trump") or ("",)
    mine = story.sides[ask.seat] == story.sides[story.noted("contract")[0]]
    losing = story.noted("contract")[1] in LOSING
    ranked = sorted(ask.legal, key=lambda card: (card != JOKER, card[-1] != trump, HIGH_TO_LOW.index(card[0])))
    return ranked[0 if mine != losing else -1]


class Special(NamedTuple):
    """What the transcript of a preset is to show.

    Args:
        clause: the clause of the rule.
        happens: what happens, as a sentence.
        holds: whether it happens in a story whose last deal was played to its end.
        start: what differs from the first standing of a game.
        deals: how many deals it takes.
        players: how everybody chooses.
        opening: whether the transcript begins with what comes before the first deal.
    """

    clause: str
    happens: str
    holds: Callable[[Story], bool]
    start: Mapping[str, Any] = {}
    deals: int = 1
    players: Players = Players()
    opening: bool = False
