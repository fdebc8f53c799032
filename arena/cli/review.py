"""`arena review`: chooses the games, and prints what the judges say."""

from __future__ import annotations

import os
from itertools import chain, islice

from arena.app.review import MOST, judged_of
from arena.cli.results import open_results
from arena.cli.screen import out, table
from arena.errors import UserError, command
from arena.results.lookup import ALL_GAMES, chosen, ids_of_bots, named_game, names_in
from arena.results.review import HEADS, MEANING, Judged, costliest, most, noise, tables


def review(ladder: str, game: str | None, bots: tuple[str, ...], number: int, worlds: int, shown: int) -> None:
    """Judge decisions of stored games, and print where they cost most; see `arena.cli.commands.review`."""
    with open_results(ladder) as store:
        names = names_in(store)
        wanted = frozenset().union(*ids_of_bots(store, bots))
        if game is not None:
            ids = [named_game(store, game).id]
        else:
            listed = chain.from_iterable(chosen(store, ALL_GAMES, [wanted] if wanted else []))
            ids = [one.id for one in islice(listed, MOST)]
        judged = judged_of(store, ladder, ids, number, worlds, wanted)
    if not judged:
        text = f"{ladder}: there is no decision with a choice in a game with a record"
        raise UserError(text, "play some games, or name another bot", os.EX_NOINPUT)
    for name, parts in tables(judged):
        rows = [[names.get(part.bot, part.bot), *part.cells()] for part in parts]
        out.print(table(("bot", name, *HEADS), rows, right=HEADS))
        out.print()
    out.print(MEANING, style="dim", soft_wrap=True)
    for line in most(judged, names):
        out.print(line, soft_wrap=True)
    out.print(noise(judged), style="dim", soft_wrap=True)
    for one in costliest(judged, shown):
        _print(one, ladder, names.get(one.bot, one.bot))


def _print(one: Judged, ladder: str, bot: str) -> None:
    out.print(f"\n{bot}, {one.game}, decision {one.at}: {one.said()}", soft_wrap=True)
    out.print("\n".join(f"    {line}" for line in one.diagram.split("\n")), soft_wrap=True)
    way = f"{command('record', ladder, one.game, '--position', one.at)} > deal.toml"
    out.print(f"  {way}; {command('games', '--position', 'deal.toml')}", style="dim", soft_wrap=True)
