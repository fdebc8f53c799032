"""What bots are written like: copies are found through names, comments and layout, and what all begin with is none."""

from pathlib import Path
from random import Random

import pytest

from arena.bots.fingerprints import LARGEST, MOST, fingerprints, grams, read_prints
from arena.games.catalogue import GAMES
from arena.kit.folders import languages, make
from arena.results.likeness import LEAST

OWN = """
def choose(seat, legal):
    best = None
    for card in legal:
        if card.startswith("A") and seat.trump != card[1]:
            return card
        if best is None or value(card) > value(best):
            best = card
    return best or legal[0]

def value(card):
    total = 0
    while total < len(ORDER) and ORDER[total] != card[0]:
        total += 1
    return total * 2 if card[1] == trump else total
"""
DISGUISED = """
# I wrote this myself.
def pick(me, words):
	'''Picks.'''
	top = None  # nothing yet
	for w in words:
		if w.startswith('K') and me.t != w[0]:
			return w
		if top is None or worth(w) > worth(top):
			top = w
	return top or words[0]

def worth(w):
	n = 7
	while n < len(RANKS) and RANKS[n] != w[1]:
		n += 2
	return n * 3 if w[0] == suit else n
"""
OTHER = """
import random
hand = {}
def plan(state):
    scores = {word: sum(roll(state.copy(), word) for _ in range(20)) for word in state.words}
    return max(scores, key=scores.get)
def roll(state, word):
    state.play(word)
    while not state.over:
        state.play(random.choice(state.words))
    return state.points[state.me] - state.points[1 - state.me]
"""


def prints(folder: Path, **files: str) -> set[int]:
    folder.mkdir(exist_ok=True)
    for name, text in files.items():
        (folder / name.replace("_", ".")).write_text(text)
    return set().union(*read_prints(fingerprints(folder).items()).values())


def test_names_comments_and_layout_hide_no_copy(tmp_path: Path) -> None:
    first = prints(tmp_path / "first", a_py=OWN)
    again = prints(tmp_path / "second", b_py=DISGUISED.replace("\t'''Picks.'''\n", ""))
    documented = prints(tmp_path / "third", b_py=DISGUISED.replace("'''", '"""'))
    other = prints(tmp_path / "other", a_py=OTHER)

    assert len(first) > 15
    assert first == again == documented, "also with a docstring of either kind"
    assert first.isdisjoint(other)
    half = prints(tmp_path / "half", a_py=OTHER + DISGUISED.partition("def worth")[2] + OTHER)
    assert first & half, "a part that was taken over is found, too"


@pytest.mark.parametrize(
    ("ending", "comment"),
    [("c", "/* a\n b */"), ("java", "// a\n"), ("lua", "-- a\n"), ("ml", "(* a\n b *)"), ("sh", "# a\n")],
)
def test_comments_of_other_languages_are_known(ending: str, comment: str) -> None:
    code = "x = y[1] + z(2, 3)\n" * 9
    assert [each.print for each in grams(code, ending)] == [each.print for each in grams(comment + code, ending)]


def test_lines_of_what_is_alike_are_known() -> None:
    code = "".join(f"a{n} = b{n}(c, {n})\n" for n in range(9))
    assert grams(code, "py")[0][1:] == (0, 1)
    assert grams(code, "py")[-1].last == 8
    assert grams("a = 1\n", "py") == []


@pytest.mark.parametrize("key", sorted(languages()))
def test_what_a_bot_begins_with_is_no_copy(key: str, tmp_path: Path) -> None:
    make(tmp_path / "owl", languages()[key], GAMES, "kaiser")
    left = read_prints(fingerprints(tmp_path / "owl").items())
    assert sum(map(len, left.values())) < LEAST, "only around what is filled in"


def test_what_says_nothing_is_left_out(tmp_path: Path) -> None:
    prints(
        tmp_path / "bot",
        bot_toml=OWN,
        README_md=OWN,
        LICENSE=OWN,
        short_py="print(1)\n",
        large_py="x" * (LARGEST + 1),
        weights="\0\xff\n" * 99,
    )
    (tmp_path / "bot/link").symlink_to("weights")

    assert [*fingerprints(tmp_path / "bot")] == ["weights"]


def test_of_many_prints_the_lowest_are_kept(tmp_path: Path) -> None:
    text = "".join(Random(7).choices("+-*/%&|^~<>=!?.,;:\n", k=9000))
    every = prints(tmp_path / "bot", a_txt2=text[:5000], b_txt2=text[4000:])
    assert len(every) == MOST


@pytest.mark.parametrize("text", ["/*", '"', "'", '"""', "(*", "\\'", "#", "a", "'\n"])
def test_no_file_takes_long(text: str) -> None:
    """These are files of strangers; a pattern that goes back again and again would take hours."""
    for ending in ("py", "c", "ml", ""):
        found = grams(text * (LARGEST // len(text) // 4), ending)
        assert len(found) < LARGEST
