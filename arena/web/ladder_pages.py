"""The pages of a site with ladders: that of everything, that of each contest, of each bot, and who beats whom."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from arena.errors import command
from arena.escapes import one_line
from arena.ratings import Cell, Interval, Note, NoteGroup, SeatRecord, plots
from arena.ratings.wording import interval_text
from arena.results import review
from arena.results.strength_tables import MEANING, parts
from arena.results.strengths import Strengths
from arena.web.contents import ContestLadder, Site, file_of
from arena.web.game_lists import GameLists
from arena.web.intervals import WIDTH, intervals
from arena.web.page import name
from arena.web.parallel import on_all_cores

TABLE = 50
"""With more bots, who beats whom is a table of the first ones."""
MAIN = frozenset({"rank", "name", "Elo", "±95 %", "LOS", "W-D-L", "score", "points", "faults", "ms/move", "note"})
"""The columns of a ladder's table; the others stand on the pages of the bots."""
PROSE = frozenset({"name", "version", "kinds", "note"})
"""Columns of text."""
SURPRISE = 2.0
"""How many standard errors a score must be off to be marked."""
COSTLIEST = 10
"""So many decisions of a bot are shown: those that cost most, as the judges say."""


class Review(NamedTuple):
    """What the judges say of a bot's decisions.

    Args:
        said: at which kind of question it loses most, and how far the judges agree: sentences.
        tables: heads and rows.
        costliest: what cost most: what is said of it, the game and where in it, the hands, and the command.
    """

    said: Sequence[str]
    tables: Sequence[tuple[Sequence[str], Sequence[Sequence[str]]]]
    costliest: Sequence[tuple[str, review.Judged, str]]


def ladders(site: Site) -> Iterator[tuple[str, str]]:
    """Yield the pages with ladders: that of everything, and that of each contest."""
    contests = [(f"contest/{slug}.html", label) for label, slug in site.slugs.items()]
    shown, template = _shown(site, site.ladders[0]), "ladder.html.j2"
    yield "index.html", site.page(template, "index.html", name(site.title), "index.html", contests=contests, **shown)
    by_contest = {ladder.contest: ladder for ladder in site.ladders}
    for path, label in contests:
        shown = _shown(site, by_contest.get(label, site.ladders[0]), label)
        yield path, site.page(template, path, one_line(label, 80), "", contests=(), **shown)


def _shown(site: Site, board: ContestLadder, label: str = "") -> dict[str, Any]:
    places = [place for place, head in enumerate(board.heads) if head in MAIN]
    index = {each: number for number, each in enumerate(board.ladder.names)}
    bars = intervals(board.ladder)
    rows = [
        (
            file_of(board.ids[row.name]),
            [cells[place] for place in places],
            bars and bars.of.get(index[row.name]),
            board.ids[row.name] in site.replaced,
        )
        for row, cells in zip(board.rows, board.cells, strict=True)
    ]
    told = [cell for cells in board.cells for cell in cells] + [note.text for note in board.notes]
    heads = [board.heads[place] for place in places]
    meanings = [(head, site.meanings[head]) for head in heads if head in site.meanings]
    meanings += [(word, text) for word, text in site.remarks.items() if any(word in each for each in told)]
    return {
        "board": board,
        "label": label,
        "heads": heads,
        "prose": PROSE,
        "rows": rows,
        "bars": bars,
        "width": WIDTH,
        "alarms": [note.text for note in board.notes if note.alarm],
        "groups": _grouped(board.notes),
        "meanings": meanings,
        "plots": plots.of_page(board.ladder),
    }


def bots(site: Site, lists: GameLists, found: Mapping[str, Sequence[Strengths]]) -> Iterator[tuple[str, str]]:
    """Yield the page of each bot that has played; `found` has what it is good at."""
    board = site.ladders[0]
    index = {called: number for number, called in enumerate(board.ladder.names)}
    ranked = {board.ids[row.name]: index[row.name] for row in board.rows}
    ids = sorted(site.names)
    return on_all_cores(lambda number: _bot(site, lists, ids[number], ranked, found), len(ids))


def _bot(
    site: Site, lists: GameLists, id_: str, ranked: Mapping[str, int], found: Mapping[str, Sequence[Strengths]]
) -> tuple[str, str]:
    """Return the path and the page of a bot; `ranked` has the number of each bot in the ladder, the best first."""
    pairs, path, rows = site.ladders[0].pairs, f"bot/{file_of(id_)}.html", lists.of_bot(id_)
    lines = [
        (each.contest or "all games", each.heads, cells)
        for each in site.ladders
        for row, cells in zip(each.rows, each.cells, strict=True)
        if each.ids[row.name] == id_
    ]
    against = [
        (file_of(other), site.names[other], cell, _mark(cell))
        for other, at in ranked.items()
        if (cell := pairs.get((ranked.get(id_, -1), at)))
    ]
    return path, site.page(
        "bot.html.j2",
        path,
        name(site.names[id_]),
        "",
        bot=site.entrants[id_],
        file=file_of(id_),
        called=site.names[id_],
        lines=_transposed(lines),
        prose=PROSE,
        standing=_standing(lines[0], len(ranked)) if lines else "",
        losses=lists.losses_of_bot(id_),
        versions=[
            (file_of(other), called)
            for other, called in sorted(site.names.items())
            if other != id_ and other.partition("@")[0] == id_.partition("@")[0]
        ],
        contests_of=[contest for contest, *_ in lines],
        against=against,
        seats=_seats(site.ladders[0].by_seat[ranked[id_]] if id_ in ranked else []),
        strengths=[(one, [*parts(one)]) for one in found.get(id_, ())],
        meaning=MEANING,
        review=_review(site, id_),
        judging=review.MEANING,
        faults=lists.faults_of_bot(id_),
        benched=site.benched.get(id_, ""),
        rows=rows,
        lost=next((row for row in rows if row.result == "lost"), None),
    )


def _review(site: Site, id_: str) -> Review | None:
    """Return what the judges say of a bot's decisions; None if none was judged."""
    judged = [one for one in site.judged if one.bot == id_]
    if not judged:
        return None
    return Review(
        [*[f"{text}." for text in review.most(judged, site.names)], review.noise(judged)],
        [((name, *review.HEADS), [part.cells() for part in found]) for name, found in review.tables(judged)],
        [
            (one.said(), one, f"{command('record', site.ladder, one.game, '--position', one.at)} > deal.toml")
            for one in review.costliest(judged, COSTLIEST)
        ],
    )


def _standing(line: tuple[str, Sequence[str], Sequence[str]], bots: int) -> str:
    """Return how a bot stands in a ladder, in a line."""
    cells = dict(zip(line[1], line[2], strict=True))
    faults = cells.get("faults", "0")
    told = [
        f"rank {cells.get('rank', '?')} of {bots}",
        f"Elo {cells.get('Elo') or '?'}" + (f" ± {cells['±95 %']}" if cells.get("±95 %") else ""),
        f"{cells.get('games', '?')} games (won, drawn, lost: {cells.get('W-D-L', '?')})",
        "no faults" if faults in {"", "0"} else f"faults in {faults} game{'' if faults == '1' else 's'}",
        cells.get("note", ""),
    ]
    return "; ".join([one for one in told if one])


def _seats(records: Sequence[SeatRecord]) -> list[tuple[str, str, str, str]]:
    """Return a line for each seat: its name, the games, the score in %, and the points beside those of others."""
    kinds = len({record.sides for record in records})
    return [
        (
            f"{record.seat}{f' of {record.sides}' * (kinds > 1)}",
            str(record.games),
            interval_text(Interval(*(None if end is None else 100.0 * end for end in record.score)), ".1f"),
            "" if record.lead.value is None else interval_text(record.lead, "+.2f"),
        )
        for record in records
    ]


def pairs(site: Site) -> Iterator[tuple[str, str]]:
    """Yield the page that says who beats whom."""
    board = site.ladders[0]
    index = {each: number for number, each in enumerate(board.ladder.names)}
    order = [(index[row.name], row.name) for row in board.rows]
    shown = order[:TABLE]
    rows = [
        (
            file_of(board.ids[called]),
            called,
            [(cell, _mark(cell), f"h{round(10 * cell.score)}") if cell else None for cell in line],
        )
        for i, called in shown
        for line in [[board.pairs.get((i, j)) for j, _ in shown]]
    ]
    bots = [(file_of(board.ids[called]), called) for _, called in order]
    path = "pairs.html"
    yield path, site.page("pairs.html.j2", path, "Who beats whom", path, rows=rows, bots=bots)


def _mark(cell: Cell) -> str:
    """Return a mark for a score that is better or worse than predicted."""
    if cell.z is None or abs(cell.z) < SURPRISE:
        return ""
    return "▲" if cell.z > 0.0 else "▼"


def _grouped(notes: Sequence[Note]) -> list[tuple[str, list[str]]]:
    """Return the remarks that are no alarms, by what they are about."""
    found = [(group, [note.text for note in notes if note.group is group and not note.alarm]) for group in NoteGroup]
    return [(str(group), [text.removeprefix(f"{group}: ") for text in texts]) for group, texts in found if texts]


def _transposed(lines: Sequence[tuple[str, Sequence[str], Sequence[str]]]) -> list[tuple[str, list[str]]]:
    """Return the rows of a bot in several ladders as columns: each head with its cell in every ladder."""
    heads = dict.fromkeys(head for _, heads, _ in lines for head in heads if head != "name")
    found = [
        (head, [dict(zip(heads, cells, strict=True)).get(head, "") for _, heads, cells in lines]) for head in heads
    ]
    return [(head, cells) for head, cells in found if any(cells)]
