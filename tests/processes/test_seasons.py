"""A ladder that is played for two seasons: what a run prints tells no key, and the second has games of its own."""

from pathlib import Path

import pytest

from arena.store import Season, Store
from tests.commands import arena

LADDER = """
seed = "spring"
sets = 1
games = [{ game = "kaiser", options = { max_deals = 1 } }]
bots = ["sample:python/random", "sample:python/sensible"]
"""


def seasons(ladder: Path) -> list[Season]:
    with Store.open(ladder.with_suffix(".db"), writing=False) as store:
        return store.seasons()


@pytest.mark.thorough
def test_two_seasons_of_a_ladder(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(LADDER)
    words = ("run", str(path), "-j", "1", "--sandbox", "none", "--trust-bots")
    printed = "".join(arena(*words))
    [first] = seasons(path)

    assert f"SHA-256 of the key of season 1 (open) {first.digest}" in printed
    assert "the seed 'spring' is mixed with the secret of the season" in printed
    assert first.key not in printed
    assert str(first.secret) not in printed
    arena("season", "close", str(path))
    out, err = arena(*words)
    assert "2 games" in err
    assert "4 games of 2 deals" in " ".join(out.split())
    assert "seasons 1 to 2" in " ".join(out.split())
    assert "4 games played again" in arena("verify", str(path))[0]

    path.write_text(LADDER + "\n")
    path.write_text(LADDER.replace("sets", "reproducible = true\nsets"))
    _, err = arena(*words, status=78)
    assert "was begun with a secret beside the seed, not as reproducible" in err
    arena("season", "close", str(path))
    printed = "".join(arena(*words))
    assert "reproducible: the packs follow from the seed 'spring'" in printed
    assert [one.key for one in seasons(path)][-1] == "spring season 3"
