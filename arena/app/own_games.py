"""The page of a game for the author of a bot while the season is open: what her seat was told, and nothing else."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from arena.escapes import decoded, printable
from arena.results.authors import seats_in, sent_in, shown_of, written_in
from arena.store import ListedGame, Store
from arena.web.page import Header
from arena.web.replay import NO_GAME, Own, again, game_page, saved_as, stored_room

ENOUGH = 3
"""So many of the last lines that a bot was sent are shown with its fault: the clock, and the question."""


def again_from_page(store: Store, game: ListedGame, seat: int) -> str:
    """Return the command that plays a game again for an author's bot, from what her page of the game saves."""
    if store.season_of(game.id).hidden:
        return f"./bot < {saved_as(game.contest, game.id, seat)}"
    return again(saved_as(game.contest, game.id), game.id, seat)


def own_page(
    store: Store,
    id_: str,
    mine: Collection[str],
    names: Mapping[str, str],
    ladder: str,
    *,
    up: str,
    header: Header,
) -> str | None:
    """Return the page of a game of an open season for an author.

    Args:
        store: the results.
        id_: the id of the game.
        mine: the ids of her bot.
        names: what to call entrants, by id.
        ladder: what a command line names the results.
        up: the way from the page to the root of the site.
        header: what stands on top of the pages of the site.

    Returns:
        The page; None if it is not one of her games, or must not be shown, or cannot be made.
    """
    try:
        if shown_of(store, id_) != "seat":
            return None
        game = store.game(id_)
        room = stored_room(store, game, names)
        seats = [seat for seat in seats_in(game, mine) if str(seat) in room.replay.views]
        if not seats:
            return None
        sent = {seat: decoded(b"".join(sent_in(store, game, seat))) for seat in seats}
        faults = [failure.fault for failure in store.failures(id_) if failure.fault.seat in seats]
        asked = {seat: printable("\n".join(text.splitlines()[-ENOUGH:])) for seat, text in sent.items()}
        return game_page(
            room,
            (),
            ladder=ladder,
            contest=game.contest,
            record="",
            stderr=written_in(store, game, mine),
            own=Own(sent, next(((f"{each.kind}: {each.text}", asked[each.seat]) for each in faults), None)),
            whole=False,
            up=up,
            header=header,
        )
    except (ValueError, *NO_GAME):
        return None
