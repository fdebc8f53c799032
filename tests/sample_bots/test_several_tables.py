"""Sample bots at several tables: they decide as they do at one table, and forget a table when its game is over."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from arena.bots.entrants import Entrant
from arena.store import Store
from tests.commands import arena
from tests.sample_bots.conftest import Games
from tests.sample_bots.sessions import Pipe, Seat, command, run

pytestmark = pytest.mark.slow

Find = Callable[[str], Entrant]
HAND = """\
@G1 game G1 kaiser seat=2 seats=4 sides=0,1,0,1
@G1 show hand 2 AS KS QS JS TS 3S 8H 7D
@G1 ask 2 bid pass 6 7 8
"""


def parts(seat: Seat) -> Iterator[tuple[str, Sequence[str]]]:
    """Yield the messages up to each question, with the legal words, and at the end the messages after the last one."""
    since, questions = "", iter(seat.legal)
    for line in seat.told:
        since += line
        if line.startswith("ask "):
            yield since, next(questions)
            since = ""
    yield since, ()


def ask_together(entrant: Entrant, seats: Sequence[Seat]) -> list[list[str]]:
    """Play all seats in one process, each at its own table, with one question each per write; return their answers."""
    answers: list[list[str]] = [[] for _ in seats]
    left = {f"@G{i}": parts(seat) for i, seat in enumerate(seats)}
    with Pipe(entrant) as pipe:
        while left:
            told = {table: next(seat) for table, seat in left.items()}
            pipe.write("".join(f"{table} {line}" for table in told for line in told[table][0].splitlines(True)))
            for table, (_, legal) in told.items():
                if not legal:
                    del left[table]
            for _ in left:
                table, answer = pipe.read().split()
                answers[int(table[2:])].append(answer)
    return answers


def test_sensible_decides_at_many_tables_as_it_does_at_one(bot: Find, games: Games) -> None:
    seats = games.seats[:60]
    assert len(seats) > 16
    assert ask_together(bot("python/sensible"), seats) == [seat.answers for seat in seats]


@pytest.mark.needs("gcc")
def test_random_in_c_gives_every_table_one_of_its_words(bot: Find, games: Games) -> None:
    for seat, answers in zip(games.seats, ask_together(bot("c/random"), games.seats), strict=True):
        assert all(answer in legal for answer, legal in zip(answers, seat.legal, strict=True))


def test_questions_of_one_write_are_answered_though_bye_comes_with_them(bot: Find) -> None:
    entrant = bot("python/sensible")
    told = HAND + HAND.replace("G1", "G2") + "bye\n" + HAND.replace("G1", "G3")
    assert run(command(entrant), entrant.folder, told)[1:] == ["@G1 6", "@G2 6"]


def test_a_line_may_arrive_in_pieces(bot: Find) -> None:
    with Pipe(bot("python/sensible")) as pipe:
        for piece in HAND.partition("ask 2 bi"):
            pipe.write(piece)
        assert pipe.read() == "@G1 6"


def records(path: Path, tables: int) -> dict[str, str]:
    """Return the records of a match of the sensible bot against itself, with this many tables in a room.

    The game is for two: half as many processes start.
    """
    options = ("-o", "target=11", "-n", "3", "-j", "1", "--seed", "tables", "--save", str(path))
    bots = ("sample:sensible", "sample:sensible")
    arena("match", "scotch-whist:two", *bots, "--tables", str(tables), *options)
    with Store.open(path, writing=False) as store:
        return {played.game.id: store.record(played.game.id) for played in store.results()}


def test_a_match_has_the_same_records_at_one_table_and_at_several(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent), prepend=os.pathsep)
    one, several = (records(tmp_path / f"{tables}.db", tables) for tables in (1, 3))
    assert len(one) == 6
    assert one == several
