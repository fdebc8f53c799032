"""What `arena serve` shows of a ladder, and the server that shows it."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from hashlib import sha256
from hmac import compare_digest
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np

from arena.app.desk import Desk
from arena.app.ladders import file_of, identity, open_ladder, open_results, results_of
from arena.app.own_games import again_from_page, own_page
from arena.app.pace import Pace, time_text, work_of
from arena.app.report import expected, tokens_of
from arena.app.site import site_of
from arena.errors import UserError, command
from arena.escapes import one_line
from arena.results.authors import failures_in, games_with, ids_of, is_for_all, known_as, last_lost, shown_of, written_in
from arena.results.lookup import names_in, scores_text
from arena.results.review import Judged
from arena.results.roster import Roster
from arena.store import ListedGame, Store
from arena.store.database import NothingYet
from arena.table.stderr import Written
from arena.tournament.probation import probation_of
from arena.web.contents import SCRIPT
from arena.web.contents import file_of as file_of_bot
from arena.web.folder import Memory
from arena.web.judging import Search, State
from arena.web.live import LISTED, TV
from arena.web.page import PLAIN, Header, Link, asset, page
from arena.web.replay import NO_GAME, SCRIPTS, STYLES, Stored, game_page, made_of, others_of, room_of, stored
from arena.web.report import Refusal
from arena.web.site import RESULTS, build

OWN = 500
"""So many of an author's games are on her page, those with a fault first."""
WORDS = 64 * 1024
"""The most bytes of standard error that an author is shown."""
PAGES = 64
"""So many pages of games are kept, by what they are made of."""
HAND_IN = "hand-in.js"
"""The script of a page where something is handed in."""
DECISIONS = "decisions.js"
"""The script of a page that waits for the costliest decisions of a game."""


class Ladder:
    """What a server shows of a ladder; `arena.web.live.Source` says what each method returns.

    Args:
        ladder: what the command line names.
        store: the results, for the thread that asks for their version.
        tokens: token -> name of a bot.
        desk: where people hand in; None if they cannot.
    """

    def __init__(self, ladder: str, store: Store, tokens: Mapping[str, str], desk: Desk | None = None) -> None:
        self._ladder = ladder
        self._store = store
        self._path = results_of(ladder)
        self._file = identity(self._path)
        self._exchanged = 0
        """How often the file of the results was another one."""
        file = file_of(ladder)
        self._delayed = file is not None and file.tv == "delayed"
        self._tokens = tokens
        self._desk = desk
        self._games, self._played = Pace(), Pace()
        self._left = ""
        """How long the rest takes, as the last rating has it."""
        self._memory = Memory()
        self._header = PLAIN
        """What stands on top of all pages, as the last rating has it."""
        self._pages: dict[object, str] = {}
        self._places: dict[str, str] = {}
        """Bot -> the folder that its author hands in to; empty if there is none."""
        self._lock = Lock()

    def version(self) -> int:
        """Return a number that changes whenever something is stored, or `arena verify --rebuild` exchanges the file."""
        with suppress(FileNotFoundError):  # they are exchanged just now
            if (file := identity(self._path)) != self._file:
                self._store.close()
                self._store, self._file = self._open(), file
                self._exchanged += 1
        return self._exchanged << 32 | self._store.version()

    def close(self) -> None:
        """Close the results that `version` looks at."""
        self._store.close()

    def _open(self) -> Store:
        """Open the results for the thread that asks."""
        return Store.open(self._path, writing=False)

    def render(self) -> Mapping[str, bytes]:
        """Return the files of the site, and those of the pages of games."""
        memory = Memory(self._memory)
        with self._open() as store:
            with memory.packed(RESULTS) as export:
                site = site_of(store, self._ladder, "", export)
            hidden = [season.number for season in store.seasons() if season.hidden]
            shown = frozenset(site.columns.number[~np.isin(site.columns.season, hidden)].tolist())
            if (recorded := store.recorded()) is not None:
                shown &= recorded
            site = replace(site, live=True, replays=shown)
            self._header = site.header()
            build(site, store, memory)
            counts, work = store.counts(), work_of(store, site.columns)
        played = self._played.at(work.done)
        self._left = time_text(work.to_do(counts.planned - counts.done) / played) if played else ""
        for name in (*SCRIPTS, *STYLES, TV, HAND_IN, DECISIONS):
            memory.write(asset(name).path, asset(name).data)
        memory.files["api/ladder.json"] = memory.files["ladder.json"]
        self._memory = memory
        return memory.files

    def state(self) -> dict[str, Any]:
        """Return how the run stands."""
        with self._open() as store:
            counts, running = store.counts(), store.is_running()
            names = names_in(store)
            benched = {
                names.get(id_, id_): one_line(found.reason) for id_, found in probation_of(store).benched.items()
            }
        return {
            "planned": counts.planned,
            "done": counts.done,
            "open": counts.open,
            "running": running,
            "pace": round(self._games.at(counts.done), 1),
            "left": self._left if running else "",
            "benched": benched,
        }

    def last(self) -> int:
        """Return the number of the last result."""
        with self._open() as store:
            return store.last_and_faulty(0)[0]

    def games(self, after: int, before: int | None = None) -> Sequence[tuple[int, dict[str, Any]]]:
        """Return games with their numbers."""
        with self._open() as store:
            last, _ = store.last_and_faulty(0)
            end = min(last, after + LISTED) if before is None else min(last, before - 1)
            begin = after + 1 if before is None else max(1, end - LISTED + 1)
            names = names_in(store)
            found = sorted(store.games_of(range(begin, end + 1)).items())
        return [(number, _told(game, names)) for number, game in found]

    def newest(self) -> str | None:
        """Return the id of the newest game that may be shown."""
        with self._open() as store:
            last, _ = store.last_and_faulty(0)
            recorded = store.recorded()
            if not self._delayed and all(season.hidden for season in store.seasons()):
                return None
            for end in range(last, 0, -LISTED):
                found = store.games_of(range(max(1, end - LISTED + 1), end + 1))
                for number, game in sorted(found.items(), reverse=True):
                    kept = recorded is None or number in recorded
                    if kept and is_for_all(store, game.id, delayed=self._delayed):
                        return game.id
        return None

    def nothing_on_tv(self) -> str:
        """Return the page of TV while no game may be shown."""
        text = (
            "The newest finished game will play here. Games are shown when their season is closed or, if the ladder "
            'file says tv = "delayed", when nobody plays their packs again.'
        )
        links = [link._replace(here=link.path == "tv") for link in self._header.links]
        return page(
            "notice.html.j2",
            title="No game may be shown yet",
            text=text,
            header=self._header._replace(links=links),
            scripts=[SCRIPT, TV],
        )

    def may_be_shown(self, id_: str) -> bool:
        """Return whether a game is there, and may be shown."""
        with self._open() as store:
            return _is_there(store, id_) and is_for_all(store, id_, delayed=self._delayed)

    def game(self, id_: str, *, tv: bool) -> str | None:
        """Return the page of a game."""
        return self._page(id_, tv) if self.may_be_shown(id_) else None

    def decisions(self, id_: str, search: Search) -> str:
        """Return the page of the costliest decisions of a game that may be shown."""
        with self._open() as store:
            game, names = store.game(id_), names_in(store)
        told = [Judged(**one) for one in search.decisions]
        bots = dict.fromkeys(game.sides)
        return page(
            "decisions.html.j2",
            title="Which decisions cost the most",
            up="../",
            game=game,
            sides=[names.get(side, side) for side in game.sides],
            bots=[(file_of_bot(bot), names.get(bot, bot), [one for one in told if one.bot == bot]) for bot in bots],
            state=search.state.name,
            any=bool(told),
            command=command("review", self._ladder, id_),
            scripts=[DECISIONS] * (search.state in {State.WAITS, State.FULL}),
            header=self._header,
        )

    def _page(self, id_: str, tv: bool, token: str = "", mine: frozenset[str] = frozenset()) -> str | None:
        """Return the page of a game that everybody may see, as what is stored now makes it.

        Args:
            id_: the id of the game.
            tv: whether it plays by itself, and goes on to the newest game.
            token: the token of the author who alone sees the page; "" for everybody.
            mine: the entrants whose standard error is on it.
        """
        try:
            with self._open() as store:
                game, names = store.game(id_), names_in(store)
                others = others_of(store, game)
                over = not store.season_of(id_).hidden  # a game that is saved has the key of its season
                rooms = [stored(store, game, names, save=over), *(stored(store, one, names) for one in others)]
                stderr = written_in(store, game, mine) if mine else {}
            of = made_of(rooms, self._ladder, self._header), tv, token, sha256(repr(stderr).encode()).digest()
            with self._lock:
                made = self._pages.pop(of, "")
            made = made or self._made(rooms, stderr, token, tv=tv)
        except NO_GAME:
            return None
        with self._lock:
            self._pages[of] = made  # the newest at the end
            if len(self._pages) > PAGES:
                del self._pages[next(iter(self._pages))]
        return made

    def _made(self, rooms: Sequence[Stored], stderr: Mapping[int, Written], token: str, *, tv: bool) -> str:
        """Make the page of the first of some rooms.

        Raises:
            NotARecord, IllegalWord, ArenaFault: this arena cannot play a record again.
        """
        first, *others = rooms
        return game_page(
            room_of(first),
            [room_of(other, seats=False) for other in others],
            ladder=self._ladder,
            contest=first.game.contest,
            record=first.record,
            stderr=stderr,
            whole=False,
            up="../../" if token else "../",
            decisions=f"{'../../' if token else '../'}decisions/{first.game.id}.html",
            header=self._header_of(token),
            scripts=[SCRIPT, TV] if tv else [],
        )

    def _header_of(self, token: str) -> Header:
        """Return what stands on top of a page; an author's own page is in it for her alone."""
        own = [Link(f"me/{token}/", "Your games")] if token else []
        return self._header._replace(links=[*own, *self._header.links])

    def _bot_of(self, token: str) -> str | None:
        """Return the name of the bot that a token is for. Every token is compared in the same time."""
        found = [name for known, name in self._tokens.items() if compare_digest(known.encode(), token.encode())]
        return found[0] if found else None

    def place(self, token: str) -> str | None:
        """Return the name of the folder for what the author with a token hands in; None if there is none."""
        if self._desk is None or (bot := self._bot_of(token)) is None:
            return None
        if bot not in self._places:
            with self._open() as store:
                known = known_as(Roster(store.runs()).current, bot)
            path = Path(known.given if known else bot)
            self._places[bot] = path.name if self._desk.holds(path) else ""
        return self._places[bot] or None

    def own(self, token: str) -> str | None:
        """Return the page of an author: her bot's games, and what went wrong in those that it failed."""
        if (bot := self._bot_of(token)) is None:
            return None
        with self._open() as store:
            names = names_in(store)
            mine = ids_of(store, bot, names)
            rows = games_with(store, mine)
            hidden = {season.number for season in store.seasons() if season.hidden}
            runs = store.runs()
            last = known_as(Roster(runs).current, bot)
            failed = [
                {
                    "id": game.id,
                    "contest": game.contest,
                    "fault": f"{fault.kind}: {fault.text}",
                    "words": bool(words),
                    "again": again_from_page(store, game, fault.seat),
                }
                for game in rows[:OWN]
                if game.faults
                for fault, words in failures_in(store, game.id, game.contest, game.sides, mine)
            ]

            def told(game: ListedGame) -> dict[str, Any]:
                own = [at for at, side in enumerate(game.sides) if side in mine]
                return {
                    **_told(game, names),
                    "sides": " - ".join([names.get(side, side) for side in game.sides]),
                    "open": store.season_of(game.id).number in hidden and shown_of(store, game.id) == "nothing",
                    "shown": is_for_all(store, game.id, delayed=self._delayed),
                    "mine": file_of_bot(game.sides[own[0]]) if own else "",
                    "place": ", ".join([str(game.places[at]) for at in own]),
                    "points": ", ".join([str(game.scores[at]) for at in own if game.scores]),
                }

            games, lost = [told(game) for game in rows[:OWN]], last_lost(store, mine)
            lost_last = lost and told(lost)
        called = (last and last.name) or Path(bot).name
        desk = self._desk.told(place) if self._desk and (place := self.place(token)) else {}
        said = desk.get("answer")
        newer = said and datetime.fromisoformat(said["when"]) > datetime.fromisoformat(runs[-1].started)
        return page(
            "me.html.j2",
            title=one_line(called),
            up="../../",
            called=called,
            folder=desk.get("folder") or (last.given if last and last.submitted else ""),
            state=last and last.state,
            refusal=Refusal.of(last.why) if last and not newer else None,
            failed=failed,
            games=games,
            lost=lost_last,
            hand_in=desk,
            scripts=[SCRIPT, *[HAND_IN] * bool(self._desk)],
            header=self._header_of(token),
        )

    def own_game(self, token: str, id_: str) -> str | None:
        """Return the page of a game with what the author's bot wrote to standard error, decision by decision."""
        if (bot := self._bot_of(token)) is None:
            return None
        with self._open() as store:
            names = names_in(store)
            mine = frozenset(ids_of(store, bot, names))
            if _is_there(store, id_) and is_for_all(store, id_, delayed=False):
                return self._page(id_, False, token, mine)
            return own_page(store, id_, mine, names, self._ladder, up="../../", header=self._header_of(token))

    def words(self, token: str, id_: str) -> bytes | None:
        """Return what the author's bot wrote to standard error in a game that it failed."""
        if (bot := self._bot_of(token)) is None:
            return None
        with self._open() as store:
            try:
                game = store.game(id_)
            except UserError:
                return None
            if game.id != id_:
                return None
            mine = ids_of(store, bot, names_in(store))
            for _, words in failures_in(store, id_, game.contest, game.sides, mine):
                return words[-WORDS:]
        return None


def _is_there(store: Store, id_: str) -> bool:
    """Return whether there is a game with an id."""
    try:
        return store.game(id_).id == id_
    except (ValueError, *NO_GAME):
        return False


def _told(game: ListedGame, names: Mapping[str, str]) -> dict[str, Any]:
    return {
        "id": game.id,
        "contest": game.contest,
        "room": f"{game.set}.{game.room + 1}",
        "sides": [names.get(side, side) for side in game.sides],
        "places": game.places,
        "scores": scores_text(game.scores),
        "reason": game.reason,
        "faults": [fault.kind for fault in game.faults],
    }


def desk_of(ladder: str, private: Path | None, say: Callable[[str], None]) -> Desk:
    """Return the desk where authors hand in; each of the roster gets a word, and results are made if there are none.

    Args:
        ladder: the ladder file.
        private: the file with the words.
        say: is told how many words were added to it.

    Raises:
        UserError: there are no words, or the ladder has no folder of submissions.
    """
    if private is None:
        hint = "say --private words.toml: it says who has which page, and arena report makes it"
        raise UserError("--hand-in needs pages of authors", hint, os.EX_USAGE)
    file = open_ladder(Path(ladder))
    desk = Desk(file)
    with suppress(FileExistsError):
        desk.folder.mkdir(mode=0o700)
    if file.people:
        _, added = tokens_of(private, expected(file))
        if added:
            say(f"{private}: words were added: {added}")
    try:
        open_results(ladder).close()
    except NothingYet:
        with Store.open(file.results, writing=True) as store:  # people hand in before the first game
            store.start_run(file.seed, {}, secret=not file.reproducible, ladder=Path(ladder), records=file.records)
            store.end_run()
    return desk
