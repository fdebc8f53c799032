"""Deals that are set up: a position as text, and what a bot says there."""

from __future__ import annotations

import os
import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import click
import trio
from rich.table import Table

from arena.bots.entrants import Entrant, playable
from arena.cli.bots import desk
from arena.cli.lock import builder, check_shown, lock, own_limits
from arena.cli.screen import err, out, table
from arena.errors import ConfigErrors, Problem, UserError, printable
from arena.games.kernel import Card, Did, Event, Note, Place, Seat, Show
from arena.games.parts.cards import SUITS
from arena.games.study import Study, StudyError, read_study
from arena.games.study.cards import PACK, dealt_to
from arena.sandbox import SandboxFailure
from arena.settings.clock import ClockSettings
from arena.settings.limits import OWN_LIMITS, SandboxLevel
from arena.store import Store
from arena.table import record
from arena.table.choice import Choice, choose
from arena.tournament.setup import program

OTHER = "joker"
"""The head of the column of cards without a suit."""
AFTER_ASIDE = "discard"
"""Shows of such a kind are of cards that nobody holds any more."""
TAIL = 5
"""How many lines of what a failed bot wrote are shown."""


def look_at(
    path: str, seat: int | None, bot: str | None, move_ms: int, sandbox: SandboxLevel | None, *, trust: bool
) -> None:
    """Show the deal that a file sets up, or ask a bot what it does there.

    Args:
        path: the file; `-` is standard input.
        seat: whose knowledge is shown; None for everything.
        bot: what a person called the bot to ask; None for none.
        move_ms: its limit; 0 for none.
        sandbox: the level that was asked for, if any.
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
    """Return the deal that a file sets up; `-` is standard input.

    Raises:
        UserError: it cannot be read.
        ConfigErrors: it cannot be set up; all that is wrong is listed.
    """
    name = "standard input" if path == "-" else path
    try:
        data = sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
        return read_study(data.decode("utf-8-sig"), name)
    except OSError as error:
        raise UserError(f"{name}: {error.strerror}", exit_status=os.EX_NOINPUT) from error
    except UnicodeDecodeError as error:
        raise UserError(f"{name}: is not UTF-8 text", "save it as UTF-8", os.EX_DATAERR) from error
    except StudyError as error:
        raise ConfigErrors([Problem("", problem) for problem in error.problems], os.EX_DATAERR) from error


def show(study: Study, seat: Seat | None) -> None:
    """Print where a deal stands.

    Args:
        study: the deal.
        seat: whose knowledge is shown; None for everything.
    """
    position, game = study.position, study.game
    begun, happened = position.this_deal()
    events: Sequence[Event] = happened
    cards: Mapping[Place, Sequence[Card]] = {}
    if seat is None:
        pack = study.chance(PACK, game.pack(position.options))
        cards = dealt_to(pack, game.dealing(position.options, begun.standing))
    else:
        _check_seat(study, seat)
        events = position.told(seat)[1:]
    out.print(" ".join((f"{game.name}:{study.preset}", *begun.standing.words())), markup=False)
    out.print()
    out.print(_hands(study, holdings(events, cards)))
    out.print()
    for event in events:
        if not (isinstance(event, Show) and event.kind == "hand"):
            out.print(f"  {record.line(event).rstrip()}", markup=False)
    if lying := on_the_table(events):
        out.print(f"\nOn the table: {lying}", markup=False)
    ask = position.ask
    if ask is None:
        out.print("\nThe deal is over.")
    elif seat in {None, ask.seat}:
        hand = "" if ask.hand in {None, ask.seat} else f" for the hand of seat {ask.hand}"
        out.print(f"\nSeat {ask.seat} is asked {ask.kind}{hand}: {' '.join(ask.legal)}", markup=False)
    else:
        out.print(f"\nIt is not seat {seat} that is asked now.")


def _check_seat(study: Study, seat: Seat) -> None:
    players = study.game.seating(study.position.options).players
    if seat not in players:
        raise UserError(f"nobody answers in seat {seat}", f"seats: {', '.join(map(str, players))}")


def _hands(study: Study, held: Mapping[Place, Sequence[Card]]) -> Table:
    """Return who holds what as a table, a line for each place."""
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
    return card[-1] if card[-1] in SUITS else OTHER


def holdings(events: Iterable[Event], dealt: Mapping[Place, Sequence[Card]]) -> dict[Place, list[Card]]:
    """Return the cards that lie in every place after some events, as far as these tell.

    Args:
        events: what happened in the deal.
        dealt: the cards of each place before it, as far as they are known.
    """
    held = defaultdict[Place, list[Card]](list) | {place: list(cards) for place, cards in dealt.items()}
    had = defaultdict[Place, set[Card]](set) | {place: set(cards) for place, cards in dealt.items()}
    for event in events:
        match event:
            case Show(seats=seats, kind=kind, owner=owner, cards=cards) if AFTER_ASIDE not in kind:
                to = seats[0] if owner is None and len(seats) == 1 else owner
                if to is not None:
                    _give([card for card in cards if card not in had[to]], to, held)
                    had[to].update(cards)
            case Did(seat=seat, kind=kind, word=str(word)) if kind != "call":
                had[seat].add(word)
                if word in held[seat]:
                    held[seat].remove(word)
            case _:
                pass
    return {place: cards for place, cards in held.items() if cards}


def _give(given: Sequence[Card], seat: Seat, held: dict[Place, list[Card]]) -> None:
    """Put cards into a hand, and take them from the table."""
    for place in [place for place in held if isinstance(place, str)]:
        held[place] = [card for card in held[place] if card not in given]
    held.setdefault(seat, []).extend(given)


def on_the_table(events: Iterable[Event]) -> str:
    """Return the cards of the trick that is not finished, each with its seat."""
    lying: list[str] = []
    for event in events:
        if isinstance(event, Did) and event.kind == "play":
            lying.append(f"{event.seat} {event.word or 'face down'}")
        elif isinstance(event, Note) and event.kind == "trick":
            lying.clear()
    return ", ".join(lying)


def ask(study: Study, bot: str, move_ms: int, sandbox: SandboxLevel | None, *, trust: bool) -> None:
    """Ask a bot the open question, and print its answer.

    Args:
        study: where the deal stands.
        bot: what a person called the bot.
        move_ms: its limit; 0 for none.
        sandbox: the level that was asked for, if any.
        trust: whether the bot is trusted.

    Raises:
        UserError: nobody is asked anything, there is no such bot, or it failed.
    """
    question = study.position.ask
    if question is None:
        raise UserError("the deal is over: nobody is asked anything", "leave out some of `words` or `play`")
    entrant = playable(desk(OWN_LIMITS, builder(sandbox, trust=trust)).find(bot, Path.cwd()))
    if not entrant.plays(study.game.name):
        raise UserError(f"{bot} does not play {study.game.name}", f"it plays {', '.join(entrant.games)}")
    found = _choice(study, entrant, ClockSettings(move_ms=move_ms), sandbox, trust=trust)
    if found.failure is not None:
        raise _failed(bot, found)
    assert found.answer is not None
    err.print(f"seat {question.seat} is asked {question.kind}: {' '.join(question.legal)}", style="dim", markup=False)
    err.print(f"{entrant.name} answered in {found.ms:.1f} ms", style="dim", markup=False)
    if found.answer.text:
        err.print(f"and says: {printable(found.answer.text, keep='')}", style="dim", markup=False)
    click.echo(found.answer.word)


def _choice(
    study: Study, entrant: Entrant, clock: ClockSettings, sandbox: SandboxLevel | None, *, trust: bool
) -> Choice:
    """Return what a bot says, in the sandbox that a match would have."""
    with ExitStack() as opened:
        aside = Path(opened.enter_context(TemporaryDirectory(prefix="arena-study-")))
        store = opened.enter_context(Store.open(aside / "study.db", writing=True))
        locked = lock(sandbox, [entrant], store, trust=trust)
        check_shown([entrant], opened.enter_context(locked.sandbox))
        err.print(f"Sandbox: {locked.about()}", style="dim", markup=False)
        bot = program(entrant, own_limits([entrant])[entrant.id])
        try:
            return trio.run(partial(choose, bot, study, clock, locked.sandbox))
        except* SandboxFailure as group:
            failure = str(group.exceptions[0])
        raise UserError(f"sandbox: {failure}", "try again, or see: arena doctor", os.EX_TEMPFAIL)


def _failed(bot: str, found: Choice) -> UserError:
    """Return how a bot failed, with the end of its standard error."""
    assert found.failure is not None
    verdict, stderr, _, _ = found.failure
    words = stderr.decode(errors="replace").splitlines()[-TAIL:]
    lines = [f"{bot}: {verdict.kind}: {verdict.text}", *(f"  {line}" for line in words)]
    return UserError("\n".join(lines), "protocol/FAULTS.md tells of every fault", os.EX_DATAERR)
