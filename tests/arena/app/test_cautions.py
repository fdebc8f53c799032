"""What weakens the numbers of a ladder is said: schedules, voids, versions, and looks at a run that goes on."""

import pytest

from arena.app.cautions import left_note, schedule_notes, version_notes, void_notes
from arena.escapes import csv_line
from arena.results.roster import Known


def test_whoever_looks_at_a_run_that_goes_on_is_told_what_looking_costs() -> None:
    assert left_note(5, 48).text.startswith("5 of 48 planned games are not played yet: who stops as soon as")


@pytest.mark.parametrize(
    ("kinds", "said"),
    [
        ({"round-robin"}, []),
        ({"gauntlet", "knock-out"}, []),
        ({"swiss"}, ["swiss"]),
        ({"adaptive", "swiss"}, ["adaptive", "swiss"]),
    ],
)
def test_a_schedule_that_follows_the_results_is_a_caution(kinds: set[str], said: list[str]) -> None:
    found = [*schedule_notes(kinds)]
    assert [note.text.partition("(")[2].partition(")")[0] for note in found] == said
    assert all(note.alarm and "% too far apart" in note.text for note in found)


@pytest.mark.parametrize(
    ("void", "games", "alarm", "worth"),
    [
        (2, 98, True, "2.0 % of its games, worth 7 Elo if it was losing them and wins half of the others"),
        (1, 199, True, "0.5 %"),
        (1, 400, False, ""),
        (2, 0, True, "100.0 %"),
    ],
)
def test_voids_are_a_caution_from_half_a_percent_on(void: int, games: int, alarm: bool, worth: str) -> None:
    [note] = void_notes({"fisher": (void, 0)}, {"fisher": games})
    assert note.alarm == alarm
    assert worth in note.text


def test_the_best_of_several_versions_is_called_so() -> None:
    bots = [Known(f"folder{one}", f"owl-{n}@{n:08x}", "owl", submitted=True) for one in "ab" for n in range(4)]
    played = [bot.id for bot in bots[:4]] + ["else@00000000"]
    [note] = version_notes(bots[:4], played)
    assert note.text == "4 versions of owl have games: the best of equal ones looks better than it is"
    assert not [*version_notes(bots[:4], played[:2])]


def test_a_table_has_no_minus_zero() -> None:
    assert csv_line([-0.0, -0.5, None, "a"]) == "0.0,-0.5,,a\n"
