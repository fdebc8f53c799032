"""What the report of a class says, from its results: the table, and what each author is told of her own."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from hashlib import sha256
from itertools import groupby
from pathlib import Path

import numpy as np

from arena import ratings
from arena.app import glossary
from arena.app.desk import refusal_of
from arena.app.gradebooks import gradebooks
from arena.app.ladder_view import DIGITS, View, as_cells, view_of
from arena.app.likeness import Hints, hints_of, likeness_page, submissions
from arena.app.own_games import again_from_page, own_page
from arena.app.rated import Loaded, load_store
from arena.app.site import rounds_of
from arena.escapes import csv_line, decoded, json_text, last_words, printable
from arena.ratings.wording import interval_text
from arena.results.authors import failures_in, last_lost, owns, written_in
from arena.results.lookup import names_in
from arena.results.marks import Mark, mark
from arena.results.rating_input import names_of
from arena.results.roster import Known, Roster
from arena.settings.ladder import LadderFile
from arena.store import ListedGame, Run, Store
from arena.web.class_table import COLUMNS, Entry, cells, values
from arena.web.folder import FORMAT
from arena.web.page import Header, Link, name
from arena.web.replay import NO_GAME, again, game_page, stored_room
from arena.web.report import Author, ClassReport, ClassRow, Decision, Failure, Loss, MarkRow, Refusal, Version

LOSSES = 8
"""So many lost games are in each list, the same number of each contest."""
FAULTS = 12
"""So many different faults are told."""
LOOKED_AT = 500
"""So many failed games of a bot are looked at, the newest."""
WORDS = 2000
"""So many characters of the end of standard error."""
NUMBER = re.compile(r"\d+")
"""What may differ between two faults of the same kind."""
OWN_LINE = (
    *("rank", "ranks", "Elo", "±95 %", "deals", "W-D-L", "score", "points", "faults", "kinds", "ms/move", "note"),
)
"""What of its line of the ladder is on the page of a bot."""
PLAIN = re.compile(r"[^\w.-]+")
LIKENESS = "class-likeness.html"
"""The page about submissions that are alike; like all files that begin with `class`, it is for the staff."""


@dataclass
class Classroom:
    """What is known of a class.

    Args:
        file: its ladder.
        store: the results.
        ladder: what the command line names.
        superseded: whether earlier versions are listed too.
    """

    file: LadderFile
    store: Store
    ladder: str
    superseded: bool

    def __post_init__(self) -> None:
        [loaded] = load_store(self.store, [None], self.file.reading)
        self.loaded: Loaded = loaded
        self.view: View = view_of(self.loaded, {})
        self.runs: list[Run] = self.store.runs()
        self.roster: Roster = Roster(self.runs)
        columns = self.loaded.columns
        assert columns is not None
        self.names: dict[str, str] = names_of(columns, self.loaded.entrants)
        heads, lines = as_cells(self.view)
        self._cells = {
            row.name: dict(zip(heads, line, strict=True)) for row, line in zip(self.view.rows, lines, strict=True)
        }
        self._rows = {row.name: row for row in self.view.rows}
        self._listed = names_in(self.store)
        self._hidden = {season.number for season in self.store.seasons() if season.hidden}

    @cached_property
    def hints(self) -> Hints:
        """Which submissions are alike, for the staff only."""
        return hints_of(self.store)

    @cached_property
    def entries(self) -> list[Entry]:
        """All lines of the table: by rank, then those without one. Versions that are not listed take no place."""
        order = {row.name: number for number, row in enumerate(self.view.rows)}
        found = [self._entry(known) for known in self._shown()]
        found.sort(key=lambda entry: order[entry.row.name] if entry.row else len(order))
        ranked = {entry.row.name: entry.row.rank for entry in found if entry.row and entry.row.rank is not None}
        ranks, index = sorted(ranked.values()), [self.view.ladder.names.index(name) for name in ranked]
        better = self.view.ladder.more_points if self.view.by_points else self.view.ladder.beyond_doubt
        surely = better[np.ix_(index, index)]
        best, worst = 1 + surely.sum(axis=0), len(index) - surely.sum(axis=1)
        span = {name: f"{b}-{w}" if b < w else str(b) for name, b, w in zip(ranked, best, worst, strict=True)}
        return [
            entry._replace(place=1 + ranks.index(ranked[entry.row.name]), ranks=span[entry.row.name])
            if entry.row and entry.row.name in ranked
            else entry
            for entry in found
        ]

    @property
    def students(self) -> list[Entry]:
        """Those that have a page of their own: what was handed in, or all bots if nothing comes from such a folder."""
        submitted = [entry for entry in self.entries if entry.known.submitted and not entry.old]
        return submitted or [entry for entry in self.entries if not entry.old]

    @cached_property
    def _current(self) -> list[Known]:
        """The bots of the last run; if it did not keep them, all that are stored."""
        return self.roster.current or [
            Known(one.name, id_, one.name, version=one.version, digest=id_.rpartition("@")[2])
            for id_, one in self.loaded.entrants.items()
        ]

    def _shown(self) -> Iterator[Known]:
        """Yield the bots of the last run, and if wanted the earlier versions that have games."""
        yield from self._current
        now = {self._last(known).id for known in self._current}
        for id_ in self.names if self.superseded else ():
            if id_ not in now:
                one = self.loaded.entrants[id_]
                yield self.roster.by_id.get(id_) or Known(one.name, id_, one.name, version=one.version)

    def _last(self, known: Known) -> Known:
        """Return the last version from the same place that has games; the bot itself if there is none.

        Handing in again must not cost what was reached before.
        """
        return known if known.id in self.names else [known, *self._played(known.given)][-1]

    def _played(self, given: str) -> list[Known]:
        """Return the versions from a place that have games, in order, each once."""
        handed_in = (bot for _, bot in self.roster.handed_in(given) if bot.state == "accepted")
        return [*{bot.id: bot for bot in handed_in if bot.id in self.names}.values()]

    def _counts(self, known: Known) -> Known:
        """Return the version whose marks count."""
        last = self._last(known)
        if self.file.marks_by == "last":
            return last
        latest_first = [last, *reversed(self._played(known.given))]
        return max(latest_first, key=lambda bot: sum(each.points for each in self._marks(bot)))

    def _entry(self, known: Known) -> Entry:
        last = self._last(known)
        name = self.names.get(last.id, "")
        old = known.id not in {each.id for each in self._current}
        counts = last if old else self._counts(known)
        benched = self.loaded.benched.get(name, "")
        state = "superseded" if old else known.state if known.state != "accepted" else "benched" if benched else "plays"
        handed_in = (bot for _, bot in self.roster.handed_in(known.given) if bot.state == "accepted")
        came = next((bot.when for bot in handed_in if bot.id == counts.id), "")
        late = [self.file.people.late_days(person, came) for _, person in self.file.people.of(known.given)]
        return Entry(
            known._replace(
                name=known.name or last.name,
                author=self.file.people.names(known.given) or last.author,
                version=last.version,
            ),
            self.file.people.shown(known.given, last.name) if known.submitted else last.name or known.given,
            state,
            benched,
            self._cells.get(name, {}),
            self._rows.get(name),
            self._marks(counts),
            old,
            came=came,
            late=max((days for days in late if days is not None), default=None),
        )

    def _marks(self, known: Known) -> list[Mark]:
        """Return the marks of a bot; none for a bot that the others are marked by."""
        if known.name in self.file.marks:
            return []
        name = self.names.get(known.id, "")
        return [
            mark(self.loaded.results, name, self._baselines.get(baseline, ""), each)._replace(baseline=baseline)
            for baseline, each in self.file.marks.items()
        ]

    @cached_property
    def _baselines(self) -> dict[str, str]:
        """What the ladder calls the bots that give marks: with their ids, if an earlier version had the same name.

        A bot that could not play in the last run gives the marks that it gave before.
        """
        by = [known if known.id else self._last(known) for known in self._current]
        by.sort(key=lambda known: not known.submitted)  # a name of the ladder file is that of its own bot
        return {known.name: self.names.get(known.id, "") for known in by if known.id}

    def report(self, heads: Sequence[str], tokens: Mapping[str, str] | None) -> ClassReport:
        """Return what the pages show.

        Args:
            heads: the columns of the table.
            tokens: the word of each author's page, by what she handed in; None if the class sees where they are.
        """
        pages: dict[str, str] = {}
        for entry in self.students:
            pages[entry.known.given] = self._folder(entry.known.given, tokens, pages.values())
        private = tokens is not None
        games = len(self._games())
        lines = [
            ClassRow(cells(entry, heads), "" if private or entry.old else _page(pages.get(entry.known.given)))
            for entry in self.entries
        ]
        told = [at for at, head in enumerate(heads) if head == "name" or any(line.cells[at] for line in lines)]
        heads = [heads[at] for at in told]
        lines = [line._replace(cells=[line.cells[at] for at in told]) for line in lines]
        return ClassReport(
            title=self.file.name,
            about=self.file.about,
            games=games,
            began=self.runs[-1].started,
            rounds=[rounds_of(each) for each in self.loaded.reports],
            in_words=ratings.in_words(
                self.view.ladder, by_points=self.view.by_points, unit=self.view.unit, among=self._called()
            ),
            alarms=[note.text for note in self.view.notes if note.alarm],
            heads=heads,
            lines=lines,
            meanings={head: glossary.columns().get(head) or COLUMNS[head] for head in heads},
            marks=[
                f"{name}: {each.not_worse:g} points for being not worse (95 %, by less than {each.elo:g} Elo)"
                + (f", {each.better:g} more for being better" if each.better else "")
                for name, each in self.file.marks.items()
            ],
            authors=[self._author(entry, pages[entry.known.given], private=private) for entry in self.students],
            results=self.store.last_and_faulty(0)[0],
        )

    def _games(self) -> Sequence[str]:
        assert self.loaded.everything is not None
        return self.loaded.everything.ids

    def _folder(self, given: str, tokens: Mapping[str, str] | None, taken: Collection[str]) -> str:
        """Return the folder of an author's page: a word that nobody guesses, or the name of what was handed in."""
        if tokens is not None:
            return f"me/{tokens[given]}"
        plain = f"author/{PLAIN.sub('-', Path(given).name).strip('-.')[:60] or 'bot'}"
        digits = sha256(given.encode(errors="surrogateescape")).hexdigest()[:DIGITS]
        return plain if plain not in taken else f"{plain}-{digits}"

    def _called(self) -> dict[str, str]:
        """What the lines of the table are called, by their names on the ladder, which versions of one bot keep."""
        found = {entry.row.name: entry.called for entry in self.entries if entry.row}
        count = Counter(found.values())
        return {name: called if count[called] == 1 else name for name, called in found.items()}

    def _author(self, entry: Entry, folder: str, *, private: bool) -> Author:
        known = entry.known
        versions = [*self.roster.handed_in(known.given)]
        mine = self._own(known, versions)
        failed, lost = self._games_of(mine)
        lost.sort(key=lambda loss: (loss.contest, loss.margin, loss.id))
        of = [[*losses] for _, losses in groupby(lost, lambda loss: loss.contest)]
        some = max(1, LOSSES // max(1, len(of)))
        closest = [loss for losses in of for loss in losses[:some]]
        worst = [loss for losses in of for loss in losses[some:][: -some - 1 : -1]]
        about = {"author": known.author, "version": known.version, "folder": known.given, "digest": known.digest}
        about |= {"handed in": entry.came, "days late": str(entry.late or "")}
        refused = refusal_of(self.file.path.parent / known.given) if known.submitted else None  # since the last run
        points = sum(each.points for each in entry.marks)
        most = sum(each.most for each in entry.marks)
        total = f"{points:g} of {most:g}"
        if self.file.marks_by == "best" and len(played := self._played(known.given)) > 1:
            best = self._counts(known)
            total += f", by {best.version or best.digest[:DIGITS]}, the best of {len(played)} versions"
        return Author(
            folder=folder,
            called=entry.called,
            about={label: text for label, text in about.items() if text},
            state=refused.state if refused else known.state,
            refusal=Refusal.of(refused.said if refused else known.why),
            benched=entry.benched,
            line={head: cell for head, cell in zip(OWN_LINE, cells(entry, OWN_LINE), strict=True) if cell},
            marks=[_mark_line(each) for each in entry.marks],
            total=total if entry.marks else "",
            decisions=[*self._decisions(mine)],
            versions=[self._version(when.started, bot) for when, bot in reversed(versions)],
            failures=self._failures(failed, mine),
            failed=len(failed),
            last=[loss for game in [last_lost(self.store, mine)] if game and (loss := self._loss(game, mine))],
            closest=closest,
            worst=worst,
            lost=len(lost),
            hidden=any(self.store.season_of(loss.id).number in self._hidden for loss in (*closest, *worst)),
            private=private,
            mine=frozenset(mine),
        )

    def _own(self, known: Known, versions: Sequence[tuple[Run, Known]]) -> set[str]:
        """Return the entrants whose games are told: the version that played last, or all if that is wanted."""
        ids = [bot.id for _, bot in versions if bot.id] or [known.id] * bool(known.id)
        return {*ids} if self.superseded else {*ids[-1:]}

    @cached_property
    def _voided(self) -> dict[str, tuple[str, ...]]:
        """The entrants of each game with a result that was made void."""
        return self.store.voided()

    @cached_property
    def _listings(self) -> dict[str, list[ListedGame]]:
        """The games of each entrant that it failed or lost, in the order of the plan, from one look at all games."""
        found: dict[str, list[ListedGame]] = {}
        for faulty in (False, True):
            for game in (game for chunk in self.store.listing(faulty=faulty) for game in chunk):
                best = min(game.places, default=1)
                for one, place in zip(game.sides, game.places, strict=False):
                    if faulty or place > best:
                        found.setdefault(one, []).append(game)
        return found

    def _games_of(self, mine: set[str]) -> tuple[list[ListedGame], list[Loss]]:
        """Return the games that some entrants failed, and those that they lost."""
        games = {game.id: game for one in sorted(mine) for game in self._listings.get(one, ())}.values()
        failed = [game for game in games if game.faults and self._at_fault(game, mine)]
        return failed, [loss for game in games if (loss := self._loss(game, mine))]

    def _at_fault(self, game: ListedGame, mine: set[str]) -> bool:
        return any(owns(mine, game.contest, game.sides, fault.seat) for fault in game.faults)

    def _failures(self, failed: Sequence[ListedGame], mine: set[str]) -> list[Failure]:
        """Return the different faults of an author, the most frequent first, each with its newest game."""
        count: Counter[tuple[str, str]] = Counter()
        newest: dict[tuple[str, str], Failure] = {}
        for game in failed[-LOOKED_AT:]:
            for fault, words in failures_in(self.store, game.id, game.contest, game.sides, mine):
                text = f"{fault.kind}: {fault.text}"
                key = NUMBER.sub("0", text), NUMBER.sub("0", last_words(words))
                count[key] += 1
                newest[key] = Failure(
                    game.id,
                    game.contest,
                    text,
                    printable(decoded(words))[-WORDS:],
                    again_from_page(self.store, game, fault.seat),
                    again(self.ladder, game.id, fault.seat),
                    times=0,
                )
        return [newest[key]._replace(times=times) for key, times in count.most_common(FAULTS)]

    def _loss(self, game: ListedGame, mine: set[str]) -> Loss | None:
        """Return a game as a lost one; None if it was not lost, or cut short."""
        sides, scores, places = game.sides, game.scores, game.places
        own = [side for side, one in enumerate(sides) if one in mine]
        if not scores or len(places) < 2 or min(places[side] for side in own) == min(places):
            return None
        margin = max(scores) - max(scores[side] for side in own)
        score = " : ".join(str(scores[side]) for side in sorted(range(len(scores)), key=lambda side: side not in own))
        against = ", ".join(self._listed.get(one, one) for one in sides if one not in mine)
        return Loss(game.id, game.contest, f"{game.set}.{game.room + 1}", against, score, margin, replay=False)

    def _decisions(self, mine: set[str]) -> Iterator[Decision]:
        """Yield what was decided on appeal about some entrants and their games, the newest first; no others."""
        for each in reversed(self.store.appeals()):
            if not mine.isdisjoint(each.bots):
                own = [game for game in each.games if not mine.isdisjoint(self._voided.get(game, ()))]
                count = len(own)
                games = ", ".join(own[:LOSSES]) + (f" and {count - LOSSES} more" if count > LOSSES else "")
                void = f"{games}: the result{' is' if count == 1 else 's are'} void"
                yield Decision(each.made, void if games else "pardoned: faults so far no longer count", each.why)

    def _version(self, when: str, bot: Known) -> Version:
        name = self.names.get(bot.id, "") if bot.state == "accepted" else ""
        line, marks = self._cells.get(name, {}), self._marks(bot) if name else []
        first = bot.why.partition("\n")[0]
        return Version(
            when=when,
            version=bot.version if bot.state == "accepted" else "",
            digest=bot.digest[:DIGITS] if bot.state == "accepted" else "",
            state=f"{bot.state}: {first}" if first else bot.state,
            games=line.get("games", ""),
            record=line.get("W-D-L", ""),
            elo=" ± ".join(filter(None, (line.get("Elo", ""), line.get("±95 %", "")))),
            mark=f"{sum(each.points for each in marks):g}" if marks else "",
        )

    def replay(self, id_: str, author: Author, *, up: str) -> str | None:
        """Return the page of a game for an author; None if its season is open, or this arena cannot play it again.

        Only where nobody else sees the page, it has what her bot wrote to standard error.
        """
        try:
            links = [Link("index.html", "Class"), Link(f"{author.folder}/index.html", author.called)]
            header = Header(links, name(self.file.name))
            if self.store.season_of(id_).number in self._hidden:
                if not author.private:
                    return None
                return own_page(self.store, id_, author.mine, self._listed, self.ladder, up=up, header=header)
            game = self.store.game(id_)
            room, record = stored_room(self.store, game, self._listed, save=True), self.store.record(id_)
            wrote = written_in(self.store, game, author.mine) if author.private else {}
        except NO_GAME:
            return None
        return game_page(
            room,
            (),
            ladder=self.ladder,
            contest=game.contest,
            record=record,
            stderr=wrote,
            whole=False,
            up=up,
            header=header,
        )

    def texts(self, heads: Sequence[str]) -> dict[str, str]:
        """Return the table of the class for programs and for other pages, by the name of the file."""
        lines = [values(entry, heads) for entry in self.entries]
        table = [[str(cell) for cell in cells(entry, heads)] for entry in self.entries]
        data = [
            {
                **{name: value for name, value in entry.known._asdict().items() if name != "prints"},
                "state": entry.state,
                "benched": entry.benched or None,
                "late": entry.late,
                "ladder": entry.row and asdict(entry.row),
                "marks": [
                    {**each._asdict(), "found": each.found and {"deals": each.found.deals, "score": each.found.score}}
                    for each in entry.marks
                ],
            }
            for entry in self.entries
        ]
        alike = [
            {
                "submissions": submissions(pair),
                "share": pair.share,
                **pair.answers._asdict(),
            }
            for pair in self.hints.pairs
        ]
        files = {LIKENESS: likeness_page(self.hints, self.file.path.parent, self.file.name)} if alike else {}
        people, folder = self.file.people, self.file.path.parent / self.file.submissions
        return (
            files
            | (gradebooks(self.file.name, people, self.entries, folder) if people else {})
            | {
                "class.csv": csv_line(heads) + "".join(map(csv_line, lines)),
                "class.md": ratings.markdown(heads, table),
                "class.json": json_text({"format": FORMAT, "title": self.file.name, "bots": data, "alike": alike}),
            }
        )


def _page(folder: str | None) -> str:
    return f"{folder}/index.html" if folder else ""


def _mark_line(found: Mark) -> MarkRow:
    seen = found.found
    if seen is None:
        return MarkRow(found.baseline, str(found.standing), "", "", "", found.points, found.most)
    lead = interval_text(seen.elo, "+.0f", " Elo")
    return MarkRow(
        found.baseline,
        str(found.standing),
        str(seen.deals),
        f"{100 * seen.score:.1f} %",
        lead,
        found.points,
        found.most,
    )
