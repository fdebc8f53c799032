"""What bots are good at: contracts as the notes tell them, shares, and points beside those with the same cards."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import arena
from arena.games.catalogue import GAMES
from arena.games.kernel import Result
from arena.protocol import write_line
from arena.ratings import wilson
from arena.results.strength_tables import parts
from arena.results.strengths import Strengths, some_of, strengths
from arena.schedules.plan import PlannedGame
from arena.settings.clock import NO_CLOCK
from arena.store import Store
from arena.table.outcome import Outcome
from arena.table.record import opening
from arena.table.reports import GameEnded
from arena.web.contents import file_of
from tests.arena.store.examples import ANN
from tests.commands import arena as run

GOLDEN = Path(__file__).parents[2] / "games" / "golden"
BOTS = [replace(ANN, name=name, digest=name.ljust(64, "0")) for name in ("ann", "bob")]
DEAL = """note deal 1 dealer=2 scores=0,0 finished=0 thrown=0
did 3 bid pass
did 0 bid 6no
did 1 bid pass
did 2 bid {bid}
note contract 2 {bid}
note trick 1 {left}
note trick 2 {took}
note points {took} {left}
note scores {gained} {left}
"""


def record(name: str, preset: str, bots: Sequence[str], lines: str) -> str:
    """A record with the names of the bots on the sides."""
    game, options = GAMES[name], GAMES[name].presets[preset]
    seating = game.seating(options)
    names = ["-" if side is None else bots[side] for side in seating.sides]
    return write_line(opening("G1", game, preset, options, NO_CLOCK, names=names)) + lines


class Records:
    """A store with nothing but records."""

    def __init__(self, *records: tuple[str, str]) -> None:
        self.records = records

    def records_of(self, numbers: Iterable[int]) -> Iterator[tuple[str, str, str]]:
        return ((text.split()[2], *self.records[number]) for number in numbers for text in [self.records[number][1]])


def found_in(*records: tuple[str, str]) -> list[Strengths]:
    store: Any = Records(*records)
    return strengths(store, range(len(records)))


@pytest.mark.parametrize(
    ("game", "preset", "side", "level", "made", "by"),
    [
        ("kaiser", "bid-penalty", 0, "7", False, -3),
        ("two-hundred", "bloutte-100", 0, "50", True, 15),
        ("five-hundred", "australian-one-round", 1, "6", True, 4),
        ("american-five-hundred", "st-paul-capped", 0, "7", False, -3),
        ("bridgette", "open-upcard", 0, "7", False, -11),
        ("homme-d-auvergne", "declared", 3, "two", False, None),  # a point for a king makes up for the loss
        ("jo-jotte", "fast", 0, "D", False, None),
        ("back-alley", "board-only-all", 0, "quadruple-board", True, None),
        ("back-alley", "board-only-all", 1, "triple-board", False, None),
    ],
)
def test_a_contract_is_read_from_the_notes(
    game: str, preset: str, side: int, level: str, made: bool, by: int | None
) -> None:
    lines = (GOLDEN / game / f"{preset}.txt").read_text()
    found = found_in(("packs", record(game, preset, "abcdef", lines)))
    assert [one.bot for one in found] == [*"abcdef"][: len(found)]
    own = next(one for one in found[side].levels if one.declared)
    assert (own.level, own.made.value) == (level, float(made))
    assert (own.over, own.under) == (by if made else None, None if made or by is None else -by)
    assert found[side].roles[0].role == "declarer"
    for other in {0, 1} - {side}:
        assert next(one for one in found[other].levels if one.level == level).beaten.value == float(not made)


def test_the_house_may_have_the_contract() -> None:
    lines = (GOLDEN / "bridge-solitaire" / "house-no-trump.txt").read_text()
    [found] = found_in(("packs", record("bridge-solitaire", "standard", "a", lines)))
    [level] = found.levels
    assert (level.level, level.declared, level.defended, level.beaten.value) == ("4NT"[0], 0, 1, 1.0)
    assert [(role.role, role.tricks.value) for role in found.roles] == [("defender", 4.0)]


def test_shares_roles_and_points_beside_those_with_the_same_cards() -> None:
    made = DEAL.format(bid=7, took=8, left=2, gained=8)
    lost = DEAL.format(bid=7, took=5, left=5, gained=-7)
    rooms = [record("kaiser", "standard", "ab", made), record("kaiser", "standard", "ba", lost)]
    ann, bob = found_in(*[(packs, room) for packs in ("one", "two", "three") for room in rooms])
    assert (ann.games, ann.deals) == (6, 6)
    [level] = ann.levels
    assert (level.declared, level.made, level.over, level.under) == (3, wilson(1.0, 3), 1.0, None)
    assert (level.defended, level.beaten) == (3, wilson(1.0, 3))
    assert bob.levels[0].under == 2.0
    declarer, defender = ann.roles
    assert (declarer.deals, declarer.tricks.value, declarer.points.value, declarer.lead.value) == (3, 1.0, 8.0, 15.0)
    assert (defender.role, defender.points.value, defender.lead.value) == ("defender", 5.0, 3.0)
    first = ann.seats[0]
    assert (first.seat, first.deals, first.bid, first.declared) == (0, 3, wilson(1.0, 3), wilson(0.0, 3))
    assert ann.seats[3].bid == wilson(0.0, 3)
    assert next(parts(ann)).rows[0][:2] == ("7", "3")


def test_the_same_cards_against_many_are_not_as_many_cases() -> None:
    """Whoever plays three packs against nine others mostly makes the same contracts nine times."""
    made, lost = (DEAL.format(bid=7, took=took, left=10 - took, gained=gained) for took, gained in ((8, 8), (5, -7)))
    every = {
        packs: record("kaiser", "standard", "ab", lines) for packs, lines in (("x", made), ("y", made), ("z", lost))
    }
    once, often = (found_in(*[*every.items()] * times)[0] for times in (1, 9))
    assert (once.levels[0].declared, often.levels[0].declared) == (3, 27)
    for one, other in (
        (once.levels[0].made, often.levels[0].made),
        (once.roles[0].tricks, often.roles[0].tricks),
        (once.roles[0].points, often.roles[0].points),
        (once.seats[0].bid, often.seats[0].bid),
        (once.seats[1].tricks, often.seats[1].tricks),
    ):
        assert other == pytest.approx(one)


def test_what_is_no_deal_with_a_contract_does_not_count() -> None:
    passed = "note deal 1 dealer=2 scores=0,0 finished=0 thrown=0\nnote thrown-in\n"
    cut = DEAL.format(bid=7, took=8, left=2, gained=8).rpartition("note scores")[0]
    unknown = ("x", "game G1 minnow seats=2\n")
    assert not found_in(*[("x", record("kaiser", "standard", "ab", lines)) for lines in (passed, cut)], unknown)


def test_of_many_games_all_rooms_of_some_packs_are_read() -> None:
    number = np.arange(40)
    assert some_of(number, number // 4, 40) == [*range(40)]
    chosen = some_of(number, number // 4, 20)
    assert len(chosen) == 20
    assert {one // 4 for one in chosen} == {0, 2, 4, 6, 8}
    assert len(some_of(number, np.zeros(40, dtype=int), 10)) == 10
    assert some_of(number[:0], number[:0], 10) == []


@pytest.mark.slow
def test_the_command_the_library_and_the_page_show_them(tmp_path: Path) -> None:
    path = tmp_path / "played.db"
    ids = [bot.id for bot in BOTS]
    with Store.open(path, writing=True) as store:
        store.start_run("seed", {"move_ms": "1000"}, secret=False)
        games = [
            PlannedGame(f"G{room}", "kaiser:standard", 1, tuple(sorted(ids)), room, tuple(sides), "kaiser set 1")
            for room, sides in enumerate((ids, ids[::-1]))
        ]
        store.plan(BOTS, games)
        for game in games:
            store.begin(game.id)
            text = record("kaiser", "standard", game.sides, DEAL.format(bid=7, took=8, left=2, gained=8))
            store.finish(GameEnded(game.id, Outcome(Result((1, 2), (8, 2), "target"), (), {}, text)))
        store.end_run()
    shown = run("record", str(path), "--stats", "--bot", "ann")[0]
    assert "ann at kaiser:standard: 2 games, 2 deals with a contract" in shown
    assert "7                1  100 % (21 to 100)      1.0                   1  0 % (0 to 79)" in shown
    assert "bob at" not in shown
    assert "goes with --bot only" in run("record", str(path), "--stats", "--lost", status=64)[1]
    page = (arena.site(path, tmp_path / "site").parent / f"bot/{file_of(ids[0])}.html").read_text()
    assert page.count("What it is good at") == 4
    assert "100 % (21 to 100)" in page
