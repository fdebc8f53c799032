"""Deals from a file: show a position as text, or ask a bot for its answer there."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from rich.table import Table

from arena.app.study import answer_of, open_study
from arena.cli.screen import err, out, say, table
from arena.errors import UserError
from arena.escapes import one_line
from arena.games.kernel import Card, Event, Place, Seat, Show
from arena.games.parts.cards import SUITS, printed_suit
from arena.games.study import Study
from arena.games.study.cards import PACK, dealt_to
from arena.replay.layout import Layout, as_dealt, lying
from arena.settings.limits import SandboxLevel
from arena.table import record

OTHER = "joker"
"""The head of the column for cards without a suit."""


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
    entrant, answer, ms = answer_of(study, bot, move_ms, sandbox, err.print, trust=trust)
    question = study.position.ask
    assert question is not None
    err.print(f"seat {question.seat} is asked {question.kind}: {' '.join(question.legal)}", style="dim")
    err.print(f"{entrant.name} answered in {ms:.1f} ms", style="dim")
    if answer.text:
        err.print(f"and says: {one_line(answer.text)}", style="dim")
    say(f"{answer.word}\n")


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
