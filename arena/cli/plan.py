"""`arena plan`: how long the missing games of a ladder will take, and until when there is time."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

from rich.text import Text

from arena.app.ladder import Ladder
from arena.app.ladders import as_word
from arena.app.plan import NightPlan
from arena.cli.screen import labelled, out, table, title
from arena.cli.show import Show
from arena.errors import UserError, command
from arena.escapes import one_line
from arena.settings.limits import SandboxLevel
from arena.tournament.stops import heed

SLOWEST = 8
"""How many bots are named at most."""


def moment_of(until: str | None, hours: float | None) -> datetime | None:
    """Return until when there is time; None if nothing is said of it.

    Args:
        until: the time of day, such as `07:00`: when the clock here says so next.
        hours: from now on.

    Raises:
        UserError: both are given, or the time of day is none.
    """
    now = datetime.now().astimezone()
    if until is not None and hours is not None:
        raise UserError("--until and --hours both say how long there is time", "leave one of them out")
    if hours is not None:
        return now + timedelta(hours=hours)
    if until is None:
        return None
    try:
        wanted = datetime.strptime(until, "%H:%M").time()  # noqa: DTZ007 - a time of day has no zone
    except ValueError:
        raise UserError(f"--until {until}: is no time of day", "such as: --until 07:00") from None
    today = datetime.combine(now.date(), wanted).astimezone()
    return today if today > now else datetime.combine(now.date() + timedelta(days=1), wanted).astimezone()


def plan(
    ladder: Path,
    rooms: int,
    until: str | None,
    hours: float | None,
    sandbox: SandboxLevel | None,
    *,
    trust_bots: bool,
    retry_builds: bool,
) -> None:
    """Plan the missing games, and print the plan."""
    moment = moment_of(until, hours)
    opened = Ladder.open(ladder)
    with Show() as show:
        found = opened.plan(show, heed, rooms=rooms, sandbox=sandbox, trust=trust_bots, retry_builds=retry_builds)
    now = datetime.now().astimezone()
    out.print(title(opened.file.name, opened.file.about))
    out.print(labelled([(label, Text(text)) for label, text in _lines(found, now)]))
    if found.left:
        _print_bots(found)
    if moment and found.left:
        out.print()
        out.print("\n".join(_fits(found, moment, now)), soft_wrap=not out.is_terminal)
    words = ["run", as_word(ladder), *(["--until", until] if until else ["--hours", hours] if hours else [])]
    out.print(f"\nPlay them:  {command(*words)}", style="dim", soft_wrap=True)


def _lines(found: NightPlan, now: datetime) -> Iterator[tuple[str, str]]:
    """Yield what is left and how long it takes, each text with its label."""
    about = "" if found.fixed else " (more or fewer, as results come)"
    yield "games", f"{found.done} have a result, {found.left} are left{about}"
    if not found.left:
        return
    yield "rooms", f"{found.rooms} at the same time"
    yield "likely", f"{span(found.likely)}, so until {_at(now, found.likely)}"
    if found.worst is None:
        yield "at worst", "without end: the ladder has no clock"
    else:
        yield "at worst", f"{span(found.worst)}, if every bot used its whole clock"


def _print_bots(found: NightPlan) -> None:
    slow = found.bots[:SLOWEST]
    heads = ["slowest bots", "seconds a game", "of its clock", "of the whole time", "seconds to start"]
    rows = [
        (
            one_line(bot.name),
            f"{bot.seconds:.3g}",
            "-" if bot.of_clock is None else f"{bot.of_clock:.0%}",
            f"{bot.share:.0%}",
            f"{bot.start:.2g}" if bot.start else "-",
        )
        for bot in slow
    ]
    out.print()
    out.print(table(heads, rows, right=heads[1:]))


def _fits(found: NightPlan, moment: datetime, now: datetime) -> Iterator[str]:
    """Yield what would fit into the time until a moment."""
    seconds = (moment - now).total_seconds()
    when = f"until {moment:%H:%M} there are {span(seconds)}"
    sets = found.sets_within(seconds) if found.fixed else 0
    if found.likely <= seconds:
        safe = found.worst is not None and found.worst <= seconds
        yield f"It fits: {when}, which is enough {'even at worst' if safe else 'at these paces, though not at worst'}."
        if sets:
            yield f"  there is time for about {sets} sets"
    else:
        yield f"It does not fit: {when}."
        if found.fixed:
            yield f"  sets = {sets} would fit" if sets else "  not even one set of every pairing ends by then"
    bank = found.bank_within(seconds)
    if bank and (found.worst is None or found.worst > seconds):
        late = [one_line(bot.name) for bot in found.bots if 1000 * bot.seconds > bank * bot.chairs]
        more = f"; {', '.join(late[:SLOWEST])} would lose on time, at today's pace" if late else ""
        yield f"  bank_ms = {bank} would fit whatever the bots do{more}"


def span(seconds: float) -> str:
    """Return a time in words, such as `2 h 05 min`."""
    if seconds < 60:
        return f"{seconds:.0f} s" if seconds >= 1 else "less than a second"
    minutes = round(seconds / 60)
    if minutes < 60:
        return f"{minutes} min"
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes:02} min" if hours < 48 else f"{hours / 24:.0f} days"


def _at(now: datetime, seconds: float) -> str:
    """Return when it is so many seconds later."""
    then = now + timedelta(seconds=seconds)
    return f"{then:%H:%M}" if then.date() == now.date() else f"{then:%a %H:%M}" if seconds < 5e5 else f"{then:%Y-%m-%d}"
