"""Whose bots a run met: kept with the run, told by those who may tell it, and by nobody else."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from arena.bots.entrants import Entrant, Unavailable
from arena.bots.submissions import Found
from arena.errors import ConfigErrors, Problem, UserError
from arena.results.authors import ids_of
from arena.results.conditions import changed, mixed
from arena.results.roster import Known, Roster, as_words, bots_of, known, of_entrants
from arena.store import Run, Store

ANN = Entrant("in/ann", "owl", "1", ("bot",), Path("/nowhere"), "a" * 64, author="Ann")
WHY = UserError("does not start: exit 1: KeyError: 7", "fix it")


def run(number: int, *bots: Known) -> Run:
    return Run(number, f"2026-11-2{number}", "0.1.0", {"move_ms": "100", **as_words(bots)}, 1, 1)


def test_what_is_known_comes_back_as_it_was() -> None:
    wrong = ConfigErrors([Problem("games[0]", "no such game", "/home/x/bot.toml")])
    found = [
        known(Found("in/ann", ANN, submitted=True)),
        known(Found("in/ben", WHY, submitted=True)),
        known(Found("in/cat", wrong, submitted=True)),
        known(Found("in/dan", Unavailable("in/dan", "dan", "needs cc"), submitted=True)),
    ]

    assert bots_of(as_words(found)) == found
    assert [bot.state for bot in found] == ["accepted", "refused", "refused", "left out"]
    assert (found[0].id, found[0].author) == (ANN.id, "Ann")
    assert found[1].why == "does not start: exit 1: KeyError: 7\nWhat to do: fix it"
    assert "/home" not in found[2].why
    assert bots_of({}) == bots_of({"bots": "?"}) == []


def test_each_version_that_was_handed_in_is_told_once() -> None:
    first, second = (Known("in/ann", f"owl@{digit}", digest=digit, submitted=True) for digit in "12")
    refused = Known("in/ann", submitted=True, state="refused", why="no")
    roster = Roster([run(1, refused), run(2, refused), run(3, first), run(4, first), run(5, second)])

    assert [(when.number, bot) for when, bot in roster.handed_in("in/ann")] == [(1, refused), (3, first), (5, second)]
    assert roster.current == [second]
    assert roster.by_id.keys() == {"owl@1", "owl@2"}


def test_a_version_that_gets_another_name_is_told_again() -> None:
    first, renamed = (Known("in/ann", f"{name}@1", digest="1", submitted=True, when="x") for name in ("owl", "jay"))
    roster = Roster([run(1, first), run(2, first), run(3, renamed), run(4, renamed)])
    assert [bot.id for _, bot in roster.handed_in("in/ann")] == ["owl@1", "jay@1"], "its games are those of jay"


def test_prints_are_kept_once_and_belong_to_every_version(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("x = y(1, 2)\n" * 100)
    owl = replace(ANN, folder=tmp_path)
    taken = [known(Found("x", owl, submitted=submitted)) for submitted in (True, False)]
    assert [len(each.prints) for each in taken] == [1, 0]
    assert bots_of(as_words(taken)) == taken
    again = known(Found("x", owl, submitted=True), printed={owl.id})
    assert again.prints == ()

    other = Known("y", f"owl@{'c' * 64}", submitted=True)
    roster = Roster([run(1, taken[0]), run(2, again, other)])
    assert [*roster.versions()] == [(taken[0], "2026-11-21"), (other, "2026-11-22")]
    assert roster.by_id[owl.id].prints == taken[0].prints


def test_other_bots_are_no_other_conditions() -> None:
    """Who was refused, and why, must not get into a public ladder this way."""
    runs = [run(1, Known("in/ann", why="secret")), run(2, Known("in/ben"))]

    assert mixed(runs, {1: 1, 2: 1}) == ""
    assert changed(runs, runs[1].settings) == ""


def test_a_folder_that_was_handed_in_means_all_of_its_versions(tmp_path: Path) -> None:
    again, other = replace(ANN, digest="b" * 64), replace(ANN, name="in/ann", given="in/ben", digest="c" * 64)
    with Store.open(tmp_path / "x.db", writing=True) as store:
        for bots in ((ANN, other), (again, other)):
            store.start_run("x", of_entrants(bots))
            store.plan(bots, ())
        assert ids_of(store, "in/ann", {}) == {ANN.id, again.id}, "another bot may be called so"
        assert ids_of(store, "in/zoe", {other.id: "in/zoe"}) == set(), "nor before Zoe has handed in"
        assert ids_of(store, "owl", {}) == {ANN.id, again.id}
        assert ids_of(store, other.id, {}) == {other.id}
