"""`arena review`: chooses the games, and prints what the judges say."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

from arena.app.game import UNPLAYABLE
from arena.app.review import GROUPS, Judged, Part, agreement, parts, reviewed, stored_games, worst
from arena.cli.results import open_results
from arena.cli.screen import out, table
from arena.errors import UserError, command
from arena.results.lookup import ids_of_bots, names_in

PARTS = 6
"""So many rows a bot gets in a table: those that cost most."""
FEWEST = 8
"""With fewer decisions an interval from their spread says nothing."""
MEANING = "regret: points a decision that the best answer gains more, with 95 %; true: the same in the true deal"


def review(ladder: str, game: str | None, bots: tuple[str, ...], number: int, worlds: int, shown: int) -> None:
    """Judge decisions of stored games, and print where they cost most; see `arena.cli.commands.review`."""
    with open_results(ladder) as store:
        names = names_in(store)
        wanted = frozenset().union(*ids_of_bots(store, bots))
        games = stored_games(store, game, wanted)
    if not games:
        raise UserError(f"{ladder}: there are no games with records to review", "", os.EX_NOINPUT)
    try:
        judged = reviewed(games, number, worlds, wanted)
    except UNPLAYABLE as error:
        text = f"{ladder}: this arena cannot play all of these games again ({error})"
        raise UserError(text, "name one of its games", os.EX_DATAERR) from error
    if not judged:
        raise UserError(f"{ladder}: there was no decision with a choice", "", os.EX_DATAERR)
    for name, by in GROUPS.items():
        found = parts(judged, by)
        if len({part.what for part in found}) > 1 or name == "question":
            rows = [_row(part, names) for part in found if _place(part, found) < PARTS]
            out.print(table(("bot", name, "decisions", "regret", "true"), rows, right=("decisions", "regret", "true")))
            out.print()
    out.print(MEANING, style="dim", soft_wrap=True)
    said_one, said_other = (worst(judged, GROUPS["question"], judge) for judge in (0, 1))
    for bot, kind in sorted(said_one.items()):
        said = "both judges say so" if said_other[bot] == kind else f"the other judge says {said_other[bot]}"
        out.print(f"{names.get(bot, bot)} loses most at {kind}: {said}", soft_wrap=True)
    again = f"the two judges chose the same answer in {agreement(judged):.0%} of {len(judged)} decisions"
    out.print(again, style="dim", soft_wrap=True)
    for one in sorted(judged, key=lambda one: -one.regret)[:shown]:
        _print(one, ladder, names.get(one.bot, one.bot))


def _place(part: Part, found: Sequence[Part]) -> int:
    """Return how many parts of the same bot cost more."""
    return [each for each in found if each.bot == part.bot].index(part)


def _row(part: Part, names: Mapping[str, str]) -> list[str]:
    regret = f"{part.regret:+.2f} ± " + ("?" if part.decisions < FEWEST else f"{part.within:.2f}")
    true = f"{part.true_regret:+.2f}"
    return [names.get(part.bot, part.bot), part.what, str(part.decisions), regret, true]


def _print(one: Judged, ladder: str, bot: str) -> None:
    out.print(f"\n{bot}, {one.game}, decision {one.at}: {one.word}; {one.best} gains {one.regret:+.2f} more")
    out.print(f"  ({one.true_regret:+.2f} in the true deal; the judges {'agree' if one.agree else 'do not agree'})")
    out.print("\n".join(f"    {line}" for line in one.diagram.split("\n")), soft_wrap=True)
    way = f"{command('record', ladder, one.game, '--position', one.at)} > deal.toml"
    out.print(f"  {way}; {command('games', '--position', 'deal.toml')}", style="dim", soft_wrap=True)
