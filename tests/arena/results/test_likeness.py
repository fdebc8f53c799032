"""Who is alike: copies in any version, what samples and everybody have is none, and answers in the same positions."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import arena
from arena.bots.fingerprints import fingerprints
from arena.bots.samples import find_sample
from arena.client import Turn
from arena.games.kernel import Word
from arena.results import likeness
from arena.results.likeness import answers_alike, likenesses
from arena.results.roster import Known, as_words
from arena.store import Store
from tests.arena.bots.test_fingerprints import DISGUISED, OTHER, OWN


def bot(folder: Path, given: str, text: str, digest: str) -> Known:
    place = folder / digest
    place.mkdir(exist_ok=True)
    (place / "bot.py").write_text(text)
    prints = tuple(fingerprints(place).items())
    return Known(given, f"owl@{digest}", digest=digest, submitted=True, prints=prints, source=digest)


def alike(folder: Path, *runs: list[Known]) -> list[tuple[str, str, int]]:
    path = folder / "class.db"
    with Store.open(path, writing=True, fresh=True) as store:
        for bots in runs:
            store.start_run("x", as_words(bots))
            store.end_run()
        found, _ = likenesses(store)
    return [(each.first.given, each.second.given, round(100 * each.share)) for each in found]


def test_a_copy_is_found_in_any_version_if_one_of_the_two_plays(tmp_path: Path) -> None:
    ann, late = bot(tmp_path, "in/ann", OWN, "1"), bot(tmp_path, "in/ann", OTHER, "2")
    ben, cat = bot(tmp_path, "in/ben", DISGUISED, "3"), bot(tmp_path, "in/cat", OTHER.replace("20", "30"), "4")

    assert alike(tmp_path, [ann], [late, ben]) == [("in/ann", "in/ben", 100)]
    assert alike(tmp_path, [ann, ben], [late]) == [], "neither plays any more"
    assert alike(tmp_path, [ann, cat]) == []


def test_what_a_sample_or_very_many_have_is_no_copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sample = (find_sample("sample:ismcts") / "bot.py").read_text()
    two = [bot(tmp_path, f"in/{name}", f"{sample}\n# {name}", name) for name in ("ann", "ben")]
    assert alike(tmp_path, two) == [
        ("sample:python/ismcts", "in/ann", 100),
        ("sample:python/ismcts", "in/ben", 100),
    ]
    monkeypatch.setattr(likeness, "COMMON", 2)
    three = [bot(tmp_path, f"in/{name}", OWN, name) for name in ("ann", "ben", "cat")]
    assert alike(tmp_path, three[:2]) == [("in/ann", "in/ben", 100)]
    assert alike(tmp_path, three) == []


def first(t: Turn) -> Word:
    return t.legal[0]


def as_first(t: Turn) -> Word:
    return min(t.legal, key=t.legal.index)


def last(t: Turn) -> Word:
    return t.legal[-1]


@pytest.fixture
def played(tmp_path: Path) -> Iterator[Store]:
    table = {"game": "scotch-whist:two", "options": {"target": 11}}
    bots = (first, as_first, last)
    with arena.Ladder([table], bots, tmp_path / "mine.db", sets=3, seed="x", reproducible=True) as ladder:
        list(ladder.play(rooms=1))
        with ladder.results() as store:
            yield store


@pytest.mark.slow
def test_answers_are_compared_in_the_same_positions(played: Store) -> None:
    whose = {id_: one.name for id_, one in played.entrants().items()}
    found = answers_alike(played, whose)

    same = found["as_first", "first"]
    assert same.alike == same.positions > 10
    assert 0 <= found["as_first", "last"].alike < found["as_first", "last"].positions
    [(game, text)] = [(each.game, played.record(each.game.id)) for each in played.results()][:1]
    decided = [*likeness.decisions(text, game.chance, played.season_of(game.id).key)]
    assert len({position for _, position, _ in decided}) == len(decided) > 5
    assert [*likeness.decisions("nothing\n", game.chance, "x")] == []
