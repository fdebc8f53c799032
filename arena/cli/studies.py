"""Deals from a file: show a position as text, or ask a bot for its answer there."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import trio
from rich.table import Table

from arena.app.files import read
from arena.bots.builds import build_runner
from arena.bots.entrants import Entrant, playable
from arena.bots.granted_limits import own_limits
from arena.bots.removal import temporary
from arena.bots.revisions import find
from arena.cli.bots import intake
from arena.cli.screen import err, out, say, table
from arena.client.holdings import on_the_table
from arena.errors import ConfigErrors, Problem, UserError
from arena.escapes import decoded, one_line
from arena.games.kernel import Card, Event, Place, Seat, Show
from arena.games.parts.cards import SUITS, printed_suit
from arena.games.study import Study, StudyError, read_study
from arena.games.study.cards import PACK, dealt_to
from arena.replay.layout import Layout, as_dealt
from arena.sandbox import SandboxFailure
from arena.settings.clock import ClockSettings
from arena.settings.limits import OWN_LIMITS, SandboxLevel
from arena.store import Store
from arena.table import record
from arena.table.choice import Choice, choose
from arena.tournament.sandbox_choice import choose_sandbox, earlier_runs, runnable, say_what_is_shown
from arena.tournament.setup import program

OTHER = "joker"
"""The head of the column for cards without a suit."""
TAIL = 5
"""How many of the last lines that a failed bot wrote are shown."""


def look_at(
    path: str, seat: int | None, bot: str | None, move_ms: int, sandbox: SandboxLevel | None, *, trust: bool
) -> None:
    """Show the deal in a file, or ask a bot for its answer there.

    Args:
        path: the file; `-` is standard input.
        seat: show only what this seat knows; None for everything.
        bot: the bot to ask, as the command line names it; None to show the deal.
        move_ms: the time limit of the answer in ms; 0 for none.
        sandbox: the level that the command line asks for, if any.
        trust: whether the bot is trusted.

    Raises:
        UserError: the deal or the bot cannot be used, or the bot failed.
    """
    study = open_study(path)
    if bot is None:
        show(study, seat)
        return
    if seat is not None:
        raise UserError("--ask asks the seat whose turn it is", "leave out --seat")
    ask(study, bot, move_ms, sandbox, trust=trust)


def open_study(path: str) -> Study:
    """Return the deal in a file; `-` is standard input.

    Raises:
        UserError: the file cannot be read.
        ConfigErrors: the deal cannot be set up; all mistakes are listed.
    """
    name, data = read(path)
    try:
        return read_study(data.decode("utf-8-sig"), name)
    except UnicodeDecodeError as error:
        raise UserError(f"{name}: is not UTF-8 text", "save it as UTF-8", os.EX_DATAERR) from error
    except StudyError as error:
        raise ConfigErrors([Problem("", problem) for problem in error.problems], os.EX_DATAERR) from error


def show(study: Study, seat: Seat | None) -> None:
    """Print a position: the hands, what happened, and the question.

    Args:
        study: the deal.
        seat: show only what this seat knows; None for everything.
    """
    position, game = study.position, study.game
    begun, happened = position.this_deal()
    events: Sequence[Event] = happened
    cards: Mapping[Place, Sequence[Card]] = {}
    if seat is None:
        pack = study.chance(PACK, game.pack(position.options))
        cards = as_dealt(events, dealt_to(pack, game.dealing(position.options, begun.standing)))
    else:
        _check_seat(study, seat)
        events = position.told(seat)[1:]
    out.print(" ".join((f"{game.name}:{study.preset}", *begun.standing.words())))
    out.print()
    layout = Layout(game.pack(position.options), cards)
    for event in events:
        layout.take(event)
    out.print(_hands(study, {place: its for place, its in layout.held.items() if its}))
    out.print()
    for event in events:
        if not (isinstance(event, Show) and event.kind == "hand"):
            out.print(f"  {record.line(event).rstrip()}")
    if trick := lying(events, game.pack(position.options)):
        out.print(f"\nOn the table: {trick}")
    ask = position.ask
    if ask is None:
        out.print("\nThe deal is over.")
    elif seat in {None, ask.seat}:
        hand = "" if ask.hand in {None, ask.seat} else f" for the hand of seat {ask.hand}"
        out.print(f"\nSeat {ask.seat} is asked {ask.kind}{hand}: {' '.join(ask.legal)}")
    else:
        out.print(f"\nSeat {seat} is not asked now.")


def _check_seat(study: Study, seat: Seat) -> None:
    players = study.game.seating(study.position.options).players
    if seat not in players:
        raise UserError(f"no bot plays in seat {seat}", f"seats: {', '.join(map(str, players))}")


def _hands(study: Study, held: Mapping[Place, Sequence[Card]]) -> Table:
    """Return a table of the cards in each place, one line per place, one column per suit."""
    options = study.position.options
    sides, pack = study.game.seating(options).sides, study.game.pack(options)
    suits = [suit for suit in (*SUITS, OTHER) if any(_suit(card) == suit for card in pack)]
    rows = []
    for place in sorted(held, key=str):
        side = sides[place] if isinstance(place, int) else None
        by_suit = defaultdict[str, list[Card]](list)
        for card in sorted(held[place], key=pack.index):
            by_suit[_suit(card)].append(card if _suit(card) == OTHER else card[:-1])
        rows.append((str(place), "" if side is None else str(side), *(" ".join(by_suit[suit]) for suit in suits)))
    return table(("seat", "side", *suits), rows)


def _suit(card: Card) -> str:
    return printed_suit(card) or OTHER


def lying(events: Sequence[Event], pack: Collection[Card]) -> str:
    """Return the cards of the current trick as text, each with its seat, if it is of one."""
    cards = [(seat, card or "face down") for seat, card in on_the_table(events, pack)]
    return ", ".join([card if seat is None else f"{seat} {card}" for seat, card in cards])


def ask(study: Study, bot: str, move_ms: int, sandbox: SandboxLevel | None, *, trust: bool) -> None:
    """Ask a bot the question of a position, and print its answer.

    Args:
        study: the position.
        bot: the bot as the command line names it.
        move_ms: the time limit of the answer in ms; 0 for none.
        sandbox: the level that the command line asks for, if any.
        trust: whether the bot is trusted.

    Raises:
        UserError: the deal is over, there is no such bot, or it failed.
    """
    question = study.position.ask
    if question is None:
        raise UserError("the deal is over, so there is no question to answer", "leave out some of `words` or `play`")
    entrant = playable(find(intake(OWN_LIMITS, build_runner(sandbox, trust=trust)), bot, Path.cwd()))
    if not entrant.plays(study.game.name):
        raise UserError(f"{bot} does not play {study.game.name}", f"it plays {', '.join(entrant.games)}")
    found = _choice(study, entrant, ClockSettings(move_ms=move_ms), sandbox, trust=trust)
    if found.failure is not None:
        raise _failed(bot, found)
    assert found.answer is not None
    err.print(f"seat {question.seat} is asked {question.kind}: {' '.join(question.legal)}", style="dim")
    err.print(f"{entrant.name} answered in {found.ms:.1f} ms", style="dim")
    if found.answer.text:
        err.print(f"and says: {one_line(found.answer.text)}", style="dim")
    say(f"{found.answer.word}\n")


def _choice(
    study: Study, entrant: Entrant, clock: ClockSettings, sandbox: SandboxLevel | None, *, trust: bool
) -> Choice:
    """Return the answer of a bot, which runs in the same sandbox as in a match."""
    with ExitStack() as opened:
        aside = opened.enter_context(temporary("arena-study-"))
        store = opened.enter_context(Store.open(aside / "study.db", writing=True))
        choice = choose_sandbox(sandbox, [entrant], earlier_runs(store), say=err.print, trust=trust)
        entered = opened.enter_context(choice.sandbox)
        say_what_is_shown(runnable([entrant], entered, err.print), entered, err.print)
        err.print(f"Sandbox: {choice.about()}", style="dim")
        bot = program(entrant, own_limits([entrant])[entrant.id])
        try:
            return trio.run(partial(choose, bot, study, clock, choice.sandbox))
        except* SandboxFailure as group:
            failure = str(group.exceptions[0])
        raise UserError(f"sandbox: {failure}", "try again, or see: arena doctor", os.EX_TEMPFAIL)


def _failed(bot: str, found: Choice) -> UserError:
    assert found.failure is not None
    verdict = found.failure.fault
    words = decoded(found.failure.stderr).splitlines()[-TAIL:]
    lines = [f"{bot}: {verdict.kind}: {verdict.text}", *(f"  {line}" for line in words)]
    return UserError("\n".join(lines), "`arena help faults` explains every fault", os.EX_DATAERR)
