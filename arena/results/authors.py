"""What an author may see of the games of a bot. `arena serve` and `arena report` read failures only through this."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import Literal

from arena import protocol
from arena.errors import ConfigErrors
from arena.games.kernel import Seat, Side
from arena.results.replay import sent_to
from arena.results.roster import Known, Roster
from arena.schedules.plan import PlannedGame
from arena.settings.contest import sides_of
from arena.store import ListedGame, Reader
from arena.table.outcome import Fault
from arena.table.stderr import Written

CHUNK = 1000
"""So many results are looked at in one go."""
NEWEST = 20 * CHUNK
"""How many of the newest results are looked at for a game that a bot has lost."""


@lru_cache(1000)
def seats_of(contest: str) -> Sequence[Side | None]:
    """Return the side of each seat of a contest; none if this version of the arena does not know the contest."""
    try:
        return sides_of(contest)
    except ConfigErrors:
        return ()


def ids_of(store: Reader, bot: str, names: Mapping[str, str]) -> set[str]:
    """Return the ids of the entrants that a name means: also those of earlier versions.

    Args:
        store: the results.
        bot: a name, an id, or the folder or file that was handed in. What looks like a folder is never a name: whoever
            calls her bot as another's folder is called does not become the other.
        names: what entrants are called, by id.
    """
    handed_in = {id_ for id_, known in Roster(store.runs()).by_id.items() if known.given == bot}
    return handed_in or {
        id_
        for id_, known in store.entrants().items()
        if id_ == bot or ("/" not in bot and bot in {known.name, names.get(id_)})
    }


def known_as(bots: Sequence[Known], bot: str) -> Known | None:
    """Return the bot that a name or a folder means, as `ids_of` does; None if there is none.

    Args:
        bots: the bots of a run.
        bot: a name, or the folder or file that was handed in.
    """
    given = (one for one in bots if one.given == bot)
    return next(chain(given, (one for one in bots if one.name == bot and "/" not in bot)), None)


def games_with(store: Reader, mine: Collection[str]) -> list[ListedGame]:
    """Return all games of some entrants, those with a fault first."""
    every = (game for faulty in (True, False) for chunk in store.listing(faulty=faulty) for game in chunk)
    return [game for game in every if not set(game.sides).isdisjoint(mine)]


def last_lost(store: Reader, mine: Collection[str]) -> ListedGame | None:
    """Return the game that some entrants have lost last, of the newest `NEWEST` results; None if there is none."""
    last, _ = store.last_and_faulty(0)
    for end in range(last, max(0, last - NEWEST), -CHUNK):
        found = store.games_of(range(max(1, end - CHUNK + 1), end + 1))
        for _, game in sorted(found.items(), reverse=True):
            own = [place for place, side in zip(game.places, game.sides, strict=False) if side in mine]
            if own and min(own) > min(game.places):
                return game
    return None


def failures_in(
    store: Reader, id_: str, contest: str, sides: Sequence[str], mine: Collection[str]
) -> Iterator[tuple[Fault, bytes]]:
    """Yield the faults of some entrants in a game, each with what the bot wrote to standard error.

    Args:
        store: the results.
        id_: the id of the game.
        contest: the label of its contest.
        sides: the entrant on each side.
        mine: the entrants; the faults of others are left out.
    """
    for failure in store.failures(id_):
        if owns(mine, contest, sides, failure.fault.seat):
            yield failure.fault, failure.stderr


def seats_in(game: PlannedGame, mine: Collection[str]) -> list[Seat]:
    """Return the seats of some entrants in a game."""
    return [seat for seat, side in enumerate(seats_of(game.contest)) if side is not None and game.sides[side] in mine]


def shown_of(store: Reader, game_id: str) -> Literal["all", "seat", "nothing"]:
    """Return what the author of a bot may see of a game that is over: all hands, or what her own seat was told.

    Games of an open season that has a secret are not shown. But where no bot meets a pack twice (`deals = "once"`),
    what a seat was told can help its bot no more.
    """
    if not store.season_of(game_id).hidden:
        return "all"
    settings = store.played_under(game_id) or {}
    return "seat" if settings.get("deals") == "once" else "nothing"


def is_for_all(store: Reader, game_id: str, *, delayed: bool) -> bool:
    """Return whether everybody may see a game that is over.

    Args:
        store: the results.
        game_id: the id of the game.
        delayed: whether that goes for games of an open season too, when their packs are never played again: where each
            pairing has packs of its own (`deals = "fresh"`), when all rooms of the set have been played.
    """
    if not store.season_of(game_id).hidden:
        return True
    settings = store.played_under(game_id) or {}
    if not delayed or settings.get("deals") != "fresh":
        return False
    game = store.game(game_id)
    return 1 < len(game.sides) == len(store.set_of(game))  # those who play alone share their packs


def sent_in(store: Reader, game: PlannedGame, seat: Seat) -> Iterator[bytes]:
    """Yield what a seat was sent in a game: the stored text if its bot failed, else worked out from the record.

    Raises:
        UserError: no record was kept.
        NotARecord: the record cannot be played again.
    """
    for failure in store.failures(game.id):
        if failure.fault.seat == seat and failure.sent:
            yield failure.sent
            return
    for message in sent_to(store.record(game.id), game.chance, store.season_of(game.id).key, seat):
        yield protocol.LINE.encode(message, None)


def written_in(store: Reader, game: PlannedGame, mine: Collection[str] | None = None) -> dict[Seat, Written]:
    """Return what is kept of the standard error of bots in a game, by seat.

    Args:
        store: the results.
        game: the game.
        mine: the entrants whose bots count; None for all of them.
    """
    failed = {failure.fault.seat: Written(failure.stderr, failure.marks) for failure in store.failures(game.id)}
    every = failed | store.stderr(game.id)
    return {seat: every[seat] for seat in sorted(every) if mine is None or owns(mine, game.contest, game.sides, seat)}


def owns(mine: Collection[str], contest: str, sides: Sequence[str], seat: Seat) -> bool:
    """Return whether one of some entrants sat in a seat of a game."""
    seats = seats_of(contest)
    side = seats[seat] if seat < len(seats) else None
    return side is not None and sides[side] in mine
