"""Why does a bot lose: decisions of stored games, judged by searches in the worlds of what the seat knew."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from math import inf, sqrt
from random import Random
from statistics import fmean
from time import perf_counter
from typing import Any, NamedTuple

from arena.chance import keyed
from arena.client import Turn
from arena.client.holdings import holdings
from arena.client.rollout_players import players_of
from arena.client.rollouts import Rollouts
from arena.client.search import Search
from arena.client.text import by_suit
from arena.escapes import printable
from arena.games.kernel import AnyGame, Deal, Did, IllegalWord
from arena.games.kernel.position import Position, in_deal, play_deal
from arena.ratings import Interval
from arena.ratings.distributions import critical_95
from arena.ratings.wording import interval_text
from arena.results.replay import NotARecord, position_of
from arena.store import NoRecord, Reader
from arena.table import record

POLICY = "sensible"
"""What all seats go by after the answer that is judged, and what the others are taken to have gone by."""
FEWEST = 8
"""With decisions of fewer packs an interval from their spread says nothing."""
ROWS = 6
"""So many rows a bot gets in a table: those that cost most."""
MEANING = (
    "Decisions with a choice, drawn at random, each judged by two searches. Regret: how many points more the best"
    " answer gains a decision, with 95 %; true: the same in the true deal, which the bot could not know."
)


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
        packs: the name of the packs, which other rooms have, too.
        bot: the entrant that decided.
        at: how many answers of the game came before it.
        deal: the number of the deal.
        card: how many cards of the deal had been played.
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
    packs: str
    bot: str
    at: int
    deal: int
    card: int
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

    def said(self) -> str:
        """Return what was answered, and what the judges say of it."""
        agree = "agree" if self.agree else "do not agree"
        true = f"{self.true_regret:+z.2f} in the true deal"
        return f"{self.word}; {self.best} gains {self.regret:+z.2f} more ({true}; the judges {agree})"


class Part(NamedTuple):
    """The decisions of one bot with something in common: how many, and their mean regret with its interval."""

    bot: str
    what: str
    decisions: int
    regret: Interval
    true_regret: float

    def cells(self) -> list[str]:
        """Return what stands in a table after the bot."""
        regret = interval_text(self.regret, "+.2f")
        return [self.what, str(self.decisions), regret, f"{self.true_regret:+z.2f}"]


HEADS = ("decisions", "regret", "true")
"""What stands over those cells, after what the decisions have in common."""


def stored_games(store: Reader, ids: Iterable[str]) -> list[Played]:
    """Return games with their records, given their ids; those whose record was not kept are left out."""
    found = []
    for one in map(store.game, ids):
        with suppress(NoRecord):
            text, key = store.record(one.id), store.season_of(one.id).key
            found.append(Played(one.id, one.contest, tuple(one.sides), text, one.chance, key))
    return found


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


def judged_one_by_one(games: Sequence[Played], number: int, worlds: int, rng: Random) -> Iterator[Judged]:
    """Judge decisions as `reviewed` does, in this process; of each game so many are drawn.

    Raises:
        Exception: a record cannot be played again: one of `arena.app.game.UNPLAYABLE`.
    """
    for game in games:
        every = _real_choices(game, frozenset())
        yield from _judged(game, rng.sample(every, min(number, len(every))), worlds)


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
    begun, events = position.this_deal()
    role, contract = "-", "-"
    if t.contract is not None:
        of = t.contract[0]
        role = "contract" if isinstance(of, int) and of < len(t.sides) and t.sides[of] == t.side else "defense"
        contract = " ".join(map(str, t.contract[1:]))
    hands = [f"seat {seat}: {by_suit(cards)}" for seat, cards in holdings(position.game, alone).items()]
    return Judged(
        game=game.id,
        contest=game.contest,
        packs=game.chance,
        bot=_bot(game, position),
        at=at,
        deal=begun.number,
        card=sum(isinstance(event, Did) and event.kind == "play" for event in events),
        kind=ask.kind,
        role=role,
        contract=contract,
        word=word,
        best=best[0],
        regrets=(judges[1][best[0]] - judges[1][word], judges[0][best[1]] - judges[0][word]),
        true_regret=max(true.values()) - true[word],
        agree=best[0] == best[1],
        diagram=printable("\n".join([*hands, *t.text().split("\n")[3:]])),
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
    found = [
        Part(bot, what, len(those), _mean(those), fmean([one.true_regret for one in those]))
        for (bot, what), those in groups.items()
    ]
    return sorted(found, key=lambda part: (part.bot, -(part.regret.value or 0.0) * part.decisions))


def _mean(those: Sequence[Judged]) -> Interval:
    """Return the mean regret with its interval, without ends for few packs: decisions of the same packs are alike."""
    mean = fmean([one.regret for one in those])
    off: dict[str, float] = {}
    for one in those:
        off[one.packs] = off.get(one.packs, 0.0) + one.regret - mean
    if len(off) < FEWEST:
        return Interval(mean, None, None)
    error = sqrt(sum([each**2 for each in off.values()]) * len(off) / (len(off) - 1)) / len(those)
    half = critical_95(len(off) - 1) * error
    return Interval(mean, mean - half, mean + half)


def tables(judged: Sequence[Judged]) -> Iterator[tuple[str, list[Part]]]:
    """Yield what decisions are grouped by, and the parts that cost each bot most; nothing where all are alike."""
    for name, by in GROUPS.items():
        found = parts(judged, by)
        if len({part.what for part in found}) > 1 or name == "question":
            of_bots: dict[str, list[Part]] = {}
            for part in found:
                of_bots.setdefault(part.bot, []).append(part)
            yield name, [part for those in of_bots.values() for part in those[:ROWS]]


def worst(judged: Sequence[Judged], by: Callable[[Judged], str], judge: int) -> dict[str, str]:
    """Return for each bot where it has lost most in all, as one of the judges has it."""
    lost: dict[str, dict[str, float]] = {}
    for one in judged:
        kinds = lost.setdefault(one.bot, {})
        kinds[by(one)] = kinds.get(by(one), 0.0) + one.regrets[judge]
    return {bot: max(kinds, key=kinds.__getitem__) for bot, kinds in lost.items()}


def costliest(judged: Iterable[Judged], number: int) -> list[Judged]:
    """Return the decisions that cost most, the greatest loss first; none that cost nothing."""
    return sorted([one for one in judged if one.regret > 0], key=lambda one: -one.regret)[:number]


def noise(judged: Sequence[Judged]) -> str:
    """Return how far the judges agree, in a sentence: chance and too few worlds part them."""
    same = fmean([one.agree for one in judged])
    apart = sqrt(fmean([(one.regrets[0] - one.regrets[1]) ** 2 for one in judged]))
    return (
        f"The two judges chose the same answer in {same:.0%} of {len(judged)} decisions, and their regrets of a"
        f" decision are {apart:.2f} points apart (root mean square)."
    )


def most(judged: Sequence[Judged], names: Mapping[str, str]) -> Iterator[str]:
    """Yield for each bot at which kind of question it loses most, and whether both judges say so.

    Only kinds count whose interval of 95 % is above 0: of the others, the one with the greatest sum is chance.
    """
    found = parts(judged, GROUPS["question"])
    for bot in sorted({part.bot for part in found}):
        name = names.get(bot, bot)
        sure = {part.what for part in found if part.bot == bot and (part.regret.low or 0.0) > 0}
        if not sure:
            yield f"{name} surely loses at no kind of question (95 %)"
            continue
        those = [one for one in judged if one.bot == bot and one.kind in sure]
        kind, other = (worst(those, GROUPS["question"], judge)[bot] for judge in (0, 1))
        said = "both judges say so" if other == kind else f"the other judge says {other}"
        yield f"{name} loses most at {kind}: {said}"


GROUPS: Mapping[str, Callable[[Judged], str]] = {
    "question": lambda one: one.kind,
    "role": lambda one: one.role,
    "contract": lambda one: one.contract,
    "game": lambda one: one.contest,
}
"""What decisions are grouped by."""
