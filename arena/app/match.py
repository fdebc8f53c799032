"""A match as a program plays it: bots by their names, and functions; what came of it as values."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import NamedTuple, Unpack

from arena import ratings
from arena.app import field as bots_of
from arena.app.events import Event, GameVoided, Note, RunBegun, Tell
from arena.app.field import NOTHING, End, Player
from arena.app.game import Place, PlayedGame, games_in
from arena.app.ladder_view import view_of
from arena.app.options import checked, players
from arena.app.playing import Played, check_played, conditions, play_games, setup_of, start_run
from arena.app.rated import load_store
from arena.app.standings import Standings
from arena.app.terms import MatchOptions, Terms
from arena.bots.entrants import Entrant
from arena.errors import UserError
from arena.escapes import decoded, printable
from arena.games.catalogue import GAMES
from arena.regression.head_to_head import DecisionTime, HeadToHead
from arena.regression.series import check_plays
from arena.results import roster
from arena.results.lookup import ALL_GAMES
from arena.schedules.agenda import as_words
from arena.settings.contest import Contest, parse_game
from arena.settings.schedule import ScheduleSettings
from arena.store import PlayedGame as StoredGame
from arena.store import Store
from arena.table.outcome import Failure
from arena.tournament.apart import Stopped, awaited, waited
from arena.tournament.sandbox_choice import is_sample, runnable, say_what_is_shown
from arena.tournament.stops import StopButton, Stops

SHOWN = 3
"""How many faults a message describes in full."""
TAIL = 5
"""How many last lines are shown of each stream of a bot that failed."""
logger: logging.Logger = logging.getLogger("arena")


@dataclass(frozen=True)
class BotFault:
    """A fault of a bot in a game.

    Args:
        bot: its name.
        game: the id of the game.
        kind: TIMEOUT, CRASH, ILLEGAL and so on.
        text: what happened.
        sent: the last lines that the arena sent to it.
        received: the last lines that it sent to the arena.
        stderr: the last lines that it wrote to standard error.
    """

    bot: str
    game: str
    kind: str
    text: str
    sent: tuple[str, ...] = ()
    received: tuple[str, ...] = ()
    stderr: tuple[str, ...] = ()

    def __str__(self) -> str:
        parts = [f"{self.bot}: {self.kind} in {self.game}: {self.text}"]
        for title, found in (("it was sent", self.sent), ("it said", self.received), ("stderr", self.stderr)):
            if found:
                parts += [f"  {title}, at the end:", *(f"    {line}" for line in found)]
        return printable("\n".join(parts))


@dataclass(frozen=True)
class Match:
    """A match that was played.

    Args:
        contest: what was played, and how many sets.
        seed: the key of all packs.
        entrants: the bots, in the order of the call.
        games: the games, by set and room.
        faults: the faults of all bots.
        results: the file of the results; unless it was named, it is there as long as this match or one of its games.
    """

    contest: Contest
    seed: str
    entrants: tuple[Entrant, ...]
    games: tuple[PlayedGame, ...]
    faults: tuple[BotFault, ...]
    results: Path
    _stored: tuple[StoredGame, ...] = field(repr=False)
    _standings: Standings = field(repr=False)

    @property
    def bots(self) -> tuple[str, ...]:
        """The names of the bots in the order of the call; a second bot with the same name gets the suffix -2."""
        return tuple(entrant.name for entrant in self.entrants)

    @property
    def game(self) -> str:
        """The canonical name of what was played."""
        return self.contest.label

    def standings(self) -> Standings:
        """Return how the bots stand: rows with intervals."""
        return self._standings

    def compare(self, first: str | None = None, second: str | None = None) -> ratings.Comparison:
        """Return how two of the bots compare.

        Args:
            first: the name of one; by default the first bot of the match.
            second: the name of the other; by default the second bot of the match, or the first one if `first` is that.

        Raises:
            KeyError: there is no bot with this name.
            ValueError: both names are the same.
        """
        first = first or self.bots[0]
        second = second or (self.bots[1] if first != self.bots[1] else self.bots[0])
        if first == second:
            raise ValueError(f"{first} cannot be compared with itself; there are {', '.join(self.bots)}")
        pairs = self._head_to_head(first, second).pairs
        assert pairs is not None, "a match has one set or more"
        return ratings.compare(pairs)

    def used(self, bot: str) -> DecisionTime:
        """Return how many decisions a bot made, and how long they took.

        Args:
            bot: its name.

        Raises:
            KeyError: there is no bot with this name.
        """
        other = next(name for name in self.bots if name != bot)
        return self._head_to_head(bot, other).used(self._id(bot))

    def shown(self, game: int = 0) -> str:
        """Return the ladder as a Markdown table, the faults, and the record of a game.

        Args:
            game: which game, from 0; each room of a set is one.

        Raises:
            IndexError: there are not as many games.
        """
        return "\n\n".join((self._table(), *self._texts(game)))

    def _repr_markdown_(self) -> str:
        """Return what a notebook shows of it."""
        return "\n\n".join((self._table(), *[f"```text\n{text}\n```" for text in self._texts(0)]))

    def _table(self) -> str:
        """Return the ladder as a Markdown table."""
        return ratings.to_markdown(self._standings.rows).rstrip()

    def _texts(self, game: int) -> list[str]:
        """Return the first faults, and the record of a game."""
        return [*map(str, self.faults[:SHOWN]), printable(self.games[game].record.text.rstrip())]

    def __str__(self) -> str:
        text = printable(f"{self.bots[0]} against {self.bots[1]} at {self.game}\n{ratings.summary(self.compare())}")
        return "\n".join((text, *map(str, self.faults[:SHOWN])))

    def _head_to_head(self, first: str, second: str) -> HeadToHead:
        pair = {self._id(first), self._id(second)}
        alone = self.contest.sides == 1
        between = [one for one in self._stored if alone or pair <= set(one.game.sides)]
        found = HeadToHead([one.game for one in between], self._id(first), self._id(second))
        for one in between:
            found.take(one)
        while found.count():
            pass
        return found

    def _id(self, bot: str) -> str:
        for entrant in self.entrants:
            if entrant.name == bot:
                return entrant.id
        raise KeyError(f"no bot {bot!r} in this match; there are {', '.join(self.bots)}")


class MatchRun(NamedTuple):
    """A match that has ended.

    Args:
        played: what came of it.
        contest: what was played.
        entrants: who played.
        key: the key of all packs.
        store: the results, open.
    """

    played: Played
    contest: Contest
    entrants: Sequence[Entrant]
    key: str
    store: Store


def contest_of_words(words: str, sets: int) -> Contest:
    """Return the contest for GAME[:PRESET], followed by any number of option=value.

    Raises:
        UserError: there is no such game, preset or option, or there are no sets or too many.
    """
    return parse_game(words, {}, GAMES, sets)


def play_match(
    contest: Contest,
    bots: Sequence[Player],
    terms: Terms,
    open_store: Callable[[], Store],
    opened: ExitStack,
    tell: Tell,
    stops: Stops | None,
    end: End = NOTHING,
    *,
    strict: bool = False,
) -> MatchRun:
    """Play a match in this thread, beside no event loop, and return when it has ended.

    Args:
        contest: what is played.
        bots: who plays.
        terms: under what.
        open_store: opens the results for writing.
        opened: keeps what is needed open.
        tell: is told what happens.
        stops: what may ask for a stop.
        end: ends all games at once, if functions cannot go on.
        strict: whether a bot that cannot play here is an error, instead of left out.

    Raises:
        UserError: a bot cannot be used, or the arena itself failed.
    """

    def say(text: str) -> None:
        tell(Note(text))

    here = opened.enter_context(bots_of.intake(terms.sandbox, trust=terms.trust))
    named = [*bots, *[terms.fill] * ((max(2, contest.sides) if strict else contest.sides) - len(bots))]
    entrants = bots_of.enough(bots_of.named(named, here, Path(terms.base), opened, tell, end, strict=strict), [contest])
    for bot in entrants:
        check_plays(bot, contest)
    store = opened.enter_context(open_store())
    choice = bots_of.sandbox_of(terms.sandbox, entrants, store, tell, trust=terms.trust)
    entered = opened.enter_context(choice.sandbox)
    entrants = bots_of.enough(runnable(entrants, entered, say, is_sample), [contest])
    say_what_is_shown(entrants, entered, say)
    schedule = ScheduleSettings()
    words = as_words([contest], entrants, schedule) | roster.of_entrants(entrants)
    season = start_run(
        store, terms.seed, conditions(terms.clock, terms.on_fault, "shared", choice) | words, bots_of.warning(tell)
    )
    tell(RunBegun(season, choice.about()))
    setup = setup_of([contest], entrants, season.key, terms, entered, stops)
    played = play_games(store, setup, schedule, "shared", tell)
    return MatchRun(played, contest, entrants, season.key, store)


def play(
    game: str,
    *bots: Player | Sequence[Player],
    sets: int = 20,
    **options: Unpack[MatchOptions],
) -> Match:
    """Play a match on duplicate deals.

    It works in any thread, and beside an event loop that runs already; it installs no signal handlers.

    Args:
        game: what is played, such as `kaiser`, `two-hundred:kitty` or `kaiser:standard max_deals=10`.
        bots: who plays, one by one or in a list: names as on a command line (PATH@REV is a revision in git), and
            functions of a `Turn`, as for `arena.client.run`. Bots beside a function get no sandbox, so
            they need `trust`, unless they are samples. A bot for each side plays; of more, every choice of them.
        sets: how many duplicate sets; each plays the same deals once in every rotation of the sides.
        options: how it is played: `MatchOptions` has the keys.

    Raises:
        UserError: there is no such game, bot or option, a bot cannot be used here, or games could not be played.
        KeyboardInterrupt: after Ctrl-C; games that were running have ended first.
    """
    __tracebackhide__ = True
    return waited(partial(_asked, game, bots, sets, options))


async def aplay(
    game: str,
    *bots: Player | Sequence[Player],
    sets: int = 20,
    **options: Unpack[MatchOptions],
) -> Match:
    """Play a match as `play` does, and await it, under trio or asyncio: other tasks go on meanwhile.

    If this is cancelled, games that are running end first.
    """
    __tracebackhide__ = True
    return await awaited(partial(_asked, game, bots, sets, options))


class _Call(MatchOptions):
    """What `play` is called with, beside the bots."""

    game: str
    sets: int


def _asked(
    game: str, bots: Sequence[Player | Sequence[Player]], sets: int, options: MatchOptions, button: StopButton
) -> Match:
    checked("play", _Call, {"game": game, "sets": sets, **options})
    return match_job(game, bots, sets, Terms(**options))(button)


def match_job(
    game: str,
    bots: Sequence[Player | Sequence[Player]],
    sets: int,
    terms: Terms,
) -> Callable[[StopButton], Match]:
    """Return what plays a match."""
    contest = contest_of_words(game, sets)
    named = players(bots)
    if not named:
        raise UserError(f"{contest.label} takes {contest.sides} bots, not 0", "name one for each side")

    def job(button: StopButton) -> Match:
        with ExitStack() as failed, ExitStack() as opened:
            place = Place() if terms.save is None else None
            if place:
                failed.callback(place.remove)
            results = place.path / "results.db" if place else Path(terms.save or "")
            found = play_match(
                contest,
                named,
                terms,
                partial(Store.open, results, writing=True),
                opened,
                terms.tell or log,
                button.heed,
                button.end,
                strict=True,
            )
            if found.played.stopped:
                raise Stopped
            check_played(found.played.left, "the same match")
            match = _match(found, place)
            failed.pop_all()
            return match

    return job


def _match(run: MatchRun, place: Place | None) -> Match:
    """Return a match that has ended as a value."""
    store, contest = run.store, run.contest
    names = {one.id: one.name for one in run.entrants}
    played = [one for one in store.results() if one.game.contest == contest.label]
    played.sort(key=lambda one: (one.game.set, one.game.pairing, one.game.room))
    order = {one.game.id: number for number, one in enumerate(played)}
    games = sorted((one for one in games_in(store, ALL_GAMES, place) if one.id in order), key=lambda one: order[one.id])
    [loaded] = load_store(store, [[contest.label]])
    uses = dict(store.uses())
    return Match(
        contest=contest,
        seed=run.key,
        entrants=tuple(run.entrants),
        games=tuple(games),
        faults=tuple(_faults(contest, played, names, store)),
        results=store.path,
        _stored=tuple(one._replace(uses=uses[one.game.id]) for one in played),
        _standings=Standings(view_of(loaded, {})),
    )


def _faults(contest: Contest, played: Sequence[StoredGame], names: dict[str, str], store: Store) -> Iterator[BotFault]:
    """Yield the faults in some games; `names` are those of the bots, by id."""
    sides = contest.game.seating(contest.options).sides
    for one in played:
        for failure in store.failures(one.game.id) if one.faults else ():
            side = sides[failure.fault.seat]
            assert side is not None
            yield bot_fault(names[one.game.sides[side]], one.game.id, failure)


def bot_fault(bot: str, game: str, failure: Failure) -> BotFault:
    """Return the fault of a bot, with the last lines of its streams."""
    ends = map(_end, (failure.sent, failure.received, failure.stderr))
    return BotFault(bot, game, failure.fault.kind, failure.fault.text, *ends)


def _end(stream: bytes) -> tuple[str, ...]:
    """Return the last lines of a stream."""
    return tuple(decoded(stream).splitlines()[-TAIL:])


def log(event: Event) -> None:
    """Log what fails that is no bot, and why play waits; who wants more passes a `tell` of their own."""
    match event:
        case GameVoided(trace=trace) if trace:
            logger.error("%s in %s:\n%s", event.reason, event.game.id, trace)
        case Note(kind="waiting"):
            logger.warning("%s", event)
