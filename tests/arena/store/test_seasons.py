"""Seasons: each has packs of its own, keyed by a secret that is shown only when the next one opens."""

import hashlib
import hmac
import os
import stat
from pathlib import Path

import pytest

from arena.errors import UserError
from arena.schedules.plan import PlannedGame, games_of
from arena.store import Store, rebuild
from arena.store.journal import Journal
from tests.arena.store.examples import ANN, BOB, PLAYED, again, query


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "toy.db"


def games(store: Store, sets: int = 1) -> list[PlannedGame]:
    pairing = (ANN.id, BOB.id)
    return list(games_of("kaiser:standard", pairing, range(1, sets + 1), store.season().key, "shared"))


def play(store: Store, planned: int = 1, left_out: int = 0, seed: str | None = None, *, secret: bool = True) -> None:
    """Begin a run that plans some sets of two games, and plays all games but some."""
    store.start_run(seed, {}, secret=secret)
    found = games(store, planned)
    store.plan([ANN, BOB], found)
    for game in found[: len(found) - left_out]:
        store.begin(game.id)
        store.finish(again(PLAYED, game.id))


def test_a_key_can_be_worked_out_by_hand_from_what_is_revealed(path: Path) -> None:
    with Store.open(path, writing=True) as store:
        play(store, seed="spring")
        shown = store.season().digest
        closed, opened = store.close_season("fall", secret=True)

    assert closed.secret is not None
    assert len(bytes.fromhex(closed.secret)) == 16
    key = hmac.new(closed.secret.encode(), b"season 1 spring", "sha256").hexdigest()
    assert closed.key == key
    assert shown == hashlib.sha256(key.encode()).hexdigest()
    assert (opened.number, opened.seed, opened.hidden, opened.closed) == (2, "fall", True, None)
    assert opened.secret != closed.secret


def test_the_same_seed_gives_no_two_ladders_the_same_packs(tmp_path: Path) -> None:
    keys = set()
    for name in ("a.db", "b.db"):
        with Store.open(tmp_path / name, writing=True) as store:
            store.start_run("quickstart", {}, secret=True)
            keys.add(store.season().key)
    assert len(keys) == 2
    assert "quickstart" not in "".join(keys)


def test_a_reproducible_season_follows_from_its_seed_alone_and_is_not_hidden(path: Path) -> None:
    with Store.open(path, writing=True) as store:
        play(store, seed="mine", secret=False)
        assert (store.season().key, store.season().hidden, store.season().secret) == ("mine", False, None)
        closed, opened = store.close_season("mine", secret=False)
    assert (closed.key, opened.key) == ("mine", "mine season 2")


def test_a_new_season_plays_its_schedule_anew_and_old_results_stay(path: Path) -> None:
    with Store.open(path, writing=True) as store:
        play(store)
        before = [row.game.id for row in store.results()]
        store.close_season(None, secret=True)
        play(store)
        ids = [row.game.id for row in store.results()]

        assert ids[:2] == before
        assert len(set(ids)) == 4
        assert [store.season_of(game).number for game in ids] == [1, 1, 2, 2]
        assert store.columns().season.tolist() == [1, 1, 2, 2]
        assert [(run.number, run.season) for run in store.runs()] == [(1, 1), (2, 2)]


def test_packs_of_the_same_name_in_two_seasons_are_two_deals(path: Path) -> None:
    with Store.open(path, writing=True) as store:
        play(store)
        store.close_season(None, secret=True)
        play(store)
        columns = store.columns()

    labels = ["kaiser:standard set 1", "season 2 kaiser:standard set 1"]
    assert list(columns.chance) == [labels[0]] * 2 + [labels[1]] * 2
    assert list(columns.take(columns.season == 2).chance) == [labels[1]] * 2


def test_closing_drops_what_was_not_played(path: Path) -> None:
    with Store.open(path, writing=True) as store:
        play(store, planned=3, left_out=2)
        store.begin(games(store, 3)[-1].id)  # and the arena dies here
    with Store.open(path, writing=True) as store:
        store.close_season(None, secret=True)
        assert store.planned_in() == {1: 6}
        assert (store.counts().open, store.counts().done) == (0, 0), "of the season that has begun"
        assert store.played() == 4
    with Store.open(path, writing=True) as store:
        store.start_run(None, {}, secret=True)
        assert store.notes == []
        assert store.conditions() == {}


def test_a_season_cannot_be_closed_while_an_arena_plays(path: Path) -> None:
    with Store.open(path, writing=True) as store:
        play(store)
        with pytest.raises(UserError, match=r"another arena is writing to it \(process \d+") as caught:
            Store.open(path, writing=True)
    assert caught.value.exit_status == os.EX_TEMPFAIL


def test_nothing_can_be_closed_before_the_first_run(path: Path) -> None:
    with Store.open(path, writing=True) as store, pytest.raises(UserError, match="there are no results yet"):
        store.close_season(None, secret=True)


def test_an_arena_that_dies_while_it_closes_a_season_has_closed_it_or_not(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Store.open(path, writing=True) as store:
        play(store)

    def die(*_: object, **_more: object) -> None:
        raise RuntimeError("killed")

    with monkeypatch.context() as context, Store.open(path, writing=True) as store:
        context.setattr("arena.store.store.open_season", die)
        with pytest.raises(RuntimeError):
            store.close_season(None, secret=True)
        assert [one.hidden for one in store.seasons()] == [True]
    with Store.open(path, writing=True) as store:
        monkeypatch.setattr(Journal, "catch_up", die)
        with pytest.raises(RuntimeError):
            store.close_season(None, secret=True)
    monkeypatch.undo()
    with Store.open(path, writing=True) as store:
        assert [one.hidden for one in store.seasons()] == [False, True]
        assert store.compare().lost == store.compare().unread == store.compare().notes == []


def test_seasons_come_back_from_the_journal(path: Path) -> None:
    with Store.open(path, writing=True) as store:
        play(store)
        store.close_season("fall", secret=True)
        play(store)
        before = store.seasons(), store.columns().season.tolist(), [run.season for run in store.runs()]
    path.unlink()
    assert rebuild(path) is not None
    with Store.open(path, writing=True) as store:
        assert (store.seasons(), store.columns().season.tolist(), [run.season for run in store.runs()]) == before
        assert store.compare().lost == store.compare().unread == []
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize("lost", ["season", "run"])
def test_a_season_is_known_from_its_own_line_or_from_that_of_a_run(path: Path, lost: str) -> None:
    with Store.open(path, writing=True) as store:
        play(store)
        before = store.seasons()
    spoil(path, lost)
    with Store.open(path, writing=False) as store:
        assert store.seasons() == before


def test_a_season_whose_secret_is_lost_is_not_played_on(path: Path) -> None:
    with Store.open(path, writing=True) as store:
        play(store)
    spoil(path, "season", "run")
    with Store.open(path, writing=True) as store:
        assert len(list(store.results())) == 2
        with pytest.raises(UserError, match="the secret of season 1 is lost or was changed") as caught:
            store.start_run(None, {}, secret=True)
        assert f"arena season close {path}" in caught.value.hint
        store.close_season(None, secret=True)
        play(store)
        assert [one.is_true for one in store.seasons()] == [False, True]


def spoil(path: Path, *kinds: str) -> None:
    """Make the lines of some kinds in the journal unreadable, and rebuild the database from it."""
    journal = path.with_name("toy.db.journal")
    lines = journal.read_bytes().splitlines(keepends=True)
    heads = tuple(b'{"%b":' % kind.encode() for kind in kinds)
    journal.write_bytes(b"".join(b"0" * 8 + line[8:] if line[9:].startswith(heads) else line for line in lines))
    path.unlink()
    assert rebuild(path) is not None


@pytest.mark.parametrize("change", ["seed = 'x'", "secret = '00'", "secret = 'no digits'", "digest = ''"])
def test_a_changed_secret_is_not_played_on(path: Path, change: str) -> None:
    with Store.open(path, writing=True) as store:
        play(store)
    query(path, f"UPDATE seasons SET {change}")
    with Store.open(path, writing=True) as store, pytest.raises(UserError, match="the secret of season 1 is lost or"):
        store.start_run(None, {}, secret=True)


@pytest.mark.parametrize(
    ("secret", "seed", "says"),
    [
        (True, "other", "was begun with another seed"),
        (False, "mine", "was begun with a secret beside the seed, not as reproducible"),
    ],
)
def test_a_season_goes_on_only_as_it_was_begun(path: Path, secret: bool, seed: str, says: str) -> None:
    with Store.open(path, writing=True) as store:
        play(store, seed="mine")
        with pytest.raises(UserError, match=says) as caught:
            store.start_run(seed, {}, secret=secret, ladder=Path("my class.toml"))
        assert caught.value.hint.startswith("arena season close 'my class.toml' closes the season")
        with pytest.raises(UserError, match=says) as caught:
            store.start_run(seed, {}, secret=secret)
        assert caught.value.hint == "leave out --seed, or name another file: --save"
        store.close_season(seed, secret=secret)
        assert store.start_run(seed, {}, secret=secret) == 2
        assert (store.season().number, store.season().seed, store.season().hidden) == (2, seed, secret)


def test_only_the_owner_can_read_the_secret(path: Path) -> None:
    with Store.open(path, writing=True) as store:
        play(store)
        files = [file for file in path.parent.iterdir() if file.suffix != ".lock"]
        assert sorted(file.name for file in files) == ["toy.db", "toy.db-shm", "toy.db-wal", "toy.db.journal"]
        assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}


def test_a_secret_that_all_can_read_is_noted(path: Path) -> None:
    path.touch(0o644)
    path.chmod(0o644)
    with Store.open(path, writing=True) as store:
        store.start_run(None, {}, secret=True)
        assert store.notes == [
            "every user of this machine can read the secret of the open season; to change that: chmod 600 " + str(path)
        ]
