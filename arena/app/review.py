"""Why does a bot lose: decisions of stored games, judged by searches in the worlds of what the seat knew."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import chain, islice
from math import inf, sqrt
from random import Random
from statistics import fmean, stdev
from time import perf_counter
from typing import Any, NamedTuple

from arena.chance import keyed
from arena.client import Turn
from arena.client.holdings import holdings
from arena.client.rollout_players import players_of
from arena.client.rollouts import Rollouts
from arena.client.search import Search
from arena.client.text import by_suit
from arena.games.kernel import AnyGame, Deal, IllegalWord
from arena.games.kernel.position import Position, in_deal, play_deal
from arena.results.lookup import ALL_GAMES, chosen, named_game
from arena.results.replay import NotARecord, position_of
from arena.store import Store
from arena.table import record

POLICY = "sensible"
"""What all seats go by after the answer that is judged, and what the others are taken to have gone by."""
MOST = 400
"""At most so many games are looked at, the first ones."""
WIDE = 1.96
"""How many standard errors an interval of 95 % has on each side."""


class Played(NamedTuple):
    """A game to review: its id and label, the entrant of each side, its record, and what its packs follow from."""

    id: str
    contest: str
    sides: tuple[str, ...]
    text: str
    chance: str
    key: str


class Judged(NamedTuple):
    """A decision that was judged.

    Args:
        game: the id of the game.
        contest: what was played.
        bot: the entrant that decided.
        at: how many answers of the game came before it.
        kind: what was asked.
        role: `contract` for the side that has it, `defense` for the others, `-` while there is none.
        contract: the bid of it, or `-`.
        word: the answer.
        best: what the first judge would have answered.
        regrets: for each judge, how much more the answer that it chose gains than this one, in points, as the other
            judge values it: in worlds that had no part in the choice. So it is not too high by chance, and may be
            below 0.
        true_regret: how much more the best answer would have gained in the true deal; the bot could not know it.
        agree: whether both judges chose the same answer.
        diagram: the hands as they were, and the question.
    """

    game: str
    contest: str
    bot: str
    at: int
    kind: str
    role: str
    contract: str
    word: str
    best: str
    regrets: tuple[float, float]
    true_regret: float
    agree: bool
    diagram: str

    @property
    def regret(self) -> float:
        """The mean of both judges."""
        return fmean(self.regrets)


class Part(NamedTuple):
    """The decisions of one bot with something in common: how many, their mean regret with its 95 % on each side."""

    bot: str
    what: str
    decisions: int
    regret: float
    within: float
    true_regret: float


def stored_games(store: Store, game: str | None = None, bots: frozenset[str] = frozenset()) -> list[Played]:
    """Return games with their records: the one that is named, or the first `MOST` of these entrants (empty for all)."""
    if game is not None:
        planned = [named_game(store, game)]
    else:
        listed = chain.from_iterable(chosen(store, ALL_GAMES, [bots] if bots else []))
        planned = [store.game(one.id) for one in islice(listed, MOST)]
    return [
        Played(one.id, one.contest, tuple(one.sides), store.record(one.id), one.chance, store.season_of(one.id).key)
        for one in planned
    ]


def reviewed(games: Sequence[Played], number: int, worlds: int, bots: frozenset[str] = frozenset()) -> list[Judged]:
    """Judge decisions with more than one answer, drawn at random from all games, on all cores.

    Args:
        games: the games.
        number: about how many decisions.
        worlds: how many worlds each of the two judges looks at.
        bots: the entrants whose decisions are judged; empty for all.

    Raises:
        Exception: a record cannot be played again: one of `arena.app.game.UNPLAYABLE`.
    """
    with ProcessPoolExecutor() as pool:
        counts = [*pool.map(_real_choices, games, [bots] * len(games))]
        every = [(at, choice) for at, found in enumerate(counts) for choice in found]
        drawn = sorted(Random("review").sample(every, min(number, len(every))))
        of_game = [[choice for at, choice in drawn if at == one] for one in range(len(games))]
        judged = pool.map(_judged, games, of_game, [worlds] * len(games))
        return [decision for found in judged for decision in found]


def _real_choices(game: Played, bots: frozenset[str]) -> list[int]:
    """Return before which answers of a game a bot had a choice."""
    found = []
    for at, position, _, _ in _walked(game):
        assert position.ask is not None
        if len(position.ask.legal) > 1 and (not bots or _bot(game, position) in bots):
            found.append(at)
    return found


def _bot(game: Played, position: Position[Any]) -> str:
    assert position.ask is not None
    side = position.game.seating(position.options).sides[position.ask.seat]
    return "" if side is None else game.sides[side]


def _walked(game: Played) -> Iterator[tuple[int, Position[Any], Position[Any], str]]:
    """Yield every decision of a deal: its number, the game, the deal alone with all cards open, and the answer."""
    lines = record.parse(game.text)
    kind, position = position_of(lines[0], game.chance, game.key)
    draws, alone, begun = keyed(game.key, game.chance), None, None
    for at, (word, say) in enumerate(record.words(lines)):
        deal = next((event for event in reversed(position.log) if isinstance(event, Deal)), None)
        if deal is not begun and deal is not None:
            alone = play_deal(kind, position.options, deal.standing, in_deal(draws, deal.number))
            begun = deal
        try:
            if alone is not None:
                yield at, position, alone, word
                alone.play(word, say)
            position.play(word, say)
        except IllegalWord as error:
            raise NotARecord(f"{word} was not legal at decision {at + 1} of {game.id}") from error


def _judged(game: Played, wanted: Sequence[int], worlds: int) -> list[Judged]:
    """Judge some decisions of a game."""
    return [
        _one(game, at, position, alone, word, worlds) for at, position, alone, word in _walked(game) if at in wanted
    ]


def _one(game: Played, at: int, position: Position[Any], alone: Position[Any], word: str, worlds: int) -> Judged:
    ask = position.ask
    assert ask is not None
    t = Turn(position.view(ask.seat), ask)
    judges = [_values(t, worlds, f"judge {number}") for number in (1, 2)]
    best = [max(values, key=values.__getitem__) for values in judges]
    true = _true_values(position.game, alone, t.view.standing)
    role, contract = "-", "-"
    if t.contract is not None:
        of = t.contract[0]
        role = "contract" if isinstance(of, int) and of < len(t.sides) and t.sides[of] == t.side else "defense"
        contract = " ".join(map(str, t.contract[1:]))
    hands = [f"seat {seat}: {by_suit(cards)}" for seat, cards in holdings(position.game, alone).items()]
    return Judged(
        game=game.id,
        contest=game.contest,
        bot=_bot(game, position),
        at=at,
        kind=ask.kind,
        role=role,
        contract=contract,
        word=word,
        best=best[0],
        regrets=(judges[1][best[0]] - judges[1][word], judges[0][best[1]] - judges[0][word]),
        true_regret=max(true.values()) - true[word],
        agree=best[0] == best[1],
        diagram="\n".join([*hands, *t.text().split("\n")[3:]]),
    )


def _values(t: Turn, worlds: int, seed: str) -> dict[str, float]:
    """Return the mean gain of each answer in worlds that agree with all that the seat knows."""
    found = Search(t.view, seed=seed).simulate(worlds, POLICY, inf, infer=POLICY)
    return {word: its.mean for word, its in found.words.items()}


def _true_values(game: AnyGame, alone: Position[Any], standing: Any) -> dict[str, float]:
    """Return the gain of each answer in the true deal, if all go on by the policy."""
    assert alone.ask is not None
    players = players_of(POLICY, game, alone.options, standing, Random("true"))
    gains = Rollouts(game, alone.options, standing, perf_counter).by_score(alone, players)
    return dict(zip(alone.ask.legal, gains, strict=True))


def parts(judged: Iterable[Judged], by: Callable[[Judged], str]) -> list[Part]:
    """Return the decisions by bot and something else, the greatest loss of each bot first."""
    groups: dict[tuple[str, str], list[Judged]] = {}
    for one in judged:
        groups.setdefault((one.bot, by(one)), []).append(one)
    found = []
    for (bot, what), those in groups.items():
        regrets = [one.regret for one in those]
        within = WIDE * stdev(regrets) / sqrt(len(regrets)) if len(regrets) > 1 else inf
        found.append(Part(bot, what, len(those), fmean(regrets), within, fmean([one.true_regret for one in those])))
    return sorted(found, key=lambda part: (part.bot, -part.regret * part.decisions))


def worst(judged: Sequence[Judged], by: Callable[[Judged], str], judge: int) -> dict[str, str]:
    """Return for each bot where it has lost most in all, as one of the judges has it."""
    lost: dict[str, dict[str, float]] = {}
    for one in judged:
        kinds = lost.setdefault(one.bot, {})
        kinds[by(one)] = kinds.get(by(one), 0.0) + one.regrets[judge]
    return {bot: max(kinds, key=kinds.__getitem__) for bot, kinds in lost.items()}


def agreement(judged: Sequence[Judged]) -> float:
    """Return in which part of the decisions both judges chose the same answer."""
    return fmean([one.agree for one in judged])


GROUPS: Mapping[str, Callable[[Judged], str]] = {
    "question": lambda one: one.kind,
    "role": lambda one: one.role,
    "contract": lambda one: one.contract,
    "game": lambda one: one.contest,
}
"""What decisions are grouped by."""
