"""`arena void`, `rerun`, `pardon` and `appeals`, on games that were played at random."""

from pathlib import Path

import pytest

from arena.store import Store
from tests.arena.cli.test_season import Arena, arena, ladder, play

__all__ = ["arena", "ladder"]

WHY = ("--why", " the  machine\nswapped ")


def test_what_is_decided_is_in_the_log_counted_and_verified(arena: Arena, ladder: Path) -> None:
    with Store.open(ladder.with_suffix(".db"), writing=False) as store:
        one, other, _ = sorted(store.done())
    assert "Nothing was made void" in arena("appeals", ladder).stdout
    assert f"1 result is void: {one}" in arena("void", ladder, one, *WHY, "--by", "prof\x1b[1m").stdout
    assert "made void: the machine swapped" in arena("void", ladder, one, *WHY, status=66).stderr
    assert "2 results are void" in arena("rerun", ladder, "aa", *WHY).stdout
    log = arena("appeals", ladder).stdout
    assert "the machine swapped" in log
    assert "\x1b" not in log
    assert "3 results made void" not in log
    arena("verify", ladder)
    with Store.open(ladder.with_suffix(".db"), writing=False) as store:
        assert [each.games for each in store.appeals()] == [(one,), tuple(g for g in store.appeals()[1].games)]
        assert other in store.appeals()[1].games

    play(ladder.with_suffix(".db"))
    assert "3 results made void" in arena("ladder", ladder).stdout
    arena("verify", ladder)


def test_who_has_packs_played_again_that_were_shown_is_told(arena: Arena, ladder: Path) -> None:
    told = "everybody may know the packs to be played again"
    assert told not in arena("rerun", ladder, "aa", *WHY).stderr
    play(ladder.with_suffix(".db"))
    ladder.write_text(f'deals = "fresh"\ntv = "delayed"\n{ladder.read_text()}')
    assert told in arena("rerun", ladder, "aa", *WHY).stderr


@pytest.mark.parametrize(
    ("words", "status", "says"),
    [
        (("void", "LADDER", "Gzz", *WHY), 66, "there is no game 'Gzz'"),
        (("void", "LADDER", "G", "--why", " "), 64, "--why is empty"),
        (("rerun", "LADDER", "zed", *WHY), 64, "no bot 'zed' has played"),
        (("rerun", "LADDER", "aa", "--games", "Gzz", *WHY), 66, "there is no game 'Gzz'"),
        (("pardon", "LADDER", "aa", *WHY), 65, "aa is not benched"),
    ],
)
def test_what_cannot_be_decided_says_why(
    arena: Arena,
    ladder: Path,
    words: tuple[str, ...],
    status: int,
    says: str,
) -> None:
    done = arena(*(ladder if word == "LADDER" else word for word in words), status=status)
    assert says in done.stderr
    assert "Nothing was made void" in arena("appeals", ladder).stdout
