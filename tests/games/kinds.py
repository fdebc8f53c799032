"""Presets that hide their cards in the same way: the first of a kind stands for it where drawn worlds are looked at.

`tests.games.about` says which options of a game concern no hidden card: scores, ends, public auctions. Presets that
differ in nothing else are of one kind. An option that is not named there concerns cards, so a new option
makes a kind of its own.

`difference` looks whether that is true: it plays deals of two variations side by side, with the same packs and the same
words, and wants the same cards to be shown to the same seats, the same secrets to be asked for, and the same worlds to
be drawn. What can be said in one of them only is not tried: an option that adds a contract concerns cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from arena.games.kernel import AnyGame, Ask, Did, Event, Note, Show
from arena.games.kernel.options import Options
from arena.games.kernel.position import Position, play_deal
from arena.games.laws import Shuffles
from arena.games.laws.census import NOT_SEEN
from arena.games.parts.auction import PASS
from tests.games.about import about

DEALS, TRIES = 8, 80
"""Deals that are compared from the first question to the end, and that are begun at most for that."""
LOOKS, PASSES = 0.2, 0.5
"""How often worlds are drawn for both, and how often a player who may pass does: some deals must be passed by all."""


def kind_of(game: AnyGame, options: Options) -> tuple[object, ...]:
    """Return the values of all options that may concern hidden cards."""
    return tuple((name, word) for name, word in options.words().items() if name not in about(game).not_of_cards)


def stands_for(game: AnyGame, preset: str) -> str:
    """Return the preset that stands for a preset: the first of its kind."""
    kind = kind_of(game, game.presets[preset])
    return next(name for name, options in game.presets.items() if kind_of(game, options) == kind)


def kinds(game: AnyGame) -> list[str]:
    """Return the presets that stand for all."""
    return [preset for preset in game.presets if stands_for(game, preset) == preset]


def difference(game: AnyGame, one: Options, other: Options, *, deals: int = DEALS, tries: int = TRIES) -> str | None:
    """Return what is different in the cards of two variations of a game; None if nothing is."""
    if game.pack(one) != game.pack(other) or game.seating(one).answers != game.seating(other).answers:
        return "the pack, or who answers"
    compared = 0
    for number in range(tries):
        pair = SideBySide(game, (one, other), f"kinds {number}")
        if (found := pair.play()) is not None:
            return found
        compared += pair.compared
        if compared == deals:
            return None
    return f"the auctions: {compared} of {tries} deals could be compared"


class SideBySide:
    """A deal of two variations with the same pack, in which the same is said.

    Auctions may differ: who is asked in one of them only, passes if he can. Another contract may come of that, so a
    difference counts only as long as no auction has gone another way.

    Attributes:
        compared: whether the deals were compared to the end.
    """

    def __init__(self, game: AnyGame, options: tuple[Options, Options], seed: str) -> None:
        self.game = game
        self.rng = Random(seed)
        self.pack = frozenset(game.pack(options[0]))
        self.deals = (begun(game, options[0], seed), begun(game, options[1], seed))
        self.apart = self.compared = False

    def play(self) -> str | None:
        """Return what is different; None if nothing is, or nothing that counts."""
        one, other = self.deals
        while True:
            found = self.difference()
            if found is not None:
                return None if self.apart else found
            if one.ask is None and other.ask is None:
                self.compared = True
                return None
            if one.ask is not None and other.ask is not None and alike(one.ask, other.ask):
                common = [word for word in one.ask.legal if word in other.ask.legal]
                if not common:
                    return None
                word = PASS if PASS in common and self.rng.random() < PASSES else self.rng.choice(common)
                one.play(word)
                other.play(word)
            else:
                self.apart = True
                deal = min((deal for deal in self.deals if self.in_public(deal.ask)), key=lambda deal: len(deal.log))
                assert deal.ask is not None
                deal.play(PASS if PASS in deal.ask.legal else self.rng.choice(deal.ask.legal))

    def difference(self) -> str | None:
        """Return what is different up to the questions that are open now."""
        one, other = self.deals
        asks = [deal.ask for deal in self.deals if deal.ask is not None]
        told, again = (self.told_of_cards(deal.log, notes=len(asks) > 1) for deal in self.deals)
        same = len(asks) != 1 and all(alike(ask, asks[0]) for ask in asks)
        if not same:
            # One of them is still in the auction; the other one has gone on, and more was told.
            less = min(len(told), len(again))
            if not any(map(self.in_public, asks)) or (len(told) == len(again) and not all(map(self.in_public, asks))):
                return f"what is asked: {asks}"
            told, again = told[:less], again[:less]
        if told != again:
            return f"what is told: {[pair for pair in zip(told, again, strict=False) if pair[0] != pair[1]][:1]}"
        if same and any(not self.in_public(ask) and sorted(ask.legal) != sorted(asks[0].legal) for ask in asks):
            return f"what may be answered: {asks}"
        return self.other_worlds(one, other) if same and self.rng.random() < LOOKS else None

    def other_worlds(self, one: Position[Any], other: Position[Any]) -> str | None:
        """Return that other worlds are drawn if the second variation is given the view of the first; None if not."""
        seats = self.game.seating(one.options).players
        if one.ask is not None and one.ask.told == "nobody":
            seats = (one.ask.seat,)
        view = one.view(self.rng.choice(seats))
        begins, _ = other.this_deal()
        again = view._replace(options=other.options, standing=begins.standing)
        seed = self.rng.random()
        drawn = [self.game.hidden(each)(Random(seed)) for each in (view, again)]
        return None if drawn[0] == drawn[1] else f"what is drawn for seat {view.seat} after {view.events[-1:]}"

    def in_public(self, ask: Ask | None) -> bool:
        """Return whether a question is open, and one of an auction or the like: all hear a word that names no card."""
        return ask is not None and ask.told == "all" and (ask.kind in NOT_SEEN or self.pack.isdisjoint(ask.legal))

    def told_of_cards(self, log: Sequence[Event], *, notes: bool) -> list[Event]:
        """Return what was told, but for the words of auctions, and for notes if they are not wanted."""
        return [
            event
            for event in log
            if isinstance(event, Show)
            or (
                isinstance(event, Did)
                and (event.told != "all" or event.word in self.pack)
                and event.kind not in NOT_SEEN
            )
            or (notes and isinstance(event, Note))
        ]


def alike(one: Ask, other: Ask) -> bool:
    """Return whether two questions are the same, but for the words that are open and for table talk."""
    return one._replace(legal=(), talk=None) == other._replace(legal=(), talk=None)


def begun(game: AnyGame, options: Options, seed: str) -> Position[Any]:
    """Return the first deal of a game; what comes before it is answered at random."""
    chance, rng = Shuffles(seed), Random(seed)
    first = Position(options, lambda: game.start(options, chance))
    while first.ask is not None:
        first.play(rng.choice(first.ask.legal))
    return play_deal(game, options, first.result, chance)
