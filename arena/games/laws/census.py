"""Finds all deals that agree with what a seat was told, the slow way.

This is the counterpart of `worlds` in the law suite, and knows nothing about any game. It puts the cards that the seat
cannot place into the places that it cannot see, in every possible way, tries every secret answer, and replays the deal.
A deal agrees if the seat is told the same.
"""

# Not compiled: tests run it.

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, islice
from math import factorial, prod
from typing import Any, NamedTuple, TypeAlias

from arena.games.kernel import AnyGame, Card, Did, Event, Seat, Show, View, Word
from arena.games.kernel.knowledge import tell
from arena.games.kernel.position import Position, play_deal
from arena.games.parts.cards import IGNORED, TURNED

Content: TypeAlias = tuple[object, ...]
"""Which seat was shown which cards, and which seat named which in secret, without the order of the cards."""
Draws: TypeAlias = Mapping[str, tuple[Any, ...]]
TRIALS = 2000
"""How many deals are tried at one moment at most."""
NOT_SEEN = frozenset({"bid", "call"})
"""Kinds of answers that may look like a card (a bid of `8S`, a card called) but show none."""
Block: TypeAlias = int
"""A part of the pack: cards that were first shown together, or the cards that were never shown."""


def content(position: Position[Any], pack: Sequence[Card] = ()) -> Content:
    """Return what tells deals apart: the cards of every show, the cards named in secret between shows, and an order.

    Where cards are turned up from a stock one by one, the order of its other cards counts.

    Args:
        position: the position of the deal.
        pack: the shuffled pack, where the order may count.
    """
    shows: list[Show] = []
    secrets = []
    for event in position.log:
        if isinstance(event, Show):
            shows.append(event)
        elif isinstance(event, Did) and event.told != "all":
            secrets.append((len(shows), event.seat, event.kind, event.word))
    cards = set(chain.from_iterable(show.cards for show in shows))
    named = frozenset(secret for secret in secrets if secret[-1] in cards)
    coming = tuple([card for card in pack if card not in cards]) if _turns_up(shows) else ()
    return (*((show.kind, show.owner, frozenset(show.cards)) for show in shows), named, coming)


def _turns_up(shows: Sequence[Show]) -> bool:
    """Return whether cards are turned up from a stock one by one."""
    return any(show.owner is None and show.kind in {TURNED, IGNORED} for show in shows)


class Late(NamedTuple):
    """The earliest view in a deal with which few deals agree, but more than one.

    Args:
        view: the view; None if there is none.
        contents: the contents of the deals that agree with it.
        open: whether nothing was hidden from any seat when it was asked: only one deal agreed with each of its views.
    """

    view: View | None
    contents: frozenset[Content] = frozenset()
    open: bool = False


def late_view(game: AnyGame, deal: Position[Any], seats: Sequence[Seat], draws: Draws, most: int) -> Late:
    """Return the earliest view in a deal with which 2 to `most` deals agree, and the contents of these.

    The first of `seats` that has such a view is taken. A view counts only when its seat is asked, or at the end of the
    deal.

    Raises:
        AssertionError: the true deal is not among those that agree.
    """
    nothing_hidden = True
    asked = _asked(deal)
    for seat in seats:
        found = Late(None)
        for known in [number for number in range(len(asked) - 1, -1, -1) if asked[number] in {seat, None}]:
            position = Position(deal.options, deal.rules, game=deal.game)
            for word in deal.answers[:known]:
                position.play(word)
            view = position.view(seat)
            contents = census(game, position, view, draws, most)
            if contents is None:
                nothing_hidden = False
                break
            if len(contents) < len(found.contents):  # no card of the stock was turned up yet
                break
            found = Late(view, contents)
        if len(found.contents) > 1:
            return found
    return Late(None, open=nothing_hidden)


def _asked(deal: Position[Any]) -> list[Seat | None]:
    """Return who is asked after each number of answers of a deal; None at its end."""
    position = Position(deal.options, deal.rules, game=deal.game)
    asked = [position.ask and position.ask.seat]
    for word in deal.answers:
        position.play(word)
        asked.append(position.ask and position.ask.seat)
    return asked


def census(
    game: AnyGame, truth: Position[Any], view: View, draws: Draws, most: int | None = None
) -> frozenset[Content] | None:
    """Return the content of every deal that agrees with a view.

    Args:
        game: the game.
        truth: the true deal at the moment of the view; it shows which parts of the pack were dealt together.
        view: what the seat was told.
        draws: the random draws of the true deal; the one named `pack` is varied.
        most: how many contents may be found at most; None for any number.

    Returns:
        The contents; None if there are more than `most`, or if more than `TRIALS` deals would have to be tried.

    Raises:
        AssertionError: the true deal is not among them, so this search does not fit the game.
    """
    in_truth = content(truth, draws["pack"])
    contents: set[Content] = set()
    try:
        packs = list(_packs(truth, view, draws))
        packs.sort(key=lambda pack: pack != draws["pack"])  # the true deal first: it must be found before `most` others
        for position, drawn in deals_that_agree(game, view, [{**draws, "pack": pack} for pack in packs], TRIALS):
            contents.add(content(position, drawn["pack"]))
            if most is not None and len(contents) > most and in_truth in contents:
                return None
    except TooManyError:
        return None
    assert in_truth in contents, f"the true deal is not among those found for {view}"
    return frozenset(contents)


class TooManyError(Exception):
    """More deals would have to be tried than allowed."""


def deals_that_agree(
    game: AnyGame, view: View, tried: Collection[Draws], most: int | None = None
) -> Iterator[tuple[Position[Any], Draws]]:
    """Replay a view with given draws and every choice of the answers that it does not know.

    Yield each deal that agrees, and its draws. All deals advance together, one unknown answer at a time. So it is often
    clear early that more than `most` deals would have to be tried.

    Args:
        game: the game.
        view: what the seat was told.
        tried: the random draws of each deal to try.
        most: how many deals may be tried; None for any number.

    Raises:
        TooManyError: more than `most` deals would have to be tried.
    """
    words = [event.word for event in view.events if isinstance(event, Did)]
    sure = len(tried)
    level = (_Replay(play_deal(game, view.options, view.standing, partial(_drawn, draws)), draws) for draws in tried)
    while sure:
        if most is not None and sure > most:
            raise TooManyError
        forks: list[tuple[_Replay, Word]] = []
        for replay in level:
            choices = replay.go_on(view, words)
            if choices is None:
                continue
            if not choices:
                yield replay.position, replay.draws
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
    """A deal that is replayed and compared with a view.

    Attributes:
        position: its position.
        draws: its random draws.
        happened: how many of its events have been compared.
        agreed: how many events of the view they matched.
        said: how many answers of the view have been used.
    """

    def __init__(
        self, position: Position[Any], draws: Draws, happened: int = 1, agreed: int = 0, said: int = 0
    ) -> None:
        self.position = position
        self.draws = draws
        self.happened = happened  # the first event is the start of the deal, which views do not contain
        self.agreed = agreed
        self.said = said

    def fork(self, word: Word) -> _Replay:
        """Return a copy that has given one more answer."""
        position = self.position.fork()
        position.play(word)
        return _Replay(position, self.draws, self.happened, self.agreed, self.said)

    def go_on(self, view: View, words: Sequence[Word | None]) -> Sequence[Word] | None:
        """Play on with the answers of the view.

        Returns:
            The legal words at the next answer that the view does not know; no words if the deal agrees with the whole
            view; None if it does not agree.
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
    """The pack of a deal as its log shows it: the block of each card, the blocks that fed each hand, hidden blocks.

    Where the order of a stock counts, each of its unseen cards is a block of its own.
    """

    block: Mapping[Card, Block]
    feeds: Mapping[Seat, set[Block]]
    hidden: set[Block]


def _layout(log: Sequence[Event], seat: Seat, draws: Draws) -> _Layout:
    """Return the layout of a deal. Blocks that were not shown to `seat` at first are hidden.

    Cards of a draw other than the pack may lie anywhere in the pack.
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
    hidden = {number for number, show in enumerate(shows) if seat not in show.seats}
    unseen = [card for card in draws["pack"] if card not in block]
    block |= {card: undealt + at * _turns_up(shows) for at, card in enumerate(unseen)}
    return _Layout({card: block[card] for card in draws["pack"]}, feeds, hidden | {block[card] for card in unseen})


def _packs(truth: Position[Any], view: View, draws: Draws) -> Iterator[tuple[Card, ...]]:
    """Yield every pack that has the cards of the hidden blocks in these blocks, in any arrangement.

    A card that was seen in a hand can only have come from a block that fed this hand. A card that stays in its block
    keeps its position in the pack, since the position of a face-up card may be public.

    Raises:
        TooManyError: there are more than `TRIALS`.
    """
    pack: Sequence[Card] = draws["pack"]
    block, feeds, hidden = _layout(truth.log, view.seat, draws)
    owner = _owners(truth.log, view.seat)
    loose = [card for card in pack if block[card] in hidden]
    choices = {card: hidden & feeds[owner[card]] if card in owner else hidden for card in loose}
    loose.sort(key=lambda card: len(choices[card]))
    alike: defaultdict[frozenset[Block], Counter[Block]] = defaultdict(Counter)
    for card in loose:
        alike[frozenset(choices[card])][block[card]] += 1
    if prod(map(_orders, alike.values())) > TRIALS:  # cards that may go to the same blocks can change places
        raise TooManyError
    room = Counter(block[card] for card in loose)
    placings = list(islice(_placings([sorted(choices[card]) for card in loose], room), TRIALS + 1))
    if len(placings) > TRIALS:
        raise TooManyError
    at = {card: place for place, card in enumerate(pack)}
    lie = [(card, block[card], at[card]) for card in loose]
    for placing in placings:
        left: defaultdict[Block, list[int]] = defaultdict(list)
        for (_, own, place), number in zip(lie, placing, strict=True):
            if number != own:
                left[own].append(place)
        cards = list(pack)
        free = {number: iter(sorted(places)) for number, places in left.items()}
        for (card, own, _), number in zip(lie, placing, strict=True):
            if number != own:
                cards[next(free[number])] = card
        yield tuple(cards)


def _orders(cards: Counter[Block]) -> int:
    """Return how often cards can change places with each other, given how many of them each block has."""
    return factorial(cards.total()) // prod(map(factorial, cards.values()))


def _owners(log: Sequence[Event], seat: Seat) -> dict[Card, Seat]:
    """Return, for each card that a seat saw in a hand, the hand in which it saw it first."""
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


def _placings(choices: Sequence[Sequence[Block]], room: Counter[Block]) -> Iterator[list[Block]]:
    """Yield every way to put cards, each into one of its choices of blocks, within the room of the blocks.

    The room is taken while a way is looked at, and given back.
    """
    if not choices:
        yield []
        return
    others = choices[1:]
    for number in choices[0]:
        if room[number]:
            room[number] -= 1
            for placing in _placings(others, room):
                yield [number, *placing]
            room[number] += 1
