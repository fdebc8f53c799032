"""What files have in common: copies are found through comments and white space, and what all begin with is no copy."""

from pathlib import Path

import pytest

from arena.bots.fingerprints import LARGEST, LEAST, MOST, fingerprints, sample_fingerprints
from arena.bots.samples import find_sample
from arena.games.catalogue import GAMES
from arena.kit.folders import languages, make

OWN = "".join(f"    if seat.hand[{n}] in legal:\n        return legal[{n}]  # the {n}th\n" for n in range(12))


def printed(folder: Path, **files: str) -> dict[str, str]:
    folder.mkdir(exist_ok=True)
    for name, text in files.items():
        (folder / name.replace("_", ".")).write_text(text)
    return fingerprints(folder)


def test_comments_and_white_space_hide_no_copy(tmp_path: Path) -> None:
    first = printed(tmp_path / "first", a_py=f"def choose(seat, legal):\n{OWN}")
    again = OWN.replace("    ", "\t").replace("# the", "# I wrote this myself:").replace("in legal", "in  legal")
    second = printed(tmp_path / "second", b_py=f"# mine\n\ndef choose(seat, legal):\n{again}")
    other = printed(tmp_path / "other", a_py=f"def choose(seat, legal):\n{OWN.replace('hand[7]', 'hand[8]')}")

    assert [*first.values()] == [*second.values()] != [*other.values()]
    assert (*first, *second) == ("a.py", "b.py")


@pytest.mark.parametrize(
    ("ending", "comment"),
    [("c", "/* a\n b */"), ("java", "// a\n"), ("lua", "-- a\n"), ("ml", "(* a\n b *)"), ("sh", "# a\n")],
)
def test_comments_of_other_languages_are_known(ending: str, comment: str, tmp_path: Path) -> None:
    code = "x = y[1]\n" * LEAST
    assert printed(tmp_path / "1", **{f"a_{ending}": code}) == printed(
        tmp_path / "2", **{f"a_{ending}": comment + code}
    )


@pytest.mark.parametrize("key", sorted(languages()))
def test_what_a_bot_begins_with_is_no_copy(key: str, tmp_path: Path) -> None:
    make(tmp_path / "owl", languages()[key], GAMES, "kaiser")
    assert fingerprints(tmp_path / "owl") == {}


def test_what_says_nothing_is_left_out(tmp_path: Path) -> None:
    found = printed(
        tmp_path / "bot",
        bot_toml=f"# {OWN}\n" + OWN,
        README_md=OWN,
        LICENSE=OWN,
        short_py="print(1)\n",
        large_py="x" * (LARGEST + 1),
        weights="\0\xff\n" * LEAST,
    )
    (tmp_path / "bot/link").symlink_to("weights")

    assert [*found] == [*fingerprints(tmp_path / "bot")] == ["weights"]


def test_of_many_files_those_are_kept_that_say_the_most(tmp_path: Path) -> None:
    found = printed(tmp_path / "bot", **{f"{n:03}_py": f"{n}\n" * (LEAST + n) for n in range(2 * MOST)})
    assert [*found] == [f"{n:03}.py" for n in range(MOST, 2 * MOST)]


def test_a_sample_bot_is_known_by_its_files() -> None:
    folder = find_sample("sample:c/random")
    assert {sample_fingerprints()[each] for each in fingerprints(folder).values()} == {"sample:c/random"}
