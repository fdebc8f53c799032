"""A person plays at a table, in a browser or in a terminal, against bots."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, suppress
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import trio

from arena.app import field
from arena.app.game import page_of
from arena.app.ladders import PLAYED, last_played, open_kept, open_results
from arena.app.terms import Terms
from arena.bots.entrants import Entrant, Unavailable, numbered, playable
from arena.bots.removal import temporary
from arena.bots.revisions import find
from arena.bots.staging import staging_folder
from arena.errors import UserError, as_one_error, command
from arena.escapes import decoded
from arena.games.kernel import Seat
from arena.results.lookup import named_game
from arena.schedules.plan import ID_DIGITS, PlannedGame
from arena.seat.seat_process import SeatProcess, person, started
from arena.settings.clock import ClockSettings
from arena.settings.contest import Contest, contest_of
from arena.store import Store
from arena.tournament.events import Note, PlayEvent
from arena.tournament.play import play as play_games
from arena.tournament.sandbox_choice import (
    ChosenSandbox,
    choose_sandbox,
    earlier_runs,
    runnable,
    say_what_is_shown,
)
from arena.tournament.setup import TournamentSetup, program
from arena.tournament.start_check import Starts
from arena.tournament.stops import StopButton, Stops

DEFAULT_BOT = "sample:sensible"
"""The bot that plays where none is named."""
IN_TERMINAL, ON_PAGE = "arena.seat", "arena.web.seat"
"""The modules that are the process of a seat."""
EXTRA = ("jinja2", "starlette", "hypercorn")
"""The packages that a page needs."""


class PageOpened(NamedTuple):
    """The page of the table is there.

    Args:
        address: its address.
    """

    address: str

    def __str__(self) -> str:
        return f"Play here: {self.address}"


class AllOver(NamedTuple):
    """All games are over, and can be looked at.

    Args:
        page: whether there is a page; it stays until a stop is asked for.
    """

    page: bool

    def __str__(self) -> str:
        return f"all hands: {command('record', PLAYED, '1.1')}"


TableEvent: TypeAlias = PlayEvent | PageOpened | AllOver


class Terminal(NamedTuple):
    """A terminal that a person plays in.

    Args:
        source: the descriptor of what is typed.
        sink: the descriptor that text is written to.
        width: how many columns there are.
    """

    source: int
    sink: int
    width: int


def dealt_in(ladder: str, game: str) -> tuple[Contest, str, str]:
    """Return what was played in a game of a ladder, the key of its season, and the label of its packs.

    Raises:
        UserError: there is no such game, or its season is open.
    """
    with open_results(ladder) as store:
        found = named_game(store, game)
        season = store.season_of(found.id)
        if season.hidden:
            close = command("season", "close", ladder)
            message = f"season {season.number} is open: its packs will be dealt again, so nobody may know them"
            raise UserError(message, f"close it first: {close}", os.EX_NOPERM)
        return contest_of(found.contest), season.key, found.chance


class Company(NamedTuple):
    """Who plays with a person.

    Args:
        seat: the person's seat; None for the first one that plays.
        against: who plays the other sides, in turn.
        partner: who plays the other seats of the person's side.
        hints: a bot that says, if asked, what it would do.
    """

    seat: int | None
    against: Sequence[str]
    partner: str | None
    hints: str | None


def play_here(
    contest: Contest,
    terms: Terms,
    chance: str | None,
    company: Company,
    where: Terminal | str,
    tell: Callable[[TableEvent], None],
    stops: Stops,
) -> int | None:
    """Play games of a person with bots; return the signal that ended them early, if one did.

    Args:
        contest: what is played.
        terms: the seed, the clock of the bots, and how they are locked in.
        chance: the label of the packs, if they are those of another game.
        company: who plays with the person.
        where: the terminal that the person plays in, or the address at which her page is served.
        tell: is told what happens.
        stops: what may ask for a stop.

    Raises:
        UserError: a bot, a seat or a package is not there, or another game of a person goes on.
    """
    mine, hints = _seat_for(contest, company.seat), company.hints
    if isinstance(where, str):
        check_pages("play here: --terminal")
        from arena.web.serving import listening  # noqa: PLC0415 - its packages are optional

        with listening(where, 0):  # an error here is told before anything is started
            pass

    def say(text: str) -> None:
        tell(Note(text))

    with ExitStack() as opened:
        place = opened.enter_context(temporary("arena-play-"))
        here = opened.enter_context(field.intake(terms.sandbox, trust=terms.trust))
        named = [*_named(contest, mine, company.against, company.partner), *([hints] if hints else [])]
        taken = [playable(find(here, bot, Path(terms.base))) for bot in named]
        adviser = taken.pop() if hints else None
        table = _seats_taken(contest, mine, person(place), taken)
        other = "end the other `arena play` first: its games are kept until the next one"
        store = opened.enter_context(open_kept(last_played(), other))
        bots = [*table.bots, *([adviser] if adviser else [])]
        choice = choose_sandbox(terms.sandbox, bots, earlier_runs(store), say=say, trust=terms.trust)
        entered = opened.enter_context(choice.sandbox)
        say_what_is_shown(runnable(bots, entered, say), entered, say)
        _check_starts(bots, Starts(entered, terms.clock, {bot.id: bot.wanted for bot in bots}, staging_folder()))
        store.start_run(terms.seed, {"on_fault": "substitute", "deals": "shared", "sandbox": choice.about()})
        games = _HumanGames(contest, mine, table, adviser, place, store, choice, terms.clock, tell, stops, chance)
        try:
            with as_one_error():
                return trio.run(games.play, where)
        except BaseExceptionGroup as group:  # Ctrl-C at a moment when nothing heeds it
            if group.split(KeyboardInterrupt)[1] is not None:
                raise
            return signal.SIGINT


def _check_starts(bots: Sequence[Entrant], starts: Starts) -> None:
    """Check that bots start: for one that does not, the arena would play from the first card on.

    Raises:
        UserError: one of them does not.
    """
    for bot, start in zip(bots, starts.all(bots, lambda _: None), strict=True):
        if isinstance(start, Unavailable):
            playable(start)
        if isinstance(start, UserError):
            raise UserError(f"{bot.given}: {start.message}", start.hint, start.exit_status)


def _seat_for(contest: Contest, seat: int | None) -> Seat:
    """Return the person's seat.

    Raises:
        UserError: nobody decides anything in the seat that was asked for.
    """
    players = contest.game.seating(contest.options).players
    if seat is None:
        return players[0]
    if seat not in players:
        raise UserError(f"--seat {seat}: nobody plays there", f"these seats play: {', '.join(map(str, players))}")
    return seat


def check_pages(otherwise: str) -> None:
    """Check that the packages are there that served pages need.

    Args:
        otherwise: what the user can do without them.

    Raises:
        UserError: one is missing.
    """
    missing = [name for name in EXTRA if find_spec(name) is None]
    if missing:
        names = ["'hypercorn[trio]<0.19'" if name == "hypercorn" else name for name in missing]
        hint = f"pip install {' '.join(names)}, or the extra `web` of the arena; or {otherwise}"
        raise UserError(f"pages need {', '.join(missing)}", hint, os.EX_UNAVAILABLE)


class _Seats(NamedTuple):
    """Who sits where.

    Args:
        sides: the entrant on each side; the person on one of them.
        partners: the bot in each other seat of the person's side.
    """

    sides: tuple[Entrant, ...]
    partners: Mapping[Seat, Entrant]

    @property
    def bots(self) -> list[Entrant]:
        """Everybody but the person."""
        return [one for one in (*self.sides, *self.partners.values()) if not one.person]


def _named(contest: Contest, mine: Seat, against: Sequence[str], partner: str | None) -> list[str]:
    """Return the bots of the other sides, and after them the one of the other seats of the person's side, if any.

    Raises:
        UserError: there are more bots than places for them.
    """
    seating = contest.game.seating(contest.options)
    others = seating.number_of_sides - 1
    beside = [seat for seat in seating.players if seating.sides[seat] == seating.sides[mine] and seat != mine]
    if len(against) > others:
        names = "nobody plays against you" if not others else f"there are {others} other sides"
        raise UserError(f"--against names {len(against)} bots; in {contest.label} {names}", "name fewer")
    if partner and not beside:
        raise UserError(f"--partner {partner}: you have no partner in {contest.label}", "leave it out")
    named = [*against] or [DEFAULT_BOT]
    given = [named[number % len(named)] for number in range(others)]
    return [*given, *[partner or DEFAULT_BOT] * bool(beside)]


def _seats_taken(contest: Contest, mine: Seat, you: Entrant, bots: Sequence[Entrant]) -> _Seats:
    """Return who sits where; bots with the same name are numbered."""
    seating = contest.game.seating(contest.options)
    you, *others = numbered([you, *bots])
    sides = [you if side == seating.sides[mine] else others.pop(0) for side in range(seating.number_of_sides)]
    beside = [seat for seat in seating.players if seating.sides[seat] == seating.sides[mine] and seat != mine]
    return _Seats(tuple(sides), dict.fromkeys(beside, others[0]) if beside else {})


class _HumanGames(NamedTuple):
    """Some games of a person with bots, and what they are played with.

    Args:
        contest: what is played.
        mine: the person's seat.
        table: who sits where.
        adviser: the bot that gives hints, if there is one.
        place: the folder of the seat.
        store: where the games are kept; a run has begun.
        choice: what bots are started in, entered.
        clock: the limits of the bots.
        tell: is told what happens.
        stops: what may ask for a stop.
        chance: the label of the packs, if they are those of another game; None for those of a match.
    """

    contest: Contest
    mine: Seat
    table: _Seats
    adviser: Entrant | None
    place: Path
    store: Store
    choice: ChosenSandbox
    clock: ClockSettings
    tell: Callable[[TableEvent], None]
    stops: Stops
    chance: str | None = None

    async def play(self, where: Terminal | str) -> int | None:
        """Play the games; return the signal that ended them early, if one did."""
        page = isinstance(where, str)
        streams: Sequence[int] = ()
        own: dict[str, Any] = {"host": where}
        if not isinstance(where, str):
            streams, own = where[:2], {"width": where.width}
        settings = {"names": self._names(), **own}
        module = ON_PAGE if page else IN_TERMINAL
        hints = None
        if self.adviser is not None:
            hints = program(self.adviser, self.adviser.wanted)
        leave = StopButton()

        async def stops(
            stop: Callable[[int], None],
            end: Callable[[], None],
            task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED,
        ) -> None:
            async with trio.open_nursery() as both:
                await both.start(self.stops, stop, end)
                await both.start(leave.heed, stop, end)
                task_status.started()

        async with (
            started(self.place, module, settings, self.choice.sandbox, streams, hints) as seat,
            trio.open_nursery() as nursery,
        ):
            nursery.start_soon(self._heed, seat, leave)
            number = await self._play_all(stops)
            if number is None and page:
                await self._show(seat)
                self.tell(AllOver(page=True))
                async with trio.open_nursery() as waiting:
                    await waiting.start(stops, lambda _: waiting.cancel_scope.cancel(), waiting.cancel_scope.cancel)
            nursery.cancel_scope.cancel()
        if number is None and not page:
            self.tell(AllOver(page=False))
        return number

    def _names(self) -> list[str]:
        """Return what to call the player in each seat."""
        sides = self.contest.game.seating(self.contest.options).sides
        return [
            "-" if side is None else self.table.partners.get(seat, self.table.sides[side]).name
            for seat, side in enumerate(sides)
        ]

    async def _play_all(self, stops: Stops) -> int | None:
        key = self.store.season().key
        entrants = {one.id: one for one in (*self.table.sides, *self.table.partners.values())}
        setup = TournamentSetup(
            contests={self.contest.label: self.contest},
            entrants=entrants,
            seed=key,
            clock=self.clock,
            on_fault="substitute",
            sandbox=self.choice.sandbox,
            limits={bot.id: bot.wanted for bot in self.table.bots},
            partners={seat: one.id for seat, one in self.table.partners.items()},
            stops=stops,
            block=self.contest.sets,
        )
        games = list(self._games(key))
        self.store.plan(entrants.values(), games)
        return await play_games(setup, [games], self.store, self.tell, patience=0)

    def _games(self, key: str) -> Iterator[PlannedGame]:
        """Yield the games: the person sits in the same seat, and the packs are those of a match with the same seed."""
        label, sides = self.contest.label, tuple(one.id for one in self.table.sides)
        for number in range(1, self.contest.sets + 1):
            words = "\0".join((key, label, str(number), str(self.mine), *sides))
            id_ = f"G{sha256(words.encode()).hexdigest()[:ID_DIGITS]}"
            packs = self.chance or f"{label} set {number}"
            yield PlannedGame(id_, label, number, tuple(sorted(sides)), 0, sides, packs)

    async def _show(self, seat: SeatProcess) -> None:
        """Give the page the replays of the finished games."""
        try:
            pages = {f"{game.set}.1": page_of(self.store, game, PLAYED, stderr=False) for game in self._finished()}
        except UserError as error:
            self.tell(Note(str(error), kind="warning"))
            return
        with suppress(OSError):
            await seat.tell(f"{json.dumps(pages)}\n".encode())

    def _finished(self) -> list[PlannedGame]:
        ids = [row.id for faulty in (False, True) for rows in self.store.listing(faulty=faulty) for row in rows]
        return sorted((self.store.game(id_) for id_ in ids), key=lambda game: game.set)

    async def _heed(self, seat: SeatProcess, leave: StopButton) -> None:
        """Do what the process of the seat asks for: tell the address of its page, or leave when the person does."""
        while word := await seat.report():
            verb, _, rest = word.partition(" ")
            if verb == "at":
                self.tell(PageOpened(rest))
            elif verb == "left":
                leave.press()
        if words := decoded(seat.stderr).strip():
            self.tell(Note(f"the seat has ended:\n{words}", kind="warning"))
            leave.press()
