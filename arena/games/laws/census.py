"""Every deal that agrees with what a seat was told, found the slow way.

The counterpart of `worlds`, for the law suite; it knows nothing of any game. Cards that the seat cannot place are put
in every way into the places that it cannot see, every secret word is tried, and the deal is played again: it agrees if
the seat is told the same.
"""

# Not compiled: tests run it.

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, islice
from typing import Any, NamedTuple, TypeAlias

from arena.games.kernel import AnyGame, Card, Did, Event, Seat, Show, View, Word
from arena.games.kernel.knowledge import tell
from arena.games.kernel.position import Position, play_deal

Content: TypeAlias = tuple[object, ...]
"""Who was shown which cards and who named which in secret, whatever the order in which they lay."""
Draws: TypeAlias = Mapping[str, tuple[Any, ...]]
TRIALS = 2000
"""Deals that are tried at one moment at most."""
NOT_SEEN = frozenset({"bid", "call"})
"""Kinds of answers that may look like a card (a bid of `8S`, a card called) and show none."""
Block: TypeAlias = int
"""A part of the pack: the cards that were first shown together, or those never shown."""


def content(position: Position[Any]) -> Content:
    """Return what makes a deal another deal: the cards of every show, and the cards named in secret between them."""
    shows: list[Show] = []
    secrets = []
    for event in position.log:
        if isinstance(event, Show):
            shows.append(event)
        elif isinstance(event, Did) and event.told != "all":
            secrets.append((len(shows), event.seat, event.kind, event.word))
    cards = set(chain.from_iterable(show.cards for show in shows))
    named = frozenset(secret for secret in secrets if secret[-1] in cards)
    return (*((show.kind, show.owner, frozenset(show.cards)) for show in shows), named)


class Late(NamedTuple):
    """The earliest view of a deal with which few deals agree, but more than one.

    Args:
        view: the view; None if there is none.
        contents: the content of the deals that agree with it.
        open: whether nothing was hidden from any seat whenever it was asked: one deal agreed with each of its views.
    """

    view: View | None
    contents: frozenset[Content] = frozenset()
    open: bool = False


def late_view(game: AnyGame, deal: Position[Any], seats: Sequence[Seat], draws: Draws, most: int) -> Late:
    """Return the earliest view of a deal with which 2 to `most` deals agree, and the content of these.

    The first of `seats` that has one is taken; only views of a seat that is being asked, or that has seen the deal end,
    count.

    Raises:
        AssertionError: the deal in truth is not found among those that agree.
    """
    nothing_hidden = True
    for seat in seats:
        found = Late(None)
        for position in _backwards(deal):
            if position.ask is None or position.ask.seat == seat:
                view = position.view(seat)
                contents = census(game, position, view, draws, most)
                if contents is None:
                    nothing_hidden = False
                    break
                found = Late(view, contents)
        if len(found.contents) > 1:
            return found
    return Late(None, open=nothing_hidden)


def _backwards(position: Position[Any]) -> Iterator[Position[Any]]:
    """Yield the positions that led to a position, itself first."""
    for known in range(len(position.answers), -1, -1):
        earlier = Position(position.options, position.rules)
        for word in position.answers[:known]:
            earlier.play(word)
        yield earlier


def census(
    game: AnyGame, truth: Position[Any], view: View, draws: Draws, most: int | None = None
) -> frozenset[Content] | None:
    """Return the content of every deal that agrees with a view.

    Args:
        game: the game.
        truth: the deal in truth, at the moment of the view; it tells which parts of the pack were dealt together.
        view: what the seat was told.
        draws: the chance draws of the deal in truth; the one named `pack` is varied.
        most: how many contents may be found at most; None for any number.

    Returns:
        The contents; None if there are more than `most`, or if more than `TRIALS` deals would have to be tried.

    Raises:
        AssertionError: the deal in truth is not among them: the search for deals does not know this game.
    """
    packs = list(islice(_packs(truth, view, draws), TRIALS + 1))
    packs.sort(key=lambda pack: pack != draws["pack"])  # the truth comes first: it must be found before too many are
    in_truth = content(truth)
    contents: set[Content] = set()
    try:
        for position in deals_that_agree(game, view, [{**draws, "pack": pack} for pack in packs], TRIALS):
            contents.add(content(position))
            if most is not None and len(contents) > most and in_truth in contents:
                return None
    except TooManyError:
        return None
    assert in_truth in contents, f"the deal in truth is not among those found for {view}"
    return frozenset(contents)


class TooManyError(Exception):
    """More deals would have to be tried than one cares to."""


def deals_that_agree(
    game: AnyGame, view: View, tried: Collection[Draws], most: int | None = None
) -> Iterator[Position[Any]]:
    """Play a view again with some draws and every choice of the words that it does not know; yield what agrees.

    Words are chosen in all deals before any deal goes on behind them: that more than `most` deals would have to be
    tried is often plain long before so many are.

    Args:
        game: the game.
        view: what the seat was told.
        tried: the chance draws of each deal to try.
        most: how many deals may be tried; None for any number.

    Raises:
        TooManyError: there are more.
    """
    words = [event.word for event in view.events if isinstance(event, Did)]
    sure = len(tried)
    level = (_Replay(play_deal(game, view.options, view.standing, partial(_drawn, draws))) for draws in tried)
    while sure:
        if most is not None and sure > most:
            raise TooManyError
        forks: list[tuple[_Replay, Word]] = []
        for replay in level:
            choices = replay.go_on(view, words)
            if choices is None:
                continue
            if not choices:
                yield replay.position
                continue
            forks += [(replay, word) for word in choices]
            sure += len(choices) - 1
            if most is not None and sure > most:
                raise TooManyError
        if not forks:
            return
        level = (replay.fork(word) for replay, word in forks)


def _drawn(draws: Draws, name: str, _: Sequence[Any]) -> tuple[Any, ...]:
    return draws[name]


class _Replay:
    """A deal that is played again and held against a view.

    Attributes:
        position: where it stands.
        happened: how many of its events have been held against the view.
        agreed: how many events of the view they were.
        said: how many words of the view were answered.
    """

    def __init__(self, position: Position[Any], happened: int = 1, agreed: int = 0, said: int = 0) -> None:
        self.position = position
        self.happened = happened  # the first is that the deal begins, which views do not hold
        self.agreed = agreed
        self.said = said

    def fork(self, word: Word) -> _Replay:
        """Return a copy that goes on with a word."""
        position = self.position.fork()
        position.play(word)
        return _Replay(position, self.happened, self.agreed, self.said)

    def go_on(self, view: View, words: Sequence[Word | None]) -> Sequence[Word] | None:
        """Play on with the words of the view.

        Returns:
            The words of which one must be chosen; none if the deal agrees with the whole view; None if it does not.
        """
        position, events, seat = self.position, view.events, view.seat
        while True:
            log = position.log
            for event in islice(log, self.happened, None):
                if (learnt := tell(event, seat)) is not None:
                    if self.agreed == len(events) or learnt != events[self.agreed]:
                        return None
                    self.agreed += 1
            self.happened = len(log)
            if (ask := position.ask) is None:
                break
            word = None
            if ask.told != "nobody" or ask.seat == seat:
                if self.said == len(words):
                    break
                word = words[self.said]
                self.said += 1
            if word is None:
                return ask.legal
            if word not in ask.legal:
                return None
            position.proceed(word)
        return () if self.agreed == len(events) else None


class _Layout(NamedTuple):
    """What the log of a deal tells of its pack: the block of each card, and the blocks that fed each hand."""

    block: Mapping[Card, Block]
    feeds: Mapping[Seat, set[Block]]
    hidden: set[Block]


def _layout(log: Sequence[Event], seat: Seat, draws: Draws) -> _Layout:
    """Return the layout of a deal; hidden are the blocks that were not shown to `seat` at first.

    Cards of another draw than the pack may lie anywhere in it.
    """
    shows = [event for event in log if isinstance(event, Show) and (event.owner is not None or event.kind not in draws)]
    block = {card: number for number, show in reversed([*enumerate(shows)]) for card in show.cards}
    undealt = len(shows)
    feeds: dict[Seat, set[Block]] = defaultdict(set)
    holder: dict[Card, Seat] = {}
    for show in shows:
        for taker in show.seats:
            if taker == show.owner or len(show.seats) == 1:
                for card in show.cards:
                    feeds[taker] |= {block[card]} | feeds[holder.get(card, taker)]
                    holder[card] = taker
    hidden = {number for number, show in enumerate(shows) if seat not in show.seats} | {undealt}
    return _Layout({card: block.get(card, undealt) for card in draws["pack"]}, feeds, hidden)


def _packs(truth: Position[Any], view: View, draws: Draws) -> Iterator[tuple[Card, ...]]:
    """Yield packs: every way to put the cards of the hidden blocks into these blocks.

    A card that was seen in a hand can only have come from a block that fed this hand. What stays in its block stays
    where it lay in the pack, since a card that lies open may be told by its place.
    """
    pack: Sequence[Card] = draws["pack"]
    block, feeds, hidden = _layout(truth.log, view.seat, draws)
    owner = _owners(truth.log, view.seat)
    loose = [card for card in pack if block[card] in hidden]
    choices = {card: hidden & feeds[owner[card]] if card in owner else hidden for card in loose}
    loose.sort(key=lambda card: len(choices[card]))
    for placing in _placings(loose, choices, Counter(block[card] for card in loose)):
        moved = {number: iter([c for c in loose if placing[c] == number != block[c]]) for number in hidden}
        yield tuple(next(moved[block[c]]) if c in placing and placing[c] != block[c] else c for c in pack)


def _owners(log: Sequence[Event], seat: Seat) -> dict[Card, Seat]:
    """Return in whose hand a seat first saw each card that it saw in a hand."""
    owners: dict[Card, Seat] = {}
    for event in log:
        match tell(event, seat):
            case Did(seat=owner, kind=kind, word=str(card)) if kind not in NOT_SEEN:
                owners.setdefault(card, owner)
            case Show(owner=int(owner), cards=cards):
                for card in cards:
                    owners.setdefault(card, owner)
            case _:
                pass
    return owners


def _placings(
    cards: Sequence[Card], choices: Mapping[Card, Collection[Block]], room: Mapping[Block, int]
) -> Iterator[dict[Card, Block]]:
    """Yield every way to put cards into blocks, each into one of its choices, as many as there is room for."""
    if not cards:
        yield {}
        return
    first, *others = cards
    for number in sorted(choices[first]):
        if room.get(number):
            for placing in _placings(others, choices, {**room, number: room[number] - 1}):
                yield placing | {first: number}
