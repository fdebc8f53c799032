"""What bots are good at, as a description and never as a rating: their contracts, and what they take in each role.

It is read from the records of games with a note `contract`. Shares have the interval of E. B. Wilson. Deals with the
same cards are not independent, and no interval takes them for that (`arena.ratings.by_seat`). Points of a role are
compared with those of others who had the same seats in the same deal, so that good cards do not count.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import inf
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from arena import protocol
from arena.games.catalogue import GAMES
from arena.games.kernel import AnyGame, Side
from arena.games.kernel.contracts import Contract, Hand
from arena.games.kernel.game import NoWords
from arena.ratings import Interval
from arena.ratings.arrays import Ints
from arena.ratings.by_seat import mean_of, share_of
from arena.ratings.pairs import mean_interval
from arena.ratings.scale import UNKNOWN
from arena.results.replay import NotARecord, options_of
from arena.store import Reader

DECLARER, DEFENDER = "declarer", "defender"
"""The roles of a side: it undertook something, or only another side did."""


class Level(NamedTuple):
    """Contracts of one level. Of no contracts, a share or a mean is unknown.

    Args:
        level: the number that was bid, or a word such as `nullo`.
        declared: how many of them the bot's side undertook.
        made: the share of these that it made.
        over: the mean of what it took beyond a contract that it made.
        under: the mean of what it lacked for one that it did not make.
        defended: how many of them others undertook against it.
        beaten: the share of these that were not made.
    """

    level: str
    declared: int
    made: Interval
    over: float | None
    under: float | None
    defended: int
    beaten: Interval


class Role(NamedTuple):
    """What a bot's side took for each deal in a role.

    Args:
        role: `declarer` or `defender`.
        deals: how many deals there were.
        tricks: the tricks of its side.
        points: how much the score of its side grew.
        lead: these points less those of others who had the same cards; unknown without others.
    """

    role: str
    deals: int
    tricks: Interval
    points: Interval
    lead: Interval


class SeatPlay(NamedTuple):
    """What a bot did in a seat.

    Args:
        seat: the seat, from 0.
        deals: how many deals it played there.
        bid: the share of the deals in which it could bid, and did.
        declared: the share of the deals in which the contract was its own.
        tricks: how many tricks it took there itself in a deal.
    """

    seat: int
    deals: int
    bid: Interval
    declared: Interval
    tricks: Interval


class Strengths(NamedTuple):
    """What a bot is good at in a contest.

    Args:
        bot: the id of the bot.
        contest: the label of the contest.
        games: how many games it played.
        deals: how many deals of them were played to their end.
        levels: its contracts, the lowest first.
        roles: what its side took as declarer and as defender.
        seats: what it did in each seat.
    """

    bot: str
    contest: str
    games: int
    deals: int
    levels: Sequence[Level]
    roles: Sequence[Role]
    seats: Sequence[SeatPlay]


def strengths(store: Reader, numbers: Iterable[int]) -> list[Strengths]:
    """Return what each bot is good at in each contest, sorted by contest and bot; nothing without contracts.

    Args:
        store: the results.
        numbers: the numbers of the results to read; games whose record was not kept are left out.
    """
    found: dict[tuple[str, str], _Seen] = {}
    of_cards: dict[tuple[str, int, Side], list[tuple[str, int]]] = {}
    for contest, packs, text in store.records_of(numbers):
        lines = text.splitlines()
        if (known := _known(lines)) is None:
            continue
        for bot in {*known.bots} - {""}:
            found.setdefault((contest, bot), _Seen()).games += 1
        for deal in _deals(known, lines):
            _note(known, deal, found, contest, packs, of_cards)
    return [seen.summary(bot, contest, of_cards) for (contest, bot), seen in sorted(found.items()) if seen.roles]


def some_of(number: Ints, packs: Ints, most: int) -> list[int]:
    """Return the numbers of at most so many results: all games of some of the packs, evenly spread.

    Args:
        number: the numbers of all results.
        packs: a number for the packs of each.
        most: how many to choose.
    """
    every = max(1, -(-number.size // most))
    chosen = number[np.isin(packs, np.unique(packs)[::every])]
    return [int(one) for one in chosen[:: max(1, -(-chosen.size // most))]]


class _Game(NamedTuple):
    """What the first line of a record says: the rules of `_rules`, and the bot of each seat."""

    game: AnyGame
    options: Any
    sides: Sequence[Side | None]
    auctions: frozenset[str]
    bots: Sequence[str]


def _known(lines: Sequence[str]) -> _Game | None:
    """Return what the first line of a record says; None if the game is not known any more, or cannot list its words."""
    try:
        opening = protocol.parse_line(lines[0], protocol.ARENA)
        assert isinstance(opening, protocol.Game)
        told = dict(opening.settings)
        bots = told.pop("names").split(",")
        told.pop("seeds", None)
        return _Game(*_rules(opening.name, tuple(told.items())), bots)
    except (NotARecord, protocol.ArenaFault, LookupError, NoWords):
        return None


@lru_cache(64)
def _rules(name: str, told: tuple[tuple[str, str], ...]) -> tuple[AnyGame, Any, Sequence[Side | None], frozenset[str]]:
    """Return a game, its options, the side of each seat, and the questions at which it may bid; a double is no bid."""
    game, settings = GAMES[name], dict(told)
    options = options_of(game, protocol.Game("", name, settings))
    words = game.words(options)
    auctions = frozenset(kind for kind, word in words if word == "pass" and (kind, kind) not in words)
    return game, options, game.seating(options).sides, auctions


class _Deal(NamedTuple):
    """A deal of a record that was played to its end.

    Args:
        number: its number.
        hand: what its notes say.
        taken: how many tricks each seat took.
        bids: for each seat that was asked for a bid, whether it made one.
        declarer: the seat of the contract; None if no seat has it.
        contracts: the contracts.
    """

    number: int
    hand: Hand
    taken: Mapping[int, int]
    bids: Mapping[int, bool]
    declarer: int | None
    contracts: Sequence[Contract]


def _deals(known: _Game, lines: Sequence[str]) -> Iterator[_Deal]:
    """Yield the deals with a contract that were played to their end."""
    notes: dict[str, list[list[str]]] = {}
    bids: dict[int, bool] = {}
    number, before = 0, [0]
    for line in lines:
        verb, _, rest = line.partition(" ")
        if verb == "did":
            seat, kind, *word = rest.split(" ")
            if kind in known.auctions:
                bids[int(seat)] = bids.get(int(seat), False) or word != ["pass"]
        elif verb == "note":
            kind, *values = rest.split(" ")
            if kind == "deal":
                notes, bids, number = {}, {}, int(values[0])
                scores = re.search(r" scores=([-\d,]+)", rest)
                before = [int(score) for score in scores[1].split(",")] if scores else []
            else:
                notes.setdefault(kind, []).append(values)
            if kind == "scores" and "contract" in notes and "trick" in notes and len(values) == len(before):
                yield _deal(known, notes, bids, number, [int(v) - b for v, b in zip(values, before, strict=True)])


def _deal(
    known: _Game, notes: dict[str, list[list[str]]], bids: dict[int, bool], number: int, gained: Sequence[int]
) -> _Deal:
    sides = 1 + max(side for side in known.sides if side is not None)
    tricks, worth, own = [0] * (sides + 1), [0] * (sides + 1), dict.fromkeys(range(len(known.sides)), 0)
    for winner, points in notes["trick"]:
        side = known.sides[int(winner)] if winner.isdigit() else None
        tricks[-1 if side is None else side] += 1
        worth[-1 if side is None else side] += int(points)
        if winner.isdigit():
            own[int(winner)] += 1
    if known.game.points(known.options) is not None and "points" in notes:
        worth = [*map(int, notes["points"][-1]), 0]
    hand = Hand(known.options, known.sides, notes, tricks, worth, gained)
    seat = notes["contract"][-1][0]
    return _Deal(number, hand, own, bids, int(seat) if seat.isdigit() else None, known.game.contracts(hand))


_Cards: TypeAlias = tuple[str, int, Side]
"""The packs, the number of the deal, and the side: with the same ones, the same cards."""


@dataclass
class _Seen:
    """What was seen of a bot in a contest: contracts by level, rows by role, and rows by seat; each with its cards."""

    games: int = 0
    deals: int = 0
    declared: dict[str, list[tuple[Contract, _Cards]]] = field(default_factory=dict)
    defended: dict[str, list[tuple[Contract, _Cards]]] = field(default_factory=dict)
    roles: dict[str, list[tuple[int, int, _Cards]]] = field(default_factory=dict)
    seats: dict[int, list[tuple[bool | None, bool, int, _Cards]]] = field(default_factory=dict)

    def summary(self, bot: str, contest: str, of_cards: Mapping[_Cards, Sequence[tuple[str, int]]]) -> Strengths:
        levels = sorted(
            {*self.declared, *self.defended}, key=lambda word: (int(word), "") if word.isdigit() else (inf, word)
        )
        roles = [self._role(bot, role, of_cards) for role in (DECLARER, DEFENDER) if role in self.roles]
        seats = [_seat(seat, rows) for seat, rows in sorted(self.seats.items())]
        return Strengths(bot, contest, self.games, self.deals, [*map(self._level, levels)], roles, seats)

    def _level(self, level: str) -> Level:
        mine, theirs = self.declared.get(level, []), self.defended.get(level, [])
        over = [one.over for one, _ in mine if one.made and one.over is not None]
        under = [-one.over for one, _ in mine if not one.made and one.over is not None]
        made = _share([(one.made, cards) for one, cards in mine])
        beaten = _share([(not one.made, cards) for one, cards in theirs])
        return Level(level, len(mine), made, _mean(over), _mean(under), len(theirs), beaten)

    def _role(self, bot: str, role: str, of_cards: Mapping[_Cards, Sequence[tuple[str, int]]]) -> Role:
        tricks, points, cards = zip(*self.roles[role], strict=True)
        leads: dict[str, list[float]] = {}
        for own, where in zip(points, cards, strict=True):
            others = [gained for other, gained in of_cards[where] if other != bot]
            if others:
                leads.setdefault(where[0], []).append(own - sum(others) / len(others))
        by_packs = np.array([sum(each) / len(each) for each in leads.values()], dtype=np.float64)
        lead = mean_interval(by_packs) if leads else UNKNOWN
        return Role(role, len(points), _interval(tricks, cards), _interval(points, cards), lead)


def _note(
    known: _Game,
    deal: _Deal,
    found: Mapping[tuple[str, str], _Seen],
    contest: str,
    packs: str,
    of_cards: dict[_Cards, list[tuple[str, int]]],
) -> None:
    """Note a deal for each bot at the table."""
    declaring = {one.side for one in deal.contracts}
    of_side = {side: bot for side, bot in zip(known.sides, known.bots, strict=True) if side is not None}
    for side, bot in of_side.items():
        seen, cards = found[contest, bot], (packs, deal.number, side)
        seen.deals += 1
        for one in deal.contracts:
            of = seen.declared if one.side == side else seen.defended
            of.setdefault(one.level, []).append((one, cards))
        of_cards.setdefault(cards, []).append((bot, deal.hand.gained[side]))
        if declaring:
            role = DECLARER if side in declaring else DEFENDER
            seen.roles.setdefault(role, []).append((deal.hand.tricks[side], deal.hand.gained[side], cards))
    for seat, bot in enumerate(known.bots):
        if (own := known.sides[seat]) is not None:
            rows = found[contest, bot].seats.setdefault(seat, [])
            rows.append((deal.bids.get(seat), deal.declarer == seat, deal.taken[seat], (packs, deal.number, own)))


def _seat(seat: int, rows: Sequence[tuple[bool | None, bool, int, _Cards]]) -> SeatPlay:
    bids, declared, tricks, cards = zip(*rows, strict=True)
    asked = [(bid, where) for bid, where in zip(bids, cards, strict=True) if bid is not None]
    all_declared = [*zip(declared, cards, strict=True)]
    return SeatPlay(seat, len(rows), _share(asked), _share(all_declared), _interval(tricks, cards))


def _share(cases: Sequence[tuple[bool, _Cards]]) -> Interval:
    """Return the share of the cases that are true, each with its cards."""
    if not cases:
        return UNKNOWN
    true, cards = zip(*cases, strict=True)
    return share_of(np.array(true, dtype=np.float64), _numbered(cards))


def _mean(values: Sequence[int]) -> float | None:
    return sum(values) / len(values) if values else None


def _interval(values: Sequence[float], cards: Sequence[_Cards]) -> Interval:
    """Return the mean of some values, at least one, each with its cards."""
    return mean_of(np.array(values, dtype=np.float64), _numbered(cards))


def _numbered(cards: Sequence[_Cards]) -> Ints:
    number = {one: place for place, one in enumerate(dict.fromkeys(cards))}
    return np.array([number[one] for one in cards], dtype=np.int64)
