"""`arena report`: a ladder as pages for a class, one with its table and one for each author, with marks."""

from __future__ import annotations

import json
import os
import re
import secrets
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from hashlib import sha256
from itertools import zip_longest
from pathlib import Path

from arena import ladders
from arena.cli.class_table import COLUMNS, FOR_PROGRAMS, SHOWN, Entry, cells, values
from arena.cli.game_list import names_in, scores_text
from arena.cli.ladder import view_of
from arena.cli.ladder_source import load_store
from arena.cli.ladder_view import DIGITS, as_cells
from arena.cli.meanings import COLUMNS as MEANINGS
from arena.cli.places import open_ladder, open_results
from arena.cli.screen import err, out
from arena.errors import UserError, command
from arena.escapes import csv_line, decoded, json_text, printable
from arena.games.kernel.text import nearest
from arena.ladders.wording import interval_text
from arena.results.authors import failures_in, games_with
from arena.results.marks import Mark, mark
from arena.results.roster import Known, Roster
from arena.results.standings import names_of
from arena.settings.ladder import LadderFile
from arena.settings.private import read_private
from arena.store import ListedGame, Store
from arena.web import folder as folders
from arena.web.folder import Target
from arena.web.page import asset
from arena.web.replay import NO_GAME, SCRIPTS, STYLES, game_page, stored_room
from arena.web.report import Author, ClassReport, Failure, Line, Loss, MarkLine, Version, build

LOSSES = 8
"""So many lost games are in each list."""
FAULTS = 12
"""So many failed games are told, the newest first."""
WORDS = 2000
"""So many characters of the end of standard error."""
OWN_LINE = (
    *("rank", "ranks", "Elo", "±95 %", "deals", "W-D-L", "score", "points", "faults", "kinds", "ms/move", "worst"),
    *("ms allowed", "note"),
)
"""What of its line of the ladder is on the page of a bot."""
PLAIN = re.compile(r"[^A-Za-z0-9._-]+")
WORD_BYTES = 16
"""So many random bytes make the word of an address that nobody guesses."""


def report(
    ladder: Path, folder: Path, columns: str | None, private: Path | None, replays: int, *, superseded: bool
) -> None:
    """Write the report of a ladder."""
    file = open_ladder(ladder)
    with open_results(str(ladder)) as store:
        if not store.counts().done:
            raise UserError(
                f"{ladder}: there are no results yet", f"play them: {command('run', ladder)}", os.EX_NOINPUT
            )
        made = _Class(file, store, str(ladder), superseded=superseded)
        tokens = None if private is None else _tokens(private, [entry.known for entry in made.students])
        heads = _heads(columns, SHOWN)
        told = _heads(columns, FOR_PROGRAMS)
        with folders.written(folder) as new:
            found = made.report(heads, tokens)
            replayed = {author.folder: _replays(made, author, new, replays) for author in found.authors}
            build(_with_replays(found, replayed), new, made.texts(told))
    out.print(
        f"{folder / 'index.html'}: {len(found.lines)} bots, {len(found.authors)} pages of authors", soft_wrap=True
    )
    if private is not None:
        out.print(f"who may see which page: {private}", style="dim", soft_wrap=True)


def _heads(columns: str | None, usual: Sequence[str]) -> list[str]:
    """Return the heads of a table.

    Raises:
        UserError: there is no such column.
    """
    wanted = [*usual] if columns is None else [word.strip() for word in columns.split(",")]
    for word in wanted:
        if word not in COLUMNS:
            raise UserError(f"--columns: there is no column {word!r}{nearest(word, COLUMNS)}")
    return wanted


def _tokens(path: Path, students: Iterable[Known]) -> dict[str, str]:
    """Return the word of each author's page, by what she handed in; words that are missing are added to the file.

    Args:
        path: the file of `--private`; it names folders, or bots.
        students: what was handed in.

    Raises:
        UserError: the file has errors, or cannot be written.
    """
    words = {bot: word for word, bot in read_private(path).items()} if path.exists() else {}
    found = {one.given: word for one in students if (word := words.get(one.given) or words.get(one.name))}
    missing = dict.fromkeys(one.given for one in students if one.given not in found)
    new = {given: secrets.token_hex(WORD_BYTES) for given in missing}
    if new:
        try:
            if not path.exists():
                path.touch(mode=0o600)
                path.write_text("[tokens]\n", encoding="utf-8")
            with path.open("a", encoding="utf-8") as file:
                file.writelines(f'"{word}" = {json.dumps(given)}\n' for given, word in new.items())
        except OSError as error:
            raise UserError(f"{path}: {error.strerror}", "name another file: --private", os.EX_CANTCREAT) from error
        err.print(f"{path}: words were added: {len(new)}", style="dim")
    return found | new


def _called(known: Known) -> str:
    """Return what to call a bot: its name, or that of its file or folder."""
    return known.name or Path(known.given).name


@dataclass
class _Class:
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
        [self.loaded] = load_store(self.store, [None], self.file.anchors, rank_by=self.file.rank_by)
        self.view = view_of(self.loaded, {})
        self.runs = self.store.runs()
        self.roster = Roster(self.runs)
        columns = self.loaded.columns
        assert columns is not None
        self.names = names_of(columns, self.loaded.entrants)
        heads, lines = as_cells(self.view)
        self._cells = {
            row.name: dict(zip(heads, line, strict=True)) for row, line in zip(self.view.rows, lines, strict=True)
        }
        self._rows = {row.name: row for row in self.view.rows}
        self._listed = names_in(self.store)
        self._hidden = {season.number for season in self.store.seasons() if season.hidden}

    @cached_property
    def entries(self) -> list[Entry]:
        """All lines of the table: by rank, then those without one."""
        found = [self._entry(known) for known in self._shown()]
        return sorted(found, key=lambda entry: (entry.row is None, entry.row and self.view.rows.index(entry.row)))

    @property
    def students(self) -> list[Entry]:
        """Those that have a page of their own: what was handed in, or all bots if nothing comes from such a folder."""
        submitted = [entry for entry in self.entries if entry.known.submitted and not entry.old]
        return submitted or [entry for entry in self.entries if not entry.old]

    def _shown(self) -> Iterator[Known]:
        """Yield the bots of the last run, and if wanted the earlier versions that have games."""
        current = self.roster.current or [
            Known(one.name, id_, one.name, version=one.version, digest=id_.rpartition("@")[2])
            for id_, one in self.loaded.entrants.items()
        ]
        yield from current
        now = {known.id for known in current}
        for id_ in self.names if self.superseded else ():
            if id_ not in now:
                one = self.loaded.entrants[id_]
                yield self.roster.by_id.get(id_) or Known(one.name, id_, one.name, version=one.version)

    def _entry(self, known: Known) -> Entry:
        name = self.names.get(known.id, "")
        old = known.id not in {each.id for each in self.roster.current} and bool(self.roster.current)
        benched = self.loaded.benched.get(name, "")
        state = "superseded" if old else known.state if known.state != "accepted" else "benched" if benched else "plays"
        return Entry(
            known,
            _called(known),
            state,
            benched,
            self._cells.get(name, {}),
            self._rows.get(name),
            self._marks(known),
            old,
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
        """What the ladder calls the bots that give marks: with their ids, if an earlier version had the same name."""
        return {known.name: self.names.get(known.id, "") for known in self.roster.current if known.id}

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
        played = f"{len(self._games())} games; the last run began {_time(self.runs[-1].started)}."
        lines = [
            Line(cells(entry, heads), "" if private or entry.old else _page(pages.get(entry.known.given)))
            for entry in self.entries
        ]
        return ClassReport(
            title=self.file.name,
            about=self.file.about,
            played=played,
            in_words=self.view.in_words,
            alarms=[note.text for note in self.view.notes if note.alarm],
            heads=heads,
            lines=lines,
            meanings={head: MEANINGS.get(head) or COLUMNS[head] for head in heads},
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

    def _author(self, entry: Entry, folder: str, *, private: bool) -> Author:
        """Return the page of an author."""
        known = entry.known
        versions = [*self.roster.handed_in(known.given)]
        own = known.id or next((bot.id for _, bot in reversed(versions) if bot.id), "")
        mine = {bot.id for _, bot in versions if bot.id} | {own} if self.superseded else {own}
        games = games_with(self.store, mine) if own else []
        failed = [game for game in games if any(self._failures(game, mine))]
        lost = sorted(filter(None, (self._loss(game, mine) for game in games)), key=lambda loss: (loss.margin, loss.id))
        worst = [loss for loss in lost[: -LOSSES - 1 : -1] if loss not in lost[:LOSSES]]
        about = {"author": known.author, "version": known.version, "folder": known.given, "digest": known.digest}
        points = sum(each.points for each in entry.marks)
        most = sum(each.most for each in entry.marks)
        return Author(
            folder=folder,
            called=entry.called,
            about={label: text for label, text in about.items() if text},
            state=known.state,
            why=known.why,
            benched=entry.benched,
            line={head: entry.cells[head] for head in OWN_LINE if entry.cells.get(head)},
            marks=[_mark_line(each) for each in entry.marks],
            total=f"{points:g} of {most:g}" if entry.marks else "",
            versions=[self._version(_time(when.started), bot) for when, bot in reversed(versions)],
            failures=[each for game in failed[-FAULTS:][::-1] for each in self._told(game, mine)][:FAULTS],
            failed=len(failed),
            closest=lost[:LOSSES],
            worst=worst,
            lost=len(lost),
            hidden=any(self.store.season_of(loss.id).number in self._hidden for loss in (*lost[:LOSSES], *worst)),
            private=private,
        )

    def _failures(self, game: ListedGame, mine: set[str]) -> list[Failure]:
        """Return the faults of an author in a game."""
        return self._told(game, mine) if game[8] else []

    def _told(self, game: ListedGame, mine: set[str]) -> list[Failure]:
        id_, contest, _, _, sides, *_ = game
        return [
            Failure(id_, contest, f"{fault.kind}: {fault.text}", printable(decoded(words))[-WORDS:])
            for fault, words in failures_in(self.store, id_, contest, sides, mine)
        ]

    def _loss(self, game: ListedGame, mine: set[str]) -> Loss | None:
        """Return a game as a lost one; None if it was not lost, or cut short."""
        id_, contest, number, room, sides, scores, _, _, _, places = game
        own = [side for side, one in enumerate(sides) if one in mine]
        if not scores or len(places) < 2 or min(places[side] for side in own) == min(places):
            return None
        margin = max(scores) - max(scores[side] for side in own)
        against = ", ".join(self._listed.get(one, one) for one in sides if one not in mine)
        return Loss(id_, contest, f"{number}.{room + 1}", against, scores_text(scores), margin, replay=False)

    def _version(self, when: str, bot: Known) -> Version:
        """Return a version and how it did."""
        name = self.names.get(bot.id, "")
        line, marks = self._cells.get(name, {}), self._marks(bot) if name else []
        first = bot.why.partition("\n")[0]
        return Version(
            when=when,
            version=bot.version,
            digest=bot.digest[:DIGITS],
            state=f"{bot.state}: {first}" if first else bot.state,
            games=line.get("games", ""),
            record=line.get("W-D-L", ""),
            elo=" ± ".join(filter(None, (line.get("Elo", ""), line.get("±95 %", "")))),
            mark=f"{sum(each.points for each in marks):g}" if marks else "",
        )

    def replay(self, id_: str, *, up: str) -> str | None:
        """Return the page of a game; None if its season is open, or this arena cannot play it again."""
        try:
            if self.store.season_of(id_).number in self._hidden:
                return None
            game = self.store.game(id_)
            room, record = stored_room(self.store, game, self._listed), self.store.record(id_)
        except NO_GAME:
            return None
        return game_page(room, (), ladder=self.ladder, contest=game.contest, record=record, whole=False, up=up)

    def texts(self, heads: Sequence[str]) -> dict[str, str]:
        """Return the table of the class for programs and for other pages, by the name of the file."""
        lines = [values(entry, heads) for entry in self.entries]
        table = [[str(cell) for cell in cells(entry, heads)] for entry in self.entries]
        data = [
            {
                **entry.known._asdict(),
                "state": entry.state,
                "benched": entry.benched or None,
                "ladder": entry.row and asdict(entry.row),
                "marks": [
                    {**each._asdict(), "found": each.found and {"deals": each.found.deals, "score": each.found.score}}
                    for each in entry.marks
                ],
            }
            for entry in self.entries
        ]
        return {
            "class.csv": csv_line(heads) + "".join(map(csv_line, lines)),
            "class.md": ladders.markdown(heads, table),
            "class.json": json_text({"format": folders.FORMAT, "title": self.file.name, "bots": data}),
        }


def _time(text: str) -> str:
    """Return the time of a run for people: date, hour and minute of UTC."""
    return f"{text[:16].replace('T', ' ')} UTC"


def _page(folder: str | None) -> str:
    return f"{folder}/index.html" if folder else ""


def _replays(made: _Class, author: Author, new: Target, most: int) -> set[str]:
    """Write the replays of the lost games of an author, the closest and the worst in turn; return their ids."""
    wanted = [loss.id for pair in zip_longest(author.closest, author.worst) for loss in pair if loss]
    found: set[str] = set()
    for id_ in wanted:
        if len(found) == most:
            break
        if text := made.replay(id_, up="../" * (author.folder.count("/") + 1)):
            new.write(f"{author.folder}/{id_}.html", text)
            found.add(id_)
    for name in (*SCRIPTS, *STYLES) if found else ():
        new.write(asset(name).path, asset(name).data)
    return found


def _with_replays(found: ClassReport, replayed: Mapping[str, set[str]]) -> ClassReport:
    """Return a report in which lost games with a replay lead to it."""

    def linked(losses: Sequence[Loss], ids: set[str]) -> list[Loss]:
        return [loss._replace(replay=loss.id in ids) for loss in losses]

    authors = [
        replace(one, closest=linked(one.closest, replayed[one.folder]), worst=linked(one.worst, replayed[one.folder]))
        for one in found.authors
    ]
    return replace(found, authors=authors)


def _mark_line(found: Mark) -> MarkLine:
    """Return a mark for its page."""
    seen = found.found
    if seen is None:
        return MarkLine(found.baseline, str(found.standing), "", "", "", found.points, found.most)
    lead = interval_text(seen.elo, "+.0f", " Elo")
    return MarkLine(
        found.baseline,
        str(found.standing),
        str(seen.deals),
        f"{100 * seen.score:.1f} %",
        lead,
        found.points,
        found.most,
    )
